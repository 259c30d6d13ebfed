//! Texts in the form in which names are compared and searched: case, tone marks, under-dots, spaces and signs that
//! nobody sees do not count.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// The text in small letters without marks and without signs that nobody sees, its spaces made one. Composed and
/// decomposed letters become the same.
pub(crate) fn folded(text: &str) -> String {
    let text = unmarked(text).to_lowercase();
    // Small letters may have marks of their own: İ becomes i with a dot.
    let text = if text.is_ascii() { text } else { unmarked(&text) };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text without tone marks and under-dots, and without signs that nobody sees.
pub(crate) fn unmarked(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    text.nfd().filter(|sign| !is_combining_mark(*sign) && !is_unseen(*sign)).nfc().collect()
}

/// Signs that take no room: joiners, soft hyphens, marks of direction.
fn is_unseen(sign: char) -> bool {
    matches!(
        sign,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}'
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
