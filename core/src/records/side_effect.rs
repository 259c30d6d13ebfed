//! The side effects of a change, besides writing its records.

use std::any::Any;

use futures::future::{BoxFuture, FutureExt as _, ready};
use serde_json::Value as Json;
use surrealdb::types::Value;

use super::{Counter, Entity, counter::CounterChanges};
use crate::{App, Refusal, Result, store::Tx};

/// A side effect of changes: their audit entries, their mails, the pictures that their records use. A change has at
/// most one of each type, and commits its rows together with the records.
pub(crate) trait SideEffect: Any + Send + Sync {
    /// Called for each write of a record, inside the transaction.
    ///
    /// # Errors
    /// Any error refuses the write.
    fn on_write<'a>(
        &'a mut self,
        _app: &'a App,
        _write: &'a Write<'a>,
        _counters: &'a mut Counters<'_>,
    ) -> BoxFuture<'a, Result<()>> {
        ready(Ok(())).boxed()
    }

    /// Adds facts to the refusal of a change whose version is outdated.
    fn explain_conflict<'a>(
        &'a self,
        _tx: &'a Tx,
        _table: &'static str,
        _key: &'a str,
        refusal: Refusal,
    ) -> BoxFuture<'a, Result<Refusal>> {
        ready(Ok(refusal)).boxed()
    }

    /// The rows that the commit creates, each with its id. Called once.
    fn rows(&mut self) -> Vec<Value> {
        Vec::new()
    }

    /// Called after the commit. If the commit failed, it is unknown whether the change was stored.
    fn after_commit(&self, _app: &App, _is_committed: bool) {}
}

/// A record before and after a write.
pub(crate) struct Write<'a> {
    /// The action for the audit log; `None` if the write has no entry of its own.
    pub action: Option<&'a str>,
    pub table: &'static str,
    /// [`Entity::is_audited`].
    pub is_audited: fn(&str) -> bool,
    /// [`Entity::ILLUSTRATED`].
    pub is_illustrated: bool,
    /// `None` for a new record.
    pub old: Option<&'a dyn StoredFields>,
    /// `None` for a deleted record.
    pub new: Option<&'a dyn StoredFields>,
}

impl<'a> Write<'a> {
    pub(super) fn of<E: Entity>(action: Option<&'a str>, old: Option<&'a E>, new: Option<&'a E>) -> Self {
        let stored = |entity: Option<&'a E>| entity.map(|entity| entity as &dyn StoredFields);
        let (is_audited, is_illustrated) = (E::is_audited, E::ILLUSTRATED);
        Self { action, table: E::TABLE, is_audited, is_illustrated, old: stored(old), new: stored(new) }
    }
}

/// An entity of any type, as its stored fields.
pub(crate) trait StoredFields: Send + Sync {
    /// The record's key.
    fn key(&self) -> String;
    /// The fields as they are stored.
    fn to_json(&self) -> Json;
    /// [`Entity::in_words`].
    fn field_in_words(&self, field: &str) -> Option<String>;
}

impl<E: Entity> StoredFields for E {
    fn key(&self) -> String {
        self.id().to_string()
    }

    fn to_json(&self) -> Json {
        self.clone().into_value().into_json_value()
    }

    fn field_in_words(&self, field: &str) -> Option<String> {
        self.in_words(field)
    }
}

/// The counters of a change, for side effects that count.
pub(crate) struct Counters<'a>(pub(super) &'a mut CounterChanges);

impl Counters<'_> {
    /// Moves each of these counters by `by`.
    pub(crate) fn add(&mut self, counters: impl IntoIterator<Item = Counter>, by: i64) {
        self.0.add(counters.into_iter().collect(), by);
    }
}
