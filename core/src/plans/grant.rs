//! Grants a plan, and keeps the columns of a subscription in line with its entries. Pure (ruling 22).

use surrealdb::types::SurrealValue;

use super::{
    Payment, Subscription,
    entries::{self, Entry, Source},
};
use crate::{
    Error, Result,
    catalogue::{Exam, Plan, University, is_trial},
    clock::Instant,
    messages,
    people::User,
    store::Id,
};

/// The terms of a plan at the time of sale.
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
    pub source: Source,
    /// The payment, if it was paid for.
    pub payment: Option<&'a Id<Payment>>,
    pub now: Instant,
}

impl Grant<'_> {
    /// The key of the subscription.
    pub fn key(&self) -> Id<Subscription> {
        Subscription::key(self.user, self.exam, self.university)
    }

    /// The subscription with this plan added. The entries of a subscription that is over are dropped. A free plan
    /// replaces earlier free ones.
    pub fn over(&self, held: Option<&Subscription>) -> Subscription {
        let kept = held.filter(|held| !held.is_over(self.now));
        let mut entries = kept.map(|held| held.entries.clone()).unwrap_or_default();
        if self.source == Source::Free {
            entries.retain(|one| one.source != Source::Free);
        }
        entries.push(self.entry());
        let new = Subscription {
            id: self.key(),
            user: self.user.clone(),
            exam: self.exam.clone(),
            university: self.university.cloned(),
            plan: self.plan.clone(),
            terms: self.terms.clone(),
            subscribed_at: self.now,
            expire_at: self.now,
            entries,
            trial_at: held.and_then(|held| held.trial_at).or_else(|| self.is_free_trial().then_some(self.now)),
            plans: Vec::new(),
        };
        new.derived(self.now)
    }

    /// Whether it is the free trial, which a student takes once.
    pub fn is_free_trial(&self) -> bool {
        self.source == Source::Free && is_trial(&self.terms.plan_name)
    }

    fn entry(&self) -> Entry {
        Entry {
            source: self.source,
            payment: self.payment.cloned(),
            plan: self.plan.clone(),
            terms: self.terms.clone(),
            from: self.now,
            added: 0,
            disputed_since: None,
        }
    }
}

impl Subscription {
    /// Whether it blocks a plan of this price: it is active, more expensive, and another plan. No plan blocks itself,
    /// even if it has become cheaper.
    pub(crate) fn blocks(&self, plan: &Id<Plan>, price: i64, now: Instant) -> bool {
        self.expire_at > now && self.terms.price > price && self.plan != *plan
    }

    /// Refuses another entry at the maximum.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `too-many-plans`.
    pub(crate) fn check_room(&self, now: Instant) -> Result<()> {
        if self.entries.len() >= entries::MAX_ENTRIES && !self.is_over(now) {
            Err(Error::conflict("too-many-plans", messages::TOO_MANY_PLANS))
        } else {
            Ok(())
        }
    }

    /// The subscription without a refunded payment; `None` if nothing changes.
    pub(crate) fn refunded(&self, payment: &Id<Payment>, now: Instant) -> Option<Self> {
        let mut left = self.clone();
        entries::refund(&mut left.entries, payment).then(|| left.derived(now))
    }

    /// The subscription while a payment is disputed; `None` if nothing changes.
    pub(crate) fn disputed(&self, payment: &Id<Payment>, now: Instant) -> Option<Self> {
        let mut left = self.clone();
        entries::dispute(&mut left.entries, payment, now).then(|| left.derived(now))
    }

    /// The subscription after a payment's disputes were won; `None` if nothing changes.
    pub(crate) fn resolved(&self, payment: &Id<Payment>, now: Instant) -> Option<Self> {
        let mut again = self.clone();
        entries::resolve(&mut again.entries, payment, now).then(|| again.derived(now))
    }

    /// Whether it has ended for good, so that only another plan can make it active again: no dispute can be won, and no
    /// refund can bring back a free plan that a paid one replaced.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        let can_count = |one: &Entry| one.disputed_since.is_some() || one.ends_alone() > now;
        self.expire_at <= now && !self.entries.iter().any(can_count)
    }

    /// The subscription with plan and end derived from its entries. Without a counting entry it has ended.
    pub(super) fn derived(mut self, now: Instant) -> Self {
        match entries::derive(&self.entries) {
            Some(held) => {
                let (Entry { plan, terms, from, .. }, until) = (held.entry.clone(), held.until);
                (self.plan, self.terms, self.subscribed_at, self.expire_at) = (plan, terms, from, until);
            }
            None => self.expire_at = self.expire_at.min(now),
        }
        let mut others: Vec<_> = self.entries.iter().map(|one| one.plan.clone()).collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|plan| *plan != self.plan);
        self.plans = others;
        self
    }
}
