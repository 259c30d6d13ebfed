//! The terminal: captured, restored however the console ends, lent to the shell and to an editor, and read.

mod basic_colors;

use std::{
    io::{self, IsTerminal as _, Stdout, stdin, stdout},
    panic,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::ensure;
use crossterm::{
    clipboard::CopyToClipboard,
    cursor::Show,
    event::{
        DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event, EventStream,
        KeyEventKind,
    },
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use futures::StreamExt as _;
use ratatui::{
    Frame, Terminal,
    backend::CrosstermBackend,
    layout::{Position, Rect, Size},
};
use sabi_core::clock::{Clock as _, Instant, SystemClock};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::{app::Msg, theme::Depth};
use basic_colors::BasicColors;

/// The writer of frames.
type Painter = BasicColors<Stdout>;

/// Whether the terminal is captured. A panic anywhere in the process restores it.
static OURS: AtomicBool = AtomicBool::new(false);

/// The captured terminal; restored on drop.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Painter>>,
    mouse: bool,
}

/// Whether there is a terminal.
pub fn is_there() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

impl Screen {
    /// Captures the terminal until this is dropped.
    pub fn enter(mouse: bool, depth: Depth) -> io::Result<Self> {
        restore_on_panic();
        take(mouse)?;
        let entered = Terminal::new(CrosstermBackend::new(Painter::new(stdout(), depth)));
        entered.map(|terminal| Self { terminal, mouse }).inspect_err(|_| leave())
    }

    /// Captures the mouse, or leaves it to the terminal.
    pub fn set_mouse(&mut self, mouse: bool) -> io::Result<()> {
        self.mouse = mouse;
        if mouse { execute!(stdout(), EnableMouseCapture) } else { execute!(stdout(), DisableMouseCapture) }
    }

    /// Copies a text to the clipboard, if the terminal allows it; also over SSH.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Captures the terminal again after it was lent.
    pub fn resume(&mut self) -> io::Result<()> {
        take(self.mouse)?;
        self.clear()
    }

    /// The terminal's size in cells.
    pub fn size(&self) -> io::Result<Size> {
        self.terminal.size()
    }

    /// Draws a frame.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Frame)) -> anyhow::Result<()> {
        // A panic in a request's task does not stop this one.
        ensure!(OURS.load(Ordering::SeqCst), "the console stopped because of a panic");
        self.terminal.draw(paint)?;
        Ok(())
    }

    /// Forgets the content of the screen, so that the next frame draws every cell.
    pub fn clear(&mut self) -> io::Result<()> {
        // The library's own function asks for the cursor position, and the response would arrive among the keys.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::from((Position::ORIGIN, size)))
    }
}

/// Restores the terminal for a while.
pub fn lend() {
    leave();
}

fn take(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    OURS.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste).inspect_err(|_| leave())?;
    if mouse { execute!(stdout(), EnableMouseCapture) } else { Ok(()) }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// Restores the terminal, but only once. Leaving the alternate screen a second time would move the cursor over output
/// that was printed after the first time.
fn leave() {
    if OURS.swap(false, Ordering::SeqCst) {
        // The terminal is being left, so an error cannot be shown.
        let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Makes the message of a panic visible on the restored terminal.
fn restore_on_panic() {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            leave();
            report(info);
        }));
    });
}

/// External events: keys, sizes, time, and signals to end.
pub struct Inputs {
    /// None while another program reads the terminal.
    events: Option<EventStream>,
    ticks: Interval,
    end: End,
}

impl Inputs {
    /// Reads the terminal from now on.
    pub fn new() -> io::Result<Self> {
        let mut ticks = interval(Duration::from_secs(1));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        Ok(Self { events: Some(EventStream::new()), ticks, end: End::new()? })
    }

    /// Leaves the keys to another program.
    pub fn pause(&mut self) {
        self.events = None;
    }

    /// Reads again.
    pub fn resume(&mut self) {
        self.events = Some(EventStream::new());
    }

    /// The current time.
    pub fn now(&self) -> Instant {
        SystemClock.now()
    }

    /// The next message. Cancel-safe.
    pub async fn next(&mut self) -> io::Result<Msg> {
        loop {
            let events = self.events.get_or_insert_with(EventStream::new);
            let event = tokio::select! {
                event = events.next() => event.transpose()?,
                _ = self.ticks.tick() => return Ok(Msg::Tick(self.now())),
                () = self.end.asked() => None,
            };
            match event {
                Some(Event::Key(key)) if key.kind != KeyEventKind::Release => return Ok(Msg::Key(key)),
                Some(Event::Paste(text)) => return Ok(Msg::Paste(text)),
                Some(Event::Mouse(mouse)) => return Ok(Msg::Mouse(mouse)),
                Some(Event::Resize(width, height)) => return Ok(Msg::Resized(Size { width, height })),
                Some(_) => {}
                // The terminal is gone, or a signal arrived.
                None => return Ok(Msg::Ended),
            }
        }
    }
}

#[cfg(unix)]
use unix::End;
#[cfg(unix)]
mod unix {
    use std::io;

    use tokio::signal::unix::{Signal, SignalKind, signal};

    /// The signals that ask a process to end. In raw mode Ctrl-C is a key instead.
    pub struct End([Signal; 3]);

    impl End {
        pub fn new() -> io::Result<Self> {
            let of = |kind: fn() -> SignalKind| signal(kind());
            Ok(Self([of(SignalKind::terminate)?, of(SignalKind::hangup)?, of(SignalKind::interrupt)?]))
        }

        pub async fn asked(&mut self) {
            let [terminate, hangup, interrupt] = &mut self.0;
            tokio::select! {
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
                _ = interrupt.recv() => {}
            }
        }
    }
}

#[cfg(not(unix))]
use elsewhere::End;
#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    /// Does nothing on systems without signals.
    pub struct End;

    impl End {
        pub fn new() -> io::Result<Self> {
            Ok(Self)
        }

        pub async fn asked(&mut self) {
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending().await
            }
        }
    }
}
