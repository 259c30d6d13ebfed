//! One change: a transaction that reads, checks and writes, and that keeps with what it writes the entries
//! of the record of changes, the mails and the counters that belong to it. All of it is stored, or nothing.

use std::{borrow::Cow, collections::BTreeMap};

use chrono::SecondsFormat::Millis;
use surrealdb::types::RecordId;

use super::{Entity, idempotency::Keyed, tally};
use crate::{
    App, Error, FieldErrors, Refusal, Result,
    accounts::Actor,
    audit::{self, Audit, Cause},
    images::refer,
    mail::QueuedMail,
    messages,
    store::{Call, Id, Tx},
};

/// Rows a statement: larger ones cost memory, smaller ones time.
const BATCH: usize = 1000;

/// A change that has begun. Dropped before [`Change::commit`] it leaves nothing behind; wrap its use in
/// [`retry_tx`](crate::store::retry_tx), because another writer may be first.
#[must_use = "a change that is not committed changes nothing"]
pub struct Change<'a> {
    app: &'a App,
    /// Whose name its entries carry; none where it is not recorded.
    cause: Option<Cause>,
    /// Whether it is an administrator's or the operator's, who may change what the public site shows.
    is_edit: bool,
    tx: Tx,
    audits: Vec<Audit>,
    mails: Vec<QueuedMail>,
    moves: tally::Moves,
    lane: usize,
    /// The pictures that were found missing, where the change is written all the same.
    missing: Option<Vec<MissingPicture>>,
    /// The request with an idempotency key that it belongs to.
    keyed: Option<Keyed>,
}

/// A picture that a record shows and that is not kept any more.
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
    /// Begins a change that goes on the record under the actor's name (ruling 28).
    pub(crate) async fn change<'a>(&'a self, actor: &'a Actor) -> Result<Change<'a>> {
        Ok(Change { cause: Some(Cause::of(actor)), is_edit: actor.is_admin(), ..self.own_change().await? })
    }

    /// Begins a person's change of what is their own, of which no record tells.
    pub(crate) async fn own_change(&self) -> Result<Change<'_>> {
        self.own_change_in(0).await
    }

    /// Starts a change that an administrator or the operator caused in an earlier call, recorded under their name.
    /// Of several at the same time that move the same counters each takes another `lane`: the counters of a lane are
    /// rows of their own, so that none waits for another.
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
    /// Who caused the change, where it is recorded.
    pub(crate) fn cause(&self) -> Option<&Cause> {
        self.cause.as_ref()
    }

    /// Writes records from now on even where a picture that they show is missing.
    pub(crate) fn tolerate_missing_pictures(&mut self) {
        self.missing = Some(Vec::new());
    }

    /// The pictures that were found missing since [`Self::tolerate_missing_pictures`].
    pub(crate) fn missing_pictures(&self) -> &[MissingPicture] {
        self.missing.as_deref().unwrap_or_default()
    }

    /// The transaction, for what also runs without a change.
    pub(crate) fn tx(&self) -> &Tx {
        &self.tx
    }

    /// A query inside the change: for what is read, and for rows that are no entity.
    pub fn query<'a>(&'a self, sql: impl Into<Cow<'a, str>>) -> Call<'a> {
        self.tx.query(sql)
    }

    /// The entity as it stands in this change.
    pub async fn find<E: Entity>(&self, id: &Id<E>) -> Result<E> {
        let found = self.tx.query("SELECT * FROM $id").bind(("id", id.clone())).first().await?;
        found.ok_or(Error::NotFound(E::NOUN))
    }

    /// Refuses a change that was made from another version than the entity's; `None` takes any.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `changed`, and by whom and when it was changed last (ruling 33).
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

    /// Those of these records that exist. None of them can be deleted before this change is kept: isolation is
    /// snapshot, so the delete of a record would not see a link to it that is made meanwhile, if both did not
    /// write to the record.
    pub async fn hold(&self, records: Vec<RecordId>) -> Result<Vec<RecordId>> {
        if records.is_empty() {
            return Ok(Vec::new());
        }
        let sql = "UPDATE $records SET guard = rand::ulid() RETURN VALUE id";
        self.tx.query(sql).bind(("records", records)).all().await
    }

    /// Adds an error for each of these fields that links to a record which does not exist, and holds those that
    /// do.
    pub async fn check_links(&self, links: Vec<(&str, RecordId)>, errors: &mut FieldErrors) -> Result<()> {
        let found = self.hold(links.iter().map(|(_, link)| link.clone()).collect()).await?;
        for (field, link) in links {
            errors.check(found.contains(&link), field, messages::CHOICE_GONE);
        }
        Ok(())
    }

    /// Writes a new entity.
    pub async fn create<E: Entity>(&mut self, new: &E) -> Result<()> {
        self.put("CREATE", new).await?;
        self.recount(None, Some(new)).await?;
        self.tell("create", None, Some(new));
        Ok(())
    }

    /// Writes an entity over what it was.
    pub async fn update<E: Entity>(&mut self, old: &E, new: &E) -> Result<()> {
        self.update_by("update", old, new).await
    }

    /// As [`Self::update`], under another word on the record.
    pub async fn update_by<E: Entity>(&mut self, action: &str, old: &E, new: &E) -> Result<()> {
        self.rewrite(old, new).await?;
        self.tell(action, Some(old), Some(new));
        Ok(())
    }

    /// As [`Self::update`], but nothing of it goes on the record by itself.
    pub async fn rewrite<E: Entity>(&mut self, old: &E, new: &E) -> Result<()> {
        self.put("UPDATE", new).await?;
        self.recount(Some(old), Some(new)).await
    }

    /// Writes an entity in place of one with another key, to which nothing may refer.
    pub async fn replace<E: Entity>(&mut self, old: &E, new: &E) -> Result<()> {
        self.tx.query("DELETE $id RETURN NONE").bind(("id", old.id().clone())).done().await?;
        self.put("CREATE", new).await?;
        self.recount(Some(old), Some(new)).await?;
        self.tell("update", Some(old), Some(new));
        Ok(())
    }

    /// Takes an entity away.
    pub async fn delete<E: Entity>(&mut self, old: &E) -> Result<()> {
        if E::SHARED {
            self.lock_alone(&old.id().link()).await?;
        }
        self.tx.query("DELETE $id RETURN NONE").bind(("id", old.id().clone())).done().await?;
        self.recount(Some(old), None).await?;
        self.tell("delete", Some(old), None);
        Ok(())
    }

    /// Writes many new entities; whoever calls tells the record of all of them at once.
    pub async fn create_all<E: Entity>(&mut self, new: Vec<E>, step: impl FnMut(usize)) -> Result<()> {
        for entity in &new {
            self.recount(None, Some(entity)).await?;
        }
        // Not INSERT: it sets a save point for each row, and those of the memory engine copy all that the
        // transaction wrote so far.
        self.put_all("FOR $row IN $rows { CREATE $row.id CONTENT $row RETURN NONE }", new, step).await
    }

    /// Writes many entities over what they were, each pair old and new, and tells of each under this action.
    pub async fn update_all<E: Entity>(
        &mut self,
        action: &str,
        changed: Vec<(E, E)>,
        step: impl FnMut(usize),
    ) -> Result<()> {
        for (old, new) in &changed {
            self.recount(Some(old), Some(new)).await?;
            self.tell(action, Some(old), Some(new));
        }
        let new = changed.into_iter().map(|(_, new)| new).collect();
        self.put_all("FOR $row IN $rows { UPDATE $row.id CONTENT $row RETURN NONE }", new, step).await
    }

    /// An entry about a record that holds nothing yet; to be filled and given to [`Self::note`].
    pub fn entry(&self, action: &str, table: &str, record: impl ToString) -> Option<Audit> {
        self.cause.clone().map(|cause| self.app.audit_by(cause, action, table, record))
    }

    /// Puts an entry on the record with the rest.
    pub fn note(&mut self, entry: Option<Audit>) {
        self.audits.extend(entry);
    }

    /// Queues a mail with the rest.
    pub fn mail(&mut self, mail: QueuedMail) {
        self.mails.push(mail);
    }

    /// Keeps all of it.
    ///
    /// # Errors
    /// [`Error::Contended`] when another writer was first; [`Error::Unavailable`] where the store failed and
    /// nobody knows whether it is kept.
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
            .unparted(async move {
                let committed = tx.commit().await;
                // Where it failed, nobody knows whether it is kept.
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

    /// Moves the counters, those of pictures too, and keeps the pictures that are shown from now on.
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
                _ => return Err(Error::field(field, "This picture does not exist any more; choose it again")),
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

    /// Puts on the record what changed from the one to the other, as far as the entity lets it stand there.
    pub(crate) fn tell<E: Entity>(&mut self, action: &str, old: Option<&E>, new: Option<&E>) {
        let Some(id) = new.or(old).map(E::id) else { return };
        let entry = self.entry(action, E::TABLE, id);
        self.note(entry.map(|entry| entry.between(E::AUDITED, old, new, E::in_words)));
    }
}
