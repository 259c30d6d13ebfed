//! Takes away the pictures that no record shows any more.

use std::slice;

use chrono::Duration;
use futures::{Stream, TryStreamExt as _};

use super::{Images, KeepError, refer};
use crate::{App, Result, clock::Instant};

/// How old a picture is at least when it goes: the editor keeps one before the text that shows it is saved.
const UNTOUCHED: Duration = Duration::days(2);
/// Pictures that are looked up at once.
const BATCH: usize = 500;

impl App {
    /// Takes away pictures that were kept two days ago or earlier and that no record shows. Returns how many
    /// went. None go while a backup is made, which holds rows of before.
    pub async fn collect_pictures(&self) -> Result<usize> {
        let Ok(_seat) = self.backup_seat.try_acquire() else { return Ok(0) };
        let old: Vec<String> = self.images.old_enough(self.now()).try_collect().await?;
        let mut unshown = Vec::new();
        for names in old.chunks(BATCH) {
            unshown.extend(self.uncounted(names).await?);
        }
        if unshown.is_empty() {
            return Ok(0);
        }
        // The counters name the candidates; the rows have the last word, since a picture does not come back.
        let shown = self.shown_pictures().await?;
        let mut gone = 0;
        for name in unshown.into_iter().filter(|name| !shown.contains(*name)) {
            if self.is_backed_up().await? {
                break;
            }
            // It may be shown again, or have come once more, while the others were looked at. Whoever is about to
            // show it makes it new first.
            let _turn = self.images.deleting().await;
            let is_old = self.images.is_kept_before(name, self.now() - UNTOUCHED).await?;
            if !is_old || self.uncounted(slice::from_ref(name)).await?.is_empty() {
                continue;
            }
            self.images.delete(name).await?;
            tracing::info!(name, "a picture that nothing shows was taken away");
            gone += 1;
        }
        Ok(gone)
    }

    /// The pictures among these that no record shows, as the counters say.
    async fn uncounted<'a>(&self, names: &'a [String]) -> Result<Vec<&'a String>> {
        let shown = self.tallies(names.iter().map(|name| refer::counter(name).name().to_owned())).await?;
        let none = |name: &&String| shown.get(refer::counter(name).name()).is_none_or(|n| *n <= 0);
        Ok(names.iter().filter(none).collect())
    }
}

impl Images {
    /// The names of the pictures that may be taken away now if nothing shows them.
    pub(crate) fn old_enough(&self, now: Instant) -> impl Stream<Item = Result<String, KeepError>> + use<> {
        self.kept_before(now - UNTOUCHED)
    }
}
