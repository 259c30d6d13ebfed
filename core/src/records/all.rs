//! Changes to every record that a list finds.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, RecordIdKey, SurrealValue};
use utoipa::ToSchema;

use super::{ListQuery, Listed, Rows};
use crate::{Error, Refusal, Result, messages, store::Id};

/// The most records of one change.
pub const MAX_AT_ONCE: u64 = 5000;

/// The outcome of a change to all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChangedAll {
    /// The number of changed records. The others already had the new state.
    pub changed: u64,
    /// Records that cannot be changed like this, such as withdrawn questions.
    pub refused: u64,
}

#[derive(SurrealValue)]
struct RowKey {
    id: RecordId,
}

impl ListQuery {
    /// The queries of the pages that hold this many rows.
    pub(crate) fn pages_of(&self, rows: u64) -> Vec<Self> {
        let pages = rows.min(MAX_AT_ONCE).div_ceil(Self::MAX_LIMIT).max(1);
        let page = |page| Self { page: Some(page), limit: Some(Self::MAX_LIMIT), sort: None, ..self.clone() };
        (1..=pages).map(page).collect()
    }
}

impl<R: Listed> Rows<'_, R> {
    /// The keys of the rows of this page, if the list finds as many rows as the caller was shown.
    ///
    /// # Errors
    /// [`Error::Conflict`]: `changed-count` with the present `count`, `too-many` above [`MAX_AT_ONCE`].
    pub(crate) async fn keys<T>(self, expected: u64) -> Result<Vec<Id<T>>> {
        let found = self.page::<RowKey>().await?;
        check_count(found.total, expected)?;
        let key = |row: RowKey| match row.id.key {
            RecordIdKey::String(key) => Some(Id::new(key.to_string())),
            _ => None,
        };
        Ok(found.rows.into_iter().filter_map(key).collect())
    }
}

/// Refuses a change to another number of records than the caller was shown, and to more than [`MAX_AT_ONCE`].
///
/// # Errors
/// [`Error::Conflict`]: `changed-count` with the present `count`, `too-many`.
pub(crate) fn check_count(count: u64, expected: u64) -> Result<()> {
    if count > MAX_AT_ONCE {
        return Err(Error::conflict("too-many", messages::TOO_MANY_AT_ONCE));
    }
    if count != expected {
        return Err(changed_count(count));
    }
    Ok(())
}

/// The refusal of a change to another number of records than the caller was shown.
pub(crate) fn changed_count(count: u64) -> Error {
    Error::Conflict(Refusal::new("changed-count", messages::CHANGED_COUNT).with("count", count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_hold_all_rows() {
        let pages = |rows| ListQuery::default().pages_of(rows).len();
        assert_eq!([0, 1, 1000, 1001, MAX_AT_ONCE, u64::MAX].map(pages), [1, 1, 1, 2, 5, 5]);
    }

    #[test]
    fn a_change_to_all_is_to_as_many_as_were_shown_and_not_to_too_many() {
        let reason = |count, expected| match check_count(count, expected) {
            Err(Error::Conflict(refusal)) => refusal.reason.to_string(),
            other => format!("{other:?}"),
        };
        assert_eq!(reason(3, 3), "Ok(())");
        assert_eq!(reason(4, 3), "changed-count");
        assert_eq!(reason(MAX_AT_ONCE, MAX_AT_ONCE), "Ok(())");
        assert_eq!(reason(MAX_AT_ONCE + 1, MAX_AT_ONCE + 1), "too-many");
    }
}
