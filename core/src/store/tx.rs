//! Transactions over several queries, and retries after a conflict.

use std::{
    borrow::Cow,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use backon::{ExponentialBuilder, Retryable};

use super::{Call, Store, engine::Transaction};
use crate::{Error, Result};

/// Retries of transactions in this process.
static RETRIES: AtomicU64 = AtomicU64::new(0);

/// Retries of transactions in this process, over all its stores.
pub fn retries() -> u64 {
    RETRIES.load(Ordering::Relaxed)
}

/// Runs a read-modify-write up to twelve times while the store reports a conflict with another writer. The pauses grow
/// from 10 to 160 ms, and random jitter adds up to as much again. At each conflict another writer's commit succeeded,
/// so ten writers that each commit once at one record all get through. An unknown outcome is not retried.
///
/// # Errors
/// [`Error::Unavailable`] if every try conflicted; otherwise what `work` returns.
pub async fn retry_tx<T, F, Fut>(work: F) -> Result<T>
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Result<T>>,
{
    let retried = work.retry(pauses()).when(|error| matches!(error, Error::Contended));
    let counted = |_: &Error, _| {
        RETRIES.fetch_add(1, Ordering::Relaxed);
    };
    match retried.notify(counted).await {
        Err(Error::Contended) => Err(Error::Unavailable("too many writers at one record".into())),
        other => other,
    }
}

/// The pauses between the tries of [`retry_tx`].
fn pauses() -> ExponentialBuilder {
    ExponentialBuilder::default()
        .with_min_delay(Duration::from_millis(10))
        .with_max_delay(Duration::from_millis(160))
        .with_max_times(11)
        .with_jitter()
}

/// A transaction over several queries. [`Tx::commit`] stores everything; dropping it stores nothing, be it after an
/// error or because the caller disconnected.
pub struct Tx {
    store: Store,
    open: Option<Transaction>,
}

impl Store {
    /// Begins a transaction; wrap its use in [`retry_tx`].
    pub async fn begin(&self) -> Result<Tx> {
        self.begin_to(true).await
    }

    /// Begins a read-only transaction, also on a full disk. Everything that it reads is from one moment.
    pub(crate) async fn begin_reading(&self) -> Result<Tx> {
        self.begin_to(false).await
    }

    /// Begins a transaction; one that does not change anything also works on a full disk.
    pub(crate) async fn begin_to(&self, changes: bool) -> Result<Tx> {
        let begun = self.engine(changes)?.begin().await;
        Ok(Tx { store: self.clone(), open: Some(begun.map_err(|error| self.convert_error(error))?) })
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

    /// Commits; [`Error::Contended`] if another writer was first.
    pub async fn commit(mut self) -> Result<()> {
        match self.open.take() {
            Some(tx) => {
                let begun = Instant::now();
                let committed = tx.commit().await;
                self.store.metrics().took(|meters| &meters.commit, begun.elapsed());
                committed.map_err(|error| self.store.convert_error(error))
            }
            None => Ok(()),
        }
    }
}

impl Drop for Tx {
    fn drop(&mut self) {
        // The store would keep an open transaction and its snapshot forever.
        if let (Some(tx), Ok(runtime)) = (self.open.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(async move { tx.cancel().await.map(drop) });
        }
    }
}

#[cfg(test)]
mod tests {
    use backon::BackoffBuilder as _;

    use super::*;

    /// Runs work that conflicts this many times before it succeeds; its tries, and how it ended.
    async fn conflicting(times: u32) -> (u32, Result<()>) {
        let mut tries = 0;
        let done = retry_tx(|| {
            tries += 1;
            let outcome = if tries > times { Ok(()) } else { Err(Error::Contended) };
            async move { outcome }
        });
        let done = done.await;
        (tries, done)
    }

    #[tokio::test]
    async fn a_conflict_is_retried_eleven_times_with_growing_pauses() {
        let before = retries();
        for (conflicts, tries) in [(0, 1), (1, 2), (3, 4)] {
            let (tried, done) = conflicting(conflicts).await;
            assert!(tried == tries && done.is_ok(), "{conflicts} conflicts: {tried} tries, {done:?}");
        }
        assert!(retries() >= before + 4, "retries are counted");
        let begun = Instant::now();
        let (tried, done) = conflicting(u32::MAX).await;
        assert_eq!(tried, 12);
        assert!(matches!(done, Err(Error::Unavailable(_))), "{done:?}");
        // 10, 20, 40 and 80 ms, and seven times 160 ms; jitter at most doubles it.
        let (least, most) = (Duration::from_millis(1_270), Duration::from_millis(2_540));
        assert!(begun.elapsed() >= least, "{:?}", begun.elapsed());
        let planned: Duration = pauses().build().sum();
        assert!((least..=most).contains(&planned), "{planned:?}");
    }

    #[tokio::test]
    async fn nothing_but_a_conflict_is_retried() {
        let mut tries = 0;
        let done: Result<()> = retry_tx(|| {
            tries += 1;
            async { Err(Error::NotFound("Exam")) }
        })
        .await;
        assert!(matches!(done, Err(Error::NotFound(_))), "{done:?}");
        assert_eq!(tries, 1);
    }
}
