//! A lock on a record that many writers can share and that its deletion takes alone.
//!
//! A lock consists of [`SLOTS`] rows. A writer that links to the record writes one row; a deletion writes all. So a
//! deletion conflicts with every link, and links conflict only within the same slot. Snapshot isolation alone would
//! not detect a link that is made during a deletion.

use rand::RngExt as _;
use surrealdb::types::{RecordId, ToSql as _};

use super::Change;
use crate::{
    FieldErrors, Result, messages,
    store::{Id, Record},
};

/// Rows per lock. Of sixty students who save together, about a third conflict and are retried.
const SLOTS: u32 = 64;

/// One row of a lock; its key is the locked record and the number of the slot.
pub(crate) enum SharedLock {}

impl Record for SharedLock {
    const TABLE: &'static str = "shared_lock";
}

impl Change<'_> {
    /// Adds an error for each field that links to a missing record, and locks the others against deletion until the
    /// commit. Only for entities that are [`SHARED`](super::Entity::SHARED).
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

    /// Locks a record against new links, for its deletion.
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
