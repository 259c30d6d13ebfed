//! A testimonial on the home page.

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

/// A testimonial on the home page.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Testimonial {
    #[serde(rename = "_id")]
    pub id: Id<Testimonial>,
    /// The person's name.
    pub name: String,
    pub image: Option<String>,
    /// HTML.
    pub description: String,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
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
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TestimonialInput {
    #[schema(max_length = 120)]
    pub name: String,
    pub image: Option<String>,
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
        search: &["name", "description"],
        sort: &[("name", "name"), ("status", "status"), ("createdAt", "created_at")],
        filters: &[Filter::flag("status")],
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Testimonial {
    const NOUN: &'static str = "Testimonial";
    const AUDITED: &'static [&'static str] = &["name", "image", "description", "status"];

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Published for Testimonial {
    const PUBLIC_PATHS: &'static [PublicPath] = &[PublicPath::to_all("/get-testimonials")];
    const PUBLIC_LIST: ListSpec = ListSpec { select: "id, name, image, description", whole: true, ..Self::LIST };
    const PUBLIC_FIELD: &'static str = "testimonials";
    type Public = PublicTestimonial;
}

impl Resource for Testimonial {
    const PATHS: Paths = Paths {
        list: "/admin/testimonial-list",
        one: "/admin/testimonial-list/{id}",
        add: Some("/admin/testimonial-list/add"),
        update: "/admin/testimonial-list/update/{id}",
        delete: Some("/admin/testimonial-list/{id}"),
    };
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
    type Input = TestimonialInput;

    fn build(app: &App, input: TestimonialInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("name", "Name", &input.name, 120);
        errors.text("description", "Description", &input.description, 2000);
        check_image(errors, "image", input.image.as_deref());
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            name: input.name.trim().into(),
            image: chosen(input.image, current.and_then(|old| old.image.as_ref())),
            description: html::clean_field(
                errors,
                "description",
                &input.description,
                current.map(|old| old.description.as_str()),
            ),
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> TestimonialInput {
        TestimonialInput {
            name: self.name.clone(),
            image: self.image.clone(),
            description: self.description.clone(),
            status: self.status,
        }
    }
}
