//! Reads which option is right: a number, a letter, or the option's text.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a right answer is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum KeyKind {
    /// A number, a letter or the option's text, whichever fits; what could be two of them is refused.
    #[default]
    Any,
    /// Always the option's text: where options are numbers, 3 is the one that reads 3.
    Text,
}

/// The index of the option with this text, from 0. `options` as in [`read`].
///
/// # Errors
/// A message for the editor where none or several fit.
pub(super) fn read_text(value: &str, options: &[String]) -> Result<usize, String> {
    if let Some(exact) = options.iter().position(|option| option == value) {
        return Ok(exact);
    }
    by_folded_text(value, options)?
        .ok_or_else(|| format!("No option reads “{value}”, and right answers are given by their text here."))
}

/// The index of the right option, from 0. `options` are their comparable texts by position, empty
/// where there is none.
///
/// # Errors
/// A message for the editor where nothing matches, or two readings disagree: a wrong key is worse
/// than a rejected row.
pub(super) fn read(value: &str, options: &[String]) -> Result<usize, String> {
    let count = options.iter().filter(|option| !option.is_empty()).count();
    let place = place(value);
    let by_place = place.filter(|&place| options.get(place).is_some_and(|option| !option.is_empty()));
    let exact = options.iter().position(|option| option == value);
    match (by_place, exact) {
        (Some(place), Some(text)) if place != text => {
            let (kind, one, other) = if value.contains(|sign: char| sign.is_ascii_digit()) {
                ("letter", letter(place).to_string(), letter(text).to_string())
            } else {
                ("number", (place + 1).to_string(), (text + 1).to_string())
            };
            Err(format!(
                "“{value}” could mean option {} or the option whose text is “{value}”, which is option {}. Write its {kind}: {one} or {other}.",
                place + 1,
                text + 1,
            ))
        }
        (Some(index), _) | (None, Some(index)) => Ok(index),
        (None, None) => by_folded_text(value, options)?.ok_or_else(|| no_option(value, place, count)),
    }
}

fn no_option(value: &str, place: Option<usize>, count: usize) -> String {
    if place.is_some() {
        let are = if count == 1 { "is only 1 option" } else { &format!("are only {count} options") };
        return format!("The right answer is “{value}”, but there {are}.");
    }
    format!(
        "The right answer “{value}” is no option. Write a number from 1 to {count}, a letter from A to {}, or the option's text.",
        letter(count.max(1) - 1)
    )
}

/// "3", "C", "(c)", "C.", "Option 3" as an index, whether or not there is such an option.
pub(super) fn place(value: &str) -> Option<usize> {
    let lower = value.to_lowercase();
    let bare = lower.strip_prefix("option").unwrap_or(&lower);
    let bare = bare.trim().trim_start_matches('(').trim_end_matches([')', '.', ':']).trim();
    if let Ok(number) = bare.parse::<usize>() {
        // 0 and 17 are places that no option has.
        return bare.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.wrapping_sub(1));
    }
    match bare.as_bytes() {
        [letter @ b'a'..=b'e'] => Some(usize::from(letter - b'a')),
        _ => None,
    }
}

/// The only option that reads so, whatever its case; else the only one that does without what is raised,
/// lowered or underlined in it.
fn by_folded_text(value: &str, options: &[String]) -> Result<Option<usize>, String> {
    let plain = |text: &str| text.replace(['^', '_', '=', '{', '}'], "").to_lowercase();
    let forms: [&dyn Fn(&str) -> String; 2] = [&|text| text.to_lowercase(), &plain];
    for form in forms {
        let wanted = form(value);
        let mut alike = options.iter().enumerate().filter(|(_, option)| !option.is_empty() && form(option) == wanted);
        match (alike.next(), alike.next()) {
            (Some(_), Some(_)) => {
                return Err(format!("“{value}” fits more than one option. Write the option's letter."));
            }
            (Some((index, _)), None) => return Ok(Some(index)),
            (None, _) => {}
        }
    }
    Ok(None)
}

fn letter(index: usize) -> char {
    char::from(b'A' + index.min(25) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(value: &str, options: [&str; 5]) -> Result<usize, String> {
        read(value, &options.map(str::to_owned))
    }

    #[test]
    fn a_key_is_a_number_a_letter_or_a_text() {
        let options = ["Lagos", "Abuja", "Kano", "Jos", ""];
        for (value, index) in [
            ("1", 0),
            ("4", 3),
            ("a", 0),
            ("D", 3),
            ("(b)", 1),
            ("C.", 2),
            ("Option 3", 2),
            ("option b", 1),
            ("Kano", 2),
            ("lagos", 0),
        ] {
            assert_eq!(key(value, options), Ok(index), "{value}");
        }
        for value in ["0", "5", "E", "17", "F", "Ibadan", "1.5", "-1", "99999999999999999999"] {
            assert!(key(value, options).is_err(), "{value}");
        }
    }

    #[test]
    fn a_text_that_reads_as_another_place_is_refused() {
        let numbers = ["2", "3", "4", "5", ""];
        assert!(key("3", numbers).is_err_and(|message| message.ends_with("letter: C or B.")));
        assert_eq!(key("1", numbers), Ok(0), "no option reads 1");
        assert_eq!(key("5", numbers), Ok(3), "there is no fifth option");
        assert_eq!(key("B", numbers), Ok(1));
        assert_eq!(key("2", ["1", "2", "3", "4", "5"]), Ok(1), "both readings agree");
        assert!(key("A", ["B", "A", "AB", "O", ""]).is_err_and(|message| message.ends_with("number: 1 or 2.")));
        assert_eq!(key("2", ["B", "A", "AB", "O", ""]), Ok(1));
        assert_eq!(key("A", ["b", "a", "", "", ""]), Ok(0), "a letter, since no option reads exactly so");
    }

    #[test]
    fn a_key_by_text_is_never_a_place() {
        let text = |value: &str, options: [&str; 5]| read_text(value, &options.map(str::to_owned));
        assert_eq!(text("3", ["2", "3", "4", "5", ""]), Ok(1));
        assert_eq!(text("lagos", ["Lagos", "Abuja", "", "", ""]), Ok(0));
        assert!(text("B", ["Lagos", "Abuja", "", "", ""]).is_err());
        assert!(text("1", ["2", "3", "", "", ""]).is_err_and(|why| why.contains("by their text")));
    }

    #[test]
    fn what_is_raised_may_be_written_plainly() {
        let powers = ["10^{2}", "10^{3}", "100", "", ""];
        assert_eq!(key("103", powers), Ok(1));
        assert!(key("102", ["10^{2}", "10_{2}", "", "", ""]).is_err());
    }

    #[test]
    fn case_alone_tells_genotypes_apart() {
        let options = ["TT", "Tt", "tt", "tT", ""];
        assert_eq!(key("Tt", options), Ok(1));
        assert_eq!(key("tT", options), Ok(3));
        assert!(key("lagos", ["Lagos", "LAGOS", "Kano", "", ""]).is_err());
    }
}
