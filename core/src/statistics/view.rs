//! The statistics of questions, for editors.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{QuestionStatistics, item::ItemSums};
use crate::{
    App, Error, Result,
    bank::{Choice, Question},
    catalogue::{ExamRef, Subject},
    records::{Filter, FilterKind, ListQuery, ListSpec, Listed, Page, Titled},
    store::{Id, Record as _},
};

/// The statistics of a question from students' answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QuestionFigures {
    /// How often it was answered.
    pub attempts: i64,
    /// How often correctly.
    pub right: i64,
    /// Right answers divided by all answers, 0 to 1; null without an answer.
    pub facility: Option<f64>,
    /// How difficult it is for students of equal ability, in logits: 0 is average, 1 is hard, -1 is easy. Null for
    /// fewer than 10 answers.
    pub difficulty: Option<f64>,
    /// The point-biserial correlation of a right answer with the rest of the test, -1 to 1; null for fewer than 10
    /// answers, and if all of them are equal.
    pub discrimination: Option<f64>,
    /// The options, in order.
    pub options: Vec<OptionStatistics>,
    /// Why an editor should check the key.
    pub flag: Option<KeyFlag>,
}

/// How often an option was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OptionStatistics {
    #[serde(flatten)]
    pub choice: Choice,
    pub chosen: i64,
    /// Whether it is the key.
    pub correct: bool,
    /// The point-biserial correlation of choosing it with the rest of the test.
    pub discrimination: Option<f64>,
}

/// The key is probably wrong: strong students choose another option more often than the key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct KeyFlag {
    /// Always `wrong-key`.
    pub reason: String,
    /// The option that strong students prefer.
    pub option: Id<Choice>,
}

/// A question in the list for editors.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct RankedQuestion {
    pub question: QuestionRef,
    pub exam: ExamRef,
    pub subject: Titled<Subject>,
    pub year: i64,
    pub attempts: i64,
    pub facility: Option<f64>,
    /// In logits: 0 is average, 1 is hard, -1 is easy.
    #[surreal(default)]
    pub difficulty: Option<f64>,
    pub discrimination: Option<f64>,
    /// Whether the key is probably wrong.
    pub flagged: bool,
}

/// A reference to a question.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct QuestionRef {
    #[serde(rename = "_id")]
    pub id: Id<Question>,
    pub title: String,
    /// The stem, HTML.
    pub question: String,
}

impl Listed for RankedQuestion {
    const LIST: ListSpec = ListSpec {
        select: "question.{id, title, question} AS question, subject.exam.{id, title, slug} AS exam, \
            subject.{id, title} AS subject, question.year.year AS year, attempts, facility, difficulty, discrimination, \
            flagged",
        search: &[],
        sort: &[
            ("attempts", "attempts"),
            ("facility", "facility"),
            ("difficulty", "difficulty"),
            ("discrimination", "discrimination"),
        ],
        filters: &[
            Filter::reference("exam", "exam"),
            Filter::reference("subject", "subject"),
            Filter { name: "flagged", column: "flagged", kind: FilterKind::Flag },
        ],
        order: "rank",
        ..ListSpec::of(QuestionStatistics::TABLE)
    };
}

impl App {
    /// The statistics of a question from students' answers. Only answers in an attempt on this server count, except
    /// those given after the answer had been shown (in study).
    pub async fn question_figures(&self, id: &Id<Question>) -> Result<QuestionFigures> {
        self.aggregate_before_reading().await;
        let question: Question = self.load(id).await?.ok_or(Error::NotFound("Question"))?;
        let kept: Option<QuestionStatistics> = self.load(&id.cast()).await?;
        Ok(figures(question, &kept.map(|kept| kept.sums.0).unwrap_or_default()))
    }

    /// How often each of these questions was answered. Questions without answers are missing.
    pub(crate) async fn answered_times(
        &self,
        questions: impl IntoIterator<Item = &Id<Question>>,
    ) -> Result<HashMap<Id<Question>, i64>> {
        #[derive(SurrealValue)]
        struct AnsweredTimes {
            question: Id<Question>,
            attempts: i64,
        }
        let keys: Vec<Id<QuestionStatistics>> = questions.into_iter().map(Id::cast).collect();
        let rows: Vec<AnsweredTimes> =
            self.store.query("SELECT question, attempts FROM $keys").bind(("keys", keys)).all().await?;
        Ok(rows.into_iter().map(|row| (row.question, row.attempts)).collect())
    }

    /// The known difficulties of a subject's questions, in logits.
    pub(crate) async fn difficulties_of(&self, subject: &Id<Subject>) -> Result<HashMap<Id<Question>, f64>> {
        #[derive(SurrealValue)]
        struct Difficulty {
            question: Id<Question>,
            difficulty: f64,
        }
        let sql =
            "SELECT question, difficulty FROM question_statistics WHERE subject = $subject AND difficulty != NONE";
        let rows: Vec<Difficulty> = self.store.query(sql).bind(("subject", subject.clone())).all().await?;
        Ok(rows.into_iter().map(|row| (row.question, row.difficulty)).collect())
    }

    /// The answered questions, most suspicious first.
    pub async fn list_question_statistics(&self, query: &ListQuery) -> Result<Page<RankedQuestion>> {
        self.aggregate_before_reading().await;
        self.rows::<RankedQuestion>(query).page().await
    }
}

fn figures(question: Question, sums: &ItemSums) -> QuestionFigures {
    let options: Vec<_> = question.body.options.iter().map(|choice| choice.id.clone()).collect();
    let suspect = sums.suspect(&question.body.correct, &options);
    let option = |choice: Choice| OptionStatistics {
        chosen: sums.options.get(&choice.id).map_or(0, |option| option.chosen),
        correct: choice.id == question.body.correct,
        discrimination: sums.discrimination_of(&choice.id),
        choice,
    };
    QuestionFigures {
        attempts: sums.attempts,
        right: sums.right,
        facility: sums.facility(),
        difficulty: sums.difficulty(options.len()),
        discrimination: sums.discrimination(),
        options: question.body.options.into_iter().map(option).collect(),
        flag: suspect.map(|option| KeyFlag { reason: "wrong-key".into(), option: option.clone() }),
    }
}
