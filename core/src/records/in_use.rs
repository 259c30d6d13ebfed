//! A delete that the database refused, told by what still refers to the record (ruling 23).

use crate::{App, Error};
use surrealdb::types::RecordId;

/// What the database says around the referring record (`REFERENCE ON DELETE REJECT`).
const BEFORE: &str = "as it is referenced by `";
const AFTER: &str = "` with an ON DELETE REJECT clause";

impl App {
    /// The conflict that names what still refers to the `noun`; any other error as it is.
    pub(crate) async fn in_use(&self, noun: &str, error: Error) -> Error {
        let Some((table, key)) = referrer(&error) else { return error };
        let sql = "SELECT VALUE title ?? section_name FROM $link";
        let call = self.store.query(sql).bind(("link", RecordId::new(table.as_str(), key)));
        let title: Option<Option<String>> = call.first().await.unwrap_or_default();
        let word = word(&table);
        let by = match title.flatten() {
            Some(title) => format!("the {word} “{title}”"),
            None => format!("a {word}"),
        };
        Error::conflict("in-use", format!("{noun} cannot be deleted: it is still used by {by}."))
    }
}

/// Table and key of the record that refers to the one that was to be deleted.
fn referrer(error: &Error) -> Option<(String, String)> {
    let Error::Internal(message) = error else { return None };
    let (_, rest) = message.split_once(BEFORE)?;
    let (table, key) = rest.rsplit_once(AFTER)?.0.split_once(':')?;
    Some((table.to_owned(), key.trim_matches(['`', '⟨', '⟩']).to_owned()))
}

/// What people call a table's records.
fn word(table: &str) -> String {
    match table {
        "plan" => "subscription plan".into(),
        "subscription" => "student's subscription".into(),
        "registration" => "student's registration".into(),
        "quiz" => "result".into(),
        "section" => "topic section".into(),
        table => table.replace('_', " "),
    }
}
