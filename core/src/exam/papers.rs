//! A cache of running attempts.

use std::{
    ptr,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use moka::{future::Cache, policy::EvictionPolicy};
use tokio::sync::Mutex;

use super::{Attempt, Sheet, engine, resume::AttemptRefs};
use crate::{App, Error, Result, memory::kept, messages, people::Actor, store::Id};

/// An unused attempt is evicted after this time.
const IDLE: Duration = Duration::from_secs(30 * 60);
/// Size limit of the cache, in bytes: 3,500 attempts of 40 questions, or 790 of 180. Other attempts are read when
/// needed.
const MEMORY: u64 = 96 << 20;
/// Memory per question: five ids in the paper, five in the terms, and its answer.
const QUESTION: usize = 700;
/// Maximum memory per theory question: its answer has up to 20,000 characters of at most 4 bytes.
const THEORY: usize = 80_700;

/// Running attempts in memory. The cached sheet may be stale. A write names the version that it read, so a stale sheet
/// is detected and read again.
pub struct Papers(Cache<Id<Attempt>, Arc<Sitting>>);

/// A cached attempt.
pub(super) struct Sitting {
    pub attempt: Attempt,
    pub terms: engine::Terms,
    pub sheet: Mutex<Option<Sheet>>,
    /// Whether the sheet is the stored one: the last write of it went through this copy and is known to have
    /// succeeded. Changed only while the sheet is locked.
    is_stored: AtomicBool,
    /// The titles, with the number of [`App::edits`] before they were read.
    refs: RwLock<Option<(u64, AttemptRefs)>>,
}

impl Sitting {
    fn new(attempt: Attempt, sheet: Option<Sheet>) -> Arc<Self> {
        Arc::new(Self {
            terms: attempt.terms(),
            attempt,
            sheet: Mutex::new(sheet),
            is_stored: AtomicBool::new(false),
            refs: RwLock::new(None),
        })
    }

    /// A write begins. If its caller disconnects, its outcome stays unknown.
    pub fn begin_write(&self) {
        self.is_stored.store(false, Ordering::Relaxed);
    }

    /// The titles, if they were read after this number of edits.
    pub fn refs_at(&self, edits: u64) -> Option<AttemptRefs> {
        let refs = self.refs.read().unwrap_or_else(PoisonError::into_inner);
        refs.as_ref().filter(|(at, _)| *at == edits).map(|(_, refs)| refs.clone())
    }

    /// Keeps the titles, which were read after this number of edits.
    pub fn keep_refs(&self, edits: u64, refs: AttemptRefs) {
        *self.refs.write().unwrap_or_else(PoisonError::into_inner) = Some((edits, refs));
    }

    /// Its maximum size in bytes, with every question answered.
    fn bytes(&self) -> u32 {
        let bytes = QUESTION * (1 + self.attempt.questions().count()) + THEORY * self.attempt.theories().count();
        bytes.try_into().unwrap_or(u32::MAX)
    }
}

impl Papers {
    /// An empty cache.
    pub fn new() -> Self {
        let cache = Cache::builder().max_capacity(MEMORY).weigher(|_, sitting: &Arc<Sitting>| sitting.bytes());
        Self(cache.eviction_policy(EvictionPolicy::lru()).time_to_idle(IDLE).build())
    }

    /// Drops this attempt from the cache.
    pub(crate) async fn forget(&self, id: &Id<Attempt>) {
        self.0.invalidate(id).await;
    }

    /// A write of this copy's sheet has succeeded. The cache may hold a newer copy of the attempt, which was read before
    /// the write; it is dropped.
    pub(super) async fn written(&self, sitting: &Sitting) {
        sitting.is_stored.store(true, Ordering::Relaxed);
        let id = &sitting.attempt.id;
        if self.0.get(id).await.is_some_and(|cached| !ptr::eq(Arc::as_ptr(&cached), sitting)) {
            self.forget(id).await;
        }
    }

    /// Drops every attempt from the cache.
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
    /// The attempt, if the caller owns it or is an administrator.
    pub(super) async fn sitting(&self, actor: &Actor, id: &Id<Attempt>) -> Result<Arc<Sitting>> {
        let read = async {
            let attempt: Option<Attempt> = self.load(id).await?;
            Ok(attempt.map(|attempt| Sitting::new(attempt, None)))
        };
        let sitting = kept(&self.papers.0, id, |_| true, read).await?.ok_or(Error::NotFound("Attempt"))?;
        // Do not reveal that somebody else's attempt exists.
        actor.may_see(&sitting.attempt.user).map_err(|_| Error::NotFound("Attempt"))?;
        Ok(sitting)
    }

    /// Puts an attempt into the cache.
    pub(super) async fn keep_sitting(&self, attempt: Attempt, sheet: Option<Sheet>) {
        self.papers.0.insert(attempt.id.clone(), Sitting::new(attempt, sheet)).await;
    }

    /// The student's own attempt. Administrators read attempts but cannot take part in them.
    pub(super) async fn own_sitting(&self, actor: &Actor, id: &Id<Attempt>) -> Result<Arc<Sitting>> {
        let sitting = self.sitting(actor, id).await?;
        if actor.user_id().is_ok_and(|me| *me == sitting.attempt.user) {
            return Ok(sitting);
        }
        Err(Error::forbidden("forbidden", messages::FORBIDDEN))
    }

    /// The stored sheet, from memory if it is known to be the stored one.
    pub(super) async fn read_sheet(&self, sitting: &Sitting) -> Result<engine::Sheet> {
        let mut held = sitting.sheet.lock().await;
        let is_known = sitting.is_stored.load(Ordering::Relaxed) && self.knows_the_store();
        if let Some(sheet) = held.as_ref().filter(|_| is_known) {
            return Ok(sheet.sheet.0.clone());
        }
        let stored = self.load(&sitting.attempt.id.cast::<Sheet>()).await?.ok_or(Error::NotFound("Attempt"))?;
        Ok(held.insert(stored).sheet.0.clone())
    }
}
