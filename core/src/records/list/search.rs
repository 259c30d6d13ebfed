//! The search of a list.

use surrealdb::types::SurrealValue as _;
use unicode_normalization::UnicodeNormalization as _;

use super::{ListQuery, Listed, Rows};
use crate::text::unmarked;

impl<R: Listed> Rows<'_, R> {
    /// Keeps only rows that contain `q`, ignoring case and marks. Exact matches come first, unless the query gives an
    /// order.
    pub(super) fn search(&mut self) {
        let given: String = self.query.q.as_deref().unwrap_or_default().trim().nfc().collect();
        let given = given.to_lowercase();
        let short = given.chars().count() <= ListQuery::MAX_WORDS;
        self.errors.check(short, "q", "The search cannot exceed 200 characters");
        if given.is_empty() || R::LIST.searched().next().is_none() {
            return;
        }
        let any = |holds: &dyn Fn(&str) -> String| R::LIST.searched().map(holds).collect::<Vec<_>>().join(" OR ");
        let exact = any(&|text| format!("string::contains(string::lowercase(<string> ({text} ?? '')), $exact)"));
        if R::LIST.by_words {
            self.fulltext_condition = Some(any(&|text| format!("{text} @@ $q")));
            self.bound.push(("q".into(), words(&unmarked(&given)).into_value()));
        } else if is_plain(&given) {
            // Compare slugs, which have neither case nor marks.
            let alike =
                any(&|text| format!("string::contains(string::slug(<string> ({text} ?? '')), string::slug($exact))"));
            self.clauses.push(format!("{exact} OR {alike}"));
        } else {
            self.clauses.push(exact.clone());
        }
        self.exact_condition = Some(format!("({exact})"));
        self.bound.push(("exact".into(), given.into_value()));
    }
}

/// Whether the search text can be compared as a slug without loss: it has letters, and no punctuation but that of names
/// and addresses.
fn is_plain(given: &str) -> bool {
    let is_sign = |sign: char| sign.is_whitespace() || matches!(sign, '-' | '\'' | '’' | '.' | '@' | '_');
    let unmarked = unmarked(given);
    unmarked.contains(char::is_alphanumeric) && unmarked.chars().all(|sign| sign.is_alphanumeric() || is_sign(sign))
}

/// The words of a search in the form of the full-text index, whose tokenizer separates letters and digits.
/// Punctuation is left out unless there is nothing else, because the text groups it differently (`\\(x^{2}\\)` for
/// `x^2`).
fn words(given: &str) -> String {
    let mut words = String::with_capacity(given.len());
    let mut last = None;
    for letter in given.chars() {
        let kind = if letter.is_alphabetic() {
            Some('a')
        } else if letter.is_numeric() {
            Some('0')
        } else {
            None
        };
        if kind != last {
            words.push(' ');
            last = kind;
        }
        if kind.is_some() {
            words.push(letter);
        }
    }
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() { given.to_owned() } else { words }
}

#[cfg(test)]
mod tests {
    use super::{is_plain, words};
    use crate::text::unmarked;

    #[test]
    fn a_search_is_read_as_the_index_reads_texts() {
        for (given, read) in [
            ("osmosis", "osmosis"),
            ("what is photosynthesis?", "what is photosynthesis"),
            (r"\(x^{2} + 3y\)", "x 2 3 y"),
            ("h2so4", "h 2 so 4"),
            (r"\frac{1}{2}", "frac 1 2"),
            ("don't", "don t"),
            ("ọjọ́", "ojo"),
            ("e\u{323}\u{300}ko\u{323}\u{301}", "eko"),
            ("≥", "≥"),
        ] {
            assert_eq!(words(&unmarked(given)), read, "{given}");
        }
    }

    #[test]
    fn signs_are_looked_for_as_they_are() {
        for given in ["eko", "ẹ̀kọ́", "ade-bola", "o'neil", "a.b@c.ng", "日本"] {
            assert!(is_plain(given), "{given}");
        }
        for given in ["c++", "#", "50%", "."] {
            assert!(!is_plain(given), "{given}");
        }
    }
}
