//! Two servers over one database, each with its own data folder and network connection.

use std::{
    fs,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use futures::future::join_all;
use sabi_api::client::{Client, Url};
use sabi_core::people::LoginRequest;
use tokio::{task::JoinHandle, time::sleep};

use crate::{
    SEATS,
    database::{Database, http},
    proxy::Proxy,
    student::{Student, Tally},
    support::{PASSWORD, Sandbox, Server, hall::Hall},
};

/// How long anything may take on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// A super admin.
pub const BOSS: &str = "boss@sabi.test";

/// One server and what is around it.
pub struct Place {
    pub sandbox: Sandbox,
    pub line: Proxy,
    server: Option<Server>,
}

/// Everything.
pub struct Site {
    pub database: Database,
    pub places: [Place; 2],
    pub hall: Hall,
    pub tally: Arc<Tally>,
}

/// Students who sit.
pub type Sitting = Vec<JoinHandle<anyhow::Result<Student>>>;

impl Site {
    /// A database into which a hall was restored, and two servers that run.
    pub async fn open(program: &str, hall: &(Sandbox, Hall)) -> Self {
        let database = Database::start(program).await;
        let places = [Place::at(database.port).await, Place::at(database.port).await];
        for place in &places {
            fs::create_dir_all(place.sandbox.data()).unwrap();
            fs::copy(hall.0.data().join("secret.key"), place.sandbox.data().join("secret.key")).unwrap();
        }
        let backup = hall.0.path("hall.backup").display().to_string();
        let mut restore = places[0].sandbox.command(["restore", &backup]);
        restore.env("SABI_STORE", Database::address(database.port));
        let done = restore.output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let mut site = Self { database, places, hall: hall.1.clone(), tally: Arc::default() };
        site.start_both(&[]);
        site
    }

    /// Starts both servers at the same moment.
    pub fn start_both(&mut self, settings: &[(&str, &str)]) {
        std::thread::scope(|scope| {
            let starts: Vec<_> =
                self.places.iter_mut().map(|place| scope.spawn(move || place.start(settings))).collect();
            starts.into_iter().for_each(|start| start.join().unwrap());
        });
    }

    /// Ends both servers as a power cut would.
    pub fn kill_both(&mut self) {
        self.places.iter_mut().for_each(Place::kill);
    }

    /// The client of somebody who signs in at one of the servers.
    pub async fn client(&self, at: usize, email: &str) -> Client {
        Client::to_server(self.places[at].url(), Some(self.token(at, email).await)).unwrap()
    }

    /// The token of somebody who signs in at one of the servers.
    pub async fn token(&self, at: usize, email: &str) -> String {
        let request =
            LoginRequest { email: email.into(), password: PASSWORD.into(), bearer: true, otp: None, page: None };
        let signed_in = Client::to_server(self.places[at].url(), None).unwrap().log_in(&request).await.unwrap();
        signed_in.token.unwrap()
    }

    /// The clients at both servers of somebody who signs in at the first.
    pub async fn clients(&self, email: &str) -> [Client; 2] {
        let token = self.token(0, email).await;
        [0, 1].map(|at| Client::to_server(self.places[at].url(), Some(token.clone())).unwrap())
    }

    /// This many students, starting at this seat, who remember every acknowledgement.
    pub async fn students(&self, first: usize, count: usize) -> Vec<Student> {
        assert!(first + count <= SEATS);
        let seats = (first..first + count).map(|seat| {
            Student::log_in(&self.hall, self.tally.clone(), self.places[seat % 2].url(), seat, seat as u64)
        });
        join_all(seats.collect::<Vec<_>>()).await
    }

    /// Lets students sit at the servers by turns.
    pub fn sit(&self, students: Vec<Student>) -> Sitting {
        let at = |seat: usize| self.places[seat % 2].url();
        students.into_iter().enumerate().map(|(seat, student)| tokio::spawn(student.sit(at(seat)))).collect()
    }

    /// How many saves were acknowledged so far.
    pub fn saves(&self) -> usize {
        self.tally.saves.load(Ordering::Relaxed)
    }

    /// Waits until so many more saves were acknowledged.
    pub async fn more_saves(&self, sitting: &mut Sitting, more: usize) {
        let enough = self.saves() + more;
        let begun = Instant::now();
        while self.saves() < enough {
            if let Some(risen) = sitting.iter().position(JoinHandle::is_finished) {
                match sitting.swap_remove(risen).await.unwrap() {
                    Ok(_) => panic!("a server went away by itself"),
                    Err(error) => panic!("{error:#}: {}", self.logs()),
                }
            }
            assert!(begun.elapsed() < PATIENCE, "no saves within {PATIENCE:?}: {}", self.logs());
            sleep(Duration::from_millis(2)).await;
        }
    }

    /// Kills both servers while students use them, starts them again, and compares every acknowledgement with the state
    /// of both. Each student is checked at the server that they did not use.
    pub async fn check_all(&mut self, sitting: Sitting) {
        self.kill_both();
        let mut students = risen(sitting).await;
        self.start_both(&[]);
        for (seat, student) in students.iter_mut().enumerate() {
            let lost = student.check_all(self.places[(seat + 1) % 2].url()).await;
            lost.unwrap_or_else(|loss| panic!("{loss:#}: {}", self.logs()));
        }
    }

    /// The logs of both servers.
    pub fn logs(&self) -> String {
        let read = |place: &Place| fs::read_to_string(place.sandbox.path("server.log")).unwrap_or_default();
        self.places.iter().map(read).map(|log| last(&log)).collect::<Vec<_>>().join("\n--- and the other server:\n")
    }

    /// The doctor finds nothing, so nothing was counted twice.
    pub fn assert_whole(&self) {
        let mut doctor = self.places[0].sandbox.command(["bank", "recount", "--dry-run", "--json"]);
        doctor.env("SABI_STORE", Database::address(self.database.port));
        let said = doctor.output().unwrap();
        let words = String::from_utf8_lossy(&said.stdout).into_owned() + &String::from_utf8_lossy(&said.stderr);
        assert!(said.status.success(), "{words}");
        let mut drifted = String::from_utf8_lossy(&said.stdout).into_owned();
        drifted.retain(|letter| !letter.is_whitespace());
        assert!(matches!(drifted.as_str(), "" | "[]"), "{words}");
    }
}

impl Place {
    /// One whose line leads to this port.
    pub async fn at(database: u16) -> Self {
        Self { sandbox: Sandbox::new(), line: Proxy::to(database).await, server: None }
    }

    /// Starts the server, with more settings than it has always.
    pub fn start(&mut self, settings: &[(&str, &str)]) {
        let mut command = self.sandbox.command(["serve", "--listen", "127.0.0.1:0"]);
        command.env("SABI_STORE", Database::address(self.line.port)).envs(settings.iter().copied());
        self.server = Some(Server::start(command, &self.sandbox.path("server.log")));
    }

    pub fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            server.kill();
        }
    }

    /// The server's address.
    pub fn url(&self) -> Url {
        self.server.as_ref().unwrap().url.parse().unwrap()
    }

    /// The server's response to this request.
    pub fn get(&self, path: &str) -> String {
        let port = self.url().port().unwrap();
        http(port, &format!("GET {path} HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n")).unwrap()
    }

    /// Whether `/readyz` answers that it is.
    pub fn is_ready(&self) -> bool {
        let answer = self.get("/readyz");
        assert!(answer.contains(" 200 ") || answer.contains(" 503 "), "{answer}");
        answer.contains(" 200 ")
    }

    /// Waits until `/readyz` answers so; says how long it took.
    pub async fn becomes_ready(&self, ready: bool) -> Duration {
        let begun = Instant::now();
        while self.is_ready() != ready {
            assert!(begun.elapsed() < Duration::from_secs(60), "not within a minute");
            sleep(Duration::from_millis(50)).await;
        }
        begun.elapsed()
    }

    /// How many files of its data folder's folder end so.
    pub fn files(&self, folder: &str, ending: &str) -> usize {
        let Ok(entries) = fs::read_dir(self.sandbox.data().join(folder)) else { return 0 };
        entries.filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().ends_with(ending)).count()
    }
}

/// Students whose server has gone away.
pub async fn risen(sitting: Sitting) -> Vec<Student> {
    let sat = join_all(sitting).await;
    sat.into_iter().map(|student| student.unwrap().unwrap_or_else(|error| panic!("{error:#}"))).collect()
}

/// Waits until something is so.
pub async fn until(what: &str, mut so: impl AsyncFnMut() -> bool) -> Duration {
    let begun = Instant::now();
    while !so().await {
        assert!(begun.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}");
        sleep(Duration::from_millis(50)).await;
    }
    begun.elapsed()
}

/// The end of a log.
fn last(log: &str) -> String {
    let lines: Vec<_> = log.lines().collect();
    lines[lines.len().saturating_sub(25)..].join("\n")
}
