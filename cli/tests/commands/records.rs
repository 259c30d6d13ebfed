//! `sabi list`, `show`, `edit` and `delete`, on the demo.

use std::{fs, process::Command, time::Duration};

use assert_cmd::assert::Assert;
use sabi_core::clock::{Clock as _, SystemClock};
use serde_json::Value;

use crate::support::{
    Sandbox,
    graders::written_by,
    hall::{Hall, email},
    run, sentence, stderr, stdout,
};

/// The rows of a list.
fn rows<const N: usize>(sandbox: &Sandbox, args: [&str; N]) -> Vec<Value> {
    let mut command = sandbox.command(args);
    let lines = stdout(&run(command.args(["--json", "--limit", "0"])).success());
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn shown(sandbox: &Sandbox, kind: &str, id: &str) -> Value {
    serde_json::from_str(&stdout(&sandbox.sabi(["show", kind, id, "--json"]).success())).unwrap()
}

/// The id of the topic of Physics with this title.
fn topic(sandbox: &Sandbox) -> String {
    let topics = rows(sandbox, ["list", "topics", "--filter", "subject=Physics", "--filter", "exam=jamb-utme"]);
    topics[0]["_id"].as_str().unwrap().to_owned()
}

/// Runs `sabi edit` with this as the editor.
fn edit(sandbox: &Sandbox, kind: &str, id: &str, editor: &str) -> Assert {
    run(edit_command(sandbox, kind, id).env("EDITOR", editor))
}

fn edit_command(sandbox: &Sandbox, kind: &str, id: &str) -> Command {
    let mut command = sandbox.command(["edit", kind, id]);
    command.env("TMPDIR", sandbox.path("."));
    command
}

#[test]
fn records_are_listed_and_named_as_people_know_them() {
    let sandbox = Sandbox::seeded();
    let exams = sandbox.sabi(["list", "exams"]).success();
    assert!(stdout(&exams).contains("jamb-utme"), "{}", stdout(&exams));
    assert!(stderr(&exams).contains("4 of 4 exams."), "{}", stderr(&exams));
    assert_eq!(stderr(&sandbox.sabi(["list", "exams", "--quiet"]).success()), "");

    let subjects = rows(&sandbox, ["list", "subjects", "--filter", "exam=JAMB UTME", "--sort", "-title"]);
    assert!(subjects.iter().all(|row| row["exam"]["slug"] == "jamb-utme") && subjects.len() > 2, "{subjects:?}");
    let titles: Vec<_> = subjects.iter().map(|row| row["title"].as_str().unwrap()).collect();
    assert!(titles.is_sorted_by(|one, next| one > next), "{titles:?}");

    let of_physics = ["list", "questions", "--filter", "exam=jamb-utme", "--filter", "subject=Physics"];
    let all = rows(&sandbox, of_physics);
    let mut some = sandbox.command(of_physics);
    let some = run(some.args(["--filter", "year=2019", "--limit", "3", "--json"])).success();
    assert_eq!(stdout(&some).lines().count(), 3);
    assert!(stderr(&some).contains(&format!("3 of {} questions.", all.len())), "{}", stderr(&some));

    let csv = stdout(&sandbox.sabi(["list", "categories", "--csv", "--quiet"]).success());
    assert!(csv.starts_with("_id,title,seo_url,status,createdAt\n"), "{csv}");
    assert_eq!(csv.lines().count(), 4, "{csv}");
    assert_eq!(rows(&sandbox, ["list", "results", "--filter", "user=student@sabi.test"]), Vec::<Value>::new());
}

#[test]
fn a_wrong_name_is_answered_with_the_right_ones() {
    let sandbox = Sandbox::seeded();
    let refused = |args: &[&str]| sentence(&run(sandbox.command(["list"]).args(args)).code(2));
    assert!(refused(&["subjects", "--filter", "exam=jamb-utm"]).contains("Did you mean jamb-utme?"));
    assert!(refused(&["exams", "--filter", "colour=red"]).contains("only by status"));
    assert!(refused(&["exams", "--sort", "colour"]).contains("only by title, slug"));
    assert!(refused(&["topics"]).contains("--filter subject="));
    // Records that are listed only below a subject are named by their id.
    assert!(refused(&["questions", "--filter", "topic=Algebra"]).contains("no topic with the id Algebra"));
    let unknown = sandbox.sabi(["list", "exmas"]).code(2);
    assert!(stderr(&unknown).contains("'exams'"), "{}", stderr(&unknown));
}

#[test]
fn a_record_is_changed_in_an_editor() {
    let sandbox = Sandbox::seeded();
    let id = topic(&sandbox);
    let before = shown(&sandbox, "topics", &id);
    let changed = edit(&sandbox, "topics", &id, "sed -i 's/^title:.*/title: Waves \\& \"sound\"/'").success();
    assert_eq!(stdout(&changed), "Topic updated successfully\n");
    let after = shown(&sandbox, "topics", &id);
    assert_eq!(after["title"], "Waves & \"sound\"");
    assert_eq!((&after["subject"], &after["status"]), (&before["subject"], &before["status"]));
    assert_eq!(stdout(&edit(&sandbox, "topics", &id, "true").success()), "Nothing was changed.\n");
    // One address and nothing else of an account is for the back office to see changed.
    sentence(&edit(&sandbox, "topics", "no-such", "true").code(2));
}

#[test]
fn a_refused_form_is_shown_again_with_its_values() {
    let sandbox = Sandbox::seeded();
    let exam = rows(&sandbox, ["list", "exams", "--filter", "status=true"])[0]["_id"].as_str().unwrap().to_owned();
    let seen = sandbox.path("seen");
    // First a wrong hour; then, under the remark, a right one.
    let editor = sandbox.file(
        "editor.sh",
        format!(
            "cat \"$1\" >> {0}\nif grep -q 'Hours must be from 0 to 23.' \"$1\"; then sed -i 's/^timeHour:.*/timeHour: 3/' \"$1\"; \
             else sed -i 's/^timeHour:.*/timeHour: 99/; s/^maximumSubjects:.*/maximumSubjects: 7/' \"$1\"; fi\n",
            seen.display()
        )
        .as_bytes(),
    );
    edit(&sandbox, "exams", &exam, &format!("sh {editor}")).success();
    let after = shown(&sandbox, "exams", &exam);
    assert_eq!((&after["timeHour"], &after["maximumSubjects"]), (&3.into(), &7.into()));
    let seen = fs::read_to_string(seen).unwrap();
    assert!(seen.contains("#: timeHour: Hours must be from 0 to 23.\n") && seen.contains("\ntimeHour: 99\n"), "{seen}");

    // Typed text is kept when the user gives up.
    let given_up = edit(&sandbox, "exams", &exam, "sed -i 's/^timeHour:.*/timeHour: 99/'").code(1);
    let words = stderr(&given_up);
    let kept = words.lines().find_map(|line| line.strip_prefix("Nothing was sent. Your text is kept in "));
    let kept = fs::read_to_string(kept.unwrap_or_else(|| panic!("{words}")).trim_end_matches('.')).unwrap();
    assert!(kept.contains("\ntimeHour: 99\n"), "{kept}");
    assert_eq!(shown(&sandbox, "exams", &exam)["timeHour"], 3);
}

#[test]
fn a_conflict_names_the_other_editor_and_loses_nothing() {
    let sandbox = Sandbox::seeded();
    let id = topic(&sandbox);
    let server = sandbox.serve();
    let (sabi, meanwhile) = (env!("CARGO_BIN_EXE_sabi"), sandbox.path("meanwhile"));
    let editor = sandbox.file(
        "editor.sh",
        format!(
            "if [ ! -e {0} ]; then touch {0}; EDITOR=\"sed -i 's/^status:.*/status: false/'\" {sabi} edit topics {id} || exit 1; fi\n\
             sed -i 's/^title:.*/title: Mine/; /delete this line and save/d' \"$1\"\n",
            meanwhile.display()
        )
        .as_bytes(),
    );
    let done = edit(&sandbox, "topics", &id, &format!("sh {editor}")).success();
    assert!(stderr(&done).contains("operator at "), "{}", stderr(&done));
    assert!(stderr(&done).contains("status: false"), "{}", stderr(&done));
    let after = shown(&sandbox, "topics", &id);
    assert_eq!((&after["title"], &after["status"]), (&"Mine".into(), &false.into()));
    drop(server);
}

#[test]
fn a_delete_asks_and_a_refusal_says_what_refers_to_it() {
    let sandbox = Sandbox::seeded();
    let faqs = rows(&sandbox, ["list", "faqs"]);
    let faq = faqs[0]["_id"].as_str().unwrap();
    assert!(sentence(&sandbox.sabi(["delete", "faqs", faq]).code(2)).contains("--yes"));
    let done = sandbox.sabi(["delete", "faqs", faq, "--yes"]).success();
    assert_eq!(stdout(&done), "FAQ deleted successfully\n");
    assert_eq!(rows(&sandbox, ["list", "faqs"]).len(), faqs.len() - 1);
    let refused = sentence(&sandbox.sabi(["delete", "topics", &topic(&sandbox), "--yes"]).code(1));
    assert!(
        refused.contains("Topic cannot be deleted: it is still used by ") && refused.contains(" topic sections."),
        "{refused}"
    );
    // An exam is never deleted.
    sandbox.sabi(["delete", "exams", "x", "--yes"]).code(2);
}

#[test]
fn a_record_is_added_in_an_editor_or_from_a_file() {
    let sandbox = Sandbox::seeded();
    let add = |args: &[&str], editor: &str| {
        let mut command = sandbox.command(["add"]);
        run(command.args(args).env("TMPDIR", sandbox.path(".")).env("EDITOR", editor))
    };
    let fill = "sed -i -e 's/^title:.*/title: Law/' -e 's/^status:.*/status: Active/'";
    assert_eq!(stdout(&add(&["categories"], fill).success()), "Category successfully added.\n");
    let law = rows(&sandbox, ["list", "categories", "--search", "Law"]);
    assert_eq!((law.len(), &law[0]["status"]), (1, &"Active".into()));
    assert_eq!(stdout(&add(&["categories"], "true").success()), "Nothing was added.\n");

    // From a file, where a refusal is reported as by `edit`.
    let law = law[0]["_id"].as_str().unwrap();
    let file = sandbox.file("course.yaml", format!("category: {law}\ntitle: Civil Law\nstatus: true\n").as_bytes());
    add(&["courses", "--from", &file], "false").success();
    let again = sentence(&add(&["courses", "--from", &file], "false").code(1));
    assert!(again.contains("title"), "{again}");
    let wrong = sandbox.file("wrong.yaml", b"titel: Civil Law\n");
    assert!(sentence(&add(&["courses", "--from", &wrong], "false").code(1)).contains("There is no field titel."));
    sentence(&add(&["courses", "--from", "no-such.yaml"], "false").code(66));
    let piped = sandbox.sabi_reading("title: Agriculture\nstatus: Active\n", ["add", "categories", "--from", "-"]);
    piped.success();
    assert_eq!(rows(&sandbox, ["list", "categories", "--search", "Agriculture"]).len(), 1);
}

#[test]
fn questions_theories_and_the_home_page_are_changed_by_their_forms() {
    let sandbox = Sandbox::seeded();
    let of = |kind: &str, exam: &str, subject: &str| {
        let filters = [format!("exam={exam}"), format!("subject={subject}")];
        rows(&sandbox, ["list", kind, "--filter", &filters[0], "--filter", &filters[1]]).swap_remove(0)
    };
    let question = of("questions", "jamb-utme", "Physics");
    let id = question["_id"].as_str().unwrap();
    // The text of the right option is corrected: it stays the right one.
    let right = question["options"].as_array().unwrap().iter().position(|one| one["_id"] == question["correctAns"]);
    let right = right.unwrap();
    let mend = format!("sed -i 's/^option_{}:.*/option_{}: mended/'", right + 1, right + 1);
    assert_eq!(stdout(&edit(&sandbox, "questions", id, &mend).success()), "Question updated successfully\n");
    let after = shown(&sandbox, "questions", id);
    assert_eq!((&after["options"][right]["option"], &after["correctAns"]), (&"mended".into(), &question["correctAns"]));
    assert_eq!(stdout(&edit(&sandbox, "questions", id, "true").success()), "Nothing was changed.\n");

    let theory = of("theories", "wassce-waec-ssce", "Mathematics");
    let id = theory["_id"].as_str().unwrap();
    edit(&sandbox, "theories", id, "sed -i 's/^title:.*/title: Renamed/'").success();
    assert_eq!(shown(&sandbox, "theories", id)["title"], "Renamed");

    let home = |editor: &str| run(sandbox.command(["edit", "home-setting"]).env("EDITOR", editor));
    home("sed -i 's/^newsHeading:.*/newsHeading: Fresh news/'").success();
    let now: Value =
        serde_json::from_str(&stdout(&sandbox.sabi(["show", "home-setting", "--json"]).success())).unwrap();
    assert_eq!(now["latestNews"]["heading"], "Fresh news");
    assert!(sentence(&sandbox.sabi(["show", "exams"]).code(2)).contains("Give the id"));

    // A question is added to a section, with the place that its form names.
    let section = question["section"]["_id"].as_str().unwrap();
    let form = format!(
        "sectionId: {section}\nyearId: {}\ntitle: New\nstatus: true\nquestions:\n  - questionTitle: Which is new?\n    \
         option1: This\n    option2: That\n    rightAnswer: 1\n",
        question["year"]["_id"].as_str().unwrap(),
    );
    sandbox.sabi_reading(&form, ["add", "questions", "--from", "-"]).success();
    assert_eq!(rows(&sandbox, ["list", "questions", "--search", "Which is new?"]).len(), 1);
}

#[test]
fn tables_are_lines_of_json_and_csv_too_and_quiet_says_nothing_beside() {
    let sandbox = Sandbox::seeded();
    for args in [
        &["user", "list"][..],
        &["bank", "stats", "--exam", "jamb-utme"],
        &["bank", "check", "--exam", "jamb-utme"],
        &["bank", "recount", "--dry-run"],
        &["bank", "forecast", "--check"],
        &["audit"],
    ] {
        let of = |shape: &str| {
            let done = run(sandbox.command(["--quiet"]).args(args).arg(shape));
            assert_eq!(stderr(&done), "", "{args:?} {shape}");
            stdout(&done)
        };
        let objects = of("--json");
        assert!(objects.lines().all(|line| serde_json::from_str::<Value>(line).unwrap().is_object()), "{args:?}");
        if args[0] != "audit" {
            let mut table = csv::ReaderBuilder::new().from_reader(of("--csv").into_bytes().leak() as &[u8]);
            assert_eq!(table.records().map(Result::unwrap).count(), objects.lines().count(), "{args:?}");
        }
    }
    let exam = rows(&sandbox, ["list", "exams"])[0]["_id"].as_str().unwrap().to_owned();
    let one = stdout(&sandbox.sabi(["show", "exams", &exam, "--csv"]).success());
    let mut one = csv::Reader::from_reader(one.as_bytes());
    assert!(one.headers().unwrap().iter().any(|name| name == "slug"));
    assert_eq!(one.records().count(), 1);

    let hint = |args: &[&str]| sentence(&run(sandbox.command(["bank"]).args(args)).code(2));
    assert!(hint(&["stats", "--subject", "Phisics"]).contains("Did you mean Physics?"));
    assert!(hint(&["check", "--exam", "jamb-utme", "--subject", "Phisics"]).contains("Did you mean Physics?"));
}

#[test]
fn lists_are_narrowed_by_their_exam_alone_and_name_it() {
    let sandbox = Sandbox::seeded();
    for kind in ["questions", "topics", "subject-years"] {
        let of_exam = rows(&sandbox, ["list", kind, "--filter", "exam=jamb-utme"]);
        assert!(!of_exam.is_empty() && of_exam.iter().all(|row| row["exam"]["slug"] == "jamb-utme"), "{kind}");
    }
    let physics = rows(&sandbox, ["list", "questions", "--filter", "exam=jamb-utme", "--filter", "subject=Physics"]);
    let exam = rows(&sandbox, ["list", "questions", "--filter", "exam=jamb-utme"]);
    assert!(exam.len() > physics.len());
    let some = sandbox.sabi(["list", "questions", "--filter", "exam=jamb-utme", "--limit", "3", "--json"]).success();
    assert_eq!(stdout(&some).lines().count(), 3);
    assert!(stderr(&some).contains(&format!("3 of {} questions.", exam.len())), "{}", stderr(&some));
    let sorted = rows(&sandbox, ["list", "topics", "--filter", "exam=jamb-utme", "--sort", "-title"]);
    let titles: Vec<_> = sorted.iter().map(|row| row["title"].as_str().unwrap().to_lowercase()).collect();
    assert!(titles.is_sorted_by(|one, next| one >= next), "{titles:?}");
    let table = stdout(&sandbox.sabi(["list", "questions", "--filter", "exam=jamb-utme", "--limit", "1"]).success());
    let head: Vec<_> = table.lines().next().unwrap().split('\t').collect();
    assert_eq!(&head[..4], ["ID", "Exam", "Subject", "Year"], "{table}");
    assert!(table.lines().nth(1).unwrap().contains("JAMB UTME"), "{table}");
}

#[test]
fn results_of_all_students_are_listed_and_narrowed() {
    let sandbox = Sandbox::seeded();
    assert_eq!(rows(&sandbox, ["list", "results"]), Vec::<Value>::new());
    assert_eq!(
        rows(&sandbox, ["list", "results", "--filter", "exam=jamb-utme", "--filter", "state=declared"]).len(),
        0
    );
    let refused = sentence(&sandbox.sabi(["list", "results", "--filter", "state=odd"]).code(2));
    assert!(refused.contains("state is one of pending, declared, not odd."), "{refused}");
    let refused = sentence(&sandbox.sabi(["list", "results", "--filter", "exam=odd"]).code(2));
    assert!(refused.contains("These exist: ") && refused.contains("jamb-utme"), "{refused}");
}

#[test]
fn records_are_named_by_slug_title_or_address_and_several_at_once() {
    let sandbox = Sandbox::seeded();
    assert_eq!(shown(&sandbox, "exams", "JAMB UTME")["slug"], "jamb-utme");
    assert_eq!(shown(&sandbox, "students", "student@sabi.test")["email"], "student@sabi.test");
    let several = sentence(&sandbox.sabi(["show", "subjects", "Mathematics"]).code(2));
    assert!(several.contains("(JAMB UTME)") && several.contains("give the id of one"), "{several}");
    let one = sandbox.sabi(["show", "subjects", "Mathematics", "--filter", "exam=jamb-utme", "--json"]).success();
    assert!(stdout(&one).contains("jamb-utme"), "{}", stdout(&one));

    // One file changes several, and what is refused of one keeps no other from it.
    let names = sandbox.file("off.yaml", b"status: InActive\n");
    let categories: Vec<String> =
        rows(&sandbox, ["list", "categories"]).iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect();
    let [one, other, ..] = categories.as_slice() else { panic!("{categories:?}") };
    let changed = stdout(&sandbox.sabi(["edit", "categories", one, other, "--from", &names]).success());
    assert_eq!(changed.lines().count(), 2, "{changed}");
    let off = rows(&sandbox, ["list", "categories"]);
    assert_eq!(off.iter().filter(|row| row["status"] == "InActive").count(), 2, "{off:?}");

    let faqs = rows(&sandbox, ["list", "faqs"]);
    let ids: String = faqs.iter().take(2).map(|faq| format!("{}\n", faq["_id"].as_str().unwrap())).collect();
    let file = sandbox.file("ids.txt", ids.as_bytes());
    assert!(sentence(&sandbox.sabi(["delete", "faqs", "--from", &file]).code(2)).contains("--yes"));
    let deleted = stdout(&sandbox.sabi(["delete", "faqs", "--from", &file, "--yes"]).success());
    assert_eq!(deleted.lines().count(), 2, "{deleted}");
    assert_eq!(rows(&sandbox, ["list", "faqs"]).len(), faqs.len() - 2);
}

#[test]
fn of_several_records_all_that_can_be_deleted_are_and_the_others_are_named() {
    let sandbox = Sandbox::seeded();
    let faqs = rows(&sandbox, ["list", "faqs"]);
    let [one, other] = [0, 1].map(|place| faqs[place]["_id"].as_str().unwrap().to_owned());
    let done = sandbox.sabi(["delete", "faqs", &one, "nothing", &other, "--yes"]).code(1);
    let said = stdout(&done);
    assert_eq!(said.lines().count(), 2, "{said}");
    for deleted in [&one, &other] {
        assert!(said.contains(&format!("{deleted}: FAQ deleted successfully")), "{said}");
    }
    let told = stderr(&done);
    assert!(told.contains("nothing: ") && told.ends_with("1 of 3 faqs were not deleted.\n"), "{told}");
    assert_eq!(rows(&sandbox, ["list", "faqs"]).len(), faqs.len() - 2);

    // A category in use stays, the new one after it goes.
    let new = sandbox.file("new.yaml", b"title: Folklore\nstatus: Active\n");
    sandbox.sabi(["add", "categories", "--from", &new]).success();
    let courses = rows(&sandbox, ["list", "courses"]);
    let used = courses[0]["category"]["title"].as_str().unwrap().to_owned();
    let done = sandbox.sabi(["delete", "categories", &used, "Folklore", "--yes"]).code(1);
    assert!(stdout(&done).contains("Folklore: "), "{}", stdout(&done));
    let told = stderr(&done);
    assert!(told.contains(&format!("{used}: Category cannot be deleted: it is still used by ")), "{told}");
    let left = rows(&sandbox, ["list", "categories"]);
    assert!(left.iter().any(|row| row["title"] == used.as_str()), "{left:?}");
    assert!(left.iter().all(|row| row["title"] != "Folklore"), "{left:?}");
}

#[test]
fn without_a_terminal_nothing_is_asked_and_what_is_missing_is_named() {
    let sandbox = Sandbox::seeded();
    let bare = |args: &[&str]| {
        let mut command = sandbox.command([]);
        command.env_remove("EDITOR").env_remove("VISUAL").args(args);
        assert_cmd::Command::from_std(command).write_stdin("").assert()
    };
    for args in [["add", "categories"].as_slice(), &["edit", "exams", "jamb-utme"]] {
        let words = sentence(&bare(args).code(2));
        assert!(words.contains("--from FILE"), "{words}");
    }
    let empty = sandbox.file("empty.yaml", b"status: true\n");
    let words = sentence(&bare(&["add", "courses", "--from", &empty]).code(2));
    assert!(words.contains("category") && words.contains("title") && words.contains("missing"), "{words}");
}

#[test]
fn a_wrong_value_is_refused_in_plain_words() {
    let sandbox = Sandbox::new();
    for (args, words) in [
        (["list", "exams", "--limit", "many"].as_slice(), "it is not a whole number"),
        (&["list", "exams", "--server", "sabi.example"], "an address such as https://sabi.example"),
        (&["grading", "list", "--limit", "5000"], "from 1 to 1000"),
        (&["export", "questions", "--exam", "x", "--year", "19x9"], "it is not a whole number"),
    ] {
        let told = stderr(&run(sandbox.command([]).args(args)).code(2));
        assert!(told.starts_with("sabi: ") && told.contains(words), "{args:?}: {told}");
        for library in ["invalid digit", "relative URL", "is not in"] {
            assert!(!told.contains(library), "{args:?}: {told}");
        }
    }
}

#[test]
fn help_that_cannot_be_printed_is_a_failure() {
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    let sandbox = Sandbox::new();
    for args in [["--help"].as_slice(), &["list", "--help"], &["--version"]] {
        let mut command = sandbox.command([]);
        let status = command.args(args).stdout(full()).stderr(std::process::Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(74), "{args:?}");
        run(sandbox.command([]).args(args)).success();
    }
}

#[test]
fn results_are_narrowed_by_exam_subject_state_and_day() {
    let (sandbox, hall) = Hall::build(2);
    let server = sandbox.serve();
    for seat in 0..2 {
        written_by(&server.url, &hall, seat);
    }
    let count = |filters: &[String]| {
        let mut command = sandbox.command(["list", "results", "--json", "--limit", "0"]);
        let filters = filters.iter().flat_map(|filter| ["--filter", filter.as_str()]);
        stdout(&run(command.args(filters)).success()).lines().count()
    };
    let day = Duration::from_secs(24 * 3600);
    let (before, after) = (SystemClock.now() - 2 * day, SystemClock.now() + 2 * day);
    let [before, after] = [before, after].map(|day| day.format("%Y-%m-%d").to_string());
    let in_exam = |more: &str| vec!["exam=wassce-waec-ssce".to_owned(), more.to_owned()];
    for (filters, found) in [
        (vec![], 2),
        (in_exam("state=pending"), 2),
        (in_exam("state=declared"), 0),
        (in_exam("subject=Mathematics"), 2),
        (vec!["subject=Physics".into()], 0),
        (vec!["exam=jamb-utme".into()], 0),
        (vec![format!("from={before}"), format!("to={after}")], 2),
        (vec![format!("from={after}")], 0),
        (vec![format!("to={before}")], 0),
        (vec![format!("user={}", email(1))], 1),
    ] {
        assert_eq!(count(&filters), found, "{filters:?}");
    }
}

#[test]
fn a_key_is_corrected_only_after_a_yes() {
    let sandbox = Sandbox::seeded();
    let of_physics = ["list", "questions", "--filter", "exam=jamb-utme", "--filter", "subject=Physics"];
    let question = rows(&sandbox, of_physics).swap_remove(0);
    let (id, key) = (question["_id"].as_str().unwrap(), &question["correctAns"]);
    let options = question["options"].as_array().unwrap();
    let other = options.iter().find(|option| option["_id"] != *key).unwrap()["_id"].as_str().unwrap();
    assert!(sentence(&sandbox.sabi(["bank", "rekey", id, other]).code(2)).contains("--yes"));
    sandbox.sabi(["bank", "rekey", id, other, "--dry-run"]).success();
    assert_eq!(shown(&sandbox, "questions", id)["correctAns"], *key);
    sandbox.sabi(["bank", "rekey", id, other, "--yes"]).success();
    assert_eq!(shown(&sandbox, "questions", id)["correctAns"], other);
}
