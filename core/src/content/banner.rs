//! A banner of the home page's carousel.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::check_link;
use crate::{
    App, FieldErrors,
    catalogue::{check_image, image_from_form},
    html,
    people::Access,
    records::{Filter, ListSpec, Listed, Paths, Resource, Toasts, Verbs, entity, paths, toasts},
    store::Record,
};

entity! {
    /// A banner of the home page's carousel.
    Banner: BannerInput {}
    const NOUN: &'static str = "Banner";
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BannerInput {
    #[schema(max_length = 160)]
    pub title: String,
    /// HTML.
    #[serde(default)]
    #[schema(max_length = 2000)]
    pub description: String,
    pub image: Option<String>,
    /// The button's target: a path of this site or a web address.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub btn_url: String,
    /// The button's label; no button if empty.
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
        sort: &[("btnUrl", "btn_url"), ("btnName", "btn_name")],
        filters: &[Filter::flag("status")],
        order: "createdAt",
        whole: true,
        ..ListSpec::titled(Self::TABLE)
    };
}

impl Resource for Banner {
    const PATHS: Paths = paths!("/admin/banners");
    const TOASTS: Toasts = toasts!("Banner");
    // The public home page also reads this list (ruling 9).
    const ACCESS: Verbs = Verbs { list: Access::Public, ..Verbs::all(Access::Admin) };
    const OPEN: &'static str = "status = true";
    const LIST_FIELD: &'static str = "banners";
    const OWN_ID: Option<&'static str> = Some("bannerId");
    type View = Self;

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("title", "Title", &mut self.title, 160);
        check_image(errors, "image", self.image.as_deref());
        (self.btn_url, self.btn_name) = (self.btn_url.trim().into(), html::text(&self.btn_name));
        check_link(errors, "btnUrl", &self.btn_url);
        errors.check(self.btn_name.chars().count() <= 60, "btnName", "Button name cannot exceed 60 characters");
        errors.direction("btnName", "Button name", &self.btn_name);
        let (has_url, has_name) = (!self.btn_url.is_empty(), !self.btn_name.is_empty());
        errors.check(!has_name || has_url, "btnUrl", "Button url is required");
        errors.check(!has_url || has_name, "btnName", "Button name is required");
        html::clean_in_place(errors, "description", &mut self.description, current.map(|old| &old.description));
        self.image = image_from_form(self.image.take(), current.and_then(|old| old.image.as_ref()));
    }
}
