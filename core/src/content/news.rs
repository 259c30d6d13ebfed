//! News for students.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, FieldErrors,
    catalogue::{check_image, image_from_form},
    clock::Instant,
    html,
    records::{Filter, ListSpec, Listed, Paths, PublicPath, Published, Resource, Toasts, entity, paths, toasts},
    store::{Id, Record},
};

entity! {
    /// A news item.
    News: NewsInput {}
    const NOUN: &'static str = "News";
}

/// A news item as visitors see it in the list, without its text.
#[derive(Debug, Clone, Serialize, SurrealValue, ToSchema)]
pub struct NewsCard {
    #[serde(rename = "_id")]
    pub id: Id<News>,
    pub title: String,
    pub logo: Option<String>,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct NewsInput {
    #[schema(max_length = 200)]
    pub title: String,
    /// HTML.
    #[schema(max_length = 50000)]
    pub description: String,
    pub logo: Option<String>,
    #[serde(default)]
    pub status: bool,
}

impl Record for News {
    const TABLE: &'static str = "news";
}

impl Listed for News {
    const LIST: ListSpec = ListSpec { filters: &[Filter::flag("status")], ..ListSpec::titled(Self::TABLE) };
}

impl Published for News {
    const PUBLIC_PATHS: &'static [PublicPath] = &[PublicPath::to_all("/get-news-list")];
    // Oldest first: the home page shows the last two (spec 1 §2).
    const PUBLIC_LIST: ListSpec =
        ListSpec { select: "id, title, logo, created_at", order: "createdAt", whole: true, ..Self::LIST };
    type Public = NewsCard;
}

impl Resource for News {
    const PATHS: Paths = paths!("/admin/news-list");
    const TOASTS: Toasts = toasts!("News");
    const OWN_ID: Option<&'static str> = Some("newsId");
    type View = Self;

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("title", "Title", &mut self.title, 200);
        errors.text("description", "Description", &self.description, 50_000);
        check_image(errors, "logo", self.logo.as_deref());
        html::clean_in_place(errors, "description", &mut self.description, current.map(|old| &old.description));
        self.logo = image_from_form(self.logo.take(), current.and_then(|old| old.logo.as_ref()));
    }
}
