//! `Change`: one transaction together with its side effects (audit entries, queued mails, counters). Everything
//! commits, or nothing does.

use std::{borrow::Cow, collections::BTreeMap};

use chrono::SecondsFormat::Millis;
use surrealdb::types::RecordId;

use super::{Entity, idempotency::Keyed, tally};
use crate::{
    App, Error, FieldErrors, Refusal, Result,
    accounts::permissions::Actor,
    audit::{self, Audit, Cause},
    images::refer,
    mail::QueuedMail,
    messages,
    store::{Call, Id, Tx},
};

/// Rows per statement. Larger statements cost memory, smaller ones time.
const BATCH: usize = 1000;

/// An open change. Dropping it without [`commit`](Change::commit) rolls it back. Wrap its use in
/// [`retry_tx`](crate::store::retry_tx): a concurrent writer can make the commit fail.
#[must_use = "a change that is not committed changes nothing"]
pub struct Change<'a> {
    app: &'a App,
    /// The author named in its audit entries; `None` if it is not audited.
    cause: Option<Cause>,
    /// Whether an administrator or the operator makes it, who may change what the public site shows.
    is_edit: bool,
    tx: Tx,
    audits: Vec<Audit>,
    mails: Vec<QueuedMail>,
    moves: tally::Moves,
    lane: usize,
    /// The missing pictures, if the change is written in spite of them.
    missing: Option<Vec<MissingPicture>>,
    /// The request with an idempotency key that it belongs to.
    keyed: Option<Keyed>,
}

/// A picture that a record shows and that is no longer stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MissingPicture {
    /// The key of the record.
    pub record: String,
    /// The stored field that shows it first.
    pub field: String,
    /// The picture's file name.
    pub name: String,
}

impl App {
    /// Starts a change that is audited under the actor's name (ruling 28).
    pub(crate) async fn change<'a>(&'a self, actor: &'a Actor) -> Result<Change<'a>> {
        Ok(Change { cause: Some(Cause::of(actor)), is_edit: actor.is_admin(), ..self.own_change().await? })
    }

    /// Starts a change of the caller's own data, which is not audited.
    pub(crate) async fn own_change(&self) -> Result<Change<'_>> {
        self.own_change_in(0).await
    }

    /// Starts a change that an administrator or the operator caused in an earlier call, and audits it under their
    /// name. Parallel changes of the same counters each take another `lane`: each lane has its own counter rows, so
    /// they do not conflict.
    pub(crate) async fn change_by(&self, cause: &Cause, lane: usize) -> Result<Change<'_>> {
        Ok(Change { cause: Some(cause.clone()), is_edit: true, ..self.own_change_in(lane).await? })
    }

    async fn own_change_in(&self, lane: usize) -> Result<Change<'_>> {
        let (audits, mails) = (Vec::new(), Vec::new());
        let tx = self.store.begin().await?;
        let keyed = Keyed::of_request(&tx).await?;
        let (cause, is_edit, moves, missing) = (None, false, tally::Moves::default(), None);
        Ok(Change { app: self, cause, is_edit, tx, audits, mails, moves, lane, missing, keyed })
    }
}

impl Change<'_> {
    /// Who caused the change, if it is audited.
    pub(crate) fn cause(&self) -> Option<&Cause> {
        self.cause.as_ref()
    }

    /// From now on, writes records even if a picture that they show is missing.
    pub(crate) fn tolerate_missing_pictures(&mut self) {
        self.missing = Some(Vec::new());
    }

    /// The pictures found missing since [`Self::tolerate_missing_pictures`].
    pub(crate) fn missing_pictures(&self) -> &[MissingPicture] {
        self.missing.as_deref().unwrap_or_default()
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
        let refusal = Refusal::new("changed", messages::CHANGED).with("version", entity.version());
        let refusal = match audit::last_change(&self.tx, E::TABLE, entity.id().as_str()).await? {
            Some((who, at)) => refusal.with("changedBy", who).with("changedAt", at.to_rfc3339_opts(Millis, true)),
            None => refusal,
        };
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
        self.recount(None, Some(new)).await?;
        self.record("create", None, Some(new));
        Ok(())
    }

    /// Overwrites an entity.
    pub async fn update<E: Entity>(&mut self, old: &E, new: &E) -> Result<()> {
        self.update_by("update", old, new).await
    }

    /// Like [`Self::update`], with another action in the audit entry.
    pub async fn update_by<E: Entity>(&mut self, action: &str, old: &E, new: &E) -> Result<()> {
        self.rewrite(old, new).await?;
        self.record(action, Some(old), Some(new));
        Ok(())
    }

    /// Like [`Self::update`], without an audit entry.
    pub async fn rewrite<E: Entity>(&mut self, old: &E, new: &E) -> Result<()> {
        self.put("UPDATE", new).await?;
        self.recount(Some(old), Some(new)).await
    }

    /// Replaces an entity by one with another key. Nothing may refer to the old one.
    pub async fn replace<E: Entity>(&mut self, old: &E, new: &E) -> Result<()> {
        self.tx.query("DELETE $id RETURN NONE").bind(("id", old.id().clone())).done().await?;
        self.put("CREATE", new).await?;
        self.recount(Some(old), Some(new)).await?;
        self.record("update", Some(old), Some(new));
        Ok(())
    }

    /// Deletes an entity.
    pub async fn delete<E: Entity>(&mut self, old: &E) -> Result<()> {
        if E::SHARED {
            self.lock_alone(&old.id().link()).await?;
        }
        self.tx.query("DELETE $id RETURN NONE").bind(("id", old.id().clone())).done().await?;
        self.recount(Some(old), None).await?;
        self.record("delete", Some(old), None);
        Ok(())
    }

    /// Writes many new entities. The caller writes one audit entry for all of them.
    pub async fn create_all<E: Entity>(&mut self, new: Vec<E>, step: impl FnMut(usize)) -> Result<()> {
        for entity in &new {
            self.recount(None, Some(entity)).await?;
        }
        // Not INSERT: it sets a save point per row, and the memory engine then copies everything that the transaction
        // wrote so far.
        self.put_all("FOR $row IN $rows { CREATE $row.id CONTENT $row RETURN NONE }", new, step).await
    }

    /// Overwrites many entities, each given as (old, new), and audits each with this action.
    pub async fn update_all<E: Entity>(
        &mut self,
        action: &str,
        changed: Vec<(E, E)>,
        step: impl FnMut(usize),
    ) -> Result<()> {
        for (old, new) in &changed {
            self.recount(Some(old), Some(new)).await?;
            self.record(action, Some(old), Some(new));
        }
        let new = changed.into_iter().map(|(_, new)| new).collect();
        self.put_all("FOR $row IN $rows { UPDATE $row.id CONTENT $row RETURN NONE }", new, step).await
    }

    /// An empty audit entry about a record, to be filled and passed to [`Self::note`].
    pub fn entry(&self, action: &str, table: &str, record: impl ToString) -> Option<Audit> {
        self.cause.clone().map(|cause| self.app.audit_by(cause, action, table, record))
    }

    /// Adds an audit entry to the change.
    pub fn note(&mut self, entry: Option<Audit>) {
        self.audits.extend(entry);
    }

    /// Adds a mail to the change.
    pub fn mail(&mut self, mail: QueuedMail) {
        self.mails.push(mail);
    }

    /// Commits everything.
    ///
    /// # Errors
    /// [`Error::Contended`] if another writer was first; [`Error::Unavailable`] if the store failed, and then it is
    /// unknown whether the change was stored.
    pub async fn commit(self) -> Result<()> {
        let Self { app, is_edit, tx, audits, mails, moves, lane, keyed, .. } = self;
        if let Some(keyed) = keyed {
            keyed.keep(&tx, app.now()).await?;
        }
        let (mailed, tallies) = (!mails.is_empty(), moves.rows(lane));
        let mut sql = String::new();
        if !audits.is_empty() {
            sql.push_str("FOR $row IN $audits { CREATE $row.id CONTENT $row RETURN NONE };");
        }
        if mailed {
            sql.push_str("FOR $row IN $mails { CREATE $row.id CONTENT $row RETURN NONE };");
        }
        if !tallies.is_empty() {
            sql.push_str(tally::WRITE);
        }
        if !sql.is_empty() {
            let call = tx.query(sql).bind(("audits", audits)).bind(("mails", mails));
            call.bind(("tallies", tallies)).done().await?;
        }
        let app = app.clone();
        // Spawned, so that a disconnect cannot separate the commit from its notifications.
        app.clone()
            .spawn_uncancelled_unbounded(async move {
                let committed = tx.commit().await;
                // After a failure it is unknown whether the change was stored.
                if is_edit {
                    app.edited();
                }
                committed?;
                if mailed {
                    app.mail.wake();
                }
                Ok(())
            })
            .await
    }

    async fn put<E: Entity>(&mut self, verb: &str, entity: &E) -> Result<()> {
        if let Some(keyed) = &mut self.keyed {
            keyed.note(entity.id().link());
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

    /// Updates the counters, including those of pictures, and stores pictures that are shown for the first time.
    async fn recount<E: Entity>(&mut self, old: Option<&E>, new: Option<&E>) -> Result<()> {
        let pictures = |entity: Option<&E>| {
            let illustrated = entity.filter(|_| E::ILLUSTRATED);
            illustrated
                .map(|entity| refer::pictures(&entity.clone().into_value().into_json_value()))
                .unwrap_or_default()
        };
        let (before, after) = (pictures(old), pictures(new));
        for (name, field) in after.iter().filter(|(name, _)| !before.contains_key(*name)) {
            if self.app.images.settle(name, self.app.now()).await? {
                continue;
            }
            match (&mut self.missing, new) {
                (Some(missing), Some(new)) => {
                    let (record, field, name) = (new.id().to_string(), field.clone(), name.clone());
                    missing.push(MissingPicture { record, field, name });
                }
                _ => return Err(Error::field(field, "This picture no longer exists, so choose it again.")),
            }
        }
        let counters = |entity: Option<&E>, pictures: BTreeMap<String, String>| {
            let own = entity.map(E::tallies).unwrap_or_default();
            own.into_iter().chain(pictures.keys().map(|name| refer::counter(name))).collect()
        };
        self.moves.add(counters(old, before), -1);
        self.moves.add(counters(new, after), 1);
        Ok(())
    }

    /// Audits the difference between the two, limited to the entity's audited fields.
    pub(crate) fn record<E: Entity>(&mut self, action: &str, old: Option<&E>, new: Option<&E>) {
        let Some(id) = new.or(old).map(E::id) else { return };
        let entry = self.entry(action, E::TABLE, id);
        self.note(entry.map(|entry| entry.between(E::AUDITED, old, new, E::in_words)));
    }
}
