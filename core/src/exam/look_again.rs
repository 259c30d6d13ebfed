//! A submit that was marked while a key was corrected: it looks after its commit whether the bank has changed, and
//! then marks its own result again. Whichever of the two commits is the later sees the other. Where that fails, it
//! leaves the note that a moved key leaves, and the result is marked later (`remark`).

use std::sync::Arc;

use super::{Attempt, MarkedItem, QuizResult};
use crate::{
    App, Result,
    audit::last_cause,
    bank::{Question, Revisions},
    statistics::replace_results,
    store::{Id, Record as _, retry_tx},
};

impl App {
    /// Marks a result again that was just stored, until the bank is at the revisions by which it is marked;
    /// `edits` is the number of [`Self::edits`] before it was. Where that fails, it is noted for later.
    pub(super) async fn look_again(&self, attempt: &Attempt, marked_at: Revisions, edits: u64) -> Result<()> {
        if self.is_unedited_since(edits) {
            return Ok(());
        }
        let Err(error) = self.mark_again(attempt, marked_at).await else { return Ok(()) };
        tracing::warn!(attempt = %attempt.id, %error, "a result could not be marked by a new key; it is tried again");
        retry_tx(async || self.note_moved(attempt).await).await?;
        self.remark_afterwards().await
    }

    /// Notes the questions whose keys are not those by which a stored result was marked, each with who moved its key.
    async fn note_moved(&self, attempt: &Attempt) -> Result<()> {
        let items = self.items(attempt).await?;
        let change = self.own_change().await?;
        let stored = change.query("SELECT * FROM $id").bind(("id", attempt.id.cast::<QuizResult>()));
        let marked = stored.first::<QuizResult>().await?.into_iter().flat_map(|stored| stored.marked);
        let is_moved = |item: &MarkedItem| {
            items.questions.get(&item.question).is_some_and(|question| question.correct != item.correct)
        };
        let mut moved = Vec::new();
        for item in marked.filter(is_moved) {
            let cause = last_cause(change.tx(), Question::TABLE, item.question.as_str()).await?;
            moved.push((item.question, cause));
        }
        change.note_rekeying_by(moved.iter().map(|(question, cause)| (question, cause.clone()))).await?;
        change.commit().await
    }

    async fn mark_again(&self, attempt: &Attempt, marked_at: Revisions) -> Result<()> {
        let mut marked_at = marked_at;
        loop {
            let revisions = self.revisions(&attempt.subjects, &attempt.years).await?;
            if revisions == marked_at {
                return Ok(());
            }
            let items = self.items(attempt).await?;
            retry_tx(async || {
                let tx = self.store.begin().await?;
                let id: Id<QuizResult> = attempt.id.cast();
                let stored: Option<QuizResult> = tx.query("SELECT * FROM $id").bind(("id", id)).first().await?;
                let question = |id: &Id<Question>| items.questions.get(id).map(Arc::as_ref);
                let Some(pair) = stored.and_then(|stored| stored.rekeyed(question)) else { return Ok(()) };
                replace_results(&tx, &[pair], self.now()).await?;
                tx.commit().await
            })
            .await?;
            marked_at = revisions;
        }
    }
}
