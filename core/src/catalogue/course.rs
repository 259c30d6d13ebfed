//! A course of study that a student wants to enter.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::Category;
use crate::{
    App, FieldErrors,
    clock::Instant,
    records::{
        Filter, ListSpec, Listed, Naming, Paths, PublicPath, Published, Resource, Titled, Toasts, entity, paths, toasts,
    },
    store::{Id, Record},
};

entity! {
    /// A course of study that a student wants to enter.
    Course: CourseInput {}
    const NOUN: &'static str = "Course";
    const SHARED: bool = true;
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct CourseInput {
    pub category: Id<Category>,
    pub title: String,
    #[serde(default)]
    pub status: bool,
}

/// A course as callers read it.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = Course)]
pub struct CourseView {
    #[serde(rename = "_id")]
    pub id: Id<Course>,
    pub category: Titled<Category>,
    pub title: String,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// A course as a student chooses it (spec 2 §7).
#[derive(Debug, Clone, Serialize, SurrealValue, ToSchema)]
pub struct PublicCourse {
    #[serde(rename = "_id")]
    pub id: Id<Course>,
    pub title: String,
    pub category: Titled<Category>,
}

impl Record for Course {
    const TABLE: &'static str = "course";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS category ON course TYPE record<category> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS course_title ON course FIELDS category, title UNIQUE;";
}

impl Listed for Course {
    const LIST: ListSpec = ListSpec {
        select: "*, category.{id, title} AS category",
        sort: &[("category", "category.title")],
        filters: &[Filter::reference("category", "category")],
        order: "title",
        whole: true,
        ..ListSpec::titled(Self::TABLE)
    };
}

impl Published for Course {
    const PUBLIC_PATHS: &'static [PublicPath] =
        &[PublicPath::to_all("/courses"), PublicPath::by("category", "/get-courses/{categoryId}")];
    type Public = PublicCourse;
}

impl Resource for Course {
    const PATHS: Paths = paths!("/admin/courses");
    const TOASTS: Toasts = toasts!("Course");
    const NAMING: Option<Naming> = Some(Naming { within: Some("category"), slug: None });
    const OWN_ID: Option<&'static str> = Some("courseId");
    type View = CourseView;

    fn check_form(&mut self, _: &App, _: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("title", "Title", &mut self.title, 160);
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        vec![("category", self.category.link())]
    }
}
