//! The theory submissions that wait for a moderator, and the declared ones.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::ClaimView;
use crate::{
    App, Result,
    catalogue::{Exam, ExamRef, Subject},
    clock::Instant,
    exam::{AssessmentRef, QuizResult},
    people::{Actor, UserRef},
    records::{Filter, FilterKind, ListQuery, ListSpec, Listed, Page, Titled},
    store::{Id, Record as _},
};

/// SurrealQL for the number of answers that are graded: all but those whose model answer was opened first.
macro_rules! theory_count {
    () => {
        "array::len(theories[WHERE opened_first != true])"
    };
}

/// SurrealQL for the number of these answers that are not empty.
macro_rules! answered_count {
    () => {
        "array::len(theories[WHERE answered != NULL AND answered != NONE AND opened_first != true])"
    };
}

/// SurrealQL for the fields of a submission in a list.
macro_rules! submission_fields {
    () => {
        concat!(
            "exam.{id, title, slug} AS exam, assessment.{id, title, slug} AS assessment, year, \
             subjects.*.{id, title} AS subjects, ",
            theory_count!(),
            " AS theory_count, ",
            answered_count!(),
            " AS answered_count, created_at AS submitted_at"
        )
    };
}

pub(super) use {answered_count, submission_fields, theory_count};

/// One theory submission.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserTheory {
    /// The result that it belongs to.
    #[serde(rename = "_id")]
    pub id: Id<QuizResult>,
    /// The student; hidden from moderators.
    pub user: Option<UserRef>,
    pub exam: ExamRef,
    pub assessment: AssessmentRef,
    pub year: Option<i64>,
    pub subjects: Vec<Titled<Subject>>,
    pub theory_count: i64,
    pub answered_count: i64,
    pub submitted_at: Instant,
    /// `pending` or `declared`.
    pub exam_result: String,
    /// Who holds it now; `null` if it is free.
    #[surreal(default)]
    pub claim: Option<ClaimView>,
}

/// A page of submissions.
pub type UserTheoryPage = Page<UserTheory>;

impl Listed for UserTheory {
    const LIST: ListSpec = ListSpec {
        select: concat!("id, user.{id, first_name, last_name, email} AS user, exam_result, ", submission_fields!()),
        search: &["user.first_name + ' ' + user.last_name + ' ' + user.email + ' ' + exam.title + ' ' \
            + array::join(subjects.title, ' ') + ' ' + (<string> (year ?? '')) + ' ' + record::id(id)"],
        sort: &[
            ("user", "user.first_name + ' ' + user.last_name"),
            ("exam", "exam.title"),
            ("assessment", "assessment.title"),
            ("year", "year"),
            ("subjects", "array::join(subjects.title, ', ')"),
            ("theoryCount", theory_count!()),
            ("answeredCount", answered_count!()),
            ("submittedAt", "created_at"),
            ("examResult", "exam_result"),
        ],
        filters: &[
            Filter { name: "state", column: "exam_result", kind: FilterKind::Word(&["pending", "declared"]) },
            Filter::reference("exam", Exam::TABLE),
            Filter { name: "subject", column: "subjects", kind: FilterKind::OneOf(Subject::TABLE) },
            Filter::from("created_at"),
            Filter::to("created_at"),
        ],
        order: "submittedAt",
        ..ListSpec::of(QuizResult::TABLE)
    };
}

/// The list for moderators: neither search nor sort order reveals the student.
pub(crate) enum Anonymous {}

impl Listed for Anonymous {
    const LIST: ListSpec = ListSpec {
        select: concat!("id, NONE AS user, exam_result, ", submission_fields!()),
        search: &["exam.title + ' ' + array::join(subjects.title, ' ') + ' ' + (<string> (year ?? '')) \
            + ' ' + record::id(id)"],
        sort: UserTheory::LIST.sort.split_at(1).1,
        ..UserTheory::LIST
    };
}

impl App {
    /// The theory submissions, oldest first, 10 per page; `state` selects `pending` or `declared`. Moderators cannot
    /// search or sort by student.
    pub async fn list_user_theories(&self, actor: &Actor, query: &ListQuery) -> Result<UserTheoryPage> {
        let page = match actor.is_admin() {
            true => self.theories::<UserTheory>(query).await?,
            false => self.theories::<Anonymous>(query).await?,
        };
        let mut claims = self.claims_now(actor).await?;
        Ok(page.map(|row| UserTheory { claim: claims.remove(&row.id), ..row }))
    }

    async fn theories<R: Listed>(&self, query: &ListQuery) -> Result<UserTheoryPage> {
        let rows = self.rows::<R>(query);
        // A filter by state already selects one of the two, so there is nothing to merge.
        let is_narrowed = query.filters.get("state").is_some_and(|state| !state.is_empty() && state != "all");
        let theories = if is_narrowed {
            rows
        } else {
            rows.merge_ordered(["exam_result = 'pending'", "exam_result = 'declared'"])
        };
        theories.page().await
    }
}
