//! Results of tests that were taken on a device without a network.
//!
//! A device may send a test any number of times, in any order. The key of the result is derived from the student's id
//! and the test's own id, so there is only one result. The server marks it by the bank's present keys, like every
//! result, and compares its marks with the device's. Such results count for the student, but not for the statistics of
//! questions (ruling 54).

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::pack::grant_text;
use crate::{
    App, FieldErrors, Result,
    bank::{Choice, Question, Revisions, SubjectYear},
    catalogue::{Assessment, Exam, ExamType, Mode, University},
    clock::Instant,
    exam::{
        Attempt, Difference, OfflineMark, QuizResult, StatisticsState, StoredSheet,
        admission::{DrawnFrom, Finished},
        attempt_items::Items,
        engine::{self, Event, ItemId, Outcome, Response, Write},
        events::refused,
        result::result,
        sheet::state_word,
        submit_without_attempt::{MAX_ANSWERS, MAX_MINUTES, parts},
    },
    messages,
    people::{Actor, User},
    store::{Id, Packed, retry_tx},
};

/// The oldest test that is taken as it says; an older one counts as of this age.
const MAX_AGE: TimeDelta = TimeDelta::days(366);

/// Tests that were taken offline.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct HandInOffline {
    #[schema(max_items = 20)]
    pub tests: Vec<OfflineTest>,
}

/// A test that was taken offline.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfflineTest {
    /// Chosen by the device: 8 to 40 letters, digits or hyphens.
    #[schema(max_length = 40)]
    pub id: String,
    pub exam_id: Id<Exam>,
    /// Study or practice.
    pub assessment_id: Id<Assessment>,
    pub university: Option<Id<University>>,
    pub year: Option<i64>,
    #[serde(default)]
    pub from: OfflineSource,
    /// By the server's clock, as the device estimates it.
    pub started_at: Instant,
    pub ended_at: Instant,
    pub used_seconds: i64,
    /// Allotted in practice.
    pub minutes: Option<i64>,
    /// The packs that its questions come from.
    #[schema(max_items = 500)]
    pub packs: Vec<PackGrant>,
    /// All questions of the test, including those left open.
    #[schema(max_items = 500)]
    pub questions: Vec<OfflineQuestion>,
}

/// The source of the questions of an offline test.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OfflineSource {
    #[default]
    Bank,
    Mistakes,
    Today,
}

/// A pack as it was downloaded.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PackGrant {
    #[serde(rename = "_id")]
    pub id: Id<SubjectYear>,
    pub revision: i64,
    #[schema(max_length = 64)]
    pub grant: String,
}

/// A question of an offline test.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OfflineQuestion {
    pub question: Id<Question>,
    /// Its version in the pack.
    pub version: i64,
    /// The chosen option; `null` if it was left open.
    pub answer: Option<Id<Choice>>,
    /// Whether the device marked the answer as right.
    pub right: bool,
    /// Whether the right answer was shown before the choice.
    #[serde(default)]
    pub shown: bool,
    /// Whether the student marked it for review.
    #[serde(default)]
    pub doubted: bool,
}

/// The outcome of handing in a test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SyncedTest {
    pub id: String,
    pub state: SyncState,
    /// Its result.
    pub quiz_id: Option<Id<QuizResult>>,
    pub message: String,
    pub correct: u32,
    pub total: u32,
    /// The answers that the server and the device marked differently.
    pub differences: Vec<Difference>,
}

/// Whether a test that was handed in has a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SyncState {
    /// It has a result, now or since it was sent before.
    Stored,
    /// Nothing was answered that can be marked, so there is no result.
    Cancelled,
    /// It cannot be marked yet, and must be sent again later: it shares a question with a running mock, or a question
    /// was moved to a year that the student may not download.
    Waiting,
    /// It will never be accepted.
    Refused,
}

/// The outcome of marking a test.
enum Received {
    /// A result, to be stored.
    Finished(Box<Finished>),
    /// No result: the state, and why.
    WithoutResult(SyncState, &'static str),
}

impl App {
    /// Stores the results of tests that were taken offline, and returns the outcome of each test in the same order. All
    /// results are stored in one commit.
    ///
    /// # Errors
    /// [`Invalid`](crate::Error::Invalid) by field, before anything is stored.
    pub async fn hand_in_offline(&self, actor: &Actor, hand_in: HandInOffline) -> Result<Vec<SyncedTest>> {
        let user = actor.user_id()?.clone();
        check(&hand_in.tests)?;
        let permit = self.hand_in_permits.acquire(user.to_string()).await?;
        let app = self.clone();
        self.spawn_uncancelled_unbounded(async move {
            let _permit = permit;
            retry_tx(async || app.store_offline(&user, &hand_in.tests).await).await
        })
        .await
    }

    async fn store_offline(&self, user: &Id<User>, tests: &[OfflineTest]) -> Result<Vec<SyncedTest>> {
        // Read before the known results: if another call stores one of them in the meantime, it changes the starts, and
        // this commit conflicts.
        let limits = self.start_limits(user).await?;
        let ids: Vec<Id<QuizResult>> = tests.iter().map(|test| attempt_id(user, &test.id).cast()).collect();
        let known: Vec<QuizResult> = self.store.query("SELECT * FROM $ids").bind(("ids", ids)).all().await?;
        let known: HashMap<_, _> = known.into_iter().map(|result| (result.attempt.clone(), result)).collect();
        let edits = self.edits();
        let revisions = self.revisions_of_packs(user, tests).await?;
        let (mut synced, mut finished): (_, Vec<Finished>) = (Vec::with_capacity(tests.len()), Vec::new());
        for test in tests {
            let id = attempt_id(user, &test.id);
            let sent_twice = || finished.iter().map(|one| &one.result).find(|result| result.attempt == id);
            if let Some(result) = known.get(&id).or_else(sent_twice) {
                synced.push(stored(test, result));
                continue;
            }
            match self.mark_offline(user, test, &limits.in_mocks, &revisions).await? {
                Received::Finished(one) => {
                    synced.push(stored(test, &one.result));
                    finished.push(*one);
                }
                Received::WithoutResult(state, message) => {
                    synced.push(SyncedTest::without_result(test, state, message));
                }
            }
        }
        if finished.is_empty() {
            return Ok(synced);
        }
        let read_at = |tests: &[Finished]| {
            let years: HashSet<_> = tests.iter().flat_map(|one| &one.attempt.years).collect();
            let read = revisions.iter().filter(|(year, _)| years.contains(year));
            read.map(|(year, revision)| (year.clone(), *revision)).collect::<Revisions>()
        };
        let drawn_from = DrawnFrom { revisions: &read_at(&finished), edits };
        self.store_finished(limits.uncounted(), None, &finished, Some(drawn_from)).await?;
        let mut rescored = Ok(());
        for one in &finished {
            let marked_at = read_at(std::slice::from_ref(one));
            rescored = rescored.and(self.rescore_if_key_changed(&one.attempt, marked_at, edits).await);
        }
        rescored.map(|()| synced)
    }

    /// The current revisions of the years of these packs. Ignores packs that this server did not give to this student.
    async fn revisions_of_packs(&self, user: &Id<User>, tests: &[OfflineTest]) -> Result<Revisions> {
        let (mut subjects, mut years) = (HashSet::new(), HashSet::new());
        for test in tests {
            let catalogue = self.exam_catalogue(&test.exam_id).await?;
            subjects.extend(catalogue.iter().flat_map(|one| &one.subjects).map(|subject| subject.id.clone()));
            let granted = test.packs.iter().filter(|pack| self.is_granted(user, pack));
            years.extend(granted.map(|pack| pack.id.clone()));
        }
        self.revisions(&Vec::from_iter(subjects), &Vec::from_iter(years)).await
    }

    /// Marks a test by the bank's present keys. `in_mocks` are the items of the student's running mocks, `revisions`
    /// those of the packs' years.
    async fn mark_offline(
        &self,
        user: &Id<User>,
        test: &OfflineTest,
        in_mocks: &HashSet<ItemId>,
        revisions: &Revisions,
    ) -> Result<Received> {
        let catalogue = self.exam_catalogue(&test.exam_id).await?;
        let mode = catalogue.iter().flat_map(|one| &one.modes).find(|mode| mode.id == test.assessment_id);
        let (Some(catalogue), Some(mode)) = (&catalogue, mode) else {
            return Ok(Received::WithoutResult(SyncState::Refused, messages::SELECT_EXAM));
        };
        if mode.mode() == Mode::Mock {
            return Ok(Received::WithoutResult(SyncState::Refused, messages::OFFLINE_MOCK));
        }
        if test.packs.is_empty() || !test.packs.iter().all(|pack| self.is_granted(user, pack)) {
            return Ok(Received::WithoutResult(SyncState::Refused, messages::NOT_DOWNLOADED));
        }
        let ids: Vec<_> = test.questions.iter().map(|one| one.question.clone()).collect();
        if ids.iter().any(|question| in_mocks.contains(&question.clone().into())) {
            return Ok(Received::WithoutResult(SyncState::Waiting, messages::OFFLINE_AFTER_MOCK));
        }
        let questions = self.bank_items(ids.clone(), revisions).await?;
        let is_of_exam = |question: &Question| catalogue.subjects.iter().any(|subject| subject.id == question.subject);
        let in_use = questions.values().filter(|question| question.status && is_of_exam(question));
        let mut in_use: Vec<_> = in_use.map(Arc::as_ref).collect();
        let position: HashMap<_, _> = ids.iter().zip(0..).collect();
        in_use.sort_by_key(|question| position.get(&question.id));
        let is_of_packs = |question: &Question| test.packs.iter().any(|pack| pack.id == question.year);
        if !in_use.iter().all(|question| is_of_packs(question)) {
            let open = self.downloadable(user, &test.exam_id, test.university.as_ref()).await?;
            if !in_use.iter().all(|question| is_of_packs(question) || open.contains(&question.id)) {
                return Ok(Received::WithoutResult(SyncState::Waiting, messages::OFFLINE_MOVED));
            }
        }
        let attempt = attempt(attempt_id(user, &test.id), user, test, mode, &in_use, self.now());
        let Some(sheet) = closed_sheet(&attempt, test, &in_use)? else {
            return Ok(Received::WithoutResult(SyncState::Cancelled, messages::OFFLINE_EMPTY));
        };
        let left_out = position.len() - in_use.len();
        let items = Items { questions, theories: HashMap::new(), revisions: Revisions::new() };
        let mut result = result(&attempt, &sheet.answers.0, &items);
        result.statistics = Some(StatisticsState::Exempt);
        result.offline = Some(compare(test, &result, left_out, self.now()));
        Ok(Received::Finished(Box::new(Finished { attempt, sheet, result })))
    }

    /// Whether this server gave the pack to this student.
    fn is_granted(&self, user: &Id<User>, pack: &PackGrant) -> bool {
        self.secrets.has_signed_pack(&grant_text(user, &pack.id, pack.revision), &pack.grant)
    }
}

/// Checks what a well-behaved device never sends.
fn check(tests: &[OfflineTest]) -> Result<()> {
    let mut errors = FieldErrors::default();
    let is_id =
        |id: &str| (8..=40).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    for (place, test) in tests.iter().enumerate() {
        let field = |name: &str| format!("tests[{place}].{name}");
        errors.check(is_id(&test.id), &field("id"), "Id must be 8 to 40 letters, digits or hyphens.");
        errors.check(!test.questions.is_empty(), &field("questions"), "A test has at least one question.");
        errors.check(test.questions.len() <= MAX_ANSWERS, &field("questions"), "Too many answers for one test.");
    }
    errors.done()
}

/// The key of a test. It is the same each time this student sends the test, and differs from the keys of other
/// students' tests.
fn attempt_id(user: &Id<User>, test: &str) -> Id<Attempt> {
    let hash = Sha256::digest(format!("{user} {test}"));
    Id::new(format!("offline{}", hex::encode(&hash[..12])))
}

/// The seconds that a test took, capped to plausible values.
fn used_seconds(test: &OfflineTest, mode: Mode) -> i64 {
    let span = (test.ended_at - test.started_at).num_seconds().max(0);
    test.used_seconds.clamp(0, minutes(test, mode).unwrap_or(MAX_MINUTES) * 60).min(span)
}

/// The minutes of a practice test, capped; `None` for other modes.
fn minutes(test: &OfflineTest, mode: Mode) -> Option<i64> {
    (mode == Mode::Practice).then(|| test.minutes.unwrap_or(MAX_MINUTES).clamp(1, MAX_MINUTES))
}

/// The attempt of a test. Its end is capped to now and to at most a year ago.
fn attempt(
    id: Id<Attempt>,
    user: &Id<User>,
    test: &OfflineTest,
    mode: &Assessment,
    questions: &[&Question],
    now: Instant,
) -> Attempt {
    let ended = test.ended_at.clamp(now - MAX_AGE, now);
    let paper = parts(questions.iter().copied());
    Attempt {
        id,
        user: user.clone(),
        exam: test.exam_id.clone(),
        assessment: mode.id.clone(),
        mode: mode.mode(),
        exam_type: ExamType::Objective,
        year: test.year,
        from_today: test.from == OfflineSource::Today,
        university: test.university.clone(),
        subjects: paper.iter().map(|part| part.subject.clone()).collect(),
        years: questions.iter().map(|one| one.year.clone()).collect::<HashSet<_>>().into_iter().collect(),
        paper: Packed(paper),
        minutes: minutes(test, mode.mode()),
        extra_minutes: 0,
        power_safe: false,
        started_at: ended - TimeDelta::seconds(used_seconds(test, mode.mode())),
        deadline: None,
        ahead: None,
    }
}

/// The sheet of a test, submitted with the answers to these questions; `None` if none of them was answered.
fn closed_sheet(attempt: &Attempt, test: &OfflineTest, questions: &[&Question]) -> Result<Option<StoredSheet>> {
    let given: HashMap<_, _> = test.questions.iter().map(|one| (&one.question, one)).collect();
    let answers = questions.iter().filter_map(|question| write(question, given.get(&question.id)?)).collect();
    let of = |wanted: fn(&OfflineQuestion) -> bool| {
        let items = questions.iter().filter(|question| given.get(&question.id).is_some_and(|one| wanted(one)));
        items.map(|question| ItemId::from(question.id.clone())).collect()
    };
    let mut sheet = StoredSheet::blank(attempt);
    sheet.answers.0.review = of(|one| one.doubted);
    sheet.answers.0.revealed = of(|one| one.shown);
    let event = Event::Submit { answers, forced: true, ended_at: None };
    let ended_at = attempt.started_at + TimeDelta::seconds(used_seconds(test, attempt.mode));
    let outcome = engine::apply(&attempt.terms(), &mut sheet.answers.0, event, ended_at);
    let outcome = outcome.map_err(|refusal| refused(refusal, &sheet))?;
    sheet.state = state_word(sheet.answers.0.state).into();
    Ok((outcome == Outcome::Submitted).then_some(sheet))
}

/// The write for a question's choice. An option that was removed since the download counts as no answer.
fn write(question: &Question, one: &OfflineQuestion) -> Option<Write> {
    let choice = one.answer.clone().filter(|id| question.body.choice(id).is_some())?;
    Some(Write { item: question.id.clone().into(), response: Some(Response::Choice(choice)), at: None })
}

/// Compares the marks of the device with the server's.
fn compare(test: &OfflineTest, result: &QuizResult, left_out: usize, now: Instant) -> OfflineMark {
    let device: HashMap<_, _> = test.questions.iter().map(|one| (&one.question, one.right)).collect();
    let differs = |question: &Id<Question>, right: bool| device.get(question).is_some_and(|own| *own != right);
    let counted = result.marked.iter().filter(|item| !item.withdrawn);
    let differences = counted.filter(|item| differs(&item.question, item.is_right()));
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    OfflineMark {
        device_correct: count(device.values().filter(|right| **right).count()),
        received_at: now,
        differences: differences
            .map(|item| Difference { question: item.question.clone(), right: item.is_right() })
            .collect(),
        left_out: count(left_out),
    }
}

/// The response for a test that has a result.
fn stored(test: &OfflineTest, result: &QuizResult) -> SyncedTest {
    SyncedTest {
        id: test.id.clone(),
        state: SyncState::Stored,
        quiz_id: Some(result.id.clone()),
        message: messages::OFFLINE_STORED.into(),
        correct: result.tally.correct,
        total: result.tally.total,
        differences: result.offline.as_ref().map(|mark| mark.differences.clone()).unwrap_or_default(),
    }
}

impl SyncedTest {
    fn without_result(test: &OfflineTest, state: SyncState, message: &str) -> Self {
        Self {
            id: test.id.clone(),
            state,
            quiz_id: None,
            message: messages::sentence(message),
            correct: 0,
            total: 0,
            differences: Vec::new(),
        }
    }
}
