//! What a list is searched for.

use surrealdb::types::SurrealValue as _;

use super::{ListQuery, Listed, Rows};

impl<R: Listed> Rows<'_, R> {
    /// Narrows to the rows in which `q` is found.
    pub(super) fn search(&mut self) {
        let given = self.query.q.as_deref().unwrap_or_default().trim().to_lowercase();
        let short = given.chars().count() <= ListQuery::MAX_WORDS;
        self.errors.check(short, "q", "Words to look for cannot exceed 200 characters");
        if given.is_empty() || R::LIST.search.is_empty() {
            return;
        }
        let holds = |text: &&str| match R::LIST.by_words {
            true => format!("{text} @@ $q"),
            false => format!("string::contains(string::lowercase(<string> ({text} ?? '')), $q)"),
        };
        let any = R::LIST.search.iter().map(holds).collect::<Vec<_>>().join(" OR ");
        if R::LIST.by_words {
            self.found = Some(any);
            self.bound.push(("q".into(), words(&given).into_value()));
        } else {
            self.clauses.push(any);
            self.bound.push(("q".into(), given.into_value()));
        }
    }
}

/// The words of a search as a full-text index knows them: letters and digits apart, as its tokenizer keeps
/// them. Signs are left out, since they stand together in other ways in the text (`\\(x^{2}\\)` for `x^2`),
/// unless there is nothing else.
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
    use super::words;

    #[test]
    fn a_search_is_read_as_the_index_reads_texts() {
        for (given, read) in [
            ("osmosis", "osmosis"),
            ("what is photosynthesis?", "what is photosynthesis"),
            (r"\(x^{2} + 3y\)", "x 2 3 y"),
            ("h2so4", "h 2 so 4"),
            (r"\frac{1}{2}", "frac 1 2"),
            ("don't", "don t"),
            ("ọjọ́", "ọjọ"),
            ("≥", "≥"),
        ] {
            assert_eq!(words(given), read, "{given}");
        }
    }
}
