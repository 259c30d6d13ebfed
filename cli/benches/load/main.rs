//! Measures what the built server answers over HTTP on one core, and the memory that it takes, while
//! the other core asks. Prints a table; it asserts nothing, because a machine's speed is not a test.

#![cfg(test)]

mod backlog;
#[path = "../../tests/support/mod.rs"]
mod support;

use std::{
    env, fs, io,
    io::{Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use axum::{Router, http::header, routing::get};
use futures::future::join_all;
use sabi_api::client::{Client, Started};
use sabi_core::{
    exam::{Answer, Attempt, QuestionView, SaveAnswers, StartAttempt, SyncState},
    people::LoginRequest,
    store::Id,
};
use support::{
    PASSWORD, Server,
    hall::{self, Hall, blocking},
    memory, offline,
};
use tokio::time::{interval, sleep};

/// Students who ask at once.
const CLASS: usize = 32;
/// Tests that each of the others starts; with a mock it is nearly all that may run at once (ruling 30).
const EACH: usize = 8;
/// Students in all.
const SCHOOL: usize = CLASS + STARTS / EACH;
/// Questions of a test.
const QUESTIONS: usize = 40;
/// Tests started one after the other.
const STARTS: usize = 4_000;
/// Running tests of which each saves once a second.
const RUNNING: usize = 2_000;
/// For how long they do.
const EXAM: Duration = Duration::from_secs(30);
/// Students who take tests while others hand in what they did offline, and how many each takes.
const SAVERS: usize = 250;
const SAVED_EACH: usize = 2;
/// Tests taken offline that a school hands in together: ten each of 2,000 students.
const SYNCED: usize = 20_000;
/// How many of them a call hands in.
const SYNCED_AT_ONCE: usize = 10;
/// How many save at once: one, a class, and a hall.
const SAVING: [usize; 3] = [1, 8, CLASS];
/// The requirements: saves a second, and the time within which 99 of 100 are acknowledged.
const SAVING_BUDGETS: [(&str, &str); 3] = [("", ""), (">= 4000", "<= 4"), (">= 6500", "<= 10")];
/// The bytes of an answer sheet, as far as the disk is concerned.
const SHEET: usize = 4_500;
/// First calls are not measured.
const WARM_UP: Duration = Duration::from_secs(1);
/// How long each kind of call is asked for.
const SPELL: Duration = Duration::from_secs(10);
/// The pages that everybody reads.
const PUBLIC: &str = "/api/v1/get-categories";
/// Connections over which it is read.
const READERS: usize = 8;
/// Names the file that this program serves, where it is the bare server beside which ours is held.
const BARE: &str = "SABI_BENCH_BARE";

fn main() {
    if let Some(file) = env::var_os(BARE) {
        let body = axum::body::Bytes::from(fs::read(file).unwrap());
        return blocking(async move || serve_bare(body).await).unwrap();
    }
    let (sandbox, hall) = Hall::build(SCHOOL);
    run_on(std::process::id(), "1");
    let log = sandbox.path("server.log");
    let mut server = Server::start(on_one_core(&sandbox.command(["serve", "--listen", "127.0.0.1:0"])), &log);
    compare_public_reads(&server, &sandbox.path("body"), &log);
    let disk = sandbox.path("appended");
    let (hall, quiet) = blocking(async move || {
        let quiet = measure(&server, &hall, &disk).await;
        server.terminate();
        (hall, quiet)
    })
    .unwrap();
    backlog::measure(&sandbox, hall, quiet);
}

/// Runs all threads of a process on these cores.
fn run_on(process: u32, cores: &str) {
    Command::new("taskset").args(["-acp", cores, &process.to_string()]).output().unwrap();
}

/// The command on the first core, with the threads of the two that it gets later. Without a second core it shares
/// the first with those who ask.
fn on_one_core(plain: &Command) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", "0"]).arg(plain.get_program()).args(plain.get_args());
    command.env_clear().envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("TOKIO_WORKER_THREADS", "2");
    command
}

/// Holds what everybody reads against a server that does nothing but send the same bytes.
fn compare_public_reads(server: &Server, body: &Path, log: &Path) {
    let (ours, bytes) = reads(server);
    fs::write(body, bytes).unwrap();
    let mut bare = Command::new(env::current_exe().unwrap());
    bare.env(BARE, body);
    let (bare, _) = reads(&Server::start(on_one_core(&bare), log));
    row("public reads", "1/s", ours, "");
    row("the same bytes by a bare axum route", "1/s", bare, "");
    row("  public reads to bare ones", "", ours / bare, ">= 0.6");
}

/// Serves these bytes, with nothing around them.
async fn serve_bare(body: axum::body::Bytes) {
    let answer = move || {
        let body = body.clone();
        async move { ([(header::CONTENT_TYPE, "application/json")], body) }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("Sabi is ready at http://{}", listener.local_addr().unwrap());
    axum::serve(listener, Router::new().route(PUBLIC, get(answer))).await.unwrap();
}

/// How often what everybody reads is read a second, and its bytes.
fn reads(server: &Server) -> (f64, Vec<u8>) {
    let read = |address: String| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        let ask = format!("GET {PUBLIC} HTTP/1.1\r\nhost: sabi.test\r\n\r\n");
        stream.write_all(ask.as_bytes()).unwrap();
        // The first answer tells how long all of them are.
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.extend(byte);
        }
        let text = String::from_utf8(head).unwrap().to_lowercase();
        let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse().unwrap();
        let mut body = vec![0; length];
        stream.read_exact(&mut body).unwrap();
        let mut answer = vec![0; text.len() + length];
        let (started, mut done) = (Instant::now(), 0);
        while started.elapsed() < SPELL {
            stream.write_all(ask.as_bytes()).unwrap();
            stream.read_exact(&mut answer).unwrap();
            done += 1;
        }
        assert!(answer.ends_with(&body), "the answers are all alike");
        (f64::from(done) / started.elapsed().as_secs_f64(), body)
    };
    let address = server.url.strip_prefix("http://").unwrap();
    let begin = |_| {
        let address = address.to_owned();
        thread::spawn(move || read(address))
    };
    let readers: Vec<_> = (0..READERS).map(begin).collect();
    let done: Vec<_> = readers.into_iter().map(|reader| reader.join().unwrap()).collect();
    (done.iter().map(|(rate, _)| rate).sum(), done.into_iter().next().unwrap().1)
}

/// Measures everything except the backlog. Returns how many answers a class saves a second.
async fn measure(server: &Server, hall: &Hall, disk: &Path) -> f64 {
    row("memory, ready", "MiB", resident(server), "< 200");
    let started = Instant::now();
    let class = log_in(server, SCHOOL).await;
    row("sign-ins, 8 at once", "1/s", SCHOOL as f64 / started.elapsed().as_secs_f64(), "");

    let rate =
        spell(server, &class[..CLASS], async |client: Arc<Client>, enough: Arc<AtomicBool>, done: Arc<AtomicUsize>| {
            while !enough.load(Ordering::Relaxed) {
                client.me().await.unwrap();
                done.fetch_add(1, Ordering::Relaxed);
            }
        })
        .await;
    report("own accounts read", &rate);

    let ask = Arc::new(test_of_forty(hall));
    let mut quiet = 0.0;
    for (students, budgets) in SAVING.into_iter().zip(SAVING_BUDGETS) {
        let saved = save_at_once(server, &class[..students], &ask).await;
        saved.report(&format!("answers saved, {students} at once"), budgets);
        quiet = saved.rate;
        let appended = appends(disk, students);
        row(&format!("  appends of {SHEET} bytes with fsync, {students} at once"), "1/s", appended, "");
    }
    let rate =
        spell(server, &class[..CLASS], async |client: Arc<Client>, enough: Arc<AtomicBool>, done: Arc<AtomicUsize>| {
            let attempt = running(&client).await.remove(0);
            while !enough.load(Ordering::Relaxed) {
                client.find_attempt(&attempt).await.unwrap();
                done.fetch_add(1, Ordering::Relaxed);
            }
        })
        .await;
    report(&format!("tests of {QUESTIONS} questions resumed"), &rate);
    let rate =
        spell(server, &class[..CLASS], async |client: Arc<Client>, enough: Arc<AtomicBool>, done: Arc<AtomicUsize>| {
            while !enough.load(Ordering::Relaxed) {
                let _: serde_json::Value = client.get("/me/exams", &[]).await.unwrap();
                done.fetch_add(1, Ordering::Relaxed);
            }
        })
        .await;
    report("own exams read", &rate);

    let before = resident(server);
    let started = Instant::now();
    let lots = class[CLASS..].chunks((STARTS / EACH).div_ceil(CLASS));
    let probe = Probe::start(server);
    let sat = join_all(lots.map(|lot| {
        let (lot, ask) = (lot.to_vec(), ask.clone());
        tokio::spawn(async move {
            let mut sat = Vec::new();
            for client in lot {
                for _ in 0..EACH {
                    sat.push(Sitting::of(client.clone(), client.start_attempt(&ask).await.unwrap()));
                }
            }
            sat
        })
    }))
    .await;
    let took = started.elapsed();
    let mut sat: Vec<Sitting> = sat.into_iter().flat_map(Result::unwrap).collect();
    report("tests of 40 questions started", &(STARTS as f64 / took.as_secs_f64(), probe.end()));
    row("memory before those starts", "MiB", before, "");
    row(&format!("memory after {STARTS} starts"), "MiB", resident(server), "< 300");

    for process in [server.id(), std::process::id()] {
        run_on(process, "0,1");
    }
    println!("On both cores, which the server shares with those who ask:");
    // The ones that were started last, as those who sit at the same time did.
    save_once_a_second(sat.split_off(sat.len() - RUNNING)).await;
    start_together(&class[CLASS..], &hall.mock).await;
    let (savers, others) = class[CLASS..].split_at(SAVERS);
    sync_together(savers, others, &hall.practice).await;
    quiet
}

/// Logs this many students in, eight at a time: one core verifies no more, and their common IP address has its limits.
async fn log_in(server: &Server, students: usize) -> Vec<Arc<Client>> {
    let address = || server.url.parse().unwrap();
    let log_in = async |seat: usize| {
        let ask =
            LoginRequest { email: hall::email(seat), password: PASSWORD.into(), bearer: true, otp: None, page: None };
        let token = Client::to_server(address(), None).unwrap().log_in(&ask).await.unwrap().token;
        Arc::new(Client::to_server(address(), token).unwrap())
    };
    let mut class = Vec::with_capacity(students);
    for seats in (0..students).collect::<Vec<_>>().chunks(8) {
        class.extend(join_all(seats.iter().map(|seat| log_in(*seat))).await);
    }
    class
}

/// A test of [`QUESTIONS`] questions.
fn test_of_forty(hall: &Hall) -> StartAttempt {
    StartAttempt {
        question_limit: Some(QUESTIONS),
        subjects: hall.practice.subjects[..1].to_vec(),
        ..hall.practice.clone()
    }
}

/// How fast answers were saved.
struct SaveSpeed {
    /// Saves a second.
    rate: f64,
    /// The time within which 99 of 100 were acknowledged, in milliseconds.
    p99: f64,
    /// The slowest answer of `/healthz` meanwhile.
    slowest: Duration,
}

impl SaveSpeed {
    /// Prints it, with the budgets of the rate and of the time.
    fn report(&self, what: &str, budgets: (&str, &str)) {
        row(what, "1/s", self.rate, budgets.0);
        row("  99 of 100 are acknowledged within", "ms", self.p99, budgets.1);
        row("  the slowest of /healthz meanwhile", "ms", self.slowest.as_secs_f64() * 1000.0, "< 50");
    }
}

/// These students change one answer after the other, each in a test of their own.
async fn save_at_once(server: &Server, class: &[Arc<Client>], ask: &StartAttempt) -> SaveSpeed {
    let mut sat = Vec::new();
    for client in class {
        sat.push(Sitting::of(client.clone(), client.start_attempt(ask).await.unwrap()));
    }
    let (probe, begun) = (Probe::start(server), Instant::now());
    let saves = sat.into_iter().map(|mut sitting| {
        tokio::spawn(async move {
            let mut took = Vec::new();
            while begun.elapsed() < WARM_UP + SPELL {
                let asked = Instant::now();
                sitting.save().await;
                if begun.elapsed() > WARM_UP {
                    took.push(asked.elapsed());
                }
            }
            took
        })
    });
    let saves: Vec<_> = saves.collect();
    let mut took: Vec<Duration> = join_all(saves).await.into_iter().flat_map(Result::unwrap).collect();
    let slowest = probe.end();
    took.sort_unstable();
    let rate = took.len() as f64 / SPELL.as_secs_f64();
    let p99 = took[(took.len() - 1) * 99 / 100].as_secs_f64() * 1000.0;
    SaveSpeed { rate, p99, slowest }
}

/// How often this many threads append a sheet to a file of their own and wait until it is on the disk, a second: what
/// saves could reach without a database.
fn appends(path: &Path, threads: usize) -> f64 {
    let begun = Instant::now();
    let append = |number: usize| {
        let path = path.with_extension(number.to_string());
        thread::spawn(move || {
            let (mut file, sheet) = (fs::File::create(&path).unwrap(), [b'a'; SHEET]);
            let mut done = 0;
            while begun.elapsed() < SPELL {
                file.write_all(&sheet).unwrap();
                file.sync_data().unwrap();
                done += 1;
            }
            fs::remove_file(&path).unwrap();
            done
        })
    };
    let threads: Vec<JoinHandle<u32>> = (0..threads).map(append).collect();
    let done: u32 = threads.into_iter().map(|one| one.join().unwrap()).sum();
    f64::from(done) / begun.elapsed().as_secs_f64()
}

/// The running tests of a student.
async fn running(client: &Client) -> Vec<Id<Attempt>> {
    let found: serde_json::Value = client.get("/attempts", &[("state".into(), "running".into())]).await.unwrap();
    let all = found["data"].as_array().unwrap().iter();
    all.map(|attempt| serde_json::from_value(attempt["_id"].clone()).unwrap()).collect()
}

/// A school comes back into the network: tests that were taken offline arrive ten a call, while others take tests.
async fn sync_together(savers: &[Arc<Client>], students: &[Arc<Client>], ask: &StartAttempt) {
    let mut saving = Vec::new();
    for client in savers {
        for id in running(client).await.into_iter().take(SAVED_EACH) {
            saving.push(Sitting::of(client.clone(), client.find_attempt(&id).await.unwrap()));
        }
    }
    let mut packs = Vec::new();
    for client in students {
        // A running mock of the same subjects would make the tests wait.
        for id in running(client).await {
            client.post::<serde_json::Value>(&format!("/attempts/{id}/cancel"), &()).await.unwrap();
        }
        packs.push(offline::download(client, ask).await.unwrap());
    }
    let enough = Arc::new(AtomicBool::new(false));
    let (running, share) = (saving.len(), Duration::from_secs(1) / u32::try_from(saving.len()).unwrap());
    let saves = saving.into_iter().zip(0..).map(|(mut sitting, place)| {
        let enough = enough.clone();
        tokio::spawn(async move {
            sleep(share * place).await;
            let (mut beat, mut took) = (interval(Duration::from_secs(1)), Vec::new());
            while !enough.load(Ordering::Relaxed) {
                beat.tick().await;
                let asked = Instant::now();
                sitting.save().await;
                took.push(asked.elapsed());
            }
            took
        })
    });
    let saves: Vec<_> = saves.collect();
    let calls = SYNCED / SYNCED_AT_ONCE / students.len();
    let begun = Instant::now();
    let syncs = students.iter().zip(packs).map(|(client, pack)| {
        let (client, ask) = (client.clone(), ask.clone());
        tokio::spawn(async move {
            for call in 0..calls {
                let numbers = call * SYNCED_AT_ONCE..(call + 1) * SYNCED_AT_ONCE;
                let tests: Vec<_> = numbers.map(|number| offline::test(&pack, &ask, number)).collect();
                let synced = offline::hand_in(&client, &tests).await.unwrap();
                assert!(synced.iter().all(|one| one.state == SyncState::Stored), "{synced:?}");
            }
        })
    });
    join_all(syncs).await.into_iter().for_each(Result::unwrap);
    let took = begun.elapsed().as_secs_f64();
    enough.store(true, Ordering::Relaxed);
    let mut saved: Vec<Duration> = join_all(saves).await.into_iter().flat_map(Result::unwrap).collect();
    saved.sort_unstable();
    let stored = calls * SYNCED_AT_ONCE * students.len();
    row(&format!("{stored} tests taken offline, handed in"), "s", took * SYNCED as f64 / stored as f64, "< 60");
    let slow = saved[(saved.len() - 1) * 99 / 100].as_secs_f64() * 1000.0;
    row(&format!("  99 of 100 saves of {running} tests meanwhile"), "ms", slow, "< 200");
}

/// All of these students start a mock at the same moment.
async fn start_together(students: &[Arc<Client>], mock: &StartAttempt) {
    let begun = Instant::now();
    let starts = students.iter().map(|client| {
        let (client, mock) = (client.clone(), mock.clone());
        tokio::spawn(async move { client.start_attempt(&mock).await.unwrap().paper.total_questions })
    });
    let papers = join_all(starts).await;
    let took = begun.elapsed().as_secs_f64();
    let papers: Vec<usize> = papers.into_iter().map(Result::unwrap).collect();
    assert!(papers.iter().all(|questions| questions == &papers[0]), "each has a whole paper");
    let what = format!("{} mocks of {} questions, started together", papers.len(), papers[0]);
    row(&what, "s", took, "< 5");
}

/// Each of these tests saves an answer once a second, not all at the same moment.
async fn save_once_a_second(sat: Vec<Sitting>) {
    let (running, share) = (sat.len(), Duration::from_secs(1) / u32::try_from(sat.len()).unwrap());
    let saves = sat.into_iter().zip(0..).map(|(mut sitting, place)| {
        tokio::spawn(async move {
            sleep(share * place).await;
            let (mut beat, mut took) = (interval(Duration::from_secs(1)), Vec::new());
            let begun = Instant::now();
            while begun.elapsed() < EXAM {
                beat.tick().await;
                let asked = Instant::now();
                sitting.save().await;
                took.push(asked.elapsed());
            }
            took
        })
    });
    let mut took: Vec<Duration> = join_all(saves).await.into_iter().flat_map(Result::unwrap).collect();
    took.sort_unstable();
    let millis = |share: usize| took[(took.len() - 1) * share / 100].as_secs_f64() * 1000.0;
    row(&format!("{running} tests that save once a second"), "1/s", took.len() as f64 / EXAM.as_secs_f64(), "");
    for (what, share, budget) in [("half", 50, ""), ("99 of 100", 99, "< 200"), ("all", 100, "")] {
        row(&format!("  {what} are acknowledged within"), "ms", millis(share), budget);
    }
}

/// A test as its student's device knows it.
struct Sitting {
    client: Arc<Client>,
    attempt: Id<Attempt>,
    /// Each question with its options.
    items: Vec<QuestionView>,
    revision: u64,
    turn: usize,
}

impl Sitting {
    fn of(client: Arc<Client>, started: Started) -> Self {
        let Started { attempt, paper, .. } = started;
        let items = paper.subjects.into_iter().flat_map(|subject| subject.questions).collect();
        Self { client, attempt: attempt.id, items, revision: attempt.revision, turn: 0 }
    }

    /// Changes the next answer.
    async fn save(&mut self) {
        let item = &self.items[self.turn % self.items.len()];
        let option = &item.options[self.turn / self.items.len() % item.options.len()];
        let answer =
            Answer { question: Some(item.id.clone()), theory: None, answer: Some(option.id.to_string()), at: None };
        let save = SaveAnswers {
            revision: self.revision,
            answers: vec![answer],
            review: None,
            seen: Vec::new(),
            mark: Vec::new(),
        };
        self.revision = self.client.save_answers(&self.attempt, &save).await.unwrap().revision;
        self.turn += 1;
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
    sleep(WARM_UP).await;
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

/// Checks twenty times a second, from its own thread, whether the server answers, until stopped; keeps the slowest
/// answer.
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
    memory(server.id(), "VmRSS").unwrap()
}

fn report(what: &str, (rate, slowest): &(f64, Duration)) {
    row(&format!("{what}, {CLASS} at once"), "1/s", *rate, "");
    row("  the slowest of /healthz meanwhile", "ms", slowest.as_secs_f64() * 1000.0, "< 50");
}

fn row(what: &str, unit: &str, value: f64, budget: &str) {
    println!("{what:<55} {value:>10.1} {unit:<12} {budget}");
}
