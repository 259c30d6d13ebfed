//! Corrects a wrong answer key, in the question and in every result that was marked by the old key.
//!
//! The new key is stored in one commit with a note that results must be marked again. The results follow (`remark`).

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::{QuizResult, remark::Keys};
use crate::{
    App, Error, Result,
    audit::Cause,
    bank::{Choice, ChoiceBody, Question, SubjectYear},
    people::{Actor, UserRef},
    store::{Id, retry_tx},
};

/// Buffer of changed results for the reader of the report.
const WAITING: usize = 100;

/// The request to correct a question's key.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorrectKey {
    /// The right option: its id, its letter, or its number from 1.
    pub option: OptionName,
    /// The version that the correction is based on (ruling 33).
    pub version: Option<i64>,
    /// Only reports what would change.
    #[serde(default)]
    pub dry_run: bool,
}

/// An option of a question, in any form that callers use.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum OptionName {
    /// From 1.
    Number(usize),
    /// An id, a letter from A, or a number from 1.
    Text(String),
}

/// The effect of a new key on the results.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rekeyed {
    /// The number of results that contain the question.
    pub affected: usize,
    /// The number of results whose score changes.
    pub moved: usize,
    /// The results whose score changes.
    pub changed: Vec<MovedResult>,
}

/// Counts of results affected by a new key.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct RekeyedCount {
    /// As in [`Rekeyed`].
    pub affected: usize,
    /// As in [`Rekeyed`].
    pub moved: usize,
}

/// A result whose score changed.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedResult {
    pub quiz_id: Id<QuizResult>,
    pub user: UserRef,
    /// Percentage of correct answers by the old key.
    pub before: f64,
    /// Percentage of correct answers by the new key.
    pub after: f64,
}

impl OptionName {
    /// Finds the option in this question.
    fn of<'a>(&self, question: &'a Question) -> Option<&'a Choice> {
        let place = match self {
            Self::Number(number) => number.checked_sub(1)?,
            Self::Text(text) => {
                let text = text.trim();
                if let Some(choice) = question.body.options.iter().find(|choice| choice.id.as_str() == text) {
                    return Some(choice);
                }
                match text.as_bytes() {
                    [letter] if letter.is_ascii_alphabetic() => usize::from(letter.to_ascii_uppercase() - b'A'),
                    _ => text.parse::<usize>().ok()?.checked_sub(1)?,
                }
            }
        };
        question.body.options.get(place)
    }
}

impl App {
    /// Like [`Self::report_key`], but returns the whole report.
    pub async fn correct_key(&self, actor: &Actor, id: &Id<Question>, ask: CorrectKey) -> Result<Rekeyed> {
        let (told, mut hears) = mpsc::channel(WAITING);
        let hear = async {
            let mut changed = Vec::new();
            while let Some(one) = hears.recv().await {
                changed.push(one);
            }
            changed
        };
        let (report, changed) = tokio::join!(self.report_key(actor, id, ask, told), hear);
        let RekeyedCount { affected, moved } = report?;
        Ok(Rekeyed { affected, moved, changed })
    }

    /// Makes an option the key of a question and marks every result with the question again, or only reports what
    /// that would change. `told` receives each result whose score changes. The new key and its effect are audited.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an option that the question does not have; [`Error::Conflict`] with reason
    /// `changed` for an older version.
    pub async fn report_key(
        &self,
        actor: &Actor,
        id: &Id<Question>,
        ask: CorrectKey,
        told: mpsc::Sender<MovedResult>,
    ) -> Result<RekeyedCount> {
        let question: Question = self.load(id).await?.ok_or(Error::NotFound("Question"))?;
        let wrong = || Error::field("option", "This question does not have this option");
        let key = ask.option.of(&question).ok_or_else(wrong)?.id.clone();
        let count = if ask.dry_run {
            self.own_change().await?.expect_version(&question, ask.version).await?;
            let body = ChoiceBody { correct: key, ..question.body };
            let trial = Keys::Trial(Box::new(Question { body, ..question }));
            self.mark_results(&trial, Some(&told)).await?.remove(id).unwrap_or_default()
        } else {
            self.has_proved(actor)?;
            let (app, actor, id) = (self.clone(), actor.clone(), id.clone());
            // To its end, even if the caller disconnects.
            self.spawn_uncancelled(async move {
                let question = retry_tx(async || app.set_key(&actor, &id, &key, ask.version).await).await?;
                app.finish_rekeying_of(&Cause::of(&actor), &question, Some(&told)).await
            })
            .await?
        };
        Ok(RekeyedCount { affected: count.affected, moved: count.moved })
    }

    /// Sets the key and leaves a note that results must be marked again.
    async fn set_key(
        &self,
        actor: &Actor,
        id: &Id<Question>,
        key: &Id<Choice>,
        version: Option<i64>,
    ) -> Result<Question> {
        let mut change = self.change(actor).await?;
        let old: Question = change.find(id).await?;
        change.expect_version(&old, version).await?;
        if old.body.choice(key).is_none() {
            return Err(Error::field("option", "This question does not have this option"));
        }
        let year: SubjectYear = change.find(&old.year).await?;
        year.raise(&mut change, &[]).await?;
        let body = ChoiceBody { correct: key.clone(), ..old.body.clone() };
        let new = Question { body, version: old.version + 1, ..old.clone() };
        change.update_by("correct-key", &old, &new).await?;
        change.note_rekeying([id]).await?;
        change.commit().await?;
        Ok(new)
    }
}
