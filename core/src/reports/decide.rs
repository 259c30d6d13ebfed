//! Decisions of moderators and administrators on reports.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{LONGEST, Report, ReportState, ReportView};
use crate::{
    App, Error, FieldErrors, Result, messages,
    people::Actor,
    store::{Id, retry_tx},
};

/// A decision on a report.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DecideReport {
    pub state: ReportState,
    /// The reply to the student. If missing, an earlier reply stays. A rejection needs one.
    #[schema(max_length = 1000)]
    pub words: Option<String>,
    /// The version that the decision is based on (ruling 33).
    pub version: Option<i64>,
}

impl App {
    /// Accepts, rejects or reopens a report, with a message that the student reads in their own reports.
    ///
    /// # Errors
    /// [`Error::Forbidden`], `own-report`; [`Error::Conflict`]: `changed` for an older version, `in-running-mock`
    /// while a running mock of the caller contains the question; [`Error::Invalid`] under `words` for a rejection
    /// without a reply.
    pub async fn decide_report(&self, actor: &Actor, id: &Id<Report>, ask: DecideReport) -> Result<ReportView> {
        let words = ask.words.as_deref().map(str::trim);
        let mut errors = FieldErrors::default();
        let said = words.unwrap_or_default();
        errors.check(said.chars().count() <= LONGEST, "words", "Words cannot exceed 1000 characters");
        errors.check(!said.contains('\0'), "words", "Words contain a character that is not allowed.");
        errors.done()?;
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let old: Report = change.find(id).await?;
            if actor.user_id().is_ok_and(|me| *me == old.user) {
                return Err(Error::forbidden("own-report", messages::OWN_REPORT));
            }
            self.must_not_be_in_mock(actor, [old.item()]).await?;
            change.expect_version(&old, ask.version).await?;
            let answer = words.map_or_else(|| old.answer.clone(), str::to_owned);
            if ask.state == ReportState::Rejected && answer.is_empty() {
                return Err(Error::field("words", messages::REJECTION_WITHOUT_REPLY));
            }
            let new = Report {
                state: ask.state,
                answer,
                decided_at: (ask.state != ReportState::Open).then(|| self.now()),
                version: old.version + 1,
                ..old.clone()
            };
            change.update_by("decide", &old, &new).await?;
            change.commit().await
        })
        .await?;
        self.find_report(actor, id).await
    }
}
