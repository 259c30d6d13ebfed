//! Permits for expensive work, shared so that one account cannot keep all of them.

use std::{sync::Arc, time::Duration};

use moka::sync::Cache;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{Error, Result};

/// How long the lock of an account stays in memory after its last use.
const IDLE: Duration = Duration::from_secs(600);
/// The maximum number of accounts whose locks are in memory.
const MAX_ACCOUNTS: u64 = 100_000;

/// Limits how many pieces of work run at once. Each account has at most one that waits for a permit or runs: however
/// many calls one account makes, everybody else waits for only one of them. Work that waits or runs for more than ten
/// minutes no longer counts for its account.
pub(crate) struct FairPermits {
    permits: Arc<Semaphore>,
    accounts: Cache<String, Arc<Semaphore>>,
}

/// A permit for one piece of work, which ends when it is dropped.
pub(crate) struct FairPermit {
    _account: OwnedSemaphorePermit,
    _permit: OwnedSemaphorePermit,
}

impl FairPermits {
    pub(crate) fn new(permits: usize) -> Self {
        let accounts = Cache::builder().max_capacity(MAX_ACCOUNTS).time_to_idle(IDLE).build();
        Self { permits: Arc::new(Semaphore::new(permits)), accounts }
    }

    /// Waits until no other work of this account waits or runs, then for a permit; both in order of arrival.
    pub(crate) async fn acquire(&self, account: String) -> Result<FairPermit> {
        let lock = self.accounts.get_with(account, || Arc::new(Semaphore::new(1)));
        let _account = lock.acquire_owned().await.map_err(Error::internal)?;
        let _permit = self.permits.clone().acquire_owned().await.map_err(Error::internal)?;
        Ok(FairPermit { _account, _permit })
    }

    #[cfg(test)]
    pub(crate) fn available(&self) -> usize {
        self.permits.available_permits()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use futures::{future::join_all, poll};

    use super::*;

    #[tokio::test]
    async fn one_account_with_many_callers_delays_another_by_one_piece_of_work() {
        let permits = FairPermits::new(1);
        let order = Mutex::new(Vec::new());
        let ask = |account: &'static str| {
            let (permits, order) = (&permits, &order);
            async move {
                let _permit = permits.acquire(account.into()).await.unwrap();
                order.lock().unwrap().push(account);
            }
        };
        // Takes the only permit, so that the others wait in order.
        let first = permits.acquire("somebody".into()).await.unwrap();
        let mut all: Vec<_> = (0..24).map(|_| Box::pin(ask("busy"))).collect();
        all.push(Box::pin(ask("quiet")));
        for one in &mut all {
            assert!(poll!(one).is_pending());
        }
        drop(first);
        join_all(all).await;
        let order = order.into_inner().unwrap();
        assert_eq!(order.len(), 25);
        assert_eq!(order.iter().position(|one| *one == "quiet"), Some(1), "{order:?}");
    }

    #[tokio::test]
    async fn one_account_never_holds_two_permits() {
        let permits = FairPermits::new(2);
        let held = permits.acquire("busy".into()).await.unwrap();
        let mut second = Box::pin(permits.acquire("busy".into()));
        assert!(poll!(&mut second).is_pending());
        assert_eq!(permits.available(), 1, "for somebody else");
        drop(held);
        second.await.unwrap();
    }
}
