//! A category of intended courses, such as Sciences.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{check_image, image_from_form};
use crate::{
    App, FieldErrors, html,
    records::{ListSpec, Listed, Naming, Paths, PublicPath, Published, Resource, Toasts, entity, paths, toasts},
    store::{Id, Record},
};

/// A status that is stored as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[surreal(untagged)]
pub enum Word {
    /// Shown.
    Active,
    /// Hidden.
    InActive,
}

entity! {
    /// A category of intended courses, such as Sciences.
    Category: CategoryInput {
        /// The slug, made from the title once.
        seo_url: String,
    }
    const NOUN: &'static str = "Category";
    const SHARED: bool = true;
}

/// A category as a student chooses it (spec 2 §7).
#[derive(Debug, Clone, Serialize, SurrealValue, ToSchema)]
pub struct PublicCategory {
    #[serde(rename = "_id")]
    pub id: Id<Category>,
    pub title: String,
    pub seo_url: String,
    pub description: String,
    pub image: Option<String>,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct CategoryInput {
    pub title: String,
    #[schema(max_length = 5000)]
    #[serde(default)]
    pub description: String,
    pub image: Option<String>,
    pub status: Word,
}

impl Record for Category {
    const TABLE: &'static str = "category";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS category_url ON category FIELDS seo_url UNIQUE;";
}

impl Listed for Category {
    const LIST: ListSpec =
        ListSpec { sort: &[("seo_url", "seo_url")], order: "title", whole: true, ..ListSpec::titled(Self::TABLE) };
}

impl Published for Category {
    const PUBLIC_PATHS: &'static [PublicPath] = &[PublicPath::to_all("/get-categories")];
    const PUBLIC_CLAUSE: &'static str = "status = 'Active'";
    type Public = PublicCategory;
}

impl Resource for Category {
    const PATHS: Paths = paths!("/admin/categories");
    const TOASTS: Toasts = toasts!("Category");
    const NAMING: Option<Naming> = Some(Naming { within: None, slug: Some("seo_url") });
    const OWN_ID: Option<&'static str> = Some("categoryId");
    type View = Self;

    fn set_slug(&mut self, slug: String) {
        self.seo_url = slug;
    }

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("title", "Title", &mut self.title, 120);
        check_image(errors, "image", self.image.as_deref());
        html::clean_in_place(errors, "description", &mut self.description, current.map(|old| &old.description));
        self.image = image_from_form(self.image.take(), current.and_then(|old| old.image.as_ref()));
    }
}
