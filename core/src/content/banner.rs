//! A banner of the home page's carousel.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::check_link;
use crate::{
    App, FieldErrors,
    catalogue::check_image,
    clock::Instant,
    html,
    images::refer::chosen,
    people::Access,
    records::{Entity, Filter, ListSpec, Listed, Paths, Resource, Toasts, Verbs},
    store::{Id, Record},
};

/// A banner of the home page's carousel.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Banner {
    #[serde(rename = "_id")]
    pub id: Id<Banner>,
    pub title: String,
    /// HTML.
    pub description: String,
    pub image: Option<String>,
    /// The button's target: a path of this site or a web address.
    #[serde(rename = "btnUrl")]
    pub btn_url: String,
    /// The button's label; no button if empty.
    #[serde(rename = "btnName")]
    pub btn_name: String,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BannerInput {
    #[schema(max_length = 160)]
    pub title: String,
    #[serde(default)]
    #[schema(max_length = 2000)]
    pub description: String,
    pub image: Option<String>,
    #[serde(default)]
    #[schema(max_length = 500)]
    pub btn_url: String,
    #[serde(default)]
    #[schema(max_length = 60)]
    pub btn_name: String,
    #[serde(default)]
    pub status: bool,
}

impl Record for Banner {
    const TABLE: &'static str = "banner";
}

impl Listed for Banner {
    const LIST: ListSpec = ListSpec {
        sort: &[
            ("title", "title"),
            ("btnUrl", "btn_url"),
            ("btnName", "btn_name"),
            ("status", "status"),
            ("createdAt", "created_at"),
        ],
        filters: &[Filter::flag("status")],
        order: "createdAt",
        whole: true,
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Banner {
    const NOUN: &'static str = "Banner";
    const AUDITED: &'static [&'static str] = &["title", "description", "image", "btn_url", "btn_name", "status"];

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Resource for Banner {
    const PATHS: Paths = Paths {
        list: "/admin/banners",
        one: "/admin/banners/{id}",
        add: Some("/admin/banners/add"),
        update: "/admin/banners/update/{id}",
        delete: Some("/admin/banners/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "Banner successfully added.",
        updated: "Banner updated successfully",
        deleted: "Banner deleted successfully",
    };
    // The public home page also reads this list (ruling 9).
    const ACCESS: Verbs = Verbs { list: Access::Public, ..Verbs::all(Access::Admin) };
    const OPEN: &'static str = "status = true";
    const LIST_FIELD: &'static str = "banners";
    const OWN_ID: Option<&'static str> = Some("bannerId");
    type View = Self;
    type Input = BannerInput;

    fn build(app: &App, input: BannerInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("title", "Title", &input.title, 160);
        check_image(errors, "image", input.image.as_deref());
        let (url, name) = (input.btn_url.trim(), html::text(&input.btn_name));
        check_link(errors, "btnUrl", url);
        errors.check(name.chars().count() <= 60, "btnName", "Button name cannot exceed 60 characters");
        errors.direction("btnName", "Button name", &name);
        errors.check(name.is_empty() || !url.is_empty(), "btnUrl", "Button url is required");
        errors.check(url.is_empty() || !name.is_empty(), "btnName", "Button name is required");
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            title: input.title.trim().into(),
            description: html::clean_field(
                errors,
                "description",
                &input.description,
                current.map(|old| old.description.as_str()),
            ),
            image: chosen(input.image, current.and_then(|old| old.image.as_ref())),
            btn_url: url.into(),
            btn_name: name,
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> BannerInput {
        BannerInput {
            title: self.title.clone(),
            description: self.description.clone(),
            image: self.image.clone(),
            btn_url: self.btn_url.clone(),
            btn_name: self.btn_name.clone(),
            status: self.status,
        }
    }
}
