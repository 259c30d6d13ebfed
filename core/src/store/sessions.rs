//! The sessions at a database elsewhere in which transactions run.
//!
//! A session of its own is what the client gives to each transaction, and what makes one dear: it is attached, signed
//! in (a password is hashed for it) and led to the database, one answer after the other. So they are kept and lent
//! again. The database bounds the transactions of a connection, and refuses the next; here it waits for its turn.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use surrealdb::{Error, Result, Surreal, engine::any::Any};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// Transactions at once; a database takes 64 of a connection.
const MOST: usize = 48;
/// How long one may wait for its turn.
const TURN: Duration = Duration::from_secs(10);

/// The sessions of one connection.
pub(super) struct Sessions {
    first: Surreal<Any>,
    idle: Arc<Mutex<Vec<Surreal<Any>>>>,
    turns: Arc<Semaphore>,
}

/// The place of a session that is lent. Dropped, its session is not kept.
pub(super) struct Lent {
    idle: Arc<Mutex<Vec<Surreal<Any>>>>,
    _turn: OwnedSemaphorePermit,
}

impl Sessions {
    /// Sessions that know what this one knows.
    pub fn of(first: &Surreal<Any>) -> Self {
        Self { first: first.clone(), idle: Arc::default(), turns: Arc::new(Semaphore::new(MOST)) }
    }

    /// Lends one, as soon as fewer than [`MOST`] are lent.
    ///
    /// # Errors
    /// Of a connection, where that takes too long.
    pub async fn lend(&self) -> Result<(Surreal<Any>, Lent)> {
        let turn = timeout(TURN, self.turns.clone().acquire_owned()).await;
        let busy = || Error::internal(BUSY.into());
        let turn = turn.map_err(|_| busy())?.map_err(|_| busy())?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let session = idle.unwrap_or_else(|| self.first.clone());
        Ok((session, Lent { idle: self.idle.clone(), _turn: turn }))
    }
}

impl Lent {
    /// Takes a session back whose transaction has ended.
    pub fn back(self, session: Surreal<Any>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(session);
    }
}

/// What a call is told that did not get its turn.
pub(super) const BUSY: &str = "too many transactions at once";
