//! Prints the settings as TOML: the documented defaults, and the values in effect with their sources.

use clap::{Arg, ArgMatches};

use super::{Given, SettingKind, all, is_secret, origin, variable};

/// The width of the comments.
const WIDTH: usize = 100;

/// The documented default file. Settings without a default are commented out.
pub fn documented() -> String {
    let mut text = String::from(
        "# Settings of Sabi. `sabi serve --config FILE` reads this file, as every command does, or SABI_CONFIG names\n\
         # it. A variable of the environment counts over it, an option of the command line over both. What is\n\
         # commented out has no default. `sabi config check` says what is wrong with it.\n",
    );
    for arg in all() {
        let (id, kind) = (arg.get_id().as_str(), SettingKind::of(&arg));
        text.push('\n');
        text.push_str(&comment(&words(&arg)));
        text.push_str(&format!("# {}; {}, --{}\n", kind.words(), variable(&arg), arg.get_long().unwrap_or(id)));
        match default(&arg, &kind) {
            Some(default) => text.push_str(&format!("{id} = {default}\n")),
            None => text.push_str(&format!("# {id} = {}\n", kind.toml(&[example(&arg)]))),
        }
        if is_secret(&arg) {
            text.push_str(&format!("# {id}_file = \"FILE\"\n"));
        }
    }
    text
}

/// The values in effect with their sources, without secrets.
pub fn effective(matches: &ArgMatches, given: &[Given]) -> String {
    let mut text = String::new();
    for arg in all() {
        let (id, kind) = (arg.get_id().as_str(), SettingKind::of(&arg));
        let values: Vec<String> = matches
            .get_raw(id)
            .map(|values| values.map(|value| value.to_string_lossy().into_owned()).collect())
            .unwrap_or_default();
        let values = match kind {
            SettingKind::Switch => vec![matches.get_flag(id).to_string()],
            _ => values,
        };
        let line = match values.is_empty() {
            true if kind != SettingKind::List => format!("# {id} is not set\n"),
            _ if is_secret(&arg) => format!("# {id} is set but not shown  # {}\n", origin(matches, &arg, given)),
            _ => format!("{id} = {}  # {}\n", kind.toml(&values), origin(matches, &arg, given)),
        };
        text.push_str(&line);
    }
    text
}

/// The default as TOML, if there is one.
fn default(arg: &Arg, kind: &SettingKind) -> Option<String> {
    let values: Vec<_> = arg.get_default_values().iter().map(|one| one.to_string_lossy().into_owned()).collect();
    match kind {
        SettingKind::List => Some(kind.toml(&values)),
        _ if values.is_empty() => None,
        _ => Some(kind.toml(&values)),
    }
}

fn example(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    names.first().map(ToString::to_string).unwrap_or_default()
}

fn words(arg: &Arg) -> String {
    arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default()
}

/// A text as comment lines.
fn comment(words: &str) -> String {
    let (mut text, mut line) = (String::new(), String::from("#"));
    for word in words.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line = String::from("#");
        }
        line.push(' ');
        line.push_str(word);
    }
    text + &line + "\n"
}
