//! The documentation: its commands run, its links and file names exist, and it names every command and setting.
//!
//! A shell block that is marked `sh run` is run by this file. `scripts/operate-walk` walks `docs/operate.md`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use crate::support::{
    PASSWORD, Sandbox,
    graders::{add_moderator, written_by},
    hall::Hall,
};

/// The pages with blocks that are run, each by a test below.
const RUN: [&str; 5] = ["README.md", "docs/api.md", "docs/content-teams.md", "docs/moderators.md", "docs/settings.md"];
/// The files of examples that the pages make up.
const MADE_UP: [&str; 1] = ["core/src/catalogue/prize.rs"];
/// The `sabi` of the blocks. Nobody is there to type a password.
const SABI: &str = "#!/bin/sh
[ \"$1\" != login ] || exec \"BINARY\" \"$@\" --password-stdin <<END
PASSWORD
END
exec \"BINARY\" \"$@\"
";
/// Folders that are built, installed or made by a run.
const OTHERS: [&str; 5] = ["node_modules", "target", "dist", "data", ".git"];
/// The longest bullet of the pages about the architecture: three lines.
const BULLET: usize = 340;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every file below a folder of the repository, without what is built or installed.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_ours = |path: &PathBuf| !OTHERS.iter().any(|other| path.ends_with(other));
    entries.filter(is_ours).flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The text of every page, by its path in the repository.
fn pages() -> BTreeMap<String, String> {
    let root = root();
    let top = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path());
    let all = top.filter(|path| path.is_file()).chain(files(&root.join("docs")));
    let pages = all.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let name = |path: &Path| path.strip_prefix(&root).unwrap().display().to_string();
    pages.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

/// The blocks of a page that are marked `sh run`.
fn blocks(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let marked = text.split("```sh run\n").skip(1);
    marked.map(|rest| rest.split_once("```").unwrap().0.to_owned()).collect()
}

/// The outcome of a block.
struct Ran {
    printed: String,
    /// The commands that failed, each with its exit code before it.
    failed: Vec<String>,
}

/// Runs a block in a shell as its reader would.
fn run(sandbox: &Sandbox, block: &str) -> Ran {
    let programs = sandbox.path("programs");
    if !programs.exists() {
        fs::create_dir(&programs).unwrap();
        let program = programs.join("sabi");
        fs::write(&program, SABI.replace("PASSWORD", PASSWORD).replace("BINARY", env!("CARGO_BIN_EXE_sabi"))).unwrap();
        fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    }
    let noted = sandbox.path("failed");
    fs::write(&noted, "").unwrap();
    let script = format!("trap 'echo \"$? $BASH_COMMAND\" >>failed' ERR\n{block}\ntrue\n");
    let mut shell = Command::new("bash");
    shell.arg("-c").arg(script).env_clear().current_dir(sandbox.path(""));
    shell.env("HOME", sandbox.path("")).env("PATH", format!("{}:/usr/bin:/bin", programs.display()));
    let output = shell.output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    eprintln!("{block}\n{printed}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{block}");
    Ran { printed, failed: fs::read_to_string(noted).unwrap().lines().map(str::to_owned).collect() }
}

/// Like [`run`]; every command succeeds.
fn run_well(sandbox: &Sandbox, block: &str) -> String {
    let ran = run(sandbox, block);
    assert_eq!(ran.failed, [""; 0], "{block}");
    ran.printed
}

#[test]
fn every_block_that_is_marked_is_run() {
    let marked: Vec<String> = pages().into_keys().filter(|page| !blocks(page).is_empty()).collect();
    assert_eq!(marked, RUN);
}

#[test]
fn readme_leads_from_a_spreadsheet_to_questions() {
    let sandbox = Sandbox::seeded();
    run_well(&sandbox, "sabi import sample questions.xlsx");
    let [import] = blocks("README.md").try_into().unwrap();
    run_well(&sandbox, &import);
    let again = run_well(&sandbox, &import);
    assert!(again.contains("0\t0\t"), "the same file again changes nothing: {again}");
}

#[test]
fn content_teams_are_led_from_an_empty_store_to_a_corrected_bank() {
    let sandbox = Sandbox::new();
    let [walk, correct] = blocks("docs/content-teams.md").try_into().unwrap();
    let ran = run(&sandbox, &walk);
    // The check may find something that an editor should look at.
    let failed: Vec<_> = ran.failed.iter().filter(|failed| *failed != "1 sabi bank check --exam neco-ssce").collect();
    assert_eq!(failed, [""; 0]);
    let csv = fs::read_to_string(sandbox.path("bank.csv")).unwrap();
    fs::write(sandbox.path("bank.csv"), csv.replacen(" is ", " surely is ", 1)).unwrap();
    let told = run_well(&sandbox, &correct);
    assert!(told.contains("\n0\t1\t"), "one question is corrected: {told}");
}

#[test]
fn moderators_grade_as_their_page_says() {
    let (sandbox, hall) = Hall::build(2);
    add_moderator(&sandbox, "bola@example.com", "Bola");
    let server = sandbox.serve();
    let (first, count) = written_by(&server.url, &hall, 0);
    let (second, _) = written_by(&server.url, &hall, 1);
    let here = |block: String| block.replace("https://sabi.example", &server.url);
    let all: [String; 5] = blocks("docs/moderators.md").try_into().unwrap();
    let [claim, grade, export, import, reports] = all.map(here);

    assert!(run_well(&sandbox, &claim).contains(&format!("Claimed {first} until ")));
    // The page grades the second and the third answer; the first one is empty.
    for number in 4..=count {
        let url = &server.url;
        run_well(&sandbox, &format!("sabi grading grade {first} --grade {number}=75 --server {url}"));
    }
    let graded = run_well(&sandbox, &grade.replace(" ID ", &format!(" {first} ")));
    assert!(graded.contains(&format!("Declared {first}: ")), "{graded}");

    assert!(run_well(&sandbox, &export).starts_with("Wrote 1 submission with "));
    let sheet = fs::read_to_string(sandbox.path("work.csv")).unwrap();
    fs::write(sandbox.path("work.csv"), with_grades(&sheet)).unwrap();
    let imported = run_well(&sandbox, &import);
    assert!(imported.contains("1 submission declared."), "{second}: {imported}");
    run_well(&sandbox, &reports);
}

/// The worksheet with the grade 75 in each row.
fn with_grades(sheet: &str) -> Vec<u8> {
    let mut reader = csv::Reader::from_reader(sheet.trim_start_matches('\u{feff}').as_bytes());
    let heads = reader.headers().unwrap().clone();
    let grade = heads.iter().position(|head| head == "grade").unwrap();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&heads).unwrap();
    for row in reader.records() {
        let row = row.unwrap();
        writer.write_record(row.iter().enumerate().map(|(at, cell)| if at == grade { "75" } else { cell })).unwrap();
    }
    writer.into_inner().unwrap()
}

#[test]
fn settings_are_printed_and_checked_as_their_page_says() {
    let sandbox = Sandbox::new();
    let [commands] = blocks("docs/settings.md").try_into().unwrap();
    run_well(&sandbox, &commands);
    let page = fs::read_to_string(root().join("docs/settings.md")).unwrap();
    let printed = fs::read_to_string(sandbox.path("sabi.toml")).unwrap();
    let keys = printed.lines().filter_map(|line| line.trim_start_matches("# ").split_once(" = "));
    let is_key = |text: &&str| text.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
    let keys: BTreeSet<&str> = keys.map(|(key, _)| key).filter(is_key).collect();
    assert!(keys.len() > 25, "{keys:?}");
    // A secret has a second key, for a file; the page says so once.
    let is_second = |key: &str| key.strip_suffix("_file").is_some_and(|secret| keys.contains(secret));
    for key in keys.iter().filter(|key| !is_second(key)) {
        let (option, variable) = (format!("`--{}`", key.replace('_', "-")), format!("`SABI_{}`", key.to_uppercase()));
        assert!(page.contains(&option) || page.contains(&variable), "docs/settings.md does not name {key}");
    }
}

#[test]
fn the_example_of_the_api_makes_an_account() {
    let sandbox = Sandbox::new();
    let server = sandbox.serve();
    let [example] = blocks("docs/api.md").try_into().unwrap();
    let printed = run_well(&sandbox, &example.replace("http://127.0.0.1:8080", &server.url));
    assert!(printed.contains("\"email\":\"ngozi@example.com\""), "{printed}");
    assert!(!printed.contains("\"success\":false"), "{printed}");
}

#[test]
fn every_command_is_on_the_page_of_the_command_line() {
    let sandbox = Sandbox::new();
    sandbox.sabi(["man", "pages"]).success();
    let page = fs::read_to_string(root().join("docs/command-line.md")).unwrap();
    // Manual pages are named `sabi-bank-rekey.1`.
    let named: BTreeSet<String> = spans(&page).into_iter().map(|span| span.replace(' ', "-")).collect();
    let manual = files(&sandbox.path("pages"));
    let commands: BTreeSet<_> = manual.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
    let is_group = |command: &str| commands.iter().any(|other| other.starts_with(&format!("{command}-")));
    let leaves: Vec<_> = commands.iter().filter(|command| !is_group(command) && !command.ends_with("-help")).collect();
    assert!(leaves.len() > 50, "{leaves:?}");
    for command in leaves {
        assert!(named.contains(*command), "docs/command-line.md does not name {command}");
    }
}

/// The code spans of a page, those of blocks left out.
fn spans(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(|prose| prose.lines().flat_map(|line| line.split('`').skip(1).step_by(2))).collect()
}

/// The anchors that the headings of a page make.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let letters = |heading: &str| -> String {
        let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    headings.map(letters).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    for (page, text) in &pages {
        let folder = Path::new(page).parent().unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
        for target in targets.filter(|target| !target.starts_with("http") && !target.starts_with("mailto:")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { root().join(page) } else { root().join(folder).join(file) };
            assert!(path.exists(), "{page} links to {target}");
            if !anchor.is_empty() {
                let of = fs::read_to_string(&path).unwrap();
                assert!(anchors(&of).contains(anchor), "{page} links to {target}, which has no such heading");
            }
        }
    }
}

#[test]
fn every_file_and_call_that_is_named_exists() {
    let root = root();
    let all = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path());
    let is_source = |path: &PathBuf| path.is_dir() && !OTHERS.iter().any(|other| path.ends_with(other));
    let top: Vec<PathBuf> = all.filter(is_source).collect();
    let names: BTreeSet<String> = top
        .iter()
        .flat_map(|folder| files(folder))
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    let is_test = |path: &PathBuf| path.ends_with("tests.rs") || path.iter().any(|folder| folder == "tests");
    let rust: String = files(&root.join("core/src"))
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rs") && !is_test(path))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    for (page, text) in pages() {
        for span in spans(&text).into_iter().filter(|span| !MADE_UP.contains(span)) {
            let is_name = |text: &str| text.chars().all(|letter| letter.is_alphanumeric() || "._-".contains(letter));
            if let Some(call) = span.strip_prefix("App::") {
                let name: String =
                    call.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
                let is_there = ["(", "<"].iter().any(|end| rust.contains(&format!("fn {name}{end}")));
                assert!(is_there, "{page} names {span}");
            } else if span.split('/').all(is_name) && span.contains('/') {
                let is_ours = top.iter().any(|folder| folder.file_name().unwrap() == span.split('/').next().unwrap());
                // Placeholders are in capitals.
                let is_open = span.contains("NAME");
                assert!(!is_ours || is_open || root.join(span).exists(), "{page} names {span}");
            } else if is_name(span) && [".rs", ".ts", ".tsx", ".mjs"].iter().any(|end| span.ends_with(end)) {
                assert!(names.contains(span), "{page} names {span}");
            }
        }
    }
}

#[test]
fn the_pages_keep_their_length() {
    for (page, text) in pages() {
        let most = match page.as_str() {
            "README.md" => 200,
            "ARCHITECTURE.md" => 150,
            page if page.starts_with("docs/architecture/") => usize::MAX,
            _ => continue,
        };
        assert!(text.lines().count() <= most, "{page} has more than {most} lines");
        for line in text.lines().filter(|line| line.trim_start().starts_with("- ")) {
            assert!(line.chars().count() <= BULLET, "{page}: {line}");
        }
    }
}
