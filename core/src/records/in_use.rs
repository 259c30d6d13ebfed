//! Explains a deletion that the database refused: what still refers to the record, with counts (ruling 23).

use std::collections::BTreeMap;

use surrealdb::types::RecordId;

use super::Entity;
use crate::{
    App, Error, Result,
    store::{Id, dialect::referrer},
};

impl App {
    /// Turns the database's refusal into a conflict that names what refers to the record. Other errors pass
    /// unchanged.
    pub(crate) async fn in_use<E: Entity>(&self, id: &Id<E>, error: Error) -> Error {
        let Some((table, key)) = referrer(&error) else { return error };
        // If counting fails, the message names the one record from the database's error.
        let counts = self.referrers(id).await.unwrap_or_default();
        let by = match counts.values().sum::<u64>() {
            0 | 1 => self.title_of(table, key).await,
            _ => listed(counts.iter().map(|(table, count)| counted(table, *count)).collect()),
        };
        used::<E>(&by)
    }

    /// Counts the records of each table that block the deletion.
    async fn referrers<E: Entity>(&self, id: &Id<E>) -> Result<BTreeMap<String, u64>> {
        let call = self.store.query("SELECT VALUE definitions FROM ONLY store_schema:present");
        let definitions: Vec<String> = call.all().await?;
        let links: Vec<_> = definitions.iter().filter_map(|text| link_to(E::TABLE, text)).collect();
        let count = |(field, table): &(&str, &str)| format!("SELECT VALUE count(<~({table} FIELD {field})) FROM $id");
        let sql = links.iter().map(count).collect::<Vec<_>>().join("; ");
        let mut results = self.store.query(sql).bind(("id", id.clone())).checked().await?;
        let mut counts = BTreeMap::new();
        for (statement, (_, table)) in links.iter().enumerate() {
            let count: Vec<i64> = results.take(statement)?;
            let count = count.first().copied().unwrap_or(0).unsigned_abs();
            if count > 0 {
                *counts.entry((*table).to_owned()).or_default() += count;
            }
        }
        Ok(counts)
    }

    /// One record for a message, with its title if it has one.
    async fn title_of(&self, table: &str, key: &str) -> String {
        let sql = "SELECT VALUE title ?? section_name FROM $link";
        let call = self.store.query(sql).bind(("link", RecordId::new(table, key)));
        let title: Option<Option<String>> = call.first().await.unwrap_or_default();
        match title.flatten() {
            Some(title) => format!("the {} “{title}”", word(table)),
            None => counted(table, 1),
        }
    }
}

fn used<E: Entity>(by: &str) -> Error {
    Error::conflict("in-use", format!("{} cannot be deleted: it is still used by {by}.", E::NOUN))
}

/// Refuses a deletion with the same conflict, unless all counts are 0. The counts are by table.
pub(super) fn refuse_held<E: Entity>(counts: Vec<(&str, u64)>) -> Result<()> {
    match in_words(counts) {
        by if by.is_empty() => Ok(()),
        by => Err(used::<E>(&by)),
    }
}

/// Counts by table as words; tables without a record are left out.
pub(crate) fn in_words(counts: Vec<(&str, u64)>) -> String {
    let some = counts.into_iter().filter(|(_, count)| *count > 0);
    listed(some.map(|(table, count)| counted(table, count)).collect())
}

/// The field and table of a definition that blocks deletions in `target`.
fn link_to<'a>(target: &str, definition: &'a str) -> Option<(&'a str, &'a str)> {
    let rest = definition.strip_prefix("DEFINE FIELD IF NOT EXISTS ")?.strip_suffix(" REFERENCE ON DELETE REJECT")?;
    let (place, kind) = rest.split_once(" TYPE ")?;
    kind.contains(&format!("record<{target}>")).then(|| place.split_once(" ON "))?
}

/// The everyday name of a table's records.
fn word(table: &str) -> String {
    match table {
        "plan" => "subscription plan".into(),
        "subscription" => "student's subscription".into(),
        "registration" => "student's registration".into(),
        "quiz" => "result".into(),
        "section" => "topic section".into(),
        "pending_import" => "accepted import".into(),
        table => table.replace('_', " "),
    }
}

/// `a result`, `3 subjects`.
pub(crate) fn counted(table: &str, count: u64) -> String {
    let one = word(table);
    if count == 1 {
        let article = if one.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
        return format!("{article} {one}");
    }
    let many = match one.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{one}s"),
    };
    format!("{count} {}", many.replace("student's", "students'"))
}

/// `3 subjects, a plan and 120 questions`.
fn listed(mut parts: Vec<String>) -> String {
    match parts.pop() {
        Some(last) if parts.is_empty() => last,
        Some(last) => format!("{} and {last}", parts.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_counted_in_words() {
        for (table, count, words) in [
            ("subject", 3, "3 subjects"),
            ("theory", 2, "2 theories"),
            ("university", 1, "a university"),
            ("attempt", 1, "an attempt"),
            ("quiz", 120, "120 results"),
            ("subscription", 2, "2 students' subscriptions"),
            ("subject_year", 2, "2 subject years"),
        ] {
            assert_eq!(counted(table, count), words);
        }
        let list = |parts: &[&str]| listed(parts.iter().map(ToString::to_string).collect());
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b"]), "a and b");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn links_are_read_off_the_definitions() {
        let of = |text| link_to("subject", text);
        assert_eq!(
            of("DEFINE FIELD IF NOT EXISTS subjects ON quiz TYPE array<record<subject>> REFERENCE ON DELETE REJECT"),
            Some(("subjects", "quiz"))
        );
        for other in [
            "DEFINE FIELD IF NOT EXISTS year ON question TYPE record<subject_year> REFERENCE ON DELETE REJECT",
            "DEFINE FIELD IF NOT EXISTS subject ON question TYPE record<subject>",
            "DEFINE FIELD IF NOT EXISTS subject ON year_index TYPE record<subject> REFERENCE ON DELETE CASCADE",
            "DEFINE INDEX IF NOT EXISTS subject_title ON subject FIELDS exam, title UNIQUE",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
