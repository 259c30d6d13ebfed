//! Suggestions: a similar name, or a command that can be run as printed.

use std::{borrow::Cow, sync::OnceLock};

use clap::{ArgMatches, parser::ValueSource};

/// Minimum similarity of a suggestion, from 0 to 1, the same as `clap` uses for commands.
const ALIKE: f64 = 0.7;

/// The options that select where this command works.
static PLACE: OnceLock<Vec<String>> = OnceLock::new();

/// The options that select where a command works, without secrets.
const WHERE: [&str; 4] = ["config", "home", "data", "server"];

/// From now on, suggested commands work where this one does.
pub fn remember(matches: &ArgMatches) {
    let typed = WHERE.iter().filter(|id| matches.value_source(id) == Some(ValueSource::CommandLine));
    let words = typed.flat_map(|id| {
        let values = matches.get_raw(id).into_iter().flatten();
        values.flat_map(move |value| [format!("--{id}"), value.to_string_lossy().into_owned()])
    });
    let _ = PLACE.set(words.collect());
}

/// `sabi` with these words, and the options that select the same place.
pub fn command(words: &[&str]) -> String {
    let place = PLACE.get().into_iter().flatten().map(String::as_str);
    let all = ["sabi"].into_iter().chain(words.iter().copied()).chain(place);
    all.map(quoted).collect::<Vec<_>>().join(" ")
}

/// Quotes a word for a shell.
pub fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_.,:/@%+=-".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', r"'\''")).into()
}

/// ` Did you mean jamb-utme?`, or nothing if no candidate is similar.
pub fn did_you_mean(typed: &str, candidates: impl IntoIterator<Item = String>) -> String {
    let typed = typed.to_lowercase();
    let alike = |candidate: String| (strsim::jaro(&typed, &candidate.to_lowercase()), candidate);
    let best = candidates.into_iter().map(alike).filter(|(alike, _)| *alike > ALIKE);
    let best = best.max_by(|one, other| one.0.total_cmp(&other.0));
    best.map_or_else(String::new, |(_, candidate)| format!(" Did you mean {candidate}?"))
}

#[cfg(test)]
mod tests {
    use super::{did_you_mean, quoted};

    #[test]
    fn words_are_quoted_as_a_shell_takes_them() {
        for (word, shown) in [("a-b.c", "a-b.c"), ("my data", "'my data'"), ("it's", r"'it'\''s'"), ("", "''")] {
            assert_eq!(quoted(word), shown);
        }
    }

    #[test]
    fn the_nearest_is_suggested_and_nothing_far() {
        let exams = || ["jamb-utme", "wassce-waec-ssce", "post-utme"].map(str::to_owned);
        for (typed, said) in [
            ("jamb-utm", " Did you mean jamb-utme?"),
            ("JAMB UTME", " Did you mean jamb-utme?"),
            ("postutme", " Did you mean post-utme?"),
            ("zzz", ""),
        ] {
            assert_eq!(did_you_mean(typed, exams()), said, "{typed}");
        }
    }
}
