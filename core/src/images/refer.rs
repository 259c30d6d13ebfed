//! The pictures that a record uses, and their counters.

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
pub(crate) fn shown(text: &str) -> impl Iterator<Item = &str> {
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
            for name in shown(text) {
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

/// The value of a form's picture field: an address is the new picture, `null` is none, and an empty text keeps the
/// old one, because the documents' forms send it if no file was chosen.
pub(crate) fn chosen(given: Option<String>, old: Option<&String>) -> Option<String> {
    match given {
        Some(address) if address.is_empty() => old.cloned(),
        given => given,
    }
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

    #[test]
    fn a_form_chooses_keeps_or_clears() {
        let old = "/uploads/old.png".to_owned();
        assert_eq!(chosen(Some("/uploads/new.png".into()), Some(&old)).as_deref(), Some("/uploads/new.png"));
        assert_eq!(chosen(Some(String::new()), Some(&old)), Some(old.clone()));
        assert_eq!(chosen(None, Some(&old)), None);
        assert_eq!(chosen(Some(String::new()), None), None);
    }
}
