//! Reads a value into a cache once, even if many callers request it concurrently.

use std::hash::Hash;

use moka::{
    future::Cache,
    ops::compute::{CompResult, Op},
};

use crate::Result;

/// The cached value of a key if it is current, otherwise the result of `read`, which is then cached. Concurrent callers
/// of the same key wait for that read. An error only affects the caller that read; the next one reads again.
pub(crate) async fn get_or_read<K, V>(
    cache: &Cache<K, V>,
    key: &K,
    is_current: impl Fn(&V) -> bool,
    read: impl Future<Output = Result<Option<V>>>,
) -> Result<Option<V>>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    if let Some(held) = cache.get(key).await.filter(&is_current) {
        return Ok(Some(held));
    }
    let done = cache.entry_by_ref(key).and_try_compute_with(async |held| {
        if held.is_some_and(|held| is_current(held.value())) {
            return Ok::<_, crate::Error>(Op::Nop);
        }
        Ok(read.await?.map_or(Op::Remove, Op::Put))
    });
    Ok(match done.await? {
        CompResult::Inserted(entry) | CompResult::ReplacedWith(entry) | CompResult::Unchanged(entry) => {
            Some(entry.into_value())
        }
        CompResult::Removed(_) | CompResult::StillNone(_) => None,
    })
}
