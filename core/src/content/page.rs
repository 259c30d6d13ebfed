//! A page of the public site that administrators write, such as the terms.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, Error, FieldErrors, Result, Settings,
    catalogue::Word,
    html,
    records::{Entity as _, ListSpec, Listed, Paths, Resource, Toasts, entity},
    store::{Id, Record},
};

entity! {
    /// A page of the public site; its key is its slug.
    StaticPage: PageInput {
        /// The slug in the page's address.
        page_url: String,
    }
    const NOUN: &'static str = "Page";
}

/// A page as visitors read it.
#[derive(Debug, Clone, Serialize, SurrealValue, ToSchema)]
pub struct PublicPage {
    pub page_title: String,
    pub page_url: String,
    pub content: String,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct PageInput {
    #[schema(max_length = 160)]
    pub page_title: String,
    /// HTML.
    #[schema(max_length = 100000)]
    pub content: String,
    pub status: Word,
}

/// The pages that end with a note about who runs the site.
const LEGAL: [&str; 2] = ["terms-conditions", "privacy-policy"];

impl Record for StaticPage {
    const TABLE: &'static str = "page";
}

impl Listed for StaticPage {
    const LIST: ListSpec = ListSpec {
        title: Some("page_title"),
        sort: &[("page_url", "page_url")],
        order: "page_title",
        ..ListSpec::titled(Self::TABLE)
    };
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

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("page_title", "Page title", &mut self.page_title, 160);
        errors.check(!html::text(&self.content).is_empty(), "content", "Content is required");
        html::clean_in_place(errors, "content", &mut self.content, current.map(|old| &old.content));
        if current.is_none() {
            self.page_url = slug::slugify(&self.page_title);
            self.id = Id::new(&self.page_url);
        }
    }
}

impl App {
    /// An active page, for visitors.
    ///
    /// # Errors
    /// [`Error::NotFound`] if there is no active page with this slug.
    pub async fn find_page(&self, slug: &str) -> Result<PublicPage> {
        let page: Option<StaticPage> = self.load(&Id::new(slug)).await?;
        let page = page.filter(|page| page.status == Word::Active).ok_or(Error::NotFound(StaticPage::NOUN))?;
        let PageInput { page_title, mut content, .. } = page.form;
        if LEGAL.contains(&slug) {
            content.push_str(&self.operator_note());
        }
        Ok(PublicPage { page_title, page_url: page.page_url, content })
    }

    /// A note about who runs the site, as HTML: the name and address from the settings, or at least an address to write
    /// to.
    fn operator_note(&self) -> String {
        let Settings { operator_name, operator_address, .. } = &self.settings;
        let public = self.public_url();
        let host = public.host_str().unwrap_or("this site");
        let name = operator_name.clone().unwrap_or_else(|| format!("the owner of {host}"));
        let address = operator_address.as_ref().map(|address| format!(", {}", html::escaped(address)));
        format!(
            "<h2>Who runs this site</h2><p>This site is run by {}{}. Write to us from the \
             <a href=\"/contact-us\">contact page</a>.</p>",
            html::escaped(&name),
            address.unwrap_or_default()
        )
    }
}
