//! The stored state of a submission, and each moderator's grading of it.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::verdict;
use crate::{
    clock::Instant,
    exam::QuizResult,
    people::{Actor, User},
    store::{Id, Record},
};

/// How long a claim lasts after its last use, in minutes (ruling 16).
pub const CLAIM_MINUTES: i64 = 15;
/// A claim is not renewed within this many seconds, so that concurrent calls write once.
const FRESH_SECONDS: i64 = 5;

/// The most submissions that one moderator can claim (reservations do not count).
pub const MAX_CLAIMS: usize = 5;
/// The most submissions that one moderator can reserve for worksheets.
pub const MAX_RESERVED: usize = 200;
/// The longest reservation, in days (ruling 48).
pub const MAX_DAYS: i64 = 7;

/// The condition for a valid claim at `$now`; `$latest` and `$most` are [`Case::latest`] and
/// [`Case::latest_reserved`].
pub(super) const VALID_CLAIM: &str = "until > $now AND until <= $most AND (until <= $latest OR reserved = true)";

/// The state of a submission, under its result's key.
#[derive(Debug, Clone, SurrealValue)]
pub struct Case {
    pub id: Id<Case>,
    /// The grader who claimed it last, in the form of [`grader`]. An expired claim stays here until the next one.
    pub holder: Option<String>,
    pub until: Option<Instant>,
    /// Whether it is reserved for a worksheet, for days.
    #[surreal(default)]
    pub reserved: bool,
    /// How many gradings are needed.
    pub wanted: i64,
    /// Increased by each correction of declared grades.
    pub revision: i64,
}

impl Record for Case {
    const TABLE: &'static str = "grading_case";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS grading_case_holder ON grading_case FIELDS holder, until;\
        DEFINE INDEX IF NOT EXISTS grading_case_until ON grading_case FIELDS until;";
}

/// One moderator's grading of one submission. Only they read it before the result is declared.
#[derive(Debug, Clone, SurrealValue)]
pub struct Grading {
    /// The keys of the submission and of its grader.
    pub id: Id<Grading>,
    pub quiz: Id<QuizResult>,
    /// The grader, in the form of [`grader`].
    pub grader: String,
    /// The grader's account; `None` for the operator.
    pub user: Option<Id<User>>,
    /// [`DRAFT`], [`GIVEN`] or [`SETTLED`].
    pub state: String,
    /// Increased by every save. A save names the revision that it read.
    pub revision: i64,
    pub grades: Vec<Grade>,
    /// When the grader claimed the submission. If a claim had expired, this is the start of the newest one.
    pub claimed_at: Instant,
    pub given_at: Option<Instant>,
    /// Seconds from the claim to the completed grading.
    pub seconds: Option<i64>,
    /// The average grade, once it is completed.
    pub total: Option<f64>,
    /// Whether this grading completed the submission. The declared grades may be another grader's.
    pub declared: bool,
}

/// The grader has not completed it.
pub(super) const DRAFT: &str = "draft";
/// The grader is done, but another one must grade the submission too.
pub(super) const GIVEN: &str = "given";
/// The result is declared.
pub(super) const SETTLED: &str = "settled";

impl Record for Grading {
    const TABLE: &'static str = "grading";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON grading TYPE option<record<user>> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS grading_user ON grading FIELDS user;\
        DEFINE INDEX IF NOT EXISTS grading_quiz ON grading FIELDS quiz;\
        DEFINE INDEX IF NOT EXISTS grading_state ON grading FIELDS grader, state;\
        DEFINE INDEX IF NOT EXISTS grading_given ON grading FIELDS grader, given_at;\
        DEFINE INDEX IF NOT EXISTS grading_declared ON grading FIELDS grader, declared;";
}

/// A moderator's grade of one answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModeratorGrade)]
pub struct Grade {
    pub answer_id: String,
    /// 0, 25, 50, 75 or 100; `null` while undecided.
    pub ans_grade: Option<i64>,
    /// For the student, in plain text.
    #[schema(max_length = 2000)]
    pub remark: Option<String>,
}

/// A grader in the store: the account's key, or `operator`.
pub(super) fn grader(actor: &Actor) -> String {
    actor.to_string()
}

impl Case {
    /// A case that nobody has claimed yet, with its drawn number; `share` percent of all need a second opinion.
    pub(super) fn new(quiz: &Id<QuizResult>, drawn: u64, share: u8) -> Self {
        let wanted = verdict::wanted(drawn, share);
        Self { id: quiz.cast(), holder: None, until: None, reserved: false, wanted, revision: 0 }
    }

    /// The latest valid end of a claim, which allows for another server's clock that is a little ahead. A later end
    /// comes from a wrong clock and is ignored; otherwise the claim would last until this clock catches up.
    pub(super) fn latest(now: Instant) -> Instant {
        now + TimeDelta::minutes(2 * CLAIM_MINUTES)
    }

    /// The latest valid end of a reservation, by the same rule as [`latest`](Self::latest).
    pub(super) fn latest_reserved(now: Instant) -> Instant {
        Self::latest(now) + TimeDelta::days(MAX_DAYS)
    }

    /// The holder of a claim that is valid at `now`, and its end.
    pub(super) fn claim(&self, now: Instant) -> Option<(&str, Instant)> {
        let latest = if self.reserved { Self::latest_reserved(now) } else { Self::latest(now) };
        let until = self.until.filter(|until| *until > now && *until <= latest)?;
        Some((self.holder.as_deref()?, until))
    }

    /// Whether this grader holds it now.
    pub(super) fn is_claimed_by(&self, grader: &str, now: Instant) -> bool {
        self.claim(now).is_some_and(|(holder, _)| holder == grader)
    }

    /// Whether a renewal would extend the claim by less than [`FRESH_SECONDS`].
    pub(super) fn is_fresh(&self, now: Instant) -> bool {
        let until = now + TimeDelta::minutes(CLAIM_MINUTES) - TimeDelta::seconds(FRESH_SECONDS);
        self.until.is_some_and(|held| held > until)
    }

    /// Claims it for this grader. A longer reservation of theirs stays.
    pub(super) fn claimed_by(self, grader: &str, now: Instant) -> Self {
        let until = now + TimeDelta::minutes(CLAIM_MINUTES);
        match self.claim(now) {
            Some((holder, reserved)) if self.reserved && holder == grader && reserved > until => self,
            _ => Self { holder: Some(grader.to_owned()), until: Some(until), reserved: false, ..self },
        }
    }

    /// Reserves it for this grader until `until`.
    pub(super) fn reserved_until(self, grader: &str, until: Instant) -> Self {
        Self { holder: Some(grader.to_owned()), until: Some(until), reserved: true, ..self }
    }

    /// The case without its claim.
    pub(super) fn free(self) -> Self {
        Self { holder: None, until: None, reserved: false, ..self }
    }
}

impl Grading {
    /// The key of a grader's grading of a submission.
    pub(super) fn key(quiz: &Id<QuizResult>, grader: &str) -> Id<Self> {
        Id::new(format!("{quiz}-{grader}"))
    }

    /// A new grading.
    pub(super) fn begin(quiz: &Id<QuizResult>, actor: &Actor, now: Instant) -> Self {
        let grader = grader(actor);
        Self {
            id: Self::key(quiz, &grader),
            quiz: quiz.clone(),
            grader,
            user: actor.user_id().ok().cloned(),
            state: DRAFT.into(),
            revision: 0,
            grades: Vec::new(),
            claimed_at: now,
            given_at: None,
            seconds: None,
            total: None,
            declared: false,
        }
    }
}
