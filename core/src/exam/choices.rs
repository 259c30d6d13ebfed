//! The exams to choose from, each with the student's subscriptions, registered subjects and running tests, in one
//! call (spec 2 §2.1).

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::RunningAttempt;
use crate::{
    App, Result,
    bank::BankSize,
    catalogue::Exam,
    people::Actor,
    plans::{Subscription, SubscriptionView},
    records::ListQuery,
    registration::{ChosenPlan, Registration, RegistrationView, RegistrationWithoutPlan},
    store::Id,
};

/// An exam as visitors see it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExamOffer {
    /// The exam. Its `status` is also false while it has no question in use.
    #[serde(flatten)]
    pub exam: Exam,
    /// How much there is to practise with.
    pub bank: BankSize,
    /// The price of the cheapest plan that costs money, in whole naira; only in the list for visitors.
    pub lowest_price: Option<i64>,
}

/// The cheapest paid plan of an exam.
#[derive(SurrealValue)]
struct Cheapest {
    exam: Id<Exam>,
    price: i64,
}

/// An exam with the student's own records.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExamChoice {
    /// The exam; its `status` says whether the student may choose it.
    #[serde(flatten)]
    pub exam: Exam,
    /// How much there is to practise with.
    pub bank: BankSize,
    /// The student's active subscriptions, newest first: one per university, or one.
    pub subscriptions: Vec<SubscriptionView>,
    /// The student's registered subjects.
    pub registration: Option<RegistrationView>,
    /// The student's running tests, oldest first.
    pub running: Vec<RunningAttempt>,
}

impl App {
    /// The exams for a student, including those that cannot be chosen (shown as Coming Soon), each with what decides
    /// the next step: subscriptions, registered subjects, and running tests.
    pub async fn list_exam_choices(&self, actor: &Actor) -> Result<Vec<ExamChoice>> {
        let user = actor.user_id()?;
        let all = ListQuery::default();
        let held = self.rows::<Subscription>(&all).only("user = $user AND expire_at > $now");
        let held = held.bind("user", user.clone()).bind("now", self.now());
        let held = held.in_key_range::<SubscriptionView>(Id::<Subscription>::key_range_of(user));
        let registered = self.rows::<RegistrationWithoutPlan>(&all).only("user = $user").bind("user", user.clone());
        let registered = registered.in_key_range::<RegistrationView>(Id::<Registration>::key_range_of(user));
        let (exams, mut held, registered, running) =
            tokio::try_join!(self.cached_exam_types(), held, registered, self.running_attempts(user))?;

        held.sort_by(|a, b| (b.subscribed_at, &b.id).cmp(&(a.subscribed_at, &a.id)));
        let mut subscriptions: HashMap<Id<Exam>, Vec<SubscriptionView>> = HashMap::new();
        for one in held {
            subscriptions.entry(one.exam.id.clone()).or_default().push(one);
        }
        let mut registrations: HashMap<Id<Exam>, RegistrationView> =
            registered.into_iter().map(|one| (one.exam.id.clone(), one)).collect();
        let mut choice = |ExamOffer { mut exam, bank, .. }: ExamOffer, is_in_use: bool| {
            let subscriptions = subscriptions.remove(&exam.id).unwrap_or_default();
            let mut registration = registrations.remove(&exam.id);
            if let Some(registration) = &mut registration {
                registration.subscription_plan = subscriptions.first().map(ChosenPlan::from);
            }
            // A student with a plan keeps the exam even while it has no question.
            exam.status |= is_in_use && !subscriptions.is_empty();
            ExamChoice {
                bank,
                subscriptions,
                registration,
                running: running.iter().filter(|one| one.exam.id == exam.id).cloned().collect(),
                exam,
            }
        };
        let in_use: Vec<bool> = exams.iter().map(|exam| exam.status).collect();
        let offers = self.offers_of(exams).await?;
        Ok(offers.into_iter().zip(in_use).map(|(offer, is_in_use)| choice(offer, is_in_use)).collect())
    }

    /// The exams for visitors, including inactive ones and those without a question (shown as Coming Soon).
    pub async fn list_exam_offers(&self) -> Result<Vec<ExamOffer>> {
        let sql = "SELECT exam, math::min(price) AS price FROM plan WHERE status = true AND price > 0 GROUP BY exam";
        let (exams, cheapest) = tokio::try_join!(self.list_exam_types(), self.store.query(sql).all::<Cheapest>())?;
        let mut offers = self.offers_of(exams).await?;
        for offer in offers.iter_mut().filter(|offer| offer.exam.status) {
            offer.lowest_price = cheapest.iter().find(|plan| plan.exam == offer.exam.id).map(|plan| plan.price);
        }
        Ok(offers)
    }

    async fn offers_of(&self, exams: Vec<Exam>) -> Result<Vec<ExamOffer>> {
        let sizes = self.bank_sizes().await?;
        let offer = |mut exam: Exam| {
            let found = sizes.iter().find(|one| one.exam == exam.id);
            let bank = found.map(|one| one.size).unwrap_or_default();
            exam.status &= found.is_some();
            ExamOffer { exam, bank, lowest_price: None }
        };
        Ok(exams.into_iter().map(offer).collect())
    }
}
