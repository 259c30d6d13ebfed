//! Deleting a question or theory while students start tests.

use surrealdb::types::RecordId;

use crate::{
    App, Error, Result,
    accounts::Actor,
    bank::{Entry, SubjectYear},
    records::Change,
    store::{Id, retry_tx},
};

impl App {
    /// Deletes a question or theory, unless an attempt's paper holds it: its result could not be
    /// shown any more (`in-use`).
    ///
    /// It goes in two commits, out of use first and then away. A paper that was drawn before the first
    /// is either stored before the second looks for its holders, or its start finds the year at
    /// another revision and takes the attempt back (see `App::store_attempt`). For what is out of use
    /// already, the first commit was the one that said so. The record tells of the deletion alone.
    pub(super) async fn delete_entry<R: Entry>(&self, actor: &Actor, id: &Id<R>) -> Result<()> {
        let retired = retry_tx(async || {
            let (change, entry) = self.open_entry(actor, id).await?;
            let was_in_use = entry.status();
            if was_in_use {
                switch(change, id, false).await?;
            }
            Ok(was_in_use)
        });
        let retired = retired.await?;
        let deleted = retry_tx(async || {
            let (mut change, entry) = self.open_entry(actor, id).await?;
            let was_in_use = retired || entry.status();
            change.delete(&entry.with_status(was_in_use)).await?;
            change.commit().await
        });
        let deleted = deleted.await;
        if retired && matches!(deleted, Err(Error::Conflict(_))) {
            // A start was faster: the entry stays what it was.
            let restored = retry_tx(async || {
                let entry: R = self.load(id).await?.ok_or(Error::NotFound(R::NOUN))?;
                switch(self.edit_entry(actor, &entry).await?, id, true).await
            });
            restored.await?;
        }
        deleted
    }

    /// Begins a change to an entry that no attempt's paper holds.
    async fn open_entry<'a, R: Entry>(&'a self, actor: &'a Actor, id: &Id<R>) -> Result<(Change<'a>, R)> {
        let entry: R = self.load(id).await?.ok_or(Error::NotFound(R::NOUN))?;
        let change = self.edit_entry(actor, &entry).await?;
        // A paper is kept as one JSON text, in which only an id can stand like this.
        let sql = "SELECT VALUE id FROM attempt WHERE years CONTAINS $year AND string::contains(paper, $key) LIMIT 1";
        let call = change.query(sql).bind(("year", entry.year().clone())).bind(("key", format!("\"{id}\"")));
        let holders: Vec<RecordId> = call.all().await?;
        if holders.is_empty() {
            return Ok((change, entry));
        }
        let noun = R::NOUN;
        let message = format!("{noun} cannot be deleted: it is still used by an attempt. Make it inactive instead.");
        Err(Error::conflict("in-use", message))
    }

    async fn edit_entry<'a, R: Entry>(&'a self, actor: &'a Actor, entry: &R) -> Result<Change<'a>> {
        let year: SubjectYear = self.load(entry.year()).await?.ok_or(Error::NotFound(R::NOUN))?;
        self.edit_year(actor, &year, &[]).await
    }
}

/// Takes an entry into use or out of it.
async fn switch<R: Entry>(change: Change<'_>, id: &Id<R>, status: bool) -> Result<()> {
    let call = change.query("UPDATE $id SET status = $status RETURN NONE").bind(("id", id.clone()));
    call.bind(("status", status)).done().await?;
    change.commit().await
}
