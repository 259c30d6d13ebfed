//! Settings from all sources: defaults, a TOML file (`--config`), the environment and the command line. Each
//! overrides those before it.
//!
//! The settings are the arguments of `sabi serve`: [`SettingsArgs`] and those of the command itself. The name,
//! type, default and description in a settings file come from the argument.

mod args;
mod file;
mod kind;
mod print;
mod secret;
mod serve;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use clap::{Arg, ArgMatches, Args as _, Command, parser::ValueSource};

pub use args::SettingsArgs;
pub use file::{SettingsFile, SettingsProblem};
pub use kind::SettingKind;
pub use print::{documented, effective};
pub use serve::{DemoArg, ServeArgs};

use crate::{
    exit::{self, failure},
    suggest::quoted,
};

/// The heading that distinguishes the server's settings from the command's other arguments.
const HEADING: &str = "Settings";

/// Whether an argument of [`SettingsArgs`] is a setting of the server; the others are for commands only.
fn is_servers(arg: &Arg) -> bool {
    arg.get_help_heading() == Some(HEADING)
}

/// The server's settings that every command accepts.
pub fn common() -> Vec<Arg> {
    let all = SettingsArgs::augment_args(Command::new("sabi"));
    all.get_arguments().filter(|arg| is_servers(arg)).cloned().collect()
}

/// Everything that a file can set: the settings, and further arguments of `serve`.
pub fn all() -> Vec<Arg> {
    let serving = ServeArgs::augment_args(Command::new("serve"));
    common().into_iter().chain(serving.get_arguments().cloned()).collect()
}

/// The environment variable of a setting.
pub fn variable(arg: &Arg) -> String {
    arg.get_env().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Whether its value is secret. It may be in a separate file.
pub fn is_secret(arg: &Arg) -> bool {
    arg.is_hide_env_values_set()
}

/// A value from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub id: String,
    /// The values; one, unless it is a list.
    pub values: Vec<String>,
    /// The source, such as `/etc/sabi/sabi.toml, line 3` or `SABI_MAIL_URL_FILE`.
    pub from: String,
    /// The file that contains the value.
    pub file: PathBuf,
}

/// The command line with `given` as defaults, which the environment and the command line override.
pub fn settled(mut command: Command, given: &[Given]) -> Command {
    let settings = common();
    for one in given {
        // clap needs static defaults; they are leaked once per process.
        let values: Vec<&'static str> = one.values.iter().map(|value| &*value.clone().leak()).collect();
        let with = move |arg: Arg| {
            // A value from a file is not a default of the product, and may be secret.
            arg.default_values(values).hide_default_value(true)
        };
        command = if settings.iter().any(|arg| arg.get_id() == one.id.as_str()) {
            command.mut_arg(&one.id, with)
        } else {
            command.mut_subcommand("serve", |serve| serve.mut_arg(&one.id, with))
        };
    }
    command
}

/// The values from the settings file and files of secrets.
///
/// # Errors
/// All problems of these files.
pub fn given(file: Option<&Path>) -> Result<Vec<Given>, Vec<SettingsProblem>> {
    let (mut given, mut problems) = match file.map(SettingsFile::read) {
        Some(read) => (read.given, read.problems),
        None => Default::default(),
    };
    for arg in all().iter().filter(|arg| is_secret(arg)) {
        match secret::of_environment(arg) {
            Ok(Some(one)) => {
                given.retain(|other| other.id != one.id);
                given.push(one);
            }
            Ok(None) => {}
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(given) } else { Err(problems) }
}

/// The files with secrets that others than their owner and group can read.
pub fn open_secrets(given: &[Given]) -> BTreeSet<&Path> {
    let all = all();
    let is_secret = |id: &str| all.iter().any(|arg| arg.get_id() == id && is_secret(arg));
    let is_open = |file: &Path| fs::metadata(file).is_ok_and(|about| about.permissions().mode() & 0o007 != 0);
    let files = given.iter().filter(|one| is_secret(&one.id)).map(|one| one.file.as_path());
    files.filter(|file| is_open(file)).collect()
}

/// Parses the command line with the settings from all sources.
///
/// # Errors
/// The first problem of a file, and the number of further ones.
pub fn matches(command: &dyn Fn(&[Given]) -> Command) -> anyhow::Result<ArgMatches> {
    let typed = command(&[]).try_get_matches()?;
    // `sabi config` reports problems of the file itself.
    if typed.subcommand_name() == Some("config") {
        return Ok(typed);
    }
    let file = typed.get_one::<std::path::PathBuf>("config");
    let file = file.map(std::path::PathBuf::as_path);
    let given = given(file).map_err(|problems| refused(file, problems))?;
    if given.is_empty() {
        return Ok(typed);
    }
    Ok(command(&given).try_get_matches()?)
}

fn refused(file: Option<&Path>, problems: Vec<SettingsProblem>) -> anyhow::Error {
    let code = if problems.iter().all(|problem| problem.is_unreadable) { exit::NO_INPUT } else { exit::USAGE };
    let more = match problems.len() {
        0 | 1 => String::new(),
        all => {
            let file = file.map(|file| format!(" --config {}", quoted(&file.to_string_lossy()))).unwrap_or_default();
            format!(" There are {all} errors in all: `sabi config check{file}` lists them.")
        }
    };
    let first = problems.first().map(ToString::to_string).unwrap_or_default();
    failure(code, format!("{first}{more}"))
}

/// The source of a setting's value, in a few words.
pub fn origin(matches: &ArgMatches, arg: &Arg, given: &[Given]) -> String {
    let id = arg.get_id().as_str();
    match matches.value_source(id) {
        Some(ValueSource::CommandLine) => format!("--{}", arg.get_long().unwrap_or(id)),
        Some(ValueSource::EnvVariable) => variable(arg),
        _ => given.iter().find(|one| one.id == id).map_or_else(|| "default".into(), |one| one.from.clone()),
    }
}
