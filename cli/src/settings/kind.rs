//! The type of a setting, from its argument, and its form in TOML.

use std::any::TypeId;

use clap::{Arg, ArgAction, Command};

use crate::refused::in_words;

/// The type of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingKind {
    /// `true` or `false`.
    Switch,
    /// A whole number.
    Number,
    /// Several texts.
    List,
    /// One of these words.
    Choice(Vec<String>),
    /// Text.
    Text,
}

impl SettingKind {
    /// The type of this setting.
    pub fn of(arg: &Arg) -> Self {
        let kind = arg.get_value_parser().type_id();
        let is = |types: &[TypeId]| types.iter().any(|one| kind == *one);
        let numbers = [
            TypeId::of::<u8>(),
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<i64>(),
            TypeId::of::<usize>(),
        ];
        if matches!(arg.get_action(), ArgAction::SetTrue) || is(&[TypeId::of::<bool>()]) {
            return Self::Switch;
        }
        if matches!(arg.get_action(), ArgAction::Append) {
            return Self::List;
        }
        if is(&numbers) {
            return Self::Number;
        }
        let words: Vec<_> = arg.get_possible_values().iter().map(|word| word.get_name().to_owned()).collect();
        if words.is_empty() { Self::Text } else { Self::Choice(words) }
    }

    /// The type in words.
    pub fn words(&self) -> String {
        match self {
            Self::Switch => "true or false".into(),
            Self::Number => "a whole number".into(),
            Self::List => "a list of texts".into(),
            Self::Choice(words) => words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" or "),
            Self::Text => "text".into(),
        }
    }

    /// Values of this type as TOML.
    pub fn toml(&self, values: &[String]) -> String {
        let one = || values.first().cloned().unwrap_or_default();
        match self {
            Self::Switch | Self::Number => one(),
            Self::List => format!("[{}]", values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(", ")),
            Self::Choice(_) | Self::Text => quoted(&one()),
        }
    }
}

/// A text as TOML's basic string.
pub fn quoted(text: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if letter.is_control() => drop(write!(out, "\\u{:04X}", u32::from(letter))),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// Why the setting cannot have this value, without repeating secrets.
pub fn refusal(arg: &Arg, value: &str) -> Option<String> {
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return None;
    }
    let id = arg.get_id().as_str();
    let alone = Command::new("sabi").no_binary_name(true).arg(arg.clone().long("value").env(None::<&str>));
    let error = alone.try_get_matches_from([format!("--value={value}")]).err()?;
    let cause = std::error::Error::source(&error).map(|cause| in_words(&cause.to_string()).into_owned());
    let why = cause.unwrap_or_else(|| format!("{} is needed", SettingKind::of(arg).words()));
    Some(if super::is_secret(arg) { format!("{id}: {why}") } else { format!("{id} = {value}: {why}") })
}
