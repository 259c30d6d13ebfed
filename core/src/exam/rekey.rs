//! Corrects a question in every result that contains it: either another option becomes the key, or the question is
//! withdrawn because it was faulty, and then counts for nobody.
//!
//! The correction is stored in one commit with a request to rescore the results. `rescoring` then rescores them.

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::rescoring::{Keys, MovedResult, RekeyedCount};
use crate::{
    App, Error, Result,
    audit::Cause,
    bank::{Choice, ChoiceBody, Question, SubjectYear},
    people::Actor,
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

/// The request to withdraw a question from all results, or to put it back.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawQuestion {
    /// True leaves the question out of every score and makes it inactive; false puts it back into the scores, and
    /// leaves it inactive.
    pub withdrawn: bool,
    /// The version that was read (ruling 33).
    pub version: Option<i64>,
    /// Only reports what would change.
    #[serde(default)]
    pub dry_run: bool,
}

/// The correction of a question.
#[derive(Debug, Clone)]
enum Correction {
    Key(Id<Choice>),
    Withdrawn(bool),
}

impl Correction {
    /// The question once it is corrected.
    fn of(&self, question: &Question) -> Question {
        let question = question.clone();
        match self {
            Self::Key(key) => Question { body: ChoiceBody { correct: key.clone(), ..question.body }, ..question },
            Self::Withdrawn(withdrawn) => Question {
                status: question.status && !withdrawn,
                body: ChoiceBody { withdrawn: *withdrawn, ..question.body },
                ..question
            },
        }
    }
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

/// The effect of a new key, or of a withdrawal, on the results.
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

/// Collects the results that a correction reports one by one.
async fn collect_report(
    report: impl AsyncFnOnce(mpsc::Sender<MovedResult>) -> Result<RekeyedCount>,
) -> Result<Rekeyed> {
    let (sender, mut receiver) = mpsc::channel(WAITING);
    let collect = async {
        let mut changed = Vec::new();
        while let Some(one) = receiver.recv().await {
            changed.push(one);
        }
        changed
    };
    let (report, changed) = tokio::join!(report(sender), collect);
    let RekeyedCount { affected, moved } = report?;
    Ok(Rekeyed { affected, moved, changed })
}

impl App {
    /// Like [`Self::correct_key_streaming`], but returns the whole report.
    pub async fn correct_key(&self, actor: &Actor, id: &Id<Question>, ask: CorrectKey) -> Result<Rekeyed> {
        collect_report(async |sender| self.correct_key_streaming(actor, id, ask, sender).await).await
    }

    /// Like [`Self::withdraw_question_streaming`], but returns the whole report.
    pub async fn withdraw_question(&self, actor: &Actor, id: &Id<Question>, ask: WithdrawQuestion) -> Result<Rekeyed> {
        collect_report(async |sender| self.withdraw_question_streaming(actor, id, ask, sender).await).await
    }

    /// Makes an option the key of a question and marks every result with the question again, or only reports what
    /// that would change. `sender` receives each result whose score changes. The new key and its effect are audited.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an option that the question does not have; [`Error::Conflict`] with reason
    /// `changed` for an older version.
    pub async fn correct_key_streaming(
        &self,
        actor: &Actor,
        id: &Id<Question>,
        ask: CorrectKey,
        sender: mpsc::Sender<MovedResult>,
    ) -> Result<RekeyedCount> {
        let question: Question = self.load(id).await?.ok_or(Error::NotFound("Question"))?;
        let wrong = || Error::field("option", "This question does not have this option");
        let key = ask.option.of(&question).ok_or_else(wrong)?.id.clone();
        self.apply_correction(actor, question, Correction::Key(key), (ask.version, ask.dry_run), sender).await
    }

    /// Withdraws a question, or puts it back, and marks every result with the question again, or only reports what
    /// that would change. `sender` receives each result whose score changes. The change and its effect are audited.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `changed` for an older version.
    pub async fn withdraw_question_streaming(
        &self,
        actor: &Actor,
        id: &Id<Question>,
        ask: WithdrawQuestion,
        sender: mpsc::Sender<MovedResult>,
    ) -> Result<RekeyedCount> {
        let question: Question = self.load(id).await?.ok_or(Error::NotFound("Question"))?;
        self.apply_correction(actor, question, Correction::Withdrawn(ask.withdrawn), (ask.version, ask.dry_run), sender)
            .await
    }

    async fn apply_correction(
        &self,
        actor: &Actor,
        question: Question,
        correction: Correction,
        (version, dry_run): (Option<i64>, bool),
        sender: mpsc::Sender<MovedResult>,
    ) -> Result<RekeyedCount> {
        let count = if dry_run {
            self.unaudited_change().await?.expect_version(&question, version).await?;
            let keys = Keys::DryRun(Box::new(correction.of(&question)));
            self.rescore_results(&keys, Some(&sender)).await?.remove(&question.id).unwrap_or_default()
        } else {
            actor.require_recent_login()?;
            let (app, actor) = (self.clone(), actor.clone());
            // Uncancelled: the correction finishes even if the caller disconnects.
            self.spawn_uncancelled(async move {
                let store = async || app.store_correction(&actor, &question.id, &correction, version).await;
                let question = retry_tx(store).await?;
                app.finish_rescoring_of(&Cause::of(&actor), &question, Some(&sender)).await
            })
            .await?
        };
        Ok(count)
    }

    /// Stores the corrected question and a request to rescore its results, in one commit.
    async fn store_correction(
        &self,
        actor: &Actor,
        id: &Id<Question>,
        correction: &Correction,
        version: Option<i64>,
    ) -> Result<Question> {
        let mut change = self.change(actor).await?;
        let old: Question = change.find(id).await?;
        change.expect_version(&old, version).await?;
        if let Correction::Key(key) = correction
            && old.body.choice(key).is_none()
        {
            return Err(Error::field("option", "This question does not have this option"));
        }
        let year: SubjectYear = change.find(&old.year).await?;
        year.raise(&mut change, &[]).await?;
        let new = Question { version: old.version + 1, ..correction.of(&old) };
        // With another key, the question needs a new review.
        let pair = [(old.clone(), self.reviewer(actor).reviewed(Some(&old), new, None))];
        change.keep_versions(&pair).await?;
        let [(old, new)] = pair;
        match correction {
            Correction::Key(_) => change.update_by("correct-key", &old, &new).await?,
            Correction::Withdrawn(true) => change.update_by("withdraw", &old, &new).await?,
            Correction::Withdrawn(false) => change.update_by("put-back", &old, &new).await?,
        }
        change.queue_rescoring([id]).await?;
        change.commit().await?;
        Ok(new)
    }
}
