//! YAML that people write, read within bounds.

use serde::Serialize;
use serde_json::Value;
use serde_saphyr::{Error, budget::BudgetBreach};

/// The most values of a text.
const NODES: usize = 100_000;
/// How deep they may stand in one another.
const DEPTH: usize = 16;
/// Text that is shorter than this stands on one line.
const UNFOLDED: usize = 1_000_000;

/// Reads a text. What begins with a zero is text, as the minutes 00 are.
///
/// # Errors
/// In a sentence for people.
pub fn read(text: &str) -> Result<Value, String> {
    let options = serde_saphyr::options! {
        // An alias stands for what it names as often as it is named.
        budget: serde_saphyr::budget! {
            max_anchors: 0,
            max_aliases: 0,
            max_merge_keys: 0,
            max_depth: DEPTH,
            max_nodes: NODES,
            max_documents: 1,
        },
        leading_zero_numbers_as_strings: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| words(&error))
}

/// Writes a value.
pub fn write(value: &impl Serialize) -> anyhow::Result<String> {
    let options = serde_saphyr::ser_options! { prefer_block_scalars: true, min_fold_chars: UNFOLDED };
    Ok(serde_saphyr::to_string_with_options(value, options)?)
}

fn words(error: &Error) -> String {
    let (what, location) = match error {
        Error::Budget { breach, location } => (bound(breach).to_owned(), location),
        Error::DuplicateMappingKey { key: Some(key), location } => (format!("{key} stands there twice"), location),
        other => return format!("{other}."),
    };
    format!("{what} (line {}, column {}).", location.line(), location.column())
}

fn bound(breach: &BudgetBreach) -> &'static str {
    match breach {
        BudgetBreach::Anchors { .. } | BudgetBreach::Aliases { .. } => "Anchors and aliases are not taken",
        BudgetBreach::Depth { .. } => "It is nested too deeply",
        BudgetBreach::Documents { .. } => "It holds more than one document",
        _ => "It is too large",
    }
}
