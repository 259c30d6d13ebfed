//! What a text is to people and to spreadsheets: when two are the same, which is meant, which is a formula.

mod fold;
mod formula;
mod nearest;

pub(crate) use fold::{folded, unmarked};
pub use formula::{begins_like_formula, is_number};
pub(crate) use nearest::nearest;
