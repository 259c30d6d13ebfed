//! A category of intended courses, such as Sciences.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::check_image;
use crate::html;
use crate::{
    App, FieldErrors,
    clock::Instant,
    images::refer::chosen,
    records::{Entity, ListSpec, Listed, Naming, Paths, PublicPath, Published, Resource, Toasts},
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

/// A category of intended courses, such as Sciences.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Category {
    #[serde(rename = "_id")]
    pub id: Id<Category>,
    pub title: String,
    /// The slug, made from the title once.
    pub seo_url: String,
    pub description: String,
    pub image: Option<String>,
    pub status: Word,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
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
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
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
    const LIST: ListSpec = ListSpec {
        sort: &[("title", "title"), ("seo_url", "seo_url"), ("status", "status"), ("createdAt", "created_at")],
        order: "title",
        whole: true,
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Category {
    const NOUN: &'static str = "Category";
    const AUDITED: &'static [&'static str] = &["title", "seo_url", "description", "image", "status"];
    const SHARED: bool = true;

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Published for Category {
    const PUBLIC_PATHS: &'static [PublicPath] = &[PublicPath::to_all("/get-categories")];
    const PUBLIC_LIST: ListSpec = ListSpec {
        select: "id, title, seo_url, description, image",
        order: "title",
        whole: true,
        ..ListSpec::of("category")
    };
    const PUBLIC_CLAUSE: &'static str = "status = 'Active'";
    type Public = PublicCategory;
}

impl Resource for Category {
    const PATHS: Paths = Paths {
        list: "/admin/categories",
        one: "/admin/categories/{id}",
        add: Some("/admin/categories/add"),
        update: "/admin/categories/update/{id}",
        delete: Some("/admin/categories/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "Category successfully added.",
        updated: "Category updated successfully",
        deleted: "Category deleted successfully",
    };
    const NAMING: Option<Naming> = Some(Naming { title: "title", within: None, slug: Some("seo_url") });
    const OWN_ID: Option<&'static str> = Some("categoryId");
    type View = Self;
    type Input = CategoryInput;

    fn set_slug(&mut self, slug: String) {
        self.seo_url = slug;
    }

    fn build(app: &App, input: CategoryInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("title", "Title", &input.title, 120);
        check_image(errors, "image", input.image.as_deref());
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            seo_url: current.map_or_else(|| slug::slugify(&input.title), |old| old.seo_url.clone()),
            title: input.title.trim().into(),
            description: html::clean_field(
                errors,
                "description",
                &input.description,
                current.map(|old| old.description.as_str()),
            ),
            image: chosen(input.image, current.and_then(|old| old.image.as_ref())),
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> CategoryInput {
        CategoryInput {
            title: self.title.clone(),
            description: self.description.clone(),
            image: self.image.clone(),
            status: self.status,
        }
    }
}
