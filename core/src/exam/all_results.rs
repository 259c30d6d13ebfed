//! The export of all results, for administrators.

use serde::Serialize;
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{
    QuizResult, QuizView,
    result_view::{QuizRow, quiz_view},
    view::AssessmentRef,
};
use crate::{
    App, Result,
    catalogue::{ExamRef, Subject},
    clock::Instant,
    people::UserRef,
    records::{ExportedRow, ListQuery, ListSpec, Listed, Page, Titled},
};

/// All students' results.
pub(crate) enum AllResults {}

impl Listed for AllResults {
    const LIST: ListSpec = ListSpec {
        select: "id, created_at, user.{id, first_name, last_name, email} AS user, exam.{id, title, slug} AS exam, \
            assessment.{id, title, slug} AS assessment, subjects.*.{id, title} AS subjects, $this.* AS quiz",
        ..QuizResult::LIST
    };
}

/// A result as it is exported.
#[derive(SurrealValue)]
pub(crate) struct ResultRow {
    user: UserRef,
    exam: ExamRef,
    assessment: AssessmentRef,
    subjects: Vec<Titled<Subject>>,
    quiz: QuizResult,
}

/// A result with its student and the titles of its subjects.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentResult {
    user: UserRef,
    subjects: Vec<Titled<Subject>>,
    #[serde(flatten)]
    quiz: QuizView,
}

impl App {
    /// The results of all students, newest first, 10 per page.
    pub async fn list_all_results(&self, query: &ListQuery) -> Result<Page<StudentResult>> {
        Ok(self.rows::<AllResults>(query).page::<ResultRow>().await?.map(ExportedRow::view))
    }
}

impl ExportedRow for ResultRow {
    type View = StudentResult;

    fn place(&self) -> (Instant, RecordId) {
        (self.quiz.created_at, self.quiz.id.link())
    }

    fn view(self) -> StudentResult {
        let Self { user, exam, assessment, subjects, quiz } = self;
        let row = QuizRow { exam, assessment, subjects, quiz };
        StudentResult { user, quiz: quiz_view(&row), subjects: row.subjects }
    }
}
