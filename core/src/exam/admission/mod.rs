//! Limits of a student: running attempts, and starts in a row (ruling 30).

use std::collections::HashSet;

use chrono::TimeDelta;
use serde::Serialize;
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{
    Attempt, PaperItems, QuizResult, StoredSheet,
    engine::ItemId,
    student_totals::{count_results, recount_student},
    view::AssessmentRef,
};
use crate::{
    App, Error, Refusal, Result,
    bank::{Question, Revisions},
    catalogue::{Exam, ExamRef, Mode},
    clock::Instant,
    messages,
    people::User,
    store::{Call, Id, Record, Store, retry_tx},
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

/// The state of the bank from which a paper was drawn.
pub(super) struct DrawnFrom<'a> {
    /// The revisions of the paper's years.
    pub revisions: &'a Revisions,
    /// The value of [`App::edits`], read before the revisions.
    pub edits: u64,
}

/// A test that was taken without a running attempt on this server, with its result.
pub(super) struct Finished {
    pub attempt: Attempt,
    pub sheet: StoredSheet,
    pub result: QuizResult,
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

/// The message that [`WRITE`] throws if the student's starts have changed since they were read.
const OTHER_START: &str = "another start of this student";
/// Writes attempts and the student's starts, if the stored starts still have the version that was read.
const WRITE: &str = "LET $version = (SELECT VALUE version FROM ONLY $starts.id) ?? 0; \
    IF $version != $starts.version { THROW 'another start of this student' }; \
    UPSERT ONLY $starts.id SET version = $starts.version + 1, at = $starts.at RETURN NONE; \
    INSERT INTO attempt $attempts RETURN NONE; \
    INSERT INTO paper_items $items RETURN NONE; \
    INSERT INTO sheet $sheets RETURN NONE;";

impl App {
    /// Reads the starts and running attempts of a student.
    pub(super) async fn start_limits(&self, user: &Id<User>) -> Result<StartLimits> {
        let id = Starts::key(user);
        let (starts, mut cached_attempts) = tokio::try_join!(self.load(&id), self.cached_running_attempts(user))?;
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
        Ok(StartLimits {
            fetched,
            in_mocks,
            starts: starts.unwrap_or(Starts { id, version: 0, at: Vec::new() }),
            running,
        })
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
        let running = self.cached_running_attempts(user).await?;
        self.running_views(running.iter().map(|cached| cached.attempt.id.clone()).collect()).await
    }

    async fn running_views(&self, ids: Vec<Id<Attempt>>) -> Result<Vec<RunningAttempt>> {
        let sql = "SELECT id, exam.{id, title, slug} AS exam, assessment.{id, title, slug} AS assessment, \
            year, started_at, deadline FROM $ids ORDER BY started_at";
        self.store.query(sql).bind(("ids", ids)).all().await
    }

    /// Stores a started attempt in one commit with the student's starts. `drawn_from` is the state of the bank from
    /// which its paper was drawn.
    ///
    /// A question may be deleted while a paper with it is drawn. Snapshot isolation hides the two commits from each
    /// other, and a shared record per year would make all starts conflict. So both sides write first and check
    /// afterwards. A deletion has two commits: it takes the question out of use with a new revision of its year, then
    /// deletes it if no attempt holds it. A start stores its attempt, then checks that the years still have the
    /// revisions it drew from. Whichever side is second sees the other: the deletion finds the attempt, or the start
    /// finds the new revision and withdraws its attempt.
    ///
    /// # Errors
    /// [`Error::Contended`] if another start of the student was first, or a question of the paper went out of use or
    /// to another year meanwhile. The caller checks and draws again.
    pub(super) async fn store_attempt(
        &self,
        starts: Starts,
        attempt: &Attempt,
        sheet: &StoredSheet,
        drawn_from: DrawnFrom<'_>,
    ) -> Result<()> {
        let counted = starts.at.last().copied();
        let sql = format!("BEGIN; {WRITE} COMMIT;");
        with_rows(self.store.write(&sql), starts, &[attempt], vec![sheet.clone()])
            .done()
            .await
            .map_err(contended_by_other_start)?;
        self.withdraw_unless_in_use(&[attempt], counted, Some(drawn_from), false).await
    }

    /// Stores finished tests of one student in one commit, with their results and the student's sums. `counted` is the
    /// start that was counted for them, if any. `drawn_from` is the state of the bank by which they were marked, if
    /// known. Concurrent deletions of questions are handled as in [`store_attempt`](Self::store_attempt).
    ///
    /// # Errors
    /// [`Error::Contended`] as in [`store_attempt`](Self::store_attempt). In that case none of the tests stays stored.
    pub(super) async fn store_finished(
        &self,
        starts: Starts,
        counted: Option<Instant>,
        finished: &[Finished],
        drawn_from: Option<DrawnFrom<'_>>,
    ) -> Result<()> {
        let attempts: Vec<_> = finished.iter().map(|one| &one.attempt).collect();
        let sheets = finished.iter().map(|one| one.sheet.clone()).collect();
        let results: Vec<_> = finished.iter().map(|one| &one.result).collect();
        let tx = self.store.begin().await?;
        let sql = format!("{WRITE} INSERT INTO quiz $results RETURN NONE;");
        let call = with_rows(tx.query(&sql), starts, &attempts, sheets);
        let rows: Vec<_> = results.iter().copied().cloned().collect();
        call.bind(("results", rows)).done().await.map_err(contended_by_other_start)?;
        count_results(&tx, &results, self.now()).await?;
        tx.commit().await?;
        self.withdraw_unless_in_use(&attempts, counted, drawn_from, true).await
    }

    /// Deletes attempts of one student that were just stored, with their sheets and results, if one of their questions
    /// was taken out of use or moved to another year in the meantime. `counted` is the start that was counted for them.
    /// `are_marked` says whether they have results.
    async fn withdraw_unless_in_use(
        &self,
        attempts: &[&Attempt],
        counted: Option<Instant>,
        drawn_from: Option<DrawnFrom<'_>>,
        are_marked: bool,
    ) -> Result<()> {
        let Some(first) = attempts.first() else { return Ok(()) };
        if self.years_unchanged(attempts, drawn_from).await? || is_in_use_whole(&self.store, attempts).await? {
            return Ok(());
        }
        let ids = |cast: fn(&Id<Attempt>) -> RecordId| attempts.iter().map(|one| cast(&one.id)).collect::<Vec<_>>();
        retry_tx(async || {
            let tx = self.store.begin().await?;
            let sql = "DELETE $results RETURN NONE; DELETE $sheets RETURN NONE; DELETE $attempts RETURN NONE; \
                DELETE $items RETURN NONE; \
                UPDATE $starts SET version += 1, at -= $counted RETURN NONE;";
            let call = tx.query(sql).bind(("starts", Starts::key(&first.user))).bind(("counted", counted));
            let call = call.bind(("results", ids(|id| id.cast::<QuizResult>().link())));
            let call = call.bind(("sheets", ids(|id| id.cast::<StoredSheet>().link())));
            let call = call.bind(("attempts", ids(Id::link))).bind(("items", ids(|id| id.cast::<PaperItems>().link())));
            call.done().await?;
            if are_marked {
                recount_student(&tx, &first.user).await?;
            }
            tx.commit().await
        })
        .await?;
        Err(Error::Contended)
    }

    /// Whether the years of the papers have the same revisions as when the papers were drawn.
    async fn years_unchanged(&self, attempts: &[&Attempt], drawn_from: Option<DrawnFrom<'_>>) -> Result<bool> {
        let Some(DrawnFrom { revisions, edits }) = drawn_from else { return Ok(false) };
        if self.is_unedited_since(edits) {
            return Ok(true);
        }
        let subjects: HashSet<_> = attempts.iter().flat_map(|one| &one.subjects).cloned().collect();
        let years: HashSet<_> = attempts.iter().flat_map(|one| &one.years).cloned().collect();
        let (subjects, years) = (Vec::from_iter(subjects), Vec::from_iter(years));
        Ok(self.revisions(&subjects, &years).await? == *revisions)
    }
}

/// Whether each item of the papers exists, is in use and still belongs to a year from which the papers were drawn.
async fn is_in_use_whole(store: &Store, attempts: &[&Attempt]) -> Result<bool> {
    let questions: HashSet<_> = attempts.iter().flat_map(|one| one.questions()).map(|item| &item.question).collect();
    let theories: HashSet<_> = attempts.iter().flat_map(|one| one.theories()).collect();
    let items = questions.into_iter().map(Id::link).chain(theories.into_iter().map(Id::link));
    let items: Vec<RecordId> = items.collect();
    let years: HashSet<_> = attempts.iter().flat_map(|one| &one.years).cloned().collect();
    let wanted = items.len();
    let call = store.query("SELECT VALUE id FROM $items WHERE status = true AND year IN $years");
    let call = call.bind(("items", items)).bind(("years", Vec::from_iter(years)));
    let found: Vec<RecordId> = call.all().await?;
    Ok(found.len() == wanted)
}

/// Maps the conflict with another start of the student to [`Error::Contended`], so that the caller checks again.
fn contended_by_other_start(error: Error) -> Error {
    match error {
        Error::Internal(message) if message.contains(OTHER_START) => Error::Contended,
        other => other,
    }
}

/// Binds the values that [`WRITE`] writes.
fn with_rows<'a>(call: Call<'a>, starts: Starts, attempts: &[&Attempt], sheets: Vec<StoredSheet>) -> Call<'a> {
    let rows: Vec<Attempt> = attempts.iter().copied().cloned().collect();
    let items: Vec<_> = attempts.iter().copied().map(PaperItems::of).collect();
    call.bind(("starts", starts)).bind(("attempts", rows)).bind(("items", items)).bind(("sheets", sheets))
}

#[cfg(test)]
mod tests;
