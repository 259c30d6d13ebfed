//! Holds every answer that a test receives against the OpenAPI document.

use std::sync::LazyLock;

use axum::http::{HeaderMap, Method, StatusCode, header};
use sabi_core::resources::BackOffice;
use serde_json::Value;

use super::words;
use crate::pretend::Pretend;

/// With the pretend entity of the tests.
static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(sabi_api::document_of::<(BackOffice, Pretend)>()).unwrap());

/// A request, as far as it says which operation answers it.
pub struct Asked {
    method: Method,
    path: String,
}

impl Asked {
    pub fn new(method: &Method, path: &str) -> Self {
        Self { method: method.clone(), path: path.to_owned() }
    }

    /// The operation that answers, with its method and path; none where the document has none.
    fn operation(&self) -> Option<(String, &'static Value)> {
        // A HEAD is answered as the GET without its body.
        let method = if self.method == Method::HEAD { Method::GET } else { self.method.clone() };
        let paths = DOCUMENT["paths"].as_object().unwrap();
        let fits = paths.keys().filter(|template| fits(template, &self.path));
        // The router prefers what is written out to a parameter, from the left.
        let template = fits.min_by_key(|template| template.split('/').map(is_parameter).collect::<Vec<_>>())?;
        let operation = paths[template].get(method.as_str().to_lowercase())?;
        Some((format!("{method} {template}"), operation))
    }

    /// Fails where the operation answers with a status or a kind of content that the document does not name.
    pub fn expects(&self, status: StatusCode, headers: &HeaderMap) {
        let Some((name, operation)) = self.operation() else {
            let is_ours =
                self.path.starts_with("/api/") && !["/api/v1/openapi.json", "/api/docs"].contains(&self.path.as_str());
            let is_refused = [StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED].contains(&status);
            assert!(is_refused || !is_ours, "{} {} is no operation, yet answers {status}", self.method, self.path);
            return;
        };
        let response = &operation["responses"][status.as_str()];
        assert!(!response.is_null(), "{name} answers {status}, which the document does not name");
        if [StatusCode::NOT_MODIFIED, StatusCode::NO_CONTENT].contains(&status) {
            assert!(headers.get(header::CONTENT_TYPE).is_none(), "{name} tells the kind of nothing");
            return;
        }
        let kind = headers.get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap());
        let kind = kind.split(';').next().unwrap();
        let content = &resolved(response)["content"];
        assert!(!content[kind].is_null(), "{name} answers {status} as {kind:?}, which the document does not name");
    }

    /// Fails where the document does not know a field of the operation's body.
    pub fn knows(&self, body: &Value) {
        let (name, operation) = self.operation().expect("an operation");
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        for field in body.as_object().unwrap().keys() {
            assert!(has_field(schema, field), "the document does not know that {name} takes {field}");
        }
    }

    /// Fails where the body of a failure is not what the document calls one: beside the members that it
    /// names, each is the message of a failing field.
    pub fn expects_body(&self, status: StatusCode, body: &str) {
        let Some((name, _)) = self.operation() else { return };
        if self.method == Method::HEAD || !status.is_client_error() && !status.is_server_error() {
            let done = serde_json::from_str::<Value>(body).ok();
            if let Some(message) = done.as_ref().and_then(|done| done["message"].as_str()) {
                words::check(&name, message);
            }
            return;
        }
        let body: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{name} fails without JSON: {body}"));
        let failure = &DOCUMENT["components"]["schemas"]["Failure"];
        for member in failure["required"].as_array().unwrap() {
            assert!(!body[member.as_str().unwrap()].is_null(), "{name} fails without {member}: {body}");
        }
        assert_eq!(body["success"], false, "{name}");
        let wrong = body.as_object().unwrap().keys().filter(|member| failure["properties"][*member].is_null()).count();
        // The messages of several fields are joined.
        if wrong < 2 {
            words::check(&name, body["errMessage"].as_str().unwrap());
        }
        for (member, value) in body.as_object().unwrap() {
            let schema = &failure["properties"][member];
            let is_right = if schema.is_null() { value.is_string() } else { is_of(schema, value) };
            assert!(is_right, "{name} fails with {member}: {value}, which the document does not know");
            if let Some(message) = value.as_str().filter(|_| schema.is_null()) {
                words::check(&name, message);
            }
        }
    }
}

/// Whether an object of this schema can have this field.
fn has_field(schema: &'static Value, field: &str) -> bool {
    let schema = resolved(schema);
    let parts = ["allOf", "oneOf", "anyOf"].iter().flat_map(|kind| schema[kind].as_array().into_iter().flatten());
    let is_open = schema["type"] == "object" && schema["properties"].is_null();
    is_open || !schema["properties"][field].is_null() || parts.into_iter().any(|part| has_field(part, field))
}

fn is_parameter(part: &str) -> bool {
    part.starts_with('{')
}

fn fits(template: &str, path: &str) -> bool {
    let (template, path): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
    let mut parts = template.iter().zip(&path);
    template.len() == path.len() && parts.all(|(part, given)| part == given || is_parameter(part) && !given.is_empty())
}

/// The schema behind a reference.
fn resolved(value: &'static Value) -> &'static Value {
    match value["$ref"].as_str() {
        Some(name) => DOCUMENT.pointer(name.trim_start_matches('#')).unwrap_or(&Value::Null),
        None => value,
    }
}

/// Whether a value is of one of the schema's types.
fn is_of(schema: &Value, value: &Value) -> bool {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(|one| one == kind),
        one => one == kind,
    }
}
