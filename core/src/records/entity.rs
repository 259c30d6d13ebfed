//! `Entity`: the minimum that a [`Change`](super::Change) needs to know about a record.

use surrealdb::types::SurrealValue;

use super::Counter;
use crate::store::{Id, Record};

/// A record that people create, update and delete through a [`Change`](super::Change).
pub trait Entity: Record + SurrealValue + Clone {
    /// Its name in messages.
    const NOUN: &'static str;
    /// The stored fields whose values appear in audit entries, unless [`entity!`](super::entity) declares the entity.
    const AUDITED: &'static [&'static str] = &[];
    /// The fields whose values do not appear in audit entries, if [`entity!`](super::entity) declares the entity.
    const UNAUDITED: &'static [&'static str] = &[];

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

    /// Whether the value of this stored field appears in audit entries. No other field ever does.
    fn is_audited(field: &str) -> bool {
        Self::AUDITED.contains(&field)
    }

    /// A readable form of a field for audit entries, if the stored value is not readable.
    fn in_words(&self, _field: &str) -> Option<String> {
        None
    }

    /// The counters that include it in its present state.
    fn counters(&self) -> Vec<Counter> {
        Vec::new()
    }
}
