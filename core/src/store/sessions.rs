//! Pooled sessions of a database server, in which transactions run.
//!
//! The client opens a session for each transaction, which is expensive: it attaches, signs in (hashing a password)
//! and selects the database, one round trip each. So sessions are kept and reused. The database limits the
//! transactions of a connection and refuses the next one; here it waits for a permit.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use surrealdb::{Error, Result, Surreal, engine::any::Any};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// Concurrent transactions; the database accepts 64 per connection.
const MAX_TRANSACTIONS: usize = 48;
/// How long a transaction may wait for a session.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// The sessions of one connection.
pub(super) struct SessionPool {
    first: Surreal<Any>,
    idle: Arc<Mutex<Vec<Surreal<Any>>>>,
    permits: Arc<Semaphore>,
}

/// The permit of a borrowed session. Dropping it discards the session.
pub(super) struct PooledSession {
    idle: Arc<Mutex<Vec<Surreal<Any>>>>,
    _permit: OwnedSemaphorePermit,
}

impl SessionPool {
    /// A pool of sessions that are cloned from this one.
    pub fn of(first: &Surreal<Any>) -> Self {
        Self { first: first.clone(), idle: Arc::default(), permits: Arc::new(Semaphore::new(MAX_TRANSACTIONS)) }
    }

    /// Borrows a session, as soon as fewer than [`MAX_TRANSACTIONS`] are in use.
    ///
    /// # Errors
    /// A connection error, if that takes too long.
    pub async fn lend(&self) -> Result<(Surreal<Any>, PooledSession)> {
        let permit = timeout(MAX_WAIT, self.permits.clone().acquire_owned()).await;
        let busy = || Error::internal(BUSY.into());
        let permit = permit.map_err(|_| busy())?.map_err(|_| busy())?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let session = idle.unwrap_or_else(|| self.first.clone());
        Ok((session, PooledSession { idle: self.idle.clone(), _permit: permit }))
    }
}

impl PooledSession {
    /// Returns a session after its transaction.
    pub fn give_back(self, session: Surreal<Any>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(session);
    }
}

/// The error of a call that got no session.
pub(super) const BUSY: &str = "too many transactions at once";
