//! Deletes pictures that no record uses.

use std::slice;

use chrono::Duration;
use futures::{Stream, TryStreamExt as _};

use super::{Images, StorageError, references};
use crate::{App, Result, clock::Instant};

/// The minimum age of a deleted picture: the editor stores a picture before its text is saved.
const UNTOUCHED: Duration = Duration::days(2);
/// Pictures per lookup.
const BATCH: usize = 500;

impl App {
    /// Deletes pictures that are at least two days old and not used by any record. Returns how many. Deletes none
    /// during a backup, because the backup contains older rows.
    pub async fn collect_pictures(&self) -> Result<usize> {
        let Ok(_permit) = self.backup_permit.try_acquire() else { return Ok(0) };
        let old: Vec<String> = self.images.old_enough(self.now()).try_collect().await?;
        let mut unshown = Vec::new();
        for names in old.chunks(BATCH) {
            unshown.extend(self.unused_by_count(names).await?);
        }
        if unshown.is_empty() {
            return Ok(0);
        }
        // The counters name the candidates, but the rows decide, because deletion cannot be undone.
        let shown = self.shown_pictures().await?;
        let mut gone = 0;
        for name in unshown.into_iter().filter(|name| !shown.contains(*name)) {
            if self.is_backed_up().await? {
                break;
            }
            // The picture may have been used or uploaded again while the others were checked. A record that is about to
            // use it renews it first, so its age decides.
            let _lock = self.images.deleting().await;
            let is_old = self.images.was_last_written_before(name, self.now() - UNTOUCHED).await?;
            if !is_old || self.unused_by_count(slice::from_ref(name)).await?.is_empty() {
                continue;
            }
            self.images.delete(name).await?;
            tracing::info!(name, "an unused picture was removed");
            gone += 1;
        }
        Ok(gone)
    }

    /// The pictures among these that no record uses, according to the counters.
    async fn unused_by_count<'a>(&self, names: &'a [String]) -> Result<Vec<&'a String>> {
        let counts = self.counter_values(names.iter().map(|name| references::counter(name).name().to_owned())).await?;
        let none = |name: &&String| counts.get(references::counter(name).name()).is_none_or(|n| *n <= 0);
        Ok(names.iter().filter(none).collect())
    }
}

impl Images {
    /// The names of the pictures that are old enough to be deleted.
    pub(crate) fn old_enough(&self, now: Instant) -> impl Stream<Item = Result<String, StorageError>> + use<> {
        self.last_written_before(now - UNTOUCHED)
    }
}
