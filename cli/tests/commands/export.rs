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
fn losses_of_an_export_are_reported_on_stderr() {
    let sandbox = Sandbox::seeded();
    let done = export(&sandbox, "aiken", []).success();
    assert!(stdout(&done).contains("\nANSWER: "), "{}", stdout(&done));
    let told = stderr(&done);
    assert!(told.contains("Aiken holds no ids") && told.contains("answerDesc"), "{told}");
    // Each kind of loss once, with how often it occurs; first the questions that the file lacks.
    let place = |words: &str| told.find(words).unwrap_or_else(|| panic!("{words}: {told}"));
    assert!(place("The question was left out") < place("Aiken has no place for it"), "{told}");
    assert_eq!(told.matches("Aiken has no place for it").count(), 1, "{told}");
    assert!(told.contains(", …"), "{told}");
    let quiet = export(&sandbox, "aiken", ["--quiet"]).success();
    assert_eq!(stderr(&quiet), told, "what is lost is told all the same");
    let lossless = export(&sandbox, "csv", []).success();
    assert_eq!(stderr(&lossless), "");
    assert!(stdout(&lossless).starts_with("title,"), "no mark in a pipe");
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
fn an_output_that_cannot_be_written_is_an_error() {
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

/// A new picture of the kind that its name says.
fn picture(shade: u8, format: image::ImageFormat) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    let pixels = image::RgbImage::from_fn(40, 30, |x, y| image::Rgb([shade, (x * 6) as u8, (y * 8) as u8]));
    pixels.write_to(&mut file, format).unwrap();
    file.into_inner()
}

fn pictures_of(sandbox: &Sandbox, folder: &str) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(sandbox.path(folder)).unwrap().map(|file| file.unwrap());
    let mut all: Vec<_> =
        files.map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap())).collect();
    all.sort();
    all
}

#[test]
fn a_bank_and_its_pictures_go_to_another_installation() {
    let place = ["--exam", "jamb-utme", "--subject", "mathematics", "--year", "2009"];
    let import = |sandbox: &Sandbox, file: &str, images: &[&str]| -> Value {
        let mut command = sandbox.command(["import", "questions", file, "--json"]);
        serde_json::from_str(&stdout(&run(command.args(place).args(images)))).unwrap()
    };
    let export = |sandbox: &Sandbox, format: &str, file: &str, images: &[&str]| {
        let mut command = sandbox.command(["export", "questions", "--format", format, "--output", file, "--yes"]);
        run(command.args(place).args(images)).success()
    };
    let here = Sandbox::seeded();
    fs::create_dir(here.path("own")).unwrap();
    here.file("own/map.png", &picture(10, image::ImageFormat::Png));
    here.file("own/photograph.jpg", &picture(200, image::ImageFormat::Jpeg));
    let rows = "question,option1,option2,rightAnswer,image\n\
                Which town?,Lagos,Abuja,A,map.png\n\
                \"Which <img src=\"\"photograph.jpg\"\"> is it?\",x,y,B,\n\
                Which is none?,x,z,B,\n";
    let file = here.file("own.csv", rows.as_bytes());
    assert_eq!(import(&here, &file, &["--images", "own"])["new"], 3);
    for format in ["xlsx", "csv", "gift", "jsonl", "xml"] {
        let file = format!("bank.{format}");
        let told = stderr(&export(&here, format, &file, &[]));
        assert_eq!(told.contains("stays behind"), format != "xml", "{format}: {told}");
        let told = stderr(&export(&here, format, &file, &["--images", "pictures"]));
        assert!(!told.contains("stays behind"), "{told}");
        let there = Sandbox::seeded();
        fs::copy(here.path(&file), there.path(&file)).unwrap();
        let without = import(&there, &file, &["--dry-run"]);
        let refused = if format == "xml" { 0 } else { 2 };
        assert_eq!((&without["rejected"], &without["new"]), (&refused.into(), &(3 - refused).into()), "{without}");
        if format == "xml" {
            fs::create_dir(there.path("pictures")).unwrap();
        } else {
            assert!(without["problems"][0]["message"].as_str().unwrap().contains("There is no picture /uploads/"));
            assert!(told.contains("Wrote 2 pictures to pictures."), "{told}");
            fs::create_dir(there.path("pictures")).unwrap();
            for (name, bytes) in pictures_of(&here, "pictures") {
                there.file(&format!("pictures/{name}"), &bytes);
            }
        }
        let images = ["--images", "pictures"];
        let taken = import(&there, &file, &images);
        assert_eq!((&taken["new"], &taken["rejected"]), (&3.into(), &0.into()), "{format}: {taken}");
        assert_eq!(import(&there, &file, &images)["unchanged"], 3, "{format}");
        assert_eq!(import(&here, &file, &images)["unchanged"], 3, "{format}");
        export(&there, "csv", "again.csv", &["--images", "again"]);
        assert_eq!(pictures_of(&there, "again"), pictures_of(&here, "pictures"), "{format}");
    }
}

#[test]
fn the_ending_of_the_file_names_its_format() {
    let sandbox = Sandbox::seeded();
    let place = ["--exam", "jamb-utme", "--subject", "mathematics", "--year", "2019"];
    let export = |more: &[&str]| run(sandbox.command(["export", "questions"]).args(place).args(more));
    export(&["--output", "bank.jsonl"]).success();
    assert!(fs::read_to_string(sandbox.path("bank.jsonl")).unwrap().starts_with('{'));
    for wrong in [["--output", "bank.pdf"].as_slice(), &[]] {
        let words = sentence(&export(wrong).code(2));
        assert!(words.contains("--format is one of xlsx"), "{words}");
    }
    run(sandbox.command(["export", "students", "--output", "students.xlsx"]).args(["--quiet"])).success();
    assert!(fs::read(sandbox.path("students.xlsx")).unwrap().starts_with(b"PK"));
}

#[test]
fn a_switched_off_question_stays_off() {
    let sandbox = Sandbox::seeded();
    let lines = stdout(&export(&sandbox, "jsonl", []).success());
    let id = serde_json::from_str::<Value>(lines.lines().next().unwrap()).unwrap()["id"].as_str().unwrap().to_owned();
    let off = sandbox.file("off.yaml", b"status: false\n");
    sandbox.sabi(["edit", "questions", &id, "--from", &off]).success();
    let status = |sandbox: &Sandbox| -> Value {
        let shown = stdout(&sandbox.sabi(["show", "questions", &id, "--json"]).success());
        serde_json::from_str::<Value>(&shown).unwrap()["status"].clone()
    };
    for format in ["xlsx", "csv", "jsonl"] {
        let file = format!("bank.{format}");
        let done = export(&sandbox, format, ["--output", &file, "--yes"]).success();
        assert!(!stderr(&done).contains("switched off"), "{}", stderr(&done));
        // Another installation has the same question on.
        let other = Sandbox::seeded();
        fs::copy(sandbox.path(&file), other.path(&file)).unwrap();
        assert_eq!(status(&other), true);
        assert_eq!(import(&other, &file)["changed"], 1, "{format}");
        assert_eq!(status(&other), false, "{format}");
    }
    // Imported over the stored one, the column switches it on again.
    let mut row: Value =
        serde_json::from_str(stdout(&export(&sandbox, "jsonl", []).success()).lines().next().unwrap()).unwrap();
    assert_eq!(row["status"], "inactive");
    row["status"] = "active".into();
    let file = sandbox.file("on.jsonl", format!("{row}\n").as_bytes());
    assert_eq!(import(&sandbox, &file)["changed"], 1);
    assert_eq!(status(&sandbox), true);
    row["status"] = "perhaps".into();
    let file = sandbox.file("odd.jsonl", format!("{row}\n").as_bytes());
    assert_eq!(import(&sandbox, &file)["problems"][0]["column"], "status");
}

#[test]
fn a_whole_exam_goes_out_and_in_as_one_file() {
    let sandbox = Sandbox::seeded();
    let import = |file: &str| -> Value {
        let done = sandbox.sabi(["import", "questions", file, "--exam", "jamb-utme", "--json"]);
        serde_json::from_str(&stdout(&done)).unwrap_or_else(|_| panic!("{}", stderr(&done)))
    };
    let mut all = 0;
    for format in ["xlsx", "csv", "jsonl"] {
        let file = format!("all.{format}");
        sandbox.sabi(["export", "questions", "--exam", "jamb-utme", "--output", &file]).success();
        let back = import(&file);
        all = back["unchanged"].as_u64().unwrap();
        assert!(all > 100 && back["new"] == 0 && back["changed"] == 0 && back["rejected"] == 0, "{format}: {back}");
    }
    let lines = fs::read_to_string(sandbox.path("all.jsonl")).unwrap();
    assert_eq!(lines.lines().count() as u64, all);
    let mut rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(rows.iter().all(|row| row["subject"].is_string() && row["year"].is_i64()));
    rows[1]["subject"] = "Phisics".into();
    rows[3]["year"] = "soon".into();
    rows[5]["question"] = "What did the teacher mean to ask?".into();
    let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let back = import(&sandbox.file("wrong.jsonl", text.as_bytes()));
    assert_eq!((&back["changed"], &back["rejected"], &back["unchanged"]), (&1.into(), &2.into(), &(all - 3).into()));
    let told: Vec<_> = back["problems"].as_array().unwrap().iter().map(|one| (&one["row"], &one["column"])).collect();
    assert_eq!(told, [(&2.into(), &"subject".into()), (&4.into(), &"year".into())], "{back}");
    // A format without columns holds one subject and year.
    let refused = sandbox.sabi(["export", "questions", "--exam", "jamb-utme", "--format", "aiken"]).code(2);
    assert!(sentence(&refused).contains("one subject and year"), "{}", stderr(&refused));
    let refused =
        sandbox.sabi(["import", "questions", "all.csv", "--exam", "jamb-utme", "--subject", "Physics", "--json"]);
    let only: Value = serde_json::from_str(&stdout(&refused)).unwrap();
    assert_eq!(only["changed"].as_u64().unwrap() + only["new"].as_u64().unwrap(), 0, "{only}");
}
