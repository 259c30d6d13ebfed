//! The value of a cell as displayed in the spreadsheet.

use calamine::{DataRef, ExcelDateTime};
use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::symbols::{private, readable};
use crate::text::{grouped, is_unseen};

/// Excel holds at most 32,767 characters in a cell. Longer texts are cut here, and refused later by the limit of their
/// column.
const MAX_SIGNS: usize = 40_000;

/// A filled cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Text, a number or TRUE/FALSE.
    Text(String),
    /// Text that may differ from what was typed, and why.
    Doubtful(String, &'static str),
    /// A date or a time. Spreadsheets turn 1/3 and 4:1 into these.
    Date(String),
    /// Unusable; the reason follows the column's name in a sentence.
    Fault(String),
}

impl Cell {
    /// Its text; empty for a fault.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Doubtful(text, _) | Self::Date(text) => text,
            Self::Fault(_) => "",
        }
    }

    /// Why it is unusable; the reason follows the column's name in a sentence. `None` if it can be used.
    pub fn fault(&self) -> Option<&str> {
        match self {
            Self::Fault(why) => Some(why),
            _ => None,
        }
    }

    /// The value of the cell, if all of it is in the font Symbol.
    pub(super) fn in_symbols(self) -> Self {
        match self {
            // Markup means that a part of the text has another font.
            Self::Text(text) if text.contains('<') => Self::Doubtful(text, SYMBOLS),
            Self::Text(text) => match readable(&text) {
                read if read == text => Self::Text(text),
                read => Self::Doubtful(read, SYMBOL),
            },
            other => other,
        }
    }
}

const FORMAT: &str = "shows its number in a special format, which was read as the plain number. Check it";
const ROUNDED: &str = "shows its number rounded. Check it";
const LONG: &str = "holds more digits than spreadsheets keep, so that the last ones are zeros. Check it, and format the column as text";

/// The cell for a value and its number format; `None` if it is blank.
pub(super) fn from_value(value: &DataRef<'_>, format: &str) -> Option<Cell> {
    Some(match value {
        DataRef::Empty => return None,
        DataRef::String(text) => from_text(text)?,
        DataRef::SharedString(text) => from_text(text)?,
        DataRef::Int(number) => number_cell(*number as f64, format),
        DataRef::Float(number) => number_cell(*number, format),
        DataRef::Bool(true) => Cell::Text("TRUE".into()),
        DataRef::Bool(false) => Cell::Text("FALSE".into()),
        DataRef::DateTime(date) => Cell::Date(date_text(date)),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            let text = normalise(text);
            if text.is_empty() {
                return None;
            }
            Cell::Date(text.strip_suffix("T00:00:00").map_or(text.clone(), str::to_owned))
        }
        DataRef::Error(error) => Cell::Fault(format!("holds the error {error}; correct the formula")),
    })
}

const SYMBOL: &str = "is written in the font Symbol. Check it";
const SOFT_HYPHENS: &str = "holds soft hyphens, which were left out. Check the words that they divide";
const SYMBOLS: &str =
    "holds signs of a special font, which others see as boxes. Type them again, or write them as maths";

/// The cell for a text; `None` if it is blank.
pub(crate) fn from_text(text: &str) -> Option<Cell> {
    let read = normalise(text);
    if read.is_empty() {
        None
    } else if read.contains(is_private) {
        Some(Cell::Doubtful(read, SYMBOLS))
    } else if text.contains(SOFT_HYPHEN) {
        Some(Cell::Doubtful(read, SOFT_HYPHENS))
    } else {
        Some(Cell::Text(read))
    }
}

const SOFT_HYPHEN: char = '\u{ad}';

/// Whether a character has a meaning only in the font in which it was typed.
fn is_private(sign: char) -> bool {
    matches!(sign, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Whether a joiner beside this character changes its look: in emoji, and in scripts whose letters join.
fn joins(sign: char) -> bool {
    matches!(sign, '\u{590}'..='\u{1dff}' | '\u{2190}'..)
}

/// Whether a character is written from right to left: Hebrew, Arabic and their presentation forms.
fn is_right_to_left(sign: char) -> bool {
    matches!(sign, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
}

/// Normalises text: NFC, ordinary spaces and line ends, no invisible characters. Keeps no-break spaces, the joiners of
/// emoji and of scripts that need them, and the direction marks of a text that has letters written from right to left.
pub(crate) fn normalise(text: &str) -> String {
    // Nearly every cell needs no change.
    if text.len() <= MAX_SIGNS && text.is_ascii() && !text.bytes().any(|byte| byte < b' ' && byte != b'\n') {
        return text.trim().to_owned();
    }
    let has_directions = text.chars().take(MAX_SIGNS).any(is_right_to_left);
    let mut signs = text.chars().take(MAX_SIGNS).peekable();
    let mut normalised = String::with_capacity(text.len().min(4 * MAX_SIGNS));
    while let Some(sign) = signs.next() {
        normalised.push(match sign {
            '\u{2028}' | '\u{2029}' | '\n' => '\n',
            '\u{a0}' | '\u{2007}' | '\u{202f}' => '\u{a0}',
            '\t' | '\u{2000}'..='\u{200a}' | '\u{205f}' | '\u{3000}' => ' ',
            '\u{200c}' | '\u{200d}'
                if normalised.chars().next_back().is_some_and(joins) && signs.peek().copied().is_some_and(joins) =>
            {
                sign
            }
            '\u{200e}' | '\u{200f}' if has_directions => sign,
            sign if is_unseen(sign) || sign.is_control() => continue,
            sign => private(sign).unwrap_or(sign),
        });
    }
    let text = normalised;
    let text = if is_nfc(&text) { text } else { text.nfc().collect() };
    text.trim().to_owned()
}

fn number_cell(number: f64, format: &str) -> Cell {
    if !number.is_finite() {
        return Cell::Fault("holds something that is not a number".into());
    }
    if number.abs() >= 1e15 && number.fract() == 0.0 {
        return Cell::Doubtful(general(number), LONG);
    }
    match shown(number, format).or_else(|| fraction(number, format)) {
        Some((text, true)) => Cell::Text(text),
        Some((text, false)) => Cell::Doubtful(text, ROUNDED),
        None => Cell::Doubtful(general(number), FORMAT),
    }
}

/// The number in a fraction format such as `# ?/?`, and whether that is exact.
fn fraction(number: f64, format: &str) -> Option<(String, bool)> {
    let format = format.split(';').next().unwrap_or_default().trim();
    let (has_whole, pattern) = match format.split_once(' ') {
        Some(("#" | "0", pattern)) => (true, pattern),
        _ => (false, format),
    };
    let (over, under) = pattern.split_once('/')?;
    let plain = |part: &str| !part.is_empty() && part.len() <= 3 && part.chars().all(|sign| matches!(sign, '?' | '#'));
    let largest: u32 = match under.parse() {
        Ok(under) => under,
        Err(_) if plain(under) => 10_u32.pow(u32::try_from(under.len()).ok()?) - 1,
        Err(_) => return None,
    };
    if !plain(over) || number.abs() >= 1e9 || largest == 0 {
        return None;
    }
    let (whole, rest) = if has_whole { (number.abs().trunc(), number.abs().fract()) } else { (0.0, number.abs()) };
    let smallest = if plain(under) { 1 } else { largest };
    let near = |under: u32| ((rest * f64::from(under)).round(), f64::from(under));
    let error = |(over, under): (f64, f64)| (over / under - rest).abs();
    let (over, under) = (smallest..=largest)
        .map(near)
        .reduce(|best, next| if error(next) < error(best) - 1e-12 { next } else { best })?;
    let sign = if number < 0.0 { "-" } else { "" };
    let text = match (whole + (over / under).trunc() * f64::from(u8::from(has_whole)), over % under) {
        (whole, 0.0) if has_whole => format!("{whole}"),
        (0.0, _) => format!("{over}/{under}"),
        (whole, over) => format!("{whole} {over}/{under}"),
    };
    Some((format!("{sign}{text}"), error((over, under)) < 1e-9))
}

/// The number in a format of digits, one decimal point, thousands commas and a percent sign, and whether all of its
/// digits are shown; `None` for any other format.
fn shown(number: f64, format: &str) -> Option<(String, bool)> {
    let format = format.split(';').next().unwrap_or_default().trim();
    if format.is_empty() || format.eq_ignore_ascii_case("general") || format == "@" {
        return Some((general(number), true));
    }
    let (percent, pattern) = match format.strip_suffix('%') {
        Some(pattern) => (true, pattern),
        None => (false, format),
    };
    let (whole, decimals) = pattern.split_once('.').unwrap_or((pattern, ""));
    let plain = |part: &str, signs: &str| part.chars().all(|sign| signs.contains(sign));
    if whole.is_empty() || !plain(whole, "0#,") || whole.ends_with(',') || !plain(decimals, "0#") || decimals.len() > 15
    {
        return None;
    }
    // A column of leading zeros ("007") is a code, not a number.
    let width = whole.chars().filter(|&sign| sign == '0').count();
    let number = if percent { number * 100.0 } else { number };
    if number.abs() >= 1e15 {
        return None;
    }
    let rounded = round(number.abs(), decimals.len());
    let is_whole = (rounded - number.abs()).abs() <= 1e-12 * number.abs();
    let text = format!("{:.*}", decimals.len(), rounded);
    let (digits, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let optional = decimals.len() - decimals.trim_end_matches('#').len();
    let mut fraction = fraction.to_owned();
    for _ in 0..optional {
        if fraction.ends_with('0') {
            fraction.pop();
        }
    }
    let digits = format!("{digits:0>width$}");
    let digits = if whole.contains(',') { grouped(&digits) } else { digits };
    let is_zero = !digits.chars().chain(fraction.chars()).any(|sign| matches!(sign, '1'..='9'));
    let sign = if number < 0.0 && !is_zero { "-" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    Some((format!("{sign}{digits}{point}{fraction}{}", if percent { "%" } else { "" }), is_whole))
}

/// Rounds half away from zero on the decimal digits, as spreadsheets do: 2.675 becomes 2.68.
fn round(number: f64, places: usize) -> f64 {
    let scale = 10_f64.powi(places as i32);
    let scaled = number * scale;
    if scaled >= 1e15 { number } else { fifteen(scaled).round() / scale }
}

/// A number in a cell without a format: up to 15 significant digits, no trailing zeros.
fn general(number: f64) -> String {
    let number = fifteen(number);
    if number == 0.0 {
        "0".into()
    } else if (1e-7..1e21).contains(&number.abs()) {
        number.to_string()
    } else {
        let text = format!("{number:E}");
        if text.contains("E-") { text } else { text.replace('E', "E+") }
    }
}

fn fifteen(number: f64) -> f64 {
    format!("{number:.14e}").parse().unwrap_or(number)
}

fn date_text(date: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let days = date.as_f64();
    if date.is_duration() {
        let seconds = (days * 86_400.0).round();
        return format!("{}:{:02}:{:02}", (seconds / 3600.0).trunc(), (seconds / 60.0).trunc() % 60.0, seconds % 60.0);
    }
    if (0.0..1.0).contains(&days) {
        return format!("{hour:02}:{minute:02}");
    }
    let time = if hour + minute + second > 0 { format!(" {hour:02}:{minute:02}") } else { String::new() };
    format!("{year:04}-{month:02}-{day:02}{time}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_they_are_shown() {
        for (number, format, text) in [
            (10.0, "General", "10"),
            (0.5, "General", "0.5"),
            (0.1 + 0.2, "General", "0.3"),
            (-3.25, "General", "-3.25"),
            (1.5e-9, "General", "1.5E-9"),
            (-0.0, "General", "0"),
            (2.5, "0.00", "2.50"),
            (0.5, "0%", "50%"),
            (0.125, "0.0%", "12.5%"),
            (1234567.0, "#,##0", "1,234,567"),
            (-1234.5, "#,##0.00", "-1,234.50"),
            (1.0 / 3.0, "# ?/?", "1/3"),
            (-2.75, "# ?/?", "-2 3/4"),
            (4.0, "# ?/?", "4"),
            (1.5, "?/?", "3/2"),
            (0.5, "# ?/8", "4/8"),
            (3.0 / 16.0, "# ??/??", "3/16"),
            (7.0, "000", "007"),
            (1.5, "0.##", "1.5"),
            (3.0, "@", "3"),
        ] {
            assert_eq!(
                from_value(&DataRef::Float(number), format),
                Some(Cell::Text(text.into())),
                "{number} as {format}"
            );
        }
        for (number, format, text) in [
            (123_456_789_012_345_680.0, "General", "123456789012346000"),
            (1e21, "General", "1E+21"),
            (2.675, "0.00", "2.68"),
            (-0.001, "0.00", "0.00"),
            (0.333, "# ?/?", "1/3"),
        ] {
            let cell = from_value(&DataRef::Float(number), format);
            assert!(matches!(&cell, Some(Cell::Doubtful(read, _)) if read == text), "{number} as {format}: {cell:?}");
        }
        for format in ["# ?/??/?", "\"₦\"#,##0", "0.00E+00", "[Red]0"] {
            assert!(
                matches!(from_value(&DataRef::Float(0.5), format), Some(Cell::Doubtful(text, FORMAT)) if text == "0.5")
            );
        }
        assert!(matches!(from_value(&DataRef::Float(f64::NAN), "General"), Some(Cell::Fault(_))));
    }

    #[test]
    fn text_is_composed_and_without_hidden_signs() {
        assert_eq!(normalise("  a\u{2003}b\u{200b}c\r\nd\u{feff} "), "a bc\nd");
        assert_eq!(normalise("e\u{323}\u{301} ₦ π ×"), "ẹ\u{301} ₦ π ×");
        assert_eq!(normalise("\u{200b}\u{a0}"), "");
        assert_eq!(normalise("a\u{7}\u{0}b"), "ab");
        assert_eq!(normalise("\u{a0}5\u{a0}km, 10\u{202f}000 "), "5\u{a0}km, 10\u{a0}000");
    }

    #[test]
    fn direction_marks_stay_in_text_that_is_written_from_right_to_left() {
        assert_eq!(normalise("\u{200f}ما هو C++\u{200e}؟"), "\u{200f}ما هو C++\u{200e}؟");
        assert_eq!(normalise("\u{200e}What is C++?\u{200f}"), "What is C++?");
        assert_eq!(normalise("ما\u{202e}هو"), "ماهو", "overrides never stay");
    }

    #[test]
    fn joiners_stay_where_they_are_seen() {
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        for text in [family, "می\u{200c}روم", "\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}", "क्\u{200d}ष"] {
            assert_eq!(normalise(text), text);
        }
        assert_eq!(normalise("Photo\u{200d}syn\u{200c}thesis ẹ\u{200d}ẹ"), "Photosynthesis ẹẹ");
        assert_eq!(normalise("\u{200d}\u{1f468}\u{200d}"), "\u{1f468}");
    }

    #[test]
    fn what_is_left_out_or_shown_as_a_box_is_told() {
        for (text, read, why) in
            [("photo\u{ad}synthesis", "photosynthesis", SOFT_HYPHENS), ("\u{f0ff}", "\u{f0ff}", SYMBOLS)]
        {
            assert_eq!(from_text(text), Some(Cell::Doubtful(read.into(), why)));
        }
        assert_eq!((from_text("a"), from_text("\u{ad}")), (Some(Cell::Text("a".into())), None));
    }
}
