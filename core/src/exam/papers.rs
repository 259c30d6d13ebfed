//! Attempts in memory while they are sat.

use std::{sync::Arc, time::Duration};

use moka::{future::Cache, policy::EvictionPolicy};
use tokio::sync::Mutex;

use super::{Attempt, Sheet, engine};
use crate::{App, Error, Result, accounts::Actor, memory::kept, messages, store::Id};

/// An attempt that nobody asked for so long leaves the memory.
const IDLE: Duration = Duration::from_secs(30 * 60);
/// The bytes of memory that attempts may take: 3,500 of 40 questions, 790 of 180. Any other is read
/// when it is needed.
const MEMORY: u64 = 96 << 20;
/// What a question takes, by the sizes of its parts: five ids in the paper, five in the terms, its answer.
const QUESTION: usize = 700;
/// What a theory takes at most: its answer has up to 20,000 bytes.
const THEORY: usize = 20_700;

/// Attempts in memory while they are sat. The sheet is the last one known here; a write says which
/// version it read, so a stale one is noticed and read again.
pub struct Papers(Cache<Id<Attempt>, Arc<Sitting>>);

/// One attempt in memory.
pub(super) struct Sitting {
    pub attempt: Attempt,
    pub terms: engine::Terms,
    pub sheet: Mutex<Option<Sheet>>,
}

impl Sitting {
    fn new(attempt: Attempt, sheet: Option<Sheet>) -> Arc<Self> {
        Arc::new(Self { terms: attempt.terms(), attempt, sheet: Mutex::new(sheet) })
    }

    /// The bytes that it takes once everything is answered.
    fn bytes(&self) -> u32 {
        let bytes = QUESTION * (1 + self.attempt.questions().count()) + THEORY * self.attempt.theories().count();
        bytes.try_into().unwrap_or(u32::MAX)
    }
}

impl Papers {
    /// Keeps the attempts that were used last.
    pub fn new() -> Self {
        let cache = Cache::builder().max_capacity(MEMORY).weigher(|_, sitting: &Arc<Sitting>| sitting.bytes());
        Self(cache.eviction_policy(EvictionPolicy::lru()).time_to_idle(IDLE).build())
    }

    /// Reads this attempt anew when it is next needed.
    pub(crate) async fn forget(&self, id: &Id<Attempt>) {
        self.0.invalidate(id).await;
    }

    /// Reads every attempt anew when it is next needed.
    pub(crate) fn forget_all(&self) {
        self.0.invalidate_all();
    }
}

impl Default for Papers {
    fn default() -> Self {
        Self::new()
    }
}

impl App {
    /// The attempt, if it is the caller's own; an administrator may read it too.
    pub(super) async fn sitting(&self, actor: &Actor, id: &Id<Attempt>) -> Result<Arc<Sitting>> {
        let read = async {
            let attempt: Option<Attempt> = self.load(id).await?;
            Ok(attempt.map(|attempt| Sitting::new(attempt, None)))
        };
        let sitting = kept(&self.papers.0, id, |_| true, read).await?.ok_or(Error::NotFound("Attempt"))?;
        // Somebody else's attempt is not admitted to exist.
        actor.may_see(&sitting.attempt.user).map_err(|_| Error::NotFound("Attempt"))?;
        Ok(sitting)
    }

    /// Keeps an attempt in memory.
    pub(super) async fn keep_sitting(&self, attempt: Attempt, sheet: Option<Sheet>) {
        self.papers.0.insert(attempt.id.clone(), Sitting::new(attempt, sheet)).await;
    }

    /// The student's own attempt: administrators read attempts but do not sit them.
    pub(super) async fn own_sitting(&self, actor: &Actor, id: &Id<Attempt>) -> Result<Arc<Sitting>> {
        let sitting = self.sitting(actor, id).await?;
        if actor.user_id().is_ok_and(|me| *me == sitting.attempt.user) {
            return Ok(sitting);
        }
        Err(Error::forbidden("forbidden", messages::FORBIDDEN))
    }

    /// The sheet as the store has it now.
    pub(super) async fn read_sheet(&self, sitting: &Sitting) -> Result<engine::Sheet> {
        let mut held = sitting.sheet.lock().await;
        let stored = self.load(&sitting.attempt.id.cast::<Sheet>()).await?.ok_or(Error::NotFound("Attempt"))?;
        Ok(held.insert(stored).sheet.0.clone())
    }
}
