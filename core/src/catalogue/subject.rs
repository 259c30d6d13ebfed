//! A subject of an exam, such as Physics for JAMB UTME.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{Course, Exam, ExamRef, University, check_image, check_time_limit, image_from_form};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    messages,
    records::{
        Change, Counter, Filter, FilterKind, ListSpec, Listed, Naming, Paths, PublicPath, Published, Resource, Titled,
        Toasts, entity, in_words, paths, toasts,
    },
    store::{Id, Record},
};

/// The counter of active subjects.
pub const ACTIVE_SUBJECTS: &str = "active-subjects";
/// The refusal reason when an exam already has the maximum of mandatory subjects.
pub const TOO_MANY_MANDATORY: &str = "maximum-mandatory";
/// Mock questions per subject unless the subject overrides it (ruling 17).
const MOCK_QUESTIONS: i64 = 40;

fn no_minutes() -> String {
    "00".into()
}

/// `balance_mocks` of subjects that were stored before it existed.
fn unbalanced() -> Option<bool> {
    Some(false)
}

entity! {
    /// A subject of an exam, such as Physics for JAMB UTME.
    Subject: SubjectInput {
        slug: String,
    }
    const NOUN: &'static str = "Subject";
    const SHARED: bool = true;

    fn counters(&self) -> Vec<Counter> {
        if self.status { vec![Counter::of(ACTIVE_SUBJECTS)] } else { Vec::new() }
    }
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct SubjectInput {
    pub exam: Id<Exam>,
    #[schema(max_items = 500)]
    #[serde(default)]
    pub course: Vec<Id<Course>>,
    pub title: String,
    pub logo: Option<String>,
    /// Hours of the subject's time limit, 0 to 23.
    #[serde(rename = "subjectHour")]
    pub subject_hour: i64,
    /// Minutes of the time limit: 00, 15, 30 or 45.
    #[serde(rename = "subjectTime", default = "no_minutes")]
    pub subject_time: String,
    /// Whether every student of the exam must take it.
    #[serde(rename = "mandetory", default)]
    pub mandatory: bool,
    /// The universities that test it; only for POST UTME.
    #[schema(max_items = 300)]
    #[serde(default)]
    pub university: Vec<Id<University>>,
    /// Questions in a mock; 40 by default (ruling 17).
    #[serde(rename = "mockQuestions")]
    pub mock_questions: Option<i64>,
    /// Whether all mocks should be about as difficult as the subject's questions on average. If missing, it stays
    /// unchanged; in a new subject it is off.
    #[serde(rename = "balanceMocks", default)]
    #[surreal(default = "unbalanced")]
    pub balance_mocks: Option<bool>,
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
    /// Whether all mocks should be about as difficult as the subject's questions on average.
    #[surreal(default)]
    #[serde(rename = "balanceMocks")]
    pub balance_mocks: bool,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// A subject of a course as a student chooses it (spec 2 §3).
#[derive(Debug, Clone, Serialize, SurrealValue, ToSchema)]
pub struct PublicSubject {
    #[serde(rename = "_id")]
    pub id: Id<Subject>,
    pub exam: ExamRef,
    pub title: String,
    pub slug: String,
    pub logo: Option<String>,
    #[serde(rename = "mandetory")]
    pub mandatory: bool,
    pub university: Vec<Titled<University>>,
}

impl Record for Subject {
    const TABLE: &'static str = "subject";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS exam ON subject TYPE record<exam> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS course ON subject TYPE array<record<course>> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS university ON subject TYPE array<record<university>> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS subject_title ON subject FIELDS exam, title UNIQUE;";
}

impl Listed for Subject {
    const LIST: ListSpec = ListSpec {
        select: "*, exam.{id, title, slug} AS exam, course.*.{id, title} AS course, university.*.{id, title} AS university",
        sort: &[
            ("slug", "slug"),
            ("exam", "exam.title"),
            ("university", "array::join(university.title, ', ')"),
            ("subjectHour", "subject_hour"),
            ("subjectTime", "subject_time"),
            ("mandetory", "mandatory"),
            ("mockQuestions", "mock_questions"),
        ],
        filters: &[
            Filter::reference("exam", "exam"),
            Filter { name: "course", column: "course", kind: FilterKind::OneOf("course") },
            Filter::flag("status"),
        ],
        order: "title",
        whole: true,
        ..ListSpec::titled(Self::TABLE)
    };
}

impl Published for Subject {
    const PUBLIC_PATHS: &'static [PublicPath] = &[PublicPath::by("course", "/subjects/{courseId}")];
    const PUBLIC_LIST: ListSpec =
        ListSpec { select: "*, exam.{id, title, slug} AS exam, university.*.{id, title} AS university", ..Self::LIST };
    type Public = PublicSubject;
}

impl Resource for Subject {
    const PATHS: Paths = paths!("/admin/subjects");
    const TOASTS: Toasts = toasts!("Subject");
    // The add form calls the exam `examId` (spec 3 §7).
    const ALIASES: &'static [(&'static str, &'static str)] = &[("examId", "exam")];
    const NAMING: Option<Naming> = Some(Naming { within: Some("exam"), slug: Some("slug") });
    const OWN_ID: Option<&'static str> = Some("subjectId");
    type View = SubjectView;

    fn set_slug(&mut self, slug: String) {
        self.slug = slug;
    }

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("title", "Title", &mut self.title, 120);
        errors.check(!self.course.is_empty(), "course", "Please select at least 1 course");
        let has_logo = self.logo.as_ref().is_some_and(|logo| !logo.is_empty());
        errors.check(current.is_some() || has_logo, "logo", messages::INVALID_LOGO);
        check_image(errors, "logo", self.logo.as_deref());
        check_time_limit(errors, ("subjectHour", self.subject_hour), ("subjectTime", &self.subject_time));
        let mock_questions =
            self.mock_questions.or(current.and_then(|old| old.mock_questions)).unwrap_or(MOCK_QUESTIONS);
        errors.check((1..=200).contains(&mock_questions), "mockQuestions", "Mock questions must be from 1 to 200.");
        self.mock_questions = Some(mock_questions);
        self.balance_mocks = self.balance_mocks.or(current.and_then(|old| old.balance_mocks)).or(Some(false));
        self.logo = image_from_form(self.logo.take(), current.and_then(|old| old.logo.as_ref()));
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        let mut links = vec![("exam", self.exam.link())];
        links.extend(self.course.iter().map(|course| ("course", course.link())));
        links.extend(self.university.iter().map(|university| ("university", university.link())));
        links
    }

    /// Counts the change requests that name the subject as a replacement.
    async fn held_by(&self, change: &Change<'_>) -> Result<Vec<(&'static str, u64)>> {
        let sql = "SELECT VALUE id FROM registration WHERE change_requested = true AND subjects_update CONTAINS $id";
        let asked: Vec<RecordId> = change.query(sql).bind(("id", self.id.clone())).all().await?;
        Ok(vec![("registration", asked.len() as u64)])
    }

    /// Only POST UTME has universities, also in the subject's years (spec 3 §5). An exam has at most as many mandatory
    /// subjects as a student registers (ruling 24).
    async fn check(&self, change: &Change<'_>, current: Option<&Self>) -> Result<()> {
        if current.is_some_and(|old| old.exam != self.exam) {
            self.require_movable(change).await?;
        }
        if !self.university.is_empty() {
            let exam: Exam = change.find(&self.exam).await?;
            if !exam.has_universities() {
                return Err(Error::field("university", messages::ONLY_POST_UTME));
            }
        }
        let was_counted = current.is_some_and(|old| old.mandatory && old.exam == self.exam);
        if !self.mandatory || was_counted {
            return Ok(());
        }
        let sql = "SELECT VALUE maximum_subjects FROM $exam; \
            SELECT VALUE id FROM subject WHERE exam = $exam AND mandatory = true AND id != $id;";
        // Both of two concurrent changes lock the exam, so one of them counts again.
        let call = change.query(sql).bind(("exam", self.exam.clone())).bind(("id", self.id.clone()));
        let mut results = call.checked().await?;
        let maximum: Vec<i64> = results.take(0)?;
        let others: Vec<Id<Self>> = results.take(1)?;
        let fits = maximum.first().is_none_or(|maximum| (others.len() as u64) < maximum.unsigned_abs());
        if fits { Ok(()) } else { Err(Error::conflict(TOO_MANY_MANDATORY, messages::MAXIMUM_MANDATORY)) }
    }
}

impl Subject {
    /// A subject whose years have universities can only move to POST UTME, because those years could not be edited
    /// elsewhere.
    async fn require_movable(&self, change: &Change<'_>) -> Result<()> {
        let exam: Exam = change.find(&self.exam).await?;
        if exam.has_universities() {
            return Ok(());
        }
        // Writing to the years makes this conflict with a concurrent change that adds a university, so one of the two
        // checks again.
        let sql = "UPDATE subject_year SET guard = rand::ulid() WHERE subject = $id RETURN NONE; \
            SELECT VALUE id FROM subject_year WHERE subject = $id AND university != [];";
        let years: Vec<RecordId> = change.query(sql).bind(("id", self.id.clone())).checked().await?.take(1)?;
        match in_words(vec![("subject_year", years.len() as u64)]) {
            by if by.is_empty() => Ok(()),
            by => Err(Error::field("exam", messages::universities_of_years(&by))),
        }
    }
}
