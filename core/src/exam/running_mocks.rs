//! Keeps the keys of a running test secret: no other call shows them to its student (ruling 29).

use std::{collections::HashSet, sync::Arc};

use super::{
    Attempt, Starts,
    attempt_cache::CachedAttempt,
    engine::{self, ItemId},
};
use crate::{
    App, Error, Refusal, Result,
    catalogue::Mode,
    messages,
    people::{Actor, User},
    store::Id,
};

/// The refusal reason while a mock runs.
pub(super) const IN_RUNNING_MOCK: &str = "in-running-mock";

/// An upper limit for the query; more than a student can have running.
const MAX_RUNNING: usize = 100;

impl App {
    /// Fails if the item is in a running mock of the caller, whose key must stay secret.
    ///
    /// # Errors
    /// [`Error::Conflict`], `in-running-mock`, with the mock under `attempt`.
    pub(crate) async fn must_not_be_in_mock(
        &self,
        actor: &Actor,
        items: impl IntoIterator<Item = ItemId>,
    ) -> Result<()> {
        let Ok(user) = actor.user_id() else { return Ok(()) };
        refuse_shared(&self.running_mocks(user).await?, items)
    }

    /// Fails if one of the items is in a running attempt of the student.
    ///
    /// # Errors
    /// [`Error::Conflict`], `in-running-mock` or `in-running-attempt`, with the attempt under `attempt`.
    pub(super) async fn must_not_run(&self, user: &Id<User>, items: impl IntoIterator<Item = ItemId>) -> Result<()> {
        refuse_shared(&self.cached_running_attempts(user).await?, items)
    }

    /// Fails if one of the answered questions of a test is in a running mock of the student: marking it repeatedly
    /// would reveal the key (ruling 29).
    ///
    /// # Errors
    /// [`Error::Conflict`], `in-running-mock`, with the mock under `attempt`.
    pub(super) async fn require_markable(&self, attempt: &Attempt, sheet: &engine::AnswerSheet) -> Result<()> {
        if attempt.mode == Mode::Mock {
            return Ok(());
        }
        match refuse_shared(&self.running_mocks(&attempt.user).await?, sheet.answers.keys().cloned()) {
            Err(Error::Conflict(refusal)) => {
                Err(Error::Conflict(Refusal { message: messages::MARKED_AFTER_MOCK.into(), ..refusal }))
            }
            other => other,
        }
    }

    /// The items of the caller's running mocks.
    pub(crate) async fn items_in_mock(&self, actor: &Actor) -> Result<HashSet<ItemId>> {
        let Ok(user) = actor.user_id() else { return Ok(HashSet::new()) };
        self.items_in_mocks_of(user).await
    }

    /// The caller's mocks that were fetched ahead and, as far as the server knows, not opened.
    pub(crate) async fn sealed_mocks(&self, actor: &Actor) -> Result<HashSet<Id<Attempt>>> {
        let Ok(user) = actor.user_id() else { return Ok(HashSet::new()) };
        let mut sealed = HashSet::new();
        for cached in self.running_mocks(user).await? {
            if cached.terms.ahead.is_some() && cached.terms.is_sealed(&self.read_sheet(&cached).await?) {
                sealed.insert(cached.attempt.id.clone());
            }
        }
        Ok(sealed)
    }

    /// The items of a student's running mocks.
    pub(super) async fn items_in_mocks_of(&self, user: &Id<User>) -> Result<HashSet<ItemId>> {
        let mocks = self.running_mocks(user).await?;
        Ok(mocks.iter().flat_map(|cached| cached.terms.items.keys().cloned()).collect())
    }

    /// The running mocks of a student.
    async fn running_mocks(&self, user: &Id<User>) -> Result<Vec<Arc<CachedAttempt>>> {
        let mut running = self.cached_running_attempts(user).await?;
        running.retain(|cached| cached.attempt.mode == Mode::Mock);
        Ok(running)
    }

    /// The running attempts of a student, except overdue ones.
    pub(super) async fn cached_running_attempts(&self, user: &Id<User>) -> Result<Vec<Arc<CachedAttempt>>> {
        let starts = if self.may_use_cache() { self.load(&Starts::key(user)).await? } else { None };
        self.running_attempts_at_version(user, starts.map_or(0, |starts| starts.version)).await
    }

    /// The running attempts of a student, except overdue ones. `version` is that of the student's stored starts, read
    /// before the call.
    pub(super) async fn running_attempts_at_version(
        &self,
        user: &Id<User>,
        version: i64,
    ) -> Result<Vec<Arc<CachedAttempt>>> {
        let known = if self.may_use_cache() { self.attempt_cache.known_running(user, version).await } else { None };
        let mut running = match known {
            Some(running) => running,
            None => self.read_running_attempts(user, version).await?,
        };
        running.retain(|cached| !cached.terms.is_overdue(self.now()));
        Ok(running)
    }

    async fn read_running_attempts(&self, user: &Id<User>, version: i64) -> Result<Vec<Arc<CachedAttempt>>> {
        let sql =
            format!("SELECT VALUE attempt FROM sheet WHERE user = $user AND state = 'running' LIMIT {MAX_RUNNING}");
        let open: Vec<Id<Attempt>> = self.store.query(&sql).bind(("user", user.clone())).all().await?;
        if self.may_use_cache() {
            self.attempt_cache.remember_running(user, version, &open).await;
        }
        let mut running = Vec::with_capacity(open.len());
        for id in open {
            match self.cached_attempt(&Actor::Operator, &id).await {
                // A new attempt may have been withdrawn since it was found.
                Err(Error::NotFound(_)) => {}
                cached => running.push(cached?),
            }
        }
        Ok(running)
    }
}

fn refuse_shared(running: &[Arc<CachedAttempt>], items: impl IntoIterator<Item = ItemId>) -> Result<()> {
    if running.is_empty() {
        return Ok(());
    }
    let items: Vec<ItemId> = items.into_iter().collect();
    let holds = |cached: &&Arc<CachedAttempt>| items.iter().any(|item| cached.terms.items.contains_key(item));
    // If several attempts contain items, names a mock: it decides what may be shown.
    let is_mock = |cached: &&Arc<CachedAttempt>| cached.attempt.mode == Mode::Mock;
    let holders: Vec<_> = running.iter().filter(holds).collect();
    let Some(holder) = holders.iter().copied().find(is_mock).or(holders.first().copied()) else { return Ok(()) };
    let (reason, message) = match holder.attempt.mode {
        Mode::Mock if holder.terms.ahead.is_some() => (IN_RUNNING_MOCK, messages::IN_FETCHED_MOCK),
        Mode::Mock => (IN_RUNNING_MOCK, messages::IN_RUNNING_MOCK),
        Mode::Study | Mode::Practice => ("in-running-attempt", messages::IN_RUNNING_ATTEMPT),
    };
    Err(Error::Conflict(Refusal::new(reason, message).with("attempt", holder.attempt.id.to_string())))
}
