//! The theory submissions that wait for a moderator, and those that were declared.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{QuizResult, view::AssessmentRef};
use crate::{
    App, Error, Result,
    accounts::User,
    catalogue::{ExamRef, Subject},
    clock::Instant,
    store::{
        Id, QueryExt,
        resource::{ListQuery, Page, Titled},
    },
};

/// A person as the moderators see them.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Candidate {
    #[serde(rename = "_id")]
    pub id: Id<User>,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
}

/// One theory submission.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserTheory {
    /// The result that it belongs to.
    #[serde(rename = "_id")]
    pub id: Id<QuizResult>,
    pub user: Candidate,
    pub exam: ExamRef,
    pub assessment: AssessmentRef,
    pub year: Option<i64>,
    pub subjects: Vec<Titled<Subject>>,
    pub theory_count: i64,
    pub answered_count: i64,
    pub submitted_at: Instant,
    /// `pending` or `declared`.
    pub exam_result: String,
}

/// A page of submissions.
pub type UserTheoryPage = Page<UserTheory>;

impl App {
    /// The theory submissions, oldest first, ten a page; `state` narrows to `pending` or `declared`.
    pub async fn list_user_theories(&self, query: &ListQuery) -> Result<UserTheoryPage> {
        let state = query.filters.get("state").filter(|state| !state.is_empty() && *state != "all").cloned();
        if state.as_deref().is_some_and(|state| state != "pending" && state != "declared") {
            return Err(Error::field("state", "State is pending or declared"));
        }
        let words = "string::lowercase(user.first_name + ' ' + user.last_name + ' ' + user.email + ' ' + exam.title + ' ' + array::join(subjects.title, ' '))";
        let clause = format!(
            "exam_result != NONE AND exam_result != NULL AND ($state = NONE OR $state = NULL OR exam_result = $state) AND ($q = '' OR string::contains({words}, $q))"
        );
        let sql = format!(
            "SELECT id, user.{{id, first_name, last_name, email}} AS user, exam.{{id, title, slug}} AS exam, \
             assessment.{{id, title, slug}} AS assessment, year, subjects.*.{{id, title}} AS subjects, array::len(theories) AS theory_count, \
             array::len(theories[WHERE answered != NULL AND answered != NONE]) AS answered_count, created_at AS submitted_at, exam_result \
             FROM quiz WHERE {clause}{}{}; SELECT count() AS n FROM quiz WHERE {clause} GROUP ALL;",
            query.order("submitted_at, id")?,
            query.window(Some(10))?,
        );
        let q = query.q.clone().unwrap_or_default().trim().to_lowercase();
        let mut results = self.store.query(&sql).bind(("state", state)).bind(("q", q)).checked().await?;
        let total: Option<i64> = results.take((1, "n"))?;
        Ok(Page { rows: results.take(0)?, total: total.unwrap_or(0).unsigned_abs() })
    }
}
