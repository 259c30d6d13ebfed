//! Lists and drops accepted imports that are not finished.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    BATCH,
    batches::{ImportBatch, PendingImport},
};
use crate::{
    App, Error, Result,
    bank::{ChoiceBody, SubjectYear},
    catalogue::{ExamRef, Subject},
    clock::Instant,
    messages,
    people::Actor,
    records::Titled,
    store::{Id, retry_tx},
};

/// Whether an accepted import is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportState {
    /// A worker is writing it.
    Writing,
    /// A worker takes it soon.
    Waiting,
    /// It failed and will be retried; the year stays closed to other changes.
    Failing,
}

/// An accepted import that is not finished.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedImport {
    /// Its id; it is the id of its subject-year.
    #[serde(rename = "_id")]
    pub id: String,
    pub exam: ExamRef,
    pub subject: Titled<Subject>,
    pub year: i64,
    /// `questions` or `theories`.
    pub kind: String,
    /// The number of its rows; 0 if an older release accepted it.
    pub rows: u64,
    /// The number of rows left.
    pub left: u64,
    pub state: ImportState,
    /// The number of failures.
    pub failures: u64,
    /// The reason for the last failure.
    pub problem: Option<String>,
    /// When it is retried, if it waits after a failure.
    pub next_try: Option<Instant>,
    pub accepted_at: Instant,
    /// Who accepted it: the address of the account, or `operator`.
    pub who: String,
}

/// The effect of dropping an accepted import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DroppedImport {
    /// Rows that were already written, and stay.
    pub written: u64,
    /// Rows that were dropped.
    pub dropped: u64,
    /// Whether the year is inactive, because the dropped import had created it.
    pub is_out_of_use: bool,
}

/// The unfinished rows of accepted imports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted {
    /// The rows of these imports.
    pub rows: u64,
    /// The rows that are not written yet.
    pub left: u64,
}

#[derive(SurrealValue)]
struct Batches {
    run: String,
    #[surreal(rename = "lots")]
    batches: i64,
}

/// A pending import with its exam, subject and year.
#[derive(SurrealValue)]
struct ImportWithReferences {
    pending: PendingImport,
    year: i64,
    subject: Titled<Subject>,
    exam: ExamRef,
    email: Option<String>,
}

const ROWS: &str = "SELECT $this.* AS pending, year.year AS year, year.subject.{id, title} AS subject, \
    year.subject.exam.{id, title, slug} AS exam, cause.user.email AS email, created_at \
    FROM pending_import ORDER BY created_at";

impl PendingImport {
    fn state(&self, now: Instant) -> ImportState {
        match self.until {
            Some(until) if self.worker.is_some() && until > now => ImportState::Writing,
            _ if self.problem.is_some() => ImportState::Failing,
            _ => ImportState::Waiting,
        }
    }

    /// The ids of its batches. Batches of both kinds are in one table, so the type parameter does not matter.
    fn batches(&self) -> Vec<Id<ImportBatch<ChoiceBody>>> {
        (0..self.batches).map(|number| ImportBatch::key(&self.run, number)).collect()
    }
}

impl App {
    /// The accepted imports that are not finished, oldest first.
    pub async fn accepted_imports(&self) -> Result<Vec<AcceptedImport>> {
        let rows: Vec<ImportWithReferences> = self.store.query(ROWS).all().await?;
        let (mut all, now) = (Vec::with_capacity(rows.len()), self.now());
        for ImportWithReferences { pending, year, subject, exam, email } in rows {
            let left = self.store.query("SELECT VALUE array::len(new) + array::len(changed) FROM $batches");
            let left: Vec<i64> = left.bind(("batches", pending.batches())).all().await?;
            let state = pending.state(now);
            all.push(AcceptedImport {
                id: pending.id.to_string(),
                exam,
                subject,
                year,
                kind: pending.kind().plural().into(),
                rows: pending.rows.unsigned_abs(),
                left: left.iter().sum::<i64>().unsigned_abs(),
                state,
                failures: pending.failures.unsigned_abs(),
                next_try: pending.until.filter(|until| state == ImportState::Failing && *until > now),
                problem: pending.problem,
                accepted_at: pending.created_at,
                who: email.unwrap_or_else(|| if pending.cause.user.is_some() { "deleted" } else { "operator" }.into()),
            });
        }
        Ok(all)
    }

    /// Drops an accepted import that cannot be finished, so that its year accepts changes again. Rows that were written
    /// stay. A year that the import created stays inactive.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but the operator or a super admin; [`Error::NotFound`]; [`Error::Conflict`] with
    /// reason `importing` while a worker is writing it.
    pub async fn drop_import(&self, actor: &Actor, id: &str) -> Result<DroppedImport> {
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let id = Id::<PendingImport>::new(id);
        let (dropped, has_moved_keys) = retry_tx(async || {
            let mut change = self.change(actor).await?;
            let found = change.query("DELETE $id RETURN BEFORE").bind(("id", id.clone())).first().await?;
            let pending: PendingImport = found.ok_or(Error::NotFound("Accepted import"))?;
            if pending.state(self.now()) == ImportState::Writing {
                return Err(Error::conflict("importing", messages::IMPORTING));
            }
            let left = "SELECT VALUE array::len(new) + array::len(changed) FROM $batches; DELETE $batches RETURN NONE";
            let left: Vec<i64> = change.query(left).bind(("batches", pending.batches())).all().await?;
            let dropped = left.iter().sum::<i64>().unsigned_abs();
            let year: SubjectYear = change.find(&pending.year).await?;
            year.raise(&mut change, &pending.university).await?;
            change.queue_rescoring(&pending.moved).await?;
            let written = pending.rows.unsigned_abs().saturating_sub(dropped);
            let entry = change.entry("drop-import", &pending.entries, &pending.year);
            change.note(entry.map(|entry| entry.with("written", written).with("dropped", dropped)));
            change.commit().await?;
            let dropped = DroppedImport { written, dropped, is_out_of_use: pending.is_new_year };
            Ok((dropped, !pending.moved.is_empty()))
        })
        .await?;
        if has_moved_keys {
            self.spawn_rescoring().await?;
        }
        Ok(dropped)
    }

    /// The rows of accepted imports that are not finished; `None` if there are none.
    pub async fn interrupted_imports(&self) -> Result<Option<Interrupted>> {
        let pending: Vec<Batches> = self.store.query("SELECT run, lots FROM pending_import").all().await?;
        if pending.is_empty() {
            return Ok(None);
        }
        let runs: Vec<_> = pending.iter().map(|one| one.run.clone()).collect();
        let sql = "SELECT VALUE array::len(new) + array::len(changed) FROM import_lot WHERE run IN $runs";
        let left: Vec<i64> = self.store.query(sql).bind(("runs", runs)).all().await?;
        // A missing batch was written. All batches of an import but the last are full.
        let batches: i64 = pending.iter().map(|one| one.batches).sum();
        let written = batches.unsigned_abs().saturating_sub(left.len() as u64) * BATCH as u64;
        let left = left.into_iter().sum::<i64>().unsigned_abs();
        Ok(Some(Interrupted { rows: written + left, left }))
    }
}
