//! Accounts from the command line, and the first content.

#![cfg(test)]

mod support;

use std::{fs, os::unix::fs::PermissionsExt as _};

use support::{PASSWORD, Sandbox, run, sentence, stderr, stdout};

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
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let of = |email: &str| list.as_array().unwrap().iter().find(|user| user["email"] == email).cloned().unwrap();
    assert_eq!(of("ada@sabi.test")["accountStatus"], "Active");
    assert_eq!(of("later@sabi.test")["accountStatus"], "InActive");
    let admins = stdout(&sandbox.sabi(["user", "list", "--role", "admin"]).success());
    assert!(admins.contains("boss@sabi.test") && admins.contains("super-admin"), "{admins}");

    sandbox.sabi(["user", "set-status", "ada@sabi.test", "blocked"]).success();
    sentence(&sandbox.sabi(["user", "set-status", "boss@sabi.test", "blocked"]).code(77));
    sentence(&sandbox.sabi(["user", "set-status", "nobody@sabi.test", "blocked"]).code(1));
    let server = sandbox.serve();
    let blocked = login(&sandbox, &server.url, "ada@sabi.test").code(77);
    assert!(sentence(&blocked).contains("Your account is blocked."));
    login(&sandbox, &server.url, "later@sabi.test").code(77);
    login(&sandbox, &server.url, "boss@sabi.test").success();
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
    let first = seed(sandbox.command(["seed", "--demo"]).env_remove("SABI_DEMO_PASSWORD"));
    let password = |email: &str| {
        let line = first.lines().find(|line| line.contains(email)).unwrap_or_else(|| panic!("{first}"));
        line.split_whitespace().last().unwrap().to_owned()
    };
    let passwords = ["student", "admin", "owner"].map(|name| password(&format!("{name}@sabi.test")));
    assert!(passwords[0] != passwords[1] && passwords[1] != passwords[2], "{first}");
    let second = seed(&mut sandbox.command(["seed", "--demo"]));
    assert!(second.starts_with("Made 0 records and imported 0 questions."), "{second}");
    assert!(passwords.iter().all(|password| !second.contains(password)), "{second}");
    let server = sandbox.serve();
    sandbox
        .sabi_reading(&passwords[2], ["login", "owner@sabi.test", "--server", &server.url, "--password-stdin"])
        .success();
}

#[test]
fn a_saved_sign_in_works_through_the_server_until_the_logout() {
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
fn a_server_that_is_not_there_is_named() {
    let sandbox = Sandbox::new();
    let gone = sandbox.sabi(["whoami", "--server", "http://127.0.0.1:1"]).code(69);
    assert!(sentence(&gone).contains("http://127.0.0.1:1 cannot be reached"));
}
