//! Practising what one got wrong: which questions a test is drawn from.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{engine::ItemId, setup::SubjectYears};
use crate::{
    App, Result,
    accounts::User,
    bank::{Question, Revisions},
    catalogue::Mode,
    statistics::LastAnswers,
    store::Id,
};

/// What a test is drawn from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaperFrom {
    /// The bank: the year asked for, or the exam's blueprint.
    #[default]
    Bank,
    /// The questions that the caller got wrong or left open, of one year or of all; in study and practice.
    Mistakes,
}

impl App {
    /// The questions that a test is limited to: with [`PaperFrom::Mistakes`] those of these subjects that the
    /// student last answered wrong or left open, by the keys of now. Of a mock that they sit none is among them:
    /// that it is here would say that the old answer is still wrong (ruling 29).
    pub(super) async fn only(
        &self,
        user: &Id<User>,
        from: PaperFrom,
        banks: &SubjectYears,
    ) -> Result<Option<HashSet<Id<Question>>>> {
        if from == PaperFrom::Bank {
            return Ok(None);
        }
        let subjects: HashSet<_> = banks.iter().map(|(subject, _)| subject).collect();
        let keys: Vec<_> = subjects.into_iter().map(|subject| LastAnswers::key(user, subject)).collect();
        let kept = self.store.query("SELECT * FROM $keys").bind(("keys", keys)).all::<LastAnswers>();
        let (kept, running) = tokio::try_join!(kept, self.running_sittings(user))?;
        let answers: Vec<_> = kept.into_iter().flat_map(|one| one.answers.0).collect();

        let revisions: Revisions = banks.iter().map(|(_, bank)| (bank.id.clone(), bank.revision)).collect();
        // Questions of no other year are read: nothing says whether what is kept of them is current.
        let here: HashSet<_> = banks.iter().flat_map(|(_, bank)| bank.pool.questions()).collect();
        let ids = answers.iter().map(|answer| &answer.0).filter(|id| here.contains(id)).cloned().collect();
        let questions = self.entries::<Question>(ids, &revisions).await?;
        let mocks: Vec<_> = running.iter().filter(|sitting| sitting.attempt.mode == Mode::Mock).collect();
        let is_mistake = |id: &Id<Question>, chosen: Option<&Id<_>>| {
            questions.get(id).is_some_and(|question| chosen != Some(&question.correct))
                && !mocks.iter().any(|mock| mock.terms.items.contains_key(&ItemId::from(id.clone())))
        };
        let wrong = answers.into_iter().filter(|answer| is_mistake(&answer.0, answer.1.as_ref()));
        Ok(Some(wrong.map(|answer| answer.0).collect()))
    }
}
