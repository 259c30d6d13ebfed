//! The queue: the submissions that wait for a grader, mocks first, then oldest first (ruling 48).

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    Case, ClaimView,
    case::{GIVEN, grader},
    theories::{answered_count, submission_fields, theory_count},
};
use crate::{
    App, Error, Result,
    catalogue::{Exam, ExamRef, Subject},
    clock::Instant,
    exam::{AssessmentRef, QuizResult},
    people::Actor,
    records::{Filter, FilterKind, ListQuery, ListSpec, Listed, Page, Titled},
    store::{Id, Record as _},
    typed::one_of,
};

/// A submission in the queue, without its student.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GradingTask {
    /// The result that it belongs to.
    #[serde(rename = "_id")]
    pub id: Id<QuizResult>,
    pub exam: ExamRef,
    pub assessment: AssessmentRef,
    pub year: Option<i64>,
    pub subjects: Vec<Titled<Subject>>,
    pub theory_count: i64,
    pub answered_count: i64,
    pub submitted_at: Instant,
    /// Who holds it now; `null` if it is free.
    #[surreal(default)]
    pub claim: Option<ClaimView>,
}

impl Listed for GradingTask {
    const LIST: ListSpec = ListSpec {
        select: concat!("id, ", submission_fields!()),
        search: &["exam.title + ' ' + array::join(subjects.title, ' ') + ' ' + (<string> (year ?? '')) \
            + ' ' + record::id(id)"],
        sort: &[
            ("exam", "exam.title"),
            ("assessment", "assessment.title"),
            ("year", "year"),
            ("subjects", "array::join(subjects.title, ', ')"),
            ("theoryCount", theory_count!()),
            ("submittedAt", "created_at"),
        ],
        filters: &[
            Filter::reference("exam", Exam::TABLE),
            Filter { name: "subject", column: "subjects", kind: FilterKind::OneOf(Subject::TABLE) },
            Filter::from("created_at"),
            Filter::to("created_at"),
        ],
        order: "queue_order, submittedAt",
        ..ListSpec::of(QuizResult::TABLE)
    };
}

impl App {
    /// The submissions that this caller may grade, mocks first, then oldest first, 10 per page. Excludes their own and
    /// those that they have graded. The filter `state` selects `free`, `claimed` (by others) or `mine`.
    pub async fn list_grading_queue(&self, actor: &Actor, query: &ListQuery) -> Result<Page<GradingTask>> {
        let me = grader(actor);
        let held = self.held_cases().await?;
        let (mine, others): (Vec<_>, Vec<_>) = held.iter().partition(|case| case.holder.as_deref() == Some(&me));
        let ids = |cases: &[&Case]| cases.iter().map(|case| case.id.cast::<QuizResult>()).collect::<Vec<_>>();
        let given = "SELECT VALUE quiz FROM grading WHERE grader = $me AND state = $given";
        let given = self.store.query(given).bind(("me", me.clone())).bind(("given", GIVEN));
        let given: Vec<Id<QuizResult>> = given.all().await?;

        let rows = self.rows::<GradingTask>(query).only("exam_result = 'pending'");
        let rows = match actor.user_id() {
            Ok(user) => rows.only("user != $user").bind("user", user.clone()),
            Err(_) => rows,
        };
        let rows = if given.is_empty() { rows } else { rows.only("id NOT IN $given").bind("given", given) };
        let rows = match query.filters.get("state").map_or("all", String::as_str) {
            "" | "all" => rows,
            "free" => rows.only("id NOT IN $held").bind("held", [ids(&mine), ids(&others)].concat()),
            "claimed" => rows.only("id IN $held").bind("held", ids(&others)),
            "mine" => rows.only("id IN $held").bind("held", ids(&mine)),
            _ => return Err(Error::wrong("state", &one_of(&["free", "claimed", "mine"]))),
        };
        let page: Page<GradingTask> = rows.page().await?;
        let mut claims = self.claims(&me, &held).await?;
        Ok(page.map(|row| GradingTask { claim: claims.remove(&row.id), ..row }))
    }
}
