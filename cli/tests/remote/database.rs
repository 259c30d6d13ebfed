//! A SurrealDB server in a separate process.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command},
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;
use tokio::time::sleep;

/// With signs that an address must write otherwise.
const PASSWORD: &str = "mango & palm@19";
/// The same in an address.
const IN_ADDRESS: &str = "mango%20%26%20palm%4019";
/// `root:PASSWORD`, as HTTP has it.
const BASIC: &str = "cm9vdDptYW5nbyAmIHBhbG1AMTk=";

/// A database server, killed with the test.
pub struct Database {
    program: PathBuf,
    folder: TempDir,
    child: Child,
    pub port: u16,
}

impl Database {
    /// An empty one, once it answers.
    pub async fn start(program: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = PathBuf::from(program);
        let (child, port) = run(&program, &folder).await;
        Self { program, folder, child, port }
    }

    /// The store's address for a server that reaches it at this port.
    pub fn address(port: u16) -> String {
        format!("ws://root:{IN_ADDRESS}@127.0.0.1:{port}")
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again over what it has written; its port is another one.
    pub async fn restart(&mut self) {
        (self.child, self.port) = run(&self.program, &self.folder).await;
    }

    /// The values that a query gives, past every server of ours.
    pub fn ask(&self, sql: &str) -> Value {
        let head = format!(
            "POST /sql HTTP/1.0\r\nauthorization: Basic {BASIC}\r\naccept: application/json\r\nsurreal-ns: \
             sabi\r\nsurreal-db: sabi\r\ncontent-length: {}\r\n\r\n{sql}",
            sql.len()
        );
        let answer = http(self.port, &head).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        let mut results: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"));
        let last = results.as_array_mut().and_then(Vec::pop).unwrap_or_else(|| panic!("{answer}"));
        assert_eq!(last["status"], "OK", "{sql}: {answer}");
        last["result"].clone()
    }

    /// How many rows a query finds.
    pub fn count(&self, rows: &str) -> usize {
        self.ask(&format!("SELECT VALUE id FROM {rows}")).as_array().unwrap().len()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs it on a free port. Somebody may take that meanwhile: then it is tried on another.
async fn run(program: &PathBuf, folder: &TempDir) -> (Child, u16) {
    let log = folder.path().join("log");
    for _ in 0..3 {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let lines = fs::File::options().create(true).append(true).open(&log).unwrap();
        let path = format!("rocksdb://{}?sync=every", folder.path().join("store").display());
        let mut command = Command::new(program);
        command.args(["start", "--no-banner", "--log", "warn", "--user", "root", "--pass", PASSWORD]);
        command.args(["--bind", &format!("127.0.0.1:{port}"), &path]);
        let mut child = command.stdout(lines.try_clone().unwrap()).stderr(lines).spawn().unwrap();
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() && begun.elapsed() < Duration::from_secs(60) {
            if http(port, "GET /health HTTP/1.0\r\n\r\n").is_ok_and(|answer| answer.contains(" 200 ")) {
                return (child, port);
            }
            sleep(Duration::from_millis(50)).await;
        }
        let _ = child.kill();
        let _ = child.wait();
    }
    panic!("the database does not start: {}", fs::read_to_string(log).unwrap_or_default());
}

/// The response at a port of this machine.
pub fn http(port: u16, request: &str) -> io::Result<String> {
    let mut line = TcpStream::connect(("127.0.0.1", port))?;
    line.set_read_timeout(Some(Duration::from_secs(60)))?;
    line.write_all(request.as_bytes())?;
    let mut answer = String::new();
    line.read_to_string(&mut answer)?;
    Ok(answer)
}
