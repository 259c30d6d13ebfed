//! Makes the document say what is true of answers: a field that may be null is still always there.

use std::collections::BTreeSet;

use serde_json::Value;
use utoipa::openapi::{OpenApi, RefOr, Schema};

/// Marks every property of the schemas that only answers use as required. What a request's body
/// reaches stays as it is: there a missing field and null mean the same.
pub(crate) fn require_answers(document: &mut OpenApi) {
    let asked = asked(document);
    let Some(components) = &mut document.components else { return };
    for (name, schema) in &mut components.schemas {
        if !asked.contains(name) {
            require(schema);
        }
    }
}

fn require(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            object.required = object.properties.keys().cloned().collect();
            object.properties.values_mut().for_each(require);
        }
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(require),
        RefOr::T(Schema::OneOf(one)) => one.items.iter_mut().for_each(require),
        _ => {}
    }
}

/// The names of the schemas that a request's body reaches.
fn asked(document: &OpenApi) -> BTreeSet<String> {
    let whole = serde_json::to_value(document).unwrap_or_default();
    let mut found = BTreeSet::new();
    let mut open = Vec::new();
    for operations in whole["paths"].as_object().into_iter().flat_map(|paths| paths.values()) {
        for operation in operations.as_object().into_iter().flat_map(|operations| operations.values()) {
            names(&operation["requestBody"], &mut open);
        }
    }
    while let Some(name) = open.pop() {
        if !found.contains(&name) {
            names(&whole["components"]["schemas"][&name], &mut open);
            found.insert(name);
        }
    }
    found
}

fn names(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(keys) => {
            if let Some(name) = keys.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next()) {
                into.push(name.to_owned());
            }
            keys.values().for_each(|value| names(value, into));
        }
        Value::Array(items) => items.iter().for_each(|item| names(item, into)),
        _ => {}
    }
}
