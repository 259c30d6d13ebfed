//! The running imports, so that a caller can cancel their own.

use std::{
    collections::{HashMap, hash_map::Entry},
    future::pending,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use sabi_core::{
    Error, Result,
    bank::import::{Progress, Stage},
    messages,
    request::request_id,
};
use tokio_util::sync::CancellationToken;

use crate::stream::Lines;

/// The running imports by request id. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct RunningImports(Arc<Mutex<HashMap<String, CancellationToken>>>);

/// A running import, until it is dropped.
pub struct Import {
    all: RunningImports,
    id: String,
    token: CancellationToken,
    is_saving: AtomicBool,
}

impl RunningImports {
    /// Starts the import of this request.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `import-running` if one with the same id is running, because cancelling by id
    /// would be ambiguous.
    pub fn begin(&self) -> Result<Import> {
        let (id, token) = (request_id().unwrap_or_default(), CancellationToken::new());
        self.with(|all| match all.entry(id.clone()) {
            Entry::Occupied(_) => Err(Error::conflict("import-running", messages::IMPORT_RUNNING)),
            Entry::Vacant(free) => {
                free.insert(token.clone());
                Ok(())
            }
        })?;
        Ok(Import { all: self.clone(), id, token, is_saving: AtomicBool::new(false) })
    }

    /// Asks the import of that request to stop. Returns whether it is running.
    pub fn cancel(&self, id: &str) -> bool {
        self.with(|all| all.get(id).inspect(|token| token.cancel()).is_some())
    }

    fn with<T>(&self, each: impl FnOnce(&mut HashMap<String, CancellationToken>) -> T) -> T {
        each(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Import {
    /// Runs work without side effects, such as reading the upload, and stops it if the import is cancelled.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `cancelled`.
    pub async fn unless_cancelled<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        tokio::select! {
            done = work => Ok(done),
            () = self.token.cancelled() => Err(cancelled()),
        }
    }

    /// Runs the import. If it is cancelled, or the reader of `lines` disconnects, it stops without writing anything,
    /// unless it is already being saved; then it runs to its end.
    ///
    /// # Errors
    /// Same as the import; [`Error::Conflict`] with reason `cancelled`.
    pub async fn run<T>(&self, lines: &Lines, work: impl Future<Output = Result<T>>) -> Result<T> {
        let given_up = async {
            tokio::select! {
                () = self.token.cancelled() => {}
                () = lines.disconnected() => {}
            }
            // Both checks run in one task, so the import cannot commit between them.
            if self.is_saving.load(Ordering::Relaxed) {
                pending::<()>().await;
            }
        };
        tokio::select! {
            done = work => done,
            () = given_up => Err(cancelled()),
        }
    }

    /// Records the progress of the import.
    pub fn record_progress(&self, progress: Progress) {
        self.is_saving.store(progress.stage == Stage::Keeping, Ordering::Relaxed);
    }
}

impl Drop for Import {
    fn drop(&mut self) {
        self.all.with(|all| all.remove(&self.id));
    }
}

fn cancelled() -> Error {
    Error::conflict("cancelled", messages::IMPORT_CANCELLED)
}

#[cfg(test)]
mod tests {
    use sabi_core::request::in_request;

    use super::*;

    async fn in_one<T>(work: impl Future<Output = T>) -> T {
        in_request("r-1".into(), work).await
    }

    fn at(stage: Stage) -> Progress {
        Progress { stage, done: 0, total: 1 }
    }

    #[tokio::test]
    async fn an_import_is_cancelled_until_it_is_kept() {
        let running = RunningImports::default();
        let import = in_one(async { running.begin() }).await.unwrap();
        assert!(in_one(async { running.begin() }).await.is_err(), "one of this id is under way");
        assert!(!running.cancel("r-2") && running.cancel("r-1"));
        let lines = Lines::unheard();
        assert!(import.run(&lines, pending::<Result<()>>()).await.is_err());
        assert!(import.unless_cancelled(pending::<()>()).await.is_err());
        drop(import);
        assert!(!running.cancel("r-1"));

        let import = in_one(async { running.begin() }).await.unwrap();
        let work = async {
            import.record_progress(at(Stage::Keeping));
            assert!(running.cancel("r-1"));
            tokio::task::yield_now().await;
            Ok(7)
        };
        assert_eq!(import.run(&lines, work).await.ok(), Some(7));
    }
}
