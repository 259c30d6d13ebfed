//! A university that sets its own POST UTME test.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{POST_UTME, Subject, check_image, image_from_form};
use crate::{
    App, FieldErrors, Result, html,
    records::{Change, ListSpec, Listed, Naming, Paths, PublicPath, Published, Resource, Toasts, entity},
    store::{Id, Record},
};

entity! {
    /// A university that sets its own POST UTME test.
    University: UniversityInput {}
    const NOUN: &'static str = "University";
    const SHARED: bool = true;
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
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
    const LIST: ListSpec = ListSpec { order: "title", whole: true, ..ListSpec::titled(Self::TABLE) };
}

impl Published for University {
    const PUBLIC_PATHS: &'static [PublicPath] = &[PublicPath::to_all("/universities")];
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
    const NAMING: Option<Naming> = Some(Naming { within: None, slug: None });
    const OWN_ID: Option<&'static str> = Some("universityId");
    type View = Self;

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("title", "Title", &mut self.title, 160);
        errors.text("description", "Description", &self.description, 5000);
        self.logo = image_from_form(self.logo.take(), current.and_then(|old| old.logo.as_ref()));
        errors.check(self.logo.is_some(), "logo", "select university image");
        check_image(errors, "logo", self.logo.as_deref());
        html::clean_in_place(errors, "description", &mut self.description, current.map(|old| &old.description));
    }

    /// Counts the questions that name the university. Earlier releases allowed a year to drop it while questions still
    /// named it.
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
