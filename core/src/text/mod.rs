//! Text comparison: equal names, similar names, and formulas.

mod beginning;
mod fold;
mod formula;
mod nearest;

pub(crate) use beginning::beginning;
pub use fold::folded;
pub(crate) use fold::{is_unseen, unmarked};
pub use formula::{begins_like_formula, is_number};
pub(crate) use nearest::nearest;
