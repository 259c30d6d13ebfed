//! `sabi config`: prints the settings, their values in effect, and their problems.

use std::process::ExitCode;

use clap::{ArgMatches, FromArgMatches as _, parser::ValueSource};
use sabi_core::{files::ShownPath as _, ops::Finding};

use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    output,
    settings::{self, Given},
};

/// The operations on the settings.
#[derive(Debug, clap::Subcommand)]
pub enum ConfigCommand {
    /// Print a file of all settings with descriptions and defaults, or the values in effect
    Print(Print),
    /// Report problems of the settings from the file, the environment and the command line
    Check,
}

/// The arguments of `sabi config print`.
#[derive(Debug, clap::Args)]
pub struct Print {
    /// Print the values in effect and their sources; secrets are not shown
    #[arg(long)]
    effective: bool,
}

impl ConfigCommand {
    /// Prints or checks the settings. Nothing is started, and no store is opened.
    pub fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        match self {
            Self::Print(Print { effective: false }) => {
                output::print(settings::documented().as_bytes());
                Ok(ExitCode::SUCCESS)
            }
            Self::Print(Print { effective: true }) => print_effective(global),
            Self::Check => check(global),
        }
    }
}

fn print_effective(global: &GlobalArgs) -> anyhow::Result<ExitCode> {
    let given = settings::given(global.config.as_deref()).map_err(|problems| {
        let all: Vec<_> = problems.iter().map(ToString::to_string).collect();
        failure(exit::USAGE, all.join("\n"))
    })?;
    output::print(settings::effective(&serving(&given)?, &given).as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// Reports all problems, one per line; exits with 2 if the server would not start, or not as intended.
fn check(global: &GlobalArgs) -> anyhow::Result<ExitCode> {
    let given = match settings::given(global.config.as_deref()) {
        Ok(given) => given,
        Err(problems) => {
            for problem in &problems {
                output::line(format!("wrong: {problem}"));
            }
            return Ok(ExitCode::from(exit::USAGE));
        }
    };
    let matches = serving(&given)?;
    let settings = settings::SettingsArgs::from_arg_matches(&matches)?;
    let known = settings::all();
    let place_of = |id: &str| {
        let arg = known.iter().find(|arg| arg.get_id() == id);
        arg.map(|arg| settings::origin(&matches, arg, &given)).filter(|from| from != "default")
    };
    let mut is_wrong = false;
    for Finding { setting, words, is_wrong: wrong } in settings.findings() {
        is_wrong |= wrong;
        let kind = if wrong { "wrong" } else { "note" };
        let from = place_of(setting).map_or_else(String::new, |from| format!(" ({from})"));
        output::line(format!("{kind}: {setting}{from}: {words}."));
    }
    for path in settings::open_secrets(&given) {
        let path = path.shown();
        output::line(format!("note: {path}: it contains secrets, and others can read it: `chmod o= {path}`."));
    }
    if is_wrong {
        return Ok(ExitCode::from(exit::USAGE));
    }
    output::line(match &global.config {
        Some(file) => format!("The settings in {} are valid.", file.shown()),
        None => "The settings are valid; no file was named (--config).".into(),
    });
    Ok(ExitCode::SUCCESS)
}

/// The settings of `sabi serve`, combined with those on this command line.
fn serving(given: &[Given]) -> anyhow::Result<ArgMatches> {
    let typed = crate::cli().try_get_matches()?;
    let (_, config) = typed.subcommand().unwrap_or(("", &typed));
    let (_, typed) = config.subcommand().unwrap_or(("", config));
    let named = settings::common().into_iter().flat_map(|arg| {
        let id = arg.get_id().as_str();
        let is_typed = typed.try_contains_id(id).is_ok() && typed.value_source(id) == Some(ValueSource::CommandLine);
        let values = typed.try_get_raw(id).ok().flatten().filter(|_| is_typed).into_iter().flatten();
        let long = arg.get_long().unwrap_or(id).to_owned();
        let as_typed = |value: &std::ffi::OsStr| {
            let mut word = std::ffi::OsString::from(format!("--{long}="));
            word.push(value);
            word
        };
        values.map(as_typed).collect::<Vec<_>>()
    });
    let words = ["sabi", "serve"].map(std::ffi::OsString::from).into_iter().chain(named);
    let matches = crate::cli_with(given).try_get_matches_from(words)?;
    Ok(matches.subcommand().map_or_else(|| matches.clone(), |(_, serve)| serve.clone()))
}
