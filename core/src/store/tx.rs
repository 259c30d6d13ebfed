//! Trying a transaction again when it met another one.

use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};

use crate::{Error, Result};

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
    match work.retry(pauses).when(|error| matches!(error, Error::Contended)).await {
        Err(Error::Contended) => Err(Error::Unavailable("too many writers at one record".into())),
        other => other,
    }
}
