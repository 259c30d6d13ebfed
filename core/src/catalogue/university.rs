//! A university that sets its own POST UTME test.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{POST_UTME, Subject, check_image};
use crate::html;
use crate::{
    App, FieldErrors, Result,
    clock::Instant,
    images::refer::chosen,
    records::{Change, Entity, ListSpec, Listed, Naming, Paths, PublicPath, Published, Resource, Toasts},
    store::{Id, Record},
};

/// A university that sets its own POST UTME test.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct University {
    #[serde(rename = "_id")]
    pub id: Id<University>,
    pub title: String,
    pub description: String,
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
pub struct UniversityInput {
    pub title: String,
    #[schema(max_length = 5000)]
    pub description: String,
    pub logo: Option<String>,
    #[serde(default)]
    pub status: bool,
}

/// A university as a student chooses it (ruling 6).
#[derive(Debug, Clone, Serialize, SurrealValue, ToSchema)]
pub struct PublicUniversity {
    #[serde(rename = "_id")]
    pub id: Id<University>,
    pub title: String,
    pub description: String,
    pub logo: Option<String>,
}

impl Record for University {
    const TABLE: &'static str = "university";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS university_title ON university FIELDS title UNIQUE;";
}

impl Listed for University {
    const LIST: ListSpec = ListSpec {
        sort: &[("title", "title"), ("status", "status"), ("createdAt", "created_at")],
        order: "title",
        whole: true,
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for University {
    const NOUN: &'static str = "University";
    const AUDITED: &'static [&'static str] = &["title", "description", "logo", "status"];
    const SHARED: bool = true;

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Published for University {
    const PUBLIC_PATHS: &'static [PublicPath] = &[PublicPath::to_all("/universities")];
    const PUBLIC_LIST: ListSpec = ListSpec { select: "id, title, description, logo", ..Self::LIST };
    type Public = PublicUniversity;
}

impl Resource for University {
    const PATHS: Paths = Paths {
        list: "/admin/university/list",
        one: "/admin/university/{id}",
        add: Some("/admin/university/add"),
        update: "/admin/university/edit/{id}",
        delete: Some("/admin/university/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "university successfully added.",
        updated: "university updated successfully",
        deleted: "University deleted successfully",
    };
    const NAMING: Option<Naming> = Some(Naming { title: "title", within: None, slug: None });
    const OWN_ID: Option<&'static str> = Some("universityId");
    type View = Self;
    type Input = UniversityInput;

    fn build(app: &App, input: UniversityInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("title", "Title", &input.title, 160);
        errors.text("description", "Description", &input.description, 5000);
        let logo = chosen(input.logo, current.and_then(|old| old.logo.as_ref()));
        errors.check(logo.is_some(), "logo", "select university image");
        check_image(errors, "logo", logo.as_deref());
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            title: input.title.trim().into(),
            description: html::clean_field(
                errors,
                "description",
                &input.description,
                current.map(|old| old.description.as_str()),
            ),
            logo,
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> UniversityInput {
        UniversityInput {
            title: self.title.clone(),
            description: self.description.clone(),
            logo: self.logo.clone(),
            status: self.status,
        }
    }

    /// Questions refer to it too. Earlier releases allowed it to be removed from the year while its questions kept it.
    async fn held_by(&self, change: &Change<'_>) -> Result<Vec<(&'static str, u64)>> {
        let subjects = change.query("SELECT VALUE id FROM subject WHERE exam.slug = $slug").bind(("slug", POST_UTME));
        let subjects: Vec<Id<Subject>> = subjects.all().await?;
        let mut held = Vec::new();
        for table in ["question", "theory"] {
            let sql = format!("SELECT VALUE id FROM {table} WHERE subject = $subject AND university CONTAINS $id");
            let mut count = 0;
            for subject in &subjects {
                let call = change.query(sql.as_str()).bind(("subject", subject.clone())).bind(("id", self.id.clone()));
                let named: Vec<RecordId> = call.all().await?;
                count += named.len() as u64;
            }
            held.push((table, count));
        }
        Ok(held)
    }
}
