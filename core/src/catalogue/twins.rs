//! Titles that must be unique however they are written: the database compares them letter by letter.

use surrealdb::types::{RecordId, SurrealValue};

use super::fold;
use crate::{
    Error, Result,
    records::{Change, Entity},
    store::Id,
};

/// Another record, as far as it is compared.
#[derive(SurrealValue)]
struct Other {
    id: RecordId,
    text: String,
}

/// Refuses a text that another record of the table reads as well: case and spaces do not tell two apart. With
/// `parent`, a field and its link, only the records below the same parent are compared.
///
/// Two changes at once both write to the parent, or else to the records that they are compared with, so that one
/// of them looks again.
///
/// # Errors
/// [`Error::Conflict`] with code 11000 that names the field.
pub(crate) async fn refuse_twin<E: Entity>(
    change: &Change<'_>,
    id: &Id<E>,
    (field, column, text): (&str, &str, &str),
    parent: Option<(&str, RecordId)>,
) -> Result<()> {
    let below = parent.as_ref().map(|(parent, _)| format!("{parent} = $parent AND ")).unwrap_or_default();
    let sql = format!("SELECT id, {column} AS text FROM {} WHERE {below}id != $id", E::TABLE);
    let link = parent.map(|(_, link)| link);
    let call = change.query(sql).bind(("id", id.clone())).bind(("parent", link.clone()));
    let others: Vec<Other> = call.all().await?;
    match link {
        Some(link) => change.lock(vec![link]).await?,
        None => change.lock(others.iter().map(|other| other.id.clone()).collect()).await?,
    };
    let wanted = fold(text);
    match others.iter().any(|other| fold(&other.text) == wanted) {
        true => Err(Error::taken(field, format!("{} with this {field} already exists.", E::NOUN))),
        false => Ok(()),
    }
}
