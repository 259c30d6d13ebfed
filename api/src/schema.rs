//! Adds to the document what is true for all responses and requests: a nullable field of a response is always present,
//! and each text and list of a request has a maximum. Also removes references to the specification, which the
//! document's readers do not have.

use std::collections::BTreeSet;

use serde_json::Value;
use utoipa::openapi::{
    HttpMethod, OpenApi, Paths, RefOr, Schema,
    path::Operation,
    schema::{ArrayItems, SchemaType, Type},
};

use crate::bounds;

/// Marks every property as required in the schemas that only responses use. Schemas of request bodies stay unchanged:
/// there, a missing field and null mean the same.
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

/// Gives every text and list in the schemas of request bodies a maximum, unless its type states one (`max_length`,
/// `max_items`). [`bounds`] enforces them.
pub(crate) fn bound_requests(document: &mut OpenApi) {
    let asked = asked(document);
    let Some(components) = &mut document.components else { return };
    for (_, schema) in components.schemas.iter_mut().filter(|(name, _)| asked.contains(*name)) {
        each(schema, &mut |schema| match schema {
            RefOr::T(Schema::Object(object)) if is_text(&object.schema_type) => {
                object.max_length.get_or_insert(bounds::MAX_TEXT);
            }
            RefOr::T(Schema::Array(array)) => {
                array.max_items.get_or_insert(bounds::MAX_LIST);
            }
            _ => {}
        });
    }
}

/// Describes the success of operations without a description.
pub(crate) fn describe_successes(document: &mut OpenApi) {
    for (method, operation) in operations(&mut document.paths) {
        let summary = operation.summary.clone();
        for (status, response) in &mut operation.responses.responses {
            let RefOr::T(response) = response else { continue };
            if !response.description.is_empty() {
                continue;
            }
            let is_read = method == HttpMethod::Get;
            response.description = match summary.as_deref() {
                Some(summary) if is_read => summary.to_owned(),
                _ if status == "201" => "The created record".to_owned(),
                _ if response.content.is_empty() => "It was done".to_owned(),
                _ => "Done: the updated record, or a message".to_owned(),
            };
        }
    }
}

/// Removes references to the specification from descriptions, because readers of the document do not have it.
pub(crate) fn leave_out_sources(document: &mut OpenApi) {
    let Some(components) = &mut document.components else { return };
    for schema in components.schemas.values_mut() {
        each(schema, &mut |schema| {
            let words = match schema {
                RefOr::Ref(reference) => Some(&mut reference.description),
                RefOr::T(Schema::Object(object)) => object.description.as_mut(),
                RefOr::T(Schema::Array(array)) => array.description.as_mut(),
                RefOr::T(Schema::AllOf(all)) => all.description.as_mut(),
                RefOr::T(Schema::OneOf(one)) => one.description.as_mut(),
                RefOr::T(Schema::AnyOf(any)) => any.description.as_mut(),
                RefOr::T(_) => None,
            };
            if let Some(words) = words {
                *words = without_sources(words);
            }
        });
    }
}

/// The text without `(ruling 33)` and `(spec 2 §5)`.
fn without_sources(words: &str) -> String {
    let mut rest = words;
    let mut kept = String::with_capacity(words.len());
    while let Some((before, after)) = rest.split_once('(') {
        match after.split_once(')') {
            Some((inner, after)) if ["ruling", "spec "].iter().any(|word| inner.starts_with(word)) => {
                kept.push_str(before.trim_end());
                rest = after;
            }
            _ => {
                kept.push_str(before);
                kept.push('(');
                rest = after;
            }
        }
    }
    kept + rest
}

/// Calls `act` for the schema and each nested schema.
fn each(schema: &mut RefOr<Schema>, act: &mut impl FnMut(&mut RefOr<Schema>)) {
    act(schema);
    match schema {
        RefOr::T(Schema::Object(object)) => object.properties.values_mut().for_each(|inner| each(inner, act)),
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(item) = &mut array.items {
                each(item, act);
            }
        }
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(|inner| each(inner, act)),
        RefOr::T(Schema::OneOf(one)) => one.items.iter_mut().for_each(|inner| each(inner, act)),
        RefOr::T(Schema::AnyOf(any)) => any.items.iter_mut().for_each(|inner| each(inner, act)),
        _ => {}
    }
}

/// All operations with their methods.
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

/// The names of the schemas that request bodies use.
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
