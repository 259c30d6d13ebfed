//! An attempt: the paper drawn for one student, fixed at the start.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;

use super::engine;
use crate::{
    bank::{Choice, Question, SubjectYear, Theory},
    catalogue::{Assessment, Exam, ExamType, Mode, Subject, University},
    clock::Instant,
    people::User,
    store::{Id, Packed, Record},
};

/// A person's run at a test. Written once; the student's answers are in its [`super::StoredSheet`], which has the same
/// key.
#[derive(Debug, Clone, SurrealValue)]
pub struct Attempt {
    pub id: Id<Attempt>,
    pub user: Id<User>,
    pub exam: Id<Exam>,
    pub assessment: Id<Assessment>,
    pub mode: Mode,
    pub exam_type: ExamType,
    /// `None` for a mock.
    pub year: Option<i64>,
    /// Whether it is a session of Today.
    #[surreal(default)]
    pub from_today: bool,
    pub university: Option<Id<University>>,
    pub subjects: Vec<Id<Subject>>,
    /// The subject-years that its questions come from.
    pub years: Vec<Id<SubjectYear>>,
    /// The questions in their order, each with its options in their order.
    pub paper: Packed<Vec<PaperPart>>,
    /// Minutes allotted; `None` in study.
    pub minutes: Option<i64>,
    /// The student's extra minutes, included in `minutes`.
    #[surreal(default)]
    pub extra_minutes: i64,
    /// Whether the clock stops while the server hears nothing from the student's device.
    #[surreal(default)]
    pub power_safe: bool,
    /// When it was started, or fetched ahead.
    pub started_at: Instant,
    /// `None` in study, and for a paper that was fetched ahead: its time runs only once it is opened.
    pub deadline: Option<Instant>,
    /// Set if the paper was fetched ahead.
    #[surreal(default)]
    pub ahead: Option<FetchedAhead>,
}

/// The terms of a mock whose paper was fetched ahead, fixed when it was fetched.
#[derive(Debug, Clone, SurrealValue)]
pub struct FetchedAhead {
    /// The last moment at which the paper may be opened.
    pub open_until: Instant,
    /// Minutes after the deadline within which answers may arrive that were given before it.
    pub late_minutes: i64,
}

/// One subject of a paper.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PaperPart {
    pub subject: Id<Subject>,
    pub questions: Vec<PaperQuestion>,
    pub theories: Vec<Id<Theory>>,
}

/// A question of a paper and the order of its options.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PaperQuestion {
    pub question: Id<Question>,
    pub options: Vec<Id<Choice>>,
}

impl Record for Attempt {
    const TABLE: &'static str = "attempt";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON attempt TYPE record<user> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS exam ON attempt TYPE record<exam> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS subjects ON attempt TYPE array<record<subject>> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS attempt_user ON attempt FIELDS user;";
}

impl Attempt {
    /// The terms for the engine.
    pub fn terms(&self) -> engine::Terms {
        let questions = self.questions().map(|item| (item.question.clone().into(), item.options.clone()));
        let theories = self.theories().map(|theory| (theory.clone().into(), Vec::new()));
        let ahead = self.ahead.as_ref().zip(self.minutes);
        engine::Terms {
            ahead: ahead.map(|(ahead, minutes)| engine::Ahead {
                open_until: ahead.open_until,
                time: TimeDelta::minutes(minutes),
                late: TimeDelta::minutes(ahead.late_minutes),
            }),
            mode: self.mode,
            started_at: self.started_at,
            deadline: self.deadline,
            power_safe: self.power_safe,
            items: questions.chain(theories).collect(),
        }
    }

    /// Its objective questions, in order.
    pub fn questions(&self) -> impl Iterator<Item = &PaperQuestion> {
        self.paper.0.iter().flat_map(|part| &part.questions)
    }

    /// Its theory questions, in order.
    pub fn theories(&self) -> impl Iterator<Item = &Id<Theory>> {
        self.paper.0.iter().flat_map(|part| &part.theories)
    }

    /// The number of its items.
    pub fn total(&self) -> usize {
        self.questions().count() + self.theories().count()
    }
}
