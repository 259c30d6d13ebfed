//! Detects texts that a spreadsheet would run as formulas (OWASP: CSV injection).

/// The characters that begin a formula, including the full-width ones of East Asian spreadsheets.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// Whether a cell begins like a formula, also after blanks.
pub fn begins_like_formula(cell: &str) -> bool {
    cell.trim_start().starts_with(FORMULA)
}

/// Whether a cell is a plain decimal number such as `-1.00`, which spreadsheets do not change.
pub fn is_number(cell: &str) -> bool {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, "0"));
    [whole, rest].into_iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_decimal_numbers_are_numbers() {
        for (cell, is) in [
            ("-1", true),
            ("-1.50", true),
            ("2", true),
            ("0.5", true),
            ("", false),
            ("-", false),
            ("-1.", false),
            ("-.5", false),
            ("--1", false),
            ("+1", false),
            ("1.2.3", false),
            ("1e5", false),
            (" 1", false),
            ("\u{661}", false),
        ] {
            assert_eq!(is_number(cell), is, "{cell}");
        }
    }
}
