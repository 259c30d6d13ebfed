//! Backups from the command line: made while the server runs or without one, tried, and put back after all is lost.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use sabi_api::client::Client;
use sabi_core::{
    exam::{Answer, Attempt, SaveAnswers},
    people::LoginRequest,
    store::Id,
};
use serde_json::Value;

use crate::support::{
    PASSWORD, PATIENCE, Sandbox, Server,
    hall::{Hall, blocking, email},
    screen::recorded,
    sentence, stderr, stdout,
};

/// Students who save at once.
const SEATS: usize = 4;

/// The records that a JSON answer tells of.
fn rows(told: &str) -> u64 {
    serde_json::from_str::<Value>(told).unwrap()["rows"].as_u64().unwrap()
}

#[test]
fn a_backup_brings_everything_back_after_all_was_lost() {
    let sandbox = Sandbox::seeded();
    let mut serve = sandbox.command(["serve", "--listen", "127.0.0.1:0"]);
    // A busy machine would log slow requests as warnings.
    serve.env("SABI_SLOW_REQUEST_MS", "0");
    let mut server = Server::start(serve, &sandbox.path("server.log"));
    let made = rows(&stdout(&sandbox.sabi(["backup", "one.tar.gz", "--json"]).success()));
    assert!(made > 100);
    let refused = sentence(&sandbox.sabi(["backup", "one.tar.gz"]).code(2));
    assert!(refused.contains("--yes"), "{refused}");
    assert_eq!(stdout(&sandbox.sabi(["doctor"]).success()), "No problems found.\n");
    let refused = sentence(&sandbox.sabi(["restore", "one.tar.gz"]).code(75));
    assert!(refused.contains("in use by the server at"), "{refused}");
    assert!(server.terminate().success());
    let log = fs::read_to_string(sandbox.path("server.log")).unwrap();
    assert!(log.contains("closed") && !log.contains(" ERROR ") && !log.contains(" WARN "), "{log}");

    let before = stdout(&sandbox.sabi(["list", "subjects", "--csv"]).success());
    let refused = sentence(&sandbox.sabi(["restore", "one.tar.gz"]).code(73));
    assert!(refused.contains("only be restored into an empty store"), "{refused}");
    fs::remove_dir_all(sandbox.data()).unwrap();
    assert_eq!(rows(&stdout(&sandbox.sabi(["verify", "one.tar.gz", "--json"]).success())), made);
    assert!(!sandbox.data().exists(), "it is tried in memory");
    assert_eq!(rows(&stdout(&sandbox.sabi(["restore", "one.tar.gz", "--json"]).success())), made);
    assert_eq!(stdout(&sandbox.sabi(["list", "subjects", "--csv"]).success()), before);
    assert_eq!(stdout(&sandbox.sabi(["doctor"]).success()), "No problems found.\n");
    for path in [sandbox.path("one.tar.gz"), sandbox.data().join("store")] {
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{} is its owner's alone", path.display());
    }
}

#[test]
fn a_backup_of_another_installation_is_good_with_a_warning() {
    let sandbox = Sandbox::seeded();
    let file = sandbox.path("one.tar.gz").display().to_string();
    sandbox.sabi(["backup", &file]).success();
    let own = sandbox.sabi(["verify", &file]).success();
    assert_eq!(stderr(&own), "", "this installation made it");

    let other = Sandbox::new();
    let tried = other.sabi(["verify", &file]).success();
    assert!(stdout(&tried).starts_with("The backup is intact:"), "{}", stdout(&tried));
    assert!(stderr(&tried).contains("there is no") && stderr(&tried).contains("secret.key"), "{}", stderr(&tried));
    let restored = other.sabi(["restore", &file, "--json"]).success();
    assert!(stderr(&restored).starts_with("Warning: "), "{}", stderr(&restored));
    let told: Value = serde_json::from_str(&stdout(&restored)).unwrap();
    assert_eq!((&told["signature"], &told["lostSecondFactors"]), (&"unchecked".into(), &serde_json::json!([])));

    // By now it has another key.
    other.sabi(["list", "subjects"]).success();
    let tried = other.sabi(["verify", &file]).success();
    assert!(stderr(&tried).contains("another installation made it"), "{}", stderr(&tried));
}

#[test]
fn a_backup_that_is_cancelled_leaves_nothing_half_written() {
    let sandbox = Sandbox::seeded();
    let _server = sandbox.serve();
    let is_unfinished = || {
        let mut files = fs::read_dir(sandbox.path(".")).unwrap();
        files.any(|file| file.unwrap().file_name().to_string_lossy().starts_with(".unfinished-"))
    };
    let mut command = sandbox.command(["backup", "one.tar.gz"]);
    let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    while !is_unfinished() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let ended = child.wait_with_output().unwrap();
    let words = String::from_utf8(ended.stderr).unwrap();
    assert!(!is_unfinished(), "{words}");
    // A fast machine was done before.
    let is_done = sandbox.path("one.tar.gz").exists();
    assert_eq!(ended.status.code(), Some(if is_done { 0 } else { 130 }), "{words}");
    assert!(is_done || words.contains("The backup was cancelled; one.tar.gz was not written."), "{words}");
}

#[test]
fn a_file_that_is_not_a_backup_and_a_missing_file_get_different_errors() {
    let sandbox = Sandbox::new();
    sandbox.file("bank.csv", b"question,option1\n");
    for command in ["restore", "verify"] {
        let refused = sentence(&sandbox.sabi([command, "bank.csv"]).code(65));
        assert!(refused.contains("not a Sabi backup"), "{refused}");
        let refused = sentence(&sandbox.sabi([command, "none.tar.gz"]).code(66));
        assert!(refused.contains("none.tar.gz"), "{refused}");
    }
    assert!(!sandbox.data().exists());
    let refused = sentence(&sandbox.sabi(["backup", "one.tar.gz"]).code(69));
    assert!(refused.contains("There is no store"), "{refused}");
    assert!(!sandbox.path("one.tar.gz").exists());
}

#[test]
fn the_backup_schedule_is_set() {
    let sandbox = Sandbox::seeded();
    let plan = |args: &[&str]| match args {
        [] => sandbox.sabi(["backup"]),
        [every] => sandbox.sabi(["backup", "--every", every]),
        _ => sandbox.sabi(["backup", "--every", args[0], "--keep", args[1]]),
    };
    assert!(stdout(&plan(&[]).success()).contains("no backups by itself"));
    let told = stdout(&plan(&["24h", "3"]).success());
    assert!(told.starts_with("The server makes a backup every 1day and keeps 3."), "{told}");
    plan(&["1s"]).code(2);
    plan(&["soon"]).code(2);
    let _server = sandbox.serve();
    let asked = std::time::Instant::now();
    let told = loop {
        let told = stdout(&plan(&[]).success());
        if told.contains("The last backup was made at") {
            break told;
        }
        assert!(asked.elapsed() < PATIENCE, "no backup was made: {told}");
        std::thread::sleep(std::time::Duration::from_millis(200));
    };
    let file = told.split_once("UTC: ").unwrap().1.lines().next().unwrap();
    assert!(sandbox.data().join("backups").join(file).exists());
    sandbox.sabi(["verify", file]).success();
    assert!(stdout(&plan(&["off"]).success()).contains("no backups by itself"));
}

#[test]
fn the_doctor_says_what_is_wrong_and_mends_it() {
    let sandbox = Sandbox::seeded();
    // The server closes the folder when it starts.
    let _server = sandbox.serve();
    fs::set_permissions(sandbox.data(), fs::Permissions::from_mode(0o755)).unwrap();
    let told = stdout(&sandbox.sabi(["doctor"]).code(1));
    assert!(told.contains("Other users can read") && told.contains("--fix repairs it"), "{told}");
    let told: Value = serde_json::from_str(&stdout(&sandbox.sabi(["doctor", "--fix", "--json"]).success())).unwrap();
    assert_eq!((&told["clean"], &told["findings"][0]["fixed"]), (&true.into(), &true.into()), "{told}");
    assert_eq!(told["disk"]["writes"], 200);
    assert!(told["disk"]["savesPerSecond"].as_u64().unwrap() > 0, "{told}");
    let well = sandbox.sabi(["doctor"]).success();
    assert!(stderr(&well).starts_with("This disk can take about "), "{}", stderr(&well));
    assert_eq!(stderr(&sandbox.sabi(["doctor", "--quiet"]).success()), "");
    assert_eq!(stdout(&sandbox.sabi(["doctor"]).success()), "No problems found.\n");
}

#[test]
fn a_store_that_does_not_open_is_a_finding() {
    let sandbox = Sandbox::new();
    let told = stdout(&sandbox.sabi(["doctor"]).code(1));
    assert!(told.contains("There is no store"), "{told}");
}

/// A student who saves one answer after the other: the option of a save follows from its revision.
struct Saver {
    client: Client,
    attempt: Id<Attempt>,
    question: Id<sabi_core::bank::Question>,
    options: Vec<String>,
    /// The revision that was acknowledged last.
    acknowledged: Arc<AtomicU64>,
}

impl Saver {
    async fn begin(server: &Server, hall: &Hall, seat: usize) -> Self {
        let client = signed_in(server, seat).await;
        let started = client.start_attempt(&hall.practice).await.unwrap();
        let question = started.paper.subjects[0].questions[0].clone();
        let options = question.options.iter().map(|option| option.id.to_string()).collect();
        Self { client, attempt: started.attempt.id, question: question.id, options, acknowledged: Arc::default() }
    }

    async fn save_until(&self, over: &AtomicBool) {
        while !over.load(Ordering::SeqCst) {
            let revision = self.acknowledged.load(Ordering::SeqCst);
            let answer = Some(self.chosen_at(revision + 1));
            let answer = Answer { question: Some(self.question.clone()), theory: None, answer, at: None };
            let save = SaveAnswers { revision, answers: vec![answer], review: None, seen: vec![], mark: Vec::new() };
            let saved = self.client.save_answers(&self.attempt, &save).await.unwrap();
            self.acknowledged.store(saved.revision, Ordering::SeqCst);
        }
    }

    /// The option that the save with this revision chose.
    fn chosen_at(&self, revision: u64) -> String {
        self.options[usize::try_from(revision).unwrap() % self.options.len()].clone()
    }
}

async fn signed_in(server: &Server, seat: usize) -> Client {
    let url = || server.url.parse().unwrap();
    let ask = LoginRequest { email: email(seat), password: PASSWORD.into(), bearer: true, otp: None, page: None };
    let token = Client::to_server(url(), None).unwrap().log_in(&ask).await.unwrap().token;
    Client::to_server(url(), token).unwrap()
}

#[test]
fn a_backup_under_load_has_every_answer_that_was_acknowledged_before() {
    let (sandbox, hall) = Hall::build(SEATS);
    let server = sandbox.serve();
    let restored = Sandbox::new();
    let file = sandbox.path("loaded.tar.gz");
    let backup = {
        let (mut command, file) = (sandbox.command(["backup"]), file.clone());
        move || assert!(command.arg(&file).status().unwrap().success())
    };
    let mut into = {
        let mut command = restored.command(["restore"]);
        move |file| assert!(command.arg(file).status().unwrap().success())
    };
    blocking(move || async move {
        let mut savers = Vec::new();
        for seat in 0..SEATS {
            savers.push(Arc::new(Saver::begin(&server, &hall, seat).await));
        }
        let over = Arc::new(AtomicBool::new(false));
        let saving = savers.iter().map(|saver| {
            let (saver, over) = (saver.clone(), over.clone());
            tokio::spawn(async move { saver.save_until(&over).await })
        });
        let saving: Vec<_> = saving.collect();
        while savers.iter().any(|saver| saver.acknowledged.load(Ordering::SeqCst) < 20) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let before: Vec<u64> = savers.iter().map(|saver| saver.acknowledged.load(Ordering::SeqCst)).collect();
        tokio::task::spawn_blocking(backup).await.unwrap();
        over.store(true, Ordering::SeqCst);
        futures::future::try_join_all(saving).await.unwrap();
        drop(server);
        into(file);
        assert_eq!(stdout(&restored.sabi(["doctor"]).success()), "No problems found.\n");
        let server = restored.serve();
        for (seat, (saver, before)) in savers.iter().zip(before).enumerate() {
            let found = signed_in(&server, seat).await.find_attempt(&saver.attempt).await.unwrap().attempt;
            assert!(found.revision >= before, "seat {seat} had {before}, and has {}", found.revision);
            assert!(found.revision <= saver.acknowledged.load(Ordering::SeqCst), "seat {seat} has what it never sent");
            assert_eq!(found.answers[0].answer, Some(saver.chosen_at(found.revision)), "seat {seat}");
        }
    })
    .unwrap();
}

#[test]
fn a_backup_and_an_export_show_their_progress_on_a_terminal() {
    let sandbox = Sandbox::seeded();
    let said = recorded(&sandbox, "backup all.sabi");
    assert!(said.contains("    backup ") && said.contains("all.sabi contains "), "{said:?}");
    let of_physics = "export questions --exam jamb-utme --subject Physics --year 2019 --output physics.csv";
    let said = recorded(&sandbox, of_physics);
    assert!(said.contains("    export ") && said.contains("physics.csv"), "{said:?}");
    // A pipe gets none of it.
    let quiet = sandbox.sabi(["backup", "again.sabi"]).success();
    assert!(!stderr(&quiet).contains("    backup "), "{}", stderr(&quiet));
}
