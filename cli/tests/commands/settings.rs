//! Settings from a file, the environment and the command line.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command};

use crate::support::{Sandbox, Server, run, sentence, stderr, stdout};

/// A command without the settings that every other test has.
fn command<const N: usize>(sandbox: &Sandbox, args: [&str; N]) -> Command {
    let mut command = sandbox.command(args);
    command.env_remove("SABI_DATA").env_remove("SABI_DEMO_PASSWORD");
    command
}

/// The line of a setting in what holds.
fn held(command: &mut Command, setting: &str) -> String {
    let all = stdout(&run(command.args(["config", "print", "--effective"])).success());
    let line = all.lines().find(|line| line.trim_start_matches("# ").starts_with(&format!("{setting} ")));
    line.unwrap_or_else(|| panic!("{setting} in {all}")).to_owned()
}

#[test]
fn flags_count_over_the_environment_and_that_over_the_file() {
    let sandbox = Sandbox::new();
    let lines =
        "listen = \"127.0.0.1:2\"\nallow_sandbox = true\nlog_format = \"json\"\ntrusted_proxies = [\"10.0.0.0/8\"]\n";
    let file = sandbox.file("sabi.toml", lines.as_bytes());
    // Given values (file, environment, command line), and the value in effect.
    for (is_file, variable, flag, setting, holds) in [
        (false, None, None, "listen", "listen = \"127.0.0.1:8080\"  # default".to_owned()),
        (true, None, None, "listen", format!("listen = \"127.0.0.1:2\"  # {file}, line 1")),
        (true, Some(("SABI_LISTEN", "127.0.0.1:3")), None, "listen", "listen = \"127.0.0.1:3\"  # SABI_LISTEN".into()),
        (
            true,
            Some(("SABI_LISTEN", "127.0.0.1:3")),
            Some("--listen=127.0.0.1:4"),
            "listen",
            "listen = \"127.0.0.1:4\"  # --listen".into(),
        ),
        (false, None, None, "allow_sandbox", "allow_sandbox = false  # default".into()),
        (true, None, None, "allow_sandbox", format!("allow_sandbox = true  # {file}, line 2")),
        (
            true,
            Some(("SABI_ALLOW_SANDBOX", "0")),
            None,
            "allow_sandbox",
            "allow_sandbox = false  # SABI_ALLOW_SANDBOX".into(),
        ),
        (true, None, Some("--allow-sandbox=false"), "allow_sandbox", "allow_sandbox = false  # --allow-sandbox".into()),
        (false, None, Some("--allow-sandbox"), "allow_sandbox", "allow_sandbox = true  # --allow-sandbox".into()),
        (true, None, None, "log_format", format!("log_format = \"json\"  # {file}, line 3")),
        (
            true,
            Some(("SABI_LOG_FORMAT", "text")),
            None,
            "log_format",
            "log_format = \"text\"  # SABI_LOG_FORMAT".into(),
        ),
        (true, None, None, "trusted_proxies", format!("trusted_proxies = [\"10.0.0.0/8\"]  # {file}, line 4")),
        (
            true,
            Some(("SABI_TRUSTED_PROXIES", "10.1.0.0/16,::1")),
            None,
            "trusted_proxies",
            "trusted_proxies = [\"10.1.0.0/16\", \"::1\"]  # SABI_TRUSTED_PROXIES".into(),
        ),
        (false, None, None, "public_url", "# public_url is not set".into()),
    ] {
        let mut command = command(&sandbox, []);
        if is_file {
            command.env("SABI_CONFIG", &file);
        }
        command.envs(variable).args(flag);
        assert_eq!(held(&mut command, setting), holds);
    }
}

#[test]
fn a_server_takes_what_its_file_says() {
    let sandbox = Sandbox::new();
    let data = sandbox.path("elsewhere");
    let lines = format!("data = \"{}\"\nlisten = \"127.0.0.1:0\"\nlog_format = \"json\"\n", data.display());
    let file = sandbox.file("sabi.toml", lines.as_bytes());
    let log = sandbox.path("server.log");
    let server = Server::start(command(&sandbox, ["serve", "--config", &file]), &log);
    let told = stdout(&run(&mut command(&sandbox, ["whoami", "--config", &file])).success());
    assert_eq!(told.trim_end(), format!("operator at {}/", server.url));
    assert!(data.join("store").exists());
    drop(server);
    for line in fs::read_to_string(&log).unwrap().lines() {
        assert!(line.starts_with('{'), "{line}");
    }
}

#[test]
fn a_key_that_is_unknown_stops_everything_and_names_its_line() {
    let sandbox = Sandbox::new();
    let file = sandbox.file("sabi.toml", b"# mails\nmail_ur = \"smtp://pw-secret\"\nlisten = 5\n");
    for args in [["serve"].as_slice(), &["user", "list"], &["seed"]] {
        let mut command = command(&sandbox, ["--config", &file]);
        let words = sentence(&run(command.args(args)).code(2));
        assert!(words.contains("line 2: there is no setting mail_ur. Did you mean mail_url?"), "{words}");
        assert!(words.contains("2 errors in all") && !words.contains("pw-secret"), "{words}");
    }
    assert!(!sandbox.path("data").exists());
    let folder = sandbox.path(".").display().to_string();
    let words = sentence(&run(&mut command(&sandbox, ["serve", "--config", &folder])).code(66));
    assert!(words.contains("--home"), "{words}");
    sentence(&run(&mut command(&sandbox, ["whoami", "--config", "/nowhere/sabi.toml"])).code(66));
}

#[test]
fn the_check_reports_every_error_and_every_note() {
    let sandbox = Sandbox::new();
    let check = |lines: &str| {
        let file = sandbox.file("sabi.toml", lines.as_bytes());
        run(&mut command(&sandbox, ["config", "check", "--config", &file]))
    };
    let told = stdout(&check("mail_ur = \"x\"\n\nbank_memory = 1\n").code(2));
    assert!(told.contains("line 1: there is no setting mail_ur") && told.contains("line 3: bank_memory"), "{told}");
    // Each value has the right form, but the server could not use it.
    let wrong = "data = \"/proc/version/x\"\nstore = \"postgres://x\"\nmail_url = \"http://pw-secret@mail\"\nmail_from = \"x\"\n\
                 images = \"ftp://x\"\npaystack_key = \"pw-secret\"\nmetrics_token_file = \"/nowhere\"\n";
    let told = stdout(&check(wrong).code(2));
    for setting in ["data", "store", "mail_url", "mail_from", "images", "paystack_key", "metrics_token_file"] {
        assert!(told.contains(&format!("wrong: {setting} (")), "{setting}: {told}");
    }
    assert!(told.contains("sabi.toml, line 3)") && !told.contains("pw-secret"), "{told}");
    let told = stdout(&check("public_url = \"https://sabi.example\"\nallow_sandbox = true\n").success());
    assert!(told.contains("note: allow_sandbox") && told.contains("are valid"), "{told}");
    assert!(!sandbox.path("data").exists(), "nothing is made");
}

#[test]
fn the_check_names_files_with_secrets_that_others_can_read() {
    let sandbox = Sandbox::new();
    let mode = |file: &str, mode: u32| fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
    let key = sandbox.file("key", b"sk_test_1\n");
    let check = |file: &str| stdout(&run(&mut command(&sandbox, ["config", "check", "--config", file])).success());
    let with_secret = sandbox.file("sabi.toml", b"demo_password = \"harmattan\"\n");
    let with_file = sandbox.file("other.toml", format!("paystack_key_file = \"{key}\"\n").as_bytes());
    let plain = sandbox.file("plain.toml", b"bank_memory = 64\n");
    for (settings, secret, name) in [(&with_secret, &with_secret, "sabi.toml"), (&with_file, &key, "key")] {
        mode(secret, 0o644);
        let told = check(settings);
        assert!(told.contains(&format!("{name}: it contains secrets, and others can read it")), "{told}");
        mode(secret, 0o640);
        let told = check(settings);
        assert!(!told.contains("it contains secrets"), "{told}");
    }
    mode(&plain, 0o644);
    assert!(!check(&plain).contains("it contains secrets"));
}

#[test]
fn secrets_come_from_files_and_are_never_printed() {
    let sandbox = Sandbox::new();
    let key = sandbox.file("key", b"sk_test_pw-secret\n");
    let url = "smtp://user:pw-secret@mail.example";
    let lines = format!("paystack_key_file = \"{key}\"\nmail_url = \"{url}\"\ndemo_password = \"pw-secret-demo\"\n");
    let file = sandbox.file("sabi.toml", lines.as_bytes());
    for args in [["config", "print", "--effective"].as_slice(), &["config", "check"], &["serve", "--help"]] {
        let mut command = command(&sandbox, ["--config", &file]);
        command.env("SABI_STORE", "wss://root:pw-secret@database.example");
        let shown = run(command.args(args)).success();
        assert!(!stdout(&shown).contains("pw-secret") && !stderr(&shown).contains("pw-secret"), "{args:?}");
    }
    let mut named = command(&sandbox, []);
    named.env("SABI_PAYSTACK_KEY_FILE", &key);
    assert_eq!(held(&mut named, "paystack_key"), "# paystack_key is set but not shown  # SABI_PAYSTACK_KEY_FILE");
    let mut both = command(&sandbox, ["whoami"]);
    both.env("SABI_PAYSTACK_KEY_FILE", &key).env("SABI_PAYSTACK_KEY", "sk_test_other");
    let words = sentence(&run(&mut both).code(2));
    assert!(words.contains("both set") && !words.contains("sk_test"), "{words}");
    // The file of the environment counts over the one of settings.
    let other = sandbox.file("other", b"sk_live_pw-secret");
    let mut over = command(&sandbox, ["--config", &file]);
    over.env("SABI_PAYSTACK_KEY_FILE", &other);
    assert!(held(&mut over, "paystack_key").ends_with("# SABI_PAYSTACK_KEY_FILE"));
}

#[test]
fn the_printed_file_can_be_used_unchanged() {
    let sandbox = Sandbox::new();
    let printed = stdout(&run(&mut command(&sandbox, ["config", "print"])).success());
    let file = sandbox.file("sabi.toml", printed.as_bytes());
    let told = stdout(&run(&mut command(&sandbox, ["config", "check", "--config", &file])).success());
    assert!(told.contains("are valid"), "{told}");
}

#[test]
fn a_suggested_command_runs_as_printed_and_at_the_same_place() {
    let sandbox = Sandbox::new();
    let data = sandbox.path("my data");
    let refused = sentence(&run(&mut sandbox.command(["list", "exams", "--data", data.to_str().unwrap()])));
    let suggested = refused.split('`').nth(1).unwrap_or_else(|| panic!("{refused}"));
    assert!(suggested.starts_with("sabi seed --data '"), "{suggested}");
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_sabi")).parent().unwrap();
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", suggested]).env_clear().env("HOME", sandbox.path(""));
    shell.env("PATH", format!("{}:/usr/bin:/bin", binary.display())).current_dir(sandbox.path(""));
    run(&mut shell).success();
    let listed = run(&mut sandbox.command(["list", "exams", "--data", data.to_str().unwrap()])).success();
    assert!(stdout(&listed).contains("jamb-utme"), "{}", stdout(&listed));
    assert!(!sandbox.data().exists(), "nothing was made elsewhere");
}
