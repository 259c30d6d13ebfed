//! What a subscription gives, derived from its entries: pure (rulings 22 and 42).
//!
//! Each payment, gift and free plan is one entry. A refunded entry is taken out, and a disputed one is passed over
//! until the dispute is decided, so a student always holds exactly what the others give. Time that a dispute kept
//! from the student is added to the entry when the dispute is won.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;

use super::Terms;
use crate::{catalogue::Plan, clock::Instant, payments::Payment, store::Id};

/// The most entries of a subscription that are kept before no more are taken.
pub(super) const MOST: usize = 200;

/// Why a plan was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue)]
#[serde(rename_all = "lowercase")]
#[surreal(untagged, lowercase)]
pub enum Source {
    /// It was paid for.
    Payment,
    /// An administrator gave it.
    Gift,
    /// It costs nothing.
    Free,
}

/// One plan that was given to a student.
#[derive(Debug, Clone, PartialEq, Eq, SurrealValue)]
pub struct Entry {
    pub source: Source,
    /// The payment it was given for, where there is one.
    pub payment: Option<Id<Payment>>,
    pub plan: Id<Plan>,
    /// The plan as it was given.
    pub terms: Terms,
    /// When it was given.
    pub from: Instant,
    /// Milliseconds beyond the days of its terms: time that disputes kept from the student and that was given back.
    pub added: i64,
    /// Since when it is disputed; it gives nothing meanwhile.
    pub disputed_since: Option<Instant>,
}

/// The plan that a student holds, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Held<'a> {
    /// The entry whose plan it is.
    pub entry: &'a Entry,
    pub until: Instant,
}

/// Time without a break in which a student has access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    from: Instant,
    until: Instant,
}

impl Entry {
    /// How long it gives access.
    fn time(&self) -> TimeDelta {
        TimeDelta::days(self.terms.duration) + TimeDelta::milliseconds(self.added)
    }

    /// Whether its time is never lost to another plan: it was paid for or given.
    fn is_owed(&self) -> bool {
        self.source != Source::Free
    }

    /// Whether it keeps another plan from taking its place: it is dearer. No plan blocks itself, even where it has
    /// become cheaper.
    fn blocks(&self, other: &Self) -> bool {
        self.terms.price > other.terms.price && self.plan != other.plan
    }
}

/// The last plan that these entries give, whether or not it has ended by now; none without an entry that counts.
///
/// In the order in which they were given:
/// - An entry begins when it was given, where nothing is held then.
/// - The same plan given again begins when the present term ends.
/// - An equal or dearer plan takes the place of the present one, but never shortens time that is owed.
/// - A cheaper plan adds its days to the dearer one that is held, unless it is a free plan.
pub(crate) fn derive(entries: &[Entry]) -> Option<Held<'_>> {
    walk(entries, |_| true).0
}

fn walk(entries: &[Entry], counts: impl Fn(&Entry) -> bool) -> (Option<Held<'_>>, Vec<Span>) {
    let mut order: Vec<&Entry> = entries.iter().filter(|one| one.disputed_since.is_none() && counts(one)).collect();
    order.sort_by_key(|one| one.from);
    let (mut held, mut spans): (Option<Held<'_>>, Vec<Span>) = (None, Vec::new());
    for entry in order {
        let own = entry.from + entry.time();
        let next = match held.filter(|held| held.until > entry.from) {
            None => Held { entry, until: own },
            Some(present) if present.entry.blocks(entry) => {
                let more = if entry.is_owed() { entry.time() } else { TimeDelta::zero() };
                Held { until: present.until + more, ..present }
            }
            Some(present) if present.entry.plan == entry.plan && entry.is_owed() => {
                Held { entry, until: present.until + entry.time() }
            }
            Some(present) if present.entry.is_owed() => Held { entry, until: own.max(present.until) },
            Some(_) => Held { entry, until: own },
        };
        match spans.last_mut().filter(|last| last.until > entry.from) {
            Some(last) => last.until = next.until,
            None => spans.push(Span { from: entry.from, until: next.until }),
        }
        held = Some(next);
    }
    (held, spans)
}

/// Takes out what a payment gave, because it was refunded. False where it gave nothing that still counts.
pub(crate) fn refund(entries: &mut Vec<Entry>, payment: &Id<Payment>) -> bool {
    let before = entries.len();
    entries.retain(|one| one.payment.as_ref() != Some(payment));
    entries.len() < before
}

/// Holds back what a payment gave, because it is disputed. False where there is nothing to hold back.
pub(crate) fn dispute(entries: &mut [Entry], payment: &Id<Payment>, now: Instant) -> bool {
    let found = entries.iter_mut().find(|one| one.payment.as_ref() == Some(payment) && one.disputed_since.is_none());
    found.map(|one| one.disputed_since = Some(now)).is_some()
}

/// Gives back what a dispute held back, with the time that it kept from the student. False where nothing was held
/// back.
pub(crate) fn resolve(entries: &mut [Entry], payment: &Id<Payment>, now: Instant) -> bool {
    let found = entries.iter().position(|one| one.payment.as_ref() == Some(payment));
    let Some((place, since)) = found.and_then(|place| Some((place, entries[place].disputed_since?))) else {
        return false;
    };
    entries[place].disputed_since = None;
    // Nothing was kept from a student whose time was over when the dispute began.
    let was_held = walk(entries, |one| one.is_owed() && one.from <= since).0;
    if was_held.is_some_and(|held| held.until > since) {
        let (_, covered) = walk(entries, |one| one.is_owed() && one.payment.as_ref() != Some(payment));
        let lost = (now - since) - overlap(&covered, since, now);
        entries[place].added += lost.num_milliseconds().max(0);
    }
    true
}

/// How much of the time between two instants these spans cover.
fn overlap(spans: &[Span], from: Instant, until: Instant) -> TimeDelta {
    let within = spans.iter().map(|span| span.until.min(until) - span.from.max(from));
    within.map(|time| time.max(TimeDelta::zero())).sum()
}

#[cfg(test)]
mod tests;
