//! A course of study that a student aims at.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::Category;
use crate::{
    App, FieldErrors,
    clock::Instant,
    store::{
        Id, Record,
        resource::{Filter, Paths, Resource, Titled, Toasts},
    },
};

/// A course of study that a student aims at.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue)]
pub struct Course {
    #[serde(rename = "_id")]
    pub id: Id<Course>,
    pub category: Id<Category>,
    pub title: String,
    pub status: bool,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// What the back office sends for it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
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
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

impl Record for Course {
    const TABLE: &'static str = "course";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS category ON course TYPE record<category> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS course_title ON course FIELDS category, title UNIQUE;";
}

impl Resource for Course {
    const NOUN: &'static str = "Course";
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
    const SELECT: &'static str = "*, category.{id, title} AS category";
    const FILTERS: &'static [Filter] = &[Filter { field: "category", table: "category" }];
    const ORDER: &'static str = "title, id";
    type View = CourseView;
    type Input = CourseInput;

    fn build(app: &App, input: CourseInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.text("title", "Title", &input.title, 160);
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            category: input.category,
            title: input.title.trim().into(),
            status: input.status,
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        vec![("category", self.category.link())]
    }

    fn id(&self) -> &Id<Self> {
        &self.id
    }
}
