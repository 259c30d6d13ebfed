//! Text comparison: equal names, similar names, and formulas.

mod fold;
mod formula;
mod nearest;

pub(crate) use fold::{folded, unmarked};
pub use formula::{begins_like_formula, is_number};
pub(crate) use nearest::nearest;
