//! What people make, change and delete: the least that a change needs to know of it.

use surrealdb::types::SurrealValue;

use super::Tally;
use crate::store::{Id, Record};

/// A record that people make, change and delete through a [`Change`](super::Change).
pub trait Entity: Record + SurrealValue + Clone {
    /// What it is called in messages.
    const NOUN: &'static str;
    /// The stored fields whose values stand in the record of changes. What is not named here never does.
    const AUDITED: &'static [&'static str];

    /// Whether its texts may show pictures of ours, which are then counted.
    const ILLUSTRATED: bool = true;

    /// Whether many people link to it at the same moment, so that locks on it are spread over several rows.
    const SHARED: bool = false;

    /// Its id.
    fn id(&self) -> &Id<Self>;

    /// How often it was changed (ruling 33); 0 for a kind that keeps no versions.
    fn version(&self) -> i64 {
        0
    }

    /// A field in words, where what is stored in it says little: this stands in the record of changes instead.
    fn in_words(&self, _field: &str) -> Option<String> {
        None
    }

    /// The counters that it counts in, as it is now.
    fn tallies(&self) -> Vec<Tally> {
        Vec::new()
    }
}
