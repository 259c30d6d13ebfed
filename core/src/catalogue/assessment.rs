//! A mode of assessment: study, practice or mock.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{check_image, image_from_form};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    messages,
    records::{Change, ListSpec, Listed, Paths, Resource, Toasts, entity, paths, toasts},
    store::{Id, Record},
};

/// How a test is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "lowercase")]
#[surreal(untagged, lowercase)]
pub enum Mode {
    /// Untimed; the student may reveal each answer.
    Study,
    /// Timed by the student; answers may be revealed.
    Practice,
    /// Like the real exam: timed, no answers before the end.
    Mock,
}

impl Mode {
    /// The mode that a title such as "Mock Exam" names.
    fn named_in(title: &str) -> Option<Self> {
        let modes = [("study", Self::Study), ("practice", Self::Practice), ("mock", Self::Mock)];
        let slug = slug::slugify(title);
        modes.into_iter().find(|(word, _)| slug.split('-').any(|part| part == *word)).map(|(_, mode)| mode)
    }
}

entity! {
    /// A mode of assessment: study, practice or mock.
    Assessment: AssessmentInput {}
    const NOUN: &'static str = "Assessment";
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct AssessmentInput {
    pub title: String,
    pub logo: Option<String>,
    /// Required for a new assessment unless its title names the mode. Never changes afterwards.
    pub slug: Option<Mode>,
    #[serde(default)]
    pub status: bool,
}

/// An assessment as callers read it.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = Assessment)]
pub struct AssessmentView {
    #[serde(rename = "_id")]
    pub id: Id<Assessment>,
    pub title: String,
    pub slug: Mode,
    pub logo: Option<String>,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

impl Assessment {
    /// How its tests are taken.
    pub fn mode(&self) -> Mode {
        self.slug.unwrap_or(Mode::Study)
    }
}

impl Record for Assessment {
    const TABLE: &'static str = "assessment";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS assessment_slug ON assessment FIELDS slug UNIQUE;";
}

impl Listed for Assessment {
    const LIST: ListSpec =
        ListSpec { sort: &[("slug", "slug")], order: "createdAt", whole: true, ..ListSpec::titled(Self::TABLE) };
}

impl Resource for Assessment {
    const PATHS: Paths = Paths { delete: None, ..paths!("/admin/assessments") };
    const TOASTS: Toasts = toasts!("Assessment");
    const UNIQUE: &'static str = "slug";
    const OWN_ID: Option<&'static str> = Some("assessmentId");
    type View = AssessmentView;

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("title", "Title", &mut self.title, 120);
        check_image(errors, "logo", self.logo.as_deref());
        self.slug = current.and_then(|old| old.slug).or(self.slug).or_else(|| Mode::named_in(&self.title));
        errors.check(self.slug.is_some(), "title", "Title must contain study, practice or mock.");
        self.logo = image_from_form(self.logo.take(), current.and_then(|old| old.logo.as_ref()));
    }

    /// Refuses a second assessment of the same mode. The error names the mode, because the new title may be different.
    async fn check(&self, change: &Change<'_>, current: Option<&Self>) -> Result<()> {
        if current.is_some() {
            return Ok(());
        }
        let sql = "SELECT VALUE title FROM assessment WHERE slug = $slug";
        let other: Option<String> = change.query(sql).bind(("slug", self.mode())).first().await?;
        match other {
            Some(title) => Err(Error::taken(Self::UNIQUE, messages::mode_taken(&title))),
            None => Ok(()),
        }
    }
}
