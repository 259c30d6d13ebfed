//! `sabi import catalogue`, `sabi bank check` and `sabi bank stats`, on the demo.

use serde_json::Value;

use crate::support::{Sandbox, sentence, stderr, stdout};

#[test]
fn the_example_is_imported_and_imported_again_changes_nothing() {
    let sandbox = Sandbox::seeded();
    let example = stdout(&Sandbox::new().sabi(["import", "catalogue", "--example"]).success());
    let file = sandbox.file("catalogue.yaml", example.as_bytes());
    let dry = stdout(&sandbox.sabi(["import", "catalogue", &file, "--dry-run"]).success());
    assert!(dry.contains("+ exam “NECO SSCE” (exams[0])\n") && dry.ends_with("nothing was written.\n"), "{dry}");
    let made = stdout(&sandbox.sabi(["import", "catalogue", &file]).success());
    let again = stdout(&sandbox.sabi(["import", "catalogue", &file]).success());
    let numbers = made.lines().last().unwrap().split(|sign: char| !sign.is_ascii_digit());
    let all: u64 = numbers.filter_map(|number| number.parse::<u64>().ok()).sum();
    assert_eq!(again, format!("0 new, 0 changed, {all} unchanged.\n"));

    let changed =
        sandbox.file("catalogue.yaml", example.replace("maximumSubjects: 9", "maximumSubjects: 8").as_bytes());
    let difference = stdout(&sandbox.sabi(["import", "catalogue", &changed, "--dry-run"]).success());
    let lines = "~ exam “NECO SSCE” (exams[0])\n    - maximumSubjects: 9\n    + maximumSubjects: 8\n0 new, 1 changed, ";
    assert!(difference.starts_with(lines), "{difference}");
    let report = stdout(&sandbox.sabi(["import", "catalogue", &changed, "--json"]).success());
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["changed"], &report["entries"][0]["after"]["maximumSubjects"]), (&1.into(), &8.into()));
}

#[test]
fn a_wrong_entry_is_named_and_nothing_is_written() {
    let sandbox = Sandbox::seeded();
    let example = stdout(&Sandbox::new().sabi(["import", "catalogue", "--example"]).success());
    let wrong = example.replace("timeHour: 2", "timeHour: 99").replace("Sciences / Optometry", "Alchemy");
    let file = sandbox.file("catalogue.yaml", wrong.as_bytes());
    let refused = sandbox.sabi(["import", "catalogue", &file]).code(1);
    let words = stderr(&refused);
    assert!(words.contains("exams[0].timeHour: Hours must be from 0 to 23.\n"), "{words}");
    assert!(words.contains("exams[0].subjects[0].courses[1]: “Alchemy” does not exist.\n"), "{words}");
    assert!(words.contains("2 entries are wrong. Nothing was written."), "{words}");
    // In the order of the file, each with its line and the title of its entry.
    let line = |of: &str| wrong.lines().position(|line| line.contains(of)).unwrap() + 1;
    assert!(words.starts_with(&format!("line {}, “NECO SSCE”: exams[0].timeHour", line("timeHour: 99"))), "{words}");
    assert!(words.contains(&format!("line {}, “", line("Alchemy"))), "{words}");
    assert!(!stdout(&sandbox.sabi(["list", "exams"]).success()).contains("NECO"));
    let torn = sandbox.file("torn.yaml", b"exams: [");
    assert!(sentence(&sandbox.sabi(["import", "catalogue", &torn]).code(65)).contains("torn.yaml"));
    sentence(&sandbox.sabi(["import", "catalogue", "no-such.yaml"]).code(66));
}

#[test]
fn the_bank_is_looked_through_and_counted() {
    let sandbox = Sandbox::seeded();
    let stats = stdout(&sandbox.sabi(["bank", "stats", "--exam", "jamb-utme", "--json"]).success());
    let years: Vec<Value> = stats.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(years.iter().all(|year| year["exam"] == "jamb-utme") && years.len() == 4, "{stats}");
    let table = stdout(&sandbox.sabi(["bank", "stats"]).success());
    assert!(table.contains("Questions") && table.lines().last().unwrap().trim_start().starts_with("all"), "{table}");

    let found = sandbox.sabi(["bank", "check", "--exam", "jamb-utme", "--subject", "Physics", "--json"]);
    let code = found.get_output().status.code();
    let lines: Vec<Value> = stdout(&found).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(code, Some(i32::from(!lines.is_empty())));
    let unknown = sentence(&sandbox.sabi(["bank", "check", "--exam", "jamb-utm"]).code(2));
    assert!(unknown.contains("--exam: ") && unknown.contains("Did you mean jamb-utme?"), "{unknown}");
    sentence(&sandbox.sabi(["bank", "stats", "--year", "1980"]).code(2));

    // No student has answered anything yet.
    let items = ["bank", "stats", "--items", "--flagged", "--exam", "jamb-utme", "--subject", "Physics"];
    let none = sandbox.sabi(items).success();
    assert_eq!((stdout(&none).as_str(), stderr(&none).as_str()), ("", "No answered question matches.\n"));
    assert_eq!(stdout(&sandbox.sabi(["bank", "stats", "--items", "--json"]).success()), "");
    let unknown = sentence(&sandbox.sabi(["bank", "stats", "--items", "--exam", "jamb-utm"]).code(2));
    assert!(unknown.contains("Did you mean jamb-utme?"), "{unknown}");
    sandbox.sabi(["bank", "stats", "--items", "--year", "2019"]).code(2);
}

#[test]
fn the_catalogue_is_exported_as_the_file_that_makes_it() {
    let sandbox = Sandbox::seeded();
    let done = sandbox.sabi(["export", "catalogue", "--output", "all.yaml"]).success();
    assert_eq!(stderr(&done), "Wrote the catalogue to all.yaml.\n");
    let text = std::fs::read_to_string(sandbox.path("all.yaml")).unwrap();
    assert!(text.starts_with("categories:\n") && text.contains("\n- title: University of Lagos\n"), "{text}");
    assert_eq!(stdout(&sandbox.sabi(["export", "catalogue"]).success()), text);
    let back = stdout(&sandbox.sabi(["import", "catalogue", "all.yaml"]).success());
    assert!(back.contains("\n0 new, 0 changed, ") || back.starts_with("0 new, 0 changed, "), "{back}");
    let other = Sandbox::new();
    other.sabi(["seed"]).success();
    let copy = other.file("all.yaml", text.as_bytes());
    other.sabi(["import", "catalogue", &copy]).success();
    assert_eq!(stdout(&other.sabi(["export", "catalogue"]).success()).lines().count(), text.lines().count());
}
