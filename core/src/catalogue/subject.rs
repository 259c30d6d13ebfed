//! A subject of an exam, such as Physics for JAMB UTME.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{Course, Exam, ExamRef, University, check_image, check_time_limit};
use crate::{
    App, FieldErrors,
    clock::Instant,
    store::{
        Id, Record,
        resource::{Filter, Paths, Resource, Titled, Toasts},
    },
};

/// Questions of a subject in a mock unless the subject says otherwise (ruling 17).
const MOCK_QUESTIONS: i64 = 40;

fn no_minutes() -> String {
    "00".into()
}

/// A subject of an exam, such as Physics for JAMB UTME.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue)]
pub struct Subject {
    #[serde(rename = "_id")]
    pub id: Id<Subject>,
    pub exam: Id<Exam>,
    pub course: Vec<Id<Course>>,
    pub title: String,
    pub slug: String,
    pub logo: Option<String>,
    /// Hours of the subject's time limit, 0 to 23.
    #[serde(rename = "subjectHour")]
    pub subject_hour: i64,
    /// Minutes of it: 00, 15, 30 or 45.
    #[serde(rename = "subjectTime")]
    pub subject_time: String,
    /// Whether every student of the exam must take it.
    #[serde(rename = "mandetory")]
    pub mandatory: bool,
    /// The universities that test it; only for post-UTME.
    pub university: Vec<Id<University>>,
    /// Questions of a mock (ruling 17: 40, Use of English 60).
    #[serde(rename = "mockQuestions")]
    pub mock_questions: i64,
    pub status: bool,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// What the back office sends for it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct SubjectInput {
    #[serde(alias = "examId")]
    pub exam: Id<Exam>,
    #[schema(max_items = 500)]
    #[serde(default)]
    pub course: Vec<Id<Course>>,
    pub title: String,
    pub logo: Option<String>,
    #[serde(rename = "subjectHour", default)]
    pub subject_hour: i64,
    #[serde(rename = "subjectTime", default = "no_minutes")]
    pub subject_time: String,
    #[serde(rename = "mandetory", default)]
    pub mandatory: bool,
    #[schema(max_items = 300)]
    #[serde(default)]
    pub university: Vec<Id<University>>,
    /// Questions of a mock; 40 unless given.
    #[serde(rename = "mockQuestions")]
    pub mock_questions: Option<i64>,
    #[serde(default)]
    pub status: bool,
}

/// A subject as callers read it.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = Subject)]
pub struct SubjectView {
    #[serde(rename = "_id")]
    pub id: Id<Subject>,
    pub exam: ExamRef,
    pub course: Vec<Titled<Course>>,
    pub title: String,
    pub slug: String,
    pub logo: Option<String>,
    #[serde(rename = "subjectHour")]
    pub subject_hour: i64,
    #[serde(rename = "subjectTime")]
    pub subject_time: String,
    #[serde(rename = "mandetory")]
    pub mandatory: bool,
    pub university: Vec<Titled<University>>,
    #[serde(rename = "mockQuestions")]
    pub mock_questions: i64,
    pub status: bool,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

impl Record for Subject {
    const TABLE: &'static str = "subject";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS exam ON subject TYPE record<exam> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS course ON subject TYPE array<record<course>> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS university ON subject TYPE array<record<university>> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS subject_title ON subject FIELDS exam, title UNIQUE;";
}

impl Resource for Subject {
    const NOUN: &'static str = "Subject";
    const PATHS: Paths = Paths {
        list: "/admin/subjects",
        one: "/admin/subjects/{id}",
        add: Some("/admin/subjects/add"),
        update: "/admin/subjects/update/{id}",
        delete: Some("/admin/subjects/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "Subject successfully added.",
        updated: "Subject updated successfully",
        deleted: "Subject deleted successfully",
    };
    const SELECT: &'static str =
        "*, exam.{id, title, slug} AS exam, course.*.{id, title} AS course, university.*.{id, title} AS university";
    const FILTERS: &'static [Filter] =
        &[Filter { field: "exam", table: "exam" }, Filter { field: "course", table: "course" }];
    const ORDER: &'static str = "title, id";
    type View = SubjectView;
    type Input = SubjectInput;

    fn build(app: &App, input: SubjectInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.text("title", "Title", &input.title, 120);
        errors.check(!input.course.is_empty(), "course", "Please select at least 1 course");
        check_image(errors, "logo", input.logo.as_deref());
        check_time_limit(errors, ("subjectHour", input.subject_hour), ("subjectTime", &input.subject_time));
        let mock_questions = input.mock_questions.or(current.map(|old| old.mock_questions)).unwrap_or(MOCK_QUESTIONS);
        errors.check((1..=200).contains(&mock_questions), "mockQuestions", "Mock questions are 1 to 200");
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            slug: current.map_or_else(|| slug::slugify(&input.title), |old| old.slug.clone()),
            exam: input.exam,
            course: input.course,
            title: input.title.trim().into(),
            logo: input.logo.filter(|logo| !logo.is_empty()).or_else(|| current.and_then(|old| old.logo.clone())),
            subject_hour: input.subject_hour,
            subject_time: input.subject_time,
            mandatory: input.mandatory,
            university: input.university,
            mock_questions,
            status: input.status,
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        let mut links = vec![("exam", self.exam.link())];
        links.extend(self.course.iter().map(|course| ("course", course.link())));
        links.extend(self.university.iter().map(|university| ("university", university.link())));
        links
    }

    fn id(&self) -> &Id<Self> {
        &self.id
    }
}
