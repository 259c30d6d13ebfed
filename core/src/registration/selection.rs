//! A student's choices for their next test: mode, kind of test, and registered subjects (spec 2 §4.2). The next visit
//! starts with them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Registration, RegistrationView};
use crate::{
    App, Error, FieldErrors, Result,
    catalogue::{Assessment, Category, Course, Exam, ExamType, Subject},
    messages,
    people::{Actor, User},
    store::{Id, retry_tx},
};

/// A choice for the next test.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SelectSubjects {
    /// The caller, or any student for an administrator.
    pub user_id: Id<User>,
    pub exam_id: Id<Exam>,
    pub exam_type: Option<ExamType>,
    pub category_id: Option<Id<Category>>,
    pub course_id: Option<Id<Course>>,
    pub assessment_id: Id<Assessment>,
    /// Registered subjects, at least one.
    #[schema(max_items = 20)]
    #[serde(default)]
    pub subjects: Vec<Id<Subject>>,
    /// The registration, if the caller knows it.
    pub reg_sub_id: Option<Id<Registration>>,
}

impl App {
    /// Stores a student's choices for their next test of an exam.
    ///
    /// # Errors
    /// [`Error::NotFound`] before subjects of the exam are registered; [`Error::Invalid`] by field.
    pub async fn select_subjects(&self, actor: &Actor, ask: &SelectSubjects) -> Result<RegistrationView> {
        actor.require_access_to(&ask.user_id)?;
        let id = Registration::key(&ask.user_id, &ask.exam_id);
        if ask.reg_sub_id.as_ref().is_some_and(|named| *named != id) {
            return Err(Error::field("regSubId", "This is not a registration for this exam."));
        }
        retry_tx(async || {
            let mut change = if actor.is_admin() { self.change(actor).await? } else { self.unaudited_change().await? };
            let old: Registration = change.find(&id).await?;
            let mut errors = FieldErrors::default();
            errors.check(!ask.subjects.is_empty(), "subjects", messages::SELECT_BEFORE_TEST);
            for (place, subject) in ask.subjects.iter().enumerate() {
                let field = format!("subjects[{place}]");
                errors.check(!ask.subjects[..place].contains(subject), &field, "Each subject can be chosen only once.");
                errors.check(old.subjects.contains(subject), &field, messages::NOT_REGISTERED);
            }
            let new = Registration {
                assessment: Some(ask.assessment_id.clone()),
                exam_type: ask.exam_type.or(old.exam_type),
                category: ask.category_id.clone().or_else(|| old.category.clone()),
                course: ask.course_id.clone().or_else(|| old.course.clone()),
                selected: ask.subjects.clone(),
                ..old.clone()
            };
            // A mode is never deleted, so it needs no lock.
            let mode = change.query("SELECT VALUE id FROM $mode").bind(("mode", ask.assessment_id.clone()));
            let mode: Option<Id<Assessment>> = mode.first().await?;
            errors.check(mode.is_some(), "assessmentId", messages::SELECT_MODE);
            change.share_links(new.new_links(Some(&old)), &mut errors).await?;
            errors.done()?;
            change.update(&old, &new).await?;
            change.commit().await
        })
        .await?;
        self.find_registration(&id).await
    }
}
