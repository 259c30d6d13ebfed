//! Handles a key that is corrected while a submit is being marked. After its commit, the submit checks whether the bank
//! has changed, and marks its own result again if so. Whichever of the two commits is later sees the other. If the
//! check fails, it writes the same rescoring request as a correction, and `rescoring` marks the result later.

use std::sync::Arc;

use super::{
    Attempt, MarkedItem, QuizResult,
    student_totals::{History, replace_results},
};
use crate::{
    App, Result,
    audit::last_cause,
    bank::{Question, Revisions},
    store::{Id, Record as _, retry_tx},
};

impl App {
    /// Marks a result that was just stored again, until it is marked by the bank's current revisions. `marked_at` are
    /// the revisions of the first marking, and `edits` is the value of [`Self::edits`] before it. If this fails,
    /// requests the rescoring of the result.
    pub(super) async fn rescore_if_key_changed(
        &self,
        attempt: &Attempt,
        marked_at: Revisions,
        edits: u64,
    ) -> Result<()> {
        if self.is_unedited_since(edits) {
            return Ok(());
        }
        let Err(error) = self.rescore(attempt, marked_at).await else { return Ok(()) };
        tracing::warn!(attempt = %attempt.id, %error, "a result could not be rescored; retrying");
        retry_tx(async || self.request_rescoring(attempt).await).await?;
        self.spawn_rescoring().await
    }

    /// Writes a rescoring request for each question whose key or withdrawal has changed since the stored result was
    /// marked. Each names the author of the correction.
    async fn request_rescoring(&self, attempt: &Attempt) -> Result<()> {
        let items = self.attempt_items(attempt).await?;
        let change = self.unaudited_change().await?;
        let stored = change.query("SELECT * FROM $id").bind(("id", attempt.id.cast::<QuizResult>()));
        let marked = stored.first::<QuizResult>().await?.into_iter().flat_map(|stored| stored.marked);
        let is_moved = |item: &MarkedItem| {
            items.questions.get(&item.question).is_some_and(|question| item.is_marked_otherwise(question))
        };
        let mut moved = Vec::new();
        for item in marked.filter(is_moved) {
            let cause = last_cause(change.tx(), Question::TABLE, item.question.as_str()).await?;
            moved.push((item.question, cause));
        }
        change.queue_rescoring_by(moved.iter().map(|(question, cause)| (question, cause.clone()))).await?;
        change.commit().await
    }

    async fn rescore(&self, attempt: &Attempt, marked_at: Revisions) -> Result<()> {
        let mut marked_at = marked_at;
        loop {
            let revisions = self.revisions(&attempt.subjects, &attempt.years).await?;
            if revisions == marked_at {
                return Ok(());
            }
            let items = self.attempt_items(attempt).await?;
            retry_tx(async || {
                let tx = self.store.begin().await?;
                let id: Id<QuizResult> = attempt.id.cast();
                let stored: Option<QuizResult> = tx.query("SELECT * FROM $id").bind(("id", id)).first().await?;
                let question = |id: &Id<Question>| items.questions.get(id).map(Arc::as_ref);
                let Some(pair) = stored.and_then(|stored| stored.rekeyed(question)) else { return Ok(()) };
                replace_results(&tx, &[pair], History::Whole, self.now()).await?;
                tx.commit().await
            })
            .await?;
            marked_at = revisions;
        }
    }
}
