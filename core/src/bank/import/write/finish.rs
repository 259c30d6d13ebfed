//! Finishes accepted imports, each by one worker at a time.
//!
//! A worker takes a *lease* of the import and renews it before each batch. When the lease has expired, another
//! worker, in this process or on another server, takes the import over. The first one then finds its lease lost at
//! the next batch, and stops. An embedded store belongs to one process, so leases of earlier processes are ignored
//! there.

use std::{collections::HashMap, sync::Arc};

use chrono::Duration;
use futures::future::join_all;

use super::batches::{ImportBatch, PendingImport};
use crate::{
    App, Error, Result,
    bank::{ChoiceBody, EssayBody, Item, ItemBody, ItemKind, SubjectYear},
    images::MissingPicture,
    messages,
    store::{Id, retry_tx},
};

/// The duration of a lease.
pub(in crate::bank) const LEASE: Duration = Duration::minutes(2);
/// The pause after a failure; it doubles with each further one.
const PAUSE: Duration = Duration::minutes(1);
/// The longest pause.
const MAX_PAUSE: Duration = Duration::hours(1);
/// Batches that are written in parallel. Counters by year have one part for each (`counter_value`).
const PARALLEL_BATCHES: usize = 2;

/// Takes an import without a valid lease. A time far ahead was written by a clock that has been corrected since.
const TAKE: &str = "UPDATE $id SET worker = $worker, process = $process, until = $until \
    WHERE (until ?? $now) <= $now OR until > $latest OR ($is_exclusive AND process != $process) RETURN AFTER";
const RENEW: &str = "UPDATE $id SET until = $until WHERE worker = $worker RETURN VALUE id";
const RELEASE: &str = "UPDATE $id SET worker = NONE, until = $until, failures = $failures, problem = $problem \
    WHERE worker = $worker RETURN NONE";

/// A worker's right to write an accepted import.
#[derive(Debug, Clone)]
pub(in crate::bank) struct Lease {
    import: Id<PendingImport>,
    pub(in crate::bank) worker: String,
}

impl Lease {
    /// The lease of a new worker. The caller stores it with the import.
    pub(in crate::bank) fn new(import: Id<PendingImport>) -> Self {
        Self { import, worker: Id::<PendingImport>::random().to_string() }
    }
}

/// Another worker has taken the import over.
fn lost() -> Error {
    Error::conflict("importing", messages::IMPORTING)
}

impl App {
    /// Finishes the accepted imports that no worker is writing. May be called at any time, by any number of processes.
    ///
    /// # Errors
    /// The last failure. A failing import does not stop the others. Each is retried after a pause.
    pub async fn finish_imports(&self) -> Result<()> {
        let accepted = self.store.query("SELECT VALUE id FROM pending_import").all::<Id<PendingImport>>().await?;
        let mut outcome = Ok(());
        for import in accepted {
            let Some((pending, lease)) = self.lease_import(&import).await? else { continue };
            tracing::warn!(year = %pending.year, rows = pending.rows, "finishing an import that was interrupted");
            outcome = self.finish_import(&pending, &lease, &|_| ()).await.map(drop).and(outcome);
        }
        outcome
    }

    /// Takes the lease of an import; `None` if another worker has it, or it waits after a failure.
    pub(in crate::bank) async fn lease_import(
        &self,
        import: &Id<PendingImport>,
    ) -> Result<Option<(PendingImport, Lease)>> {
        let lease = Lease::new(import.clone());
        let now = self.now();
        let take = || {
            let call = self.store.write(TAKE).bind(("id", import.clone())).bind(("worker", lease.worker.clone()));
            let call = call.bind(("process", self.instance.clone())).bind(("is_exclusive", self.store.is_exclusive()));
            call.bind(("now", now)).bind(("until", now + LEASE)).bind(("latest", now + MAX_PAUSE + LEASE))
        };
        let taken = retry_tx(async || take().first::<PendingImport>().await).await?;
        Ok(taken.map(|pending| (pending, lease)))
    }

    /// Finishes an import; `done` is called with the rows of each batch. Returns the pictures that were missing.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `importing` if another worker has taken it over. After any other failure the
    /// import waits for its next try.
    pub(in crate::bank) async fn finish_import(
        &self,
        pending: &PendingImport,
        lease: &Lease,
        done: &(dyn Fn(u64) + Send + Sync),
    ) -> Result<Vec<MissingPicture>> {
        let written = self.write_batches(pending, lease, done).await;
        if let Err(error) = &written
            && let Err(other) = self.put_import_off(pending, lease, error).await
        {
            tracing::warn!(year = %pending.year, error = %other, "the failure of an import could not be noted");
        }
        written
    }

    async fn write_batches(
        &self,
        pending: &PendingImport,
        lease: &Lease,
        done: &(dyn Fn(u64) + Send + Sync),
    ) -> Result<Vec<MissingPicture>> {
        let shared = Arc::new(pending.clone());
        let write = async |writer: usize| {
            let mut missing = Vec::new();
            for number in (0..pending.batches).skip(writer).step_by(PARALLEL_BATCHES) {
                // One writer renews the lease for all: two renewals at once would conflict.
                if writer == 0 {
                    self.renew_lease(lease).await?;
                }
                let (app, pending, lease) = (self.clone(), shared.clone(), lease.clone());
                // Spawned, because the store engine works in the calling task: separate tasks write in parallel.
                let written = self.spawn_uncancelled_unbounded(async move {
                    match pending.kind() {
                        ItemKind::Choice => {
                            app.write_import_batch::<ChoiceBody>(&pending, &lease, number, writer).await
                        }
                        ItemKind::Essay => app.write_import_batch::<EssayBody>(&pending, &lease, number, writer).await,
                    }
                });
                let (rows, without) = written.await?;
                missing.extend(without);
                done(rows);
            }
            Ok::<_, Error>(missing)
        };
        // If one writer fails, the others still write their batches.
        let writers = join_all((0..PARALLEL_BATCHES).map(write)).await;
        let missing = writers.into_iter().collect::<Result<Vec<_>>>()?.concat();
        retry_tx(async || self.close_import(pending, lease).await).await?;
        if !pending.moved.is_empty() {
            self.spawn_rescoring().await?;
        }
        Ok(missing)
    }

    async fn renew_lease(&self, lease: &Lease) -> Result<()> {
        let renew = || {
            let call = self.store.write(RENEW).bind(("id", lease.import.clone()));
            call.bind(("worker", lease.worker.clone())).bind(("until", self.now() + LEASE))
        };
        let renewed = retry_tx(async || renew().first::<Id<PendingImport>>().await).await?;
        renewed.map(drop).ok_or_else(lost)
    }

    /// Returns the lease after a failure. An unavailable store does not count as a failure of the import.
    async fn put_import_off(&self, pending: &PendingImport, lease: &Lease, error: &Error) -> Result<()> {
        let (failures, problem) = match error {
            Error::Unavailable(_) | Error::Contended => (pending.failures, pending.problem.clone()),
            other => (pending.failures + 1, Some(other.to_string())),
        };
        let release = || {
            let call = self.store.write(RELEASE).bind(("id", lease.import.clone())).bind(("failures", failures));
            let call = call.bind(("worker", lease.worker.clone())).bind(("problem", problem.clone()));
            call.bind(("until", self.now() + pause(failures)))
        };
        retry_tx(async || release().done().await).await
    }

    /// Writes a batch, in parallel with other writers, unless it was written before. Returns the number of rows, and
    /// the pictures that were missing: a row without its picture is better than a year that stays closed.
    pub(in crate::bank) async fn write_import_batch<B: ItemBody>(
        &self,
        pending: &PendingImport,
        lease: &Lease,
        number: i64,
        writer: usize,
    ) -> Result<(u64, Vec<MissingPicture>)> {
        let id = ImportBatch::<B>::key(&pending.run, number);
        retry_tx(async || {
            let mut change = self.change_by(&pending.cause, writer).await?;
            let holder = change.query("SELECT VALUE worker FROM $id").bind(("id", lease.import.clone()));
            if holder.first::<Option<String>>().await?.flatten().as_ref() != Some(&lease.worker) {
                return Err(lost());
            }
            let taken = change.query("DELETE $id RETURN BEFORE").bind(("id", id.clone()));
            let Some(batch) = taken.first::<ImportBatch<B>>().await? else { return Ok((0, Vec::new())) };
            let rows = (batch.new.len() + batch.changed.len()) as u64;
            change.tolerate_missing_pictures();
            change.create_all(batch.new, |_| ()).await?;
            let ids: Vec<Id<Item<B>>> = batch.changed.iter().map(|item| item.id.clone()).collect();
            let stored: Vec<Item<B>> = change.query("SELECT * FROM $ids").bind(("ids", ids)).all().await?;
            let mut stored: HashMap<_, _> = stored.into_iter().map(|item| (item.id.clone(), item)).collect();
            let changed = batch.changed.into_iter().filter_map(|item| Some((stored.remove(&item.id)?, item)));
            let changed: Vec<(Item<B>, Item<B>)> = changed.collect();
            change.keep_versions(&changed).await?;
            change.update_all("import", changed, |_| ()).await?;
            let missing = change.missing_pictures().to_vec();
            for MissingPicture { record, field, name } in &missing {
                tracing::warn!(%record, %field, %name, "a picture was gone when the row that shows it was imported");
                let entry = change.entry("missing-picture", B::KIND.table(), record);
                change.note(entry.map(|entry| entry.with(field, name.clone())));
            }
            change.commit().await?;
            Ok((rows, missing))
        })
        .await
    }

    /// Releases the year at a new revision, and activates it if the import created it.
    async fn close_import(&self, pending: &PendingImport, lease: &Lease) -> Result<()> {
        let mut change = self.change_by(&pending.cause, 0).await?;
        let close = change.query("DELETE pending_import WHERE id = $id AND worker = $worker RETURN BEFORE");
        let close = close.bind(("id", lease.import.clone())).bind(("worker", lease.worker.clone()));
        if close.first::<PendingImport>().await?.is_none() {
            return Err(lost());
        }
        let year: SubjectYear = change.find(&pending.year).await?;
        year.raise(&mut change, &pending.university).await?;
        if pending.is_new_year {
            year.put_into_use(&mut change).await?;
        }
        change.queue_rescoring(&pending.moved).await?;
        change.commit().await
    }
}

/// How long to wait before another try after so many failures.
fn pause(failures: i64) -> Duration {
    let doublings = u32::try_from(failures.saturating_sub(1).clamp(0, 10)).unwrap_or(0);
    (PAUSE * 2_i32.pow(doublings)).min(MAX_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_doubles_the_pause_up_to_an_hour() {
        for (failures, minutes) in [(0, 1), (1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (1_000, 60), (i64::MAX, 60)] {
            assert_eq!(pause(failures).num_minutes(), minutes, "{failures}");
        }
    }
}
