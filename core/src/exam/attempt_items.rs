//! Reads the questions of an attempt again.

use super::Attempt;
use crate::{
    App, Result,
    bank::{ChoiceBody, EssayBody, ItemsById, Revisions},
};

/// The content of a paper by id. An item may be missing only if it was deleted.
pub(super) struct Items {
    pub questions: ItemsById<ChoiceBody>,
    pub theories: ItemsById<EssayBody>,
    /// The revisions of its years, at which it was read.
    pub revisions: Revisions,
}

impl App {
    /// The content of an attempt's items, including inactive ones, because they are still shown and marked.
    pub(super) async fn attempt_items(&self, attempt: &Attempt) -> Result<Items> {
        let revisions = self.revisions(&attempt.subjects, &attempt.years).await?;
        let questions = attempt.questions().map(|item| item.question.clone()).collect();
        let theories = attempt.theories().cloned().collect();
        let (questions, theories) =
            tokio::try_join!(self.bank_items(questions, &revisions), self.bank_items(theories, &revisions))?;
        Ok(Items { questions, theories, revisions })
    }
}
