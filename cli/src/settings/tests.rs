//! Settings files: their values, their problems, and the printed output.

use std::{collections::BTreeSet, fs, path::Path};

use super::{SettingKind, SettingsFile, all, documented, is_secret, variable};

fn parse(text: &str) -> SettingsFile {
    SettingsFile::parse(Path::new("sabi.toml"), text)
}

#[test]
fn the_printed_file_is_read_back_as_the_defaults() {
    let text = documented();
    let read = parse(&text);
    assert_eq!(read.problems, []);
    for arg in all() {
        let id = arg.get_id().as_str();
        let defaults: Vec<_> = arg.get_default_values().iter().map(|one| one.to_string_lossy().into_owned()).collect();
        let given = read.given.iter().find(|one| one.id == id).map(|one| one.values.clone());
        let is_given = !defaults.is_empty() || SettingKind::of(&arg) == SettingKind::List;
        assert_eq!(given, is_given.then_some(defaults), "{id}");
        assert!(text.contains(&format!("\n{id} = ")) || text.contains(&format!("\n# {id} = ")), "{id}");
        assert!(text.contains(&format!("{}, --", variable(&arg))), "{id}");
    }
}

#[test]
fn every_setting_has_its_variable_and_its_words() {
    for arg in all() {
        let id = arg.get_id().as_str();
        assert_eq!(variable(&arg), format!("SABI_{}", id.to_uppercase()));
        assert_eq!(arg.get_long().map(|long| long.replace('-', "_")).as_deref(), Some(id));
        assert!(arg.get_help().is_some(), "{id}");
    }
    let secrets: BTreeSet<_> = all().iter().filter(|arg| is_secret(arg)).map(|arg| arg.get_id().to_string()).collect();
    assert!(secrets.is_superset(&["store", "mail_url", "paystack_key", "demo_password"].map(String::from).into()));
}

#[test]
fn values_are_taken_by_their_kind() {
    let read = parse(
        "listen = \"0.0.0.0:80\"\nmin_age_days = 4_000\nallow_sandbox = true\nlog_format = \"json\"\n\
         trusted_proxies = [\"10.0.0.0/8\", \"127.0.0.1\"]\n",
    );
    assert_eq!(read.problems, []);
    let given: Vec<_> = read.given.iter().map(|one| (one.id.as_str(), one.values.join(" "))).collect();
    for expected in [
        ("listen", "0.0.0.0:80"),
        ("min_age_days", "4000"),
        ("allow_sandbox", "true"),
        ("log_format", "json"),
        ("trusted_proxies", "10.0.0.0/8 127.0.0.1"),
    ] {
        assert!(given.contains(&(expected.0, expected.1.into())), "{expected:?} of {given:?}");
    }
    assert_eq!(read.given.iter().find(|one| one.id == "log_format").unwrap().from, "sabi.toml, line 4");
}

#[test]
fn every_error_is_reported_with_its_line() {
    for (text, told) in [
        ("\nmail_ur = \"smtp://x\"", "sabi.toml, line 2: there is no setting mail_ur. Did you mean mail_url?"),
        ("mail-url = \"x\"", "line 1: there is no setting mail-url. Did you mean mail_url?"),
        ("[server]\nlisten = \"1\"", "line 1: there is no setting server"),
        ("config = \"x\"", "there is no setting config"),
        ("home = \"x\"", "there is no setting home"),
        ("public_url_file = \"x\"", "there is no setting public_url_file"),
        ("min_age_days = \"6500\"", "min_age_days takes a whole number"),
        ("min_age_days = 1.5", "min_age_days takes a whole number"),
        ("listen = 8080", "listen takes text"),
        ("listen = \"nowhere\"", "listen = nowhere: it is not an address with a port"),
        ("allow_sandbox = \"yes\"", "allow_sandbox takes true or false"),
        ("bank_memory = 5", "bank_memory = 5: it is not a number from 16 to 65536"),
        ("log_format = \"yaml\"", "log_format = yaml: \"text\" or \"json\" is needed"),
        ("trusted_proxies = [\"10.0.0.0/8\", \"x\"]", "trusted_proxies = x: it is not an address or a network"),
        ("trusted_proxies = [1]", "trusted_proxies takes a list of texts"),
        ("listen = \"127.0.0.1:1\"\nlisten = \"127.0.0.1:2\"", "line 2: duplicate key"),
        ("data = ", "line 1: "),
        ("paystack_key_file = \"/nowhere/key\"", "paystack_key_file: /nowhere/key: No such file"),
        ("paystack_key_file = 5", "paystack_key_file takes the path of a file"),
    ] {
        let problems = parse(text).problems;
        assert!(!problems.is_empty(), "{text}");
        assert!(problems.iter().any(|one| one.to_string().contains(told)), "{text}: {problems:?}");
    }
    let problems = parse("mail_ur = \"x\"\nlisten = 1\n\nbank_memory = 1\n").problems;
    let lines: Vec<_> = problems.iter().map(|one| one.place.as_ref().unwrap().1.unwrap()).collect();
    assert_eq!(lines, [1, 2, 4]);
}

#[test]
fn a_secret_comes_from_its_file_without_its_line_end_and_from_one_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("key");
    let text = format!("paystack_key_file = \"{}\"", file.display());
    fs::write(&file, "sk_test_1\n").unwrap();
    assert_eq!(parse(&text).given[0].values, ["sk_test_1"]);
    let twice = parse(&format!("paystack_key = \"sk_test_2\"\n{text}")).problems;
    assert!(twice[0].words.contains("both set") && !twice[0].words.contains("sk_test"), "{twice:?}");
    for (bytes, told) in [(&b""[..], "it is empty"), (b"\n", "it is empty"), (b"\xff", "it is not text")] {
        fs::write(&file, bytes).unwrap();
        assert!(parse(&text).problems[0].words.ends_with(told), "{told}");
    }
}
