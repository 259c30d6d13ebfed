//! `Change`: one transaction together with its side effects (audit entries, queued mails) and counters. Everything
//! commits, or nothing does.

use std::{any::Any, borrow::Cow};

use surrealdb::types::{RecordId, Value};

use super::{
    Entity, SideEffect, counter,
    idempotency::PendingRow,
    side_effect::{Counters, Write},
};
use crate::{
    App, Error, FieldErrors, Refusal, Result, messages,
    store::{Call, Id, Tx},
};

/// Rows per statement. Larger statements cost memory, smaller ones time.
const BATCH: usize = 1000;

/// An open change. Dropping it without [`commit`](Change::commit) rolls it back. Wrap its use in
/// [`retry_tx`](crate::store::retry_tx): a concurrent writer can make the commit fail.
#[must_use = "a change that is not committed changes nothing"]
pub struct Change<'a> {
    app: &'a App,
    tx: Tx,
    effects: Vec<Box<dyn SideEffect>>,
    moves: counter::CounterChanges,
    writer: usize,
    /// The row of the request's idempotency key; `None` if the request has no key.
    idempotency: Option<PendingRow>,
}

impl App {
    /// Starts a change without an audit entry of its own.
    pub(crate) async fn unaudited_change(&self) -> Result<Change<'_>> {
        self.unaudited_change_sharded(0).await
    }

    /// Like [`Self::unaudited_change`]. Parallel changes of the same counters each use another `writer` number, from 0.
    /// Each writer has its own counter rows, so they do not conflict.
    pub(crate) async fn unaudited_change_sharded(&self, writer: usize) -> Result<Change<'_>> {
        let tx = self.store.begin().await?;
        let idempotency = PendingRow::of_request(&tx).await?;
        let (effects, moves) = (self.side_effects(), counter::CounterChanges::default());
        Ok(Change { app: self, tx, effects, moves, writer, idempotency })
    }
}

impl Change<'_> {
    /// The handle that started it.
    pub(crate) fn app(&self) -> &App {
        self.app
    }

    /// Its side effect of this type, if it has one.
    pub(crate) fn effect<T: SideEffect>(&self) -> Option<&T> {
        self.effects.iter().find_map(|effect| (&**effect as &dyn Any).downcast_ref())
    }

    /// Its side effect of this type, attached if it has none yet.
    pub(crate) fn effect_mut<T: SideEffect + Default>(&mut self) -> &mut T {
        let found = self.effects.iter().position(|effect| (&**effect as &dyn Any).is::<T>());
        let at = found.unwrap_or_else(|| {
            self.effects.push(Box::new(T::default()));
            self.effects.len() - 1
        });
        let effect = &mut *self.effects[at] as &mut dyn Any;
        effect.downcast_mut().unwrap_or_else(|| unreachable!("it was chosen by its type"))
    }

    /// The transaction, for code that also runs without a change.
    pub(crate) fn tx(&self) -> &Tx {
        &self.tx
    }

    /// A query inside the change, for reads and for rows that are not entities.
    pub fn query<'a>(&'a self, sql: impl Into<Cow<'a, str>>) -> Call<'a> {
        self.tx.query(sql)
    }

    /// Reads an entity inside the transaction.
    pub async fn find<E: Entity>(&self, id: &Id<E>) -> Result<E> {
        let found = self.tx.query("SELECT * FROM $id").bind(("id", id.clone())).first().await?;
        found.ok_or(Error::NotFound(E::NOUN))
    }

    /// Optimistic locking: fails unless `version` is the entity's current version. `None` skips the check.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `changed`, the author and the time of the last change (ruling 33).
    pub async fn expect_version<E: Entity>(&self, entity: &E, version: Option<i64>) -> Result<()> {
        if version.is_none_or(|version| version == entity.version()) {
            return Ok(());
        }
        let mut refusal = Refusal::new("changed", messages::CHANGED).with("version", entity.version());
        for effect in &self.effects {
            refusal = effect.explain_conflict(&self.tx, E::TABLE, entity.id().as_str(), refusal).await?;
        }
        Err(Error::Conflict(refusal))
    }

    /// Locks the given records against deletion and returns those that exist. Snapshot isolation does not detect a
    /// concurrent delete, so the lock writes to each record.
    pub async fn lock(&self, records: Vec<RecordId>) -> Result<Vec<RecordId>> {
        if records.is_empty() {
            return Ok(Vec::new());
        }
        let sql = "UPDATE $records SET guard = rand::ulid() RETURN VALUE id";
        self.tx.query(sql).bind(("records", records)).all().await
    }

    /// Adds an error for each field that links to a missing record, and locks the others against deletion.
    pub async fn check_links(&self, links: Vec<(&str, RecordId)>, errors: &mut FieldErrors) -> Result<()> {
        let found = self.lock(links.iter().map(|(_, link)| link.clone()).collect()).await?;
        for (field, link) in links {
            errors.check(found.contains(&link), field, messages::CHOICE_GONE);
        }
        Ok(())
    }

    /// Writes a new entity.
    pub async fn create<E: Entity>(&mut self, new: &E) -> Result<()> {
        self.put("CREATE", new).await?;
        self.wrote(Some("create"), None, Some(new)).await
    }

    /// Overwrites an entity.
    pub async fn update<E: Entity>(&mut self, old: &E, new: &E) -> Result<()> {
        self.update_by("update", old, new).await
    }

    /// Like [`Self::update`], with another action in the audit entry.
    pub async fn update_by<E: Entity>(&mut self, action: &str, old: &E, new: &E) -> Result<()> {
        self.put("UPDATE", new).await?;
        self.wrote(Some(action), Some(old), Some(new)).await
    }

    /// Like [`Self::update`], without an audit entry.
    pub async fn rewrite<E: Entity>(&mut self, old: &E, new: &E) -> Result<()> {
        self.put("UPDATE", new).await?;
        self.wrote(None, Some(old), Some(new)).await
    }

    /// Replaces an entity by one with another key. Nothing may refer to the old one.
    pub async fn replace<E: Entity>(&mut self, old: &E, new: &E) -> Result<()> {
        self.tx.query("DELETE $id RETURN NONE").bind(("id", old.id().clone())).done().await?;
        self.put("CREATE", new).await?;
        self.wrote(Some("update"), Some(old), Some(new)).await
    }

    /// Deletes an entity.
    pub async fn delete<E: Entity>(&mut self, old: &E) -> Result<()> {
        if E::SHARED {
            self.lock_alone(&old.id().link()).await?;
        }
        self.tx.query("DELETE $id RETURN NONE").bind(("id", old.id().clone())).done().await?;
        self.wrote(Some("delete"), Some(old), None).await
    }

    /// Writes many new entities. The caller writes one audit entry for all of them.
    pub async fn create_all<E: Entity>(&mut self, new: Vec<E>, step: impl FnMut(usize)) -> Result<()> {
        for entity in &new {
            self.wrote(None, None, Some(entity)).await?;
        }
        // Not INSERT: it sets a save point per row, and the memory engine then copies everything that the transaction
        // wrote so far.
        self.put_all("FOR $row IN $rows { CREATE $row.id CONTENT $row RETURN NONE }", new, step).await
    }

    /// Overwrites many entities, each given as (old, new). The caller writes one audit entry for all of them.
    pub async fn rewrite_all<E: Entity>(&mut self, changed: Vec<(E, E)>) -> Result<()> {
        for (old, new) in &changed {
            self.wrote(None, Some(old), Some(new)).await?;
        }
        let new = changed.into_iter().map(|(_, new)| new).collect();
        self.put_all("FOR $row IN $rows { UPDATE $row.id CONTENT $row RETURN NONE }", new, |_| ()).await
    }

    /// Overwrites many entities, each given as (old, new), and audits each with this action.
    pub async fn update_all<E: Entity>(
        &mut self,
        action: &str,
        changed: Vec<(E, E)>,
        step: impl FnMut(usize),
    ) -> Result<()> {
        for (old, new) in &changed {
            self.wrote(Some(action), Some(old), Some(new)).await?;
        }
        let new = changed.into_iter().map(|(_, new)| new).collect();
        self.put_all("FOR $row IN $rows { UPDATE $row.id CONTENT $row RETURN NONE }", new, step).await
    }

    /// Deletes many entities, none of which is shared. The caller writes one audit entry for all of them.
    pub async fn delete_all<E: Entity>(&mut self, old: Vec<E>) -> Result<()> {
        for entity in &old {
            self.wrote(None, Some(entity), None).await?;
        }
        for batch in old.chunks(BATCH) {
            let ids: Vec<Id<E>> = batch.iter().map(|entity| entity.id().clone()).collect();
            self.tx.query("DELETE $ids RETURN NONE").bind(("ids", ids)).done().await?;
        }
        Ok(())
    }

    /// Commits everything.
    ///
    /// # Errors
    /// [`Error::Contended`] if another writer was first; [`Error::Unavailable`] if the store failed, and then it is
    /// unknown whether the change was stored.
    pub async fn commit(self) -> Result<()> {
        let Self { app, tx, mut effects, moves, writer, idempotency } = self;
        if let Some(row) = idempotency {
            row.store(&tx, app.now()).await?;
        }
        let rows: Vec<Value> = effects.iter_mut().flat_map(|effect| effect.rows()).collect();
        let counters = moves.rows(writer);
        let mut sql = String::new();
        if !rows.is_empty() {
            sql.push_str("FOR $row IN $rows { CREATE $row.id CONTENT $row RETURN NONE };");
        }
        if !counters.is_empty() {
            sql.push_str(counter::WRITE);
        }
        if !sql.is_empty() {
            tx.query(sql).bind(("rows", rows)).bind(("counters", counters)).done().await?;
        }
        let app = app.clone();
        // Spawned, so that a disconnect cannot separate the commit from its notifications.
        app.clone()
            .spawn_uncancelled_unbounded(async move {
                let committed = tx.commit().await;
                for effect in &effects {
                    effect.after_commit(&app, committed.is_ok());
                }
                committed
            })
            .await
    }

    async fn put<E: Entity>(&mut self, verb: &str, entity: &E) -> Result<()> {
        if let Some(row) = &mut self.idempotency {
            row.note(entity.id().link());
        }
        let sql = format!("{verb} ONLY $id CONTENT $entity RETURN NONE");
        self.tx.query(sql).bind(("id", entity.id().clone())).bind(("entity", entity.clone())).done().await
    }

    async fn put_all<E: Entity>(&self, sql: &str, rows: Vec<E>, mut step: impl FnMut(usize)) -> Result<()> {
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let batch: Vec<E> = rows.by_ref().take(BATCH).collect();
            let count = batch.len();
            self.tx.query(sql).bind(("rows", batch)).done().await?;
            step(count);
        }
        Ok(())
    }

    /// Moves the counters of a written record, and lets the side effects take part.
    async fn wrote<E: Entity>(&mut self, action: Option<&str>, old: Option<&E>, new: Option<&E>) -> Result<()> {
        self.moves.add(old.map(E::counters).unwrap_or_default(), -1);
        self.moves.add(new.map(E::counters).unwrap_or_default(), 1);
        let write = Write::of(action, old, new);
        for effect in &mut self.effects {
            effect.on_write(self.app, &write, &mut Counters(&mut self.moves)).await?;
        }
        Ok(())
    }
}
