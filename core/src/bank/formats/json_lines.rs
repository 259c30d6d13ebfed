//! JSON Lines: one object per line, with the importer's column names.

use std::collections::HashMap;

use serde::{Serializer as _, de::IgnoredAny, ser::Error as _};
use serde_json::{Map, Value};

use super::{
    FileItem, Format,
    source::{ParsedFile, ReadError, Rows},
};

/// The longest line, in bytes: the fullest row with every character escaped.
const MAX_LINE: usize = 2 * 1024 * 1024;
/// Maximum number of different names.
const MAX_COLUMNS: usize = 200;

/// Reads rows.
///
/// # Errors
/// [`ReadError`] for a file without rows, or beyond the limits.
pub(super) fn read(text: &str) -> Result<ParsedFile, ReadError> {
    if is_document(text) {
        let why = "it is one JSON document; write each question as an object on a line of its own (JSON Lines)";
        return Err(ReadError::broken(Format::Jsonl, why));
    }
    let mut columns: HashMap<String, u32> = HashMap::new();
    let mut names: Vec<String> = Vec::new();
    let mut rows = Rows::under(1, ["question"])?.of_lines();
    for (line, words) in (1..).zip(text.lines()).filter(|(_, words)| !words.trim().is_empty()) {
        if words.len() > MAX_LINE {
            return Err(ReadError::broken_at(Format::Jsonl, line, "there are more than 2 MiB"));
        }
        let fields: Map<String, Value> = match serde_json::from_str(words) {
            Ok(fields) => fields,
            Err(error) => {
                let why = format!("The line is no JSON object: {}.", reason(&error));
                rows.source.refuse(line, "question", why)?;
                continue;
            }
        };
        let nested = fields.iter().find(|(_, value)| value.is_array() || value.is_object());
        if let Some((name, _)) = nested {
            rows.source.refuse(line, name, "The value is no text and no number.")?;
            continue;
        }
        let mut cells = Vec::with_capacity(fields.len());
        for (name, value) in &fields {
            let column = match columns.get(name) {
                Some(column) => *column,
                None if names.len() == MAX_COLUMNS => {
                    return Err(ReadError::broken_at(Format::Jsonl, line, "there are more than 200 different names"));
                }
                None => {
                    let column = u32::try_from(names.len()).unwrap_or(u32::MAX);
                    names.push(name.clone());
                    columns.insert(name.clone(), column);
                    column
                }
            };
            let text = match value {
                Value::Null => continue,
                Value::String(text) => text.clone(),
                Value::Bool(is) => is.to_string().to_uppercase(),
                other => other.to_string(),
            };
            cells.push((column, text));
        }
        rows.push(line, cells.iter().map(|(column, text)| (*column, text.as_str())))?;
    }
    let headers = Rows::under(1, names.iter().map(String::as_str))?.source.sheet.rows;
    if !headers.is_empty() {
        rows.source.sheet.rows.splice(..1, headers);
    }
    rows.done(Format::Jsonl)
}

/// Whether a text is one JSON document, an array or an object over several lines, instead of an object per line.
fn is_document(text: &str) -> bool {
    let text = text.trim_start();
    let first = text.lines().next().unwrap_or_default().trim_end();
    text.starts_with('[') || first == "{" || first.starts_with('{') && !is_object(first) && is_object(text)
}

fn is_object(text: &str) -> bool {
    text.trim_end().ends_with('}') && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// The error and its column. The caller adds the line.
fn reason(error: &serde_json::Error) -> String {
    let words = error.to_string();
    let words = words.split(" at line ").next().unwrap_or_default().trim_end_matches('.');
    format!("{words} (column {})", error.column())
}

/// A question as a line, without empty fields.
pub(super) fn line(item: &FileItem) -> String {
    let mut text = Vec::new();
    let cells = item.cells().into_iter().filter(|(_, cell)| !cell.is_empty());
    let written = serde_json::Serializer::new(&mut text).collect_map(cells);
    // Writing to memory cannot fail.
    let line = written.and_then(|()| String::from_utf8(text).map_err(serde_json::Error::custom));
    line.unwrap_or_default() + "\n"
}
