//! Two days of a school of 300 students within twenty minutes, against the built server: whether its memory stays
//! flat and nothing fails. Prints what it sees, and ends with a failure where memory grew by more than a tenth from
//! the end of the first day to the end of the second, where a call failed, or where the log tells of a fault.
//!
//! `make soak MINUTES=5` makes both days together shorter; `MEMORY=160` gives the embedded engine so many MiB.

#![cfg(test)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::{
    env, fs,
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use sabi_api::client::Client;
use sabi_core::{
    exam::{Answer, SaveAnswers, SubmitResult},
    grading::{Grade, SaveGrades},
    people::LoginRequest,
    records::ListQuery,
};
use serde_json::Value;
use support::{
    PASSWORD, Server, graders,
    hall::{self, Hall, blocking},
};
use tokio::time::{Instant as Moment, sleep, sleep_until};

/// The school's students and teachers.
const STUDENTS: usize = 300;
/// Tests that each sits in a day.
const TESTS: usize = 4;
/// Saves of a test.
const SAVES: usize = 40;
/// How often memory is looked at.
const LOOK: Duration = Duration::from_secs(10);
/// How many looks at the end of a day are its memory: two minutes.
const LAST: usize = 12;
/// How much more memory the second day may end with than the first.
const GROWTH: f64 = 1.1;

/// The memory of the embedded engine unless another is asked for, in MiB.
const ENGINE: u64 = 32;

/// The actions that were done.
#[derive(Default)]
struct Done {
    logins: AtomicUsize,
    tests: AtomicUsize,
    saves: AtomicUsize,
    reads: AtomicUsize,
    graded: AtomicUsize,
}

fn main() {
    let asked = |name: &str| env::args().find_map(|arg| arg.strip_prefix(name).map(|text| text.parse().unwrap()));
    let (minutes, engine): (u64, u64) = (asked("--minutes=").unwrap_or(20), asked("--memory=").unwrap_or(ENGINE));
    let day = Duration::from_secs(60 * minutes) / 2;
    let (sandbox, hall) = Hall::build(STUDENTS);
    graders::add_moderator(&sandbox, "mod@sabi.test", "Bola");
    let log = sandbox.path("server.log");
    // The engine's cache grows to its bound with the store, which says nothing of a leak: this one is full by noon.
    let store = format!("rocksdb://{}?memory={engine}", sandbox.data().join("store").display());
    let server = Server::start(sandbox.command(["serve", "--listen", "127.0.0.1:0", "--store", &store]), &log);
    // Two backups a day, and two that are kept.
    let every = format!("{}s", (day / 2).as_secs().max(300));
    sandbox.sabi(["backup", "--every", &every, "--keep", "2"]).success();
    let data = sandbox.data();
    let empty = on_disk(&data);
    println!("{STUDENTS} students, {TESTS} tests of {SAVES} saves a day each, a day of {} s", day.as_secs());
    let (memory, done, server) = blocking(async move || {
        let done = Arc::new(Done::default());
        let url = server.url.clone();
        let mut memory = Vec::new();
        for number in 1..=2u64 {
            memory.push(live(number, day, &url, server.id(), &hall, &done).await);
            tell(number, &done, memory.last().unwrap(), on_disk(&data) - empty, &data);
        }
        (memory, done, server)
    })
    .unwrap();
    let clean = server.id();
    drop(server);
    let ends: Vec<f64> = memory.iter().map(|day| median(&day[day.len().saturating_sub(LAST)..])).collect();
    println!("memory at the end of the first day {:.0} MiB, of the second {:.0} MiB", ends[0], ends[1]);
    let log = fs::read_to_string(&log).unwrap();
    println!("slow requests: {}", log.lines().filter(|line| line.contains("slow request")).count());
    // Mistyped passwords are logged, as they should be; and slow requests are not errors here.
    let expected = ["a login failed", "refused", "slow request"];
    let told = |line: &&str| {
        (line.contains(" ERROR ") || line.contains(" WARN ")) && !expected.iter().any(|words| line.contains(words))
    };
    let faults: Vec<&str> = log.lines().filter(told).collect();
    assert!(faults.is_empty(), "the log of {clean} tells of faults:\n{}", faults.join("\n"));
    assert!(ends[1] <= ends[0] * GROWTH, "memory grew");
    assert!(done.graded.load(Ordering::Relaxed) > 0, "nobody graded");
    hall_is_whole(&sandbox);
}

fn hall_is_whole(sandbox: &support::Sandbox) {
    let data = sandbox.data();
    blocking(async move || hall::whole(data).await).unwrap();
    sandbox.sabi(["doctor"]).success();
    println!("every test has its sheet and its result, and the doctor finds nothing");
}

/// One day: everybody does what they do, at moments that are spread over it. The memory, look by look.
async fn live(number: u64, day: Duration, url: &str, process: u32, hall: &Hall, done: &Arc<Done>) -> Vec<f64> {
    let (begun, over) = (Moment::now(), Arc::new(AtomicBool::new(false)));
    let students = (0..STUDENTS).map(|seat| {
        let (url, hall, done) = (url.to_owned(), hall.clone(), done.clone());
        let mut rng = StdRng::seed_from_u64(number * 1000 + seat as u64);
        tokio::spawn(async move {
            let mut moments: Vec<Duration> = (0..TESTS).map(|_| day.mul_f64(rng.random_range(0.0..0.85))).collect();
            moments.sort_unstable();
            for (turn, moment) in moments.into_iter().enumerate() {
                sleep_until(begun + moment).await;
                // Students who return in the evening logged out at noon.
                visit(&url, seat, turn, &hall, &mut rng, day, &done).await;
            }
        })
    });
    let students: Vec<_> = students.collect();
    let office = tokio::spawn(office(url.to_owned(), over.clone(), done.clone()));
    let moderator = tokio::spawn(moderate(url.to_owned(), over.clone(), done.clone()));
    let mut memory = Vec::new();
    while begun.elapsed() < day {
        sleep(LOOK).await;
        memory.push(support::memory(process, "VmRSS").unwrap());
    }
    for student in students {
        student.await.unwrap();
    }
    over.store(true, Ordering::Relaxed);
    office.await.unwrap();
    moderator.await.unwrap();
    memory
}

async fn signed_in(url: &str, email: String) -> Client {
    let ask = LoginRequest { email, password: PASSWORD.into(), bearer: true, otp: None, page: None };
    let token = Client::to_server(url.parse().unwrap(), None).unwrap().log_in(&ask).await.unwrap().token;
    Client::to_server(url.parse().unwrap(), token).unwrap()
}

/// A student signs in, looks around, sits a test, reads what came of it, and goes.
async fn visit(url: &str, seat: usize, turn: usize, hall: &Hall, rng: &mut StdRng, day: Duration, done: &Done) {
    let email = hall::email(seat);
    if rng.random_ratio(1, 50) {
        let wrong =
            LoginRequest { email: email.clone(), password: "not this".into(), bearer: true, otp: None, page: None };
        Client::to_server(url.parse().unwrap(), None).unwrap().log_in(&wrong).await.unwrap_err();
    }
    let client = signed_in(url, email).await;
    done.logins.fetch_add(1, Ordering::Relaxed);
    let me = client.me().await.unwrap();
    for path in ["/get-categories", "/exam-types", "/me/exams", "/me/reports", "/me/sessions", "/attempts"] {
        let _: Value = client.get(path, &[]).await.unwrap();
        done.reads.fetch_add(1, Ordering::Relaxed);
    }
    let ask = hall.ask(seat + turn);
    let started = client.start_attempt(ask).await.unwrap();
    let attempt = started.attempt.id.clone();
    let items: Vec<Answer> = started
        .paper
        .subjects
        .iter()
        .flat_map(|subject| {
            let chosen = subject.questions.iter().map(|question| Answer {
                question: Some(question.id.clone()),
                theory: None,
                answer: Some(question.options[0].id.to_string()),
                at: None,
            });
            let written = subject.theories.iter().map(|theory| Answer {
                question: None,
                theory: Some(theory.id.clone()),
                answer: Some("Because the forces balance, the body moves on at the same speed. ".repeat(10)),
                at: None,
            });
            chosen.chain(written).collect::<Vec<_>>()
        })
        .collect();
    let mut revision = started.attempt.revision;
    // A quarter of the day, at most, so that the last ends within it.
    let pause = day.mul_f64(0.1) / SAVES as u32;
    for n in 0..SAVES {
        sleep(pause).await;
        let answers = vec![items[n % items.len()].clone()];
        let save = SaveAnswers { revision, answers, review: None, seen: Vec::new(), mark: Vec::new() };
        revision = client.save_answers(&attempt, &save).await.unwrap().revision;
        done.saves.fetch_add(1, Ordering::Relaxed);
        if n == SAVES / 2 {
            // The power failed, and the page is there again.
            revision = client.find_attempt(&attempt).await.unwrap().attempt.revision;
        }
    }
    let submit = SubmitResult { attempt_id: Some(attempt), ..SubmitResult::default() };
    let quiz = client.submit(&submit).await.unwrap().quiz_id.unwrap();
    client.find_corrections(&quiz).await.unwrap();
    client.list_results(&me.id, &ListQuery::default()).await.unwrap();
    done.reads.fetch_add(2, Ordering::Relaxed);
    done.tests.fetch_add(1, Ordering::Relaxed);
    client.log_out().await.unwrap();
}

/// An administrator looks through the lists, and takes some of them away.
async fn office(url: String, over: Arc<AtomicBool>, done: Arc<Done>) {
    let client = signed_in(&url, "admin@sabi.test".into()).await;
    while !over.load(Ordering::Relaxed) {
        for path in ["/admin/customers", "/admin/mails", "/admin/user-theories", "/admin/dashboard", "/admin/audit"] {
            let _: Value = client.get(path, &[]).await.unwrap();
            done.reads.fetch_add(1, Ordering::Relaxed);
        }
        sleep(Duration::from_secs(2)).await;
    }
}

/// A moderator grades what waits, one after the other.
async fn moderate(url: String, over: Arc<AtomicBool>, done: Arc<Done>) {
    let client = signed_in(&url, "mod@sabi.test".into()).await;
    while !over.load(Ordering::Relaxed) {
        let filters = [("state".to_owned(), "free".to_owned())].into();
        let queue = client.list_grading_queue(&ListQuery { filters, ..ListQuery::default() }).await.unwrap();
        for task in queue.rows.into_iter().take(3) {
            let held = client.claim_grading(&task.id).await.unwrap();
            let written = held.answers.iter().filter(|answer| answer.theory_answered.is_some());
            let grade = |answer_id: String| Grade { answer_id, ans_grade: Some(50), remark: Some("Name it.".into()) };
            let grades = written.map(|answer| grade(answer.answer_id.clone())).collect();
            let save = SaveGrades { revision: held.revision, grades, why: None };
            client.save_grades(&task.id, &save).await.unwrap();
            client.declare_grading(&task.id).await.unwrap();
            done.graded.fetch_add(1, Ordering::Relaxed);
        }
        sleep(Duration::from_secs(1)).await;
    }
}

fn tell(day: u64, done: &Done, memory: &[f64], bytes: u64, data: &Path) {
    let [tests, saves] = [&done.tests, &done.saves].map(|count| count.load(Ordering::Relaxed));
    println!(
        "day {day}: {} sign-ins, {tests} tests, {saves} saves, {} reads, {} graded so far",
        done.logins.load(Ordering::Relaxed),
        done.reads.load(Ordering::Relaxed),
        done.graded.load(Ordering::Relaxed),
    );
    let most = memory.iter().copied().fold(0.0, f64::max);
    println!("  memory: first {:.0}, most {most:.0}, last {:.0} MiB", memory[0], memory[memory.len() - 1]);
    println!(
        "  on the disk: {:.1} MiB more than empty, {:.1} KiB a test; of it:",
        mib(bytes),
        bytes as f64 / 1024.0 / tests as f64
    );
    for entry in fs::read_dir(data).unwrap().map(Result::unwrap) {
        println!("    {:<20} {:>8.1} MiB", entry.file_name().display(), mib(on_disk(&entry.path())));
    }
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0 / 1024.0
}

/// The size that `du` reports, in bytes.
fn on_disk(path: &Path) -> u64 {
    let out = Command::new("du").args(["-s", "--block-size=1"]).arg(path).output().unwrap().stdout;
    String::from_utf8(out).unwrap().split_whitespace().next().unwrap().parse().unwrap()
}

fn median(looks: &[f64]) -> f64 {
    let mut looks = looks.to_vec();
    looks.sort_by(f64::total_cmp);
    looks[looks.len() / 2]
}
