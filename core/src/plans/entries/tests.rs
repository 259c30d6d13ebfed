//! Derived plans: examples, and payments, gifts, free plans, refunds and disputes in any order.

use chrono::{TimeZone as _, Utc};
use proptest::prelude::*;

use super::*;
use crate::plans::{Grant, Subscription};

fn day(day: i64) -> Instant {
    Utc.with_ymd_and_hms(2026, 3, 2, 9, 0, 0).unwrap() + TimeDelta::days(day)
}

/// An entry of a plan whose name is its price: `p1000` costs 1,000.
fn entry(payment: &str, price: i64, days: i64, from: i64) -> Entry {
    Entry {
        source: if price > 0 { Source::Payment } else { Source::Free },
        payment: (price > 0).then(|| Id::new(payment)),
        plan: Id::new(format!("p{price}")),
        terms: Terms {
            plan_name: format!("p{price}"),
            description: String::new(),
            subscription_type: "Paid".into(),
            duration: days,
            price,
            num_of_questions: 0,
        },
        from: day(from),
        added: 0,
        disputed_since: None,
    }
}

/// A plan that an administrator gave.
fn gift(price: i64, days: i64, from: i64) -> Entry {
    Entry { source: Source::Gift, payment: None, ..entry("", price, days, from) }
}

/// The free trial.
fn free(days: i64, from: i64) -> Entry {
    Entry { plan: Id::new("trial"), ..entry("", 0, days, from) }
}

/// The price of the resulting plan, and the day on which it ends.
fn held(entries: &[Entry]) -> Option<(i64, i64)> {
    derive(entries).map(|held| (held.entry.terms.price, (held.until - day(0)).num_days()))
}

fn without(entries: &[Entry], payment: &str) -> Option<(i64, i64)> {
    let mut left = entries.to_vec();
    assert!(refund(&mut left, &Id::new(payment)));
    held(&left)
}

#[test]
fn an_equal_or_dearer_plan_replaces_and_nothing_that_is_owed_is_lost() {
    let month = |payment, from| entry(payment, 1000, 30, from);
    for (what, entries, expected) in [
        ("nothing", vec![], None),
        ("one", vec![month("a", 0)], Some((1000, 30))),
        ("the same again", vec![month("a", 0), month("b", 10)], Some((1000, 60))),
        ("a dearer one", vec![month("a", 0), entry("b", 5000, 365, 10)], Some((5000, 375))),
        ("a shorter dearer one", vec![entry("a", 1000, 365, 0), entry("b", 5000, 7, 10)], Some((5000, 365))),
        ("a cheaper one", vec![entry("a", 5000, 365, 0), month("b", 10)], Some((5000, 395))),
        ("one after the end", vec![month("a", 0), month("b", 45)], Some((1000, 75))),
        ("a free one below", vec![month("a", 0), entry("b", 0, 7, 10)], Some((1000, 30))),
        ("over a free one", vec![entry("a", 0, 90, 0), month("b", 10)], Some((1000, 40))),
        ("a gift of the same", vec![month("a", 0), gift(1000, 30, 10)], Some((1000, 60))),
        ("a cheaper gift", vec![entry("a", 5000, 365, 0), gift(1000, 30, 10)], Some((5000, 395))),
        ("a dearer gift", vec![month("a", 0), gift(5000, 7, 10)], Some((5000, 30))),
        ("a payment over a gift", vec![gift(1000, 365, 0), entry("a", 5000, 30, 10)], Some((5000, 365))),
        ("a gift of a free plan", vec![gift(0, 365, 0), free(7, 10), month("a", 20)], Some((1000, 365))),
        ("a gift over a free one", vec![free(90, 0), gift(1000, 30, 10)], Some((1000, 40))),
        ("in the order of their days", vec![month("b", 10), month("a", 0)], Some((1000, 60))),
    ] {
        assert_eq!(held(&entries), expected, "{what}");
    }
}

#[test]
fn a_plan_that_became_cheaper_is_renewed_at_its_new_price() {
    let mut renewed = entry("b", 800, 30, 10);
    renewed.plan = Id::new("p1000");
    assert_eq!(held(&[entry("a", 1000, 30, 0), renewed]), Some((800, 60)));
}

#[test]
fn a_refunded_upgrade_leaves_the_days_that_another_payment_bought() {
    let entries = [entry("a", 1000, 30, 0), entry("b", 5000, 365, 10)];
    assert_eq!(without(&entries, "b"), Some((1000, 30)));
    assert_eq!(without(&entries, "a"), Some((5000, 375)));
}

#[test]
fn a_cheap_payment_never_carries_the_dear_plan() {
    let entries = [entry("a", 5000, 365, 0), entry("b", 1000, 30, 10)];
    assert_eq!(without(&entries, "a"), Some((1000, 40)));
    assert_eq!(without(&entries, "b"), Some((5000, 365)));
}

#[test]
fn a_dispute_that_is_won_gives_back_the_time_without_access() {
    // Each case: the entries, the disputed payment, the days on which its dispute begins and is won, and the end.
    for (what, entries, payment, (from, until), end) in [
        ("the only one", vec![entry("a", 1000, 30, 0)], "a", (10, 15), 35),
        ("until after its end", vec![entry("a", 1000, 30, 0)], "a", (10, 50), 70),
        ("another gave access", vec![entry("a", 1000, 30, 0), entry("b", 1000, 30, 5)], "a", (12, 22), 60),
        ("another gave it in part", vec![entry("a", 1000, 30, 0), entry("b", 1000, 30, 5)], "a", (12, 45), 70),
        ("the later one", vec![entry("a", 1000, 30, 0), entry("b", 1000, 30, 5)], "b", (12, 40), 70),
        ("one that was replaced", vec![entry("a", 1000, 30, 0), entry("b", 5000, 365, 5)], "a", (12, 22), 370),
        ("one that was over", vec![entry("a", 1000, 30, 0)], "a", (31, 40), 30),
    ] {
        let (mut entries, payment) = (entries, Id::new(payment));
        assert!(dispute(&mut entries, &payment, day(from)), "{what}");
        assert!(!dispute(&mut entries, &payment, day(from)), "{what}: once");
        assert!(resolve(&mut entries, &payment, day(until)), "{what}");
        assert!(!resolve(&mut entries, &payment, day(until)), "{what}: once");
        assert_eq!(held(&entries).map(|held| held.1), Some(end), "{what}");
    }
}

#[test]
fn free_days_never_become_paid_ones() {
    let mut entries = vec![entry("a", 1000, 30, 0)];
    dispute(&mut entries, &Id::new("a"), day(2));
    assert_eq!(held(&entries), None);
    entries.push(entry("trial", 0, 7, 3));
    assert_eq!(held(&entries), Some((0, 10)));
    resolve(&mut entries, &Id::new("a"), day(5));
    assert_eq!(held(&entries), Some((1000, 33)), "the three days of the dispute, and not the free week");
}

#[test]
fn a_refund_brings_back_the_free_plan_also_after_the_next_purchase() {
    let (user, exam) = (Id::new("u"), Id::new("e"));
    let give = |held: Option<&Subscription>, entry: Entry| {
        let Entry { source, payment, plan, terms, from, .. } = &entry;
        let payment = payment.as_ref();
        Grant { user: &user, exam: &exam, university: None, plan, terms, source: *source, payment, now: *from }
            .over(held)
    };
    let trial = give(None, free(365, 0));
    let first = give(Some(&trial), entry("a", 500, 7, 0));
    assert_eq!(first.expire_at, day(7));
    let second = give(Some(&first), entry("b", 500, 7, 7));
    assert_eq!(second.expire_at, day(14));
    let left = ["a", "b"].iter().fold(second, |held, payment| held.refunded(&Id::new(*payment), day(8)).unwrap());
    assert_eq!((left.plan, left.expire_at), (Id::new("trial"), day(365)));
}

/// An event in the life of a subscription; payments are named by their position.
#[derive(Debug, Clone)]
enum LifeEvent {
    Paid { price: i64, days: i64 },
    Gift { price: i64, days: i64 },
    Free { days: i64 },
    Refunded(usize),
    Disputed(usize),
    Won(usize),
    Lost(usize),
}

fn steps() -> impl Strategy<Value = Vec<(LifeEvent, i64)>> {
    let payment = || 0..8_usize;
    let price = || prop_oneof![Just(500_i64), Just(1000), Just(5000)];
    let days = || prop_oneof![Just(7_i64), Just(30), Just(365)];
    let step = prop_oneof![
        4 => (price(), days()).prop_map(|(price, days)| LifeEvent::Paid { price, days }),
        1 => (price(), days()).prop_map(|(price, days)| LifeEvent::Gift { price, days }),
        1 => days().prop_map(|days| LifeEvent::Free { days }),
        2 => payment().prop_map(LifeEvent::Refunded),
        2 => payment().prop_map(LifeEvent::Disputed),
        2 => payment().prop_map(LifeEvent::Won),
        1 => payment().prop_map(LifeEvent::Lost),
    ];
    prop::collection::vec((step, 0_i64..20), 0..24)
}

impl LifeEvent {
    /// The entry that this step adds on a day; `paid` counts the payments before.
    fn entry(&self, paid: &mut usize, today: i64) -> Option<Entry> {
        match self {
            Self::Paid { price, days } => {
                *paid += 1;
                Some(entry(&(*paid - 1).to_string(), *price, *days, today))
            }
            Self::Gift { price, days } => Some(gift(*price, *days, today)),
            Self::Free { days } => Some(free(*days, today)),
            _ => None,
        }
    }
}

/// Adds an entry, as [`Grant::over`] does: a free plan replaces earlier free ones.
fn add(entries: &mut Vec<Entry>, new: Entry) {
    entries.retain(|one| new.is_owed() || one.is_owed());
    entries.push(new);
}

/// Applies the steps: the remaining entries, all unrefunded ones in the order of their days, and the last day.
fn played(steps: &[(LifeEvent, i64)]) -> (Vec<Entry>, Vec<Entry>, i64) {
    let (mut entries, mut all, mut today, mut paid) = (Vec::new(), Vec::<Entry>::new(), 0, 0);
    let mut gone: Vec<Id<Payment>> = Vec::new();
    for (step, days) in steps {
        today += days;
        let id = |place: &usize| Id::new(place.to_string());
        if let Some(new) = step.entry(&mut paid, today) {
            add(&mut all, new.clone());
            add(&mut entries, new);
        }
        match step {
            LifeEvent::Paid { .. } | LifeEvent::Gift { .. } | LifeEvent::Free { .. } => {}
            LifeEvent::Refunded(place) | LifeEvent::Lost(place) => {
                refund(&mut entries, &id(place));
                gone.extend((*place < paid).then(|| id(place)));
            }
            LifeEvent::Disputed(place) => drop(dispute(&mut entries, &id(place), day(today))),
            LifeEvent::Won(place) => drop(resolve(&mut entries, &id(place), day(today))),
        }
    }
    all.retain(|one| one.payment.as_ref().is_none_or(|id| !gone.contains(id)));
    (entries, all, today)
}

/// The entries whose time is never lost.
fn owed(entries: &[Entry]) -> Vec<Entry> {
    entries.iter().filter(|one| one.is_owed()).cloned().collect()
}

/// Wins every open dispute.
fn settled(mut entries: Vec<Entry>, today: i64) -> Vec<Entry> {
    for payment in entries.iter().filter_map(|one| one.payment.clone()).collect::<Vec<_>>() {
        resolve(&mut entries, &payment, day(today));
    }
    entries
}

proptest! {
    #[test]
    fn the_plan_held_comes_from_entries_that_were_not_refunded(steps in steps()) {
        let (entries, unrefunded, today) = played(&steps);
        let open = entries.iter().filter(|one| one.disputed_since.is_some()).count();
        // Without disputes, only the unrefunded entries matter.
        if !steps.iter().any(|(step, _)| matches!(step, LifeEvent::Disputed(_))) {
            prop_assert_eq!(held(&entries), held(&unrefunded));
        }
        // The plan is always one that was given or paid for, and is neither refunded nor disputed.
        if let Some(held) = derive(&entries) {
            let of = |one: &Entry| (one.source, one.payment.clone(), one.plan.clone(), one.from);
            prop_assert!(unrefunded.iter().any(|one| of(one) == of(held.entry)));
            prop_assert!(held.entry.disputed_since.is_none());
        }
        prop_assert_eq!(derive(&entries).is_none(), open == entries.len());
        // Once the disputes are won, access lasts at least as long as payments and gifts give. No day is used twice,
        // and none lost by a dispute is given back twice. (It can last longer than the disputes did: a dear plan that a
        // dispute made longer takes up the days of cheaper ones that would otherwise have run beside each other.)
        let entries = settled(entries, today);
        let (lasting, full) = (owed(&entries), owed(&unrefunded));
        match (held(&lasting), held(&full)) {
            (Some((price, end)), Some((full_price, full_end))) => {
                prop_assert!(end >= full_end, "{end} < {full_end}");
                let time: TimeDelta = lasting.iter().map(Entry::time).sum();
                prop_assert!(end <= today + time.num_days(), "{end} > {today} + {time}");
                prop_assert!(lasting.iter().all(|one| one.added <= TimeDelta::days(today).num_milliseconds()));
                if end == full_end { prop_assert_eq!(price, full_price); }
            }
            (left, full) => prop_assert_eq!(left.is_some(), full.is_some()),
        }
        // Free plans take nothing of that away.
        if let Some((_, end)) = held(&lasting) {
            prop_assert!(held(&entries).is_some_and(|(_, with_free)| with_free >= end));
        }
    }

    #[test]
    fn a_subscription_holds_what_its_unrefunded_entries_give(steps in steps()) {
        let (user, exam) = (Id::new("u"), Id::new("e"));
        let (mut held, mut today, mut paid) = (None::<Subscription>, 0, 0);
        let (mut all, mut gone) = (Vec::<Entry>::new(), Vec::<Id<Payment>>::new());
        for (step, days) in steps {
            today += days;
            let now = day(today);
            if let Some(new) = step.entry(&mut paid, today) {
                let Entry { source, payment, plan, terms, .. } = &new;
                // A free plan is not taken under a dearer one, and changes nothing while it runs.
                let is_idle = |held: &Subscription| {
                    held.blocks(plan, 0, now) || (held.plan == *plan && held.expire_at > now)
                };
                if *source != Source::Free || !held.as_ref().is_some_and(is_idle) {
                    let grant = Grant {
                        user: &user, exam: &exam, university: None, plan, terms, source: *source,
                        payment: payment.as_ref(), now,
                    };
                    held = Some(grant.over(held.as_ref()));
                    add(&mut all, new);
                }
            }
            let Some(present) = &held else { continue };
            if let LifeEvent::Refunded(place) | LifeEvent::Lost(place) = step {
                let payment = Id::new(place.to_string());
                let after = present.refunded(&payment, now);
                gone.extend((place < paid).then_some(payment));
                held = after.or(held);
            }
            let left: Vec<Entry> =
                all.iter().filter(|one| one.payment.as_ref().is_none_or(|id| !gone.contains(id))).cloned().collect();
            let due = derive(&left).filter(|due| due.until > now).map(|due| (due.entry.plan.clone(), due.until));
            let present = held.as_ref().filter(|held| held.expire_at > now);
            prop_assert_eq!(present.map(|held| (held.plan.clone(), held.expire_at)), due);
        }
    }

    #[test]
    fn the_order_of_refunds_and_of_disputes_on_one_day_does_not_matter(
        prices in prop::collection::vec((prop_oneof![Just(1000_i64), Just(5000)], 0_i64..40), 1..7),
        marks in prop::collection::vec(0_u8..4, 7),
        order in Just((0..7_usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let paid: Vec<Entry> = prices.iter().enumerate()
            .map(|(place, (price, from))| entry(&place.to_string(), *price, 30, *from)).collect();
        let act = |order: &mut dyn Iterator<Item = usize>| {
            let mut entries = paid.clone();
            for place in order.filter(|place| *place < paid.len()) {
                let id = Id::new(place.to_string());
                match marks[place] {
                    0 => drop(refund(&mut entries, &id)),
                    1 => drop(dispute(&mut entries, &id, day(50))),
                    2 => drop((dispute(&mut entries, &id, day(50)), resolve(&mut entries, &id, day(50)))),
                    _ => {}
                }
            }
            held(&entries)
        };
        let kept: Vec<Entry> =
            paid.iter().zip(&marks).filter(|(_, mark)| **mark >= 2).map(|(one, _)| one.clone()).collect();
        prop_assert_eq!(act(&mut order.iter().copied()), held(&kept));
        prop_assert_eq!(act(&mut (0..7)), held(&kept));
    }

    #[test]
    fn every_paid_day_of_a_plan_is_used_once(days in prop::collection::vec(0_i64..25, 1..6), open in 0_i64..60, long in 0_i64..40) {
        // Payments of thirty days each, and one dispute about the first of them, which is won.
        let mut at = 0;
        let mut entries: Vec<Entry> = Vec::new();
        for (place, gap) in days.iter().enumerate() {
            at += gap;
            entries.push(entry(&place.to_string(), 1000, 30, at));
        }
        let first = Id::new("0");
        let (from, until) = (open + days[0], open + days[0] + long);
        // Access per day, as it was during the dispute, and before and after it.
        let known = |entries: &[Entry], today: i64| -> bool {
            let paid: Vec<Entry> = entries.iter().filter(|one| one.from <= day(today)).cloned().collect();
            derive(&paid).is_some_and(|held| held.until > day(today))
        };
        let before = entries.clone();
        dispute(&mut entries, &first, day(from));
        let during = entries.clone();
        resolve(&mut entries, &first, day(until));
        let last = 1 + at + until + 30 * 7;
        let used = (0..last).filter(|today| match today {
            today if *today < from => known(&before, *today),
            today if *today < until => known(&during, *today),
            today => known(&entries, *today),
        }).count();
        prop_assert_eq!(used, 30 * days.len());
    }
}
