//! Questions for visitors without an account, and the score that a new student keeps from them.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, Error, Result,
    bank::{Choice, Question, VisitorQuestion, paper::PaperSource},
    catalogue::{Exam, ExamRef, Subject},
    clock::Instant,
    people::{Actor, User},
    records::{Entity as _, Titled},
    store::{Id, Record, retry_tx},
};

/// A question for visitors, with its key and explanation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VisitorQuestionView {
    #[serde(rename = "_id")]
    pub id: Id<Question>,
    pub subject: Titled<Subject>,
    pub year: i64,
    /// HTML.
    pub passage: Option<String>,
    /// HTML.
    pub question: String,
    pub logo: Option<String>,
    pub options: Vec<Choice>,
    /// The key.
    #[serde(rename = "correctAns")]
    pub correct: Id<Choice>,
    /// The explanation, HTML.
    pub description: String,
}

/// The questions of an exam for visitors.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VisitorPaper {
    pub exam: ExamRef,
    /// At most five. Empty if the exam has no question marked for visitors, and no subject with more explained
    /// questions than its mocks need.
    pub questions: Vec<VisitorQuestionView>,
}

/// The answers that a visitor gave, sent once the visitor has an account.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct KeepVisitorAnswers {
    /// The exam's slug.
    #[schema(max_length = 160)]
    pub exam: String,
    #[schema(max_items = 5)]
    pub answers: Vec<VisitorAnswer>,
}

/// A visitor's answer to one question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct VisitorAnswer {
    pub question: Id<Question>,
    /// The id of the chosen option.
    pub answer: Id<Choice>,
}

/// How many of an exam's questions for visitors a student answered correctly before registering. It is not a result,
/// and counts in no statistics.
#[derive(Debug, Clone, SurrealValue)]
pub struct VisitorScore {
    pub id: Id<VisitorScore>,
    pub user: Id<User>,
    pub exam: Id<Exam>,
    pub correct: i64,
    pub total: i64,
    pub created_at: Instant,
}

impl Record for VisitorScore {
    const TABLE: &'static str = "visitor_score";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON visitor_score TYPE record<user> REFERENCE ON DELETE CASCADE;\
        DEFINE INDEX IF NOT EXISTS visitor_score_user ON visitor_score FIELDS user;";
}

/// A student's score with the questions for visitors.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VisitorScore)]
pub struct VisitorScoreView {
    pub exam: ExamRef,
    pub correct: i64,
    pub total: i64,
    pub created_at: Instant,
}

impl From<&VisitorQuestion> for VisitorQuestionView {
    fn from(VisitorQuestion { question, subject, year }: &VisitorQuestion) -> Self {
        Self {
            id: question.id.clone(),
            subject: subject.clone(),
            year: *year,
            passage: question.body.passage.clone(),
            question: question.question.clone(),
            logo: question.logo.clone(),
            options: question.body.options.clone(),
            correct: question.body.correct.clone(),
            description: question.body.description.clone(),
        }
    }
}

impl App {
    /// The questions for visitors of the exam with this slug.
    ///
    /// # Errors
    /// [`Error::NotFound`] if no exam in use has it.
    pub async fn visitor_paper(&self, slug: &str) -> Result<VisitorPaper> {
        let exam = self.find_exam_by_slug(slug).await?;
        if !exam.status {
            return Err(Error::NotFound(Exam::NOUN));
        }
        let questions = self.visitor_questions().await?;
        Ok(VisitorPaper { questions: questions.of(&exam.id).iter().map(Into::into).collect(), exam: exam.reference() })
    }

    /// The questions for visitors of the first exam that has some.
    pub async fn first_visitor_paper(&self) -> Result<Option<VisitorPaper>> {
        let questions = self.visitor_questions().await?;
        let exams = self.list_exam_types().await?;
        let first = exams.iter().find(|exam| exam.status && !questions.of(&exam.id).is_empty());
        Ok(first.map(|exam| VisitorPaper {
            questions: questions.of(&exam.id).iter().map(Into::into).collect(),
            exam: exam.reference(),
        }))
    }

    /// Marks the answers that the caller gave before registering, and stores the score. Only the first score of an exam
    /// is stored; sending answers again changes nothing.
    ///
    /// # Errors
    /// [`Error::NotFound`] if no exam in use has this slug; [`Error::Invalid`] if none of the questions is shown to
    /// visitors any more.
    pub async fn keep_visitor_answers(&self, actor: &Actor, given: &KeepVisitorAnswers) -> Result<VisitorScoreView> {
        let user = actor.user_id()?;
        let exam = self.find_exam_by_slug(&given.exam).await?;
        let id = Id::<VisitorScore>::new(format!("{user}-{}", exam.id));
        if self.load(&id).await?.is_none() {
            let score = self.mark_visitor_answers(user, &exam.id, given).await?;
            retry_tx(async || {
                let tx = self.store.begin().await?;
                let kept: Option<VisitorScore> = tx.query("SELECT * FROM $id").bind(("id", id.clone())).first().await?;
                if kept.is_some() {
                    return Ok(());
                }
                let write = tx.query("CREATE ONLY $id CONTENT $score RETURN NONE").bind(("id", id.clone()));
                write.bind(("score", VisitorScore { id: id.clone(), ..score.clone() })).done().await?;
                tx.commit().await
            })
            .await?;
        }
        let scores = self.list_visitor_scores(actor).await?;
        scores.into_iter().find(|score| score.exam.id == exam.id).ok_or(Error::NotFound("Score"))
    }

    async fn mark_visitor_answers(
        &self,
        user: &Id<User>,
        exam: &Id<Exam>,
        given: &KeepVisitorAnswers,
    ) -> Result<VisitorScore> {
        let questions = self.visitor_questions().await?;
        let shown = questions.of(exam);
        // Each question counts once. Only questions for visitors are marked, because their keys are public; marking
        // others would reveal keys.
        let mut seen = HashSet::new();
        let known = |answer: &&VisitorAnswer| {
            shown.iter().any(|one| one.question.id == answer.question) && seen.insert(answer.question.clone())
        };
        let answers: Vec<&VisitorAnswer> = given.answers.iter().filter(known).collect();
        if answers.is_empty() {
            return Err(Error::field("answers", "These questions are not shown to visitors any more."));
        }
        let is_right = |answer: &&&VisitorAnswer| {
            shown.iter().any(|one| one.question.id == answer.question && one.question.body.correct == answer.answer)
        };
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        Ok(VisitorScore {
            id: Id::random(),
            user: user.clone(),
            exam: exam.clone(),
            correct: count(answers.iter().filter(is_right).count()),
            total: count(answers.len()),
            created_at: self.now(),
        })
    }

    /// The caller's scores with the questions for visitors, the oldest first: at most one per exam.
    pub async fn list_visitor_scores(&self, actor: &Actor) -> Result<Vec<VisitorScoreView>> {
        let sql = "SELECT exam.{id, title, slug} AS exam, correct, total, created_at FROM visitor_score \
            WHERE user = $user ORDER BY created_at";
        self.store.query(sql).bind(("user", actor.user_id()?.clone())).all().await
    }

    /// The questions that a mock must not draw, because visitors see their keys. Empty for other papers.
    pub(super) async fn excluded_from(&self, source: PaperSource) -> Result<HashSet<Id<Question>>> {
        match source {
            PaperSource::Mock => Ok(self.visitor_questions().await?.kept_from_mock()),
            PaperSource::Year { .. } | PaperSource::Mistakes { .. } => Ok(HashSet::new()),
        }
    }
}
