//! Group commit: saves of different attempts that arrive during a commit share the next one. An idle server writes
//! each at once; an exam hall that saves every second shares the cost of its commits.

use std::{
    mem,
    panic::AssertUnwindSafe,
    sync::{Mutex, MutexGuard, PoisonError},
};

use futures::FutureExt as _;
use surrealdb::types::SurrealValue;
use tokio::sync::oneshot::{self, Sender};
use tracing::Instrument as _;

use super::{Sheet, sheet::state_word};
use crate::{
    App, Error, Result,
    clock::Instant,
    store::{Id, Packed},
};

/// Sheets per commit, at most.
const MOST: usize = 64;
/// Concurrent commits: one is prepared while the other is flushed to disk.
const WRITERS: usize = 2;

macro_rules! update {
    () => {
        "UPDATE $row.id SET sheet = $row.sheet, state = $row.state, deadline = $row.due, \
            version = $row.version + 1 WHERE version = $row.version RETURN VALUE version"
    };
}
/// Writes a sheet if the stored one still has the version.
pub(super) const STORE: &str = update!();
/// Writes all of them, or none if one has another version.
const LOT: &str =
    concat!("FOR $row IN $rows { IF array::is_empty((", update!(), ")) { THROW 'another writer was first' } }");

/// The sheets that wait to be written.
#[derive(Default)]
pub(crate) struct GroupCommit(Mutex<Queue>);

#[derive(Default)]
struct Queue {
    waiting: Vec<Waiting>,
    writers: usize,
}

/// The stored form of a sheet.
#[derive(Debug, Clone, SurrealValue)]
pub(super) struct SheetUpdate {
    pub id: Id<Sheet>,
    pub sheet: String,
    pub state: String,
    pub due: Option<Instant>,
    /// The version that it was read with.
    pub version: i64,
}

impl SheetUpdate {
    /// The present sheet, with the version that it was read with.
    pub fn of(sheet: &Sheet, due: Option<Instant>) -> Self {
        Self {
            id: sheet.id.clone(),
            sheet: Packed::text(&sheet.sheet.0),
            state: state_word(sheet.sheet.0.state).into(),
            due,
            version: sheet.version,
        }
    }
}

struct Waiting {
    row: SheetUpdate,
    told: Sender<Result<()>>,
}

impl GroupCommit {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a row. Returns whether another writer must be started.
    fn push(&self, waiting: Waiting) -> bool {
        let mut queue = self.queue();
        queue.waiting.push(waiting);
        let is_more = queue.writers < WRITERS;
        queue.writers += usize::from(is_more);
        is_more
    }

    /// The next batch; `None` ends the writer that asks.
    fn take(&self) -> Option<Vec<Waiting>> {
        let mut queue = self.queue();
        if queue.waiting.is_empty() {
            queue.writers -= 1;
            return None;
        }
        let most = queue.waiting.len().min(MOST);
        let later = queue.waiting.split_off(most);
        Some(mem::replace(&mut queue.waiting, later))
    }
}

impl App {
    /// Stores the row if the stored one has the same version, else [`Error::Contended`].
    pub(super) async fn commit_sheet(&self, row: SheetUpdate) -> Result<()> {
        let (told, stored) = oneshot::channel();
        if self.group_commit.push(Waiting { row, told }) {
            tokio::spawn(write_all(self.clone()).in_current_span());
        }
        stored.await.map_err(Error::internal)?
    }

    async fn write_batch(&self, lot: Vec<Waiting>) {
        if lot.len() > 1 {
            let rows: Vec<_> = lot.iter().map(|one| one.row.clone()).collect();
            if self.store.write(LOT).bind(("rows", rows)).done().await.is_ok() {
                lot.into_iter().for_each(|one| drop(one.told.send(Ok(()))));
                return;
            }
        }
        // A row that cannot be written must not fail the others.
        for one in lot {
            let written: Result<Vec<i64>> = self.store.write(STORE).bind(("row", one.row)).all().await;
            let told = written.and_then(|versions| if versions.is_empty() { Err(Error::Contended) } else { Ok(()) });
            let _ = one.told.send(told);
        }
    }
}

async fn write_all(app: App) {
    while let Some(lot) = app.group_commit.take() {
        // After a panic, the dropped senders notify the waiting calls.
        let _ = AssertUnwindSafe(app.write_batch(lot)).catch_unwind().await;
    }
}
