//! The result of a submitted attempt, stored with the submission in one commit.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    Attempt, MarkedItem, MarkedItems,
    attempt_items::Items,
    engine::{self, ItemId, Response},
    score::{self, Marks, Tally},
};
use crate::{
    App, Result,
    bank::{Question, Revisions, Theory},
    catalogue::{Assessment, Exam, ExamType, Mode, Subject},
    clock::Instant,
    people::User,
    records::StoredFields,
    store::{Id, Record},
};

/// A result. It has its attempt's key, so an attempt never has two results. The documents call that key the quiz id.
#[derive(Debug, Clone, SurrealValue)]
pub struct QuizResult {
    pub id: Id<QuizResult>,
    pub user: Id<User>,
    pub attempt: Id<Attempt>,
    pub exam: Id<Exam>,
    pub assessment: Id<Assessment>,
    pub mode: Mode,
    pub exam_type: ExamType,
    pub year: Option<i64>,
    /// Whether it was a session of Today.
    #[surreal(default)]
    pub from_today: bool,
    pub subjects: Vec<Id<Subject>>,
    pub created_at: Instant,
    /// Counts of the objective questions, or of the theory questions if there are no others.
    #[surreal(wrap)]
    pub tally: Tally,
    /// Each subject's objective questions, in the paper's order.
    #[surreal(wrap)]
    pub parts: Vec<(Id<Subject>, Tally)>,
    /// Each objective question, as marked.
    pub marked: MarkedItems,
    /// The theory answers, for people to grade.
    pub theories: Vec<TheoryAnswer>,
    /// Seconds allotted; `None` in study.
    pub time: Option<i64>,
    /// Seconds used.
    pub used_time: i64,
    /// Whether it was power-safe practice, and for how many seconds its clock stopped.
    #[surreal(default)]
    pub power_safe: bool,
    #[surreal(default)]
    pub paused_time: i64,
    /// [`PENDING`], [`DECLARED`] or [`OWN`] if there are theory questions.
    pub exam_result: Option<String>,
    /// The first sort key of the grading queue: 0 for mocks, 1 for other tests (ruling 48).
    #[surreal(default)]
    pub queue_order: i64,
    pub total_avg_grade: Option<f64>,
    /// [`StatisticsState::Exempt`] if the result is never counted in the statistics of its questions. Whether any other
    /// result has been counted is stored in [`super::PendingStatistics`].
    #[surreal(rename = "folded")]
    pub statistics: Option<StatisticsState>,
    /// How a device had marked it, if it was practised offline.
    #[surreal(default)]
    pub offline: Option<OfflineMark>,
    /// Whether this was a mock whose paper was fetched ahead, so that the device's clock measured its time.
    #[surreal(default)]
    pub taken_offline: bool,
}

/// The theory answers wait for a moderator.
pub(crate) const PENDING: &str = "pending";
/// A moderator has declared the grades.
pub(crate) const DECLARED: &str = "declared";
/// No moderator grades it, because its student opened the model answers first or was erased. The student's own grades
/// count.
pub(crate) const OWN: &str = "own";

/// A theory answer and its grade.
#[derive(Debug, Clone, SurrealValue)]
pub struct TheoryAnswer {
    /// The answer's own key, unique in its result.
    pub answer_id: String,
    pub subject: Id<Subject>,
    pub theory: Id<Theory>,
    pub answered: Option<String>,
    /// Whether the model answer was opened first. Then no moderator grades it (ruling 48).
    #[surreal(default)]
    pub opened_first: bool,
    /// 0, 25, 50, 75 or 100: the student's own until the result is declared, then a moderator's.
    pub grade: Option<i64>,
    /// The student's own grade, once a moderator's grade replaced it above.
    #[surreal(default)]
    pub own_grade: Option<i64>,
    /// The moderator's remark, in plain text.
    #[surreal(default)]
    pub remark: Option<String>,
}

impl TheoryAnswer {
    /// Whether the answer is empty.
    pub fn is_blank(&self) -> bool {
        self.answered.as_deref().is_none_or(|text| text.trim().is_empty())
    }

    /// Whether a moderator has something to grade here.
    pub fn is_gradable(&self) -> bool {
        !self.opened_first && !self.is_blank()
    }
}

/// The state in the statistics of the questions that is stored with the result itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, SurrealValue)]
#[surreal(untagged, lowercase)]
pub enum StatisticsState {
    /// It is counted, unless it waits again. Only in results of earlier releases.
    #[surreal(rename = "folded")]
    Counted,
    /// It is never counted, because a device chose its questions or measured its time.
    Exempt,
}

impl Record for QuizResult {
    const TABLE: &'static str = "quiz";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON quiz TYPE record<user> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS exam ON quiz TYPE record<exam> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS subjects ON quiz TYPE array<record<subject>> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS quiz_created ON quiz FIELDS created_at;\
        DEFINE INDEX IF NOT EXISTS quiz_exam ON quiz FIELDS exam, created_at;\
        DEFINE INDEX IF NOT EXISTS quiz_user ON quiz FIELDS user, created_at;\
        DEFINE INDEX IF NOT EXISTS quiz_state ON quiz FIELDS exam_result, created_at;\
        DEFINE INDEX IF NOT EXISTS quiz_queue ON quiz FIELDS exam_result, queue_order, created_at;";
}

impl StoredFields for QuizResult {
    fn key(&self) -> String {
        self.id.to_string()
    }

    fn to_json(&self) -> serde_json::Value {
        self.clone().into_value().into_json_value()
    }

    fn field_in_words(&self, _field: &str) -> Option<String> {
        None
    }
}

/// An answer that the server and the device marked differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Difference {
    pub question: Id<Question>,
    /// Whether the answer is right by the present key.
    pub right: bool,
}

/// The marks that the device had given a test, compared with the server's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfflineMark {
    /// The number of right answers by the keys of the packs.
    pub device_correct: i64,
    /// When the server received it.
    pub received_at: Instant,
    /// The answers that the server marked differently on arrival, because a key was corrected after the download.
    pub differences: Vec<Difference>,
    /// Questions that were left out because they were no longer in use.
    pub left_out: i64,
}

impl QuizResult {
    /// Whether it waits for a moderator.
    pub fn is_pending(&self) -> bool {
        self.exam_result.as_deref() == Some(PENDING)
    }

    /// Whether moderators grade its theory answers, or have graded them.
    pub fn is_submission(&self) -> bool {
        matches!(self.exam_result.as_deref(), Some(PENDING | DECLARED))
    }

    /// The theory questions of the result.
    pub(crate) fn written(&self) -> Vec<ItemId> {
        self.theories.iter().map(|answer| answer.theory.clone().into()).collect()
    }

    /// Removes the student's own grades from a result that waits for grading, so that they do not influence the grader.
    pub(super) fn ungraded(mut self) -> Self {
        if self.is_pending() {
            self.theories.iter_mut().for_each(|answer| answer.grade = None);
            self.total_avg_grade = None;
        }
        self
    }

    /// The marks, for the measures derived from them.
    pub(super) fn marks(&self) -> Marks {
        Marks { tally: self.tally, subjects: self.parts.iter().cloned().collect(), ..Marks::default() }
    }

    /// The questions whose answers show what the student knew. Excludes questions answered with the right answer in
    /// view, which only study allows. If a study result does not record this, none of its answers count.
    pub(crate) fn evidence(&self) -> impl Iterator<Item = &MarkedItem> {
        self.marked.iter().filter(|item| self.is_evidence(item))
    }

    /// Whether this answer shows what the student knew. See [`Self::evidence`].
    pub(super) fn is_evidence(&self, item: &MarkedItem) -> bool {
        !item.shown.unwrap_or(self.mode == Mode::Study)
    }
}

impl App {
    /// Marks a closed sheet by the bank's present keys, and also returns the revisions of the years that were read.
    /// Counts sent by a caller are ignored (ruling 14).
    pub(super) async fn mark(&self, attempt: &Attempt, sheet: &engine::AnswerSheet) -> Result<(QuizResult, Revisions)> {
        let items = self.attempt_items(attempt).await?;
        Ok((result(attempt, sheet, &items), items.revisions))
    }
}

/// The result of a closed sheet, marked by the keys of these items.
pub(super) fn result(attempt: &Attempt, sheet: &engine::AnswerSheet, items: &Items) -> QuizResult {
    let mut marked = Vec::with_capacity(attempt.total());
    let terms = attempt.terms();
    let slow = sheet.slow(terms.began(sheet));
    let mut theories = Vec::new();
    for part in &attempt.paper.0 {
        for item in &part.questions {
            let Some(question) = items.questions.get(&item.question) else { continue };
            let key = ItemId::from(item.question.clone());
            marked.push(MarkedItem {
                subject: part.subject.clone(),
                question: item.question.clone(),
                chosen: sheet.choice(&item.question).cloned(),
                correct: question.body.correct.clone(),
                topic: Some(question.topic.clone()),
                shown: Some(attempt.mode == Mode::Study && sheet.was_in_view(&key)),
                withdrawn: question.body.withdrawn,
                doubted: sheet.review.contains(&key),
                slow: slow.contains(&key),
            });
        }
        for theory in &part.theories {
            let item = ItemId::from(theory.clone());
            let given = sheet.answers.get(&item).and_then(|given| given.response.as_ref());
            let answered = given.and_then(|response| match response {
                Response::Text(text) => Some(text.clone()),
                Response::Choice(_) => None,
            });
            theories.push(TheoryAnswer {
                answer_id: format!("{}-{}", attempt.id, theories.len() + 1),
                subject: part.subject.clone(),
                theory: theory.clone(),
                answered,
                opened_first: sheet.opened_first.contains(&item),
                grade: None,
                own_grade: None,
                remark: None,
            });
        }
    }
    let marks = score::mark(marked.iter().map(MarkedItem::key), |question| sheet.choice(question));
    let part_of = |part: &super::PaperPart| {
        (part.subject.clone(), marks.subjects.get(&part.subject).copied().unwrap_or_default())
    };
    QuizResult {
        id: attempt.id.cast(),
        user: attempt.user.clone(),
        attempt: attempt.id.clone(),
        exam: attempt.exam.clone(),
        assessment: attempt.assessment.clone(),
        mode: attempt.mode,
        exam_type: attempt.exam_type,
        year: attempt.year,
        from_today: attempt.from_today,
        subjects: attempt.subjects.clone(),
        created_at: sheet.closed_at.unwrap_or(attempt.started_at),
        tally: if marked.is_empty() { written(&theories) } else { marks.tally },
        parts: attempt.paper.0.iter().map(part_of).collect(),
        exam_result: first_state(&theories).map(Into::into),
        queue_order: i64::from(attempt.mode != Mode::Mock),
        marked: marked.into(),
        theories,
        time: attempt.minutes.map(|minutes| minutes * 60),
        used_time: sheet.used_seconds(&terms).unwrap_or(0),
        power_safe: attempt.power_safe,
        paused_time: sheet.paused().num_seconds(),
        total_avg_grade: None,
        // The student's device measured its time (ruling 54).
        statistics: attempt.ahead.as_ref().map(|_| StatisticsState::Exempt),
        offline: None,
        taken_offline: attempt.ahead.is_some(),
    }
}

/// The grading state of a new result.
fn first_state(theories: &[TheoryAnswer]) -> Option<&'static str> {
    let is_own = theories.iter().any(|answer| answer.opened_first) && !theories.iter().any(TheoryAnswer::is_gradable);
    match (theories, is_own) {
        ([], _) => None,
        (_, true) => Some(OWN),
        (_, false) => Some(PENDING),
    }
}

/// The tally of a paper with theory questions only. Nothing counts as right or wrong before it is graded.
fn written(theories: &[TheoryAnswer]) -> Tally {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let unseen = count(theories.iter().filter(|theory| theory.answered.is_none()).count());
    Tally { total: count(theories.len()), unseen, ..Tally::default() }
}
