//! What `sabi --help` and its commands show.

use crate::support::{Sandbox, run, sentence, stderr, stdout};

#[test]
fn help_of_every_command() {
    let sandbox = Sandbox::new();
    let help = |args: &[&str]| {
        let mut command = sandbox.command([]);
        // What is set would stand in the help.
        command.env_remove("SABI_DATA").env_remove("SABI_DEMO_PASSWORD").args(args).arg("--help");
        stdout(&run(&mut command).success())
    };
    insta::assert_snapshot!("help", help(&[]));
    insta::assert_snapshot!("help_serve", help(&["serve"]));
    insta::assert_snapshot!("help_user_add", help(&["user", "add"]));
    insta::assert_snapshot!("help_import_questions", help(&["import", "questions"]));
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
    assert!(script.contains("console") && script.contains("--all-or-nothing"), "{script}");
    sandbox.sabi(["man", "pages"]).success();
    let page = std::fs::read_to_string(sandbox.path("pages/sabi-import-questions.1")).unwrap();
    assert!(page.contains("dry\\-run"), "{page}");
}
