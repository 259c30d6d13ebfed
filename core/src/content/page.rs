//! A page of the public site that administrators write, such as the terms.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, Error, FieldErrors, Result, Settings,
    catalogue::Word,
    clock::Instant,
    html,
    records::{Entity, ListSpec, Listed, Paths, Resource, Toasts},
    store::{Id, Record},
};

/// A page of the public site; its key is its slug.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct StaticPage {
    #[serde(rename = "_id")]
    pub id: Id<StaticPage>,
    pub page_title: String,
    /// The slug in the page's address.
    pub page_url: String,
    /// HTML.
    pub content: String,
    pub status: Word,
    /// Incremented by each change (ruling 33).
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// A page as visitors read it.
#[derive(Debug, Clone, Serialize, SurrealValue, ToSchema)]
pub struct PublicPage {
    pub page_title: String,
    pub page_url: String,
    pub content: String,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PageInput {
    #[schema(max_length = 160)]
    pub page_title: String,
    #[schema(max_length = 100000)]
    pub content: String,
    pub status: Word,
}

/// The pages that end with who runs the site.
const LEGAL: [&str; 2] = ["terms-conditions", "privacy-policy"];

impl Record for StaticPage {
    const TABLE: &'static str = "page";
}

impl Listed for StaticPage {
    const LIST: ListSpec = ListSpec {
        search: &["page_title"],
        sort: &[
            ("page_title", "page_title"),
            ("page_url", "page_url"),
            ("status", "status"),
            ("createdAt", "created_at"),
        ],
        order: "page_title",
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for StaticPage {
    const NOUN: &'static str = "Page";
    const AUDITED: &'static [&'static str] = &["page_title", "content", "status"];

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Resource for StaticPage {
    const PATHS: Paths = Paths {
        list: "/admin/static-pages",
        one: "/admin/static-pages/{id}",
        add: None,
        update: "/admin/static-page/{id}",
        delete: None,
    };
    const TOASTS: Toasts = Toasts { added: "", updated: "Page updated successfully", deleted: "" };
    const OWN_ID: Option<&'static str> = Some("pageId");
    type View = Self;
    type Input = PageInput;

    fn build(app: &App, input: PageInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("page_title", "Page title", &input.page_title, 160);
        errors.check(!html::text(&input.content).is_empty(), "content", "Content is required");
        let slug = current.map_or_else(|| slug::slugify(&input.page_title), |old| old.page_url.clone());
        Self {
            id: Id::new(&slug),
            page_url: slug,
            page_title: input.page_title.trim().into(),
            content: html::clean_field(errors, "content", &input.content, current.map(|old| old.content.as_str())),
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> PageInput {
        PageInput { page_title: self.page_title.clone(), content: self.content.clone(), status: self.status }
    }
}

/// Plain text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl App {
    /// An active page, for visitors.
    ///
    /// # Errors
    /// [`Error::NotFound`] if there is no active page with this slug.
    pub async fn find_page(&self, slug: &str) -> Result<PublicPage> {
        let page: Option<StaticPage> = self.load(&Id::new(slug)).await?;
        let page = page.filter(|page| page.status == Word::Active).ok_or(Error::NotFound(StaticPage::NOUN))?;
        let mut content = page.content;
        if LEGAL.contains(&slug) {
            content.push_str(&self.operator_note());
        }
        Ok(PublicPage { page_title: page.page_title, page_url: page.page_url, content })
    }

    /// Who runs this site, as HTML: the name and address of the settings, or at least where to write.
    fn operator_note(&self) -> String {
        let Settings { operator_name, operator_address, .. } = &self.settings;
        let public = self.public_url();
        let host = public.host_str().unwrap_or("this site");
        let name = operator_name.clone().unwrap_or_else(|| format!("the owner of {host}"));
        let address = operator_address.as_ref().map(|address| format!(", {}", escaped(address)));
        format!(
            "<h2>Who runs this site</h2><p>This site is run by {}{}. Write to us from the \
             <a href=\"/contact-us\">contact page</a>.</p>",
            escaped(&name),
            address.unwrap_or_default()
        )
    }
}
