//! Decides when two questions are the same (ruling 18).

use sha2::{Digest, Sha256};
use surrealdb::types::{RecordId, SurrealValue};
use unicode_normalization::UnicodeNormalization;

use super::{Choice, ItemKind};
use crate::{
    Result,
    catalogue::University,
    html,
    store::{Id, Tx},
};

/// The identity of a question within its subject-year: the SHA-256, in hex, of its universities, its stem and its
/// options in order (both cleaned HTML), and the address of its picture if it has one.
///
/// White space, Unicode composition and markup do not count, except markup with a meaning (`<u>`, `<sub>`, `<sup>`, the
/// address of a picture). Case counts: TT is not Tt, IMport is not imPORT.
pub(crate) fn identity<'a>(
    universities: &[Id<University>],
    stem: &str,
    options: impl IntoIterator<Item = &'a str>,
    picture: Option<&str>,
) -> String {
    let mut universities: Vec<&str> = universities.iter().map(Id::as_str).collect();
    universities.sort_unstable();
    let mut hash = Sha256::new();
    let mut add = |part: &str| {
        // The length precedes each part, so that no text can imitate a boundary.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    };
    add(&universities.join(","));
    add(&normal(stem));
    options.into_iter().for_each(|option| add(&normal(option)));
    if let Some(address) = picture {
        // Cleaned HTML has no NUL, so no option equals this.
        add(&format!("\0{address}"));
    }
    hex::encode(hash.finalize())
}

/// The fields of a stored item from which its identity is computed.
#[derive(SurrealValue)]
struct IdentityFields {
    id: RecordId,
    university: Vec<Id<University>>,
    question: String,
    #[surreal(default)]
    options: Vec<Choice>,
    logo: String,
}

#[derive(SurrealValue)]
struct Identified {
    id: RecordId,
    identity: String,
}

/// Migration: includes pictures in the identities of items, which earlier releases did not.
pub(crate) async fn tell_pictures_apart(tx: &Tx) -> Result<()> {
    for table in [ItemKind::Choice, ItemKind::Essay].map(ItemKind::table) {
        let sql = format!(
            "DEFINE TABLE IF NOT EXISTS {table} SCHEMALESS; \
             SELECT id, university, question, options, logo FROM {table} WHERE logo != NONE AND logo != NULL"
        );
        let found: Vec<IdentityFields> = tx.query(&sql).checked().await?.take(1)?;
        let rows = found.into_iter().map(|IdentityFields { id, university, question, options, logo }| {
            let texts = options.iter().map(|one| one.option.as_str());
            Identified { id, identity: identity(&university, &question, texts, Some(&logo)) }
        });
        let sql = "FOR $row IN $rows { UPDATE $row.id SET identity = $row.identity RETURN NONE }";
        tx.query(sql).bind(("rows", rows.collect::<Vec<_>>())).done().await?;
    }
    Ok(())
}

/// Normalises a cleaned field for comparison: no markup without meaning, collapsed white space, NFC.
pub(crate) fn normal(source: &str) -> String {
    let text = html::comparable(source);
    if text.is_ascii() { text } else { text.nfc().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(stem: &str, options: &[&str]) -> String {
        identity(&[], stem, options.iter().copied(), None)
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
            identity(&[Id::new("unilag")], r"Find \(x\)", ["1", "2"], None),
            identity(&[], r"Find \(x\)", ["1", "2"], Some("/uploads/a.png")),
            identity(&[], r"Find \(x\)", ["1", "2"], Some("/uploads/b.png")),
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
        let both = identity(&[a.clone(), b.clone()], "q", [], None);
        assert_eq!(both, identity(&[b, a], "q", [], None), "order of universities");
        let pictured = |name: &str| identity(&[], "q", ["a"], Some(name));
        assert_ne!(pictured("/uploads/a.png"), pictured("/uploads/b.png"));
        assert_ne!(pictured("b"), of("q", &["a", "b"]), "an address is no option");
    }
}
