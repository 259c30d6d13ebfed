//! Moderators at the command line: from the queue to a declared result.

use std::{fs, path::Path};

use rust_xlsxwriter::{Formula, Workbook};
use sabi_core::bank::sheet::workbook;
use serde_json::Value;

use crate::{
    json_lines,
    support::{
        PASSWORD,
        graders::{add_moderator, written_by},
        hall::Hall,
        run, sentence, stderr, stdout,
    },
};

#[test]
fn a_moderator_grades_from_the_command_line() {
    let (sandbox, hall) = Hall::build(1);
    add_moderator(&sandbox, "bola@sabi.test", "Bola");
    let users = stdout(&sandbox.sabi(["user", "list", "--role", "moderator"]).success());
    assert!(users.contains("bola@sabi.test"), "{users}");
    let server = sandbox.serve();
    let (quiz, count) = written_by(&server.url, &hall, 0);
    let (id, url) = (quiz.as_str(), server.url.as_str());
    sandbox.sabi_reading(PASSWORD, ["login", "bola@sabi.test", "--server", url, "--password-stdin"]).success();
    let json = |text: &str| -> Value { serde_json::from_str(text).unwrap() };

    let csv = stdout(&sandbox.sabi(["grading", "list", "--csv", "--server", url]).success());
    assert!(csv.starts_with("id,exam,") && csv.lines().nth(1).unwrap().starts_with(id), "{csv}");
    let refused = sandbox.sabi(["grading", "grade", id, "--grade", "2=75", "--server", url]).code(1);
    assert!(sentence(&refused).contains("Claim this submission"));
    let claimed = stdout(&sandbox.sabi(["grading", "claim", "--server", url]).success());
    assert!(claimed.starts_with(&format!("Claimed {id} until ")), "{claimed}");
    let mine = stdout(&sandbox.sabi(["grading", "list", "--state", "mine", "--json", "--server", url]).success());
    assert_eq!(json(&mine)["_id"], id);
    let shown = stdout(&sandbox.sabi(["grading", "show", id, "--server", url]).success());
    assert!(shown.contains("Written: Because [31mof gravity.") && !shown.contains('\u{1b}'), "{shown}");
    assert!(!shown.contains("Ada"), "whose it is, a moderator is not told: {shown}");

    let wrong = sandbox.sabi(["grading", "grade", id, "--grade", "2=30", "--server", url]).code(2);
    assert!(sentence(&wrong).contains("Grades are 0, 25, 50, 75 or 100."));
    sandbox.sabi(["grading", "grade", id, "--grade", "99=75", "--server", url]).code(2);
    sandbox.sabi(["grading", "grade", id, "--grade", "much", "--server", url]).code(2);
    sandbox.sabi(["grading", "grade", id, "--remark", "2=Which law?", "--server", url]).success();
    for number in 2..=count {
        let grade = format!("{number}=75");
        sandbox.sabi(["grading", "grade", id, "--grade", &grade, "--server", url]).success();
    }
    let read = json(&stdout(&sandbox.sabi(["grading", "show", id, "--json", "--server", url]).success()));
    assert_eq!((&read["answers"][1]["ansGrade"], &read["answers"][1]["remark"]), (&75.into(), &"Which law?".into()));
    let declared = stdout(&sandbox.sabi(["grading", "declare", id, "--server", url]).success());
    assert!(declared.starts_with(&format!("Declared {id}: ")), "{declared}");
    let stats = json_lines(&stdout(&sandbox.sabi(["grading", "stats", "--json", "--server", url]).success()));
    assert_eq!((&stats[0]["graded"], &stats[0]["declared"]), (&1.into(), &1.into()));
    assert!(
        sentence(&sandbox.sabi(["grading", "claim", "--server", url]).code(1)).contains("No submissions are waiting")
    );
    let released = json(&stdout(&sandbox.sabi(["grading", "release", id, "--json", "--server", url]).success()));
    assert_eq!((&released["_id"], &released["claim"]), (&id.into(), &Value::Null));

    // The operator corrects what was declared, and says why.
    sentence(&sandbox.sabi(["grading", "grade", id, "--grade", "2=100"]).code(2));
    let why = ["grading", "grade", id, "--grade", "2=100", "--why", "An appeal", "--json"];
    assert_eq!(json(&stdout(&sandbox.sabi(why).success()))["answers"][1]["ansGrade"], 100);
}

#[test]
fn a_worksheet_is_graded_in_a_spreadsheet() {
    let (sandbox, hall) = Hall::build(2);
    for (email, name) in [("bola@sabi.test", "Bola"), ("musa@sabi.test", "Musa")] {
        add_moderator(&sandbox, email, name);
    }
    let server = sandbox.serve();
    let quizzes = [written_by(&server.url, &hall, 0).0, written_by(&server.url, &hall, 1).0];
    let url = server.url.as_str();
    let login = |email: &str| {
        sandbox.sabi_reading(PASSWORD, ["login", email, "--server", url, "--password-stdin"]).success();
    };
    login("bola@sabi.test");
    let wrong = sandbox.sabi(["grading", "export", "--output", "work.csv", "--days", "8", "--server", url]).code(2);
    assert!(stderr(&wrong).contains("from 1 to 7"), "{}", stderr(&wrong));
    let told =
        stdout(&sandbox.sabi(["grading", "export", "--output", "work.csv", "--days", "7", "--server", url]).success());
    assert!(told.starts_with("Wrote 2 submissions with "), "{told}");
    let sheet = fs::read_to_string(sandbox.path("work.csv")).unwrap();
    assert!(!sheet.contains("Ada") && !sheet.contains("@sabi.test") && sheet.contains("gravity"), "{sheet}");

    // Nobody else gets them meanwhile, and the holder is named.
    login("musa@sabi.test");
    let refused = sandbox.sabi(["grading", "claim", &quizzes[0], "--server", url]).code(1);
    assert!(sentence(&refused).contains("Bola Ade is grading this submission"), "{}", stderr(&refused));
    let none = sandbox.sabi(["grading", "export", "--output", "none.csv", "--server", url]).code(1);
    assert!(sentence(&none).contains("No submissions are waiting"), "{}", stderr(&none));

    // Bola grades all, releases one, which Musa declares, and sends her worksheet in.
    login("bola@sabi.test");
    // The worksheet with a grade for each row, of all submissions or of one.
    let graded = |name: &str, of: Option<&str>, first: &str| -> String {
        let mut reader = csv::ReaderBuilder::new().from_reader(sheet.trim_start_matches('\u{feff}').as_bytes());
        let heads = reader.headers().unwrap().clone();
        let place = |name: &str| heads.iter().position(|head| head == name).unwrap();
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&heads).unwrap();
        for (number, record) in reader.records().map(Result::unwrap).enumerate() {
            let mut cells: Vec<String> = record.iter().map(str::to_owned).collect();
            cells[place("grade")] = if number == 0 { first.into() } else { "75".into() };
            cells[place("remark")] = "Name the unit too.".into();
            if of.is_none_or(|of| cells[place("submission")] == of) {
                writer.write_record(&cells).unwrap();
            }
        }
        sandbox.file(name, &writer.into_inner().unwrap())
    };
    let all = graded("graded.csv", None, "80");
    sandbox.sabi(["grading", "release", &quizzes[1], "--server", url]).success();
    login("musa@sabi.test");
    sandbox.sabi(["grading", "claim", "--server", url]).success();
    let shown = stdout(&sandbox.sabi(["grading", "show", &quizzes[1], "--json", "--server", url]).success());
    let answers = serde_json::from_str::<Value>(&shown).unwrap()["answers"].as_array().unwrap().len();
    for number in 2..=answers {
        let grade = format!("{number}=50");
        sandbox.sabi(["grading", "grade", &quizzes[1], "--grade", &grade, "--server", url]).success();
    }
    sandbox.sabi(["grading", "declare", &quizzes[1], "--server", url]).success();
    login("bola@sabi.test");
    let done = sandbox.sabi(["grading", "import", &all, "--declare", "--server", url]).code(1);
    let told = stdout(&done);
    assert!(told.contains("80 is not a grade: use 0, 25, 50, 75 or 100."), "{told}");
    assert!(told.contains("Musa Ade has declared this result, so its grades cannot be changed."), "{told}");
    let read = stdout(&sandbox.sabi(["grading", "show", &quizzes[0], "--json", "--server", url]).success());
    let read: Value = serde_json::from_str(&read).unwrap();
    assert_eq!(read["answers"][2]["ansGrade"], 75, "{read}");

    // The corrected row is accepted, and then the submission is declared.
    let right = graded("right.csv", Some(&quizzes[0]), "100");
    let told = stdout(&sandbox.sabi(["grading", "import", &right, "--declare", "--server", url]).success());
    assert!(told.contains("1 submission declared."), "{told}");
    let list = stdout(&sandbox.sabi(["grading", "list", "--state", "declared", "--csv", "--server", url]).success());
    assert_eq!(list.lines().count(), 3, "{list}");
}

/// The first sheet of a workbook, as text.
fn cells(path: &Path) -> Vec<Vec<String>> {
    let sheet = workbook::read(&fs::read(path).unwrap()).unwrap();
    let row = |row: workbook::SheetRow| {
        let width = row.cells.keys().last().map_or(0, |last| last + 1);
        (0..width).map(|place| row.cells.get(&place).map(|cell| cell.text().to_owned()).unwrap_or_default()).collect()
    };
    sheet.rows.into_iter().map(row).collect()
}

#[test]
fn a_worksheet_is_graded_in_a_workbook() {
    let (sandbox, hall) = Hall::build(1);
    let server = sandbox.serve();
    let (quiz, count) = written_by(&server.url, &hall, 0);
    let told = stdout(&sandbox.sabi(["grading", "export", "--output", "work.xlsx"]).success());
    assert!(told.starts_with(&format!("Wrote 1 submission with {} answers.", count - 1)), "{told}");
    assert!(fs::read(sandbox.path("work.xlsx")).unwrap().starts_with(b"PK"));
    let mut rows = cells(&sandbox.path("work.xlsx"));
    assert_eq!(rows.len(), count, "a heading, and a row per answer");
    let place = |name: &str| rows[0].iter().position(|head| head == name).unwrap();
    let [submission, written, model, grade, remark] =
        ["submission", "written", "model answer", "grade", "remark"].map(place);
    for row in &rows[1..] {
        assert!(row[submission] == quiz && row[written].contains("of gravity.") && !row[model].is_empty(), "{row:?}");
        assert!(!row.concat().contains("Ada") && !row.concat().contains("@sabi.test"), "{row:?}");
    }

    // Grades are numbers in a spreadsheet, and a remark may look like a formula.
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (number, row) in (0..).zip(&mut rows) {
        row.resize(remark.max(grade) + 1, String::new());
        if number > 0 {
            row[remark] = "=name the unit & its sign".into();
        }
        for (column, cell) in (0..).zip(&*row) {
            sheet.write_string(number, column, cell).unwrap();
        }
        if number > 0 {
            sheet.write_number(number, u16::try_from(grade).unwrap(), 75).unwrap();
        }
    }
    let graded = sandbox.file("graded.xlsx", &book.save_to_buffer().unwrap());
    let tried = stdout(&sandbox.sabi(["grading", "import", &graded, "--dry-run"]).success());
    assert!(tried.starts_with(&format!("{} grades would be accepted, 0 refused.", count - 1)), "{tried}");
    let told = stdout(&sandbox.sabi(["grading", "import", &graded, "--declare"]).success());
    assert!(told.contains("0 refused.") && told.contains("1 submission declared."), "{told}");
    let read = stdout(&sandbox.sabi(["grading", "show", &quiz, "--json"]).success());
    let read: Value = serde_json::from_str(&read).unwrap();
    let answers = read["answers"].as_array().unwrap();
    assert_eq!(answers.len(), count, "{read}");
    for answer in &answers[1..] {
        assert_eq!(
            (&answer["ansGrade"], &answer["remark"]),
            (&75.into(), &"=name the unit & its sign".into()),
            "{read}"
        );
    }

    // A grade that the spreadsheet could not compute is refused, and the other rows are accepted.
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (number, row) in (0..).zip(&rows[..3]) {
        for (column, cell) in (0..).zip(row) {
            sheet.write_string(number, column, cell).unwrap();
        }
    }
    let column = u16::try_from(grade).unwrap();
    sheet.write_formula(1, column, Formula::new("=NA()").set_result("#N/A")).unwrap();
    sheet.write_string(2, column, "50").unwrap();
    let broken = sandbox.file("broken.xlsx", &book.save_to_buffer().unwrap());
    let told = stdout(&sandbox.sabi(["grading", "import", &broken, "--dry-run"]).code(1));
    assert!(told.contains("1 grade would be accepted, 1 refused."), "{told}");
    assert!(told.contains("The column grade holds the error #N/A; correct the formula."), "{told}");

    // A file that is no worksheet is refused as such.
    let other = sandbox.file("other.xlsx", b"PK not a workbook");
    assert!(stderr(&sandbox.sabi(["grading", "import", &other]).code(65)).contains("other.xlsx"));
}

#[test]
fn submissions_are_claimed_by_exam_subject_and_count() {
    let (sandbox, hall) = Hall::build(3);
    let server = sandbox.serve();
    let written = [0, 1, 2].map(|seat| written_by(&server.url, &hall, seat).0);
    let claim = |more: &[&str]| run(sandbox.command(["grading", "claim"]).args(more));
    for other in [["--exam", "jamb-utme"], ["--subject", "Physics"]] {
        assert!(sentence(&claim(&other).code(1)).contains("No submissions are waiting"), "{other:?}");
    }
    let claimed = stdout(&claim(&["--exam", "wassce-waec-ssce", "--subject", "Mathematics", "--count", "2"]).success());
    let ids: Vec<_> = claimed.lines().map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert_eq!(ids, written[..2], "{claimed}");
    let mine = stdout(&sandbox.sabi(["grading", "list", "--state", "mine", "--csv"]).success());
    assert_eq!(mine.lines().count(), 3, "{mine}");
}

#[test]
fn a_moderator_narrows_the_queue_by_exam_and_subject() {
    let (sandbox, hall) = Hall::build(1);
    add_moderator(&sandbox, "bola@sabi.test", "Bola");
    let server = sandbox.serve();
    let (quiz, _) = written_by(&server.url, &hall, 0);
    let url = server.url.as_str();
    sandbox.sabi_reading(PASSWORD, ["login", "bola@sabi.test", "--server", url, "--password-stdin"]).success();
    for narrow in [["--exam", "wassce-waec-ssce"], ["--subject", "Mathematics"]] {
        let list = run(sandbox.command(["grading", "list", "--csv", "--server", url]).args(narrow));
        let list = stdout(&list.success());
        assert!(list.lines().count() == 2 && list.contains(&quiz), "{narrow:?}: {list}");
    }
}
