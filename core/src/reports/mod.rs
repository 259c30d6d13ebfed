//! Question reports: a student reports a problem, moderators and administrators decide, and the student reads the
//! decision.

mod decide;
mod list;

pub use decide::{DecideReport, DecideReports};
pub use list::{OwnReport, OwnReports, ReportDetail, ReportView, ReportedQuestion};

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, Error, FieldErrors, Refusal, Result,
    bank::{Question, SubjectYear, Theory},
    catalogue::Subject,
    clock::Instant,
    exam::{Attempt, engine::ItemId},
    html, messages,
    people::{AccountLimit, Actor, User},
    records::{Change, Entity},
    store::{Id, Record, retry_tx},
};

/// The longest texts of a student and of a moderator, in characters.
pub const MAX_REPORT_CHARS: usize = 1000;
/// The stored length of a stem, in characters.
const STEM: usize = 300;
/// Reports per student and day, at most.
const A_DAY: usize = 20;

/// The fault that a report names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[surreal(untagged, rename_all = "kebab-case")]
pub enum Reason {
    /// The key is wrong.
    WrongKey,
    /// It cannot be understood, or has several right answers.
    Unclear,
    Typo,
    /// A picture is missing, wrong or cannot be read.
    Picture,
    /// It was correct once but is outdated.
    Outdated,
    /// Something else, described in the text.
    Other,
}

/// The state of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "lowercase")]
#[surreal(untagged, lowercase)]
pub enum ReportState {
    Open,
    Accepted,
    Rejected,
}

/// A student's report of a question, under a hash of both keys: each student can report a question once. The attempt
/// in which it was shown protects student and subject from deletion.
#[derive(Debug, Clone, SurrealValue)]
pub struct Report {
    pub id: Id<Report>,
    pub user: Id<User>,
    /// `question` or `theory`.
    pub kind: String,
    /// The question's key. The question may be deleted, so the report keeps its text.
    pub question: String,
    pub subject: Id<Subject>,
    pub year: i64,
    pub title: String,
    /// The beginning of the stem, in plain text.
    pub stem: String,
    pub reason: Reason,
    pub words: String,
    pub state: ReportState,
    /// The reply to the student.
    pub answer: String,
    pub decided_at: Option<Instant>,
    /// Its version, increased by each decision (ruling 33).
    pub version: i64,
    pub created_at: Instant,
}

impl Record for Report {
    const TABLE: &'static str = "report";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS report_created ON report FIELDS created_at;\
        DEFINE INDEX IF NOT EXISTS report_state ON report FIELDS state, created_at;\
        DEFINE INDEX IF NOT EXISTS report_reason ON report FIELDS reason, created_at;\
        DEFINE INDEX IF NOT EXISTS report_subject ON report FIELDS subject, created_at;\
        DEFINE INDEX IF NOT EXISTS report_user ON report FIELDS user, created_at;\
        DEFINE INDEX IF NOT EXISTS report_question ON report FIELDS question, created_at;";
}

impl Report {
    /// The key of a student's report of an item: a hash, because moderators see it and must not learn who sent it.
    fn key(user: &Id<User>, item: &ItemId) -> Id<Self> {
        Id::new(hex::encode(Sha256::digest(format!("{user}-{}", item.key()))))
    }

    /// The item that is reported.
    fn item(&self) -> ItemId {
        match self.kind.as_str() {
            "theory" => ItemId::Theory(Id::new(self.question.as_str())),
            _ => ItemId::Question(Id::new(self.question.as_str())),
        }
    }
}

impl Entity for Report {
    const NOUN: &'static str = "Report";
    const AUDITED: &'static [&'static str] = &["state", "answer"];
    const ILLUSTRATED: bool = false;

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

/// The request to report a question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SendReport {
    /// The question or theory question.
    pub question: String,
    pub reason: Reason,
    /// Required if the reason is `other`.
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub words: String,
}

/// An item of the bank, as named by a report.
struct Reported {
    item: ItemId,
    subject: Id<Subject>,
    year: Id<SubjectYear>,
    title: String,
    question: String,
}

impl App {
    /// Stores a student's report of a question in one of their tests. Limits: 20 reports and 100 attempts a day.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a question that the student was not shown; [`Error::Conflict`], `reported`;
    /// [`Error::TooMany`].
    pub async fn report_question(&self, actor: &Actor, ask: SendReport) -> Result<OwnReport> {
        let user = actor.user_id()?;
        let words = ask.words.trim();
        let mut errors = FieldErrors::default();
        errors.check(words.chars().count() <= MAX_REPORT_CHARS, "words", "Your text cannot exceed 1000 characters");
        errors.check(!words.contains('\0'), "words", "Your text has a character that is not allowed.");
        errors.check(ask.reason != Reason::Other || !words.is_empty(), "words", "Please say what is wrong");
        errors.done()?;
        self.count_try(AccountLimit::Report, user.as_str()).await?;
        let not_shown = || Error::field("question", messages::NOT_SHOWN);
        let found = self.reported(&ask.question).await?.ok_or_else(not_shown)?;
        if !self.was_shown(user, &found).await? {
            return Err(not_shown());
        }
        let year: SubjectYear = self.load(&found.year).await?.ok_or_else(not_shown)?;
        let report = Report {
            id: Report::key(user, &found.item),
            user: user.clone(),
            kind: found.item.kind().into(),
            question: found.item.key().into(),
            subject: found.subject,
            year: year.year,
            title: found.title,
            stem: html::text_of(&found.question).chars().take(STEM).collect(),
            reason: ask.reason,
            words: words.into(),
            state: ReportState::Open,
            answer: String::new(),
            decided_at: None,
            version: 0,
            created_at: self.now(),
        };
        retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            let sent = change.query("SELECT * FROM $id").bind(("id", report.id.clone())).first::<Report>().await?;
            if sent.is_some() {
                return Err(Error::conflict("reported", messages::ALREADY_REPORTED));
            }
            require_room(&change, &report).await?;
            change.create(&report).await?;
            change.commit().await
        })
        .await?;
        self.own_report(report).await
    }

    async fn reported(&self, id: &str) -> Result<Option<Reported>> {
        if let Some(found) = self.load::<Question>(&Id::new(id)).await? {
            let Question { id, subject, year, title, question, .. } = found;
            return Ok(Some(Reported { item: id.into(), subject, year, title, question }));
        }
        Ok(self.load::<Theory>(&Id::new(id)).await?.map(|found| {
            let Theory { id, subject, year, title, question, .. } = found;
            Reported { item: id.into(), subject, year, title, question }
        }))
    }

    /// Whether the question is in a paper of the student.
    async fn was_shown(&self, user: &Id<User>, found: &Reported) -> Result<bool> {
        // A paper is stored as one JSON text, in which only an id has this form.
        let sql = "SELECT VALUE id FROM attempt WHERE user = $user AND years CONTAINS $year \
            AND string::contains(paper, $key) LIMIT 1";
        let call = self.store.query(sql).bind(("user", user.clone())).bind(("year", found.year.clone()));
        let attempt: Option<Id<Attempt>> = call.bind(("key", format!("\"{}\"", found.item.key()))).first().await?;
        Ok(attempt.is_some())
    }
}

/// Refuses a student's report beyond [`A_DAY`]. Reports of one student write the account's record, so that concurrent
/// ones conflict.
async fn require_room(change: &Change<'_>, report: &Report) -> Result<()> {
    change.lock(vec![report.user.link()]).await?;
    let day = TimeDelta::days(1);
    let sql = "SELECT VALUE created_at FROM report WHERE user = $user AND created_at > $since \
        ORDER BY created_at DESC LIMIT $most";
    let call = change.query(sql).bind(("user", report.user.clone())).bind(("since", report.created_at - day));
    let sent: Vec<Instant> = call.bind(("most", A_DAY as i64)).all().await?;
    let Some(first) = sent.get(A_DAY - 1) else { return Ok(()) };
    let wait = (*first + day - report.created_at).num_seconds().max(0).unsigned_abs();
    let refusal = Refusal::new("too-many-reports", messages::TOO_MANY_REPORTS);
    Err(Error::TooMany { refusal, retry_after: wait + 1 })
}
