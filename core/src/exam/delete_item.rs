//! Deletes an item of the bank while students start tests.

use super::Attempt;
use crate::{
    App, Error, Result,
    bank::{Item, ItemBody, SubjectYear},
    people::Actor,
    records::{Change, Entity as _, counted},
    store::{Id, Record as _, retry_tx},
};

/// Attempts that contain an item are counted up to this number.
const COUNT_LIMIT: u64 = 1000;

impl App {
    /// Deletes an item. Refused with `in-use` if any attempt's paper contains it, because that attempt's result could
    /// then no longer be shown.
    ///
    /// Two audited commits: the first deactivates the item, the second deletes it. A paper drawn before the first is
    /// either stored before the second looks for it, or its start sees the new revision and withdraws the attempt (see
    /// `App::store_attempt`). An item that was already inactive needs only the second.
    pub async fn delete_item<B: ItemBody>(&self, actor: &Actor, id: &Id<Item<B>>) -> Result<()> {
        let (app, actor, id) = (self.clone(), actor.clone(), id.clone());
        // Stopping in between would leave the item inactive.
        self.spawn_uncancelled(async move { app.deactivate_and_delete(&actor, &id).await }).await
    }

    async fn deactivate_and_delete<B: ItemBody>(&self, actor: &Actor, id: &Id<Item<B>>) -> Result<()> {
        let mut was_active = false;
        loop {
            let deactivated = retry_tx(async || {
                let (change, item) = self.open_item(actor, id).await?;
                let is_active = item.status;
                if is_active {
                    switch(change, item, false).await?;
                }
                Ok(is_active)
            });
            was_active |= deactivated.await?;
            let deleted = retry_tx(async || {
                let (mut change, item) = self.open_item(actor, id).await?;
                if item.status {
                    return Ok(false);
                }
                change.delete(&item).await?;
                change.commit().await?;
                Ok(true)
            });
            match deleted.await {
                Ok(true) => return Ok(()),
                // Somebody reactivated the item between the two commits: start again.
                Ok(false) => {}
                Err(error) => {
                    // For example, a start has stored an attempt with the item. The item becomes active again.
                    if was_active && let Err(other) = retry_tx(async || self.restore(actor, id).await).await {
                        tracing::error!(item = %id, error = %other, "the item could not be deleted and stays inactive");
                    }
                    return Err(error);
                }
            }
        }
    }

    /// Reactivates an item, if it still exists.
    async fn restore<B: ItemBody>(&self, actor: &Actor, id: &Id<Item<B>>) -> Result<()> {
        match self.load::<Item<B>>(id).await? {
            Some(item) if !item.status => switch(self.edit_year_of(actor, &item).await?, item, true).await,
            _ => Ok(()),
        }
    }

    /// Starts a change of an item that no attempt's paper contains.
    async fn open_item<'a, B: ItemBody>(&'a self, actor: &'a Actor, id: &Id<Item<B>>) -> Result<(Change<'a>, Item<B>)> {
        let item: Item<B> = self.load(id).await?.ok_or(Error::NotFound(Item::<B>::NOUN))?;
        let change = self.edit_year_of(actor, &item).await?;
        let holders = self.attempts_with(change.tx(), &item, COUNT_LIMIT + 1).await?;
        if holders.is_empty() {
            return Ok((change, item));
        }
        let by = match holders.len() as u64 {
            count if count > COUNT_LIMIT => format!("more than {}", counted(Attempt::TABLE, COUNT_LIMIT)),
            count => counted(Attempt::TABLE, count),
        };
        let message =
            format!("{} cannot be deleted: it is still used by {by}. Make it inactive instead.", Item::<B>::NOUN);
        Err(Error::conflict("in-use", message))
    }

    async fn edit_year_of<'a, B: ItemBody>(&'a self, actor: &'a Actor, item: &Item<B>) -> Result<Change<'a>> {
        let year: SubjectYear = self.load(&item.year).await?.ok_or(Error::NotFound(Item::<B>::NOUN))?;
        self.edit_year(actor, &year, &[]).await
    }
}

/// Activates or deactivates an item.
async fn switch<B: ItemBody>(mut change: Change<'_>, item: Item<B>, status: bool) -> Result<()> {
    change.update(&item.clone(), &item.with_status(status)).await?;
    change.commit().await
}
