//! Changes every item that a list finds, or deletes them as far as they can be deleted.

use crate::{
    App, FieldErrors, Result,
    bank::{BankFilter, ChangeAll, Item, ItemBody, SubjectYear},
    messages,
    people::Actor,
    records::{ChangedAll, ListQuery},
    store::{Record as _, retry_tx},
    text::beginning,
};

/// The most characters of a title in the audit entry.
const TITLE: usize = 60;

impl App {
    /// Changes the items of a list, or deletes them.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] by field, for the whole bank, and for each field to change if they are to be deleted;
    /// [`crate::Error::Conflict`]: `changed-count` with the present `count`, `too-many` above
    /// [`MAX_AT_ONCE`](crate::records::MAX_AT_ONCE).
    pub async fn change_all_items<B: ItemBody>(
        &self,
        actor: &Actor,
        filter: &BankFilter,
        query: &ListQuery,
        ask: &ChangeAll,
    ) -> Result<ChangedAll> {
        if !ask.delete {
            return self.edit_all_items::<B>(actor, filter, query, ask).await;
        }
        let mut errors = FieldErrors::default();
        for field in ask.changed_fields() {
            errors.add(field, messages::DELETE_ALONE);
        }
        errors.done()?;
        self.delete_all_items::<B>(actor, filter, query, ask.expected).await
    }

    /// Deletes the items of a list in one commit, with one audit entry that names them all. Items that are active, or
    /// that an attempt's paper contains, stay and are counted as refused: without them, the results of those attempts
    /// could not be shown.
    ///
    /// A start that drew one of the items while it was active either stores its attempt before this looks for attempts,
    /// or finds that the year has another revision and withdraws the attempt (see `App::store_attempt`).
    async fn delete_all_items<B: ItemBody>(
        &self,
        actor: &Actor,
        filter: &BankFilter,
        query: &ListQuery,
        expected: u64,
    ) -> Result<ChangedAll> {
        let mut errors = FieldErrors::default();
        errors.check(filter.is_part(), "filter", messages::CHOOSE_PART);
        errors.done()?;
        let ids = self.item_ids::<B>(filter, query, expected).await?;
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let found: Vec<Item<B>> = change.query("SELECT * FROM $ids").bind(("ids", ids.clone())).all().await?;
            let (mut deleted, mut refused) = (Vec::new(), 0);
            for item in found {
                if item.status || !self.attempts_with(change.tx(), &item, 1).await?.is_empty() {
                    refused += 1;
                } else {
                    deleted.push(item);
                }
            }
            SubjectYear::raise_all(&mut change, deleted.iter().map(|item| item.year.clone()).collect()).await?;
            let changed = deleted.len() as u64;
            if changed > 0 {
                let keys = deleted.iter().map(|item| item.id.to_string()).collect();
                // Titles as well as keys: the keys no longer lead to a record.
                let titles = deleted.iter().map(|item| beginning(&item.title, TITLE)).collect();
                let entry = change.entry("delete-all", Item::<B>::TABLE, "");
                change.note(
                    entry.map(|entry| entry.with("count", changed).listing("records", keys).listing("titles", titles)),
                );
            }
            change.delete_all(deleted).await?;
            change.commit().await?;
            Ok(ChangedAll { changed, refused })
        })
        .await
    }
}
