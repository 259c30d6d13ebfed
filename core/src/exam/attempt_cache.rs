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

use super::{Attempt, StoredSheet, engine, resume::AttemptRefs};
use crate::{
    App, Error, Result,
    cached::get_or_read,
    messages,
    people::{Actor, User},
    store::Id,
};

/// An unused attempt is evicted after this time.
const IDLE: Duration = Duration::from_secs(30 * 60);
/// Size limit of the cache, in bytes: 3,500 attempts of 40 questions, or 790 of 180. Other attempts are read when
/// needed.
const MEMORY: u64 = 96 << 20;
/// Memory per question: five ids in the paper, five in the terms, and its answer.
const QUESTION: usize = 700;
/// Maximum memory per theory question: its answer has up to 20,000 characters of at most 4 bytes.
const THEORY: usize = 80_700;

/// Students whose running attempts are known, at most.
const MAX_STUDENTS: u64 = 20_000;

/// Running attempts in memory. The cached sheet may be stale. A write names the version that it read, so a stale sheet
/// is detected and read again.
pub struct AttemptCache {
    attempts: Cache<Id<Attempt>, Arc<CachedAttempt>>,
    running: Cache<Id<User>, RunningIds>,
}

/// The attempts of a student that were running when the student's starts had this version. Every start raises the
/// version. So while it is the same, no other attempt is running, but some of these may have ended.
#[derive(Clone)]
struct RunningIds {
    version: i64,
    attempts: Arc<[Id<Attempt>]>,
}

/// A cached attempt.
pub(super) struct CachedAttempt {
    pub attempt: Attempt,
    pub terms: engine::Terms,
    pub sheet: Mutex<Option<StoredSheet>>,
    /// Whether the sheet is the stored one and the attempt is running: its start or last write went through this copy,
    /// is known to have succeeded and did not end the attempt. Changed only while the sheet is locked.
    is_stored: AtomicBool,
    /// The titles, with the number of [`App::edits`] before they were read.
    refs: RwLock<Option<(u64, AttemptRefs)>>,
}

impl CachedAttempt {
    fn new(attempt: Attempt) -> Self {
        Self {
            terms: attempt.terms(),
            attempt,
            sheet: Mutex::new(None),
            is_stored: AtomicBool::new(false),
            refs: RwLock::new(None),
        }
    }

    /// Marks the sheet as unknown while it is written. If the caller disconnects, the outcome stays unknown.
    pub fn begin_write(&self) {
        self.is_stored.store(false, Ordering::Relaxed);
    }

    /// The titles, if they were read when [`App::edits`] had this value.
    pub fn refs_at(&self, edits: u64) -> Option<AttemptRefs> {
        let refs = self.refs.read().unwrap_or_else(PoisonError::into_inner);
        refs.as_ref().filter(|(at, _)| *at == edits).map(|(_, refs)| refs.clone())
    }

    /// Stores the titles, which were read when [`App::edits`] had this value.
    pub fn keep_refs(&self, edits: u64, refs: AttemptRefs) {
        *self.refs.write().unwrap_or_else(PoisonError::into_inner) = Some((edits, refs));
    }

    /// The maximum size in bytes, with every question answered.
    fn bytes(&self) -> u32 {
        let bytes = QUESTION * (1 + self.attempt.questions().count()) + THEORY * self.attempt.theories().count();
        bytes.try_into().unwrap_or(u32::MAX)
    }
}

impl AttemptCache {
    /// An empty cache.
    pub fn new() -> Self {
        let attempts = Cache::builder().max_capacity(MEMORY).weigher(|_, cached: &Arc<CachedAttempt>| cached.bytes());
        let attempts = attempts.eviction_policy(EvictionPolicy::lru()).time_to_idle(IDLE).build();
        Self { attempts, running: Cache::builder().max_capacity(MAX_STUDENTS).time_to_idle(IDLE).build() }
    }

    /// Drops this attempt from the cache.
    pub(crate) async fn invalidate(&self, id: &Id<Attempt>) {
        self.attempts.invalidate(id).await;
    }

    /// Records that this copy's sheet was written. If the cache now holds another copy of the attempt, that copy was
    /// read before the write, and is dropped. So is an attempt that has ended, because it is rarely read again.
    pub(super) async fn record_write(&self, cached: &CachedAttempt, is_running: bool) {
        cached.is_stored.store(is_running, Ordering::Relaxed);
        let id = &cached.attempt.id;
        let is_other = |other: Arc<CachedAttempt>| !ptr::eq(Arc::as_ptr(&other), cached);
        if !is_running || self.attempts.get(id).await.is_some_and(is_other) {
            self.invalidate(id).await;
        }
    }

    /// The running attempts of a student whose starts have this version in the store. `None` if they are not known.
    pub(super) async fn known_running(&self, user: &Id<User>, version: i64) -> Option<Vec<Arc<CachedAttempt>>> {
        let known = self.running.get(user).await.filter(|known| known.version == version)?;
        let mut running = Vec::with_capacity(known.attempts.len());
        for id in known.attempts.iter() {
            let cached = self.attempts.get(id).await?;
            running.push(cached.is_stored.load(Ordering::Relaxed).then_some(cached)?);
        }
        Some(running)
    }

    /// Remembers a student's running attempts. `version` is that of the starts, read before the attempts were.
    pub(super) async fn remember_running(&self, user: &Id<User>, version: i64, attempts: &[Id<Attempt>]) {
        self.running.insert(user.clone(), RunningIds { version, attempts: attempts.into() }).await;
    }

    /// Puts a new attempt into the cache before it is stored, so that there is only one copy of it. The titles were read
    /// when [`App::edits`] had the value `edits`.
    pub(super) async fn insert_new(
        &self,
        attempt: Attempt,
        sheet: StoredSheet,
        (edits, refs): (u64, AttemptRefs),
    ) -> Arc<CachedAttempt> {
        let id = attempt.id.clone();
        let cached = Arc::new(CachedAttempt { sheet: Mutex::new(Some(sheet)), ..CachedAttempt::new(attempt) });
        cached.keep_refs(edits, refs);
        self.attempts.insert(id, cached.clone()).await;
        cached
    }

    /// Records that a new attempt was stored. `version` is that of the student's starts before it.
    pub(super) async fn record_start(&self, version: i64, cached: &CachedAttempt) {
        let held = cached.sheet.lock().await;
        // After a first event, the copy knows by itself whether its sheet is the stored one.
        if held.as_ref().is_some_and(|sheet| sheet.version == 0) {
            cached.is_stored.store(true, Ordering::Relaxed);
        }
        drop(held);
        let (id, user) = (cached.attempt.id.clone(), &cached.attempt.user);
        if let Some(known) = self.running.get(user).await.filter(|known| known.version == version) {
            let attempts: Vec<_> = known.attempts.iter().cloned().chain([id]).collect();
            self.remember_running(user, version + 1, &attempts).await;
        }
    }

    /// Forgets the running attempts of a student whose starts were deleted: their versions begin again.
    pub(crate) async fn forget_running(&self, user: &Id<User>) {
        self.running.invalidate(user).await;
    }

    /// Drops every attempt from the cache.
    pub(crate) fn clear(&self) {
        self.attempts.invalidate_all();
        self.running.invalidate_all();
    }
}

impl Default for AttemptCache {
    fn default() -> Self {
        Self::new()
    }
}

impl App {
    /// The attempt, if the caller owns it or is an administrator.
    pub(super) async fn cached_attempt(&self, actor: &Actor, id: &Id<Attempt>) -> Result<Arc<CachedAttempt>> {
        let read = async {
            let attempt: Option<Attempt> = self.load(id).await?;
            Ok(attempt.map(|attempt| Arc::new(CachedAttempt::new(attempt))))
        };
        let cached =
            get_or_read(&self.attempt_cache.attempts, id, |_| true, read).await?.ok_or(Error::NotFound("Attempt"))?;
        // Do not reveal that somebody else's attempt exists.
        actor.require_access_to(&cached.attempt.user).map_err(|_| Error::NotFound("Attempt"))?;
        Ok(cached)
    }

    /// The student's own attempt. Administrators read attempts but cannot take part in them.
    pub(super) async fn own_cached_attempt(&self, actor: &Actor, id: &Id<Attempt>) -> Result<Arc<CachedAttempt>> {
        let cached = self.cached_attempt(actor, id).await?;
        if actor.user_id().is_ok_and(|me| *me == cached.attempt.user) {
            return Ok(cached);
        }
        Err(Error::forbidden("forbidden", messages::FORBIDDEN))
    }

    /// The stored sheet, without a query if the sheet in memory is known to be current.
    pub(super) async fn read_sheet(&self, cached: &CachedAttempt) -> Result<engine::AnswerSheet> {
        let mut held = cached.sheet.lock().await;
        let is_known = cached.is_stored.load(Ordering::Relaxed) && self.may_use_cache();
        if let Some(sheet) = held.as_ref().filter(|_| is_known) {
            return Ok(sheet.answers.0.clone());
        }
        let stored = self.load(&cached.attempt.id.cast::<StoredSheet>()).await?.ok_or(Error::NotFound("Attempt"))?;
        Ok(held.insert(stored).answers.0.clone())
    }
}
