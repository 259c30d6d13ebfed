//! A running attempt: save, mark at once, reveal, cancel, submit. Every change goes through [`App::apply_event`], which
//! leaves the decision to the engine.

use std::{collections::BTreeSet, panic::AssertUnwindSafe};

use futures::FutureExt as _;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use tokio::sync::{MappedMutexGuard, MutexGuard};
use utoipa::ToSchema;

use super::{
    Answer, Attempt, AttemptView, QuizResult, RevealView, StoredSheet,
    attempt_cache::CachedAttempt,
    engine::{self, Event, ItemId, Outcome},
    running_mocks::IN_RUNNING_MOCK,
    sheet::state_word,
};
use crate::{
    App, Error, FieldErrors, Refusal, Result,
    bank::{ChoiceBody, Question, Theory},
    catalogue::{Assessment, Exam, Mode, University},
    clock::Instant,
    messages,
    people::{Actor, User},
    store::Id,
};

/// Overdue attempts per query.
const EXPIRE_BATCH: usize = 500;

#[derive(SurrealValue)]
struct DueRow {
    attempt: Id<Attempt>,
}

/// The request to save answers.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SaveAnswers {
    /// The revision that the device last read.
    pub revision: u64,
    #[schema(max_items = 2000)]
    #[serde(default)]
    pub answers: Vec<Answer>,
    /// The complete list of items marked for review; unchanged if missing.
    #[schema(max_items = 2000)]
    pub review: Option<Vec<String>>,
    /// Items looked at, added to the known ones.
    #[schema(max_items = 2000)]
    #[serde(default)]
    pub seen: Vec<String>,
    /// Questions to mark at once, in study only (ruling 47): the choice stored after this save becomes final, and the
    /// response has its key. A question without a choice is left as it is.
    #[schema(max_items = 2000)]
    #[serde(default)]
    pub mark: Vec<String>,
}

/// The response to a save.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Saved {
    pub revision: u64,
    pub saved_at: Option<Instant>,
    pub server_now: Instant,
    pub deadline: Option<Instant>,
    /// Items whose answers were ignored: a later one exists, practice showed the answer, or the choice was final.
    pub ignored: Vec<String>,
    /// The keys of the questions that this save asked to mark. A question of a running mock of the student is left
    /// out until that mock has ended (ruling 29).
    pub revealed: Vec<RevealView>,
}

/// The request to submit. Fields other than the attempt and its last answers matter only for a study or practice test
/// without an attempt. Counts and marks from a caller are never read.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmitResult {
    /// The student; must be the caller.
    pub user_id: Option<Id<User>>,
    pub attempt_id: Option<Id<Attempt>>,
    /// The last answers; they count if the deadline allows.
    #[schema(max_items = 2000)]
    #[serde(default)]
    pub answered: Vec<Answer>,
    /// Whether the time is up. Invalid answers are then left out and listed in `refused`, and all others count.
    /// Otherwise one invalid answer refuses the whole call.
    #[serde(default)]
    pub forced: bool,
    /// When the student ended a mock whose paper was fetched ahead, by the server's clock as the device estimates it;
    /// now if missing.
    pub ended_at: Option<Instant>,
    pub exam_id: Option<Id<Exam>>,
    pub assessment: Option<Id<Assessment>>,
    pub university: Option<Id<University>>,
    pub year: Option<i64>,
    /// Minutes allotted.
    pub time_duration: Option<i64>,
    /// Seconds used.
    pub taken_time: Option<i64>,
}

/// The request to open a mock whose paper was fetched ahead.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenAttempt {
    /// When it was opened, by the server's clock as the device estimates it; now if missing.
    pub opened_at: Option<Instant>,
}

/// The response to a submit.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Submission {
    /// The result; `None` if nothing was answered and the attempt was cancelled.
    pub quiz_id: Option<Id<QuizResult>>,
    pub cancelled: bool,
    pub message: String,
    /// The items whose answers were invalid in a forced submit.
    #[serde(default)]
    pub refused: Vec<String>,
}

impl App {
    /// Applies one event and stores the outcome, including a result, in one commit. Returns the new sheet.
    ///
    /// The sheet in memory may be older than the stored one, which another server wrote. So after a refusal or a
    /// version conflict, the event is applied again to the stored sheet.
    pub(super) async fn apply_event<'a>(
        &self,
        cached: &'a CachedAttempt,
        event: Event,
    ) -> Result<(MappedMutexGuard<'a, engine::AnswerSheet>, Outcome)> {
        let mut held = cached.sheet.lock().await;
        for _ in 0..5 {
            let fresh = held.is_none();
            // Removed from the cache for the duration of the change, so that after a failure it is read again.
            let mut current = match held.take() {
                Some(sheet) => sheet,
                None => self.load(&cached.attempt.id.cast::<StoredSheet>()).await?.ok_or(Error::NotFound("Attempt"))?,
            };
            let outcome = match engine::apply(&cached.terms, &mut current.answers.0, event.clone(), self.now()) {
                Ok(outcome) => outcome,
                Err(_) if !fresh => continue,
                Err(refusal) => {
                    let error = refused(refusal, &current);
                    *held = Some(current);
                    return Err(error);
                }
            };
            let edits = self.edits();
            let marked = match &outcome {
                Outcome::Unchanged => return Ok((keep(held, current), outcome)),
                Outcome::Submitted => {
                    self.require_markable(&cached.attempt, &current.answers.0).await?;
                    Some(self.mark(&cached.attempt, &current.answers.0).await?)
                }
                Outcome::Stored { .. } | Outcome::Cancelled => None,
            };
            let due = cached.terms.due(&current.answers.0);
            cached.begin_write();
            let stored = match &marked {
                Some((result, _)) => self.store_submission(&current, due, result).await,
                None => self.store_sheet(&current, due).await,
            };
            match stored {
                Ok(()) => {
                    let is_running = current.answers.0.state == engine::State::Running;
                    self.attempt_cache.record_write(cached, is_running).await;
                    if let Some((_, marked_at)) = marked {
                        self.rescore_if_key_changed(&cached.attempt, marked_at, edits).await?;
                    }
                    current.version += 1;
                    current.state = state_word(current.answers.0.state).into();
                    if outcome == Outcome::Cancelled {
                        self.drop_photographs(&cached.attempt).await;
                    }
                    return Ok((keep(held, current), outcome));
                }
                Err(Error::Contended) => {}
                Err(other) => return Err(other),
            }
        }
        Err(Error::Unavailable("too many devices write to this attempt".into()))
    }

    /// Saves answers (ruling 13).
    pub async fn save_answers(&self, actor: &Actor, id: &Id<Attempt>, save: SaveAnswers) -> Result<Saved> {
        let cached = self.own_cached_attempt(actor, id).await?;
        let answers = writes("answers", save.answers)?;
        let (review, seen, mark) = {
            let mut errors = FieldErrors::default();
            let review = save.review.map(|review| items(&cached.terms, "review", review, &mut errors));
            let seen = items(&cached.terms, "seen", save.seen, &mut errors);
            let mark = items(&cached.terms, "mark", save.mark, &mut errors);
            errors.done()?;
            (review, seen, mark)
        };
        let event = Event::Save { revision: save.revision, answers, review, seen, mark: mark.clone() };
        let (sheet, outcome) = self.apply_event(&cached, event).await?;
        let marked: BTreeSet<ItemId> = mark.into_iter().filter(|item| sheet.marked.contains(item)).collect();
        let ignored = match outcome {
            Outcome::Stored { ignored } => ignored.iter().map(|item| item.key().to_owned()).collect(),
            _ => Vec::new(),
        };
        self.metrics.saves.increment(1);
        let (saved_at, server_now) = (sheet.saved_at, self.now());
        let deadline = cached.terms.deadline_of(&sheet, server_now);
        let revision = sheet.revision;
        drop(sheet);
        let revealed = self.keys_of(actor, &cached.attempt, marked).await?;
        Ok(Saved { revision, saved_at, server_now, deadline, ignored, revealed })
    }

    /// The keys of these questions of an attempt, except those in a running mock of the student.
    async fn keys_of(&self, actor: &Actor, attempt: &Attempt, mut marked: BTreeSet<ItemId>) -> Result<Vec<RevealView>> {
        if marked.is_empty() {
            return Ok(Vec::new());
        }
        let hidden = self.items_in_mock(actor).await?;
        marked.retain(|item| !hidden.contains(item));
        let ids = marked.into_iter().filter_map(|item| match item {
            ItemId::Question(id) => Some(id),
            ItemId::Theory(_) => None,
        });
        let revisions = self.revisions(&attempt.subjects, &attempt.years).await?;
        let questions = self.bank_items::<ChoiceBody>(ids.collect(), &revisions).await?;
        Ok(questions.values().map(|question| RevealView::from(question.as_ref())).collect())
    }

    /// Shows the answer of one item, in study and practice, and records that it was shown. Refused while a running
    /// mock of the student has the same item (`in-running-mock`, ruling 29).
    pub async fn reveal(&self, actor: &Actor, id: &Id<Attempt>, item: ItemId) -> Result<RevealView> {
        let cached = self.own_cached_attempt(actor, id).await?;
        if cached.attempt.mode != Mode::Mock {
            self.must_not_be_in_mock(actor, [item.clone()]).await?;
        }
        drop(self.apply_event(&cached, Event::Reveal { item: item.clone() }).await?);
        let view = match &item {
            ItemId::Question(id) => self.load::<Question>(id).await?.as_ref().map(RevealView::from),
            ItemId::Theory(id) => self.load::<Theory>(id).await?.as_ref().map(RevealView::from),
        };
        view.ok_or(Error::NotFound("Question"))
    }

    /// Records when a mock whose paper was fetched ahead was opened: its time runs from then. Repeated, it changes
    /// nothing; of two devices, the earlier opening counts.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an implausible time; [`Error::Conflict`] if it was not fetched ahead (`not-ahead`) or has
    /// ended (`attempt-closed`).
    pub async fn open_attempt(&self, actor: &Actor, id: &Id<Attempt>, open: OpenAttempt) -> Result<AttemptView> {
        let cached = self.own_cached_attempt(actor, id).await?;
        drop(self.apply_event(&cached, Event::Open { at: open.opened_at }).await?);
        self.view_of(&cached).await
    }

    /// Cancels a test; nothing is marked.
    pub async fn cancel_attempt(&self, actor: &Actor, id: &Id<Attempt>) -> Result<()> {
        let cached = self.own_cached_attempt(actor, id).await?;
        self.apply_event(&cached, Event::Cancel).await.map(drop)
    }

    /// Submits. However often an attempt is submitted, it has one result (ruling 15). A study or practice test cannot be
    /// submitted while a running mock contains one of its answered questions (`in-running-mock`, ruling 29).
    ///
    /// # Errors
    /// [`Error::Forbidden`] if the body names another student (ruling 9).
    pub async fn submit(&self, actor: &Actor, submit: SubmitResult) -> Result<Submission> {
        if submit.user_id.as_ref().is_some_and(|user| actor.user_id().is_ok_and(|own| own != user)) {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let (app, actor) = (self.clone(), actor.clone());
        // The check after the commit must also happen if the caller disconnects.
        self.spawn_uncancelled_unbounded(async move { app.hand_in(&actor, submit).await }).await
    }

    async fn hand_in(&self, actor: &Actor, submit: SubmitResult) -> Result<Submission> {
        let Some(attempt_id) = submit.attempt_id.clone() else { return self.submit_unattended(actor, submit).await };
        let cached = self.own_cached_attempt(actor, &attempt_id).await?;
        let forced = submit.forced;
        let answers = match forced {
            true => submit.answered.into_iter().filter_map(Answer::write).collect(),
            false => writes("answered", submit.answered)?,
        };
        let refused = if forced { cached.terms.refused(&answers) } else { Vec::new() };
        let refused = refused.iter().map(|item| item.key().to_owned()).collect();
        let (sheet, _) =
            self.apply_event(&cached, Event::Submit { answers, forced, ended_at: submit.ended_at }).await?;
        let cancelled = sheet.state == engine::State::Cancelled;
        Ok(Submission {
            quiz_id: (!cancelled).then(|| attempt_id.cast()),
            cancelled,
            message: if cancelled { messages::TEST_CANCELLED } else { messages::RESULT_SUBMITTED }.into(),
            refused,
        })
    }

    /// Ends every attempt whose time is over, with its saved answers (ruling 15), and unused study attempts (ruling
    /// 30). Returns how many.
    ///
    /// Every call tries every overdue attempt. Attempts that cannot be ended now are skipped, so they never block the
    /// others.
    pub async fn expire_attempts(&self) -> Result<usize> {
        let due = self.now() - engine::SUBMIT_GRACE;
        let (mut ended, mut left) = (0, 0);
        loop {
            let batch = self.overdue(due, left).await?;
            let count = batch.len();
            let end = async |id: Id<Attempt>| {
                let cached = self.cached_attempt(&Actor::Operator, &id).await?;
                self.end_overdue(&cached).await
            };
            let ended_now = each_by_itself(batch, end).await;
            ended += ended_now;
            left += count - ended_now;
            if count < EXPIRE_BATCH {
                return Ok(ended);
            }
        }
    }

    /// A batch of running attempts that were due before `due`, the longest overdue first. Skips the first `left`, which
    /// could not be ended.
    async fn overdue(&self, due: Instant, left: usize) -> Result<Vec<Id<Attempt>>> {
        let sql = "SELECT attempt, deadline FROM sheet WHERE state = 'running' AND deadline != NONE AND deadline < $due \
            ORDER BY deadline LIMIT $batch START $left";
        let rows = self.store.query(sql).bind(("due", due)).bind(("batch", EXPIRE_BATCH)).bind(("left", left));
        let rows: Vec<DueRow> = rows.all().await?;
        Ok(rows.into_iter().map(|row| row.attempt).collect())
    }

    /// Ends this attempt if its time is over.
    pub(super) async fn expire(&self, cached: &CachedAttempt) -> Result<()> {
        // The earliest possible end of a study attempt; the engine knows when it was last used.
        let end =
            cached.attempt.deadline.map_or(cached.attempt.started_at + engine::IDLE, |end| end + engine::SUBMIT_GRACE);
        if self.now() > end || cached.terms.is_overdue(self.now()) {
            self.end_overdue(cached).await.map(drop)
        } else {
            Ok(())
        }
    }

    /// Ends an attempt whose time is over. Returns whether it ended now. If a running mock prevents the marking, it
    /// ends after that mock.
    async fn end_overdue(&self, cached: &CachedAttempt) -> Result<bool> {
        match self.apply_event(cached, Event::Expire).await {
            Ok((_, outcome)) => Ok(outcome != Outcome::Unchanged),
            Err(Error::Conflict(refusal)) if refusal.reason == IN_RUNNING_MOCK => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Ends attempts one after the other and counts them. An error or panic of one does not stop the others.
async fn each_by_itself<F: Future<Output = Result<bool>>>(
    attempts: Vec<Id<Attempt>>,
    end: impl Fn(Id<Attempt>) -> F,
) -> usize {
    let mut ended = 0;
    for id in attempts {
        // Unwinding is safe: after a failure, the attempt is read again from the store.
        match AssertUnwindSafe(async { end(id.clone()).await }).catch_unwind().await {
            Ok(Ok(true)) => ended += 1,
            Ok(Ok(false)) => {}
            Ok(Err(error)) => tracing::error!(attempt = %id, %error, "an overdue attempt could not be ended"),
            Err(_) => tracing::error!(attempt = %id, "an overdue attempt could not be ended: a panic"),
        }
    }
    ended
}

/// Maps the engine's refusal to an error for callers.
pub(super) fn refused(refusal: engine::EventRefused, sheet: &StoredSheet) -> Error {
    let message = refusal.to_string();
    match refusal {
        engine::EventRefused::StaleRevision { current } => {
            Error::Conflict(Refusal::new("stale-revision", message).with("revision", current))
        }
        engine::EventRefused::TimeUp => Error::conflict("time-up", message),
        engine::EventRefused::Closed { state } => {
            let quiz = (state == engine::State::Submitted).then(|| sheet.id.to_string());
            Error::Conflict(
                Refusal::new("attempt-closed", message).with("state", state_word(state)).with("quizId", quiz),
            )
        }
        engine::EventRefused::NotOpened => Error::conflict("not-opened", message),
        engine::EventRefused::NotAhead => Error::conflict("not-ahead", message),
        engine::EventRefused::NotInMock => Error::forbidden("not-in-mock", message),
        engine::EventRefused::OnlyInStudy => Error::forbidden("only-in-study", message),
        engine::EventRefused::Invalid(problems) => {
            let mut errors = FieldErrors::default();
            for problem in problems {
                errors.add(problem.field, problem.message);
            }
            Error::Invalid(errors)
        }
    }
}

/// Converts answers for the engine. Each must name a question or a theory.
pub(super) fn writes(list: &str, answers: Vec<Answer>) -> Result<Vec<engine::Write>> {
    let mut errors = FieldErrors::default();
    let mut taken = Vec::with_capacity(answers.len());
    for (index, answer) in answers.into_iter().enumerate() {
        if errors.is_full() {
            break;
        }
        match answer.write() {
            Some(write) => taken.push(write),
            None => errors.add(format!("{list}[{index}].question"), "An answer must name a question or a theory"),
        }
    }
    errors.done()?;
    Ok(taken)
}

/// Puts a sheet back into the cache.
fn keep(held: MutexGuard<'_, Option<StoredSheet>>, sheet: StoredSheet) -> MappedMutexGuard<'_, engine::AnswerSheet> {
    MutexGuard::map(held, |held| &mut held.insert(sheet).answers.0)
}

/// Converts bare ids to items of the paper.
fn items(terms: &engine::Terms, list: &str, ids: Vec<String>, errors: &mut FieldErrors) -> Vec<ItemId> {
    let mut found = Vec::with_capacity(ids.len());
    for (index, id) in ids.into_iter().enumerate() {
        if errors.is_full() {
            break;
        }
        let kinds = [ItemId::Question(Id::new(&id)), ItemId::Theory(Id::new(id))];
        match kinds.into_iter().find(|item| terms.items.contains_key(item)) {
            Some(item) => found.push(item),
            None => errors.add(format!("{list}[{index}]"), "This question is not in the paper"),
        }
    }
    found
}

/// The request to show the answer of one item.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = AskReveal)]
pub struct RevealRequest {
    pub question: Option<Id<Question>>,
    pub theory: Option<Id<Theory>>,
}

impl RevealRequest {
    /// The item; exactly one field must be given.
    pub fn item(self) -> Result<ItemId> {
        match (self.question, self.theory) {
            (Some(question), None) => Ok(question.into()),
            (None, Some(theory)) => Ok(theory.into()),
            _ => Err(Error::field("question", "Name a question or a theory")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn neither_an_error_nor_a_panic_with_one_attempt_stops_the_others() {
        let ids = ["fine", "fails", "panics", "ended", "last"].map(Id::new).to_vec();
        let end = async |id: Id<Attempt>| match id.as_str() {
            "fails" => Err(Error::Contended),
            "panics" => panic!("as a fault in marking would"),
            "ended" => Ok(false),
            _ => Ok(true),
        };
        assert_eq!(each_by_itself(ids, end).await, 2);
    }
}
