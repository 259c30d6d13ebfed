//! The calls of moderators, named as in core.

use sabi_core::{
    exam::QuizResult,
    grading::{GraderStats, GradingTask, GradingView, SaveGrades},
    records::{ListQuery, Page},
    reports::{DecideReport, Report, ReportView},
    store::Id,
};
use serde_json::json;

use super::{
    Client, Result,
    calls::{Data, Rows, parameters},
};

impl Client {
    /// The submissions that wait for a grader; the filter `state` is `free`, `claimed` or `mine`.
    pub async fn list_grading_queue(&self, query: &ListQuery) -> Result<Page<GradingTask>> {
        Ok(self.get::<Rows<GradingTask>>("/grading/queue", &parameters(query)).await?.into())
    }

    /// What the caller has graded; for administrators what everybody has.
    pub async fn grading_stats(&self) -> Result<Vec<GraderStats>> {
        Ok(self.get::<Data<_>>("/grading/stats", &[]).await?.data)
    }

    /// A submission with all that grading it needs.
    pub async fn find_grading(&self, id: &Id<QuizResult>) -> Result<GradingView> {
        Ok(self.get::<Data<_>>(&format!("/grading/{id}"), &[]).await?.data)
    }

    /// Holds a submission.
    pub async fn claim_grading(&self, id: &Id<QuizResult>) -> Result<GradingView> {
        Ok(self.post::<Data<_>>(&format!("/grading/{id}/claim"), &json!({})).await?.data)
    }

    /// Lets go of a submission.
    pub async fn release_grading(&self, id: &Id<QuizResult>) -> Result<()> {
        self.post::<serde_json::Value>(&format!("/grading/{id}/release"), &json!({})).await.map(drop)
    }

    /// Saves grades.
    pub async fn save_grades(&self, id: &Id<QuizResult>, grades: &SaveGrades) -> Result<GradingView> {
        Ok(self.put::<Data<_>>(&format!("/grading/{id}"), grades).await?.data)
    }

    /// Gives the caller's grades of a submission.
    pub async fn declare_grading(&self, id: &Id<QuizResult>) -> Result<GradingView> {
        Ok(self.post::<Data<_>>(&format!("/grading/{id}/declare"), &json!({})).await?.data)
    }

    /// Decides on a report.
    pub async fn decide_report(&self, id: &Id<Report>, decision: &DecideReport) -> Result<ReportView> {
        Ok(self.put::<Data<_>>(&format!("/reports/{id}"), decision).await?.data)
    }
}
