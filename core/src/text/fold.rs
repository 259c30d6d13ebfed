//! Normalises texts for comparing and searching names: case, tone marks, under-dots, spaces and invisible characters do
//! not count.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// The text in lower case without marks and invisible characters, with collapsed spaces. Composed and decomposed
/// letters become equal.
pub fn folded(text: &str) -> String {
    let text = unmarked(text).to_lowercase();
    // Lower-casing can add marks: İ becomes i with a combining dot.
    let text = if text.is_ascii() { text } else { unmarked(&text) };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text without tone marks, under-dots and invisible characters.
pub(crate) fn unmarked(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    text.nfd().filter(|sign| !is_combining_mark(*sign) && !is_unseen(*sign)).nfc().collect()
}

/// Characters without width: joiners, soft hyphens, direction marks.
pub(crate) fn is_unseen(sign: char) -> bool {
    matches!(
        sign,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_marks_and_composition_do_not_count() {
        let decomposed: String = "Ẹ̀kọ́".nfd().collect();
        for text in ["Ẹ̀kọ́", decomposed.as_str(), "EKO", " e\u{ad}k\u{200b}o ", "eko"] {
            assert_eq!(folded(text), "eko", "{text}");
        }
        assert_eq!(folded("İzmir  \u{a0}Café"), "izmir cafe");
        assert_eq!(folded("C++"), "c++");
        assert_ne!(folded("C#"), folded("C"));
        assert_ne!(folded("日本語"), folded("日本"));
        assert_eq!(folded("\u{200b}"), "");
    }
}
