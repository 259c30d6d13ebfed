//! The subjects of a course, for registration (spec 2 §2.8).

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::Registration;
use crate::{
    App, Error, Result,
    catalogue::{Course, Exam, PublicSubject, Subject, University},
    messages,
    people::Actor,
    store::Id,
};

/// Subjects that are returned, at most.
const MAX_SUBJECTS: usize = 500;

/// The request for the subjects of a course.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AskSubjects)]
pub struct SubjectsRequest {
    /// JSCE (BECE) has no course; all subjects of the exam are then returned.
    pub course_id: Option<Id<Course>>,
    pub exam_id: Option<Id<Exam>>,
    /// With a university, returns its subjects and those without a university.
    pub university_id: Option<Id<University>>,
}

/// A subject that can be registered.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CourseSubject {
    #[serde(flatten)]
    pub subject: PublicSubject,
    /// Whether the caller has registered it.
    pub registered: bool,
}

impl App {
    /// The active subjects of a course, limited to those of the exam if it has any. Mandatory ones come first;
    /// registered ones are marked.
    ///
    /// # Errors
    /// [`Error::Invalid`] if neither a course nor an exam is given.
    pub async fn list_course_subjects(&self, actor: &Actor, ask: &SubjectsRequest) -> Result<Vec<CourseSubject>> {
        if ask.course_id.is_none() && ask.exam_id.is_none() {
            return Err(Error::field("courseId", messages::SELECT_COURSE));
        }
        let sql = format!(
            "SELECT id, exam.{{id, title, slug}} AS exam, title, slug, logo, mandatory, \
             university.*.{{id, title}} AS university FROM subject WHERE status = true \
             AND ($course = NONE OR course CONTAINS $course) AND ($course != NONE OR exam = $exam) \
             AND ($university = NONE OR university CONTAINS $university OR array::is_empty(university)) \
             ORDER BY mandatory DESC, title COLLATE LIMIT {MAX_SUBJECTS}"
        );
        let call = self.store.query(&sql).bind(("course", ask.course_id.clone())).bind(("exam", ask.exam_id.clone()));
        let mut found: Vec<PublicSubject> = call.bind(("university", ask.university_id.clone())).all().await?;
        let is_of_exam = |subject: &PublicSubject| Some(&subject.exam.id) == ask.exam_id.as_ref();
        if found.iter().any(is_of_exam) {
            found.retain(is_of_exam);
        }
        let registered = self.registered_subjects(actor, &found).await?;
        let with_registered =
            |subject: PublicSubject| CourseSubject { registered: registered.contains(&subject.id), subject };
        Ok(found.into_iter().map(with_registered).collect())
    }

    /// The caller's registrations for the exams of these subjects.
    async fn registered_subjects(&self, actor: &Actor, subjects: &[PublicSubject]) -> Result<Vec<Id<Subject>>> {
        #[derive(SurrealValue)]
        struct Registered {
            subjects: Vec<Id<Subject>>,
        }
        let Ok(user) = actor.user_id() else { return Ok(Vec::new()) };
        let mut keys: Vec<_> = subjects.iter().map(|subject| Registration::key(user, &subject.exam.id)).collect();
        keys.sort_unstable();
        keys.dedup();
        let rows: Vec<Registered> = self.store.query("SELECT subjects FROM $keys").bind(("keys", keys)).all().await?;
        Ok(rows.into_iter().flat_map(|row| row.subjects).collect())
    }
}
