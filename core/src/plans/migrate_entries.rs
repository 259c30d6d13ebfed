//! Migration: gives stored subscriptions the entries from which they are derived (ruling 42).

use std::collections::HashMap;

use chrono::TimeDelta;
use surrealdb::types::{SurrealValue, Value};

use super::{
    Payment, PaymentState, StoredResponse, Subscription, Terms,
    entries::{Entry, Source, derive},
};
use crate::{
    Result,
    catalogue::{Plan, is_trial},
    clock::Instant,
    store::{Id, Packed, Record as _, Tx},
};

/// Subscriptions per read.
const BATCH: usize = 500;
/// Differences up to this come from reading the clock twice.
const INSTANT: TimeDelta = TimeDelta::minutes(1);

/// A subscription as earlier releases stored it.
#[derive(SurrealValue)]
struct Old {
    id: Id<Subscription>,
    plan: Id<Plan>,
    #[surreal(flatten)]
    terms: Terms,
    subscribed_at: Instant,
    expire_at: Instant,
}

/// The parts of a payment that determine its subscription.
#[derive(SurrealValue)]
struct Paid {
    id: Id<Payment>,
    subscription: Id<Subscription>,
    plan: Id<Plan>,
    terms: Terms,
    state: PaymentState,
    paid_at: Option<Instant>,
    created_at: Instant,
    answers: Packed<Vec<StoredResponse>>,
}

/// The subscription of a payment.
#[derive(SurrealValue)]
struct Link {
    id: Id<Payment>,
    subscription: Id<Subscription>,
}

#[derive(SurrealValue)]
struct New {
    id: Id<Subscription>,
    entries: Vec<Entry>,
    plans: Vec<Id<Plan>>,
    trial_at: Option<Instant>,
    plan: Id<Plan>,
    terms: Terms,
    subscribed_at: Instant,
    expire_at: Instant,
}

/// Creates the entries of every subscription from its payments. Time that no payment explains counts as a gift and
/// stays. Time that a refund took although an unrefunded payment gives it is restored.
pub(crate) async fn keep_entries(tx: &Tx) -> Result<()> {
    let tables = [Subscription::TABLE, Payment::TABLE];
    let tables = tables.map(|table| format!("DEFINE TABLE IF NOT EXISTS {table} SCHEMALESS;")).concat();
    tx.query(tables).done().await?;
    let mut paid: HashMap<Id<Subscription>, Vec<Id<Payment>>> = HashMap::new();
    let links = "SELECT id, subscription FROM payment WHERE subscription != NONE AND subscription != NULL";
    for Link { id, subscription } in tx.query(links).all::<Link>().await? {
        paid.entry(subscription).or_default().push(id);
    }
    let ids: Vec<Id<Subscription>> = tx.query("SELECT VALUE id FROM subscription").all().await?;
    for batch in ids.chunks(BATCH) {
        let old: Vec<Old> = tx.query("SELECT * FROM $ids").bind(("ids", batch.to_vec())).all().await?;
        let payments: Vec<Id<Payment>> = batch.iter().filter_map(|id| paid.remove(id)).flatten().collect();
        let payments: Vec<Paid> = tx.query("SELECT * FROM $ids").bind(("ids", payments)).all().await?;
        let of = |id: &Id<Subscription>| payments.iter().filter(|one| one.subscription == *id).collect::<Vec<_>>();
        let new: Vec<New> = old.into_iter().map(|old| renewed(&old, &of(&old.id))).collect();
        let sql = "FOR $row IN $rows { UPDATE $row.id SET entries = $row.entries, plans = $row.plans, \
            trial_at = $row.trial_at, plan = $row.plan, plan_name = $row.terms.plan_name, \
            description = $row.terms.description, subscription_type = $row.terms.subscription_type, \
            duration = $row.terms.duration, price = $row.terms.price, \
            num_of_questions = $row.terms.num_of_questions, subscribed_at = $row.subscribed_at, \
            expire_at = $row.expire_at, payments = NONE RETURN NONE }";
        tx.query(sql).bind(("rows", new)).done().await?;
    }
    Ok(())
}

fn renewed(old: &Old, payments: &[&Paid]) -> New {
    let entries = entries_of(old, payments);
    let is_trial = old.terms.price == 0 && is_trial(&old.terms.plan_name);
    let mut new = New {
        id: old.id.clone(),
        plans: Vec::new(),
        trial_at: is_trial.then_some(old.subscribed_at),
        plan: old.plan.clone(),
        terms: old.terms.clone(),
        subscribed_at: old.subscribed_at,
        expire_at: old.expire_at,
        entries: Vec::new(),
    };
    if let Some(held) = derive(&entries) {
        let Entry { plan, terms, from, .. } = held.entry.clone();
        (new.plan, new.terms, new.subscribed_at, new.expire_at) = (plan, terms, from, held.until);
    }
    new.plans = entries.iter().map(|one| one.plan.clone()).filter(|plan| *plan != new.plan).collect();
    new.plans.sort_unstable();
    new.plans.dedup();
    New { entries, ..new }
}

fn entries_of(old: &Old, payments: &[&Paid]) -> Vec<Entry> {
    let counts = |one: &&&Paid| matches!(one.state, PaymentState::Paid | PaymentState::Disputed);
    let mut entries: Vec<Entry> = payments.iter().filter(counts).map(|one| one.entry(old)).collect();
    if !payments.iter().any(|one| one.plan == old.plan) {
        // There is no payment for the current plan.
        let source = if old.terms.price > 0 { Source::Gift } else { Source::Free };
        entries.push(old.entry(source, old.subscribed_at));
        entries.sort_by_key(|one| one.from);
    }
    let Some(held) = derive(&entries).map(|held| (held.entry.clone(), held.until)) else { return entries };
    let missing = old.expire_at - held.1;
    let Some(shown) = entries.iter_mut().find(|one| **one == held.0).filter(|_| missing > TimeDelta::zero()) else {
        return entries;
    };
    if shown.payment.is_none() || missing < INSTANT {
        shown.added += missing.num_milliseconds();
    } else {
        // Days that an administrator gave in addition to the payments. A refund must not take them.
        let added = (missing - TimeDelta::days(shown.terms.duration)).num_milliseconds();
        let gift = Entry { source: Source::Gift, payment: None, added, disputed_since: None, ..shown.clone() };
        entries.push(gift);
    }
    entries
}

impl Old {
    /// The current plan as an entry that ends when the subscription does.
    fn entry(&self, source: Source, from: Instant) -> Entry {
        let added = (self.expire_at - from - TimeDelta::days(self.terms.duration)).num_milliseconds();
        let (payment, disputed_since) = (None, None);
        Entry { source, payment, plan: self.plan.clone(), terms: self.terms.clone(), from, added, disputed_since }
    }
}

impl Paid {
    fn entry(&self, old: &Old) -> Entry {
        let is_disputed = self.state == PaymentState::Disputed;
        let opened = self.answers.0.iter().find(|answer| answer.text.contains("charge.dispute."));
        Entry {
            source: Source::Payment,
            payment: Some(self.id.clone()),
            plan: self.plan.clone(),
            terms: self.terms.clone(),
            from: self.paid_at.unwrap_or(self.created_at),
            added: 0,
            disputed_since: is_disputed.then(|| opened.map_or(old.expire_at, |answer| answer.at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone as _, Utc};

    use super::*;

    fn day(day: i64) -> Instant {
        Utc.with_ymd_and_hms(2026, 3, 2, 9, 0, 0).unwrap() + TimeDelta::days(day)
    }

    fn terms(plan: &str, price: i64) -> Terms {
        Terms {
            plan_name: plan.into(),
            description: String::new(),
            subscription_type: "Paid".into(),
            duration: if plan == "yearly" { 365 } else { 30 },
            price,
            num_of_questions: 0,
        }
    }

    fn price(plan: &str) -> i64 {
        match plan {
            "yearly" => 5000,
            "monthly" => 1000,
            _ => 0,
        }
    }

    fn old(plan: &str, from: i64, until: i64) -> Old {
        Old {
            id: Id::new("s"),
            plan: Id::new(plan),
            terms: terms(plan, price(plan)),
            subscribed_at: day(from),
            expire_at: day(until),
        }
    }

    fn paid(plan: &str, at: i64, state: PaymentState) -> Paid {
        Paid {
            id: Id::new(format!("{plan}-{at}")),
            subscription: Id::new("s"),
            plan: Id::new(plan),
            terms: terms(plan, price(plan)),
            state,
            paid_at: Some(day(at)),
            created_at: day(at),
            answers: Packed::default(),
        }
    }

    /// The plan and its last day after the migration, and the same without what this payment gave.
    fn migrated(old: &Old, payments: &[Paid], refunded: &str) -> [(String, i64); 2] {
        let new = renewed(old, &payments.iter().collect::<Vec<_>>());
        let mut entries = new.entries.clone();
        entries.retain(|one| one.payment.as_ref().is_none_or(|id| id.as_str() != refunded));
        let left = derive(&entries).map(|held| (held.entry.plan.to_string(), (held.until - day(0)).num_days()));
        [(new.plan.to_string(), (new.expire_at - day(0)).num_days()), left.unwrap_or_default()]
    }

    #[test]
    fn the_migration_keeps_plans_and_returns_days_taken_by_a_refund() {
        use PaymentState::{Disputed, Paid as Taken, Refunded};
        let none = (String::new(), 0);
        let held = |plan: &str, until: i64| (plan.to_owned(), until);
        for (what, old, payments, expected) in [
            (
                "one payment",
                old("monthly", 0, 30),
                vec![paid("monthly", 0, Taken)],
                [held("monthly", 30), none.clone()],
            ),
            ("a trial", old("trial", 0, 7), vec![], [held("trial", 7), held("trial", 7)]),
            ("a gift", old("yearly", 0, 365), vec![], [held("yearly", 365), held("yearly", 365)]),
            (
                "an upgrade, whose refund leaves the month before",
                old("yearly", 0, 365),
                vec![paid("monthly", 0, Taken), paid("yearly", 0, Taken)],
                [held("yearly", 365), held("yearly", 365)],
            ),
            (
                "a month that the refund of an upgrade took",
                old("yearly", 10, 12),
                vec![paid("monthly", 0, Taken), paid("yearly", 10, Refunded)],
                [held("monthly", 30), none.clone()],
            ),
            (
                "the dear plan left on the cheap payment",
                old("yearly", 0, 30),
                vec![paid("yearly", 0, Refunded), paid("monthly", 10, Taken)],
                [held("monthly", 40), held("monthly", 40)],
            ),
            (
                "days that were given beside a payment",
                old("monthly", 0, 60),
                vec![paid("monthly", 0, Taken)],
                [held("monthly", 60), held("monthly", 30)],
            ),
            (
                "a dispute",
                old("monthly", 0, 10),
                vec![paid("monthly", 0, Disputed)],
                [held("monthly", 10), none.clone()],
            ),
            ("all refunded", old("monthly", 0, 4), vec![paid("monthly", 0, Refunded)], [held("monthly", 4), none]),
        ] {
            assert_eq!(migrated(&old, &payments, "monthly-0"), expected, "{what}");
        }
    }
}
