//! Group commit: saves of different attempts that arrive during a commit share the next one. An idle server writes
//! each at once; an exam hall that saves every second shares the cost of its commits.

use std::{
    mem,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures::FutureExt as _;
use surrealdb::types::{RecordId, SurrealValue};
use tokio::{
    sync::oneshot::{self, Sender},
    task::yield_now,
};
use tracing::Instrument as _;

use crate::{Error, Result, clock::Instant, store::Store};

/// Sheets per commit, at most.
const MAX_SHEETS_PER_COMMIT: usize = 64;
/// Concurrent commits: one is prepared while the other is flushed to disk.
const WRITERS: usize = 2;
/// How often a writer lets other tasks run before it takes a batch, so that requests that are ready join it.
const YIELDS: usize = 4;

macro_rules! assign {
    () => {
        "UPDATE $row.id SET sheet = $row.sheet, state = $row.state, deadline = $row.due, version = $row.version + 1"
    };
}
/// Writes a sheet if the stored one still has the expected version.
pub(super) const STORE: &str = concat!(assign!(), " WHERE version = $row.version RETURN VALUE version");
/// Writes all sheets, or none if one of them has another version.
///
/// A block, because statements outside a block are separate transactions.
const BATCH: &str = concat!(
    "{ IF (SELECT VALUE version FROM $ids) != $versions { THROW 'another writer was first' }; FOR $row IN $rows { ",
    assign!(),
    " RETURN NONE } }"
);

/// A new state of a stored sheet.
#[derive(Debug, Clone, SurrealValue)]
pub(super) struct SheetUpdate {
    pub id: RecordId,
    pub sheet: String,
    pub state: String,
    pub due: Option<Instant>,
    /// The version that the sheet was read with.
    pub version: i64,
}

/// Writes sheets. Sheets that wait at the same time share a commit. Clones share the queue.
#[derive(Clone)]
pub(crate) struct GroupCommit(Arc<Parts>);

struct Parts {
    store: Store,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<Waiting>,
    writers: usize,
}

struct Waiting {
    row: SheetUpdate,
    reply: Sender<Result<()>>,
}

impl GroupCommit {
    pub(crate) fn new(store: Store) -> Self {
        Self(Arc::new(Parts { store, queue: Mutex::default() }))
    }

    /// Stores the row if the stored sheet still has its version.
    ///
    /// # Errors
    /// [`Error::Contended`] if the stored sheet has another version.
    pub(super) async fn commit(&self, row: SheetUpdate) -> Result<()> {
        let (reply, stored) = oneshot::channel();
        if self.push(Waiting { row, reply }) {
            tokio::spawn(self.clone().write_all().in_current_span());
        }
        stored.await.map_err(Error::internal)?
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a row. Returns whether the caller must start another writer.
    fn push(&self, waiting: Waiting) -> bool {
        let mut queue = self.queue();
        queue.waiting.push(waiting);
        let is_more = queue.writers < WRITERS;
        queue.writers += usize::from(is_more);
        is_more
    }

    /// The next batch. `None` if the queue is empty; the writer that asked must then end.
    fn take(&self) -> Option<Vec<Waiting>> {
        let mut queue = self.queue();
        if queue.waiting.is_empty() {
            queue.writers -= 1;
            return None;
        }
        let most = queue.waiting.len().min(MAX_SHEETS_PER_COMMIT);
        let later = queue.waiting.split_off(most);
        Some(mem::replace(&mut queue.waiting, later))
    }

    async fn write_all(self) {
        loop {
            for _ in 0..YIELDS {
                yield_now().await;
            }
            let Some(batch) = self.take() else { return };
            // After a panic, the dropped senders notify the waiting calls.
            let _ = AssertUnwindSafe(self.write(batch)).catch_unwind().await;
        }
    }

    async fn write(&self, batch: Vec<Waiting>) {
        let mut ids: Vec<_> = batch.iter().map(|one| &one.row.id).collect();
        ids.sort_unstable();
        ids.dedup();
        // Two updates of one sheet cannot share a commit: the second would replace the first.
        let can_share = batch.len() > 1 && ids.len() == batch.len();
        if can_share && self.write_together(&batch).await.is_ok() {
            batch.into_iter().for_each(|one| drop(one.reply.send(Ok(()))));
            return;
        }
        // Written one by one, so that a row that cannot be written does not fail the others.
        for one in batch {
            let written: Result<Vec<i64>> = self.0.store.write(STORE).bind(("row", one.row)).all().await;
            let reply = written.and_then(|versions| if versions.is_empty() { Err(Error::Contended) } else { Ok(()) });
            let _ = one.reply.send(reply);
        }
    }

    async fn write_together(&self, batch: &[Waiting]) -> Result<()> {
        let rows: Vec<_> = batch.iter().map(|one| one.row.clone()).collect();
        let ids: Vec<_> = rows.iter().map(|row| row.id.clone()).collect();
        let versions: Vec<_> = rows.iter().map(|row| row.version).collect();
        let call = self.0.store.write(BATCH).bind(("rows", rows)).bind(("ids", ids)).bind(("versions", versions));
        call.done().await
    }
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;

    use super::*;

    async fn commits(sheets: i64) -> GroupCommit {
        let store = Store::open_empty("mem://").await.unwrap();
        let rows: Vec<_> = (0..sheets).map(|n| update(n, 0)).collect();
        let sql = "FOR $row IN $rows { CREATE $row.id SET sheet = '', state = 'running', version = 0 }";
        store.write(sql).bind(("rows", rows)).done().await.unwrap();
        GroupCommit::new(store)
    }

    fn update(n: i64, version: i64) -> SheetUpdate {
        let id = RecordId::new("sheet", format!("s{n}"));
        SheetUpdate { id, sheet: format!("answers {n}"), state: "running".into(), due: None, version }
    }

    async fn versions(commits: &GroupCommit) -> Vec<i64> {
        commits.0.store.query("SELECT VALUE version FROM sheet ORDER BY version").all().await.unwrap()
    }

    #[tokio::test]
    async fn sheets_that_arrive_together_are_all_written() {
        let commits = commits(100).await;
        let written = join_all((0..100).map(|n| commits.commit(update(n, 0)))).await;
        assert!(written.iter().all(Result::is_ok), "{written:?}");
        assert_eq!(versions(&commits).await, vec![1; 100]);
    }

    #[tokio::test]
    async fn a_sheet_with_another_version_fails_alone() {
        let commits = commits(10).await;
        let written = join_all((0..10).map(|n| commits.commit(update(n, i64::from(n == 3))))).await;
        for (n, one) in written.iter().enumerate() {
            assert_eq!(matches!(one, Err(Error::Contended)), n == 3, "{n}: {one:?}");
        }
        assert_eq!(versions(&commits).await, [vec![0], vec![1; 9]].concat());
    }

    #[tokio::test]
    async fn two_updates_of_one_sheet_in_one_batch_write_it_once() {
        let commits = commits(2).await;
        let written = join_all([update(0, 0), update(0, 0), update(1, 0)].map(|row| commits.commit(row))).await;
        let stored = written.iter().filter(|one| one.is_ok()).count();
        assert_eq!(stored, 2, "{written:?}");
        assert_eq!(versions(&commits).await, [1, 1]);
    }

    #[tokio::test]
    async fn a_sheet_that_is_gone_fails_alone() {
        let commits = commits(2).await;
        let written = join_all([update(0, 0), update(9, 0), update(1, 0)].map(|row| commits.commit(row))).await;
        assert!(matches!(written[1], Err(Error::Contended)), "{written:?}");
        assert_eq!(versions(&commits).await, [1, 1]);
    }
}
