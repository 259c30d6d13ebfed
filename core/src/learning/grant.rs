//! What a student holds once a plan is given to them, or what it gave is taken back: pure (ruling 22).

use chrono::TimeDelta;
use surrealdb::types::SurrealValue;

use super::Subscription;
use crate::{
    accounts::User,
    catalogue::{Exam, Plan, University},
    clock::Instant,
    payments::Payment,
    store::Id,
};

/// A plan as it was sold.
#[derive(Debug, Clone, PartialEq, Eq, SurrealValue)]
pub struct Terms {
    pub plan_name: String,
    pub description: String,
    pub subscription_type: String,
    /// Days.
    pub duration: i64,
    /// Whole naira.
    pub price: i64,
    pub num_of_questions: i64,
}

impl From<&Plan> for Terms {
    fn from(plan: &Plan) -> Self {
        Self {
            plan_name: plan.title.clone(),
            description: plan.description.clone(),
            subscription_type: plan.subscription_type.clone(),
            duration: plan.duration,
            price: plan.price,
            num_of_questions: plan.num_of_questions,
        }
    }
}

/// A plan that is given to a student.
pub(crate) struct Grant<'a> {
    pub user: &'a Id<User>,
    pub exam: &'a Id<Exam>,
    pub university: Option<&'a Id<University>>,
    pub plan: &'a Id<Plan>,
    pub terms: &'a Terms,
    /// What it was paid with; none for a plan that costs nothing, and for one that an administrator gives.
    pub payment: Option<&'a Id<Payment>>,
    pub now: Instant,
}

impl Grant<'_> {
    /// Under which it is held.
    pub fn key(&self) -> Id<Subscription> {
        Subscription::key(self.user, self.exam, self.university)
    }

    /// What is held from now on. An expired subscription is none. An active one gives way to an equal or dearer
    /// plan, but nothing that was paid for is lost twice: the same plan paid for again begins when the present
    /// term ends, whatever it costs by then, and a cheaper one adds its days to the dearer one that is active. So
    /// does a plan with a price that is given without a payment.
    pub fn over(&self, held: Option<&Subscription>) -> Subscription {
        let days = TimeDelta::days(self.terms.duration);
        let active = held.filter(|held| held.expire_at > self.now);
        if let Some(dearer) = active.filter(|held| held.blocks(self.plan, self.terms.price, self.now)) {
            return Subscription { expire_at: dearer.expire_at + days, ..dearer.paid_with(self.payment) };
        }
        let counts = self.payment.is_some() || self.terms.price > 0;
        let renewed = active.filter(|held| counts && held.plan == *self.plan);
        let Terms { plan_name, description, subscription_type, duration, price, num_of_questions } = self.terms.clone();
        let new = Subscription {
            id: self.key(),
            user: self.user.clone(),
            exam: self.exam.clone(),
            university: self.university.cloned(),
            plan: self.plan.clone(),
            plan_name,
            description,
            subscription_type,
            duration,
            price,
            num_of_questions,
            subscribed_at: self.now,
            expire_at: renewed.map_or(self.now, |held| held.expire_at) + days,
            payments: renewed.map(|held| held.payments.clone()).unwrap_or_default(),
        };
        new.paid_with(self.payment)
    }
}

impl Subscription {
    /// Whether it keeps a plan of this price from being chosen: it is active, dearer, and of another plan. No plan
    /// blocks itself, even where it has become cheaper.
    pub(crate) fn blocks(&self, plan: &Id<Plan>, price: i64, now: Instant) -> bool {
        self.expire_at > now && self.price > price && self.plan != *plan
    }

    /// What is left of it without the days that a payment gave; `None` where they do not count in it any more.
    pub(crate) fn without(&self, payment: &Id<Payment>, days: TimeDelta, now: Instant) -> Option<Self> {
        if !self.payments.contains(payment) {
            return None;
        }
        let expire_at = if self.expire_at > now { (self.expire_at - days).max(now) } else { self.expire_at };
        let payments = self.payments.iter().filter(|one| *one != payment).cloned().collect();
        Some(Self { expire_at, payments, ..self.clone() })
    }

    /// It with time that a payment gave and that was held back.
    pub(crate) fn with(&self, payment: &Id<Payment>, time: TimeDelta, now: Instant) -> Self {
        Self { expire_at: self.expire_at.max(now) + time, ..self.paid_with(Some(payment)) }
    }

    fn paid_with(&self, payment: Option<&Id<Payment>>) -> Self {
        let mut paid = self.clone();
        paid.payments.extend(payment.cloned());
        paid
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone as _, Utc};

    use super::*;

    fn now() -> Instant {
        Utc.with_ymd_and_hms(2026, 3, 2, 9, 0, 0).unwrap()
    }

    fn given(plan: &str, price: i64, payment: &str, after: i64, held: Option<&Subscription>) -> Subscription {
        let (user, exam, plan, payment) = (Id::new("u"), Id::new("e"), Id::new(plan), Id::new(payment));
        let terms = Terms {
            plan_name: plan.to_string(),
            description: String::new(),
            subscription_type: "Paid".into(),
            duration: 30,
            price,
            num_of_questions: 0,
        };
        let (plan, terms, payment) = (&plan, &terms, (price > 0).then_some(&payment));
        let now = now() + TimeDelta::days(after);
        Grant { user: &user, exam: &exam, university: None, plan, terms, payment, now }.over(held)
    }

    fn days(subscription: &Subscription) -> i64 {
        (subscription.expire_at - now()).num_days()
    }

    #[test]
    fn an_equal_or_dearer_plan_replaces_and_nothing_paid_for_is_lost() {
        let monthly = given("monthly", 1000, "p1", 0, None);
        assert_eq!((days(&monthly), monthly.payments.len()), (30, 1));
        let again = given("monthly", 1000, "p2", 10, Some(&monthly));
        assert_eq!((days(&again), again.payments.len()), (60, 2), "the same plan goes on behind the present term");
        let upgraded = given("yearly", 5000, "p3", 10, Some(&monthly));
        assert_eq!((days(&upgraded), upgraded.plan_name.as_str(), upgraded.payments.len()), (40, "yearly", 1));
        let equal = given("other", 1000, "p4", 10, Some(&monthly));
        assert_eq!((days(&equal), equal.plan_name.as_str()), (40, "other"));
        let added = given("monthly", 1000, "p5", 10, Some(&upgraded));
        assert_eq!((days(&added), added.plan_name.as_str(), added.price), (70, "yearly", 5000));
        assert_eq!(added.subscribed_at, upgraded.subscribed_at);
        let later = given("monthly", 1000, "p6", 45, Some(&upgraded));
        assert_eq!((days(&later), later.plan_name.as_str()), (75, "monthly"), "an expired one is none");
        let free = given("trial", 0, "none", 40, Some(&upgraded));
        assert_eq!((days(&free), free.payments.len()), (70, 0), "what ends now blocks no more");
        assert_eq!(days(&given("trial", 0, "none", 45, Some(&free))), 75, "free days do not add up");
    }

    #[test]
    fn a_plan_that_became_cheaper_is_renewed_at_its_new_price() {
        let held = given("monthly", 1000, "p1", 0, None);
        let renewed = given("monthly", 800, "p2", 10, Some(&held));
        assert_eq!((days(&renewed), renewed.price, renewed.payments.len()), (60, 800, 2));
    }

    #[test]
    fn what_is_taken_back_are_the_days_of_that_payment() {
        let first = given("monthly", 1000, "p1", 0, None);
        let both = given("monthly", 1000, "p2", 10, Some(&first));
        let (month, later) = (TimeDelta::days(30), now() + TimeDelta::days(12));
        let left = both.without(&Id::new("p1"), month, later).unwrap();
        assert_eq!((days(&left), left.payments.len()), (30, 1));
        assert_eq!(left.without(&Id::new("p1"), month, later).map(|left| days(&left)), None, "not twice");
        let none = left.without(&Id::new("p2"), month, later).unwrap();
        assert_eq!(none.expire_at, later, "it ends");
        let back = none.with(&Id::new("p2"), TimeDelta::days(18), later + TimeDelta::days(5));
        assert_eq!((days(&back), back.payments.len()), (35, 1), "what was held back is given whole");
        let past = first.without(&Id::new("p1"), month, now() + month * 2).unwrap();
        assert_eq!(past.expire_at, first.expire_at, "what is over stays as it was");
        assert!(first.without(&Id::new("other"), month, later).is_none());
    }
}
