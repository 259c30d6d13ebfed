//! Work that does not end with its caller: done after the answer, so that how long it takes tells nothing, or
//! to its end, because half of it would be wrong.

use std::sync::Arc;

use tokio::{sync::Semaphore, task::JoinHandle};
use tracing::Instrument as _;

use crate::{
    App, Error, Result,
    audit::{in_request, request_id},
};

/// How much may be under way at once; a caller who comes later waits for a seat, whatever the work.
const SEATS: u32 = 64;

/// The seats of deferred work.
pub struct Deferred(Arc<Semaphore>);

impl Deferred {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(SEATS as usize)))
    }
}

impl App {
    /// Does this work beside the caller, who does not learn what becomes of it.
    pub(crate) async fn afterwards(&self, work: impl Future<Output = Result<()>> + Send + 'static) -> Result<()> {
        let seat = self.deferred.0.clone().acquire_owned().await.map_err(Error::internal)?;
        let work = async move {
            if let Err(error) = work.await {
                tracing::error!(%error, "what was left for after the answer failed");
            }
            drop(seat);
        };
        spawn_in_request(work);
        Ok(())
    }

    /// Does this work to its end, even if whoever waits for it goes away.
    pub(crate) async fn to_the_end<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<T> {
        let seat = self.deferred.0.clone().acquire_owned().await.map_err(Error::internal)?;
        let work = async move {
            let done = work.await;
            drop(seat);
            done
        };
        spawn_in_request(work).await.map_err(Error::internal)?
    }

    /// As [`Self::to_the_end`], for what hundreds do at the same moment and soon have done: nobody waits for a
    /// seat.
    pub(crate) async fn unparted<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<T> {
        spawn_in_request(work).await.map_err(Error::internal)?
    }

    /// Waits until the work that was deferred so far is done, as a server does before it closes.
    pub async fn settled(&self) {
        let _ = self.deferred.0.acquire_many(SEATS).await;
    }
}

/// Spawns work that still belongs to the request that began it: its log lines and audit entries carry its id.
fn spawn_in_request<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    match request_id() {
        Some(id) => tokio::spawn(in_request(id, work).in_current_span()),
        None => tokio::spawn(work.in_current_span()),
    }
}
