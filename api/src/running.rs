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

/// The imports that are under way, by the ids of their requests. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Running(Arc<Mutex<HashMap<String, CancellationToken>>>);

/// An import that is under way, until it is dropped.
pub struct Import {
    all: Running,
    id: String,
    token: CancellationToken,
    keeping: AtomicBool,
}

impl Running {
    /// Begins the import of this request.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `import-running` where one under the same id is under way: the id would no
    /// longer tell which of them to cancel.
    pub fn begin(&self) -> Result<Import> {
        let (id, token) = (request_id().unwrap_or_default(), CancellationToken::new());
        self.with(|all| match all.entry(id.clone()) {
            Entry::Occupied(_) => Err(Error::conflict("import-running", messages::IMPORT_RUNNING)),
            Entry::Vacant(free) => {
                free.insert(token.clone());
                Ok(())
            }
        })?;
        Ok(Import { all: self.clone(), id, token, keeping: AtomicBool::new(false) })
    }

    /// Asks the import of that request to end. Whether there is one.
    pub fn cancel(&self, id: &str) -> bool {
        self.with(|all| all.get(id).inspect(|token| token.cancel()).is_some())
    }

    fn with<T>(&self, each: impl FnOnce(&mut HashMap<String, CancellationToken>) -> T) -> T {
        each(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Import {
    /// Does work that changes nothing, such as reading what is sent, until the import is cancelled.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `cancelled`.
    pub async fn unless_cancelled<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        tokio::select! {
            done = work => Ok(done),
            () = self.token.cancelled() => Err(cancelled()),
        }
    }

    /// Does the import. Cancelled, or left by whoever hears `lines`, it ends and nothing is written, unless it
    /// is being kept already: then it goes to its end.
    ///
    /// # Errors
    /// Those of the import; [`Error::Conflict`] with reason `cancelled`.
    pub async fn run<T>(&self, lines: &Lines, work: impl Future<Output = Result<T>>) -> Result<T> {
        let given_up = async {
            tokio::select! {
                () = self.token.cancelled() => {}
                () = lines.left() => {}
            }
            // Both stand in one task, so the import does not come to its commit in between.
            if self.keeping.load(Ordering::Relaxed) {
                pending::<()>().await;
            }
        };
        tokio::select! {
            done = work => done,
            () = given_up => Err(cancelled()),
        }
    }

    /// Hears how far the import is.
    pub fn hear(&self, progress: Progress) {
        self.keeping.store(progress.stage == Stage::Keeping, Ordering::Relaxed);
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
        let running = Running::default();
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
            import.hear(at(Stage::Keeping));
            assert!(running.cancel("r-1"));
            tokio::task::yield_now().await;
            Ok(7)
        };
        assert_eq!(import.run(&lines, work).await.ok(), Some(7));
    }
}
