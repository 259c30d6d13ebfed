//! Lists of reports: for moderators and administrators, and for the student who sent them.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{Reason, Report, ReportState};
use crate::{
    App, Error, Result,
    bank::{AdminQuestion, AdminTheory},
    catalogue::Subject,
    clock::Instant,
    exam::engine::ItemId,
    people::{Actor, UserRef},
    records::{Filter, FilterKind, ListQuery, ListSpec, Listed, Page, Titled},
    store::{Id, Record as _},
};

/// A question at the time of its report.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ReportedQuestion {
    #[serde(rename = "_id")]
    pub id: String,
    /// `question` or `theory`.
    pub kind: String,
    pub title: String,
    /// The beginning of its stem, in plain text.
    pub stem: String,
    pub subject: Titled<Subject>,
    pub year: i64,
}

/// A report for moderators and administrators.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Report)]
pub struct ReportView {
    #[serde(rename = "_id")]
    pub id: Id<Report>,
    /// Who sent it; only for administrators.
    pub user: Option<UserRef>,
    pub question: ReportedQuestion,
    pub reason: Reason,
    pub words: String,
    pub state: ReportState,
    /// The reply to the student.
    pub answer: String,
    /// How many students have reported the question.
    pub reports: i64,
    pub decided_at: Option<Instant>,
    /// Its version, increased by each decision (ruling 33).
    pub version: i64,
    pub created_at: Instant,
}

/// A report with the present question. Both fields are missing if the question was deleted.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ReportDetail {
    #[serde(flatten)]
    pub report: ReportView,
    /// The question, if it is multiple choice.
    pub item: Option<AdminQuestion>,
    /// The question, if it is a theory question.
    pub theory: Option<AdminTheory>,
}

/// A report for the student who sent it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnReport {
    #[serde(rename = "_id")]
    pub id: Id<Report>,
    pub question: ReportedQuestion,
    pub reason: Reason,
    pub words: String,
    /// Its state; always `open` while a running mock of the student contains the question.
    pub state: ReportState,
    /// The moderator's message; empty while a running mock of the student contains the question.
    pub answer: String,
    pub decided_at: Option<Instant>,
    pub created_at: Instant,
}

#[derive(SurrealValue)]
pub(super) struct ReportRow {
    user: UserRef,
    subject: Titled<Subject>,
    report: Report,
}

#[derive(SurrealValue)]
struct Count {
    question: String,
    n: i64,
}

impl Listed for Report {
    const LIST: ListSpec = ListSpec {
        select: "user.{id, first_name, last_name, email} AS user, subject.{id, title} AS subject, $this.* AS report",
        search: &["title + ' ' + stem + ' ' + words"],
        sort: &[
            ("question", "title"),
            ("reason", "reason"),
            ("state", "state"),
            ("createdAt", "created_at"),
            ("decidedAt", "decided_at"),
        ],
        filters: &[
            Filter { name: "state", column: "state", kind: FilterKind::Word(&["open", "accepted", "rejected"]) },
            Filter {
                name: "reason",
                column: "reason",
                kind: FilterKind::Word(&["wrong-key", "unclear", "typo", "picture", "outdated", "other"]),
            },
            Filter::reference("subject", Subject::TABLE),
            Filter::text("question"),
            Filter::from("created_at"),
            Filter::to("created_at"),
        ],
        order: "createdAt",
        ..ListSpec::of(Self::TABLE)
    };
}

/// A student's own reports, newest first.
pub enum OwnReports {}

impl Listed for OwnReports {
    const LIST: ListSpec = ListSpec {
        search: &[],
        sort: &[("createdAt", "created_at"), ("decidedAt", "decided_at")],
        filters: &[],
        order: "-createdAt",
        ..Report::LIST
    };
}

impl App {
    /// Reports, oldest first, 10 per page, without questions of the caller's running mocks (ruling 29). Moderators do
    /// not see who sent them.
    pub async fn list_reports(&self, actor: &Actor, query: &ListQuery) -> Result<Page<ReportView>> {
        let hidden: Vec<_> = self.items_in_mock(actor).await?.iter().map(|item| item.key().to_owned()).collect();
        let rows = self.rows::<Report>(query);
        let rows = if hidden.is_empty() { rows } else { rows.only("question NOT IN $hidden").bind("hidden", hidden) };
        let page: Page<ReportRow> = rows.page().await?;
        let questions: BTreeSet<_> = page.rows.iter().map(|row| row.report.question.clone()).collect();
        let counts = self.reports_of(questions.into_iter().collect()).await?;
        Ok(page.map(|row| row.view(actor, &counts)))
    }

    /// The caller's own reports and their decisions, newest first, 10 per page.
    pub async fn list_own_reports(&self, actor: &Actor, query: &ListQuery) -> Result<Page<OwnReport>> {
        let user = actor.user_id()?.clone();
        let page: Page<ReportRow> =
            self.rows::<OwnReports>(query).only("user = $user").bind("user", user).page().await?;
        let hidden = self.items_in_mock(actor).await?;
        Ok(page.map(|row| {
            let ReportRow { subject, report, .. } = row;
            // The decision may reveal the key (ruling 29).
            if hidden.contains(&report.item()) {
                let undecided = Report { state: ReportState::Open, answer: String::new(), decided_at: None, ..report };
                return own(undecided, subject);
            }
            own(report, subject)
        }))
    }

    /// A new report, for its student.
    pub(super) async fn own_report(&self, report: Report) -> Result<OwnReport> {
        let subject: Option<Subject> = self.load(&report.subject).await?;
        let title = subject.map(|subject| subject.form.title).unwrap_or_default();
        let subject = Titled { id: report.subject.clone(), title };
        Ok(own(report, subject))
    }

    /// A report with its question.
    ///
    /// # Errors
    /// [`Error::Conflict`], `in-running-mock`, while a running mock of the caller contains the question (ruling 29).
    pub async fn open_report(&self, actor: &Actor, id: &Id<Report>) -> Result<ReportDetail> {
        let stored: Report = self.load(id).await?.ok_or(Error::NotFound("Report"))?;
        self.must_not_be_in_mock(actor, [stored.item()]).await?;
        let report = self.find_report(actor, id).await?;
        let (item, theory) = match stored.item() {
            ItemId::Question(id) => (if_there(self.find_item(&id).await)?, None),
            ItemId::Theory(id) => (None, if_there(self.find_item(&id).await)?),
        };
        Ok(ReportDetail { report, item, theory })
    }

    /// A report after a change, as its reader may see it.
    pub(super) async fn find_report(&self, actor: &Actor, id: &Id<Report>) -> Result<ReportView> {
        let sql = format!("SELECT {} FROM $id", Report::LIST.select);
        let row: Option<ReportRow> = self.store.query(sql).bind(("id", id.clone())).first().await?;
        let row = row.ok_or(Error::NotFound("Report"))?;
        let counts = self.reports_of(vec![row.report.question.clone()]).await?;
        Ok(row.view(actor, &counts))
    }

    /// How many reports each of these questions has.
    async fn reports_of(&self, questions: Vec<String>) -> Result<HashMap<String, i64>> {
        let sql = "SELECT question, count() AS n FROM report WHERE question IN $questions GROUP BY question";
        let counts: Vec<Count> = self.store.query(sql).bind(("questions", questions)).all().await?;
        Ok(counts.into_iter().map(|count| (count.question, count.n)).collect())
    }
}

impl ReportRow {
    fn view(self, actor: &Actor, counts: &HashMap<String, i64>) -> ReportView {
        let Self { user, subject, report } = self;
        ReportView {
            id: report.id.clone(),
            user: Some(user).filter(|_| actor.is_admin()),
            question: question(&report, subject),
            reason: report.reason,
            words: report.words,
            state: report.state,
            answer: report.answer,
            reports: counts.get(&report.question).copied().unwrap_or(0),
            decided_at: report.decided_at,
            version: report.version,
            created_at: report.created_at,
        }
    }
}

fn if_there<T>(found: Result<T>) -> Result<Option<T>> {
    match found {
        Err(Error::NotFound(_)) => Ok(None),
        found => found.map(Some),
    }
}

fn own(report: Report, subject: Titled<Subject>) -> OwnReport {
    OwnReport {
        question: question(&report, subject),
        id: report.id,
        reason: report.reason,
        words: report.words,
        state: report.state,
        answer: report.answer,
        decided_at: report.decided_at,
        created_at: report.created_at,
    }
}

fn question(report: &Report, subject: Titled<Subject>) -> ReportedQuestion {
    ReportedQuestion {
        id: report.question.clone(),
        kind: report.kind.clone(),
        title: report.title.clone(),
        stem: report.stem.clone(),
        subject,
        year: report.year,
    }
}
