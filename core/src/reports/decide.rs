//! Decisions of moderators and administrators on reports.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{MAX_REPORT_CHARS, Report, ReportState, ReportView};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    messages,
    people::Actor,
    records::{MAX_AT_ONCE, changed_count, check_count},
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

/// A decision on all open reports of a question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DecideReports {
    /// `accepted` or `rejected`.
    pub state: ReportState,
    /// The reply to each student. A rejection needs one.
    #[schema(max_length = 1000)]
    pub words: Option<String>,
    /// The number of open reports that the caller was shown.
    pub expected: u64,
}

impl App {
    /// Accepts or rejects all open reports of a question in one commit. Reports by the caller stay open.
    ///
    /// # Errors
    /// [`Error::Conflict`]: `changed-count` with the present `count` if there are not as many open reports as
    /// expected, `too-many` above [`MAX_AT_ONCE`], `in-running-mock` while a running mock of the caller contains the question; [`Error::Invalid`] under
    /// `state`, and under `words` for a rejection without a reply.
    pub async fn decide_reports(&self, actor: &Actor, question: &str, ask: &DecideReports) -> Result<u64> {
        let words = ask.words.as_deref().map(str::trim).unwrap_or_default();
        let mut errors = FieldErrors::default();
        errors.check(ask.state != ReportState::Open, "state", "Reports are accepted or rejected together.");
        check_words(&mut errors, words);
        let is_silent = ask.state == ReportState::Rejected && words.is_empty();
        errors.check(!is_silent, "words", messages::REJECTION_WITHOUT_REPLY);
        errors.done()?;
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let sql = "SELECT * FROM report WHERE question = $question AND state = $open LIMIT $most";
            let call = change.query(sql).bind(("question", question.to_owned())).bind(("open", ReportState::Open));
            let open: Vec<Report> = call.bind(("most", MAX_AT_ONCE + 1)).all().await?;
            let Some(first) = open.first() else { return Err(changed_count(0)) };
            self.must_not_be_in_mock(actor, [first.item()]).await?;
            check_count(open.len() as u64, ask.expected)?;
            let me = actor.user_id().ok();
            let mut decided = 0;
            for old in open.iter().filter(|old| Some(&old.user) != me) {
                let new = old.decided(ask.state, words.to_owned(), self.now());
                change.update_by("decide", old, &new).await?;
                decided += 1;
            }
            change.commit().await?;
            Ok(decided)
        })
        .await
    }

    /// Accepts, rejects or reopens a report, with a message that the student reads in their own reports.
    ///
    /// # Errors
    /// [`Error::Forbidden`], `own-report`; [`Error::Conflict`]: `changed` for an older version, `in-running-mock`
    /// while a running mock of the caller contains the question; [`Error::Invalid`] under `words` for a rejection
    /// without a reply.
    pub async fn decide_report(&self, actor: &Actor, id: &Id<Report>, ask: DecideReport) -> Result<ReportView> {
        let words = ask.words.as_deref().map(str::trim);
        let mut errors = FieldErrors::default();
        let given = words.unwrap_or_default();
        check_words(&mut errors, given);
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
            let new = old.decided(ask.state, answer, self.now());
            change.update_by("decide", &old, &new).await?;
            change.commit().await
        })
        .await?;
        self.find_report(actor, id).await
    }
}

impl Report {
    /// The report with this decision.
    fn decided(&self, state: ReportState, answer: String, now: Instant) -> Self {
        let decided_at = (state != ReportState::Open).then_some(now);
        Self { state, answer, decided_at, version: self.version + 1, ..self.clone() }
    }
}

fn check_words(errors: &mut FieldErrors, words: &str) {
    errors.check(words.chars().count() <= MAX_REPORT_CHARS, "words", "Your text cannot exceed 1000 characters");
    errors.check(!words.contains('\0'), "words", "Your text has a character that is not allowed.");
}
