//! Where a question is used, so that an editor knows what a change of it touches.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Sheet;
use crate::{App, Error, Result, bank::Question, clock::Instant, store::Id};

/// The tests that hold a question. All results are looked through, so it costs in proportion to them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionUses {
    /// Results that hold it.
    pub results: usize,
    /// Tests with it that run now.
    pub running: usize,
    /// When the latest of the results came.
    pub last_used: Option<Instant>,
}

impl App {
    /// Where a question is used.
    pub async fn question_uses(&self, id: &Id<Question>) -> Result<QuestionUses> {
        let question: Question = self.load(id).await?.ok_or(Error::NotFound("Question"))?;
        // A paper is kept as one JSON text, in which only an id can stand like this.
        let sql = "SELECT VALUE created_at FROM quiz \
            WHERE subjects CONTAINS $subject AND marked.question CONTAINS $question; \
            SELECT VALUE id FROM sheet WHERE state = 'running' \
            AND attempt.years CONTAINS $year AND string::contains(attempt.paper, $key);";
        let call = self.store.query(sql).bind(("subject", question.subject)).bind(("question", id.to_string()));
        let call = call.bind(("year", question.year)).bind(("key", format!("\"{id}\"")));
        let mut found = call.checked().await?;
        let (results, running): (Vec<Instant>, Vec<Id<Sheet>>) = (found.take(0)?, found.take(1)?);
        Ok(QuestionUses { results: results.len(), running: running.len(), last_used: results.into_iter().max() })
    }
}
