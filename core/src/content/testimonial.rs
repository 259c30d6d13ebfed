//! A testimonial on the home page.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, FieldErrors,
    catalogue::{check_image, image_from_form},
    html,
    records::{Filter, ListSpec, Listed, Paths, PublicPath, Published, Resource, Toasts, entity, paths},
    store::{Id, Record},
};

entity! {
    /// A testimonial on the home page.
    Testimonial: TestimonialInput {}
    const NOUN: &'static str = "Testimonial";
}

/// A testimonial as visitors read it.
#[derive(Debug, Clone, Serialize, SurrealValue, ToSchema)]
pub struct PublicTestimonial {
    #[serde(rename = "_id")]
    pub id: Id<Testimonial>,
    pub name: String,
    pub image: Option<String>,
    pub description: String,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct TestimonialInput {
    /// The person's name.
    #[schema(max_length = 120)]
    pub name: String,
    pub image: Option<String>,
    /// HTML.
    #[schema(max_length = 2000)]
    pub description: String,
    #[serde(default)]
    pub status: bool,
}

impl Record for Testimonial {
    const TABLE: &'static str = "testimonial";
}

impl Listed for Testimonial {
    const LIST: ListSpec = ListSpec {
        title: Some("name"),
        search: &["description"],
        filters: &[Filter::flag("status")],
        ..ListSpec::titled(Self::TABLE)
    };
}

impl Published for Testimonial {
    const PUBLIC_PATHS: &'static [PublicPath] = &[PublicPath::to_all("/get-testimonials")];
    const PUBLIC_LIST: ListSpec = ListSpec { whole: true, ..Self::LIST };
    const PUBLIC_FIELD: &'static str = "testimonials";
    type Public = PublicTestimonial;
}

impl Resource for Testimonial {
    const PATHS: Paths = paths!("/admin/testimonial-list");
    const TOASTS: Toasts = Toasts {
        added: "Testimonial successfully added",
        updated: "Testimonial updated successfully",
        deleted: "Testimonial deleted successfully",
    };
    const LIST_FIELD: &'static str = "testimonials";
    const ADDED_FIELD: &'static str = "testimonial";
    // Updates call the new picture `logo`, like other entities (spec 3 §7).
    const ALIASES: &'static [(&'static str, &'static str)] = &[("logo", "image")];
    const OWN_ID: Option<&'static str> = Some("testimonialId");
    type View = Self;

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("name", "Name", &mut self.name, 120);
        errors.text("description", "Description", &self.description, 2000);
        check_image(errors, "image", self.image.as_deref());
        self.image = image_from_form(self.image.take(), current.and_then(|old| old.image.as_ref()));
        html::clean_in_place(errors, "description", &mut self.description, current.map(|old| &old.description));
    }
}
