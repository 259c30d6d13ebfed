//! Deletes a question or theory question while students start tests.

use super::Attempt;
use crate::{
    App, Error, Result,
    bank::{Entry, Question, SubjectYear, Theory},
    people::Actor,
    records::{Change, counted},
    store::{Id, Record as _, retry_tx},
};

/// The maximum number of attempts that are counted.
const COUNTED: u64 = 1000;

impl App {
    /// Deletes a question; refused with `in-use` if an attempt's paper contains it.
    pub async fn delete_question(&self, actor: &Actor, id: &Id<Question>) -> Result<()> {
        self.delete_entry(actor, id).await
    }

    /// Deletes a theory question; refused with `in-use` if an attempt's paper contains it.
    pub async fn delete_theory(&self, actor: &Actor, id: &Id<Theory>) -> Result<()> {
        self.delete_entry(actor, id).await
    }

    /// Deletes a question or theory question, unless an attempt's paper contains it (`in-use`): its result could not be
    /// shown any more.
    ///
    /// Deletion takes two audited commits: deactivate, then delete. A paper that was drawn before the first commit is
    /// either stored before the second one looks for attempts, or its start finds the year at another revision and
    /// withdraws the attempt (see `App::store_attempt`). For an inactive entry, the first commit is the one that
    /// deactivated it.
    async fn delete_entry<R: Entry>(&self, actor: &Actor, id: &Id<R>) -> Result<()> {
        let (app, actor, id) = (self.clone(), actor.clone(), id.clone());
        // Cancelling it halfway would leave the entry inactive.
        self.spawn_uncancelled(async move { app.retire_and_delete(&actor, &id).await }).await
    }

    async fn retire_and_delete<R: Entry>(&self, actor: &Actor, id: &Id<R>) -> Result<()> {
        let mut was_in_use = false;
        loop {
            let retired = retry_tx(async || {
                let (change, entry) = self.open_entry(actor, id).await?;
                let is_in_use = entry.status();
                if is_in_use {
                    switch(change, entry, false).await?;
                }
                Ok(is_in_use)
            });
            was_in_use |= retired.await?;
            let deleted = retry_tx(async || {
                let (mut change, entry) = self.open_entry(actor, id).await?;
                if entry.status() {
                    return Ok(false);
                }
                change.delete(&entry).await?;
                change.commit().await?;
                Ok(true)
            });
            match deleted.await {
                Ok(true) => return Ok(()),
                // Somebody reactivated it between the two commits.
                Ok(false) => {}
                Err(error) => {
                    // For example, a start was first. The entry gets its previous status back.
                    if was_in_use && let Err(other) = retry_tx(async || self.restore(actor, id).await).await {
                        tracing::error!(entry = %id, error = %other, "what was to be deleted is left out of use");
                    }
                    return Err(error);
                }
            }
        }
    }

    /// Reactivates an entry, if it still exists.
    async fn restore<R: Entry>(&self, actor: &Actor, id: &Id<R>) -> Result<()> {
        match self.load::<R>(id).await? {
            Some(entry) if !entry.status() => switch(self.edit_entry(actor, &entry).await?, entry, true).await,
            _ => Ok(()),
        }
    }

    /// Starts a change of an entry that is in no attempt's paper.
    async fn open_entry<'a, R: Entry>(&'a self, actor: &'a Actor, id: &Id<R>) -> Result<(Change<'a>, R)> {
        let entry: R = self.load(id).await?.ok_or(Error::NotFound(R::NOUN))?;
        let change = self.edit_entry(actor, &entry).await?;
        let holders = self.attempts_with(change.tx(), &entry, COUNTED + 1).await?;
        if holders.is_empty() {
            return Ok((change, entry));
        }
        let by = match holders.len() as u64 {
            count if count > COUNTED => format!("more than {}", counted(Attempt::TABLE, COUNTED)),
            count => counted(Attempt::TABLE, count),
        };
        let message = format!("{} cannot be deleted: it is still used by {by}. Make it inactive instead.", R::NOUN);
        Err(Error::conflict("in-use", message))
    }

    async fn edit_entry<'a, R: Entry>(&'a self, actor: &'a Actor, entry: &R) -> Result<Change<'a>> {
        let year: SubjectYear = self.load(entry.year()).await?.ok_or(Error::NotFound(R::NOUN))?;
        self.edit_year(actor, &year, &[]).await
    }
}

/// Activates or deactivates an entry.
async fn switch<R: Entry>(mut change: Change<'_>, entry: R, status: bool) -> Result<()> {
    change.update(&entry.clone(), &entry.with_status(status)).await?;
    change.commit().await
}
