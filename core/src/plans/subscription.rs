//! A student's subscription to an exam (at a university, for POST UTME).

use serde::{Deserialize, Serialize};
use surrealdb::types::{SurrealValue, Value};
use utoipa::ToSchema;

use super::{entries::Entry, grant::Terms};
use crate::{
    App, Result,
    catalogue::{Exam, ExamRef, Plan, University, is_trial},
    clock::Instant,
    people::{Actor, User, UserRef},
    records::{Entity, Filter, ListQuery, ListSpec, Listed, Page, Titled},
    store::{Id, Record},
};

/// One subscription; its key is (student, exam, university), so there is never a second
/// (ruling 22).
#[derive(Debug, Clone, SurrealValue)]
pub struct Subscription {
    pub id: Id<Subscription>,
    pub user: Id<User>,
    pub exam: Id<Exam>,
    pub university: Option<Id<University>>,
    pub plan: Id<Plan>,
    /// The terms of the plan at the time of purchase.
    #[surreal(flatten)]
    pub terms: Terms,
    pub subscribed_at: Instant,
    pub expire_at: Instant,
    /// Its entries; plan and end above are derived from them.
    #[surreal(default)]
    pub entries: Vec<Entry>,
    /// When the free trial was first taken; there is only one, for good (ruling 40).
    #[surreal(default)]
    pub trial_at: Option<Instant>,
    /// The plans of the entries other than the current plan. They are referenced, so that they cannot be deleted.
    #[surreal(default)]
    pub plans: Vec<Id<Plan>>,
}

impl Subscription {
    /// When the latest of its plans was given.
    pub(crate) fn last_given(&self) -> Instant {
        self.entries.iter().map(|entry| entry.from).max().unwrap_or(self.subscribed_at)
    }
}

/// A subscription in responses.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UserSubscription)]
pub struct SubscriptionView {
    #[serde(rename = "_id")]
    pub id: Id<Subscription>,
    pub exam: ExamRef,
    pub university: Option<Titled<University>>,
    pub plan: Id<Plan>,
    pub plan_name: String,
    pub description: String,
    pub subscription_type: String,
    pub duration: i64,
    pub price: i64,
    pub num_of_questions: i64,
    pub subscribed_at: Instant,
    pub expire_at: Instant,
    /// Whether it is active now.
    pub status: bool,
}

impl Listed for Subscription {
    const LIST: ListSpec = ListSpec {
        select: "*, exam.{id, title, slug} AS exam, university.{id, title} AS university, expire_at > $now AS status",
        search: &["exam.title + ' ' + (university.title ?? '') + ' ' + plan_name + ' ' + description"],
        sort: &[
            ("exam", "exam.title"),
            ("university", "university.title"),
            ("planName", "plan_name"),
            ("description", "description"),
            ("subscriptionType", "subscription_type"),
            ("duration", "duration"),
            ("price", "price"),
            ("numOfQuestions", "num_of_questions"),
            ("subscribedAt", "subscribed_at"),
            ("expireAt", "expire_at"),
        ],
        order: "subscribedAt",
        limit: 50,
        ..ListSpec::of(Self::TABLE)
    };
}

/// A subscription for administrators.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudentSubscription {
    #[serde(rename = "_id")]
    pub id: Id<Subscription>,
    pub user: UserRef,
    pub exam: ExamRef,
    pub university: Option<Titled<University>>,
    pub plan_name: String,
    pub description: String,
    pub subscription_type: String,
    pub duration: i64,
    pub price: i64,
    pub num_of_questions: i64,
    pub subscribed_at: Instant,
    pub expire_at: Instant,
    /// Whether it is active now.
    pub status: bool,
}

impl Listed for StudentSubscription {
    const LIST: ListSpec = ListSpec {
        select: "*, user.{id, first_name, last_name, email} AS user, exam.{id, title, slug} AS exam, \
            university.{id, title} AS university, expire_at > $now AS status",
        search: &["user.first_name + ' ' + user.last_name + ' ' + user.email + ' ' + exam.title + ' ' \
            + (university.title ?? '') + ' ' + plan_name"],
        sort: &[
            ("user", "user.first_name + ' ' + user.last_name"),
            ("exam", "exam.title"),
            ("university", "university.title"),
            ("planName", "plan_name"),
            ("subscriptionType", "subscription_type"),
            ("duration", "duration"),
            ("price", "price"),
            ("subscribedAt", "subscribed_at"),
            ("expireAt", "expire_at"),
        ],
        filters: &[Filter::reference("exam", "exam"), Filter::from("subscribed_at"), Filter::to("subscribed_at")],
        order: "subscribedAt",
        ..ListSpec::of(Subscription::TABLE)
    };
}

impl Entity for Subscription {
    const NOUN: &'static str = "Subscription";
    const AUDITED: &'static [&'static str] = &[
        "user",
        "exam",
        "university",
        "plan",
        "plan_name",
        "description",
        "subscription_type",
        "duration",
        "price",
        "num_of_questions",
        "subscribed_at",
        "expire_at",
    ];
    const ILLUSTRATED: bool = false;

    fn id(&self) -> &Id<Self> {
        &self.id
    }
}

impl Record for Subscription {
    const TABLE: &'static str = "subscription";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON subscription TYPE record<user> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS exam ON subscription TYPE record<exam> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS plan ON subscription TYPE record<plan> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS plans ON subscription TYPE array<record<plan>> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS university ON subscription TYPE option<record<university>> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS subscription_user ON subscription FIELDS user;\
        DEFINE INDEX IF NOT EXISTS subscription_subscribed ON subscription FIELDS subscribed_at;\
        DEFINE INDEX IF NOT EXISTS subscription_exam ON subscription FIELDS exam, subscribed_at;";
}

impl Subscription {
    /// The key of a student's subscription to an exam.
    pub fn key(user: &Id<User>, exam: &Id<Exam>, university: Option<&Id<University>>) -> Id<Self> {
        Id::new(format!("{user}-{exam}-{}", university.map_or("none", Id::as_str)))
    }

    /// The maximum number of questions of a paper: a plan named Trial has a limit, others have none (spec 2 §5).
    pub fn trial_limit(&self) -> Option<usize> {
        is_trial(&self.terms.plan_name).then(|| usize::try_from(self.terms.num_of_questions).unwrap_or(0))
    }
}

impl App {
    /// All students' subscriptions, oldest first, 10 per page.
    pub async fn list_student_subscriptions(&self, query: &ListQuery) -> Result<Page<StudentSubscription>> {
        self.rows::<StudentSubscription>(query).bind("now", self.now()).page().await
    }

    /// A student's subscriptions, oldest first, 50 per page.
    pub async fn list_subscriptions(
        &self,
        actor: &Actor,
        user: &Id<User>,
        query: &ListQuery,
    ) -> Result<Page<SubscriptionView>> {
        actor.require_access_to(user)?;
        let rows = self.rows::<Subscription>(query).only("user = $user").bind("user", user.clone());
        rows.bind("now", self.now()).page().await
    }

    /// The student's newest active subscription to an exam, if there is one; without a university, of any university.
    pub async fn find_subscription(
        &self,
        actor: &Actor,
        user: &Id<User>,
        exam: &Id<Exam>,
        university: Option<&Id<University>>,
    ) -> Result<Option<SubscriptionView>> {
        actor.require_access_to(user)?;
        let query = ListQuery { limit: Some(1), sort: Some("-subscribedAt".into()), ..ListQuery::default() };
        let rows = self.rows::<Subscription>(&query).only("user = $user").bind("user", user.clone());
        let rows = rows.only("exam = $exam AND expire_at > $now").bind("exam", exam.clone()).bind("now", self.now());
        let rows = match university {
            Some(university) => rows.only("university = $university").bind("university", university.clone()),
            None => rows,
        };
        Ok(rows.page().await?.rows.pop())
    }
}
