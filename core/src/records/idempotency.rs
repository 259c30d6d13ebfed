//! Idempotency keys: a create request that is sent again because its response was lost creates nothing more.
//!
//! The change that a request commits also writes a row under the request's key, with the ids of the created records. If
//! the row exists, a repeated request is answered from those records. Key and records are one commit, so a crash leaves
//! both or neither.

use chrono::TimeDelta;
use sha2::{Digest as _, Sha256};
use surrealdb::types::{RecordId, RecordIdKey, SurrealValue};

use super::Entity;
use crate::{
    App, Error, Refusal, Result,
    clock::Instant,
    messages,
    people::permissions::Actor,
    store::{Id, Record, Tx},
};

/// The header that carries a request's key.
pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";
/// The longest key, in characters.
pub const MAX_KEY_CHARS: usize = 100;
/// The minimum time for which a key is remembered, in hours.
const RETENTION_HOURS: i64 = 24;

tokio::task_local! {
    /// The request being handled, if it has an idempotency key.
    static CURRENT_REQUEST: IdempotentRequest;
}

/// A request with an idempotency key.
#[derive(Debug, Clone)]
pub struct IdempotentRequest {
    id: Id<IdempotencyRow>,
    /// A hash of key and body. The key is not stored, so nobody can guess a body from its hash.
    digest: String,
}

/// A used key, as it is stored.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct IdempotencyRow {
    id: Id<IdempotencyRow>,
    digest: String,
    /// The records that the request wrote.
    #[surreal(rename = "made")]
    created: Vec<RecordId>,
    at: Instant,
}

impl Record for IdempotencyRow {
    const TABLE: &'static str = "idempotency_key";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS idempotency_key_at ON idempotency_key FIELDS at;";
}

impl IdempotentRequest {
    /// A request of `caller` (`None` for a visitor) to `call`, which is a method and a path. The same key from another
    /// caller or to another call is another request.
    ///
    /// # Errors
    /// [`Error::Invalid`] under [`IDEMPOTENCY_KEY`] for a key that is empty, too long, or not visible ASCII.
    pub fn new(caller: Option<&Actor>, call: &str, key: &[u8], body: &[u8]) -> Result<Self> {
        if key.is_empty() || key.len() > MAX_KEY_CHARS || !key.iter().all(u8::is_ascii_graphic) {
            return Err(Error::field(IDEMPOTENCY_KEY, messages::WRONG_IDEMPOTENCY_KEY));
        }
        let caller = match caller {
            Some(Actor::User(user)) => format!("user {}", user.id),
            Some(Actor::Operator) => "operator".into(),
            None => "visitor".into(),
        };
        let hash = Sha256::new().chain_update(format!("{caller}\0{call}\0")).chain_update(key);
        let id = Id::new(hex::encode(hash.clone().finalize()));
        Ok(Self { id, digest: hex::encode(hash.chain_update([0]).chain_update(body).finalize()) })
    }
}

/// The records written by an earlier copy of the same request.
pub struct CreatedRecords(Vec<RecordId>);

impl CreatedRecords {
    /// The records of one table, in the order in which they were written.
    pub fn all<T: Record>(&self) -> Vec<Id<T>> {
        let of_table = self.0.iter().filter(|record| record.table == T::TABLE.into());
        of_table
            .filter_map(|record| match &record.key {
                RecordIdKey::String(key) => Some(Id::new(key.to_string())),
                _ => None,
            })
            .collect()
    }

    /// The first record of one table.
    pub fn one<E: Entity>(&self) -> Result<Id<E>> {
        self.all().into_iter().next().ok_or(Error::NotFound(E::NOUN))
    }
}

impl App {
    /// Runs `create`, which makes one [`Change`](super::Change), once for each request with an idempotency key. Of
    /// repeated or concurrent copies only the first creates something; the others get what `find` returns for its
    /// records. Without a key, `create` always runs.
    ///
    /// # Errors
    /// The errors of `create` and `find`; [`Error::Conflict`] with reason `already-added` if the key was used with
    /// another body, and with reason `retry` while another copy is still running.
    pub async fn once<T, F: Future<Output = Result<T>>>(
        &self,
        request: Option<IdempotentRequest>,
        create: impl Future<Output = Result<T>>,
        find: impl FnOnce(CreatedRecords) -> F,
    ) -> Result<T> {
        let Some(request) = request else { return create.await };
        let records = match self.created_by(&request).await? {
            Some(records) => records,
            None => match CURRENT_REQUEST.scope(request.clone(), create).await {
                Ok(created) => return Ok(created),
                // Another copy may have been first, or this one was committed and its response lost.
                Err(error) => match self.created_by(&request).await {
                    Ok(Some(records)) => records,
                    _ => return Err(error),
                },
            },
        };
        match find(records).await {
            Err(Error::NotFound(_)) => Err(Error::conflict("already-added", messages::ADDED_AND_DELETED)),
            found => found,
        }
    }

    /// The records written by an earlier copy of this request; `None` if this is the first.
    async fn created_by(&self, request: &IdempotentRequest) -> Result<Option<CreatedRecords>> {
        let call = self.store.query("SELECT * FROM ONLY $id").bind(("id", request.id.clone()));
        let row: Option<IdempotencyRow> = call.checked().await?.take(0)?;
        match row {
            Some(row) if row.digest != request.digest => Err(Error::conflict("already-added", messages::ALREADY_ADDED)),
            row => Ok(row.map(|row| CreatedRecords(row.created))),
        }
    }

    /// Deletes keys that were used more than a day ago.
    pub async fn delete_expired_idempotency_keys(&self) -> Result<()> {
        let call = self.store.write("DELETE idempotency_key WHERE at < $old RETURN NONE");
        call.bind(("old", self.now() - TimeDelta::hours(RETENTION_HOURS))).done().await
    }
}

/// The idempotency row of a change that is not committed yet. It collects the records that the change writes.
pub(super) struct PendingRow {
    request: IdempotentRequest,
    created: Vec<RecordId>,
}

impl PendingRow {
    /// The row of the current request; `None` if it has no key.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `retry` if another copy of the request was first.
    pub async fn of_request(tx: &Tx) -> Result<Option<Self>> {
        let Ok(request) = CURRENT_REQUEST.try_with(Clone::clone) else { return Ok(None) };
        let used = tx.query("SELECT VALUE id FROM $id").bind(("id", request.id.clone()));
        match used.first::<RecordId>().await? {
            Some(_) => Err(Error::Conflict(Refusal::new("retry", messages::RETRY_REQUEST))),
            None => Ok(Some(Self { request, created: Vec::new() })),
        }
    }

    /// Adds a record that the change writes.
    pub fn note(&mut self, record: RecordId) {
        if !self.created.contains(&record) {
            self.created.push(record);
        }
    }

    /// Writes the row as part of the change.
    pub async fn store(self, tx: &Tx, at: Instant) -> Result<()> {
        let IdempotentRequest { id, digest } = self.request;
        let row = IdempotencyRow { id: id.clone(), digest, created: self.created, at };
        let call = tx.query("CREATE ONLY $id CONTENT $row RETURN NONE").bind(("id", id)).bind(("row", row));
        call.done().await.map_err(Error::raced)
    }
}
