//! The audit entries of a change.

use chrono::SecondsFormat::Millis;
use futures::future::{BoxFuture, FutureExt as _, ready};
use surrealdb::types::{SurrealValue as _, Value};

use super::{Audit, Cause, list::last_change};
use crate::{
    App, Refusal, Result,
    people::permissions::Actor,
    records::{Change, Counters, Entity, SideEffect, Write},
    store::Tx,
};

/// The audit entries of a change, and who made it.
#[derive(Debug, Default)]
pub(crate) struct AuditTrail {
    /// The author named in the entries; `None` if the change is not audited.
    cause: Option<Cause>,
    /// Whether an administrator or the operator makes the change, which can affect the public site.
    is_edit: bool,
    entries: Vec<Audit>,
}

impl SideEffect for AuditTrail {
    fn on_write<'a>(
        &'a mut self,
        app: &'a App,
        write: &'a Write<'a>,
        _counters: &'a mut Counters<'_>,
    ) -> BoxFuture<'a, Result<()>> {
        if let (Some(action), Some(cause), Some(record)) = (write.action, &self.cause, write.new.or(write.old)) {
            let entry = app.audit_by(cause.clone(), action, write.table, record.key());
            self.entries.push(entry.between(write.is_audited, write.old, write.new));
        }
        ready(Ok(())).boxed()
    }

    /// Adds the author and the time of the last change.
    fn explain_conflict<'a>(
        &'a self,
        tx: &'a Tx,
        table: &'static str,
        key: &'a str,
        refusal: Refusal,
    ) -> BoxFuture<'a, Result<Refusal>> {
        async move {
            Ok(match last_change(tx, table, key).await? {
                Some((who, at)) => refusal.with("changedBy", who).with("changedAt", at.to_rfc3339_opts(Millis, true)),
                None => refusal,
            })
        }
        .boxed()
    }

    fn rows(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.entries).into_iter().map(Audit::into_value).collect()
    }

    fn after_commit(&self, app: &App, _is_committed: bool) {
        if self.is_edit {
            app.bump_edits();
        }
    }
}

impl App {
    /// Starts a change that is audited under the actor's name (ruling 28).
    pub(crate) async fn change<'a>(&'a self, actor: &Actor) -> Result<Change<'a>> {
        Ok(audited(self.unaudited_change().await?, Cause::of(actor), actor.is_admin()))
    }

    /// Starts a change that an administrator or the operator caused in an earlier call, and audits it under their
    /// name. For `writer` see [`Self::unaudited_change_sharded`].
    pub(crate) async fn change_by(&self, cause: &Cause, writer: usize) -> Result<Change<'_>> {
        Ok(audited(self.unaudited_change_sharded(writer).await?, cause.clone(), true))
    }
}

fn audited(mut change: Change<'_>, cause: Cause, is_edit: bool) -> Change<'_> {
    *change.effect_mut() = AuditTrail { cause: Some(cause), is_edit, entries: Vec::new() };
    change
}

impl Change<'_> {
    /// Who caused the change, if it is audited.
    pub(crate) fn cause(&self) -> Option<&Cause> {
        self.effect::<AuditTrail>()?.cause.as_ref()
    }

    /// An empty audit entry about a record, to be filled and passed to [`Self::note`].
    pub fn entry(&self, action: &str, table: &str, record: impl ToString) -> Option<Audit> {
        self.cause().cloned().map(|cause| self.app().audit_by(cause, action, table, record))
    }

    /// Adds an audit entry to the change.
    pub fn note(&mut self, entry: Option<Audit>) {
        self.effect_mut::<AuditTrail>().entries.extend(entry);
    }

    /// Audits the difference between the two, limited to the entity's audited fields.
    pub(crate) fn record<E: Entity>(&mut self, action: &str, old: &E, new: &E) {
        let entry = self.entry(action, E::TABLE, new.id());
        self.note(entry.map(|entry| entry.between(E::is_audited, Some(old), Some(new))));
    }
}
