//! JSON values as the cells of tables, CSV and workbooks.

use std::borrow::Cow;

use sabi_core::text::{begins_like_formula, is_number};
use serde_json::{Map, Value};

/// The fields by which people recognise a reference, the best first.
const KNOWN_BY: [&str; 6] = ["title", "name", "section_name", "email", "slug", "_id"];

/// The text of a value in a cell: a reference as its title, a list as its entries.
pub fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(entries) => entries.iter().map(text).collect::<Vec<_>>().join("; "),
        Value::Object(fields) => {
            let known = KNOWN_BY.iter().find_map(|name| fields.get(*name)).and_then(Value::as_str);
            known.map_or_else(|| value.to_string(), str::to_owned)
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// The field with this name, `user.email` meaning a field of a nested record; null if it is missing.
pub fn at<'a>(fields: &'a Map<String, Value>, name: &str) -> &'a Value {
    let (first, rest) = name.split_once('.').map_or((name, None), |(first, rest)| (first, Some(rest)));
    let value = fields.get(first).unwrap_or(&Value::Null);
    match (value, rest) {
        (Value::Object(inner), Some(rest)) => at(inner, rest),
        (_, Some(_)) => &Value::Null,
        (value, None) => value,
    }
}

/// The value that an export shows in this column. The two sides of an audited change are shown in full, because a title
/// alone would hide the rest.
pub fn shown<'a>(row: &'a Map<String, Value>, column: &str) -> Cow<'a, Value> {
    let value = at(row, column);
    match value {
        Value::Object(fields) if matches!(column, "before" | "after") => {
            Cow::Owned(if fields.is_empty() { Value::Null } else { Value::String(value.to_string()) })
        }
        _ => Cow::Borrowed(value),
    }
}

/// A value made safe for spreadsheets: no text begins like a formula.
pub fn csv(value: &Value) -> String {
    if value.is_number() { value.to_string() } else { harmless(&text(value)) }
}

/// A text made safe for spreadsheets: one that begins like a formula, also after blanks, gets an apostrophe (OWASP: CSV
/// injection). Numbers stay numbers.
pub fn harmless(cell: &str) -> String {
    let may_run = cell.starts_with(['\t', '\r', '\n']) || begins_like_formula(cell);
    match may_run && !is_number(cell) {
        true => format!("'{cell}"),
        false => cell.to_owned(),
    }
}

/// A number with two decimals; zero has no sign.
pub fn figure(value: f64) -> String {
    let text = format!("{value:.2}");
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|byte| matches!(byte, b'0' | b'.')) => zero.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_cell_begins_like_a_formula() {
        for cell in [
            "=HYPERLINK(\"http://x\",\"y\")",
            "+1",
            "-1+1",
            "-",
            "-1.",
            "-.5",
            "--1",
            "@SUM(1)",
            "\t=1+1",
            "\r=1",
            "\n=1",
            " =1+1",
            "\u{3000}=1",
            "\u{ff1d}1+1",
            "\u{ff0b}1",
            "\u{ff0d}1",
            "\u{ff20}sum",
            " \u{ff1d}1",
        ] {
            assert_eq!(harmless(cell), format!("'{cell}"));
        }
        for cell in ["", " ", "1=1", "ada@sabi.test", "{\"a\":\"=1\"}", "-1", "-1.00", "-0.5"] {
            assert_eq!(harmless(cell), cell);
        }
    }

    #[test]
    fn zero_has_no_sign() {
        for (value, shown) in [(-1.0, "-1.00"), (-0.004, "0.00"), (-0.0, "0.00"), (0.005, "0.01"), (-0.25, "-0.25")] {
            assert_eq!(figure(value), shown);
        }
    }

    #[test]
    fn a_change_is_shown_whole() {
        let row = json!({ "after": { "title": "Maths", "status": false }, "before": {}, "user": { "title": "Ada" } });
        let row = row.as_object().unwrap();
        let after = csv(&shown(row, "after"));
        assert!(after.contains(r#""title":"Maths""#) && after.contains(r#""status":false"#), "{after}");
        assert_eq!((csv(&shown(row, "before")), csv(&shown(row, "user"))), (String::new(), "Ada".into()));
    }

    #[test]
    fn a_value_is_shown_as_people_know_it() {
        for (value, shown) in [
            (json!(null), ""),
            (json!("=1"), "'=1"),
            (json!(-5), "-5"),
            (json!({ "_id": "e1", "slug": "jamb-utme", "title": "JAMB UTME" }), "JAMB UTME"),
            (json!({ "_id": "e1" }), "e1"),
            (json!([{ "_id": "c1", "title": "=Law" }, "b"]), "'=Law; b"),
            (json!({ "percent": 5 }), r#"{"percent":5}"#),
        ] {
            assert_eq!(csv(&value), shown);
        }
    }
}
