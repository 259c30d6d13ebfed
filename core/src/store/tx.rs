//! Transactions over several queries, and trying one again when it met another.

use std::{
    borrow::Cow,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use backon::{ExponentialBuilder, Retryable};

use super::{Call, Store, engine::Transaction};
use crate::{Error, Result};

/// How often this process tried a transaction again.
static RETRIES: AtomicU64 = AtomicU64::new(0);

/// How often this process tried a transaction again, in whichever of its stores.
pub fn retries() -> u64 {
    RETRIES.load(Ordering::Relaxed)
}

/// Runs a read-modify-write up to five times, 10 to 160 ms apart with jitter, for as long as the
/// store says that it met another writer. An unknown outcome is not tried again.
pub async fn retry_tx<T, F, Fut>(work: F) -> Result<T>
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Result<T>>,
{
    let pauses = ExponentialBuilder::default()
        .with_min_delay(Duration::from_millis(10))
        .with_max_delay(Duration::from_millis(160))
        .with_max_times(4)
        .with_jitter();
    let retried = work.retry(pauses).when(|error| matches!(error, Error::Contended));
    let counted = |_: &Error, _| {
        RETRIES.fetch_add(1, Ordering::Relaxed);
    };
    match retried.notify(counted).await {
        Err(Error::Contended) => Err(Error::Unavailable("too many writers at one record".into())),
        other => other,
    }
}

/// A transaction over several queries: all of it is kept by [`Tx::commit`], none of it when it is
/// dropped before, by an error or because its caller went away.
pub struct Tx {
    store: Store,
    open: Option<Transaction>,
}

impl Store {
    /// Begins a transaction; wrap its use in [`retry_tx`].
    pub async fn begin(&self) -> Result<Tx> {
        self.begin_to(true).await
    }

    /// Begins a transaction that changes nothing, also on a full disk: all that it reads is of one moment.
    pub(crate) async fn begin_reading(&self) -> Result<Tx> {
        self.begin_to(false).await
    }

    /// Begins a transaction that `changes` something, or one that only reads, also on a full disk.
    pub(crate) async fn begin_to(&self, changes: bool) -> Result<Tx> {
        let begun = self.engine(changes)?.begin().await;
        Ok(Tx { store: self.clone(), open: Some(begun.map_err(|error| self.judge(error))?) })
    }
}

impl Tx {
    /// A query inside the transaction.
    pub fn query<'a>(&'a self, sql: impl Into<Cow<'a, str>>) -> Call<'a> {
        Call::of_tx(self, sql)
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    pub(super) fn open(&self) -> &Transaction {
        let Some(tx) = &self.open else { unreachable!("only commit, which consumes it, takes the transaction out") };
        tx
    }

    /// Keeps all of it; [`Error::Contended`] when another writer was first.
    pub async fn commit(mut self) -> Result<()> {
        match self.open.take() {
            Some(tx) => {
                let begun = Instant::now();
                let committed = tx.commit().await;
                self.store.watched().took(|meters| &meters.commit, begun.elapsed());
                committed.map_err(|error| self.store.judge(error))
            }
            None => Ok(()),
        }
    }
}

impl Drop for Tx {
    fn drop(&mut self) {
        // The store would hold an open transaction, and its snapshot, for ever.
        if let (Some(tx), Ok(runtime)) = (self.open.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(async move { tx.cancel().await.map(drop) });
        }
    }
}
