//! A server under load: its data folder, its disk, its students, and what the engine leaves in its folder.

use std::{
    collections::BTreeSet,
    fs,
    io::{Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;
use futures::future::join_all;
use rand::{RngExt as _, rngs::StdRng};
use sabi_api::client::Url;
use tokio::{task::JoinHandle, time::sleep};

use crate::{
    Plan, SEATS,
    shim::Shim,
    student::{Student, Tally},
    support::{Sandbox, Server, hall::Hall},
};

/// How long the load may take to get on, on a slow machine.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// The memory of the engine, by which it sizes the buffers that it fills before it writes a table.
#[derive(Debug, Clone, Copy)]
pub enum Memory {
    /// Buffers of 8 MiB.
    Small,
    /// The default.
    Usual,
    /// Buffers of 128 MiB.
    Large,
}

impl Memory {
    /// The address of the store in a data folder.
    pub fn address(self, engine: &str, data: &Path) -> String {
        let memory = match self {
            _ if engine != "rocksdb" => "",
            Self::Small => "&memory=64",
            Self::Usual => "",
            Self::Large => "&memory=1024",
        };
        format!("{engine}://{}?sync=every{memory}", data.join("store").display())
    }
}

/// A server and everything around it.
pub struct Site {
    pub sandbox: Sandbox,
    pub shim: Shim,
    pub tally: Arc<Tally>,
    pub evidence: Evidence,
    hall: Hall,
    engine: String,
    server: Option<Server>,
    students: Vec<Student>,
}

/// Students who sit.
pub type Sitting = Vec<JoinHandle<Result<Student>>>;

impl Site {
    /// A new site whose server runs.
    pub fn open(plan: &Plan, memory: Memory) -> Self {
        let (sandbox, hall) = plan.hall();
        Self::open_in(plan, sandbox, hall, memory)
    }

    /// A site in this folder.
    pub fn open_in(plan: &Plan, sandbox: Sandbox, hall: Hall, memory: Memory) -> Self {
        let shim = Shim::below(&sandbox.data(), &plan.shim);
        let evidence = Evidence::watch(sandbox.data().join("store"));
        let engine = plan.engine.clone();
        let tally = Arc::default();
        let mut site = Self { sandbox, shim, tally, evidence, hall, engine, server: None, students: Vec::new() };
        site.start(memory);
        site
    }

    /// Starts the server; says how long it took to be ready.
    pub fn start(&mut self, memory: Memory) -> Duration {
        let started = Instant::now();
        self.try_start(memory, PATIENCE).unwrap_or_else(|why| panic!("{why}"));
        started.elapsed()
    }

    /// Starts the server, if it is ready in time.
    pub fn try_start(&mut self, memory: Memory, patience: Duration) -> Result<(), String> {
        let mut command = self.sandbox.command(["serve", "--listen", "127.0.0.1:0"]);
        command.env("SABI_STORE", memory.address(&self.engine, &self.sandbox.data()));
        self.shim.arm(&mut command);
        self.server = Some(Server::try_start(command, &self.log_path(), patience)?);
        Ok(())
    }

    fn log_path(&self) -> PathBuf {
        self.sandbox.path("server.log")
    }

    /// The servers' log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.log_path()).unwrap()
    }

    /// The server's address.
    pub fn url(&self) -> Url {
        Url::parse(&self.server.as_ref().unwrap().url).unwrap()
    }

    /// All students sit down; the first time, they sign in.
    pub async fn sit(&mut self, rng: &mut StdRng) -> Sitting {
        if self.students.is_empty() {
            let log_in = |seat| Student::log_in(&self.hall, self.tally.clone(), self.url(), seat, rng.random());
            self.students = join_all((0..SEATS).map(log_in).collect::<Vec<_>>()).await;
        }
        let url = self.url();
        self.students.drain(..).map(|student| tokio::spawn(student.sit(url.clone()))).collect()
    }

    /// The bytes of all sheets that acknowledged saves wrote.
    pub fn bytes(&self) -> usize {
        self.tally.bytes.load(Ordering::Relaxed)
    }

    /// Waits until so much more was acknowledged.
    pub async fn write(&self, sitting: &mut Sitting, bytes: usize) {
        let enough = self.bytes() + bytes;
        self.wait(sitting, PATIENCE, "saves", || self.bytes() >= enough).await;
    }

    /// Waits until something is so, while everybody sits; says how long it took.
    pub async fn wait(&self, sitting: &mut Sitting, patience: Duration, what: &str, so: impl Fn() -> bool) -> Duration {
        let started = Instant::now();
        while !so() {
            if let Some(risen) = sitting.iter().position(JoinHandle::is_finished) {
                match sitting.swap_remove(risen).await.unwrap() {
                    Ok(_) => panic!("the server went away by itself: {}", self.log()),
                    Err(error) => panic!("{error:#}: {}", self.log()),
                }
            }
            assert!(started.elapsed() < patience, "no {what} within {patience:?}: {}", self.log());
            sleep(Duration::from_millis(1)).await;
        }
        started.elapsed()
    }

    /// The server's process.
    pub fn process(&self) -> u32 {
        self.server.as_ref().unwrap().id()
    }

    /// Waits until the server has stopped by itself while students use it; returns how long it took.
    pub async fn falls(&self, sitting: &Sitting, patience: Duration) -> Duration {
        let started = Instant::now();
        while !sitting.iter().all(JoinHandle::is_finished) {
            assert!(started.elapsed() < patience, "the server stands after {patience:?}: {}", self.log());
            sleep(Duration::from_millis(1)).await;
        }
        started.elapsed()
    }

    /// Kills the server, and asks the students back.
    pub async fn kill(&mut self, sitting: Sitting) {
        self.server.as_mut().unwrap().kill();
        for student in join_all(sitting).await {
            self.students.push(student.unwrap().unwrap_or_else(|error| panic!("{error:#}")));
        }
    }

    /// Ends the server as a service manager does; returns how long it took.
    pub fn terminate(&mut self) -> Duration {
        let asked = Instant::now();
        let status = self.server.as_mut().unwrap().terminate();
        assert!(status.success(), "{status:?}: {}", self.log());
        asked.elapsed()
    }

    /// Compares the responses that students got since the last time with the server's state.
    pub async fn check(&mut self) -> Result<()> {
        let url = self.url();
        for checked in join_all(self.students.iter_mut().map(|student| student.check(url.clone()))).await {
            checked?;
        }
        Ok(())
    }

    /// Compares all responses that students ever got.
    pub async fn check_all(&mut self) -> Result<()> {
        let url = self.url();
        for checked in join_all(self.students.iter_mut().map(|student| student.check_all(url.clone()))).await {
            checked?;
        }
        Ok(())
    }

    /// Whether the doctor, who reads all that is stored, finds nothing wrong; else what it says.
    pub fn doctor(&self) -> Result<(), String> {
        let said = self.sandbox.command(["doctor"]).output().unwrap();
        let words = String::from_utf8_lossy(&said.stdout).into_owned() + &String::from_utf8_lossy(&said.stderr);
        if said.status.success() { Ok(()) } else { Err(words) }
    }

    /// The response of `/readyz`.
    pub fn readyz(&self) -> u16 {
        let url = self.url();
        let mut line = TcpStream::connect((url.host_str().unwrap(), url.port().unwrap())).unwrap();
        line.set_read_timeout(Some(PATIENCE)).unwrap();
        line.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        line.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap_or_default().parse().unwrap()
    }

    /// The store's write-ahead logs.
    pub fn logs(&self) -> Vec<PathBuf> {
        files(&self.sandbox.data().join("store"), "log")
    }
}

/// The files of a folder with this ending, the largest first.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    files.sort_by_key(|path| std::cmp::Reverse(fs::metadata(path).map_or(0, |file| file.len())));
    files
}

/// Which files the engine made and took away again. Its own text log does not tell of flushes and
/// compactions at the level that it is kept at; its files do, because their numbers are never given twice.
pub struct Evidence {
    folder: PathBuf,
    seen: Arc<Mutex<BTreeSet<String>>>,
    over: Arc<AtomicBool>,
}

/// The findings.
pub struct Seen {
    /// Tables that were written.
    pub tables: usize,
    /// Tables that are gone, because a compaction merged them.
    pub merged: usize,
    /// Files of large values.
    pub large: usize,
}

impl Evidence {
    fn watch(folder: PathBuf) -> Self {
        let (seen, over) = (Arc::new(Mutex::new(BTreeSet::new())), Arc::new(AtomicBool::new(false)));
        let watch = Self { folder: folder.clone(), seen: seen.clone(), over: over.clone() };
        thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                seen.lock().unwrap().extend(names(&folder));
                thread::sleep(Duration::from_millis(10));
            }
        });
        watch
    }

    /// The findings so far.
    pub fn seen(&self) -> Seen {
        let (seen, now) = (self.seen.lock().unwrap(), names(&self.folder));
        let of = |ending: &str| seen.iter().filter(|name| name.ends_with(ending)).count();
        let merged = seen.iter().filter(|name| name.ends_with(".sst") && !now.contains(*name)).count();
        Seen { tables: of(".sst"), merged, large: of(".blob") }
    }

    /// That memtables were flushed, tables merged, and large values taken out of the log.
    pub fn assert_all(&self) -> Seen {
        let seen = self.seen();
        assert!(seen.tables > 1, "no memtable was flushed");
        assert!(seen.merged > 0, "no tables were compacted");
        assert!(seen.large > 0, "no large values left the log");
        seen
    }
}

impl Drop for Evidence {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect()
}
