//! Finds the pictures that texts and records refer to, by their names in addresses below `/uploads/`, and names the
//! counter of each. `usage.rs` counts them with every change; `core/src/ops/recount.rs` checks the counts.

use std::collections::BTreeMap;

use serde_json::Value;

use super::storage::is_name;
use crate::{
    html::{UPLOADS, is_upload},
    records::Counter,
};

/// The length of a name without its ending: a SHA-256 in hex.
const HASH: usize = 64;

/// The names of the pictures that a text uses: each address below `/uploads/` with a valid picture name.
pub(crate) fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(UPLOADS).filter_map(|(at, _)| {
        let rest = &text[at + UPLOADS.len()..];
        let ending = rest.get(HASH..)?.strip_prefix('.')?;
        let ending = ending.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(ending.len());
        let name = &rest[..HASH + 1 + ending];
        is_name(name).then_some(name)
    })
}

/// The pictures that a record uses, each with the first field that uses it.
pub(crate) fn pictures(record: &Value) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (field, value) in record.as_object().into_iter().flatten() {
        walk(value, &mut |text| {
            for name in names_in(text) {
                found.entry(name.to_owned()).or_insert_with(|| field.clone());
            }
        });
    }
    found
}

fn walk(value: &Value, each: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => each(text),
        Value::Array(items) => items.iter().for_each(|item| walk(item, each)),
        Value::Object(fields) => fields.values().for_each(|field| walk(field, each)),
        _ => {}
    }
}

/// The counter of the records that use a picture.
pub(crate) fn counter(name: &str) -> Counter {
    Counter::of(format!("picture/{name}"))
}

/// Whether an address is a picture among our uploads (rulings 25 and 35): our pages load no others.
pub(crate) fn is_picture_address(address: &str) -> bool {
    let lower = address.to_ascii_lowercase();
    is_upload(address) && [".jpg", ".jpeg", ".png", ".gif"].iter().any(|ending| lower.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn pictures_are_found_anywhere_in_a_text() {
        let (one, two) = (format!("{}.png", "a".repeat(64)), format!("{}.jpg", "b".repeat(64)));
        let record = json!({
            "logo": format!("/uploads/{one}"),
            "question": format!("<p>x <img src=\"/uploads/{two}\"> and <img src='/uploads/{one}'></p>"),
            "options": [{ "option": "/uploads/short.png" }, { "option": format!("/uploads/{}.svg", "a".repeat(64)) }],
            "odd": format!("/uploads/{}", "ä".repeat(64)),
        });
        let found = pictures(&record);
        assert_eq!(found.keys().collect::<Vec<_>>(), [&one, &two]);
        assert_eq!((found[&one].as_str(), found[&two].as_str()), ("logo", "question"));
    }
}
