//! What is kept in memory of the store is read once, however many ask for it at the same moment.

use std::hash::Hash;

use moka::{
    future::Cache,
    ops::compute::{CompResult, Op},
};

use crate::Result;

/// The kept value of a key if it is current; else what `read` gives, kept from then on. Those who ask for
/// the same key meanwhile wait for that one read; an error is for the one who read, and the next reads again.
pub(crate) async fn kept<K, V>(
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
