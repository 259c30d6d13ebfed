//! The response types of a running test. None contains a key or an explanation (ruling 14), except [`RevealView`]:
//! study and practice request it for one question, and study gets it for the questions that a save marks.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    engine::{self, ItemId},
    sheet::state_word,
};
use crate::{
    bank::{Choice, Question, Theory},
    catalogue::{Assessment, ExamRef, ExamType, Mode, Subject},
    clock::Instant,
    records::Titled,
    store::Id,
};

/// A question of a paper.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Question)]
pub struct QuestionView {
    #[serde(rename = "_id")]
    pub id: Id<Question>,
    pub title: String,
    /// HTML; the same on each question of a linked group.
    pub passage: Option<String>,
    pub group: Option<String>,
    /// HTML.
    pub question: String,
    pub logo: Option<String>,
    pub options: Vec<Choice>,
}

/// A theory question of a paper.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Theory)]
pub struct TheoryView {
    #[serde(rename = "_id")]
    pub id: Id<Theory>,
    pub title: String,
    /// HTML.
    pub question: String,
    pub logo: Option<String>,
}

/// One subject of a paper.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = SubjectPaper)]
pub struct SubjectPaperView {
    pub subject: Titled<Subject>,
    pub questions: Vec<QuestionView>,
    pub theories: Vec<TheoryView>,
}

/// A paper for its candidate.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Paper)]
pub struct PaperView {
    pub total_questions: usize,
    pub subjects: Vec<SubjectPaperView>,
}

/// An answer to one item: an option's id for a question, a text for a theory question; `null` clears it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Id<Question>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theory: Option<Id<Theory>>,
    #[schema(max_length = 20000)]
    pub answer: Option<String>,
    /// When it was given, by the server's clock as estimated by the device; now if missing.
    pub at: Option<Instant>,
}

/// An attempt for its student.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Attempt)]
pub struct AttemptView {
    #[serde(rename = "_id")]
    pub id: Id<super::Attempt>,
    pub exam: ExamRef,
    pub assessment: AssessmentRef,
    pub exam_type: ExamType,
    pub year: Option<i64>,
    /// Whether it is a session of Today.
    pub from_today: bool,
    /// `running`, `submitted` or `cancelled`.
    pub state: String,
    /// When the test started. A mock that was fetched ahead starts when it is opened; before that, this is when it was
    /// fetched.
    pub started_at: Instant,
    /// The last moment at which an answer counts. It moves while the clock of a power-safe test is stopped.
    pub deadline: Option<Instant>,
    /// Present for a mock whose paper was fetched ahead.
    #[serde(default)]
    pub ahead: Option<AheadView>,
    /// Minutes allotted.
    pub time_duration: Option<i64>,
    /// The student's extra minutes, included in the allotted ones.
    pub extra_minutes: i64,
    /// Whether the clock stops after 20 seconds without a save. A working device saves at least that often, even if
    /// nothing has changed.
    pub power_safe: bool,
    /// Seconds for which the clock was stopped.
    pub paused_time: i64,
    pub total_questions: usize,
    pub subjects: Vec<Titled<Subject>>,
    pub revision: u64,
    pub answers: Vec<Answer>,
    pub review: Vec<String>,
    pub seen: Vec<String>,
    pub revealed: Vec<RevealView>,
    /// The questions that were marked at once: their choice is final.
    pub marked: Vec<String>,
    pub saved_at: Option<Instant>,
    pub server_now: Instant,
    pub quiz_id: Option<Id<super::QuizResult>>,
}

/// A mock whose paper was fetched ahead, to be taken without a network.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Ahead)]
pub struct AheadView {
    /// The last moment at which it may be opened.
    pub open_until: Instant,
    /// When it was opened, by the student's device; `null` until the device has reported it.
    pub opened_at: Option<Instant>,
    /// The last moment at which answers may arrive that were given in time.
    pub taken_until: Instant,
}

/// A reference to an assessment.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct AssessmentRef {
    #[serde(rename = "_id")]
    pub id: Id<Assessment>,
    pub title: String,
    pub slug: Mode,
}

/// The answer of one item, shown on request in study and practice.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Reveal)]
pub enum RevealView {
    /// For a question.
    Question {
        question: Id<Question>,
        #[serde(rename = "correctAns")]
        correct: Id<Choice>,
        description: String,
    },
    /// For a theory question.
    Theory {
        theory: Id<Theory>,
        answer: String,
        #[serde(rename = "detailedAnswer")]
        detailed_answer: String,
    },
}

impl QuestionView {
    /// The question with its options in the given order.
    pub fn new(question: &Question, order: &[Id<Choice>]) -> Self {
        Self {
            id: question.id.clone(),
            title: question.title.clone(),
            passage: question.body.passage.clone(),
            group: question.body.group.clone(),
            question: question.question.clone(),
            logo: question.logo.clone(),
            options: order.iter().filter_map(|id| question.body.choice(id)).cloned().collect(),
        }
    }
}

impl From<&Theory> for TheoryView {
    fn from(theory: &Theory) -> Self {
        Self {
            id: theory.id.clone(),
            title: theory.title.clone(),
            question: theory.question.clone(),
            logo: theory.logo.clone(),
        }
    }
}

impl From<&Question> for RevealView {
    fn from(question: &Question) -> Self {
        Self::Question {
            question: question.id.clone(),
            correct: question.body.correct.clone(),
            description: question.body.description.clone(),
        }
    }
}

impl From<&Theory> for RevealView {
    fn from(theory: &Theory) -> Self {
        Self::Theory {
            theory: theory.id.clone(),
            answer: theory.body.answer.clone(),
            detailed_answer: theory.body.detailed_answer.clone(),
        }
    }
}

impl Answer {
    /// The answer to an item on a sheet.
    pub(super) fn of(item: &ItemId, given: &engine::StoredAnswer) -> Self {
        let (question, theory) = match item {
            ItemId::Question(id) => (Some(id.clone()), None),
            ItemId::Theory(id) => (None, Some(id.clone())),
        };
        let answer = given.response.as_ref().map(|response| match response {
            engine::Response::Choice(id) => id.to_string(),
            engine::Response::Text(text) => text.clone(),
        });
        Self { question, theory, answer, at: Some(given.at) }
    }

    /// Converts the answer for the engine; `None` unless it names exactly one item.
    pub(super) fn write(self) -> Option<engine::Write> {
        let (item, wrap): (ItemId, fn(String) -> engine::Response) = match (self.question, self.theory) {
            (Some(question), None) => (question.into(), |answer| engine::Response::Choice(Id::new(answer))),
            (None, Some(theory)) => (theory.into(), engine::Response::Text),
            _ => return None,
        };
        Some(engine::Write { item, response: self.answer.map(wrap), at: self.at })
    }
}

/// Fills the fields of an [`AttemptView`] that come from a sheet.
pub(super) fn fill(view: &mut AttemptView, terms: &engine::Terms, sheet: &engine::AnswerSheet) {
    view.started_at = terms.began(sheet);
    view.deadline = terms.deadline_of(sheet, view.server_now);
    view.ahead = terms.ahead.map(|ahead| AheadView {
        open_until: ahead.open_until,
        opened_at: sheet.opened_at,
        taken_until: ahead.taken_until(sheet),
    });
    let now = sheet.closed_at.unwrap_or(view.server_now);
    view.paused_time = terms.pause(sheet, now).num_seconds();
    view.state = state_word(sheet.state).into();
    view.revision = sheet.revision;
    view.answers = sheet.answers.iter().map(|(item, given)| Answer::of(item, given)).collect();
    view.review = sheet.review.iter().map(|item| item.key().to_owned()).collect();
    view.seen = sheet.seen.iter().map(|item| item.key().to_owned()).collect();
    view.marked = sheet.marked.iter().map(|item| item.key().to_owned()).collect();
    view.saved_at = sheet.saved_at;
    view.quiz_id = (sheet.state == engine::State::Submitted).then(|| view.id.cast());
}
