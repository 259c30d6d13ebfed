//! The console in a pseudo-terminal, against a live server: what the screen said is what the store holds.

use std::{
    fs::{self, DirEntry},
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::support::{
    PASSWORD, PATIENCE, Sandbox, Server,
    graders::{add_moderator, written_by},
    hall::Hall,
    screen::Screen,
    sentence, stdout,
};

/// A server with so many submissions and two moderators who are signed in, each in their own folder.
fn graders(seats: usize) -> (Sandbox, Server, Vec<(String, usize)>, Sandbox) {
    let (sandbox, hall) = Hall::build(seats);
    add_moderator(&sandbox, "bola@sabi.test", "Bola");
    add_moderator(&sandbox, "kwame@sabi.test", "Kwame");
    let server = sandbox.serve();
    let written = (0..seats).map(|seat| written_by(&server.url, &hall, seat)).collect();
    let second = Sandbox::new();
    for (place, who) in [(&sandbox, "bola@sabi.test"), (&second, "kwame@sabi.test")] {
        let login = ["login", who, "--server", &server.url, "--password-stdin"];
        place.sabi_reading(PASSWORD, login).success();
    }
    (sandbox, server, written, second)
}

fn shown(sandbox: &Sandbox, url: &str, id: &str) -> Value {
    let shown = sandbox.sabi(["grading", "show", id, "--json", "--server", url]).success();
    serde_json::from_str(&stdout(&shown)).unwrap()
}

/// Waits until the store holds this of a submission.
fn holds(sandbox: &Sandbox, url: &str, id: &str, what: impl Fn(&Value) -> bool) -> Value {
    let asked = Instant::now();
    loop {
        let held = shown(sandbox, url, id);
        if what(&held) {
            return held;
        }
        assert!(asked.elapsed() < PATIENCE, "{held}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Waits until what the console keeps on this machine holds these signs.
fn wait_until_kept(sandbox: &Sandbox, signs: &str) {
    let asked = Instant::now();
    // A file that is still being written takes the place of the kept one later, and may be gone already.
    let is_whole = |file: &DirEntry| !file.file_name().to_string_lossy().starts_with(".unfinished-");
    let holds =
        |file: DirEntry| is_whole(&file) && fs::read_to_string(file.path()).is_ok_and(|kept| kept.contains(signs));
    while !fs::read_dir(sandbox.path(".config/sabi/console")).unwrap().flatten().any(holds) {
        assert!(asked.elapsed() < PATIENCE, "nothing was kept");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Grades the answer in focus and waits until the server has it.
fn grade(screen: &mut Screen, key: &str, words: &str) {
    screen.press(key);
    screen.wait_for(words, |said| said.contains(words) && said.contains("saved"));
}

#[test]
fn a_submission_goes_from_the_queue_to_declared_in_the_console() {
    let (sandbox, server, written, second) = graders(2);
    let url = server.url.as_str();
    let (first, count) = &written[0];
    let console = format!("console --server {url}");
    let mut screen = Screen::start(&sandbox, "bola", &console);
    screen.wait("2 waiting");
    screen.wait("Bola Ade @ 127.0.0.1");
    screen.wait("▶");
    screen.press("\r");
    screen.wait("yours 1");
    screen.press("z");
    screen.wait("of gravity.");
    screen.press("z");

    // Another console on the same queue passes it over.
    let mut other = Screen::start(&second, "kwame", &console);
    other.wait("Bola Ade");
    // The cursor is on the first that is free.
    other.press("k");
    other.press("\r");
    other.wait("read only");
    other.press("J");
    other.wait("yours 1");
    let mine = stdout(&second.sabi(["grading", "list", "--state", "mine", "--json", "--server", url]).success());
    assert!(mine.contains(&written[1].0) && !mine.contains(first), "{mine}");
    other.press("q");
    assert_eq!(other.end(), Some(0));
    assert!(other.is_restored(), "{}", other.said());

    // The first question was left open; the console opened at the second.
    grade(&mut screen, "1", "Grade 25");
    grade(&mut screen, "3", "Grade 75");
    screen.press("u");
    screen.wait_for("the undone grade", |said| said.contains("Grade 25") && said.contains("saved"));
    grade(&mut screen, "4", "Grade 100");
    screen.press("rName the unit.\r");
    screen.wait("Remark: Name the unit.");
    for _ in 3..=*count {
        screen.press("N");
        grade(&mut screen, "2", "Grade 50");
    }
    let held = holds(&sandbox, url, first, |held| held["answers"][1]["remark"] == "Name the unit.");
    assert_eq!(held["answers"][1]["ansGrade"], 100);
    screen.press("D");
    screen.wait("Declare it?");
    screen.press("y");
    screen.wait("Declared: ");
    let declared = shown(&sandbox, url, first);
    assert_eq!(declared["examResult"], "declared");
    let grades: Vec<_> = declared["answers"].as_array().unwrap().iter().map(|one| one["ansGrade"].clone()).collect();
    let mut wanted = vec![Value::from(50); *count];
    (wanted[0], wanted[1]) = (0.into(), 100.into());
    assert_eq!(grades, wanted);
    screen.press("q");
    assert_eq!(screen.end(), Some(0));
    assert!(screen.is_restored(), "{}", screen.said());
}

#[test]
fn grades_survive_a_killed_server_and_a_killed_console() {
    let (sandbox, mut server, written, _) = graders(1);
    let (id, _) = &written[0];
    let address = server.url.trim_start_matches("http://").to_owned();
    let console = format!("console --server {}", server.url);
    let mut screen = Screen::start(&sandbox, "bola", &console);
    screen.wait("1 waiting");
    screen.wait("▶");
    screen.press("\r");
    screen.wait("yours 1");
    grade(&mut screen, "3", "Grade 75");

    server.kill();
    screen.press("n4");
    screen.wait("offline since");
    screen.wait("being sent");
    // A key is shown before the disk has it.
    wait_until_kept(&sandbox, ":100");
    screen.signal("-KILL");
    screen.end();

    let log = sandbox.path("again.log");
    // Another program may have the port for a moment.
    let restart = || Server::try_start(sandbox.command(["serve", "--listen", &address]), &log, PATIENCE);
    let mut again = restart();
    for _ in 0..60 {
        if again.is_ok() {
            break;
        }
        std::thread::sleep(Duration::from_secs(1));
        again = restart();
    }
    let again = again.unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(again.url, server.url, "the account is saved by the address");
    let mut screen = Screen::start(&sandbox, "bola-again", &console);
    screen.wait("1 waiting");
    let held = holds(&sandbox, &again.url, id, |held| held["answers"][2]["ansGrade"] == 100);
    assert_eq!(held["answers"][1]["ansGrade"], 75);

    // A signal ends it well, with the terminal as it was.
    screen.signal("-TERM");
    assert_eq!(screen.end(), Some(0));
    assert!(screen.is_restored(), "{}", screen.said());
}

#[test]
fn a_claim_that_was_lost_is_said_and_changes_nothing() {
    let (sandbox, server, written, second) = graders(1);
    let (url, (id, _)) = (server.url.as_str(), &written[0]);
    let mut screen = Screen::start(&sandbox, "bola", &format!("console --server {url}"));
    screen.wait("1 waiting");
    screen.wait("▶");
    screen.press("\r");
    screen.wait("yours 1");
    grade(&mut screen, "3", "Grade 75");
    // The operator gives it to somebody else.
    sandbox.sabi(["grading", "release", id]).success();
    second.sabi(["grading", "claim", id, "--server", url]).success();
    second.sabi(["grading", "grade", id, "--grade", "2=25", "--server", url]).success();
    screen.press("1");
    screen.wait("Kwame Ade");
    let held = shown(&second, url, id);
    assert_eq!(held["answers"][1]["ansGrade"], 25, "{held}");
    screen.press("q");
    screen.signal("-TERM");
    assert_eq!(screen.end(), Some(0));
}

#[test]
fn students_and_pipes_are_refused_at_the_door() {
    let (sandbox, _) = Hall::build(1);
    let words = sentence(&sandbox.sabi(["console"]).code(2));
    assert_eq!(words, "sabi: The console needs a terminal; without one, use `sabi grading`.\n");
    let help = stdout(&sandbox.sabi(["console", "--help"]).success());
    assert!(help.contains("grade the answer: 0, 25, 50, 75, 100"), "{help}");

    let server = sandbox.serve();
    let student = crate::support::hall::email(0);
    sandbox.sabi_reading(PASSWORD, ["login", &student, "--server", &server.url, "--password-stdin"]).success();
    let mut screen = Screen::start(&sandbox, "student", &format!("console --server {}", server.url));
    assert_eq!(screen.end(), Some(77));
    assert!(screen.said().contains("is a student's account"), "{}", screen.said());

    let keys = sandbox.file("console.toml", b"[keys.list]\nopen = [\"q\"]\n");
    let mut screen = Screen::start(&sandbox, "keys", &format!("console --keys '{keys}'"));
    assert_eq!(screen.end(), Some(2));
    assert!(screen.said().contains("q would be both Open and Quit in List"), "{}", screen.said());
}
