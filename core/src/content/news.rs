//! News for students.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, FieldErrors,
    catalogue::check_image,
    clock::Instant,
    html,
    images::refer::chosen,
    records::{Entity, Filter, ListSpec, Listed, Paths, PublicPath, Published, Resource, Toasts},
    store::{Id, Record},
};

/// A news item.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct News {
    #[serde(rename = "_id")]
    pub id: Id<News>,
    pub title: String,
    /// HTML.
    pub description: String,
    pub logo: Option<String>,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// A news item in the list, without its text.
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
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct NewsInput {
    #[schema(max_length = 200)]
    pub title: String,
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
    const LIST: ListSpec = ListSpec {
        sort: &[("title", "title"), ("status", "status"), ("createdAt", "created_at")],
        filters: &[Filter::flag("status")],
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for News {
    const NOUN: &'static str = "News";
    const AUDITED: &'static [&'static str] = &["title", "description", "logo", "status"];

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Published for News {
    const PUBLIC_PATHS: &'static [PublicPath] = &[PublicPath::to_all("/get-news-list")];
    // Oldest first: the home page shows the last two (spec 1 §2).
    const PUBLIC_LIST: ListSpec =
        ListSpec { select: "id, title, logo, created_at", order: "createdAt", whole: true, ..Self::LIST };
    type Public = NewsCard;
}

impl Resource for News {
    const PATHS: Paths = Paths {
        list: "/admin/news-list",
        one: "/admin/news-list/{id}",
        add: Some("/admin/news-list/add"),
        update: "/admin/news-list/update/{id}",
        delete: Some("/admin/news-list/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "News successfully added.",
        updated: "News updated successfully",
        deleted: "News deleted successfully",
    };
    const OWN_ID: Option<&'static str> = Some("newsId");
    type View = Self;
    type Input = NewsInput;

    fn build(app: &App, input: NewsInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("title", "Title", &input.title, 200);
        errors.text("description", "Description", &input.description, 50_000);
        check_image(errors, "logo", input.logo.as_deref());
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            title: input.title.trim().into(),
            description: html::clean_field(
                errors,
                "description",
                &input.description,
                current.map(|old| old.description.as_str()),
            ),
            logo: chosen(input.logo, current.and_then(|old| old.logo.as_ref())),
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> NewsInput {
        NewsInput {
            title: self.title.clone(),
            description: self.description.clone(),
            logo: self.logo.clone(),
            status: self.status,
        }
    }
}
