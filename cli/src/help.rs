//! Groups of commands and examples, for `--help` and the manual pages.

use clap::Command;

/// The commands in groups, each in the order in which people need them.
pub const GROUPS: [(&str, &[&str]); 6] = [
    ("Server", &["serve", "ready", "top", "doctor", "config", "migrate", "seed"]),
    ("Content", &["list", "show", "add", "edit", "delete", "import", "export", "bank"]),
    ("Students and moderators", &["user", "grading", "reports", "console", "payments", "audit"]),
    ("Backups", &["backup", "verify", "restore"]),
    ("Your account", &["login", "logout", "whoami", "second-factor"]),
    ("This program", &["completions", "man", "help"]),
];

/// Commands that can be run as printed, by the command that they explain.
const EXAMPLES: [(&str, &[&str]); 22] = [
    (
        "",
        &[
            "sabi serve --demo",
            "sabi import questions physics-2019.xlsx --exam jamb-utme --subject Physics --year 2019 --dry-run",
            "sabi list questions --filter exam=jamb-utme --filter subject=Physics",
        ],
    ),
    ("serve", &["sabi serve --listen 0.0.0.0:8080 --public-url https://sabi.example", "sabi serve --config sabi.toml"]),
    ("top", &["sabi top", "sabi top --once --json"]),
    ("config print", &["sabi config print", "sabi config print --effective"]),
    ("config check", &["sabi config check --config sabi.toml"]),
    (
        "list",
        &[
            "sabi list exams",
            "sabi list questions --filter exam=jamb-utme --filter year=2019 --limit 0 --csv",
            "sabi list results --filter exam=jamb-utme --filter from=2026-01-01 --json",
            "sabi list students --search ada --sort -createdAt",
        ],
    ),
    ("show", &["sabi show exams jamb-utme", "sabi show students ada@sabi.example --json"]),
    ("add", &["sabi add categories", "sabi add faqs --from faq.yaml"]),
    (
        "edit",
        &[
            "sabi edit exams jamb-utme",
            "sabi edit topics Optics Waves --filter subject=Physics --from switched-off.yaml",
        ],
    ),
    ("delete", &["sabi delete faqs 01jab4cdefgh", "sabi delete subscribers --from addresses.txt --yes"]),
    (
        "import questions",
        &[
            "sabi import questions 2019.xlsx --exam jamb-utme --subject Physics --year 2019 --dry-run",
            "sabi import questions 2019.zip --exam jamb-utme --subject Physics --year 2019 --problems wrong.xlsx",
        ],
    ),
    ("import theories", &["sabi import theories 2019.xlsx --exam wassce-waec-ssce --subject Mathematics --year 2019"]),
    ("import catalogue", &["sabi import catalogue --example", "sabi import catalogue catalogue.yaml --dry-run"]),
    (
        "export questions",
        &[
            "sabi export questions --exam jamb-utme --subject Physics --year 2019 --output physics.xlsx --images pictures",
        ],
    ),
    ("export results", &["sabi export results --output results.xlsx --from 2026-01-01"]),
    ("bank check", &["sabi bank check --exam jamb-utme --subject Physics"]),
    ("bank rekey", &["sabi bank rekey 01jab4cdefgh C --dry-run"]),
    ("grading list", &["sabi grading list --state free --exam wassce-waec-ssce"]),
    ("grading grade", &["sabi grading grade 01jab4cdefgh --grade 1=75 --remark 1=\"Name the unit too.\""]),
    ("user add", &["sabi user add ada@sabi.example --role moderator --first-name Ada --last-name Obi --active"]),
    ("backup", &["sabi backup sabi.backup", "sabi backup --every 24h --keep 14"]),
    ("login", &["sabi login ada@sabi.example --server https://sabi.example"]),
];

/// Adds groups and examples to the command line.
pub fn with_groups_and_examples(command: Command) -> Command {
    let command = EXAMPLES.iter().fold(command, |command, (path, examples)| {
        let path: Vec<_> = path.split(' ').filter(|word| !word.is_empty()).collect();
        with_examples(command, &path, examples)
    });
    let groups = grouped(&command);
    command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    ))
}

fn with_examples(command: Command, path: &[&str], examples: &[&str]) -> Command {
    match path {
        [] => {
            let lines: String = examples.iter().map(|example| format!("\n  {example}")).collect();
            let before = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
            command.after_help(format!("{before}Examples:{lines}"))
        }
        [first, rest @ ..] => command.mut_subcommand(*first, |sub| with_examples(sub, rest, examples)),
    }
}

/// The grouped commands, as `--help` lists them.
fn grouped(command: &Command) -> String {
    let about = |name: &str| match command.find_subcommand(name) {
        Some(found) => found.get_about().map(ToString::to_string).unwrap_or_default(),
        None => "Print this message or the help of the given command".into(),
    };
    let width = GROUPS.iter().flat_map(|(_, names)| names.iter()).map(|name| name.len()).max().unwrap_or(0);
    let group = |(title, names): &(&str, &[&str])| {
        let lines: String = names.iter().map(|name| format!("  {name:width$}  {}\n", about(name))).collect();
        format!("{title}:\n{lines}\n")
    };
    GROUPS.iter().map(group).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let named: Vec<_> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let known: BTreeSet<_> = named.iter().copied().filter(|name| *name != "help").collect();
        assert_eq!(known.len() + 1, named.len(), "one is named twice");
        let command = crate::cli();
        let all: BTreeSet<_> = command.get_subcommands().map(Command::get_name).collect();
        assert_eq!(known, all);
    }

    #[test]
    fn printed_examples_are_valid_commands() {
        for (path, examples) in EXAMPLES {
            for example in examples {
                // A quoted text is one word.
                let quoted = example.split('"').enumerate();
                let words = quoted.fold(Vec::<String>::new(), |mut words, (place, part)| {
                    match (place % 2, words.pop()) {
                        (1, Some(begun)) => words.push(begun + part),
                        (_, begun) => {
                            words.extend(begun);
                            words.extend(part.split_whitespace().map(str::to_owned));
                        }
                    }
                    words
                });
                let taken = crate::cli().try_get_matches_from(&words);
                assert!(taken.is_ok(), "{example}: {}", taken.unwrap_err());
                assert!(example.starts_with(format!("sabi {path}").trim_end()), "{example} is no example of {path}");
            }
        }
    }
}
