//! A subscription plan of an exam, priced in naira.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{Exam, ExamRef};
use crate::{
    App, FieldErrors,
    clock::Instant,
    html,
    records::{Entity, Filter, ListSpec, Listed, Naming, Paths, Resource, Toasts},
    store::{Id, Record},
};

/// Whether a plan of this name is the free trial, whose papers are limited (spec 2 §5).
pub(crate) fn is_trial(title: &str) -> bool {
    title.trim().eq_ignore_ascii_case("trial")
}

/// A subscription plan of an exam, priced in naira.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue)]
pub struct Plan {
    #[serde(rename = "_id")]
    pub id: Id<Plan>,
    #[serde(rename = "examType")]
    pub exam: Id<Exam>,
    pub title: String,
    /// Questions per paper; only enforced for a plan named Trial (spec 2 §5).
    #[serde(rename = "numOfQuestions")]
    pub num_of_questions: i64,
    #[serde(rename = "subscriptionType")]
    pub subscription_type: String,
    /// In days.
    pub duration: i64,
    /// In whole naira.
    pub price: i64,
    pub description: String,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PlanInput {
    #[serde(rename = "examType")]
    pub exam: Id<Exam>,
    pub title: String,
    #[serde(rename = "numOfQuestions", default)]
    pub num_of_questions: i64,
    #[serde(rename = "subscriptionType")]
    pub subscription_type: String,
    pub duration: i64,
    pub price: i64,
    #[schema(max_length = 5000)]
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub status: bool,
}

/// A plan as callers read it.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = Plan)]
pub struct PlanView {
    #[serde(rename = "_id")]
    pub id: Id<Plan>,
    #[serde(rename = "examType")]
    pub exam: ExamRef,
    pub title: String,
    #[serde(rename = "numOfQuestions")]
    pub num_of_questions: i64,
    #[serde(rename = "subscriptionType")]
    pub subscription_type: String,
    pub duration: i64,
    pub price: i64,
    pub description: String,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

impl Record for Plan {
    const TABLE: &'static str = "plan";
    const SCHEMA: &'static str =
        "DEFINE FIELD IF NOT EXISTS exam ON plan TYPE record<exam> REFERENCE ON DELETE REJECT;";
}

impl Listed for Plan {
    const LIST: ListSpec = ListSpec {
        select: "*, exam.{id, title, slug} AS exam",
        sort: &[
            ("title", "title"),
            ("examType", "exam.title"),
            ("numOfQuestions", "num_of_questions"),
            ("subscriptionType", "subscription_type"),
            ("duration", "duration"),
            ("price", "price"),
            ("status", "status"),
            ("createdAt", "created_at"),
        ],
        filters: &[Filter::reference("exam", "exam")],
        order: "price",
        whole: true,
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Plan {
    const NOUN: &'static str = "Subscription";
    const AUDITED: &'static [&'static str] =
        &["exam", "title", "num_of_questions", "subscription_type", "duration", "price", "description", "status"];
    const SHARED: bool = true;

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Resource for Plan {
    const PATHS: Paths = Paths {
        list: "/admin/subscriptions",
        one: "/admin/subscriptions/{id}",
        add: Some("/admin/subscriptions/add"),
        update: "/admin/subscriptions/update/{id}",
        delete: Some("/admin/subscriptions/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "Subscription successfully added.",
        updated: "Subscription updated successfully",
        deleted: "Subscription deleted successfully",
    };
    const OWN_ID: Option<&'static str> = Some("subscriptionId");
    const NAMING: Option<Naming> = Some(Naming { title: "title", within: Some("exam"), slug: None });
    type View = PlanView;
    type Input = PlanInput;

    fn build(app: &App, input: PlanInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("title", "Title", &input.title, 120);
        errors.title("subscriptionType", "Subscription type", &input.subscription_type, 60);
        errors.check((1..=3660).contains(&input.duration), "duration", "Duration must be from 1 to 3660 days.");
        errors.check((0..=10_000_000).contains(&input.price), "price", "Price must be from 0 to 10,000,000 naira.");
        let least = i64::from(is_trial(&input.title));
        errors.check(
            (least..=1000).contains(&input.num_of_questions),
            "numOfQuestions",
            "Number of questions must be at most 1000, and at least 1 for a trial.",
        );
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            exam: input.exam,
            title: input.title.trim().into(),
            num_of_questions: input.num_of_questions,
            subscription_type: input.subscription_type.trim().into(),
            duration: input.duration,
            price: input.price,
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

    fn form(&self) -> PlanInput {
        PlanInput {
            exam: self.exam.clone(),
            title: self.title.clone(),
            num_of_questions: self.num_of_questions,
            subscription_type: self.subscription_type.clone(),
            duration: self.duration,
            price: self.price,
            description: self.description.clone(),
            status: self.status,
        }
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        vec![("examType", self.exam.link())]
    }
}
