//! Group commit: rows that arrive during a commit share the next one. An idle server writes each at once; an exam hall
//! that saves every second, or starts at the same moment, shares the cost of its commits.

use std::{
    collections::HashSet,
    mem,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures::FutureExt as _;
use surrealdb::types::RecordId;
use tokio::{
    sync::oneshot::{self, Sender},
    task::yield_now,
};
use tracing::Instrument as _;

use crate::{Error, Result, store::Store};

/// Concurrent commits: one is prepared while the other is flushed to disk.
const WRITERS: usize = 2;
/// How often a writer lets other tasks run before it takes a batch, so that requests that are ready join it.
const YIELDS: usize = 4;

/// Something to write that may share a commit with others of its type.
pub(crate) trait Batched: Clone + Send + Sync + 'static {
    /// Rows per commit, at most.
    const MAX_PER_COMMIT: usize;

    /// The record whose version decides whether the row is written. Two rows with the same record cannot share a
    /// commit, because the second would replace the first.
    fn versioned(&self) -> &RecordId;

    /// Writes all rows in one commit, or none.
    ///
    /// # Errors
    /// [`Error::Contended`] for a single row whose stored record has another version; [`Error::Unavailable`] if it is
    /// unknown whether the rows were stored. After any other error, none of several rows is stored, and each is then
    /// written alone.
    fn write(store: &Store, rows: Vec<Self>) -> impl Future<Output = Result<()>> + Send;
}

/// Writes rows. Those that wait at the same time share a commit; there is no timer. Clones share the queue.
pub(crate) struct GroupCommit<R>(Arc<Parts<R>>);

struct Parts<R> {
    store: Store,
    queue: Mutex<Queue<R>>,
}

struct Queue<R> {
    waiting: Vec<Waiting<R>>,
    writers: usize,
}

struct Waiting<R> {
    row: R,
    reply: Sender<Result<()>>,
}

impl<R> Clone for GroupCommit<R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<R: Batched> GroupCommit<R> {
    pub(crate) fn new(store: Store) -> Self {
        Self(Arc::new(Parts { store, queue: Mutex::new(Queue { waiting: Vec::new(), writers: 0 }) }))
    }

    /// Stores the row if its stored record still has the version that was read.
    ///
    /// # Errors
    /// [`Error::Contended`] if the stored record has another version.
    pub(super) async fn commit(&self, row: R) -> Result<()> {
        let (reply, stored) = oneshot::channel();
        if self.push(Waiting { row, reply }) {
            tokio::spawn(self.clone().write_all().in_current_span());
        }
        stored.await.map_err(Error::internal)?
    }

    fn queue(&self) -> MutexGuard<'_, Queue<R>> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a row. Returns whether the caller must start another writer.
    fn push(&self, waiting: Waiting<R>) -> bool {
        let mut queue = self.queue();
        queue.waiting.push(waiting);
        let is_more = queue.writers < WRITERS;
        queue.writers += usize::from(is_more);
        is_more
    }

    /// The next batch. A second row with the same record waits for the batch after it. `None` if the queue is empty:
    /// the writer that asked must then end.
    fn take(&self) -> Option<Vec<Waiting<R>>> {
        let mut queue = self.queue();
        if queue.waiting.is_empty() {
            queue.writers -= 1;
            return None;
        }
        let (mut batch, mut records) = (Vec::new(), HashSet::new());
        for one in mem::take(&mut queue.waiting) {
            if batch.len() < R::MAX_PER_COMMIT && records.insert(one.row.versioned().clone()) {
                batch.push(one);
            } else {
                queue.waiting.push(one);
            }
        }
        Some(batch)
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

    async fn write(&self, batch: Vec<Waiting<R>>) {
        if batch.len() > 1 {
            let rows = batch.iter().map(|one| one.row.clone()).collect();
            match R::write(&self.0.store, rows).await {
                Ok(()) => return batch.into_iter().for_each(|one| drop(one.reply.send(Ok(())))),
                // If the batch was stored, writing it again would fail every row, and the caller of a start would draw
                // and store a second paper.
                Err(Error::Unavailable(cause)) => {
                    let unavailable = || Err(Error::Unavailable(cause.clone()));
                    return batch.into_iter().for_each(|one| drop(one.reply.send(unavailable())));
                }
                Err(_) => {}
            }
        }
        // Written one by one, so that a row that cannot be written does not fail the others.
        for Waiting { row, reply } in batch {
            let _ = reply.send(R::write(&self.0.store, vec![row]).await);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;

    use super::*;
    use crate::exam::sheet::SheetUpdate;

    async fn commits(sheets: i64) -> GroupCommit<SheetUpdate> {
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

    async fn versions(commits: &GroupCommit<SheetUpdate>) -> Vec<i64> {
        commits.0.store.query("SELECT VALUE version FROM sheet ORDER BY version").all().await.unwrap()
    }

    /// A test row. It records the size of each write, and `fails` decides how a write ends.
    #[derive(Clone)]
    struct Recorded {
        id: RecordId,
        fails: fn(rows: usize) -> Result<()>,
        writes: Arc<Mutex<Vec<usize>>>,
    }

    impl Batched for Recorded {
        const MAX_PER_COMMIT: usize = 4;

        fn versioned(&self) -> &RecordId {
            &self.id
        }

        async fn write(_: &Store, rows: Vec<Self>) -> Result<()> {
            rows[0].writes.lock().unwrap().push(rows.len());
            (rows[0].fails)(rows.len())
        }
    }

    /// Commits rows of these records at the same moment: how they ended, and the sizes of the writes.
    async fn record(records: &[&str], fails: fn(usize) -> Result<()>) -> (Vec<Result<()>>, Vec<usize>) {
        let commits = GroupCommit::new(Store::open_empty("mem://").await.unwrap());
        let writes = Arc::new(Mutex::new(Vec::new()));
        let row = |id: &&str| Recorded { id: RecordId::new("row", *id), fails, writes: writes.clone() };
        let ended = join_all(records.iter().map(row).map(|row| commits.commit(row))).await;
        let writes = writes.lock().unwrap().clone();
        (ended, writes)
    }

    #[tokio::test]
    async fn rows_of_one_record_go_to_different_commits_without_splitting_the_others() {
        let (ended, writes) = record(&["a", "a", "b", "c", "d", "e"], |_| Ok(())).await;
        assert!(ended.iter().all(Result::is_ok), "{ended:?}");
        assert_eq!(writes, [4, 2]);
    }

    #[tokio::test]
    async fn a_batch_that_was_not_stored_is_written_row_by_row() {
        let fails = |rows| if rows > 1 { Err(Error::Contended) } else { Ok(()) };
        let (ended, writes) = record(&["a", "b", "c"], fails).await;
        assert!(ended.iter().all(Result::is_ok), "{ended:?}");
        assert_eq!(writes, [3, 1, 1, 1]);
    }

    #[tokio::test]
    async fn a_batch_that_may_have_been_stored_is_not_written_again() {
        let (ended, writes) = record(&["a", "b", "c"], |_| Err(Error::Unavailable("no reply".into()))).await;
        assert!(ended.iter().all(|one| matches!(one, Err(Error::Unavailable(_)))), "{ended:?}");
        assert_eq!(writes, [3]);
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
