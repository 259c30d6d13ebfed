//! A mode of assessment: study, practice or mock.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::check_image;
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    images::refer::chosen,
    messages,
    records::{Change, Entity, ListSpec, Listed, Paths, Resource, Toasts},
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

/// A mode of assessment: study, practice or mock.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Assessment {
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

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AssessmentInput {
    pub title: String,
    pub logo: Option<String>,
    /// Required for a new assessment unless its title names the mode. Never changes afterwards.
    pub slug: Option<Mode>,
    #[serde(default)]
    pub status: bool,
}

impl Record for Assessment {
    const TABLE: &'static str = "assessment";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS assessment_slug ON assessment FIELDS slug UNIQUE;";
}

impl Listed for Assessment {
    const LIST: ListSpec = ListSpec {
        sort: &[("title", "title"), ("slug", "slug"), ("status", "status"), ("createdAt", "created_at")],
        order: "createdAt",
        whole: true,
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Assessment {
    const NOUN: &'static str = "Assessment";
    const AUDITED: &'static [&'static str] = &["title", "slug", "logo", "status"];

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Resource for Assessment {
    const PATHS: Paths = Paths {
        list: "/admin/assessments",
        one: "/admin/assessments/{id}",
        add: Some("/admin/assessments/add"),
        update: "/admin/assessments/update/{id}",
        delete: None,
    };
    const TOASTS: Toasts =
        Toasts { added: "Assessment successfully added.", updated: "Assessment updated successfully", deleted: "" };
    const UNIQUE: &'static str = "slug";
    const OWN_ID: Option<&'static str> = Some("assessmentId");
    type View = Self;
    type Input = AssessmentInput;

    fn build(app: &App, input: AssessmentInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("title", "Title", &input.title, 120);
        check_image(errors, "logo", input.logo.as_deref());
        let slug = current.map(|old| old.slug).or(input.slug).or_else(|| Mode::named_in(&input.title));
        errors.check(slug.is_some(), "title", "Title must contain study, practice or mock.");
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            slug: slug.unwrap_or(Mode::Study),
            title: input.title.trim().into(),
            logo: chosen(input.logo, current.and_then(|old| old.logo.as_ref())),
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> AssessmentInput {
        AssessmentInput {
            title: self.title.clone(),
            logo: self.logo.clone(),
            slug: Some(self.slug),
            status: self.status,
        }
    }

    /// Each mode has one assessment. The error names the mode, because the title may be new.
    async fn check(&self, change: &Change<'_>, current: Option<&Self>) -> Result<()> {
        if current.is_some() {
            return Ok(());
        }
        let sql = "SELECT VALUE title FROM assessment WHERE slug = $slug";
        let other: Option<String> = change.query(sql).bind(("slug", self.slug)).first().await?;
        match other {
            Some(title) => Err(Error::taken(Self::UNIQUE, messages::mode_taken(&title))),
            None => Ok(()),
        }
    }
}
