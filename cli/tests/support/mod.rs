//! A separate place for each test: a folder, the real binary, and a server on a free port.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod graders;
pub mod hall;
pub mod offline;
pub mod screen;
pub mod tls;

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio},
    sync::{OnceLock, mpsc},
    time::{Duration, Instant},
};

use assert_cmd::assert::{Assert, OutputAssertExt as _};
use sabi_api::client::Client;
use serde_json::Value;
use tempfile::TempDir;

/// The password of every account of the tests.
pub const PASSWORD: &str = "harmattan-mango-19";

/// How long a test waits for something that will come. It only bounds a hang, so it has room for a very busy machine.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A folder with a data folder in it, and nothing of this machine's settings.
pub struct Sandbox(TempDir);

impl Sandbox {
    /// An empty one.
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// One with the demo in it: seeded once for all tests of a file, then copied.
    pub fn seeded() -> Self {
        static SEEDED: OnceLock<Sandbox> = OnceLock::new();
        let seeded = SEEDED.get_or_init(|| {
            let sandbox = Self::new();
            sandbox.sabi(["seed", "--demo=small"]).success();
            sandbox
        });
        seeded.copy()
    }

    /// Another one with the same in it.
    pub fn copy(&self) -> Self {
        let copy = Self::new();
        self.copy_to(&copy);
        copy
    }

    /// Puts what is in this one into another one.
    pub fn copy_to(&self, other: &Self) {
        copy_folder(&self.data(), &other.data());
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The data folder.
    pub fn data(&self) -> PathBuf {
        self.path("data")
    }

    /// Writes a file and gives its path as text.
    pub fn file(&self, name: &str, bytes: &[u8]) -> String {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name).display().to_string()
    }

    /// A command on the data folder.
    pub fn command<const N: usize>(&self, args: [&str; N]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sabi"));
        command.args(args).env_clear().current_dir(self.0.path());
        command.env("HOME", self.0.path()).env("PATH", "/usr/bin:/bin").env("SABI_DATA", self.data());
        command.env("SABI_DEMO_PASSWORD", PASSWORD);
        command
    }

    /// Runs a command on the data folder.
    pub fn sabi<const N: usize>(&self, args: [&str; N]) -> Assert {
        run(&mut self.command(args))
    }

    /// Runs a command that reads `input`.
    pub fn sabi_reading<const N: usize>(&self, input: &str, args: [&str; N]) -> Assert {
        assert_cmd::Command::from_std(self.command(args)).write_stdin(input).assert()
    }

    /// Starts a server on the data folder.
    pub fn serve(&self) -> Server {
        Server::start(self.command(["serve", "--listen", "127.0.0.1:0"]), &self.path("server.log"))
    }

    /// The one mail in the outbox, once it is there, its lines put together again.
    pub fn mail(&self) -> String {
        let asked = Instant::now();
        loop {
            let outbox = fs::read_dir(self.data().join("outbox")).unwrap().map(|entry| entry.unwrap().path());
            let mails: Vec<_> = outbox.filter(|path| path.extension().is_some_and(|end| end == "eml")).collect();
            if let [mail] = mails.as_slice() {
                return fs::read_to_string(mail).unwrap().replace("=\r\n", "");
            }
            assert!(mails.is_empty() && asked.elapsed() < PATIENCE, "{mails:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The output of `whoami`.
    pub fn whoami(&self) -> String {
        stdout(&self.sabi(["whoami"]).success())
    }
}

/// A server in a separate process, killed with the test.
pub struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    /// Its address.
    pub url: String,
}

impl Server {
    /// Starts the command and waits for the line that says that it is ready.
    pub fn start(command: Command, log: &Path) -> Self {
        Self::try_start(command, log, PATIENCE).unwrap_or_else(|why| panic!("{why}"))
    }

    /// Starts the command and waits for the line that says that it is ready, up to a limit; after that, says how the
    /// process ended, with its log.
    pub fn try_start(mut command: Command, log: &Path, patience: Duration) -> Result<Self, String> {
        let lines = fs::File::options().create(true).append(true).open(log).unwrap();
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(lines).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let (told, ready) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            let _ = told.send((line, out));
        });
        let ended = |child: &mut Child| format!("{:?}: {}", child.wait(), fs::read_to_string(log).unwrap());
        match ready.recv_timeout(patience) {
            Ok((line, out)) => match line.trim_end().strip_prefix("Sabi is ready at ") {
                Some(url) => Ok(Self { url: url.to_owned(), child, out }),
                None => Err(ended(&mut child)),
            },
            Err(_) => {
                child.kill().unwrap();
                Err(format!("not ready after {patience:?}, {}", ended(&mut child)))
            }
        }
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to end, and waits until it has ended.
    pub fn terminate(&mut self) -> ExitStatus {
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).assert().success();
        let asked = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(asked.elapsed() < PATIENCE, "the server did not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The next line that it writes on stdout.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).unwrap();
        line
    }

    /// The rest of its stdout, once it has ended.
    pub fn rest(&mut self) -> String {
        std::io::read_to_string(&mut self.out).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks a server for a mail with a link to choose a new password.
pub fn forgot(server: &str, email: &str) {
    let client = Client::to_server(server.parse().unwrap(), None).unwrap();
    let asked = async { client.post::<Value>("/password/forgot", &serde_json::json!({ "email": email })).await };
    tokio::runtime::Runtime::new().unwrap().block_on(asked).unwrap();
}

/// A figure of the kernel about a process's memory, in MiB: `VmRSS` is its present memory, `VmHWM` its maximum. `None`
/// once it has ended.
pub fn memory(process: u32, field: &str) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}

/// Waits until a process handles Ctrl-C, or has ended. Before that, Ctrl-C would end it without a word.
pub fn wait_until_interrupts_are_handled(child: &mut Child) {
    // SIGINT is the second bit.
    const INTERRUPT: u64 = 1 << 1;
    let handled = |process: u32| -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        u64::from_str_radix(caught.trim(), 16).ok()
    };
    let asked = Instant::now();
    while child.try_wait().unwrap().is_none() && handled(child.id()).is_none_or(|caught| caught & INTERRUPT == 0) {
        assert!(asked.elapsed() < PATIENCE, "Ctrl-C is not handled");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Runs a command, and says the most memory that it had, in MiB.
pub fn run_for_memory(command: &mut Command) -> (Output, f64) {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let process = child.id();
    let (ended, is_over) = mpsc::channel();
    let watch = std::thread::spawn(move || {
        let mut most = 0.0_f64;
        while is_over.recv_timeout(Duration::from_millis(5)) == Err(mpsc::RecvTimeoutError::Timeout) {
            most = most.max(memory(process, "VmHWM").unwrap_or_default());
        }
        most
    });
    let output = child.wait_with_output().unwrap();
    ended.send(()).unwrap();
    (output, watch.join().unwrap())
}

/// Runs a command.
pub fn run(command: &mut Command) -> Assert {
    command.assert()
}

/// The stdout of a command.
pub fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// The stderr of a command.
pub fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

/// That a command failed with one sentence; gives the sentence.
pub fn sentence(assert: &Assert) -> String {
    let words = stderr(assert);
    assert_eq!(words.lines().count(), 1, "{words}");
    assert!(words.starts_with("sabi: "), "{words}");
    assert_eq!(stdout(assert), "");
    words
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
