//! A frequently asked question and its answer.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, FieldErrors,
    error::is_invisible,
    html, messages,
    records::{Filter, ListSpec, Listed, Naming, Paths, PublicPath, Published, Resource, Toasts, entity, paths},
    store::{Id, Record},
};

/// The longest question, in characters (spec 3 §9).
const MAX_QUESTION: usize = 500;

entity! {
    /// A frequently asked question and its answer.
    Faq: FaqInput {}
    const NOUN: &'static str = "FAQ";
}

/// A question and its answer as visitors read them.
#[derive(Debug, Clone, Serialize, SurrealValue, ToSchema)]
pub struct PublicFaq {
    #[serde(rename = "_id")]
    pub id: Id<Faq>,
    pub question: String,
    pub answer: String,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct FaqInput {
    // The schema allows more than the limit, so that the quoted message is used.
    #[schema(max_length = 2000)]
    pub question: String,
    /// HTML.
    #[schema(max_length = 20000)]
    pub answer: String,
    #[serde(default)]
    pub status: bool,
}

impl Record for Faq {
    const TABLE: &'static str = "faq";
}

impl Listed for Faq {
    const LIST: ListSpec = ListSpec {
        title: Some("question"),
        search: &["answer"],
        sort: &[("answer", "answer")],
        filters: &[Filter::flag("status")],
        ..ListSpec::titled(Self::TABLE)
    };
}

impl Published for Faq {
    const PUBLIC_PATHS: &'static [PublicPath] = &[PublicPath::to_all("/faqs")];
    const PUBLIC_LIST: ListSpec = ListSpec { order: "createdAt", whole: true, ..Self::LIST };
    type Public = PublicFaq;
}

impl Resource for Faq {
    const PATHS: Paths = paths!("/admin/faqs");
    const TOASTS: Toasts = Toasts {
        added: "FAQ successfully added.",
        updated: "FAQ was successfully updated.",
        deleted: "FAQ deleted successfully",
    };
    const ADDED_FIELD: &'static str = "faq";
    const OWN_ID: Option<&'static str> = Some("faqId");
    const NAMING: Option<Naming> = Some(Naming { within: None, slug: None });
    type View = Self;

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        self.question = html::text(&self.question);
        errors.check(!is_invisible(&self.question), "question", messages::FAQ_QUESTION_REQUIRED);
        errors.check(self.question.chars().count() <= MAX_QUESTION, "question", messages::FAQ_QUESTION_TOO_LONG);
        errors.direction("question", "Question", &self.question);
        errors.check(!html::text(&self.answer).is_empty(), "answer", messages::FAQ_ANSWER_REQUIRED);
        html::clean_in_place(errors, "answer", &mut self.answer, current.map(|old| &old.answer));
    }
}
