//! When two questions are the same question (ruling 18).

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

use crate::{catalogue::University, html, store::Id};

/// The identity of a question within its subject-year: the SHA-256, in hex, of its universities, its
/// stem and its options in their order, both cleaned HTML.
///
/// Markup, white space and composition do not count, except markup that means something (`<u>`,
/// `<sub>`, `<sup>`, the address of a picture). Case counts: TT is not Tt, IMport not imPORT.
pub(crate) fn identity<'a>(
    universities: &[Id<University>],
    stem: &str,
    options: impl IntoIterator<Item = &'a str>,
) -> String {
    let mut universities: Vec<&str> = universities.iter().map(Id::as_str).collect();
    universities.sort_unstable();
    let mut hash = Sha256::new();
    let mut add = |part: &str| {
        // The length stands before each part, so that no text can imitate a boundary.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    };
    add(&universities.join(","));
    add(&normal(stem));
    options.into_iter().for_each(|option| add(&normal(option)));
    hex::encode(hash.finalize())
}

/// A cleaned field for comparing: no markup that means nothing, white space collapsed, NFC.
pub(crate) fn normal(source: &str) -> String {
    let text = html::comparable(source);
    if text.is_ascii() { text } else { text.nfc().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(stem: &str, options: &[&str]) -> String {
        identity(&[], stem, options.iter().copied())
    }

    #[test]
    fn markup_space_and_composition_do_not_count() {
        let one = of("<p>What is <em>a</em>  lion?</p>", &["A cat", "Ẹ́"]);
        assert_eq!(one, of("What is a lion?", &["<p>A cat</p>", "E\u{323}\u{301}"]));
        assert_eq!(one.len(), 64);
    }

    #[test]
    fn what_makes_another_question_counts() {
        let base = of(r"Find \(x\)", &["1", "2"]);
        for other in [
            identity(&[Id::new("unilag")], r"Find \(x\)", ["1", "2"]),
            of(r"Find \(X\)", &["1", "2"]),
            of(r"Find \(x\)", &["2", "1"]),
            of(r"Find \(x\)", &["12"]),
            of(r"Find \(x\)1", &["2"]),
        ] {
            assert_ne!(base, other);
        }
        assert_ne!(of("a", &["comPUter", "b"]), of("a", &["COMputer", "b"]));
        assert_ne!(of("<u>ch</u>emist", &[]), of("chemi<u>st</u>", &[]));
        assert_ne!(of("<img src=\"/a.png\">", &[]), of("<img src=\"/b.png\">", &[]));
        let (a, b) = (Id::new("a"), Id::new("b"));
        assert_eq!(identity(&[a.clone(), b.clone()], "q", []), identity(&[b, a], "q", []), "order of universities");
    }
}
