//! Makes the document say what is true of every answer and every request: in an answer a field that may
//! be null is still always there, and in a request each text and each list has a maximum.

use std::collections::BTreeSet;

use serde_json::Value;
use utoipa::openapi::{
    HttpMethod, OpenApi, Paths, RefOr, Schema,
    path::Operation,
    schema::{ArrayItems, SchemaType, Type},
};

use crate::bounds;

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

pub(crate) fn require(schema: &mut RefOr<Schema>) {
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

/// Gives every text and list of the schemas that a request's body reaches a maximum, where its type
/// states none (`max_length`, `max_items`). [`bounds`] holds requests to what the document then says.
pub(crate) fn bound_requests(document: &mut OpenApi) {
    let asked = asked(document);
    let Some(components) = &mut document.components else { return };
    for (_, schema) in components.schemas.iter_mut().filter(|(name, _)| asked.contains(*name)) {
        bound(schema);
    }
}

fn bound(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            if is_text(&object.schema_type) {
                object.max_length.get_or_insert(bounds::TEXT);
            }
            object.properties.values_mut().for_each(bound);
        }
        RefOr::T(Schema::Array(array)) => {
            array.max_items.get_or_insert(bounds::LIST);
            if let ArrayItems::RefOrSchema(item) = &mut array.items {
                bound(item);
            }
        }
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(bound),
        RefOr::T(Schema::OneOf(one)) => one.items.iter_mut().for_each(bound),
        RefOr::T(Schema::AnyOf(any)) => any.items.iter_mut().for_each(bound),
        _ => {}
    }
}

/// Every operation, with its method.
pub(crate) fn operations(paths: &mut Paths) -> impl Iterator<Item = (HttpMethod, &mut Operation)> {
    paths.paths.values_mut().flat_map(|item| {
        let all = [
            (HttpMethod::Get, &mut item.get),
            (HttpMethod::Post, &mut item.post),
            (HttpMethod::Put, &mut item.put),
            (HttpMethod::Delete, &mut item.delete),
        ];
        all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
    })
}

fn is_text(kind: &SchemaType) -> bool {
    match kind {
        SchemaType::Type(kind) => *kind == Type::String,
        SchemaType::Array(kinds) => kinds.contains(&Type::String),
        SchemaType::AnyValue => false,
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
