//! The uses of a question, so that an editor knows what a change affects.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{QuizResult, StoredSheet};
use crate::{App, Error, Result, bank::Question, clock::Instant, store::Id};

/// The tests that contain a question.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionUses {
    /// The number of results with it.
    pub results: usize,
    /// The number of running tests with it.
    pub running: usize,
    /// When the latest of the results was stored.
    pub last_used: Option<Instant>,
}

/// Tests per statement.
const BATCH: usize = 500;
/// More tests than any question can have.
const MAX_TESTS: u64 = 1 << 40;

impl App {
    /// The uses of a question.
    pub async fn question_uses(&self, id: &Id<Question>) -> Result<QuestionUses> {
        let question: Question = self.load(id).await?.ok_or(Error::NotFound("Question"))?;
        let moment = self.store.begin_reading().await?;
        let holders = self.attempts_with(&moment, &question, MAX_TESTS).await?;
        let mut uses = QuestionUses::default();
        for batch in holders.chunks(BATCH) {
            let sql = "SELECT VALUE created_at FROM $results; SELECT VALUE id FROM $sheets WHERE state = 'running';";
            let call =
                moment.query(sql).bind(("results", batch.iter().map(Id::cast::<QuizResult>).collect::<Vec<_>>()));
            let sheets: Vec<Id<StoredSheet>> = batch.iter().map(Id::cast).collect();
            let mut found = call.bind(("sheets", sheets)).checked().await?;
            let (results, running): (Vec<Instant>, Vec<Id<StoredSheet>>) = (found.take(0)?, found.take(1)?);
            uses.results += results.len();
            uses.running += running.len();
            uses.last_used = uses.last_used.max(results.into_iter().max());
        }
        Ok(uses)
    }
}
