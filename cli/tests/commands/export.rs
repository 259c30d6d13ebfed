//! Exporting banks: to a file, to stdout, and what is said beside it.

use std::fs;

use assert_cmd::assert::Assert;
use serde_json::Value;

use crate::support::{Sandbox, run, sentence, stderr, stdout};

fn export<const N: usize>(sandbox: &Sandbox, format: &str, more: [&str; N]) -> Assert {
    let place = ["--exam", "jamb-utme", "--subject", "mathematics", "--year", "2019", "--format", format];
    let mut command = sandbox.command(["export", "questions"]);
    run(command.args(place).args(more))
}

fn import(sandbox: &Sandbox, file: &str) -> Value {
    let place = ["--exam", "jamb-utme", "--subject", "mathematics", "--year", "2019", "--json"];
    let mut command = sandbox.command(["import", "questions", file]);
    serde_json::from_str(&stdout(&run(command.args(place)))).unwrap()
}

#[test]
fn an_exported_bank_is_the_stored_one() {
    let sandbox = Sandbox::seeded();
    for format in ["xlsx", "csv", "gift", "xml", "jsonl"] {
        let file = format!("bank.{format}");
        let done = export(&sandbox, format, ["--output", &file]).success();
        assert!(stdout(&done).is_empty() && stderr(&done).contains("questions to bank."), "{}", stderr(&done));
        let back = import(&sandbox, &file);
        let unchanged = back["unchanged"].as_u64().unwrap();
        assert!(unchanged >= 40 && back["new"] == 0 && back["changed"] == 0 && back["rejected"] == 0, "{back}");
    }
}

#[test]
fn a_corrected_row_corrects_its_question() {
    let sandbox = Sandbox::seeded();
    let lines = stdout(&export(&sandbox, "jsonl", []).success());
    let mut row: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    row["question"] = "What did the teacher mean to ask?".into();
    let file = sandbox.file("one.jsonl", format!("{row}\n").as_bytes());
    let back = import(&sandbox, &file);
    assert_eq!((&back["changed"], &back["new"]), (&1.into(), &0.into()), "{back}");
    let after = stdout(&export(&sandbox, "jsonl", []).success());
    assert_eq!(after.lines().count(), lines.lines().count());
    assert!(after.lines().next().unwrap().contains("mean to ask"), "{after}");
}

#[test]
fn losses_are_told_beside_the_file() {
    let sandbox = Sandbox::seeded();
    let done = export(&sandbox, "aiken", []).success();
    assert!(stdout(&done).contains("\nANSWER: "), "{}", stdout(&done));
    let told = stderr(&done);
    assert!(told.contains("Aiken holds no ids") && told.contains("answerDesc") && told.contains("more."), "{told}");
    let quiet = export(&sandbox, "csv", []).success();
    assert_eq!(stderr(&quiet), "");
}

#[test]
fn a_file_is_overwritten_on_word_alone() {
    let sandbox = Sandbox::seeded();
    let file = sandbox.file("bank.csv", b"mine");
    let refused = sentence(&export(&sandbox, "csv", ["--output", &file]).code(2));
    assert!(refused.contains("--yes"), "{refused}");
    assert_eq!(fs::read(&file).unwrap(), b"mine");
    export(&sandbox, "csv", ["--output", &file, "--yes"]).success();
    assert!(fs::read(&file).unwrap().starts_with("\u{feff}title,".as_bytes()));
    let left: Vec<_> = fs::read_dir(sandbox.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("unfinished")), "{left:?}");
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let sandbox = Sandbox::seeded();
    let refused = sentence(&export(&sandbox, "csv", ["--output", "/dev/full"]).code(2));
    assert!(refused.contains("--yes"), "{refused}");
    sentence(&export(&sandbox, "csv", ["--output", "/dev/full", "--yes"]).code(73));
    sentence(&export(&sandbox, "csv", ["--output", "no/such/folder.csv"]).code(73));
    let place = ["--exam", "jamb-utme", "--subject", "mathematics", "--year", "2019", "--format", "csv"];
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = sandbox.command(["export", "questions"]);
    let done = run(command.args(place).stdout(full)).code(73);
    assert!(stderr(&done).starts_with("sabi: stdout: "), "{}", stderr(&done));
}

#[test]
fn wrong_arguments_are_named() {
    let sandbox = Sandbox::seeded();
    let ask = |exam: &str, subject: &str, format: &str| {
        let place = ["export", "questions", "--exam", exam, "--subject", subject, "--year", "2019", "--format", format];
        sandbox.sabi(place).code(2)
    };
    assert!(sentence(&ask("jamb", "Mathematics", "csv")).contains("--exam"));
    assert!(sentence(&ask("jamb-utme", "Latin", "csv")).contains("--subject"));
    assert!(stderr(&ask("jamb-utme", "Mathematics", "pdf")).contains("jsonl"));
    let theories = ["export", "theories", "--exam", "jamb-utme", "--subject", "Mathematics", "--year", "2019"];
    let mut command = sandbox.command(theories);
    assert!(sentence(&run(command.args(["--format", "aiken"])).code(2)).contains("--format"));
}

#[test]
fn whole_lists_are_exported() {
    let sandbox = Sandbox::seeded();
    let students = stdout(&sandbox.sabi(["export", "students"]).success());
    assert!(students.starts_with("_id,first_name,") && students.contains("student@sabi.test"), "{students}");
    let lines = stdout(&sandbox.sabi(["export", "subscriptions", "--format", "jsonl"]).success());
    let row: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(row["user"]["email"], "student@sabi.test");
    let done = sandbox.sabi(["export", "audit", "--format", "xlsx", "--output", "audit.xlsx"]).success();
    assert!(stderr(&done).contains("Wrote the audit to audit.xlsx."), "{}", stderr(&done));
    assert_eq!(fs::read(sandbox.path("audit.xlsx")).unwrap()[..2], *b"PK");
    let there = sandbox.sabi(["export", "audit", "--output", "audit.xlsx"]).code(2);
    assert!(sentence(&there).contains("--yes"));
}
