//! The client's functions for moderators, named like those in core.

use sabi_core::{
    bank::{Item, ItemBody, Question},
    catalogue::Exam,
    exam::QuizResult,
    grading::{GraderStats, GradingTask, GradingView, ReserveGradings, SaveGrades},
    inbox::{Contact, ContactReply, ContactView, ReplyInput},
    records::{ListQuery, Page},
    registration::{RefuseChange, Registration, RegistrationView, SaveSubjects},
    reports::{DecideReport, Report, ReportDetail, ReportView},
    statistics::QuestionFigures,
    store::Id,
};
use serde::Deserialize;
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

    /// The caller's grading statistics; for administrators, everybody's.
    pub async fn grading_stats(&self) -> Result<Vec<GraderStats>> {
        Ok(self.get::<Data<_>>("/grading/stats", &[]).await?.data)
    }

    /// A submission with everything needed to grade it.
    pub async fn find_grading(&self, id: &Id<QuizResult>) -> Result<GradingView> {
        Ok(self.get::<Data<_>>(&format!("/grading/{id}"), &[]).await?.data)
    }

    /// Claims a submission.
    pub async fn claim_grading(&self, id: &Id<QuizResult>) -> Result<GradingView> {
        Ok(self.post::<Data<_>>(&format!("/grading/{id}/claim"), &json!({})).await?.data)
    }

    /// Reserves free submissions for a worksheet.
    pub async fn reserve_gradings(&self, ask: &ReserveGradings) -> Result<Vec<GradingView>> {
        Ok(self.post::<Data<_>>("/grading/reserve", ask).await?.data)
    }

    /// Releases a submission.
    pub async fn release_grading(&self, id: &Id<QuizResult>) -> Result<()> {
        self.post::<serde_json::Value>(&format!("/grading/{id}/release"), &json!({})).await.map(drop)
    }

    /// Saves grades.
    pub async fn save_grades(&self, id: &Id<QuizResult>, grades: &SaveGrades) -> Result<GradingView> {
        Ok(self.put::<Data<_>>(&format!("/grading/{id}"), grades).await?.data)
    }

    /// Declares the caller's grades of a submission.
    pub async fn declare_grading(&self, id: &Id<QuizResult>) -> Result<GradingView> {
        Ok(self.post::<Data<_>>(&format!("/grading/{id}/declare"), &json!({})).await?.data)
    }

    /// Decides on a report.
    pub async fn decide_report(&self, id: &Id<Report>, decision: &DecideReport) -> Result<ReportView> {
        Ok(self.put::<Data<_>>(&format!("/reports/{id}"), decision).await?.data)
    }
}

/// Other calls of moderators and administrators.
impl Client {
    /// Reports of questions, oldest first; the filter `state` is `open`, `accepted` or `rejected`.
    pub async fn list_reports(&self, query: &ListQuery) -> Result<Page<ReportView>> {
        Ok(self.get::<Rows<ReportView>>("/reports", &parameters(query)).await?.into())
    }

    /// A report with its question.
    pub async fn open_report(&self, id: &Id<Report>) -> Result<ReportDetail> {
        Ok(self.get::<Data<_>>(&format!("/reports/{id}"), &[]).await?.data)
    }

    /// The exams, including those that are coming soon.
    pub async fn list_exam_types(&self) -> Result<Vec<Exam>> {
        Ok(self.get::<Data<_>>("/exam-types", &[]).await?.data)
    }

    /// The statistics of a question.
    pub async fn question_figures(&self, id: &Id<Question>) -> Result<QuestionFigures> {
        Ok(self.get::<Data<_>>(&format!("/admin/questions/{id}/statistics"), &[]).await?.data)
    }

    /// Replaces the text (HTML) of an item that was read in this version.
    pub async fn reword_item<B: ItemBody>(&self, id: &Id<Item<B>>, text: &str, version: i64) -> Result<()> {
        let change = json!({ "question": text, "version": version });
        let path = format!("/admin/{}/update/{id}", B::KIND.plural());
        self.put::<serde_json::Value>(&path, &change).await.map(drop)
    }

    /// All students' registrations.
    pub async fn list_registrations(&self, query: &ListQuery) -> Result<Page<RegistrationView>> {
        Ok(self.get::<Rows<RegistrationView>>("/get-students-exam-subjects/", &parameters(query)).await?.into())
    }

    /// Registers subjects of a student, or replaces them.
    pub async fn save_subjects(&self, save: &SaveSubjects) -> Result<RegistrationView> {
        Ok(self.post::<Data<_>>("/save-exam-subjects", save).await?.data)
    }

    /// Declines a student's request to change subjects.
    pub async fn refuse_subjects_change(&self, id: &Id<Registration>, ask: &RefuseChange) -> Result<RegistrationView> {
        Ok(self.post::<Data<_>>(&format!("/admin/registrations/{id}/refuse-change"), ask).await?.data)
    }

    /// Contact messages, newest first.
    pub async fn list_contacts(&self, query: &ListQuery) -> Result<Page<ContactView>> {
        Ok(self.get::<Rows<ContactView>>("/admin/contactus", &parameters(query)).await?.into())
    }

    /// The replies to a message.
    pub async fn list_contact_replies(&self, id: &Id<Contact>) -> Result<Vec<ContactReply>> {
        #[derive(Deserialize)]
        struct Replies {
            replies: Vec<ContactReply>,
        }
        Ok(self.get::<Replies>(&format!("/admin/contactus/reply/{id}"), &[]).await?.replies)
    }

    /// Replies to a message with HTML, which is mailed.
    pub async fn reply_to_contact(&self, id: &Id<Contact>, reply_message: String) -> Result<()> {
        let reply = ReplyInput { reply_message };
        self.post::<serde_json::Value>(&format!("/admin/contactus/reply/{id}"), &reply).await.map(drop)
    }
}
