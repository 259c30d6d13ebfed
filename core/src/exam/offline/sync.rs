//! Results of tests that were taken on a device without a network.
//!
//! A device sends a test any number of times, in any order; the student's id and the test's own id make the key of the
//! one result. The server marks it by the bank's present keys, as every result, and compares with the marks of the
//! device. Such results count for the student, and not for the statistics of questions (ruling 54).

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::pack::grant_text;
use crate::{
    App, Error, FieldErrors, Result,
    bank::{Choice, Question, SubjectYear},
    catalogue::{Assessment, Exam, ExamType, Mode, University},
    clock::Instant,
    exam::{
        Attempt, Folded, QuizResult, Sheet,
        admission::Looked,
        engine::{self, Event, ItemId, Outcome, Response, Write},
        sheet::state_word,
        sitting::refused,
        unattended::{MAX_ANSWERS, MAX_MINUTES, parts},
    },
    messages,
    people::{Actor, User},
    store::{Id, Packed, retry_tx},
};

/// The oldest test that is taken as it says; an older one counts as of this age.
const OLDEST: TimeDelta = TimeDelta::days(366);

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
    /// All questions of the test, those that were left open too.
    #[schema(max_items = 500)]
    pub questions: Vec<OfflineQuestion>,
}

/// What the questions of an offline test were drawn from.
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

/// What became of a test.
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
    /// The answers that the server marked otherwise than the device.
    pub differences: Vec<Difference>,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SyncState {
    /// It has a result, now or since it was sent before.
    Stored,
    /// Nothing was answered that can be marked, so there is no result.
    Cancelled,
    /// It cannot be marked yet: it shares a question with a running mock. To be sent again later.
    Waiting,
    /// It will never be accepted.
    Refused,
}

/// An answer that the server marked otherwise than the device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Difference {
    pub question: Id<Question>,
    /// Whether the answer is right by the present key.
    pub right: bool,
}

/// How the device had marked a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfflineMark {
    /// Right answers by the keys of the packs.
    pub device_correct: i64,
    /// When it arrived.
    pub received_at: Instant,
    /// The answers that were marked otherwise on arrival, because a key was corrected after the download.
    pub differences: Vec<Difference>,
    /// Questions that were left out because they were no longer in use.
    pub left_out: i64,
}

impl App {
    /// Stores the results of tests that were taken offline, and says what became of each, in the same order.
    ///
    /// # Errors
    /// [`Error::Invalid`] by field, before anything is stored.
    pub async fn hand_in_offline(&self, actor: &Actor, hand_in: &HandInOffline) -> Result<Vec<SyncedTest>> {
        let user = actor.user_id()?;
        check(&hand_in.tests)?;
        let _permit = self.hand_in_permits.acquire().await.map_err(Error::internal)?;
        let mut synced = Vec::with_capacity(hand_in.tests.len());
        for test in &hand_in.tests {
            synced.push(retry_tx(async || self.store_offline(actor, user, test).await).await?);
        }
        Ok(synced)
    }

    async fn store_offline(&self, actor: &Actor, user: &Id<User>, test: &OfflineTest) -> Result<SyncedTest> {
        let id = attempt_id(user, &test.id);
        if let Some(known) = self.load(&id.cast::<QuizResult>()).await? {
            return Ok(stored(test, &known));
        }
        let edits = self.edits();
        let catalogue = self.exam_catalogue(&test.exam_id).await?;
        let mode = catalogue.iter().flat_map(|one| &one.modes).find(|mode| mode.id == test.assessment_id);
        let (Some(catalogue), Some(mode)) = (&catalogue, mode) else {
            return Ok(SyncedTest::without_result(test, SyncState::Refused, messages::SELECT_EXAM));
        };
        if mode.slug == Mode::Mock {
            return Ok(SyncedTest::without_result(test, SyncState::Refused, messages::OFFLINE_MOCK));
        }
        let granted = test.packs.iter().filter(|pack| self.is_granted(user, pack));
        let years: HashSet<_> = granted.map(|pack| pack.id.clone()).collect();
        if test.packs.iter().any(|pack| !years.contains(&pack.id)) {
            return Ok(SyncedTest::without_result(test, SyncState::Refused, messages::NOT_DOWNLOADED));
        }
        let subjects: Vec<_> = catalogue.subjects.iter().map(|subject| subject.id.clone()).collect();
        let revisions = self.revisions(&subjects, &years.iter().cloned().collect::<Vec<_>>()).await?;
        let ids: Vec<_> = test.questions.iter().map(|one| one.question.clone()).collect();
        let in_bank = self.bank_items(ids.clone(), &revisions).await?;
        let is_in_use = |question: &Question| question.status && subjects.contains(&question.subject);
        let in_use = in_bank.values().filter(|question| is_in_use(question));
        let mut found: Vec<Question> = in_use.map(|question| Question::clone(question)).collect();
        if found.iter().any(|question| !years.contains(&question.year)) {
            return Ok(SyncedTest::without_result(test, SyncState::Refused, messages::NOT_DOWNLOADED));
        }
        let items = ids.iter().cloned().map(ItemId::from);
        match self.must_not_be_in_mock(actor, items).await {
            Err(Error::Conflict(_)) => {
                return Ok(SyncedTest::without_result(test, SyncState::Waiting, messages::OFFLINE_AFTER_MOCK));
            }
            other => other?,
        }
        let place: HashMap<_, _> = ids.iter().enumerate().map(|(place, id)| (id, place)).collect();
        found.sort_by_key(|question| place.get(&question.id));
        let answers: BTreeMap<_, _> = test.questions.iter().map(|one| (&one.question, one)).collect();
        let starts = self.start_limits(user).await?.uncounted();
        let attempt = attempt(id, user, test, mode, &found, self.now());
        let mut sheet = Sheet::blank(&attempt);
        let writes = found.iter().filter_map(|question| write(question, answers.get(&question.id)?));
        let at = attempt.started_at + TimeDelta::seconds(used_seconds(test, mode.slug));
        let of = |wanted: fn(&OfflineQuestion) -> bool| {
            let items = found.iter().filter(|question| answers.get(&question.id).is_some_and(|one| wanted(one)));
            items.map(|question| ItemId::from(question.id.clone())).collect()
        };
        sheet.sheet.0.review = of(|one| one.doubted);
        sheet.sheet.0.revealed = of(|one| one.shown);
        let event = Event::Submit { answers: writes.collect(), forced: true, ended_at: None };
        let outcome = engine::apply(&attempt.terms(), &mut sheet.sheet.0, event, at)
            .map_err(|refusal| refused(refusal, &sheet))?;
        if outcome != Outcome::Submitted {
            return Ok(SyncedTest::without_result(test, SyncState::Cancelled, messages::OFFLINE_EMPTY));
        }
        let (mut result, marked_at) = self.mark(&attempt, &sheet.sheet.0).await?;
        result.folded = Some(Folded::Exempt);
        let left_out = ids.iter().collect::<HashSet<_>>().len() - found.len();
        result.offline = Some(compare(test, &result, left_out, self.now()));
        sheet.state = state_word(sheet.sheet.0.state).into();
        let looked = revisions.into_iter().filter(|(year, _)| attempt.years.contains(year)).collect();
        let looked = Looked { revisions: &looked, edits };
        self.store_attempt(starts, &attempt, &sheet, Some(result.clone()), Some(looked)).await?;
        self.look_again(&attempt, marked_at, edits).await?;
        Ok(stored(test, &result))
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

/// The key of a test: the same whenever this student sends it, and never that of another student's.
fn attempt_id(user: &Id<User>, test: &str) -> Id<Attempt> {
    let hash = Sha256::digest(format!("{user} {test}"));
    Id::new(format!("offline{}", hex::encode(&hash[..12])))
}

/// The seconds that a test took, as far as they are plausible.
fn used_seconds(test: &OfflineTest, mode: Mode) -> i64 {
    let span = (test.ended_at - test.started_at).num_seconds().max(0);
    test.used_seconds.clamp(0, minutes(test, mode).unwrap_or(MAX_MINUTES) * 60).min(span)
}

/// The minutes that a practice had.
fn minutes(test: &OfflineTest, mode: Mode) -> Option<i64> {
    (mode == Mode::Practice).then(|| test.minutes.unwrap_or(MAX_MINUTES).clamp(1, MAX_MINUTES))
}

/// The attempt of a test. A time in the future, or of more than a year ago, is capped.
fn attempt(
    id: Id<Attempt>,
    user: &Id<User>,
    test: &OfflineTest,
    mode: &Assessment,
    questions: &[Question],
    now: Instant,
) -> Attempt {
    let ended = test.ended_at.clamp(now - OLDEST, now);
    let paper = parts(questions);
    Attempt {
        id,
        user: user.clone(),
        exam: test.exam_id.clone(),
        assessment: mode.id.clone(),
        mode: mode.slug,
        exam_type: ExamType::Objective,
        year: test.year,
        from_today: test.from == OfflineSource::Today,
        university: test.university.clone(),
        subjects: paper.iter().map(|part| part.subject.clone()).collect(),
        years: questions.iter().map(|one| one.year.clone()).collect::<HashSet<_>>().into_iter().collect(),
        paper: Packed(paper),
        minutes: minutes(test, mode.slug),
        extra_minutes: 0,
        power_safe: false,
        started_at: ended - TimeDelta::seconds(used_seconds(test, mode.slug)),
        deadline: None,
        ahead: None,
    }
}

/// The choice for a question. An option that was removed since the download counts as none.
fn write(question: &Question, one: &OfflineQuestion) -> Option<Write> {
    let choice = one.answer.clone().filter(|id| question.body.choice(id).is_some())?;
    Some(Write { item: question.id.clone().into(), response: Some(Response::Choice(choice)), at: None })
}

/// Compares the marks of the device with those of the server.
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

/// The answer for a test that has a result.
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
