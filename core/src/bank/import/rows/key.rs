//! Parses the right answer: a number, a letter, or the option's text.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bank::letter;

/// The form of a right answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum KeyKind {
    /// A number, a letter or the option's text. An answer that fits two options is rejected.
    #[default]
    Any,
    /// Always the option's text: if options are numbers, 3 is the option with the text 3.
    Text,
}

/// The right option, and a notice if it was read from an unusual form.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::bank) struct ParsedKey {
    /// The option's index, from 0.
    pub index: usize,
    /// A notice, if the answer has an unusual form.
    pub notice: Option<String>,
}

/// Reads a right answer. `options` have the form that [`read`] expects.
///
/// # Errors
/// See [`read`] and [`read_text`].
pub(in crate::bank) fn answer(value: &str, options: &[String], kind: KeyKind) -> Result<ParsedKey, String> {
    let read_as = |value: &str| match kind {
        KeyKind::Any => read(value, options),
        KeyKind::Text => read_text(value, options),
    };
    let whole = whole(value).filter(|_| kind == KeyKind::Any && !options.iter().any(|option| option == value));
    let why = match read_as(whole.unwrap_or(value)) {
        Ok(index) => return Ok(ParsedKey { index, notice: None }),
        Err(why) => why,
    };
    let latin = latin(value);
    if kind == KeyKind::Any && latin != value && place(&latin).is_some() {
        let index = read(&latin, options)?;
        let notice = format!(
            "“{value}” is written with a letter or number that only looks like {latin}; it was read as {latin}."
        );
        return Ok(ParsedKey { index, notice: Some(notice) });
    }
    let Some((index, text)) = labelled(value) else { return Err(why) };
    let is_same = |option: &String| FORMS.iter().any(|form| form(option) == form(text));
    if options.get(index).is_some_and(is_same) {
        let notice = format!("“{value}” was read as option {}: {text}.", letter(index));
        return Ok(ParsedKey { index, notice: Some(notice) });
    }
    match options.iter().position(is_same) {
        Some(other) => Err(format!(
            "“{value}” names option {}, but its text is that of option {}. Write the letter of the right one alone.",
            letter(index),
            letter(other)
        )),
        None => Err(why),
    }
}

/// The number that a spreadsheet shows with decimals: `2` of `2.0`.
fn whole(value: &str) -> Option<&str> {
    let (number, zeros) = value.split_once('.')?;
    let is_whole = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_whole && !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0')).then_some(number)
}

/// The value with Latin letters and usual digits in place of the Cyrillic, Greek and full-width ones that look like
/// them.
fn latin(value: &str) -> String {
    let latin = |sign| match sign {
        'А' | 'а' | 'Α' => 'A',
        'В' | 'в' | 'Β' => 'B',
        'С' | 'с' | 'Ϲ' => 'C',
        'Е' | 'е' | 'Ε' => 'E',
        // Full-width forms have a fixed offset from ASCII.
        '\u{ff01}'..='\u{ff5e}' => u32::from(sign).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(sign),
        sign => sign,
    };
    value.chars().map(latin).collect()
}

/// The index that a label before a text names, and the text: "C. Kano", "(c) Kano", "Option 3: Kano".
fn labelled(value: &str) -> Option<(usize, &str)> {
    let rest = match value.get(..6) {
        Some(word) if word.eq_ignore_ascii_case("option") => value[6..].trim_start(),
        _ => value,
    };
    let rest = rest.trim_start_matches('(');
    let label = rest.chars().next()?;
    let index = place(&latin(label.encode_utf8(&mut [0; 4])))?;
    let after = &rest[label.len_utf8()..];
    let text = after.trim_start_matches([')', '.', ':', '-', '–', '—', ' ']);
    (text.len() < after.len() && !text.is_empty()).then_some((index, text))
}

/// The index of the option with this text, from 0. `options` have the form that [`read`] expects.
///
/// # Errors
/// A message for the editor if no option or several match.
pub(in crate::bank) fn read_text(value: &str, options: &[String]) -> Result<usize, String> {
    if let Some(exact) = options.iter().position(|option| option == value) {
        return Ok(exact);
    }
    by_folded_text(value, options)?.ok_or_else(|| {
        format!("No option has the text “{value}”. In this import, the right answer must be an option's text.")
    })
}

/// The index of the right option, from 0. `options` are their comparable texts by position, empty where there is none.
///
/// # Errors
/// A message for the editor if nothing matches, or two readings disagree: a wrong key is worse than a rejected row.
pub(in crate::bank) fn read(value: &str, options: &[String]) -> Result<usize, String> {
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
        "The right answer “{value}” matches no option. Write a number from 1 to {count}, a letter from A to {}, or the option's text.",
        letter(count.max(1) - 1)
    )
}

/// "3", "C", "(c)", "C.", "Option 3" as an index, whether or not there is such an option.
pub(in crate::bank) fn place(value: &str) -> Option<usize> {
    let lower = value.to_lowercase();
    let bare = lower.strip_prefix("option").unwrap_or(&lower);
    let bare = bare.trim().trim_start_matches('(').trim_end_matches([')', '.', ':']).trim();
    if let Ok(number) = bare.parse::<usize>() {
        // Also for 0 and 17, which no option has, so that they are reported as numbers.
        return bare.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.wrapping_sub(1));
    }
    match bare.as_bytes() {
        [letter @ b'a'..=b'e'] => Some(usize::from(letter - b'a')),
        _ => None,
    }
}

/// The forms in which texts are compared: in lower case, and also without superscripts, subscripts and underlines.
const FORMS: [fn(&str) -> String; 2] =
    [|text| text.to_lowercase(), |text| text.replace(['^', '_', '=', '{', '}'], "").to_lowercase()];

/// The only option with this text regardless of case; if there is none, the only one that also matches without
/// superscripts, subscripts and underlines.
fn by_folded_text(value: &str, options: &[String]) -> Result<Option<usize>, String> {
    for form in FORMS {
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
    fn unusual_ways_of_writing_a_key_are_read() {
        let answer = |value: &str, options: [&str; 5]| answer(value, &options.map(str::to_owned), KeyKind::Any);
        let options = ["Lagos", "Abuja", "Kano", "Jos", ""];
        assert_eq!(answer("2.0", options), Ok(ParsedKey { index: 1, notice: None }));
        assert_eq!(answer("2.00", ["1", "2.00", "x", "y", ""]), Ok(ParsedKey { index: 1, notice: None }));
        assert!(answer("2.0", ["2", "3", "x", "y", ""]).is_err(), "option 2, or the one that reads 2");
        for (value, index) in [
            ("Ａ", 0),
            ("ｃ", 2),
            ("２", 1),
            ("С", 2),
            ("в", 1),
            ("Β", 1),
            ("C. Kano", 2),
            ("(c) kano", 2),
            ("Option 3: Kano", 2),
            ("С) Kano", 2),
            ("C - Kano", 2),
            ("C Kano", 2),
        ] {
            let read = answer(value, options).unwrap();
            assert_eq!(read.index, index, "{value}");
            assert!(read.notice.is_some_and(|notice| notice.contains(value)), "{value}");
        }
        assert!(answer("B. Kano", options).is_err_and(|why| why.contains("option B") && why.contains("option C")));
        assert!(answer("C. Ibadan", options).is_err_and(|why| why.contains("matches no option")));
        assert_eq!(answer("С", ["С", "b", "C", "", ""]).map(|read| (read.index, read.notice)), Ok((0, None)));
        for value in ["2.5", "6.0", "Е", "Ｆ"] {
            assert!(answer(value, options).is_err(), "{value}");
        }
        assert!(super::answer("2.0", &["1", "2"].map(str::to_owned), KeyKind::Text).is_err());
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
        assert!(text("1", ["2", "3", "", "", ""]).is_err_and(|why| why.contains("must be an option's text")));
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
