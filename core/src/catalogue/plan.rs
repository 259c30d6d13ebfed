//! A subscription plan of an exam, priced in naira.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{Exam, ExamRef};
use crate::{
    App, FieldErrors,
    clock::Instant,
    html,
    records::{Filter, ListSpec, Listed, Naming, Paths, Resource, Toasts, entity, paths, toasts},
    store::{Id, Record},
};

/// Whether a plan of this name is the free trial, whose papers are limited (spec 2 §5).
pub(crate) fn is_trial(title: &str) -> bool {
    title.trim().eq_ignore_ascii_case("trial")
}

entity! {
    /// A subscription plan of an exam, priced in naira.
    Plan: PlanInput {}
    const NOUN: &'static str = "Subscription";
    const SHARED: bool = true;
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct PlanInput {
    #[serde(rename = "examType")]
    pub exam: Id<Exam>,
    pub title: String,
    /// Questions per paper; only enforced for a plan named Trial (spec 2 §5).
    #[serde(rename = "numOfQuestions", default)]
    pub num_of_questions: i64,
    #[serde(rename = "subscriptionType")]
    pub subscription_type: String,
    /// In days.
    pub duration: i64,
    /// In whole naira.
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
            ("examType", "exam.title"),
            ("numOfQuestions", "num_of_questions"),
            ("subscriptionType", "subscription_type"),
            ("duration", "duration"),
            ("price", "price"),
        ],
        filters: &[Filter::reference("exam", "exam")],
        order: "price",
        whole: true,
        ..ListSpec::titled(Self::TABLE)
    };
}

impl Resource for Plan {
    const PATHS: Paths = paths!("/admin/subscriptions");
    const TOASTS: Toasts = toasts!("Subscription");
    const OWN_ID: Option<&'static str> = Some("subscriptionId");
    const NAMING: Option<Naming> = Some(Naming { within: Some("exam"), slug: None });
    type View = PlanView;

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("title", "Title", &mut self.title, 120);
        errors.trimmed_title("subscriptionType", "Subscription type", &mut self.subscription_type, 60);
        errors.check((1..=3660).contains(&self.duration), "duration", "Duration must be from 1 to 3660 days.");
        errors.check((0..=10_000_000).contains(&self.price), "price", "Price must be from 0 to 10,000,000 naira.");
        let least = i64::from(is_trial(&self.title));
        errors.check(
            (least..=1000).contains(&self.num_of_questions),
            "numOfQuestions",
            "Number of questions must be at most 1000, and at least 1 for a trial.",
        );
        html::clean_in_place(errors, "description", &mut self.description, current.map(|old| &old.description));
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        vec![("examType", self.exam.link())]
    }
}
