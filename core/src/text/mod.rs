//! Text comparison (equal names, similar names, and formulas), and numbers with their nouns.

mod beginning;
mod fold;
mod formula;
mod nearest;

pub(crate) use beginning::beginning;
pub use fold::folded;
pub(crate) use fold::{is_unseen, unmarked};
pub use formula::{begins_like_formula, is_number};
pub(crate) use nearest::nearest;

/// A number with its noun: `1 day`, `3 days`.
pub fn counted(count: impl TryInto<u64>, noun: &str) -> String {
    let count = count.try_into().unwrap_or_default();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
