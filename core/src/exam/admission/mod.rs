//! Limits of a student: running attempts, and starts in a row (ruling 30).

use std::collections::HashSet;

use chrono::TimeDelta;
use serde::Serialize;
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{
    Attempt, PaperItems, QuizResult, Sheet,
    engine::ItemId,
    sums::{count_result, recount_student},
    view::AssessmentRef,
};
use crate::{
    App, Error, Refusal, Result,
    bank::{Question, Revisions},
    catalogue::{Exam, ExamRef, Mode},
    clock::Instant,
    messages,
    people::User,
    store::{Call, Id, Record, retry_tx},
};

/// Running attempts per student.
const MOST_RUNNING: usize = 10;
/// Starts per student within a [`WINDOW`].
const MOST_STARTS: usize = 30;
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

/// The starts and running attempts of a student, by which a further start is admitted.
pub(super) struct StartLimits {
    starts: Starts,
    /// The questions of papers that were fetched ahead. No other test draws them meanwhile: while such a paper is out,
    /// their keys are secret.
    pub fetched: HashSet<Id<Question>>,
    /// The items of running mocks.
    pub in_mocks: HashSet<ItemId>,
    /// The oldest first.
    running: Vec<Running>,
}

/// A running attempt, as far as admission needs it.
struct Running {
    id: Id<Attempt>,
    exam: Id<Exam>,
    mode: Mode,
    /// Whether its paper was fetched ahead.
    ahead: bool,
}

/// The state of the bank from which a paper was drawn.
pub(super) struct Looked<'a> {
    /// The revisions of the paper's years.
    pub revisions: &'a Revisions,
    /// The number of [`App::edits`] before they were read.
    pub edits: u64,
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
    /// Adds a start if the limits allow it; `exam` is given for a mock.
    fn admit(self, mock_of: Option<&Id<Exam>>, now: Instant) -> Result<Starts, Obstacle> {
        let is_same = |one: &&Running| one.mode == Mode::Mock && Some(&one.exam) == mock_of;
        if let Some(mock) = self.running.iter().find(is_same) {
            let message = if mock.ahead { messages::FETCHED_MOCK } else { messages::RUNNING_MOCK };
            return Err(Obstacle::Attempts("running-mock", message, vec![mock.id.clone()]));
        }
        if self.running.len() >= MOST_RUNNING {
            let all = self.running.into_iter().map(|one| one.id).collect();
            return Err(Obstacle::Attempts("too-many-running", messages::TOO_MANY_RUNNING, all));
        }
        self.count(now).map_err(Obstacle::Starts)
    }

    /// No further start, for a test that was taken before.
    pub(super) fn uncounted(self) -> Starts {
        self.starts
    }

    /// Adds a start, regardless of running attempts.
    pub(super) fn count(mut self, now: Instant) -> Result<Starts> {
        let starts = &mut self.starts;
        // A start in the future was written by a clock that has been corrected since.
        starts.at.retain(|at| *at <= now && now - *at < WINDOW);
        if let Some(first) = starts.at.len().checked_sub(MOST_STARTS).and_then(|spare| starts.at.get(spare)) {
            let left = (*first + WINDOW - now).num_seconds();
            let refusal = Refusal::new("too-many-starts", messages::TOO_MANY_STARTS);
            return Err(Error::TooMany { refusal, retry_after: left.unsigned_abs() + 1 });
        }
        starts.at.push(now);
        Ok(self.starts)
    }
}

/// The store's error if the student's starts have changed since they were read.
const OTHER_START: &str = "another start of this student";
/// Writes an attempt over the starts as they were read.
const WRITE: &str = "LET $version = (SELECT VALUE version FROM ONLY $starts.id) ?? 0; \
    IF $version != $starts.version { THROW 'another start of this student' }; \
    UPSERT ONLY $starts.id SET version = $starts.version + 1, at = $starts.at RETURN NONE; \
    CREATE ONLY $attempt.id CONTENT $attempt RETURN NONE; \
    CREATE ONLY $items.id CONTENT $items RETURN NONE; \
    CREATE ONLY $sheet.id CONTENT $sheet RETURN NONE;";

impl App {
    /// Reads the starts and running attempts of a student.
    pub(super) async fn start_limits(&self, user: &Id<User>) -> Result<StartLimits> {
        let id = Starts::key(user);
        let (starts, mut sittings) = tokio::try_join!(self.load(&id), self.running_sittings(user))?;
        sittings.sort_by_key(|sitting| sitting.attempt.started_at);
        let running = sittings.iter().map(|sitting| {
            let Attempt { id, exam, mode, .. } = &sitting.attempt;
            Running { id: id.clone(), exam: exam.clone(), mode: *mode, ahead: sitting.terms.ahead.is_some() }
        });
        let running = running.collect();
        let ahead = sittings.iter().filter(|sitting| sitting.terms.ahead.is_some());
        let fetched = ahead.flat_map(|sitting| sitting.attempt.questions()).map(|item| item.question.clone()).collect();
        let mocks = sittings.iter().filter(|sitting| sitting.attempt.mode == Mode::Mock);
        let in_mocks = mocks.flat_map(|mock| mock.terms.items.keys().cloned()).collect();
        Ok(StartLimits {
            fetched,
            in_mocks,
            starts: starts.unwrap_or(Starts { id, version: 0, at: Vec::new() }),
            running,
        })
    }

    /// Adds a start if the limits allow it; `exam` is given for a mock.
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
        let running = self.running_sittings(user).await?;
        self.running_views(running.iter().map(|sitting| sitting.attempt.id.clone()).collect()).await
    }

    async fn running_views(&self, ids: Vec<Id<Attempt>>) -> Result<Vec<RunningAttempt>> {
        let sql = "SELECT id, exam.{id, title, slug} AS exam, assessment.{id, title, slug} AS assessment, \
            year, started_at, deadline FROM $ids ORDER BY started_at";
        self.store.query(sql).bind(("ids", ids)).all().await
    }

    /// Stores a started attempt (with `result`, a finished one) in one commit with the student's starts. `looked` is
    /// the state of the bank from which its paper was drawn, if known.
    ///
    /// A question may be deleted while a paper with it is drawn. Snapshot isolation hides the two commits from each
    /// other, and a shared record per year would make all starts conflict. So both sides write first and check
    /// afterwards. A deletion has two commits: it takes the question out of use with a new revision of its year, then
    /// deletes it if no attempt holds it. A start stores its attempt, then checks that the years still have the
    /// revisions it drew from. Whichever side is second sees the other: the deletion finds the attempt, or the start
    /// finds the new revision and withdraws its attempt.
    ///
    /// # Errors
    /// [`Error::Contended`] if another start of the student was first, or a question of the paper went out of use
    /// meanwhile. The caller checks and draws again.
    pub(super) async fn store_attempt(
        &self,
        starts: Starts,
        attempt: &Attempt,
        sheet: &Sheet,
        result: Option<QuizResult>,
        looked: Option<Looked<'_>>,
    ) -> Result<()> {
        let (id, at) = (starts.id.clone(), starts.at.last().copied());
        let was_other = |error| match error {
            Error::Internal(message) if message.contains(OTHER_START) => Error::Contended,
            other => other,
        };
        match &result {
            None => {
                let sql = format!("BEGIN; {WRITE} COMMIT;");
                with_rows(self.store.write(&sql), starts, attempt, sheet).done().await.map_err(was_other)?;
            }
            Some(result) => {
                let tx = self.store.begin().await?;
                let sql = format!("{WRITE} CREATE ONLY $result.id CONTENT $result RETURN NONE;");
                let call = with_rows(tx.query(&sql), starts, attempt, sheet).bind(("result", result.clone()));
                call.done().await.map_err(was_other)?;
                count_result(&tx, result, self.now()).await?;
                tx.commit().await?;
            }
        }
        if self.stands(attempt, looked).await? || self.is_in_use_whole(attempt).await? {
            return Ok(());
        }
        retry_tx(async || {
            let tx = self.store.begin().await?;
            let sql = "DELETE $result RETURN NONE; DELETE $sheet RETURN NONE; DELETE $attempt RETURN NONE; \
                DELETE $items RETURN NONE; \
                UPDATE $starts SET version += 1, at -= $at RETURN NONE;";
            let call = tx.query(sql).bind(("result", attempt.id.cast::<QuizResult>())).bind(("starts", id.clone()));
            let call = call.bind(("at", at)).bind(("sheet", sheet.id.clone())).bind(("attempt", attempt.id.clone()));
            let call = call.bind(("items", attempt.id.cast::<PaperItems>()));
            call.done().await?;
            if result.is_some() {
                recount_student(&tx, &attempt.user).await?;
            }
            tx.commit().await
        })
        .await?;
        Err(Error::Contended)
    }

    /// Whether the years of the paper are unchanged since it was drawn.
    async fn stands(&self, attempt: &Attempt, looked: Option<Looked<'_>>) -> Result<bool> {
        let Some(Looked { revisions, edits }) = looked else { return Ok(false) };
        Ok(self.is_unedited_since(edits) || self.revisions(&attempt.subjects, &attempt.years).await? == *revisions)
    }

    /// Whether each item of the paper exists and is in use.
    async fn is_in_use_whole(&self, attempt: &Attempt) -> Result<bool> {
        let questions = attempt.questions().map(|item| item.question.link());
        let items: Vec<RecordId> = questions.chain(attempt.theories().map(Id::link)).collect();
        let wanted = items.len();
        let sql = "SELECT VALUE id FROM $items WHERE status = true";
        let found: Vec<RecordId> = self.store.query(sql).bind(("items", items)).all().await?;
        Ok(found.len() == wanted)
    }
}

/// The values that [`WRITE`] writes.
fn with_rows<'a>(call: Call<'a>, starts: Starts, attempt: &Attempt, sheet: &Sheet) -> Call<'a> {
    let call = call.bind(("starts", starts)).bind(("attempt", attempt.clone())).bind(("sheet", sheet.clone()));
    call.bind(("items", PaperItems::of(attempt)))
}

#[cfg(test)]
mod tests;
