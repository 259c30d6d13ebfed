//! The screen trait: a state that handles keys and responses and draws itself. Screens do not know each other; a screen
//! leaves its requests in its [`ScreenContext`].

use std::fmt;

use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Position, Rect, Size},
};
use sabi_core::clock::Instant;

use crate::{
    config::Config,
    habits::Habits,
    keys::{Action, Context},
    outbox::{News, Outbox},
    wire::{Call, Request, Response, Task},
};

/// The console's user, and where it works.
#[derive(Debug, Clone, Default)]
pub struct Who {
    /// Their name.
    pub name: String,
    /// The server's address, or the store of this machine.
    pub place: String,
    /// Whether they may use the back office.
    pub is_admin: bool,
}

/// A screen that can be opened.
#[derive(Debug)]
pub enum Destination {
    Submissions,
    Reports,
    Requests,
    Messages,
    Statistics,
    Submission(Box<Task>),
    Report(Box<sabi_core::reports::ReportView>),
    Request(Box<sabi_core::registration::RegistrationView>),
    Message(Box<sabi_core::inbox::ContactView>),
}

/// A question that is graded across submissions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PinnedQuestion {
    /// The theory question's id.
    pub theory: String,
    /// The id of its subject, and the year of the submission in which it was pinned. Submissions of other subjects or
    /// years cannot contain it.
    pub subject: String,
    pub year: Option<i64>,
    /// The direction in the list; submissions without the question are skipped in that direction.
    pub forward: bool,
}

/// A screen's request to the rest of the console.
#[derive(Debug)]
pub enum Want {
    Ask(Request),
    /// Open another screen on top of this one.
    Show(Destination),
    /// Close this screen.
    Close,
    /// Show the next or previous row of the list below.
    Step {
        forward: bool,
    },
    /// This row is done and leaves the list below; show the next one.
    Done(String),
    /// Reload the list below.
    Stale,
    /// Open this text in the external editor.
    Edit(String),
    /// Copy this to the clipboard.
    Copy(String),
    /// Show this in the status line.
    Say(Notice),
    /// Send a tick after this many milliseconds.
    Wake(u64),
}

/// A message in the status line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub words: String,
    pub is_bad: bool,
}

/// The context in which a screen works.
pub struct ScreenContext<'a> {
    /// The size of the screen's area.
    pub room: Size,
    pub now: Instant,
    pub who: &'a Who,
    pub config: &'a Config,
    pub habits: &'a mut Habits,
    pub pinned: &'a mut Option<PinnedQuestion>,
    pub outbox: &'a mut Outbox,
    /// The screen's requests.
    pub wants: Vec<Want>,
    /// The number of the last request.
    pub requests: &'a mut u64,
}

impl ScreenContext<'_> {
    /// Sends a call; returns its number.
    pub fn ask(&mut self, call: Call) -> u64 {
        *self.requests += 1;
        self.wants.push(Want::Ask(Request { number: *self.requests, call }));
        *self.requests
    }

    /// Copies the id of a record to the clipboard, and shows it.
    pub fn copy_id(&mut self, id: &str) {
        self.wants.push(Want::Copy(id.to_owned()));
        self.say(format!("Id copied: {id}"));
    }

    /// Shows a message.
    pub fn say(&mut self, words: impl Into<String>) {
        self.wants.push(Want::Say(Notice { words: words.into(), is_bad: false }));
    }

    /// Shows an error.
    pub fn warn(&mut self, words: impl Into<String>) {
        self.wants.push(Want::Say(Notice { words: words.into(), is_bad: true }));
    }
}

/// The context in which a screen is drawn.
pub struct Look<'a> {
    pub now: Instant,
    pub who: &'a Who,
    pub config: &'a Config,
    pub outbox: &'a Outbox,
}

/// A screen.
pub trait Screen: fmt::Debug {
    /// The context that receives keys.
    fn context(&self) -> Context;

    /// Its name, in the title line.
    fn title(&self, now: Instant) -> String;

    /// Called when it was opened.
    fn opened(&mut self, cx: &mut ScreenContext);

    /// Called for an action.
    fn act(&mut self, action: Action, cx: &mut ScreenContext);

    /// Called for a key without a binding while text is typed.
    fn typed(&mut self, _key: KeyEvent, _cx: &mut ScreenContext) {}

    /// Called when text was pasted.
    fn pasted(&mut self, _words: &str, _cx: &mut ScreenContext) {}

    /// Called when the external editor was closed; `None` if nothing was changed.
    fn edited(&mut self, _text: Option<String>, _cx: &mut ScreenContext) {}

    /// Called for a response; returns it if it is not this screen's.
    fn answered(&mut self, answer: Response, cx: &mut ScreenContext) -> Option<Response>;

    /// Called for news about grades.
    fn on_news(&mut self, _news: &News, _cx: &mut ScreenContext) {}

    /// Called when time has passed.
    fn ticked(&mut self, _cx: &mut ScreenContext) {}

    /// Called when the size has changed.
    fn resized(&mut self, _cx: &mut ScreenContext) {}

    /// Called for a click, in coordinates of the screen's area.
    fn clicked(&mut self, _at: Position, _cx: &mut ScreenContext) {}

    /// Called for the mouse wheel.
    fn wheeled(&mut self, _at: Position, forward: bool, cx: &mut ScreenContext) {
        self.act(if forward { Action::Down } else { Action::Up }, cx);
    }

    /// Called to open the row after, or before, the selected one.
    fn step(&mut self, _forward: bool, _cx: &mut ScreenContext) {}

    /// Called on a list when the screen above it has finished this row: the list removes it and opens the next one.
    fn row_done(&mut self, _id: &str, _cx: &mut ScreenContext) {}

    /// Called when the server's data may have changed.
    fn stale(&mut self, _cx: &mut ScreenContext) {}

    /// Called before it is closed.
    fn leaving(&mut self, _cx: &mut ScreenContext) {}

    /// Draws it.
    fn draw(&self, frame: &mut Frame, area: Rect, look: &Look);
}
