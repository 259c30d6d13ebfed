//! Practice of mistakes: which questions a test is drawn from.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{QuizResult, ask::SubjectYears, engine::ItemId, result_topics::TopicShares, sums::LastAnswers};
use crate::{
    App, Error, Result,
    bank::{Choice, ChoiceBody, Question, Revisions},
    catalogue::Mode,
    people::User,
    store::Id,
};

/// The source of a test's questions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaperFrom {
    /// The bank: the requested year, or the exam's blueprint.
    #[default]
    Bank,
    /// The questions that the caller got wrong or left open, of one year or all; in study and practice.
    Mistakes,
}

/// The questions of one set of mistakes.
const SET: usize = 20;
/// The last set that can be asked for.
pub(super) const MAX_SET: usize = 1000;

/// A question and the option that was chosen.
type Answered = (Id<Question>, Option<Id<Choice>>);

impl App {
    /// The questions that a test is limited to. With [`PaperFrom::Mistakes`]: those of these subjects that the
    /// student answered wrong or left open, the last time or in the result `of`, by the bank's present keys.
    /// Questions of the student's running mocks are left out: otherwise the student would learn that the old answer
    /// is still wrong (ruling 29). With `set`, from 1: only the questions of that set of [`SET`], the weakest topics
    /// first.
    pub(super) async fn only(
        &self,
        user: &Id<User>,
        from: PaperFrom,
        of: Option<&Id<QuizResult>>,
        set: Option<usize>,
        banks: &SubjectYears,
    ) -> Result<Option<HashSet<Id<Question>>>> {
        if from == PaperFrom::Bank {
            return Ok(None);
        }
        let answers = async {
            match of {
                Some(quiz) => self.answers_of(user, quiz).await,
                None => self.last_answers(user, banks).await,
            }
        };
        let (answers, running) = tokio::try_join!(answers, self.running_sittings(user))?;

        let revisions: Revisions = banks.iter().map(|(_, bank)| (bank.id.clone(), bank.revision)).collect();
        // Questions of other years are not read: their cached state might be outdated.
        let here: HashSet<_> = banks.iter().flat_map(|(_, bank)| bank.pool.questions()).collect();
        let ids = answers.iter().map(|answer| &answer.0).filter(|id| here.contains(id)).cloned().collect();
        let questions = self.bank_items::<ChoiceBody>(ids, &revisions).await?;
        let mocks: Vec<_> = running.iter().filter(|sitting| sitting.attempt.mode == Mode::Mock).collect();
        let is_mistake = |id: &Id<Question>, chosen: Option<&Id<_>>| {
            questions.get(id).is_some_and(|question| !question.body.withdrawn && chosen != Some(&question.body.correct))
                && !mocks.iter().any(|mock| mock.terms.items.contains_key(&ItemId::from(id.clone())))
        };
        let mut shares = TopicShares::default();
        for (id, chosen) in &answers {
            if let Some(question) = questions.get(id).filter(|question| !question.body.withdrawn) {
                shares.add(&question.topic, chosen.as_ref() == Some(&question.body.correct));
            }
        }
        let wrong = answers.into_iter().filter(|answer| is_mistake(&answer.0, answer.1.as_ref()));
        let mut wrong: Vec<_> = wrong.map(|answer| answer.0).collect();
        let Some(set) = set else { return Ok(Some(wrong.into_iter().collect())) };
        wrong.sort_by_cached_key(|id| shares.rank(questions.get(id).map(|question| &question.topic)));
        Ok(Some(wrong.into_iter().skip(set.saturating_sub(1) * SET).take(SET).collect()))
    }

    /// The student's last answer to each question of these subjects.
    async fn last_answers(&self, user: &Id<User>, banks: &SubjectYears) -> Result<Vec<Answered>> {
        let subjects: HashSet<_> = banks.iter().map(|(subject, _)| subject).collect();
        let keys: Vec<_> = subjects.into_iter().map(|subject| LastAnswers::key(user, subject)).collect();
        let kept: Vec<LastAnswers> = self.store.query("SELECT * FROM $keys").bind(("keys", keys)).all().await?;
        Ok(kept.into_iter().flat_map(|one| one.answers.0).map(|answer| (answer.0, answer.1)).collect())
    }

    /// The student's answer to each question of one of their results.
    async fn answers_of(&self, user: &Id<User>, quiz: &Id<QuizResult>) -> Result<Vec<Answered>> {
        let quiz: Option<QuizResult> = self.load(quiz).await?;
        let quiz = quiz
            .filter(|quiz| quiz.user == *user)
            .ok_or_else(|| Error::field("mistakesOf", "This is not one of your results."))?;
        Ok(quiz.marked.into_iter().map(|item| (item.question, item.chosen)).collect())
    }
}
