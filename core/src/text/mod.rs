//! Text comparison (equal names, similar names, and formulas), and numbers as text.

mod beginning;
mod fold;
mod formula;
mod nearest;

pub(crate) use beginning::beginning;
pub use fold::folded;
pub(crate) use fold::{is_unseen, unmarked};
pub use formula::{begins_like_formula, is_number};
pub(crate) use nearest::nearest;

/// Digits in groups of three: `10,000,000`.
pub fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number with its noun: `1 day`, `3 days`.
pub fn counted(count: impl TryInto<u64>, noun: &str) -> String {
    let count = count.try_into().unwrap_or_default();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
