//! What a student may hold at once: running attempts, and starts in a row (ruling 30).

use chrono::TimeDelta;
use serde::Serialize;
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{Attempt, PaperItems, QuizResult, Sheet, view::AssessmentRef};
use crate::{
    App, Error, Refusal, Result,
    accounts::User,
    bank::Revisions,
    catalogue::{Exam, ExamRef, Mode},
    clock::Instant,
    messages,
    statistics::{count_result, recount_student},
    store::{Call, Id, Record, retry_tx},
};

/// The most running attempts of a student.
const MOST_RUNNING: usize = 10;
/// The most starts of a student within a [`WINDOW`].
const MOST_STARTS: usize = 30;
const WINDOW: TimeDelta = TimeDelta::minutes(10);

/// The latest starts of a student, under the student's key.
///
/// Every start writes it in its own commit, over the version that it read. Isolation is snapshot:
/// without a shared record two starts at once would both count the attempts before them and both
/// pass. Attempts that end do not touch it, since the count only falls.
#[derive(Debug, Clone, SurrealValue)]
pub struct Starts {
    pub id: Id<Starts>,
    pub version: i64,
    /// The starts of the present window, the oldest first.
    pub at: Vec<Instant>,
}

impl Record for Starts {
    const TABLE: &'static str = "starts";
}

/// A running attempt as a refusal or a dashboard names it, so that a screen can offer to go on or to end it.
#[derive(Debug, Clone, Serialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunningAttempt {
    #[serde(rename = "_id")]
    pub id: Id<Attempt>,
    pub exam: ExamRef,
    pub assessment: AssessmentRef,
    pub year: Option<i64>,
    pub started_at: Instant,
    /// The earliest; a power-safe clock that stood still ends later.
    pub deadline: Option<Instant>,
}

/// What counts against a student who wants to start a test.
pub(super) struct Desk {
    starts: Starts,
    /// The oldest first.
    running: Vec<Running>,
}

/// A running attempt, as far as it decides.
struct Running {
    id: Id<Attempt>,
    exam: Id<Exam>,
    mode: Mode,
}

/// The bank of which a paper was drawn.
pub(super) struct Looked<'a> {
    /// The revisions of the years from which it comes.
    pub revisions: &'a Revisions,
    /// The number of [`App::edits`] before they were read.
    pub edits: u64,
}

/// Why a start is not admitted.
#[derive(Debug)]
pub(super) enum Obstacle {
    /// These attempts are in the way: the reason, its words, and which.
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

impl Desk {
    /// The starts with one more, where there is room for it; of a mock its exam is named.
    fn admit(self, mock_of: Option<&Id<Exam>>, now: Instant) -> Result<Starts, Obstacle> {
        let is_same = |one: &&Running| one.mode == Mode::Mock && Some(&one.exam) == mock_of;
        if let Some(mock) = self.running.iter().find(is_same) {
            return Err(Obstacle::Attempts("running-mock", messages::RUNNING_MOCK, vec![mock.id.clone()]));
        }
        if self.running.len() >= MOST_RUNNING {
            let all = self.running.into_iter().map(|one| one.id).collect();
            return Err(Obstacle::Attempts("too-many-running", messages::TOO_MANY_RUNNING, all));
        }
        self.count(now).map_err(Obstacle::Starts)
    }

    /// The starts with one more, whatever runs.
    pub(super) fn count(mut self, now: Instant) -> Result<Starts> {
        let starts = &mut self.starts;
        // A start that lies ahead was written by a clock that has been put right since.
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

/// What the store says when the student's starts have changed since they were read.
const OTHER_START: &str = "another start of this student";
/// Writes an attempt over the starts as they were read.
const WRITE: &str = "LET $version = (SELECT VALUE version FROM ONLY $starts.id) ?? 0; \
    IF $version != $starts.version { THROW 'another start of this student' }; \
    UPSERT ONLY $starts.id SET version = $starts.version + 1, at = $starts.at RETURN NONE; \
    CREATE ONLY $attempt.id CONTENT $attempt RETURN NONE; \
    CREATE ONLY $items.id CONTENT $items RETURN NONE; \
    CREATE ONLY $sheet.id CONTENT $sheet RETURN NONE;";

impl App {
    /// What counts against a student's next start.
    pub(super) async fn desk(&self, user: &Id<User>) -> Result<Desk> {
        let id = Starts::key(user);
        let (starts, mut sittings) = tokio::try_join!(self.load(&id), self.running_sittings(user))?;
        sittings.sort_by_key(|sitting| sitting.attempt.started_at);
        let running = sittings.iter().map(|sitting| {
            let Attempt { id, exam, mode, .. } = &sitting.attempt;
            Running { id: id.clone(), exam: exam.clone(), mode: *mode }
        });
        let running = running.collect();
        Ok(Desk { starts: starts.unwrap_or(Starts { id, version: 0, at: Vec::new() }), running })
    }

    /// The starts with one more, where there is room for it; of a mock its exam is named.
    ///
    /// # Errors
    /// [`Error::Conflict`] with the attempts in the way under `attempts`: `running-mock` or
    /// `too-many-running`; [`Error::TooMany`] after too many starts in a row.
    pub(super) async fn admit(&self, desk: Desk, mock_of: Option<&Id<Exam>>) -> Result<Starts> {
        let (reason, message, ids) = match desk.admit(mock_of, self.now()) {
            Ok(starts) => return Ok(starts),
            Err(Obstacle::Starts(error)) => return Err(error),
            Err(Obstacle::Attempts(reason, message, ids)) => (reason, message, ids),
        };
        let attempts = serde_json::to_value(self.running_told(ids).await?).map_err(Error::internal)?;
        Err(Error::Conflict(Refusal::new(reason, message).with("attempts", attempts)))
    }

    /// A student's running tests, the oldest first.
    pub(super) async fn running_attempts(&self, user: &Id<User>) -> Result<Vec<RunningAttempt>> {
        let running = self.running_sittings(user).await?;
        self.running_told(running.iter().map(|sitting| sitting.attempt.id.clone()).collect()).await
    }

    async fn running_told(&self, ids: Vec<Id<Attempt>>) -> Result<Vec<RunningAttempt>> {
        let sql = "SELECT id, exam.{id, title, slug} AS exam, assessment.{id, title, slug} AS assessment, \
            year, started_at, deadline FROM $ids ORDER BY started_at";
        self.store.query(sql).bind(("ids", ids)).all().await
    }

    /// Stores a started attempt, and with `result` one that has ended already, in one commit with the
    /// student's starts; `looked` says of which bank its paper was drawn, where that is known.
    ///
    /// A question may be deleted while a paper with it is drawn, and neither commit sees the other
    /// (isolation is snapshot), nor may all starts of a year meet in one shared record. So both sides
    /// write first and look afterwards: a question goes in two commits, out of use with a new revision
    /// of its year, and then away if no attempt holds it; a start stores its attempt, and then asks
    /// whether the years still have the revisions that it drew from. Whichever commit comes second,
    /// its side sees the other: either the delete finds the attempt, or the start finds the question
    /// out of use and takes its attempt and its place among the starts back.
    ///
    /// # Errors
    /// [`Error::Contended`] when another start of the student was first, or when a question of the
    /// paper went out of use meanwhile: the caller looks and draws again.
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

    /// Whether the years of the paper are as they were when it was drawn.
    async fn stands(&self, attempt: &Attempt, looked: Option<Looked<'_>>) -> Result<bool> {
        let Some(Looked { revisions, edits }) = looked else { return Ok(false) };
        Ok(self.is_unedited_since(edits) || self.revisions(&attempt.subjects, &attempt.years).await? == *revisions)
    }

    /// Whether each item of the paper is there and in use.
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
