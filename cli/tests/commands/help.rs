//! The help texts of `sabi` and its commands.

use std::time::{Duration, Instant};

use sabi_core::bank::FaultKind;

use crate::support::{Sandbox, run, sentence, stderr, stdout};

#[test]
fn help_of_every_command() {
    let sandbox = Sandbox::new();
    let help = |args: &[&str]| {
        let mut command = sandbox.command([]);
        // Values that are set would be in the help.
        command.env_remove("SABI_DATA").env_remove("SABI_DEMO_PASSWORD").args(args).arg("--help");
        stdout(&run(&mut command).success())
    };
    insta::assert_snapshot!("help", help(&[]));
    insta::assert_snapshot!("help_serve", help(&["serve"]));
    insta::assert_snapshot!("help_user_add", help(&["user", "add"]));
    insta::assert_snapshot!("help_import_questions", help(&["import", "questions"]));
}

#[test]
fn the_help_of_a_bank_check_names_every_finding() {
    let help = stdout(&Sandbox::new().sabi(["bank", "check", "--help"]).success());
    let (_, rest) = help.split_once("It finds:\n").unwrap();
    let (kinds, _) = rest.split_once("\n\n").unwrap();
    assert_eq!(kinds.lines().count(), FaultKind::ALL.len(), "{help}");
    for finding in ["without an explanation", "Missing pictures", "never uploaded", "by its letter", "by number"] {
        assert!(kinds.contains(finding), "{finding} in {help}");
    }
}

#[test]
fn nothing_to_do_is_a_usage_error() {
    let bare = Sandbox::new().sabi([]).code(2);
    assert!(stderr(&bare).contains("Usage: sabi") && stderr(&bare).contains("import"), "{}", stderr(&bare));
    Sandbox::new().sabi(["impotr"]).code(2);
}

#[test]
fn a_mistyped_data_folder_is_named_and_not_made() {
    let sandbox = Sandbox::new();
    for args in [["user", "list"].as_slice(), &["audit"], &["bank", "recount"], &["whoami"]] {
        let mut command = sandbox.command([]);
        let words = sentence(&run(command.args(args)).code(69));
        assert!(words.contains("--data"), "{words}");
        assert!(!sandbox.data().exists(), "{args:?}");
    }
    Sandbox::new().sabi(["serve", "--public-url", "ftp://sabi.example"]).code(2);
}

#[test]
fn completions_and_manual_pages_know_the_commands() {
    let sandbox = Sandbox::new();
    let script = stdout(&sandbox.sabi(["completions", "bash"]).success());
    assert!(script.contains("COMPLETE") && script.contains("sabi"), "{script}");
    assert_eq!(completed(&sandbox, &["cons"]), ["console"]);
    assert!(completed(&sandbox, &["import", "questions", "--all"]).contains(&"--all-or-nothing".to_owned()));
    // Without a store there are no names, no words, and no store afterwards.
    assert_eq!(completed(&sandbox, &["import", "questions", "--exam", ""]), [""; 0]);
    assert!(!sandbox.data().exists());
    sandbox.sabi(["man", "pages"]).success();
    let page = std::fs::read_to_string(sandbox.path("pages/sabi-import-questions.1")).unwrap();
    assert!(page.contains("dry\\-run") && page.contains("Examples"), "{page}");
    let all = std::fs::read_to_string(sandbox.path("pages/sabi.1")).unwrap();
    for group in ["Server", "Content", "Students and moderators", "Backups", "Your account", "This program"] {
        assert!(all.contains(group), "{group} in {all}");
    }
}

#[test]
fn exams_and_subjects_are_completed_from_the_store() {
    let sandbox = Sandbox::new();
    sandbox.sabi(["seed", "--demo=small"]).success();
    let exam = ["export", "questions", "--exam"];
    assert_eq!(completed(&sandbox, &[&exam[..], &["JAMB"]].concat()), ["jamb-utme"]);
    let subject = |typed| completed(&sandbox, &[&exam[..], &["jamb-utme", "--subject", typed]].concat());
    assert_eq!(subject("ma"), ["Mathematics"]);
    assert_eq!(subject("use\\ o"), [r"Use\ of\ English"]);
    assert_eq!(subject("").len(), 4);
    assert_eq!(completed(&sandbox, &["bank", "check", "--exam", "wassce-waec-ssce", "--subject", "u"]), [""; 0]);
}

#[test]
fn sorts_filters_years_and_topics_are_completed() {
    let sandbox = Sandbox::seeded();
    assert_eq!(completed(&sandbox, &["list", "exams", "--sort", "sl"]), ["slug"]);
    assert_eq!(completed(&sandbox, &["list", "questions", "--filter", "exa"]), [r"exam\="]);
    assert_eq!(completed(&sandbox, &["list", "questions", "--filter", "exam=jam"]), [r"exam\=jamb-utme"]);
    let states = completed(&sandbox, &["list", "results", "--filter", "state="]);
    assert_eq!(states, [r"state\=declared", r"state\=pending"]);
    let import = ["import", "questions", "bank.xlsx", "--exam", "jamb-utme", "--subject", "Physics"];
    assert_eq!(completed(&sandbox, &[&import[..], &["--year", "2"]].concat()), ["2019"]);
    assert_eq!(completed(&sandbox, &[&import[..], &["--topic", "opt"]].concat()), ["Optics"]);
    let check = ["bank", "check", "--exam", "jamb-utme", "--subject", "Physics", "--year", "2"];
    assert_eq!(completed(&sandbox, &check), ["2019"]);
}

/// How long completion waits for the store.
const PATIENCE: Duration = Duration::from_secs(3);

/// The completions that a shell gets for the last of these words. On a busy machine completion gives up and prints
/// nothing, so it is asked again.
fn completed(sandbox: &Sandbox, words: &[&str]) -> Vec<String> {
    for _ in 0..20 {
        let mut command = sandbox.command(["--", "sabi"]);
        command.args(words).env("COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", words.len().to_string());
        command.env("_CLAP_IFS", "\n").env("_CLAP_COMPLETE_COMP_TYPE", "9").env("_CLAP_COMPLETE_SPACE", "true");
        let start = Instant::now();
        let found = stdout(&run(&mut command).success());
        if !found.trim().is_empty() || start.elapsed() < PATIENCE {
            return found.lines().map(|line| line.trim().to_owned()).collect();
        }
    }
    panic!("no completion of {words:?} in time");
}
