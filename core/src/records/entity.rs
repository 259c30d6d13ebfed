//! `Entity`: the minimum that a [`Change`](super::Change) needs to know about a record.

use surrealdb::types::SurrealValue;

use super::Tally;
use crate::store::{Id, Record};

/// A record that people create, update and delete through a [`Change`](super::Change).
pub trait Entity: Record + SurrealValue + Clone {
    /// Its name in messages.
    const NOUN: &'static str;
    /// The stored fields whose values appear in audit entries. No other field ever does.
    const AUDITED: &'static [&'static str];

    /// Whether its texts may show uploaded pictures, which are then counted.
    const ILLUSTRATED: bool = true;

    /// Whether many people link to it at the same moment. Locks on it are then spread over several rows.
    const SHARED: bool = false;

    /// Its id.
    fn id(&self) -> &Id<Self>;

    /// Its version, increased by each change (ruling 33); 0 if this kind has no versions.
    fn version(&self) -> i64 {
        0
    }

    /// A readable form of a field for audit entries, if the stored value is not readable.
    fn in_words(&self, _field: &str) -> Option<String> {
        None
    }

    /// The counters that include it in its present state.
    fn tallies(&self) -> Vec<Tally> {
        Vec::new()
    }
}
