//! Limits of a student: running attempts, and starts in a row (ruling 30).

mod commit;

use std::collections::HashSet;

use chrono::TimeDelta;
use futures::future::join_all;
use serde::Serialize;
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

pub(crate) use commit::NewAttempt;
pub(super) use commit::{DrawnFrom, Finished};

use super::{Attempt, engine::ItemId, resume::AttemptRefs, view::AssessmentRef};
use crate::{
    App, Error, Refusal, Result,
    bank::Question,
    catalogue::{Exam, ExamRef, Mode},
    clock::Instant,
    messages,
    people::{Actor, User},
    store::{Id, Record},
};

/// Running attempts per student.
const MAX_RUNNING_ATTEMPTS: usize = 10;
/// Starts per student within a [`WINDOW`].
const MAX_STARTS: usize = 30;
const WINDOW: TimeDelta = TimeDelta::minutes(10);

/// The latest starts of a student, under the student's key.
///
/// Every start writes it in its own commit, over the version that it read. Without a shared record, snapshot
/// isolation would let two concurrent starts both count the earlier attempts and both pass. Attempts that end do not
/// touch it, because the count only falls.
#[derive(Debug, Clone, SurrealValue)]
pub struct Starts {
    pub id: Id<Starts>,
    pub version: i64,
    /// The starts of the present window, oldest first.
    pub at: Vec<Instant>,
}

impl Record for Starts {
    const TABLE: &'static str = "starts";
}

/// A running attempt in a refusal or on a dashboard, so that a screen can offer to continue or end it.
#[derive(Debug, Clone, Serialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunningAttempt {
    #[serde(rename = "_id")]
    pub id: Id<Attempt>,
    pub exam: ExamRef,
    pub assessment: AssessmentRef,
    pub year: Option<i64>,
    pub started_at: Instant,
    /// The earliest deadline. A power-safe clock that was paused ends later.
    pub deadline: Option<Instant>,
}

/// The student's recent starts and running attempts. A new start is checked against them.
pub(super) struct StartLimits {
    starts: Starts,
    /// The questions of papers that were fetched ahead. No other test may draw them until that mock has its result,
    /// because their keys are still secret.
    pub fetched: HashSet<Id<Question>>,
    /// The items of running mocks.
    pub in_mocks: HashSet<ItemId>,
    /// Oldest first.
    running: Vec<Running>,
}

/// The fields of a running attempt that admission checks.
struct Running {
    id: Id<Attempt>,
    exam: Id<Exam>,
    mode: Mode,
    /// Whether its paper was fetched ahead.
    ahead: bool,
}

/// Why a start is refused.
#[derive(Debug)]
pub(super) enum Obstacle {
    /// Running attempts are in the way: reason, message, and the attempts.
    Attempts(&'static str, &'static str, Vec<Id<Attempt>>),
    /// Too many starts in a row.
    Starts(Error),
}

impl Starts {
    /// The key of a student's starts.
    pub fn key(user: &Id<User>) -> Id<Self> {
        user.cast()
    }
}

impl StartLimits {
    /// Adds a start at `now`, if the limits allow it. `mock_of` is the exam of a mock.
    fn admit(self, mock_of: Option<&Id<Exam>>, now: Instant) -> Result<Starts, Obstacle> {
        let is_same = |one: &&Running| one.mode == Mode::Mock && Some(&one.exam) == mock_of;
        if let Some(mock) = self.running.iter().find(is_same) {
            let message = if mock.ahead { messages::FETCHED_MOCK } else { messages::RUNNING_MOCK };
            return Err(Obstacle::Attempts("running-mock", message, vec![mock.id.clone()]));
        }
        if self.running.len() >= MAX_RUNNING_ATTEMPTS {
            let all = self.running.into_iter().map(|one| one.id).collect();
            return Err(Obstacle::Attempts("too-many-running", messages::TOO_MANY_RUNNING, all));
        }
        self.count(now).map_err(Obstacle::Starts)
    }

    /// The starts without a new one, for a test that was taken earlier.
    pub(super) fn uncounted(self) -> Starts {
        self.starts
    }

    /// Adds a start at `now`, whatever the running attempts. Fails if there were too many starts within [`WINDOW`].
    pub(super) fn count(mut self, now: Instant) -> Result<Starts> {
        let starts = &mut self.starts;
        // A start in the future was written by a clock that has been corrected since.
        starts.at.retain(|at| *at <= now && now - *at < WINDOW);
        if let Some(first) = starts.at.len().checked_sub(MAX_STARTS).and_then(|spare| starts.at.get(spare)) {
            let left = (*first + WINDOW - now).num_seconds();
            let refusal = Refusal::new("too-many-starts", messages::TOO_MANY_STARTS);
            return Err(Error::TooMany { refusal, retry_after: left.unsigned_abs() + 1 });
        }
        starts.at.push(now);
        Ok(self.starts)
    }
}

impl App {
    /// Reads the starts and running attempts of a student.
    pub(super) async fn start_limits(&self, user: &Id<User>) -> Result<StartLimits> {
        let starts = self.load(&Starts::key(user)).await?;
        self.limits_with(user, starts).await
    }

    /// Reads the running attempts of a student with these stored starts.
    pub(super) async fn limits_with(&self, user: &Id<User>, starts: Option<Starts>) -> Result<StartLimits> {
        let starts = starts.unwrap_or(Starts { id: Starts::key(user), version: 0, at: Vec::new() });
        let mut cached_attempts = self.running_attempts_at_version(user, starts.version).await?;
        cached_attempts.sort_by_key(|cached| cached.attempt.started_at);
        let running = cached_attempts.iter().map(|cached| {
            let Attempt { id, exam, mode, .. } = &cached.attempt;
            Running { id: id.clone(), exam: exam.clone(), mode: *mode, ahead: cached.terms.ahead.is_some() }
        });
        let running = running.collect();
        let ahead = cached_attempts.iter().filter(|cached| cached.terms.ahead.is_some());
        let fetched = ahead.flat_map(|cached| cached.attempt.questions()).map(|item| item.question.clone()).collect();
        let mocks = cached_attempts.iter().filter(|cached| cached.attempt.mode == Mode::Mock);
        let in_mocks = mocks.flat_map(|mock| mock.terms.items.keys().cloned()).collect();
        Ok(StartLimits { fetched, in_mocks, starts, running })
    }

    /// Adds a start, if the limits allow it. The caller stores the returned starts together with the attempt. `mock_of`
    /// is the exam of a mock.
    ///
    /// # Errors
    /// [`Error::Conflict`] with the attempts in the way under `attempts`: `running-mock` or
    /// `too-many-running`; [`Error::TooMany`] after too many starts in a row.
    pub(super) async fn admit(&self, limits: StartLimits, mock_of: Option<&Id<Exam>>) -> Result<Starts> {
        let (reason, message, ids) = match limits.admit(mock_of, self.now()) {
            Ok(starts) => return Ok(starts),
            Err(Obstacle::Starts(error)) => return Err(error),
            Err(Obstacle::Attempts(reason, message, ids)) => (reason, message, ids),
        };
        let attempts = serde_json::to_value(self.running_views(ids).await?).map_err(Error::internal)?;
        Err(Error::Conflict(Refusal::new(reason, message).with("attempts", attempts)))
    }

    /// A student's running tests, the oldest first.
    pub(super) async fn running_attempts(&self, user: &Id<User>) -> Result<Vec<RunningAttempt>> {
        let mut running = self.cached_running_attempts(user).await?;
        running.sort_by_key(|cached| cached.attempt.started_at);
        self.running_views(running.iter().map(|cached| cached.attempt.id.clone()).collect()).await
    }

    async fn running_views(&self, ids: Vec<Id<Attempt>>) -> Result<Vec<RunningAttempt>> {
        let views = join_all(ids.iter().map(|id| self.running_view(id))).await;
        // A new attempt may have been withdrawn since it was found.
        views.into_iter().filter(|view| !matches!(view, Err(Error::NotFound(_)))).collect()
    }

    async fn running_view(&self, id: &Id<Attempt>) -> Result<RunningAttempt> {
        let cached = self.cached_attempt(&Actor::Operator, id).await?;
        let AttemptRefs { exam, assessment, .. } = self.attempt_refs(&cached).await?;
        let Attempt { year, started_at, deadline, .. } = cached.attempt;
        Ok(RunningAttempt { id: id.clone(), exam, assessment, year, started_at, deadline })
    }
}

#[cfg(test)]
mod tests;
