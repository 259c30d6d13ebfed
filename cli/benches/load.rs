//! Measures what the built server answers over HTTP on one core, and the memory that it takes, while
//! the other core asks. Prints a table; it asserts nothing, because a machine's speed is not a test.

#![cfg(test)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::{
    fs, io,
    io::Write as _,
    net::TcpStream,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use futures::future::join_all;
use sabi_api::client::{Client, Started};
use sabi_core::{
    accounts::SignIn,
    exam::{Answer, SaveAnswers, StartAttempt},
};
use support::{
    PASSWORD, Server,
    hall::{self, Hall, blocking},
};
use tokio::time::sleep;

/// Students who ask at once.
const CLASS: usize = 32;
/// Tests that each of the others starts: more must not run at once (ruling 30).
const EACH: usize = 10;
/// Students in all.
const SCHOOL: usize = CLASS + STARTS / EACH;
/// Questions of a test.
const QUESTIONS: usize = 40;
/// Tests started one after the other.
const STARTS: usize = 4_000;
/// How long each kind of call is asked for.
const SPELL: Duration = Duration::from_secs(10);

fn main() {
    let (sandbox, hall) = Hall::build(SCHOOL);
    Command::new("taskset").args(["-cp", "1", &std::process::id().to_string()]).output().unwrap();
    // Without a second core the server shares the one with those who ask.
    let mut command = Command::new("taskset");
    let serve = sandbox.command(["serve", "--listen", "127.0.0.1:0"]);
    command.args(["-c", "0"]).arg(serve.get_program()).args(serve.get_args());
    command.env_clear().envs(serve.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let server = Server::start(command, &sandbox.path("server.log"));
    blocking(async move || measure(&server, &hall).await).unwrap();
}

async fn measure(server: &Server, hall: &Hall) {
    row("memory, ready", "MiB", resident(server), "< 200");
    let sign_in = async |seat: usize| {
        let ask = SignIn { email: hall::email(seat), password: PASSWORD.into(), bearer: true, door: None };
        let token = Client::to_server(server.url.parse().unwrap(), None).unwrap().sign_in(&ask).await.unwrap().token;
        Client::to_server(server.url.parse().unwrap(), token).unwrap()
    };
    // As many at once as one core verifies; the address they share has its limits.
    let mut students = Vec::new();
    let started = Instant::now();
    for seats in (0..SCHOOL).collect::<Vec<_>>().chunks(8) {
        students.extend(join_all(seats.iter().map(|seat| sign_in(*seat))).await);
    }
    row("sign-ins, 8 at once", "1/s", SCHOOL as f64 / started.elapsed().as_secs_f64(), "");

    let class: Vec<Arc<Client>> = students.into_iter().map(Arc::new).collect();
    let rate =
        spell(server, &class[..CLASS], async |client: Arc<Client>, enough: Arc<AtomicBool>, done: Arc<AtomicUsize>| {
            while !enough.load(Ordering::Relaxed) {
                client.me().await.unwrap();
                done.fetch_add(1, Ordering::Relaxed);
            }
        })
        .await;
    report("own accounts read", &rate);

    let ask = StartAttempt {
        question_limit: Some(QUESTIONS),
        subjects: hall.practice.subjects[..1].to_vec(),
        ..hall.practice.clone()
    };
    let ask = Arc::new(ask);
    let rate = spell(server, &class[..CLASS], |client, enough, done| sit(client, ask.clone(), enough, done)).await;
    report("answers saved", &rate);

    let before = resident(server);
    let started = Instant::now();
    let lots = class[CLASS..].chunks((STARTS / EACH).div_ceil(CLASS));
    let probe = Probe::start(server);
    join_all(lots.map(|lot| {
        let (lot, ask) = (lot.to_vec(), ask.clone());
        tokio::spawn(async move {
            for client in lot {
                for _ in 0..EACH {
                    client.start_attempt(&ask).await.unwrap();
                }
            }
        })
    }))
    .await;
    let took = started.elapsed();
    report("tests of 40 questions started", &(STARTS as f64 / took.as_secs_f64(), probe.end()));
    row("memory before those starts", "MiB", before, "");
    row(&format!("memory after {STARTS} starts"), "MiB", resident(server), "< 300");
}

/// Starts a test and changes one answer after the other until it is enough.
async fn sit(client: Arc<Client>, ask: Arc<StartAttempt>, enough: Arc<AtomicBool>, done: Arc<AtomicUsize>) {
    let Started { attempt, paper, .. } = client.start_attempt(&ask).await.unwrap();
    let items: Vec<_> = paper.subjects.into_iter().flat_map(|subject| subject.questions).collect();
    let mut revision = attempt.revision;
    for turn in 0.. {
        if enough.load(Ordering::Relaxed) {
            break;
        }
        let item = &items[turn % items.len()];
        let option = &item.options[turn / items.len() % item.options.len()];
        let answer =
            Answer { question: Some(item.id.clone()), theory: None, answer: Some(option.id.to_string()), at: None };
        let save = SaveAnswers { revision, answers: vec![answer], review: None, seen: Vec::new() };
        revision = client.save_answers(&attempt.id, &save).await.unwrap().revision;
        done.fetch_add(1, Ordering::Relaxed);
    }
}

/// Lets everybody ask for a while: calls a second, and the slowest `/healthz` meanwhile.
async fn spell<F: Future<Output = ()> + Send + 'static>(
    server: &Server,
    class: &[Arc<Client>],
    call: impl Fn(Arc<Client>, Arc<AtomicBool>, Arc<AtomicUsize>) -> F,
) -> (f64, Duration) {
    let (enough, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let calls: Vec<_> =
        class.iter().map(|client| tokio::spawn(call(client.clone(), enough.clone(), done.clone()))).collect();
    // What is read for the first time is not what is measured.
    sleep(Duration::from_secs(1)).await;
    let (from, started) = (done.load(Ordering::Relaxed), Instant::now());
    let probe = Probe::start(server);
    sleep(SPELL).await;
    let rate = (done.load(Ordering::Relaxed) - from) as f64 / started.elapsed().as_secs_f64();
    let slowest = probe.end();
    enough.store(true, Ordering::Relaxed);
    for call in calls {
        call.await.unwrap();
    }
    (rate, slowest)
}

/// Asks whether the server lives, twenty times a second, from a thread of its own until it is told to
/// stop; the slowest answer.
struct Probe {
    stop: Arc<AtomicBool>,
    asks: JoinHandle<Duration>,
}

impl Probe {
    fn start(server: &Server) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, address) = (stop.clone(), server.url.strip_prefix("http://").unwrap().to_owned());
        let asks = thread::spawn(move || {
            let mut slowest = Duration::ZERO;
            while !stopped.load(Ordering::Relaxed) {
                let asked = Instant::now();
                let mut stream = TcpStream::connect(&address).unwrap();
                stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: sabi.test\r\nconnection: close\r\n\r\n").unwrap();
                let answer = io::read_to_string(stream).unwrap();
                slowest = slowest.max(asked.elapsed());
                assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
                thread::sleep(Duration::from_millis(50));
            }
            slowest
        });
        Self { stop, asks }
    }

    fn end(self) -> Duration {
        self.stop.store(true, Ordering::Relaxed);
        self.asks.join().unwrap()
    }
}

/// The memory that the server holds, in MiB.
fn resident(server: &Server) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1024.0
}

fn report(what: &str, (rate, slowest): &(f64, Duration)) {
    row(&format!("{what}, {CLASS} at once"), "1/s", *rate, "");
    row("  the slowest of /healthz meanwhile", "ms", slowest.as_secs_f64() * 1000.0, "< 50");
}

fn row(what: &str, unit: &str, value: f64, budget: &str) {
    println!("{what:<55} {value:>10.1} {unit:<12} {budget}");
}
