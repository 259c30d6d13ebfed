//! Accounts from the command line, and the first content.

use std::{fs, os::unix::fs::PermissionsExt as _};

use sabi_core::clock::{Clock as _, SystemClock};
use totp_rs::{Builder, Secret};

use crate::{
    json_lines,
    support::{PASSWORD, Sandbox, Server, run, sentence, stderr, stdout},
};

fn add(sandbox: &Sandbox, email: &str, role: &str, active: bool) -> assert_cmd::assert::Assert {
    let args = ["user", "add", email, "--role", role, "--first-name", "Ada", "--last-name", "Obi", "--password-stdin"];
    let mut command = sandbox.command(args);
    if active {
        command.arg("--active");
    }
    assert_cmd::Command::from_std(command).write_stdin(format!("{PASSWORD}\n")).assert()
}

fn login(sandbox: &Sandbox, server: &str, email: &str) -> assert_cmd::assert::Assert {
    sandbox.sabi_reading(PASSWORD, ["login", email, "--server", server, "--password-stdin"])
}

#[test]
fn accounts_are_added_listed_and_blocked() {
    let sandbox = Sandbox::new();
    add(&sandbox, "ada@sabi.test", "student", true).success().stdout("Added Ada Obi <ada@sabi.test>, student.\n");
    add(&sandbox, "boss@sabi.test", "super-admin", true).success();
    add(&sandbox, "later@sabi.test", "student", false).success();
    let taken = add(&sandbox, "ADA@sabi.test", "admin", true).code(1);
    assert!(sentence(&taken).contains("Entered email already exist"), "{}", stderr(&taken));

    let list = stdout(&sandbox.sabi(["user", "list", "--json"]).success());
    let list = json_lines(&list);
    let of = |email: &str| list.as_array().unwrap().iter().find(|user| user["email"] == email).cloned().unwrap();
    assert_eq!(of("ada@sabi.test")["accountStatus"], "Active");
    assert_eq!(of("later@sabi.test")["accountStatus"], "InActive");
    assert_eq!(of("boss@sabi.test")["isSuperAdmin"], true);
    let admins = stdout(&sandbox.sabi(["user", "list", "--role", "admin"]).success());
    assert!(admins.contains("boss@sabi.test") && admins.contains("super-admin"), "{admins}");

    let students = stdout(&sandbox.sabi(["user", "list", "--role", "student", "--csv"]).success());
    assert!(students.contains("later@sabi.test,Ada Obi,student,inactive\n"), "{students}");

    let blocked = sandbox.sabi(["user", "set-status", "ada@sabi.test", "blocked"]).success();
    blocked.stdout("Ada Obi <ada@sabi.test>, student: blocked.\n");
    sentence(&sandbox.sabi(["user", "set-status", "boss@sabi.test", "blocked"]).code(77));
    sentence(&sandbox.sabi(["user", "set-status", "nobody@sabi.test", "blocked"]).code(1));
    let server = sandbox.serve();
    let blocked = login(&sandbox, &server.url, "ada@sabi.test").code(77);
    assert!(sentence(&blocked).contains("Your account is blocked."));
    login(&sandbox, &server.url, "later@sabi.test").code(77);
    login(&sandbox, &server.url, "boss@sabi.test").success();
}

#[test]
fn passwords_and_roles_are_set_and_end_sessions() {
    let sandbox = Sandbox::new();
    add(&sandbox, "ada@sabi.test", "student", true).success();
    let server = sandbox.serve();
    login(&sandbox, &server.url, "ada@sabi.test").success();
    let whoami = || sandbox.sabi(["whoami", "--server", &server.url]);
    whoami().success();

    let weak = sandbox.sabi_reading("password1", ["user", "reset-password", "ada@sabi.test", "--password-stdin"]);
    assert!(sentence(&weak.code(2)).contains("This password is too common"));
    whoami().success();
    let new = "a-new-one-for-ada";
    sandbox.sabi_reading(new, ["user", "reset-password", "ada@sabi.test", "--password-stdin"]).success();
    whoami().code(77);
    login(&sandbox, &server.url, "ada@sabi.test").code(77);
    sandbox.sabi_reading(new, ["login", "ada@sabi.test", "--server", &server.url, "--password-stdin"]).success();

    let made = stdout(&sandbox.sabi(["user", "make-admin", "ADA@sabi.test"]).success());
    assert_eq!(made, "Ada Obi <ada@sabi.test>, admin.\n");
    whoami().code(77);
    sandbox.sabi(["user", "make-admin", "ada@sabi.test", "--super-admin"]).success();
    sentence(&sandbox.sabi(["user", "erase", "ada@sabi.test", "--yes"]).code(77));
    sentence(&sandbox.sabi(["user", "make-admin", "nobody@sabi.test"]).code(1));
}

#[test]
fn a_person_is_exported_and_erased() {
    let sandbox = Sandbox::new();
    add(&sandbox, "ada@sabi.test", "student", true).success();
    let held = stdout(&sandbox.sabi(["user", "export", "ada@sabi.test"]).success());
    let held: serde_json::Value = serde_json::from_str(&held).unwrap();
    assert_eq!(held["account"]["email"], "ada@sabi.test");
    // There is no terminal to confirm on.
    assert!(sentence(&sandbox.sabi(["user", "erase", "ada@sabi.test"]).code(2)).contains("--yes"));
    sandbox.sabi(["user", "erase", "ada@sabi.test", "--yes"]).success().stdout("Erased ada@sabi.test.\n");
    sentence(&sandbox.sabi(["user", "export", "ada@sabi.test"]).code(1));
    let all = stdout(&sandbox.sabi(["user", "list", "--json"]).success());
    assert!(!all.contains("ada@sabi.test") && !all.contains("Obi"), "{all}");
}

#[test]
fn the_audit_log_says_who_did_what() {
    let sandbox = Sandbox::new();
    add(&sandbox, "ada@sabi.test", "student", true).success();
    sandbox.sabi(["user", "set-status", "ada@sabi.test", "blocked"]).success();
    let record = stdout(&sandbox.sabi(["audit", "--json"]).success());
    let record = json_lines(&record);
    let newest = &record[0];
    assert_eq!(
        (&newest["who"], &newest["action"], &newest["entity"]),
        (&"operator".into(), &"status".into(), &"user".into())
    );
    assert_eq!((&newest["before"]["status"], &newest["after"]["status"]), (&"Active".into(), &"Blocked".into()));
    assert_eq!(record[1]["action"], "create");
    let table = stdout(&sandbox.sabi(["audit", "--entity", "user", "--last", "1"]).success());
    assert!(table.contains("status: Active → Blocked"), "{table}");
    let csv = stdout(&sandbox.sabi(["audit", "--csv"]).success());
    assert!(csv.starts_with("at,who,action,entity,record,before,after,request"), "{csv}");
    assert_eq!(csv.lines().count(), 3, "{csv}");
}

#[test]
fn countries_are_seeded_alone() {
    let sandbox = Sandbox::new();
    let seed = || stdout(&sandbox.sabi(["seed", "countries"]).success());
    assert_eq!(seed(), "Made 495 records and imported 0 questions.\n");
    assert_eq!(seed(), "Made 0 records and imported 0 questions.\n");
}

#[test]
fn a_wrong_account_names_what_is_wrong() {
    let sandbox = Sandbox::new();
    let args = ["user", "add", "ada@sabi", "--role", "student", "--first-name", " ", "--last-name", "Obi"];
    let mut command = sandbox.command(args);
    command.arg("--password-stdin");
    let wrong = assert_cmd::Command::from_std(command).write_stdin("password\n").assert().code(2);
    let words = sentence(&wrong);
    for part in ["First name is required", "Email is invalid", "This password is too common"] {
        assert!(words.contains(part), "{words}");
    }
    sandbox.sabi(["user", "add", "ada@sabi.test", "--role", "teacher"]).code(2);
    // Without a terminal there is nobody to ask.
    let args = ["user", "add", "a@sabi.test", "--role", "student", "--first-name", "A", "--last-name", "B"];
    assert!(sentence(&sandbox.sabi(args).code(2)).contains("--password-stdin"));
}

#[test]
fn seeding_again_changes_nothing() {
    let sandbox = Sandbox::new();
    let seed = |command: &mut std::process::Command| stdout(&run(command).success());
    let first = seed(sandbox.command(["seed", "--demo=small"]).env_remove("SABI_DEMO_PASSWORD"));
    let password = |email: &str| {
        let line = first.lines().find(|line| line.contains(email)).unwrap_or_else(|| panic!("{first}"));
        line.split_whitespace().last().unwrap().to_owned()
    };
    let passwords = ["student", "admin", "owner"].map(|name| password(&format!("{name}@sabi.test")));
    assert!(passwords[0] != passwords[1] && passwords[1] != passwords[2], "{first}");
    let second = seed(&mut sandbox.command(["seed", "--demo=small"]));
    assert!(second.starts_with("Made 0 records and imported 0 questions."), "{second}");
    assert!(passwords.iter().all(|password| !second.contains(password)), "{second}");
    let server = sandbox.serve();
    sandbox
        .sabi_reading(&passwords[2], ["login", "owner@sabi.test", "--server", &server.url, "--password-stdin"])
        .success();
}

#[test]
fn a_saved_login_works_through_the_server_until_the_logout() {
    let sandbox = Sandbox::seeded();
    let server = sandbox.serve();
    let whoami = || sandbox.sabi(["whoami", "--server", &server.url]);
    whoami().code(77);
    let wrong =
        sandbox.sabi_reading("wrong", ["login", "admin@sabi.test", "--server", &server.url, "--password-stdin"]);
    assert!(sentence(&wrong.code(77)).contains("Invalid email or password"));
    login(&sandbox, &server.url, "admin@sabi.test").success();
    let saved = fs::metadata(sandbox.path(".config/sabi/accounts.json")).unwrap();
    assert_eq!(saved.permissions().mode() & 0o777, 0o600);
    assert!(stdout(&whoami().success()).contains("<admin@sabi.test>, admin at http://"));
    let block = |email: &str| sandbox.sabi(["user", "set-status", email, "blocked", "--server", &server.url]);
    assert!(sentence(&block("nobody@sabi.test").code(1)).contains("There is no account with the address"));
    // Administrators see each other, and only a super admin changes one.
    sentence(&block("owner@sabi.test").code(77));
    // An administrator does what administrators may, and no more.
    sandbox.sabi(["user", "list", "--server", &server.url]).success();
    sentence(&sandbox.sabi(["seed", "--server", &server.url]).code(77));
    sandbox.sabi(["logout", "--server", &server.url]).success();
    whoami().code(77);

    login(&sandbox, &server.url, "student@sabi.test").success();
    sentence(&sandbox.sabi(["user", "list", "--server", &server.url]).code(77));
    sentence(&sandbox.sabi(["login", "student@sabi.test", "--password-stdin"]).code(2));
}

#[test]
fn a_password_is_not_sent_unencrypted_to_another_machine_unasked() {
    let sandbox = Sandbox::new();
    // The address is reserved for documentation (RFC 5737) and does not answer: a refusal comes before any call.
    for server in ["http://192.0.2.1:8080", "http://sabi.example"] {
        let asked = login(&sandbox, server, "ada@sabi.test").code(2);
        let words = sentence(&asked);
        assert!(words.contains("not encrypted") && words.contains("--yes"), "{words}");
    }
    assert!(!sandbox.path(".config").exists(), "nothing is saved");
}

#[test]
fn a_store_whose_password_crosses_the_network_unencrypted_is_warned_about() {
    let sandbox = Sandbox::new();
    let is_warned_about = |address: &str| {
        let mut command = sandbox.command(["list", "exams"]);
        command.env("SABI_STORE", format!("ws://root:pw-secret@{address}"));
        let told = stderr(&run(&mut command).failure());
        assert!(!told.contains("pw-secret"), "{told}");
        told.contains("the store's password crosses the network unencrypted")
    };
    // No database answers here. The first address leads to this machine and is no loopback address.
    assert!(is_warned_about("0.0.0.0:1"));
    assert!(!is_warned_about("127.0.0.1:1"));
}

#[test]
fn a_login_says_whose_it_replaces_and_keeps_the_folder_private() {
    let sandbox = Sandbox::seeded();
    let server = sandbox.serve();
    let folder = sandbox.path(".config/sabi");
    fs::create_dir_all(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    let first = stdout(&login(&sandbox, &server.url, "student@sabi.test").success());
    assert!(!first.contains("instead of"), "{first}");
    let again = stdout(&login(&sandbox, &server.url, "student@sabi.test").success());
    assert!(!again.contains("instead of"), "{again}");
    let other = stdout(&login(&sandbox, &server.url, "admin@sabi.test").success());
    assert!(other.contains("instead of student@sabi.test."), "{other}");
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn a_file_name_rules_no_terminal_and_makes_no_lines() {
    let sandbox = Sandbox::new();
    for args in [
        ["import", "catalogue", "a\u{1b}[31m\nsabi: done.yaml"].as_slice(),
        &["restore", "a\u{1b}[31m\nsabi: done.sabi"],
        &["config", "check", "--config", "a\u{1b}[31m\nsabi: done.toml"],
    ] {
        let told = run(sandbox.command([]).args(args));
        let words = stdout(&told) + &stderr(&told);
        assert!(words.contains("a\\u{1b}[31m") && !words.contains('\u{1b}'), "{args:?}: {words:?}");
        assert!(!words.lines().any(|line| line.starts_with("sabi: done")), "{args:?}: {words:?}");
    }
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let sandbox = Sandbox::new();
    let gone = sandbox.sabi(["whoami", "--server", "http://127.0.0.1:1"]).code(69);
    assert!(sentence(&gone).contains("http://127.0.0.1:1 cannot be reached"));
}

#[test]
fn the_log_never_contains_a_token() {
    let sandbox = Sandbox::seeded();
    let mut serve = sandbox.command(["serve", "--listen", "127.0.0.1:0"]);
    // A directive for a part of a library is more particular than one for the whole of it.
    serve.env("RUST_LOG", "trace,html5ever::tokenizer=trace,surrealdb_core=trace,surrealdb=trace");
    let log = sandbox.path("server.log");
    let server = Server::start(serve, &log);
    login(&sandbox, &server.url, "student@sabi.test").success();
    crate::support::forgot(&server.url, "student@sabi.test");
    let mail = sandbox.mail();
    let (_, token) = mail.split_once("/password/reset/").expect("a link");
    let token = &token[..64];
    assert!(token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{token}");
    let saved = fs::read_to_string(sandbox.path(".config/sabi/accounts.json")).unwrap();
    let saved: serde_json::Value = serde_json::from_str(&saved).unwrap();
    let session = saved.as_object().unwrap().values().next().unwrap()["token"].as_str().unwrap().to_owned();
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("TRACE"), "the finest level is on");
    for secret in [token, PASSWORD, "$argon2", &session] {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret}");
    }
}

#[test]
fn a_second_factor_is_asked_for_at_the_login_and_taken_away_by_the_operator() {
    let sandbox = Sandbox::new();
    add(&sandbox, "mod@sabi.test", "moderator", true).success();
    let server = sandbox.serve();
    login(&sandbox, &server.url, "mod@sabi.test").success();
    let own = |args: &[&str]| run(sandbox.command(["second-factor", "--server", &server.url]).args(args));
    assert!(stdout(&own(&["status"]).success()).contains("No second factor is set up."));
    // Without a terminal nobody can type what the app shows; the secret was shown all the same.
    let begun = own(&["set-up"]).code(2);
    let shown = stdout(&begun);
    assert!(shown.contains('█') && stderr(&begun).contains("--code"), "{shown}");
    let secret = shown.split("enter this key there: ").nth(1).unwrap().trim().replace(' ', "");
    let app = Builder::new().with_secret(Secret::try_from_base32(&secret).unwrap()).build().unwrap();
    let now = || u64::try_from(SystemClock.now().timestamp()).unwrap();
    let set_up = stdout(&own(&["confirm", "--code", &app.generate(now()).to_string()]).success());
    let codes: Vec<_> = set_up.lines().filter(|line| line.starts_with("  ")).map(str::trim).collect();
    assert_eq!(codes.len(), 10, "{set_up}");
    assert!(stdout(&own(&["status"]).success()).contains("Recovery codes left: 10."));
    let again = login(&sandbox, &server.url, "mod@sabi.test").code(2);
    assert!(sentence(&again).contains("--code"), "{}", stderr(&again));
    let with = |code: &str| {
        let args = ["login", "mod@sabi.test", "--server", &server.url, "--password-stdin", "--code", code];
        sandbox.sabi_reading(PASSWORD, args)
    };
    assert!(sentence(&with("not-one").code(77)).contains("This code is wrong"));
    with(codes[0]).success();
    with(codes[0]).code(77);
    let renewed = stdout(&own(&["codes", "--code", codes[1]]).success());
    assert_eq!(renewed.lines().filter(|line| line.starts_with("  ")).count(), 10, "{renewed}");

    sandbox.sabi(["user", "second-factor", "mod@sabi.test"]).code(2);
    sandbox.sabi(["user", "second-factor", "mod@sabi.test", "--reset"]).success();
    sentence(&sandbox.sabi(["user", "second-factor", "mod@sabi.test", "--reset"]).code(1));
    login(&sandbox, &server.url, "mod@sabi.test").success();
}

#[test]
fn sessions_are_listed_and_ended() {
    let sandbox = Sandbox::new();
    add(&sandbox, "ada@sabi.test", "student", true).success();
    let server = sandbox.serve();
    login(&sandbox, &server.url, "ada@sabi.test").success();
    let list = || -> serde_json::Value {
        json_lines(&stdout(&sandbox.sabi(["user", "sessions", "ada@sabi.test", "--json"]).success()))
    };
    let sessions = list();
    assert_eq!(sessions[0]["device"], "Sabi's command line");
    let table = stdout(&sandbox.sabi(["user", "sessions", "ada@sabi.test"]).success());
    assert!(table.contains(sessions[0]["_id"].as_str().unwrap()), "{table}");
    sandbox.sabi(["user", "sessions", "ada@sabi.test", "--end", "nonsense"]).code(1);
    sandbox.sabi(["user", "sessions", "ada@sabi.test", "--end", sessions[0]["_id"].as_str().unwrap()]).success();
    assert_eq!(list(), serde_json::json!([]));
    sandbox.sabi(["whoami", "--server", &server.url]).code(77);
    login(&sandbox, &server.url, "ada@sabi.test").success();
    sandbox.sabi(["user", "sessions", "ada@sabi.test", "--end-all"]).success();
    sandbox.sabi(["whoami", "--server", &server.url]).code(77);
}
