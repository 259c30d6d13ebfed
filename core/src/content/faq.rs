//! A frequently asked question and its answer.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, FieldErrors,
    clock::Instant,
    error::is_invisible,
    html, messages,
    records::{Entity, Filter, ListSpec, Listed, Naming, Paths, PublicPath, Published, Resource, Toasts},
    store::{Id, Record},
};

/// The longest question, in characters (spec 3 §9).
const MAX_QUESTION: usize = 500;

/// A frequently asked question and its answer.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Faq {
    #[serde(rename = "_id")]
    pub id: Id<Faq>,
    pub question: String,
    /// HTML.
    pub answer: String,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
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
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct FaqInput {
    // The schema allows more than the limit, so that the quoted message is used.
    #[schema(max_length = 2000)]
    pub question: String,
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
        search: &["question", "answer"],
        sort: &[("question", "question"), ("answer", "answer"), ("status", "status"), ("createdAt", "created_at")],
        filters: &[Filter::flag("status")],
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Faq {
    const NOUN: &'static str = "FAQ";
    const AUDITED: &'static [&'static str] = &["question", "answer", "status"];

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Published for Faq {
    const PUBLIC_PATHS: &'static [PublicPath] = &[PublicPath::to_all("/faqs")];
    const PUBLIC_LIST: ListSpec =
        ListSpec { select: "id, question, answer", order: "createdAt", whole: true, ..Self::LIST };
    type Public = PublicFaq;
}

impl Resource for Faq {
    const PATHS: Paths = Paths {
        list: "/admin/faqs",
        one: "/admin/faqs/{id}",
        add: Some("/admin/faqs/add"),
        update: "/admin/faqs/update/{id}",
        delete: Some("/admin/faqs/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "FAQ successfully added.",
        updated: "FAQ was successfully updated.",
        deleted: "FAQ deleted successfully",
    };
    const ADDED_FIELD: &'static str = "faq";
    const OWN_ID: Option<&'static str> = Some("faqId");
    const UNIQUE: &'static str = "question";
    const NAMING: Option<Naming> = Some(Naming { title: "question", within: None, slug: None });
    type View = Self;
    type Input = FaqInput;

    fn build(app: &App, input: FaqInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        let question = html::text(&input.question);
        errors.check(!is_invisible(&question), "question", messages::FAQ_QUESTION_REQUIRED);
        errors.check(question.chars().count() <= MAX_QUESTION, "question", messages::FAQ_QUESTION_TOO_LONG);
        errors.direction("question", "Question", &question);
        errors.check(!html::text(&input.answer).is_empty(), "answer", messages::FAQ_ANSWER_REQUIRED);
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            question,
            answer: html::clean_field(errors, "answer", &input.answer, current.map(|old| old.answer.as_str())),
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> FaqInput {
        FaqInput { question: self.question.clone(), answer: self.answer.clone(), status: self.status }
    }
}
