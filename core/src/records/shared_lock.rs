//! Locks that many writers may hold on one record at once, and that its deletion excludes.
//!
//! A lock is spread over [`SLOTS`] rows. Whoever links to the record writes one of them, and whoever deletes it
//! writes all: the two conflict, but of those who link only the few that chose the same slot. Isolation is snapshot,
//! so without a row that both write, a deletion would not see a link that is made meanwhile.

use rand::RngExt as _;
use surrealdb::types::{RecordId, ToSql as _};

use super::Change;
use crate::{
    FieldErrors, Result, messages,
    store::{Id, Record},
};

/// Rows a lock. Sixty students whose saves arrive together meet in a third of the cases, and then try again.
const SLOTS: u32 = 64;

/// One row of a lock; its key is the locked record and the number of the slot.
pub(crate) enum SharedLock {}

impl Record for SharedLock {
    const TABLE: &'static str = "shared_lock";
}

impl Change<'_> {
    /// Adds an error for each of these fields that links to a record which does not exist, and locks those that do
    /// against deletion until this change is committed. Only for entities that are [`SHARED`](super::Entity::SHARED).
    pub async fn share_links(&self, links: Vec<(&str, RecordId)>, errors: &mut FieldErrors) -> Result<()> {
        if links.is_empty() {
            return Ok(());
        }
        let records: Vec<RecordId> = links.iter().map(|(_, link)| link.clone()).collect();
        let found = self.query("SELECT VALUE id FROM $records").bind(("records", records));
        let found: Vec<RecordId> = found.all().await?;
        let slot = rand::rng().random_range(0..SLOTS);
        self.write_slots(found.iter().map(|record| slot_of(record, slot)).collect()).await?;
        for (field, link) in links {
            errors.check(found.contains(&link), field, messages::CHOICE_GONE);
        }
        Ok(())
    }

    /// Locks a record against every new link, because it is being deleted.
    pub(super) async fn lock_alone(&self, record: &RecordId) -> Result<()> {
        self.write_slots((0..SLOTS).map(|slot| slot_of(record, slot)).collect()).await
    }

    async fn write_slots(&self, slots: Vec<Id<SharedLock>>) -> Result<()> {
        let sql = "FOR $slot IN $slots { UPSERT $slot SET at = rand::ulid() RETURN NONE }";
        self.query(sql).bind(("slots", slots)).done().await
    }
}

fn slot_of(record: &RecordId, slot: u32) -> Id<SharedLock> {
    Id::new(format!("{}#{slot}", record.to_sql()))
}
