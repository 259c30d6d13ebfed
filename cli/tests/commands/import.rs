//! Importing workbooks: what is printed, what is taken, and how it ends.

use assert_cmd::assert::Assert;
use base64::Engine as _;
use rust_xlsxwriter::Workbook;
use sabi_api::client::{Client, ImportUpload, WorkbookSource};
use sabi_core::{
    App, Settings,
    bank::{
        ImportRequest, ItemKind,
        import::{Progress, Stage},
    },
};
use serde_json::{Value, json};

use crate::support::{
    Sandbox,
    hall::blocking,
    run, run_for_memory,
    screen::{Screen, recorded, screens},
    sentence, stderr, stdout, wait_until_interrupts_are_handled,
};

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
    let beside = stderr(assert);
    assert!(
        beside.is_empty() || beside.starts_with("Finishing the import of"),
        "a bar draws on terminals only: {beside}"
    );
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
    let report = |dry: bool, written: bool, new: u64| {
        json!({
            "dryRun": dry, "rows": count, "unit": "row", "written": written, "new": new, "changed": 0, "unchanged": count - new,
            "rejected": 0, "problems": [], "warnings": [],
        })
    };
    assert_eq!(first, report(true, false, count));
    let real = json_of(&import(&sandbox, &file, "2018", ["--json"]).success());
    assert_eq!(real, report(false, true, count), "a dry run says what the real one does");
    let again = json_of(&import(&sandbox, &file, "2018", ["--json"]).success());
    assert_eq!(again, report(false, false, 0));
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
    for part in ["Unchanged", "Rejected", "rightAnswer", problem["message"].as_str().unwrap()] {
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
    let near = sentence(&ask("JAMB-UTM", "Mathematics", "2019"));
    assert!(near.contains("did you mean jamb-utme?"), "{near}");
    let near = sentence(&ask("jamb-utme", "mathematic", "2019"));
    assert!(near.contains("did you mean Mathematics?"), "{near}");
    ask("jamb-utme", "Mathematics", "soon");
    import(&sandbox, &file, "2019", ["--university", "University of Ibadan"]).code(2);
    sandbox.sabi(["import", "questions", &file]).code(2);
    sandbox.sabi(["import", "answers", &file]).code(2);
}

#[test]
fn a_file_that_is_not_a_workbook_is_refused() {
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
    // There is no terminal to confirm on.
    assert!(sentence(&sandbox.sabi(["import", "sample", "theories.xlsx"]).code(2)).contains("--yes"));
    let before = std::fs::read(sandbox.path("theories.xlsx")).unwrap();
    sandbox.sabi(["import", "sample", "theories.xlsx", "--yes"]).success();
    assert_ne!(std::fs::read(sandbox.path("theories.xlsx")).unwrap(), before);
}

#[test]
fn several_files_are_imported_each_by_itself() {
    let sandbox = Sandbox::seeded();
    let one = sandbox.file("one.xlsx", &workbook(&[("What is 1 + 1?", ["1", "2", "3", "4"], "B")]));
    let two = sandbox.file("two.xlsx", &workbook(&[("What is 2 + 2?", ["3", "4", "5", "6"], "B")]));
    let text = sandbox.file("text.xlsx", b"question");
    let args = ["import", "questions", &one, &text, &two, "--exam", "jamb-utme", "--subject", "Mathematics"];
    let mut command = sandbox.command(args);
    let done = run(command.args(["--year", "2012", "--json"])).code(65);
    let reports: Vec<Value> = stdout(&done).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.iter().map(|report| &report["new"]).collect::<Vec<_>>(), [1, 1]);
    let words = stderr(&done);
    assert!(words.lines().count() == 1 && words.contains("text.xlsx"), "{words}");
}

#[test]
fn subject_and_year_select_the_rows_of_a_file_that_names_its_own() {
    let sandbox = Sandbox::seeded();
    let bank = "subject,year,question,option1,option2,rightAnswer\n\
        Chemistry,2007,What is an atom?,a,b,A\n\
        Mathematics,2007,What is 7 × 8?,54,56,B\n\
        Mathematics,2006,What is 12²?,144,124,A\n";
    let file = sandbox.file("all.csv", bank.as_bytes());
    let report = json_of(&import(&sandbox, &file, "2007", ["--json"]).success());
    assert_eq!((&report["rows"], &report["new"], &report["warnings"]), (&json!(1), &json!(1), &json!([])), "{report}");
    // Without --subject and --year, a broken file has the same exit code.
    let broken = sandbox.file("broken.xlsx", &mixed()[..100]);
    sentence(&sandbox.sabi(["import", "questions", &broken, "--exam", "jamb-utme"]).code(65));
}

#[test]
fn stdin_is_read_up_to_the_limit() {
    let sandbox = Sandbox::seeded();
    let args =
        ["import", "questions", "-", "--exam", "JAMB-UTME", "--subject", "Mathematics", "--year", "2011", "--json"];
    let piped = assert_cmd::Command::from_std(sandbox.command(args)).write_stdin(mixed()).assert().code(1);
    assert_eq!(json_of(&piped)["new"], 2);
    let endless = sentence(&import(&sandbox, "/dev/zero", "2011", []).code(65));
    assert!(endless.contains("/dev/zero is larger than 20 MiB"), "{endless}");
    let lock = sandbox.file("~$bank.xlsx", &[0; 165]);
    let lock = sentence(&import(&sandbox, &lock, "2011", []).code(65));
    assert!(lock.contains("lock file") && lock.contains("bank.xlsx"), "{lock}");
}

#[test]
fn a_report_that_cannot_be_printed_ends_with_an_error() {
    let sandbox = Sandbox::seeded();
    let file = sandbox.file("bank.xlsx", &mixed());
    let args = ["import", "questions", &file, "--exam", "jamb-utme", "--subject", "Mathematics", "--year", "2011"];
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let status = sandbox.command(args).arg("--dry-run").stdout(full).status().unwrap();
    assert_eq!(status.code(), Some(74));
}

#[test]
fn strict_rejects_what_is_noticed_and_problems_are_written_out() {
    let sandbox = Sandbox::seeded();
    let file = sandbox.file(
        "bank.xlsx",
        &workbook(&[
            ("Which is a capital?", ["A. Abuja", "B. Kano", "Jos", "Aba"], "A"),
            ("What is 7 × 8?", ["54", "55", "56", "57"], "9"),
            ("What is 12²?", ["122", "124", "142", "144"], "D"),
        ]),
    );
    let loose = json_of(&import(&sandbox, &file, "2010", ["--json", "--dry-run"]).code(1));
    assert_eq!((&loose["rejected"], loose["warnings"].as_array().unwrap().len()), (&json!(1), 2));
    let strict = json_of(&import(&sandbox, &file, "2010", ["--json", "--strict", "--problems", "wrong.xlsx"]).code(1));
    assert_eq!((&strict["rejected"], &strict["new"], &strict["warnings"]), (&json!(2), &json!(1), &json!([])));
    // Neither that file nor the imported one is lost.
    import(&sandbox, &file, "2010", ["--problems", "wrong.xlsx"]).code(2);
    let refused = sentence(&import(&sandbox, &file, "2010", ["--problems", &file, "--yes"]).code(2));
    assert!(refused.contains("is one of the imported files"), "{refused}");
    let again = json_of(&import(&sandbox, &file, "2010", ["--json", "--problems", "wrong.xlsx", "--yes"]).code(1));
    assert_eq!((&again["new"], &again["unchanged"]), (&json!(1), &json!(1)));
    import(&sandbox, &file, "2010", ["--json", "--strict", "--problems", "wrong.xlsx", "--yes"]).code(1);
    // Mended, the file of problems can be imported itself.
    let left = json_of(&import(&sandbox, "wrong.xlsx", "2010", ["--json", "--dry-run"]).code(1));
    assert_eq!(
        (&left["rows"], &left["rejected"], left["problems"].as_array().unwrap().len()),
        (&json!(2), &json!(1), 1)
    );
}

#[test]
fn many_problems_are_counted() {
    let sandbox = Sandbox::seeded();
    let stems: Vec<String> = (0..80).map(|n| format!("What is {n} + 1?")).collect();
    let rows: Vec<_> = stems.iter().map(|stem| (stem.as_str(), ["1", "2", "3", "4"], "9")).collect();
    let file = sandbox.file("bank.xlsx", &workbook(&rows));
    let told = stdout(&import(&sandbox, &file, "2010", []).code(1));
    assert!(told.contains("… and 30 more problems; --problems FILE.xlsx"), "{told}");
    assert_eq!(told.matches("rightAnswer").count(), 50);
}

/// A PNG of one colour, and of another for another number.
fn picture(number: u8) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(4, 4, image::Rgb([number, 0, 0])).write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner()
}

#[test]
fn pictures_come_along_in_a_folder() {
    let sandbox = Sandbox::seeded();
    std::fs::create_dir_all(sandbox.path("pictures/maps")).unwrap();
    for (name, number) in [("one.png", 1), ("maps/two.png", 2), ("same.png", 1)] {
        sandbox.file(&format!("pictures/{name}"), &picture(number));
    }
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_row(0, 0, ["question", "option1", "option2", "rightAnswer", "image"]).unwrap();
    sheet.write_row(1, 0, ["Which is it?", "a", "b", "A", "one.png"]).unwrap();
    sheet.write_row(2, 0, ["Which is the other?", "<img src=\"two.png\">", "b", "A", "same.png"]).unwrap();
    sheet.write_row(3, 0, ["Which is none?", "a", "b", "A", "three.png"]).unwrap();
    let file = sandbox.file("bank.xlsx", &book.save_to_buffer().unwrap());
    let kept = || std::fs::read_dir(sandbox.data().join("uploads")).map_or(0, |files| files.count());
    let before = kept();
    let folder = ["--images", "pictures", "--json"];
    let dry = json_of(&import(&sandbox, &file, "2009", ["--images", "pictures", "--json", "--dry-run"]).code(1));
    assert_eq!((&dry["new"], &dry["rejected"], kept()), (&json!(2), &json!(1), before));
    let real = json_of(&import(&sandbox, &file, "2009", folder).code(1));
    assert_eq!((&real["new"], &real["written"], kept()), (&json!(2), &json!(true), before + 2));
    assert_eq!(real["problems"][0]["column"], "image");
    assert!(real["problems"][0]["message"].as_str().unwrap().contains("No picture named “three.png”"), "{real}");
    let again = json_of(&import(&sandbox, &file, "2009", folder).code(1));
    assert_eq!((&again["unchanged"], &again["written"]), (&json!(2), &json!(false)));
    let without = json_of(&import(&sandbox, &file, "2009", ["--json"]).code(1));
    assert_eq!(without["rejected"], 3);
}

#[test]
fn pictures_out_of_a_file_lie_beside_its_problems() {
    let sandbox = Sandbox::seeded();
    let question = |number: u8, other: &str| {
        let picture = base64::engine::general_purpose::STANDARD.encode(picture(number));
        format!(
            "<question type=\"multichoice\"><questiontext format=\"html\"><text><![CDATA[<p>What is {number}? \
             <img src=\"@@PLUGINFILE@@/a.png\"></p>]]></text><file name=\"a.png\" encoding=\"base64\">{picture}</file>\
             </questiontext><answer fraction=\"100\"><text>Left</text></answer>\
             <answer fraction=\"0\"><text>{other}</text></answer></question>"
        )
    };
    let file =
        sandbox.file("bank.xml", format!("<quiz>{}{}</quiz>", question(1, "Right"), question(2, "Left")).as_bytes());
    let told = stderr(&import(&sandbox, &file, "2009", ["--problems", "wrong.xlsx"]).code(1));
    assert!(told.contains("Wrote wrong.xlsx, and the pictures of its rows into wrong.pictures"), "{told}");
    let pictures: Vec<_> = std::fs::read_dir(sandbox.path("wrong.pictures")).unwrap().collect();
    assert_eq!(pictures.len(), 1, "that of the other question is in the bank");
    // With them nothing but the option is wrong any more.
    let columns = |report: &Value| {
        let problems = report["problems"].as_array().unwrap().iter();
        problems.map(|problem| problem["column"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let with = ["--json", "--dry-run", "--images", "wrong.pictures"];
    assert_eq!(columns(&json_of(&import(&sandbox, "wrong.xlsx", "2009", with).code(1))), ["option2"]);
    let without = json_of(&import(&sandbox, "wrong.xlsx", "2009", ["--json", "--dry-run"]).code(1));
    assert!(columns(&without).contains(&"question".to_owned()), "{without}");
}

#[test]
fn an_interrupted_import_says_what_became_of_it() {
    let sandbox = Sandbox::seeded();
    let stems: Vec<String> = (0..3000).map(|n| format!("What is {n} + 1?")).collect();
    let rows: Vec<_> = stems.iter().map(|stem| (stem.as_str(), ["1", "2", "3", "4"], "A")).collect();
    let file = sandbox.file("bank.xlsx", &workbook(&rows));
    let _server = sandbox.serve();
    let args = ["import", "questions", &file, "--exam", "jamb-utme", "--subject", "Mathematics", "--year", "2008"];
    let mut command = sandbox.command(args);
    let mut child = command.stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::null()).spawn().unwrap();
    wait_until_interrupts_are_handled(&mut child);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let ended = child.wait_with_output().unwrap();
    let words = String::from_utf8(ended.stderr).unwrap();
    let left = json_of(&import(&sandbox, &file, "2008", ["--dry-run", "--json"]).success());
    if words.contains("Nothing was written") {
        assert_eq!((ended.status.code(), &left["new"]), (Some(130), &json!(3000)), "{words}");
    } else {
        // A fast machine was done before.
        assert_eq!(left["unchanged"], 3000, "{words} {:?}", ended.status);
    }
}

#[test]
fn a_killed_import_is_whole_or_not_there() {
    let sandbox = Sandbox::seeded();
    let stems: Vec<String> = (0..2000).map(|n| format!("What is {n} + 1?")).collect();
    let rows: Vec<_> = stems.iter().map(|stem| (stem.as_str(), ["1", "2", "3", "4"], "A")).collect();
    let file = sandbox.file("bank.xlsx", &workbook(&rows));
    let mut seen = (0, 0);
    // Each wait is a fifth longer, so that an import on a busy machine ends before the years run out.
    let waits = (0..).map(|n| std::time::Duration::from_millis(500).mul_f64(1.2_f64.powi(n)));
    for (year, wait) in (1990..).zip(waits) {
        let year = year.to_string();
        let args = ["import", "questions", &file, "--exam", "jamb-utme", "--subject", "Mathematics", "--year", &year];
        let null = std::process::Stdio::null;
        let mut child = sandbox.command(args).stderr(null()).stdout(null()).spawn().unwrap();
        std::thread::sleep(wait);
        let is_done = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        let left = json_of(&import(&sandbox, &file, &year, ["--dry-run", "--json"]).success());
        match (left["new"].as_u64(), left["unchanged"].as_u64()) {
            (Some(2000), Some(0)) => seen.0 += 1,
            (Some(0), Some(2000)) => seen.1 += 1,
            _ => panic!("killed after {wait:?}, the bank holds a part: {left}"),
        }
        if is_done {
            break;
        }
    }
    assert!(seen.0 > 0 && seen.1 > 0, "{seen:?}");
}

/// Rows of a bank, more than one commit takes.
fn large() -> Vec<u8> {
    let stems: Vec<String> = (0..6000).map(|n| format!("What is {n} + 1?")).collect();
    let rows: Vec<_> = stems.iter().map(|stem| (stem.as_str(), ["1", "2", "3", "4"], "A")).collect();
    workbook(&rows)
}

/// Begins to import `file` into a year through a server, and kills the server when it has written the first rows.
/// Returns whether the import was still running.
fn kill_during_import(sandbox: &Sandbox, file: &str, year: i64) -> bool {
    let mut server = sandbox.serve();
    let (data, process, workbook) = (sandbox.data(), server.id().to_string(), std::path::PathBuf::from(file));
    let cut = blocking(move || async move {
        let settings = Settings { store: None, ..Settings::in_memory(data) };
        let client = Client::connect(&settings, None, &|_| ()).await.unwrap().client;
        let upload = ImportUpload {
            id: "cut".into(),
            name: "bank.xlsx".into(),
            workbook: WorkbookSource::At(workbook),
            format: None,
            pictures: Vec::new(),
        };
        let (exam, subject) = ("jamb-utme".into(), "Mathematics".into());
        let ask = ImportRequest { exam, subject, year, ..ImportRequest::default() };
        let kill = |progress: Progress| {
            // The first rows are written, so the import was accepted.
            if progress.stage == Stage::Keeping && progress.done > 0 {
                std::process::Command::new("kill").args(["-KILL", &process]).status().unwrap();
            }
        };
        client.import_items(ItemKind::Choice, upload, ask, kill).await.map(drop)
    });
    server.kill();
    cut.unwrap().is_err()
}

#[test]
fn an_import_that_a_killed_server_accepted_is_finished_by_the_next_command_which_says_so() {
    let sandbox = Sandbox::seeded();
    let file = sandbox.file("bank.xlsx", &large());
    // On a busy machine the news of the first rows may come after the last row was written. Then another year is tried.
    let interrupted = (1998..2008).find_map(|year| {
        let is_cut = kill_during_import(&sandbox, &file, year);
        let next = stderr(&sandbox.sabi(["list", "subjects", "--csv"]).success());
        (is_cut && !next.is_empty()).then_some((year.to_string(), next))
    });
    let (year, next) = interrupted.expect("an import whose server is killed before the last row is written");
    let told = "Finishing the import of 6,000 rows that was interrupted.\n";
    assert!(next.starts_with(told) && next.matches(told).count() == 1, "{next}");
    let after = stderr(&sandbox.sabi(["list", "subjects", "--csv"]).success());
    assert!(!after.contains("Finishing"), "nothing is left to finish: {after}");
    let left = json_of(&import(&sandbox, &file, &year, ["--dry-run", "--json"]).success());
    assert_eq!((&left["unchanged"], &left["new"]), (&json!(6000), &json!(0)), "{left}");
}

#[test]
fn an_import_that_a_killed_server_accepted_is_finished_by_the_next_server() {
    let sandbox = Sandbox::seeded();
    let file = sandbox.file("bank.xlsx", &large());
    // On a busy machine the news of the first rows may come after the last row was written. Then another year is tried.
    let year = (1998..2008).find(|year| kill_during_import(&sandbox, &file, *year));
    let year = year.expect("an import whose server is killed before the last row is written").to_string();

    let _server = sandbox.serve();
    let data = sandbox.data();
    let left = blocking(move || async move {
        let settings = Settings { store: None, ..Settings::in_memory(data) };
        let client = Client::connect(&settings, None, &|_| ()).await.unwrap().client;
        let asked = std::time::Instant::now();
        while !client.accepted_imports().await.unwrap().is_empty()
            && asked.elapsed() < std::time::Duration::from_secs(300)
        {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        client.accepted_imports().await.unwrap().len()
    });
    assert_eq!(left.unwrap(), 0, "the server left it");
    let report = json_of(&import(&sandbox, &file, &year, ["--dry-run", "--json"]).success());
    assert_eq!((&report["unchanged"], &report["new"]), (&json!(6000), &json!(0)), "{report}");
}

#[test]
fn ctrl_c_is_answered_at_once_while_an_import_is_being_kept() {
    const SAVING: &str =
        "The import is being saved and cannot be cancelled any more. Ctrl-C again stops waiting for it.";
    let sandbox = Sandbox::seeded();
    let file = sandbox.file("bank.xlsx", &large());
    let server = sandbox.serve();
    let send =
        |signal: &str, process: &str| std::process::Command::new("kill").args([signal, process]).status().unwrap();
    let server_process = server.id().to_string();
    // An import may be done before the test sees that it is being saved. Then another year is tried.
    for year in 1998..2008 {
        let command = format!("import questions '{file}' --exam jamb-utme --subject Mathematics --year {year}");
        let mut screen = Screen::start(&sandbox, &format!("import-{year}"), &command);
        // Once the first rows are saved, nothing can cancel the import.
        let has_saved = |line: &str| {
            line.trim_start().starts_with("keeping") && line.contains(" of 6,000") && !line.contains(" 0 of ")
        };
        if !screen.wait_for_or_end(|said| said.lines().any(has_saved)) {
            continue;
        }
        // The server stands still, so that the import is not done before the line is printed.
        assert!(send("-STOP", &server_process).success());
        // It fails if the import has just ended.
        let _ = send("-INT", &screen.id());
        let is_answered = screen.wait_for_or_end(|said| said.contains(SAVING)) && screen.is_running();
        assert!(send("-CONT", &server_process).success());
        let code = screen.end();
        if !is_answered {
            continue;
        }
        assert_eq!(code, Some(130), "{}", screen.said());
        assert!(screen.said().contains("it was done before it could be cancelled."), "{}", screen.said());
        let left = json_of(&import(&sandbox, &file, &year.to_string(), ["--dry-run", "--json"]).success());
        assert_eq!(left["unchanged"], 6000, "{left}");
        return;
    }
    panic!("no import was still running when the line was printed");
}

#[test]
fn the_bar_of_an_import_names_its_stage_and_the_time_left() {
    let sandbox = Sandbox::seeded();
    let file = sandbox.file("bank.xlsx", &large());
    let import = format!("import questions '{file}' --exam jamb-utme --subject Mathematics --year 2008");
    // Such as “5s left”.
    let says_time_left = |line: &str| {
        let time = line.trim_end().strip_suffix(" left").and_then(|line| line.split(' ').next_back());
        time.is_some_and(|time| time.starts_with(|first: char| first.is_ascii_digit()))
    };
    let written = recorded(&sandbox, &import);
    let screens = screens(&written);
    for stage in ["writing", "keeping"] {
        let mut lines = screens.iter().flat_map(|screen| screen.lines());
        let is_there = lines.any(|line| line.trim_start().starts_with(stage) && says_time_left(line));
        assert!(is_there, "{stage}: {written:?}");
    }
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
    sentence(&import(&sandbox, &file, "2013", ["--store", &store, "--data", "elsewhere"]).code(75));
    server.terminate();
    assert_eq!(json_of(&import(&sandbox, &file, "2013", ["--json"]).code(1))["unchanged"], 2);
}

/// The memory that a hostile file may take beyond what a good one of two questions takes, in MiB.
const HOSTILE: f64 = 200.0;

#[test]
fn no_hostile_file_takes_much_memory() {
    let sandbox = Sandbox::seeded();
    let weigh = |name: &str, bytes: &[u8]| {
        let file = sandbox.file(name, bytes);
        let year = ["--subject", "Mathematics", "--year", "2012", "--dry-run"];
        let mut command = sandbox.command(["import", "questions", &file, "--exam", "jamb-utme"]);
        run_for_memory(command.args(year))
    };
    let (good, least) = weigh("bank.xlsx", &workbook(&[("What is 7 × 8?", ["54", "55", "56", "57"], "C")]));
    assert!(good.status.success(), "{good:?}");
    let full = |unit: &str| unit.repeat(19 * 1024 * 1024 / unit.len());
    let long = "x".repeat(30_000);
    let swollen: Vec<_> = (0..4_000).map(|_| (long.as_str(), ["a", "b", "c", "d"], "A")).collect();
    let line = sandbox.path("line.csv");
    std::fs::File::create(&line).unwrap().set_len(200 * 1024 * 1024).unwrap();
    let hostile = [
        ("commas.csv", format!("question\n{}", full("a,"))),
        ("quotes.csv", format!("question\n\"{}", full("\"\""))),
        ("options.gift", format!("Many {{=right{}}}", full("~a"))),
        ("questions.gift", full("Q {=a ~b}\n\n")),
        ("aiken.txt", format!("Q\n{}", full("A. a\n"))),
        ("elements.xml", format!("<quiz>{}</quiz>", full("<question/>"))),
        ("answers.xml", format!("<quiz><question type='multichoice'>{}", full("<answer>a</answer>"))),
        ("attributes.xml", format!("<quiz><question {}/></quiz>", full("a='1' "))),
        ("entities.xml", format!("<!DOCTYPE quiz [{}]><quiz>&a;</quiz>", full("<!ENTITY a '&b;&b;&b;'>"))),
        ("values.jsonl", format!("{{\"options\": [{}0]}}", full("0,"))),
        ("lines.jsonl", full("{\"question\": \"a\"}\n")),
    ];
    let mut weighed = Vec::new();
    let files = hostile.into_iter().map(|(name, text)| (name, text.into_bytes()));
    for (name, bytes) in files.chain([("swollen.xlsx", workbook(&swollen))]) {
        let (output, most) = weigh(name, &bytes);
        assert!(!output.status.success(), "{name}");
        weighed.push((name, most - least));
    }
    assert!(weighed.iter().all(|(_, more)| *more < HOSTILE), "{weighed:?} beyond {least}");
    let endless = line.display().to_string();
    let mut command = sandbox.command(["import", "questions", &endless, "--exam", "jamb-utme"]);
    let (output, most) = run_for_memory(command.args(["--subject", "Mathematics", "--year", "2012"]));
    assert!(!output.status.success() && most - least < HOSTILE, "a line of 200 MiB: {most:.0} MiB, {output:?}");
}

#[test]
fn accepted_imports_are_listed_and_one_that_is_not_there_is_not_dropped() {
    let sandbox = Sandbox::seeded();
    assert_eq!(stdout(&sandbox.sabi(["bank", "imports"]).success()), "Every accepted import is finished.\n");
    assert_eq!(stdout(&sandbox.sabi(["bank", "imports", "--json"]).success()), "");
    let refused = sandbox.sabi(["bank", "drop-import", "nothing", "--yes"]).code(1);
    assert!(stderr(&refused).contains("Accepted import not found"), "{}", stderr(&refused));
    assert!(stderr(&sandbox.sabi(["bank", "drop-import", "nothing"]).code(2)).contains("--yes"));
}

#[test]
fn an_import_that_cannot_be_written_is_dropped() {
    let sandbox = Sandbox::seeded();
    let stems: Vec<_> = (0..600).map(|row| format!("How many yams are {row} heaps of {}?", row * 31 + 7)).collect();
    let mut rows: Vec<_> = stems.iter().map(|stem| (stem.as_str(), ["1", "2", "3", "4"], "A")).collect();
    rows.push(("Does it never end?", ["1", "2", "3", "4"], "A"));
    let file = sandbox.file("bank.xlsx", &workbook(&rows));
    let change = |sql: &'static str| {
        let data = sandbox.data();
        blocking(move || async move {
            let app = App::open(Settings { store: None, ..Settings::in_memory(data) }).await.unwrap();
            app.store.write(sql).done().await.unwrap();
            app.store.close().await;
        })
        .unwrap();
    };
    // The last row can never be written.
    change(
        "DEFINE EVENT stuck ON question WHEN $event = 'CREATE' AND $after.question CONTAINS 'never' \
         THEN { THROW 'the disk has a bad sector' }",
    );
    let failed = import(&sandbox, &file, "2003", []).failure();
    assert!(!stderr(&failed).is_empty());
    let listed = sandbox.sabi(["bank", "imports", "--json"]).success();
    let stuck = json_of(&listed);
    assert_eq!((&stuck["year"], &stuck["rows"], &stuck["state"]), (&json!(2003), &json!(601), &json!("failing")));
    let left = stuck["left"].as_u64().unwrap();
    assert!(left > 0 && left < 601, "{stuck}");
    let table = stdout(&sandbox.sabi(["bank", "imports"]).success());
    assert!(table.contains("failing") && table.contains("bad sector"), "{table}");

    let id = stuck["_id"].as_str().unwrap();
    let dropped = sandbox.sabi(["bank", "drop-import", id, "--yes"]).success();
    let written = 601 - left;
    assert_eq!(
        stdout(&dropped),
        format!("The import was dropped: {left} rows were not written, {written} are in the bank.\n")
    );
    assert!(stderr(&dropped).contains("it is switched off"), "{}", stderr(&dropped));
    assert_eq!(stdout(&sandbox.sabi(["bank", "imports"]).success()), "Every accepted import is finished.\n");
    // The year takes changes again.
    change("REMOVE EVENT stuck ON question");
    let again = json_of(&import(&sandbox, &file, "2003", ["--json"]).success());
    assert_eq!((&again["unchanged"], &again["new"]), (&json!(written), &json!(left)));
}
