//! Derives a subscription from its entries. Pure (rulings 22 and 42).
//!
//! Each payment, gift and free plan is one entry. A refunded entry is removed, and a disputed one is skipped until
//! the dispute is decided. So a student always has exactly what the other entries give. Time lost by a dispute is
//! added to the entry when the dispute is won.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;

use super::{Payment, Terms};
use crate::{catalogue::Plan, clock::Instant, store::Id};

/// Entries of a subscription, at most.
pub(super) const MAX_ENTRIES: usize = 200;

/// Why a plan was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue)]
#[serde(rename_all = "lowercase")]
#[surreal(untagged, lowercase)]
pub enum Source {
    /// It was paid for.
    Payment,
    /// An administrator gave it.
    Gift,
    /// It was free.
    Free,
}

/// One plan that was given to a student.
#[derive(Debug, Clone, PartialEq, Eq, SurrealValue)]
pub struct Entry {
    pub source: Source,
    /// Its payment, if it was paid for.
    pub payment: Option<Id<Payment>>,
    pub plan: Id<Plan>,
    /// The terms of the plan at that time.
    pub terms: Terms,
    /// When it was given.
    pub from: Instant,
    /// Milliseconds in addition to the days of the terms: time lost by disputes that were won. For days that an
    /// administrator added, also the difference from the plan's own days, which may be negative.
    pub added: i64,
    /// The start of an open dispute. While it is open, the entry gives no access.
    pub disputed_since: Option<Instant>,
}

/// The derived plan and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Held<'a> {
    /// The entry whose plan it is.
    pub entry: &'a Entry,
    pub until: Instant,
    /// The end of the part that was paid for or given; in the past if there is none.
    owed_until: Instant,
}

/// A continuous period of access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    from: Instant,
    until: Instant,
}

impl Entry {
    /// The duration of its access.
    fn time(&self) -> TimeDelta {
        TimeDelta::days(self.terms.duration) + TimeDelta::milliseconds(self.added)
    }

    /// When its access ends if no other entry counts.
    pub(super) fn ends_alone(&self) -> Instant {
        self.from + self.time()
    }

    /// Whether its time is never lost to another plan, because it was paid for or given.
    fn is_owed(&self) -> bool {
        self.source != Source::Free
    }

    /// Whether it blocks another plan because it is more expensive. No plan blocks itself, even if it has become
    /// cheaper.
    fn blocks(&self, other: &Self) -> bool {
        self.terms.price > other.terms.price && self.plan != other.plan
    }
}

/// The plan that results from these entries, even if it has ended; `None` without a counting entry.
///
/// In the order of the entries:
/// - An entry begins when it was given, if no plan is active then.
/// - The same plan given again begins when the current term ends.
/// - An equally or more expensive plan begins at once. It ends after its own days, or when the current one would have
///   ended if that time was paid for or given, whichever is later; the remaining days are not added.
/// - A cheaper plan adds its days to the current one, unless it is free.
pub(crate) fn derive(entries: &[Entry]) -> Option<Held<'_>> {
    walk(entries, |_| true).0
}

fn walk(entries: &[Entry], counts: impl Fn(&Entry) -> bool) -> (Option<Held<'_>>, Vec<Span>) {
    let mut order: Vec<&Entry> = entries.iter().filter(|one| one.disputed_since.is_none() && counts(one)).collect();
    order.sort_by_key(|one| one.from);
    let (mut held, mut spans): (Option<Held<'_>>, Vec<Span>) = (None, Vec::new());
    for entry in order {
        let own = entry.ends_alone();
        let next = match held.filter(|held| held.until > entry.from) {
            None => Held { entry, until: own, owed_until: if entry.is_owed() { own } else { entry.from } },
            Some(present) if present.entry.blocks(entry) => {
                let more = if entry.is_owed() { entry.time() } else { TimeDelta::zero() };
                Held { until: present.until + more, owed_until: present.owed_until + more, ..present }
            }
            Some(present) if present.entry.plan == entry.plan && entry.is_owed() => {
                let until = present.until + entry.time();
                Held { entry, until, owed_until: until }
            }
            Some(present) => {
                let until = own.max(present.owed_until);
                Held { entry, until, owed_until: if entry.is_owed() { until } else { present.owed_until } }
            }
        };
        match spans.last_mut().filter(|last| last.until > entry.from) {
            Some(last) => last.until = next.until,
            None => spans.push(Span { from: entry.from, until: next.until }),
        }
        held = Some(next);
    }
    (held, spans)
}

/// Removes the entry of a refunded payment. Returns `false` if it has none.
pub(crate) fn refund(entries: &mut Vec<Entry>, payment: &Id<Payment>) -> bool {
    let before = entries.len();
    entries.retain(|one| one.payment.as_ref() != Some(payment));
    entries.len() < before
}

/// Suspends the entry of a disputed payment. Returns `false` if there is nothing to suspend.
pub(crate) fn dispute(entries: &mut [Entry], payment: &Id<Payment>, now: Instant) -> bool {
    let found = entries.iter_mut().find(|one| one.payment.as_ref() == Some(payment) && one.disputed_since.is_none());
    found.map(|one| one.disputed_since = Some(now)).is_some()
}

/// Restores an entry after a won dispute, with the lost time. Returns `false` if nothing was suspended.
pub(crate) fn resolve(entries: &mut [Entry], payment: &Id<Payment>, now: Instant) -> bool {
    let found = entries.iter().position(|one| one.payment.as_ref() == Some(payment));
    let Some((place, since)) = found.and_then(|place| Some((place, entries[place].disputed_since?))) else {
        return false;
    };
    entries[place].disputed_since = None;
    // A student whose time was already over when the dispute began has lost nothing.
    let was_held = walk(entries, |one| one.is_owed() && one.from <= since).0;
    if was_held.is_some_and(|held| held.until > since) {
        let (_, covered) = walk(entries, |one| one.is_owed() && one.payment.as_ref() != Some(payment));
        let lost = (now - since) - overlap(&covered, since, now);
        entries[place].added += lost.num_milliseconds().max(0);
    }
    true
}

/// How much of the time between two instants is covered by these spans.
fn overlap(spans: &[Span], from: Instant, until: Instant) -> TimeDelta {
    let within = spans.iter().map(|span| span.until.min(until) - span.from.max(from));
    within.map(|time| time.max(TimeDelta::zero())).sum()
}

#[cfg(test)]
mod tests;
