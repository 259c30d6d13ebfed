//! Importing workbooks: what is printed, what is taken, and how it ends.

use assert_cmd::assert::Assert;
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

use crate::support::{Sandbox, run, sentence, stderr, stdout};

/// A workbook of questions: stem, options, key.
fn workbook(rows: &[(&str, [&str; 4], &str)]) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_row(0, 0, ["question", "option1", "option2", "option3", "option4", "rightAnswer"]).unwrap();
    for (row, (stem, options, key)) in (1..).zip(rows) {
        sheet.write_row(row, 0, [*stem]).unwrap();
        sheet.write_row(row, 1, *options).unwrap();
        sheet.write_row(row, 5, [*key]).unwrap();
    }
    book.save_to_buffer().unwrap()
}

/// Two questions that are right, and between them one whose key names no option.
fn mixed() -> Vec<u8> {
    workbook(&[
        ("What is ₦450 less ₦175?", ["₦225", "₦275", "₦325", "₦375"], "2"),
        ("What is 7 × 8?", ["54", "55", "56", "57"], "9"),
        ("What is 12²?", ["122", "124", "142", "144"], "D"),
    ])
}

fn import<const N: usize>(sandbox: &Sandbox, file: &str, year: &str, more: [&str; N]) -> Assert {
    let subject = ["--subject", "mathematics", "--year", year];
    let mut command = sandbox.command(["import", "questions", file, "--exam", "jamb-utme"]);
    run(command.args(subject).args(more))
}

fn json_of(assert: &Assert) -> Value {
    let text = stdout(assert);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert_eq!(stderr(assert), "", "a bar draws on terminals only");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_bank_is_taken_once() {
    let sandbox = Sandbox::seeded();
    let bank = sabi_fixtures::bank("jamb-mathematics-2019").unwrap();
    let file = sandbox.file("bank.xlsx", bank.bytes);
    let first = json_of(&import(&sandbox, &file, "2018", ["--dry-run", "--json"]).success());
    let count = first["new"].as_u64().unwrap();
    assert!(count >= 40, "{first}");
    assert_eq!(first, json!({ "new": count, "changed": 0, "unchanged": 0, "rejected": 0, "problems": [] }));
    let real = json_of(&import(&sandbox, &file, "2018", ["--json"]).success());
    assert_eq!(real, first, "a dry run says what the real one does");
    let again = json_of(&import(&sandbox, &file, "2018", ["--json"]).success());
    assert_eq!(again, json!({ "new": 0, "changed": 0, "unchanged": count, "rejected": 0, "problems": [] }));
}

#[test]
fn a_dry_run_writes_nothing() {
    let sandbox = Sandbox::seeded();
    let file = sandbox.file("bank.xlsx", &mixed());
    let dry = stdout(&import(&sandbox, &file, "2017", ["--dry-run"]).code(1));
    assert!(dry.contains("nothing was written"), "{dry}");
    let next = json_of(&import(&sandbox, &file, "2017", ["--json"]).code(1));
    assert_eq!(next["new"], 2);
}

#[test]
fn rejected_rows_are_named_and_the_good_ones_taken() {
    let sandbox = Sandbox::seeded();
    let file = sandbox.file("bank.xlsx", &mixed());
    let report = json_of(&import(&sandbox, &file, "2016", ["--json"]).code(1));
    assert_eq!((&report["new"], &report["rejected"]), (&json!(2), &json!(1)));
    let problem = report["problems"].as_array().unwrap().first().unwrap().as_object().unwrap();
    assert_eq!(problem.keys().collect::<Vec<_>>(), ["column", "message", "row"].iter().collect::<Vec<_>>());
    assert_eq!((&problem["row"], &problem["column"]), (&json!(3), &json!("rightAnswer")));
    let table = stdout(&import(&sandbox, &file, "2016", []).code(1));
    for part in ["unchanged", "rejected", "rightAnswer", problem["message"].as_str().unwrap()] {
        assert!(table.contains(part), "{table}");
    }

    let refused = stdout(&import(&sandbox, &file, "2015", ["--all-or-nothing"]).code(1));
    assert!(refused.contains("Nothing was written"), "{refused}");
    assert_eq!(json_of(&import(&sandbox, &file, "2015", ["--json"]).code(1))["new"], 2);
}

#[test]
fn wrong_arguments_are_named() {
    let sandbox = Sandbox::seeded();
    let file = sandbox.file("bank.xlsx", &mixed());
    let ask = |exam: &str, subject: &str, year: &str| {
        let args = ["import", "questions", &file, "--exam", exam, "--subject", subject, "--year", year];
        sandbox.sabi(args).code(2)
    };
    let exam = sentence(&ask("jamb", "Mathematics", "2019"));
    assert!(exam.contains("--exam") && exam.contains("jamb-utme"), "{exam}");
    let subject = sentence(&ask("jamb-utme", "Maths", "2019"));
    assert!(subject.contains("--subject") && subject.contains("Mathematics"), "{subject}");
    assert!(sentence(&ask("jamb-utme", "Mathematics", "1905")).contains("--year"));
    ask("jamb-utme", "Mathematics", "soon");
    import(&sandbox, &file, "2019", ["--university", "University of Ibadan"]).code(2);
    sandbox.sabi(["import", "questions", &file]).code(2);
    sandbox.sabi(["import", "answers", &file]).code(2);
}

#[test]
fn what_is_no_workbook_is_refused() {
    let sandbox = Sandbox::seeded();
    let whole = mixed();
    // The first bytes of the old binary format.
    let old: Vec<u8> = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].into_iter().chain([0; 4096]).collect();
    let files = [
        ("renamed.xlsx", old.as_slice()),
        ("truncated.xlsx", &whole[..whole.len() / 2]),
        ("empty.xlsx", b""),
        ("text.xlsx", b"Dear team,\nhere is the bank.\n"),
        ("large.xlsx", &vec![0; 20 * 1024 * 1024 + 1]),
    ];
    for (name, bytes) in files {
        let file = sandbox.file(name, bytes);
        sentence(&import(&sandbox, &file, "2019", []).code(65));
        sentence(&import(&sandbox, &file, "2019", ["--json"]).code(65));
    }
    sentence(&import(&sandbox, "nowhere.xlsx", "2019", []).code(66));
    sentence(&import(&sandbox, ".", "2019", []).code(66));
}

#[test]
fn the_samples_can_be_imported() {
    let sandbox = Sandbox::seeded();
    sandbox.sabi(["import", "sample", "questions.xlsx"]).success();
    let taken = json_of(&import(&sandbox, "questions.xlsx", "2014", ["--json"]).success());
    assert!(taken["new"].as_u64().unwrap() > 0, "{taken}");
    sandbox.sabi(["import", "sample", "theories.xlsx", "--theories"]).success();
    let args = ["import", "theories", "theories.xlsx", "--exam", "wassce-waec-ssce", "--subject", "Mathematics"];
    let mut command = sandbox.command(args);
    command.args(["--year", "2014", "--topic", "Algebra", "--json"]);
    let taken = json_of(&run(&mut command).success());
    assert!(taken["new"].as_u64().unwrap() > 0, "{taken}");
    sentence(&sandbox.sabi(["import", "sample", "no/such/folder.xlsx"]).code(73));
}

#[test]
fn a_running_server_takes_the_import_over() {
    let sandbox = Sandbox::seeded();
    let file = sandbox.file("bank.xlsx", &mixed());
    let mut server = sandbox.serve();
    assert_eq!(json_of(&import(&sandbox, &file, "2013", ["--json"]).code(1))["new"], 2);
    let text = sandbox.file("text.xlsx", b"question");
    sentence(&import(&sandbox, &text, "2013", []).code(65));
    let store = format!("rocksdb://{}", sandbox.data().join("store").display());
    sentence(&import(&sandbox, &file, "2013", ["--store", &store]).code(75));
    server.terminate();
    assert_eq!(json_of(&import(&sandbox, &file, "2013", ["--json"]).code(1))["unchanged"], 2);
}
