//! A course of study that a student wants to enter.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::Category;
use crate::{
    App, FieldErrors,
    clock::Instant,
    records::{Entity, Filter, ListSpec, Listed, Naming, Paths, PublicPath, Published, Resource, Titled, Toasts},
    store::{Id, Record},
};

/// A course of study that a student wants to enter.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue)]
pub struct Course {
    #[serde(rename = "_id")]
    pub id: Id<Course>,
    pub category: Id<Category>,
    pub title: String,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
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
        sort: &[("title", "title"), ("category", "category.title"), ("status", "status"), ("createdAt", "created_at")],
        filters: &[Filter::reference("category", "category")],
        order: "title",
        whole: true,
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Course {
    const NOUN: &'static str = "Course";
    const AUDITED: &'static [&'static str] = &["category", "title", "status"];
    const SHARED: bool = true;

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Published for Course {
    const PUBLIC_PATHS: &'static [PublicPath] =
        &[PublicPath::to_all("/courses"), PublicPath::by("category", "/get-courses/{categoryId}")];
    const PUBLIC_LIST: ListSpec = ListSpec { select: "id, title, category.{id, title} AS category", ..Self::LIST };
    type Public = PublicCourse;
}

impl Resource for Course {
    const PATHS: Paths = Paths {
        list: "/admin/courses",
        one: "/admin/courses/{id}",
        add: Some("/admin/courses/add"),
        update: "/admin/courses/update/{id}",
        delete: Some("/admin/courses/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "Course successfully added.",
        updated: "Course updated successfully",
        deleted: "Course deleted successfully",
    };
    const NAMING: Option<Naming> = Some(Naming { title: "title", within: Some("category"), slug: None });
    const OWN_ID: Option<&'static str> = Some("courseId");
    type View = CourseView;
    type Input = CourseInput;

    fn build(app: &App, input: CourseInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("title", "Title", &input.title, 160);
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            category: input.category,
            title: input.title.trim().into(),
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> CourseInput {
        CourseInput { category: self.category.clone(), title: self.title.clone(), status: self.status }
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        vec![("category", self.category.link())]
    }
}
