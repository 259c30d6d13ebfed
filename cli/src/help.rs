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

/// Commands that can be run as printed, by the command that they explain: one for every command that takes arguments,
/// and for every group of commands.
const EXAMPLES: &[(&str, &[&str])] = &[
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
    ("doctor", &["sabi doctor", "sabi doctor --fix"]),
    ("config", &["sabi config print --effective", "sabi config check --config sabi.toml"]),
    ("config print", &["sabi config print", "sabi config print --effective"]),
    ("config check", &["sabi config check --config sabi.toml"]),
    ("migrate", &["sabi migrate --dry-run", "sabi migrate"]),
    ("seed", &["sabi seed", "sabi seed --demo=small"]),
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
        "import",
        &[
            "sabi import sample sample.xlsx",
            "sabi import questions 2019.xlsx --exam jamb-utme --subject Physics --year 2019 --dry-run",
            "sabi import catalogue catalogue.yaml --dry-run",
        ],
    ),
    (
        "import questions",
        &[
            "sabi import questions 2019.xlsx --exam jamb-utme --subject Physics --year 2019 --dry-run",
            "sabi import questions 2019.zip --exam jamb-utme --subject Physics --year 2019 --problems wrong.xlsx",
        ],
    ),
    ("import theories", &["sabi import theories 2019.xlsx --exam wassce-waec-ssce --subject Mathematics --year 2019"]),
    ("import catalogue", &["sabi import catalogue --example", "sabi import catalogue catalogue.yaml --dry-run"]),
    ("import sample", &["sabi import sample sample.xlsx", "sabi import sample essays.xlsx --theories"]),
    (
        "export",
        &[
            "sabi export questions --exam jamb-utme --output jamb-utme.xlsx",
            "sabi export catalogue --output catalogue.yaml",
            "sabi export students --output students.xlsx",
        ],
    ),
    (
        "export questions",
        &[
            "sabi export questions --exam jamb-utme --subject Physics --year 2019 --output physics.xlsx --images pictures",
        ],
    ),
    ("export theories", &["sabi export theories --exam wassce-waec-ssce --subject Mathematics --output essays.xlsx"]),
    ("export catalogue", &["sabi export catalogue --output catalogue.yaml"]),
    (
        "export students",
        &["sabi export students --output students.xlsx", "sabi export students --search ada --format jsonl"],
    ),
    ("export results", &["sabi export results --output results.xlsx --from 2026-01-01"]),
    ("export subscriptions", &["sabi export subscriptions --output subscriptions.csv"]),
    ("export payments", &["sabi export payments --output january.xlsx --from 2026-01-01 --to 2026-01-31"]),
    ("export messages", &["sabi export messages --output messages.csv --from 2026-01-01"]),
    ("export newsletter", &["sabi export newsletter --output subscribers.csv"]),
    ("export audit", &["sabi export audit --output january.jsonl --from 2026-01-01 --to 2026-01-31"]),
    (
        "bank",
        &[
            "sabi bank check --exam jamb-utme --subject Physics",
            "sabi bank stats --exam jamb-utme",
            "sabi bank rekey 01jab4cdefgh C --dry-run",
        ],
    ),
    ("bank check", &["sabi bank check --exam jamb-utme --subject Physics"]),
    ("bank stats", &["sabi bank stats --exam jamb-utme", "sabi bank stats --exam jamb-utme --items --flagged --csv"]),
    ("bank recount", &["sabi bank recount --dry-run", "sabi bank recount"]),
    ("bank forecast", &["sabi bank forecast", "sabi bank forecast --json"]),
    ("bank rekey", &["sabi bank rekey 01jab4cdefgh C --dry-run"]),
    ("bank imports", &["sabi bank imports", "sabi bank imports --json"]),
    ("bank drop-import", &["sabi bank drop-import 01jab4cdefgh"]),
    (
        "user",
        &[
            "sabi user list --role moderator",
            "sabi user set-status ada@sabi.example suspended",
            "sabi user sessions ada@sabi.example",
        ],
    ),
    ("user add", &["sabi user add ada@sabi.example --role moderator --first-name Ada --last-name Obi --active"]),
    ("user list", &["sabi user list --role moderator", "sabi user list --search ada --csv"]),
    (
        "user set-status",
        &["sabi user set-status ada@sabi.example suspended", "sabi user set-status ada@sabi.example active"],
    ),
    ("user reset-password", &["sabi user reset-password ada@sabi.example"]),
    (
        "user make-admin",
        &["sabi user make-admin ada@sabi.example", "sabi user make-admin ada@sabi.example --super-admin"],
    ),
    ("user sessions", &["sabi user sessions ada@sabi.example", "sabi user sessions ada@sabi.example --end-all"]),
    ("user second-factor", &["sabi user second-factor ada@sabi.example --reset"]),
    ("user export", &["sabi user export ada@sabi.example"]),
    ("user erase", &["sabi user erase ada@sabi.example"]),
    (
        "grading",
        &[
            "sabi grading claim --exam wassce-waec-ssce --count 5",
            "sabi grading grade 01jab4cdefgh --grade 1=75",
            "sabi grading export --output worksheet.xlsx --count 40 --days 5",
        ],
    ),
    ("grading list", &["sabi grading list --state free --exam wassce-waec-ssce"]),
    (
        "grading claim",
        &["sabi grading claim", "sabi grading claim --exam wassce-waec-ssce --subject Mathematics --count 5"],
    ),
    ("grading show", &["sabi grading show 01jab4cdefgh"]),
    ("grading grade", &["sabi grading grade 01jab4cdefgh --grade 1=75 --remark 1=\"Name the unit too.\""]),
    ("grading declare", &["sabi grading declare 01jab4cdefgh"]),
    ("grading release", &["sabi grading release 01jab4cdefgh"]),
    (
        "grading export",
        &[
            "sabi grading export --output worksheet.xlsx --count 40 --days 5",
            "sabi grading export --output worksheet.csv --held",
        ],
    ),
    (
        "grading import",
        &["sabi grading import worksheet.xlsx --dry-run", "sabi grading import worksheet.xlsx --declare"],
    ),
    ("grading stats", &["sabi grading stats", "sabi grading stats --csv"]),
    (
        "reports",
        &[
            "sabi reports accept 01jab4cdefgh",
            "sabi reports reject 01jab4cdefgh --words \"The question is correct: see the diagram.\"",
        ],
    ),
    ("reports accept", &["sabi reports accept 01jab4cdefgh --words \"Thank you. The key is corrected.\""]),
    ("reports reject", &["sabi reports reject 01jab4cdefgh --words \"The question is correct: see the diagram.\""]),
    ("reports reopen", &["sabi reports reopen 01jab4cdefgh"]),
    ("console", &["sabi console --server https://sabi.example"]),
    ("payments", &["sabi payments list --state pending", "sabi payments show 01jab4cdefgh", "sabi payments reconcile"]),
    (
        "payments list",
        &["sabi payments list --state pending", "sabi payments list --from 2026-01-01 --to 2026-01-31 --csv"],
    ),
    ("payments show", &["sabi payments show 01jab4cdefgh"]),
    ("payments reconcile", &["sabi payments reconcile", "sabi payments reconcile 01jab4cdefgh"]),
    ("audit", &["sabi audit --entity question --search 2019", "sabi audit --csv"]),
    ("backup", &["sabi backup sabi.backup", "sabi backup --every 24h --keep 14"]),
    ("verify", &["sabi verify sabi.backup"]),
    ("restore", &["sabi restore sabi.backup --data restored"]),
    ("login", &["sabi login ada@sabi.example --server https://sabi.example"]),
    ("logout", &["sabi logout --server https://sabi.example"]),
    ("second-factor", &["sabi second-factor set-up", "sabi second-factor codes"]),
    ("second-factor confirm", &["sabi second-factor confirm --code 123456"]),
    ("second-factor codes", &["sabi second-factor codes"]),
    ("second-factor remove", &["sabi second-factor remove"]),
    ("completions", &["sabi completions bash"]),
    ("man", &["sabi man pages"]),
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

    /// A command and all commands below it, each with its path.
    fn all(command: &Command, path: &str) -> Vec<(String, Command)> {
        let below = command.get_subcommands().flat_map(|sub| {
            let path = format!("{path} {}", sub.get_name());
            all(sub, path.trim_start())
        });
        [(path.to_owned(), command.clone())].into_iter().chain(below).collect()
    }

    #[test]
    fn every_group_and_every_command_that_takes_arguments_has_an_example() {
        let explained: BTreeSet<_> = EXAMPLES.iter().map(|(path, _)| *path).collect();
        assert_eq!(explained.len(), EXAMPLES.len(), "one is explained twice");
        let command = crate::cli();
        for (path, command) in all(&command, "") {
            let takes = command.get_arguments().any(|arg| !arg.is_hide_set() && !arg.is_global_set());
            let is_bare = !takes && !command.has_subcommands();
            assert!(is_bare || explained.contains(path.as_str()), "{path} has no example");
            if explained.contains(path.as_str()) {
                let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
                assert!(help.contains("Examples:\n  sabi"), "{path}: {help}");
            }
        }
    }

    #[test]
    fn printed_examples_are_valid_commands() {
        for (path, examples) in EXAMPLES {
            for example in *examples {
                let words = shlex::split(example).expect("closed quotes");
                let taken = crate::cli().try_get_matches_from(&words);
                assert!(taken.is_ok(), "{example}: {}", taken.unwrap_err());
                assert!(example.starts_with(format!("sabi {path}").trim_end()), "{example} is no example of {path}");
            }
        }
    }
}
