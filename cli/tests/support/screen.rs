//! A pseudo-terminal with the real binary in it. `script` of util-linux makes it, so that nothing here needs
//! unsafe code; what is written to it is read as a terminal reads it.

use std::{
    fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Mutex},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use super::{PATIENCE, Sandbox};

/// A terminal of 100 columns and 30 rows.
pub struct Screen {
    script: Child,
    keys: ChildStdin,
    parser: Arc<Mutex<vt100::Parser>>,
    /// Reads what is written to the terminal, until nothing more comes.
    reader: Option<JoinHandle<()>>,
    process: PathBuf,
}

impl Screen {
    /// Runs `sabi` with these arguments in it.
    pub fn start(sandbox: &Sandbox, name: &str, args: &str) -> Self {
        let process = sandbox.path(&format!("{name}.pid"));
        let mut script = on_terminal(sandbox, &process, args);
        let (keys, mut out) = (script.stdin.take().unwrap(), script.stdout.take().unwrap());
        let parser = Arc::new(Mutex::new(vt100::Parser::new(30, 100, 0)));
        let read = Arc::clone(&parser);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = out.read(&mut bytes) {
                read.lock().unwrap().process(&bytes[..n]);
            }
        });
        Self { script, keys, parser, reader: Some(reader), process }
    }

    /// The text on the screen.
    pub fn said(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    /// The screen with colours and positions.
    pub fn painted(&self) -> Vec<u8> {
        self.parser.lock().unwrap().screen().contents_formatted()
    }

    /// Types.
    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits until the screen says this.
    pub fn wait(&self, words: &str) -> String {
        self.wait_for(words, |said| said.contains(words))
    }

    /// Waits until this is true of what the screen says; how long that took.
    pub fn wait_for(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let asked = Instant::now();
        loop {
            let said = self.said();
            if is_there(&said) {
                return said;
            }
            assert!(asked.elapsed() < PATIENCE, "{what} never came:\n{said}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// The console's process.
    pub fn id(&self) -> String {
        fs::read_to_string(&self.process).unwrap().trim().to_owned()
    }

    /// Sends the console's process a signal.
    pub fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.id()]).status().unwrap().success());
    }

    /// Whether the terminal is as it was: the main screen, with its cursor, without the mouse.
    pub fn is_restored(&self) -> bool {
        let parser = self.parser.lock().unwrap();
        let screen = parser.screen();
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    }

    /// Whether the process has not ended.
    pub fn is_running(&mut self) -> bool {
        self.script.try_wait().unwrap().is_none()
    }

    /// Waits until this is true of what the screen says, or the process has ended; whether it was true before that.
    pub fn wait_for_or_end(&mut self, is_there: impl Fn(&str) -> bool) -> bool {
        let asked = Instant::now();
        while self.is_running() {
            if is_there(&self.said()) {
                return true;
            }
            assert!(asked.elapsed() < PATIENCE, "it neither comes nor ends:\n{}", self.said());
            std::thread::sleep(Duration::from_millis(2));
        }
        false
    }

    /// Waits for the end, and reads everything that was written before; the exit code.
    pub fn end(&mut self) -> Option<i32> {
        let asked = Instant::now();
        loop {
            if let Some(status) = self.script.try_wait().unwrap() {
                if let Some(reader) = self.reader.take() {
                    reader.join().unwrap();
                }
                return status.code();
            }
            assert!(asked.elapsed() < PATIENCE, "it never ended:\n{}", self.said());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Runs `sabi` with these arguments on a terminal to its end; everything that was written to it.
pub fn recorded(sandbox: &Sandbox, args: &str) -> String {
    let mut script = on_terminal(sandbox, &sandbox.path("recorded.pid"), args);
    let mut bytes = Vec::new();
    script.stdout.take().unwrap().read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(script.wait().unwrap().success(), "{text}");
    text
}

/// The states of the screen while this was written to it; [`recorded`] gives what is written.
pub fn screens(recorded: &str) -> Vec<String> {
    let mut parser = vt100::Parser::new(30, 100, 0);
    let pieces = recorded.split_inclusive('\r');
    pieces
        .map(|piece| {
            parser.process(piece.as_bytes());
            parser.screen().contents()
        })
        .collect()
}

/// Starts `sabi` with these arguments on a terminal; its process id goes into a file.
fn on_terminal(sandbox: &Sandbox, process: &Path, args: &str) -> Child {
    let sabi = env!("CARGO_BIN_EXE_sabi");
    // The shell becomes the command, so its number is the command's.
    let inner = format!("stty cols 100 rows 30; echo $$ > '{}'; exec '{sabi}' {args}", process.display());
    let prepared = sandbox.command(["console"]);
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--flush", "--command", &inner, "/dev/null"]).env_clear();
    command.envs(prepared.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("TERM", "xterm-256color").env("SHELL", "/bin/sh").current_dir(sandbox.path("."));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.script.kill();
        let _ = self.script.wait();
    }
}
