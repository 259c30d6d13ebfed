//! Documents the failures of each operation: the envelope, and every status that a caller can get.
//!
//! Most failures follow from the rest of the document: access level, method, parameters, body. An operation lists the
//! others beside its success: `(status = 401)`. Every failure uses the envelope. Long work that reports progress as
//! JSON lines has started with status 200 by then, so its failure is the last line. Internal errors (500) are not part
//! of the contract, because no request can cause them (ruling 2).

use std::collections::HashMap;

use axum::http::StatusCode;
use sabi_core::{exam::RunningAttempt, people::Access};
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ContentBuilder, HeaderBuilder, HttpMethod, OpenApi, Ref, RefOr, Response, ResponseBuilder, Schema,
        path::{Operation, Parameter, ParameterIn},
        schema::{ObjectBuilder, SchemaType, Type},
    },
};

use crate::{
    annotations::ACCESS_KEY,
    schema::{operations, require},
};

/// A failure (ruling 1). In addition to these members it has one for each invalid field, with the message.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
struct Failure {
    /// Always false.
    #[schema(schema_with = always_false)]
    success: bool,
    /// A message for people.
    err_message: String,
    /// A slug for programs to branch on.
    reason: String,
    /// 11000 if a value that must be unique is taken.
    #[schema(nullable = false)]
    code: Option<u32>,
    /// Seconds until the next attempt is accepted.
    #[schema(nullable = false)]
    retry_after: Option<u64>,
    /// With `changed`: the record's current version. A message if the field itself is invalid.
    #[schema(schema_with = number_or_message)]
    version: Option<i64>,
    /// With `changed`: who changed the record last.
    #[schema(nullable = false)]
    changed_by: Option<String>,
    /// With `changed`: when the record was last changed.
    #[schema(nullable = false, value_type = Option<chrono::DateTime<chrono::Utc>>)]
    changed_at: Option<String>,
    /// With `stale-revision`: the current revision of the answers or grades. A message if the field itself is invalid.
    #[schema(schema_with = number_or_message)]
    revision: Option<u64>,
    /// With `attempt-closed`: how the attempt ended.
    #[schema(nullable = false)]
    state: Option<String>,
    /// With `attempt-closed`: the attempt's result, if it was submitted.
    quiz_id: Option<String>,
    /// With `in-running-mock` and `in-running-attempt`: the attempt that contains the question.
    #[schema(nullable = false)]
    attempt: Option<String>,
    /// With `running-mock` and `too-many-running`: the attempts in the way.
    #[schema(nullable = false, value_type = Option<Vec<RunningAttempt>>)]
    attempts: Option<Vec<Value>>,
    /// With `claimed` and `claim-expired`: the moderator who holds the submission.
    #[schema(nullable = false)]
    claimed_by: Option<String>,
    /// With `claimed` and `claim-expired`: the end of the claim, unless it is renewed.
    #[schema(nullable = false, value_type = Option<chrono::DateTime<chrono::Utc>>)]
    claimed_until: Option<String>,
    /// With `claimed` and `claim-expired`: whether the claim is a reservation, which lasts for days.
    #[schema(nullable = false)]
    is_reserved: Option<bool>,
    /// With `declared`: the moderator who declared the result.
    #[schema(nullable = false)]
    declared_by: Option<String>,
    /// With `too-many-claims`: the submissions that the caller has claimed.
    #[schema(nullable = false)]
    claims: Option<Vec<String>>,
    /// With `not-graded`: the answers that have no grade yet.
    #[schema(nullable = false)]
    left: Option<Vec<String>>,
    #[serde(flatten)]
    fields: HashMap<String, Value>,
}

fn always_false() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::Boolean)).enum_values(Some([false]))
}

fn number_or_message() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::Integer, Type::String]))
}

/// Common failures: the status, the name in the document, and the description.
const FAILURES: [(StatusCode, &str, &str); 11] = [
    (StatusCode::BAD_REQUEST, "Malformed", "The request cannot be read."),
    (StatusCode::UNAUTHORIZED, "Unauthenticated", "The caller is not logged in, or the credentials are wrong."),
    (StatusCode::PAYMENT_REQUIRED, "PaymentRequired", "The payment has not been received: `reason` says why."),
    (StatusCode::FORBIDDEN, "Forbidden", "The caller may not do this, or not from another site's page."),
    (StatusCode::NOT_FOUND, "NotFound", "No record has this id, or the caller may not see it."),
    (StatusCode::CONFLICT, "Conflict", "The stored data does not allow it: `reason` says why."),
    (StatusCode::PAYLOAD_TOO_LARGE, "TooLarge", "The body, or a file in it, is too large."),
    (StatusCode::UNSUPPORTED_MEDIA_TYPE, "Unsupported", "The body, or a file in it, has a type that is not accepted."),
    (StatusCode::UNPROCESSABLE_ENTITY, "Invalid", "Some fields are invalid. Each has its message."),
    (StatusCode::TOO_MANY_REQUESTS, "TooMany", "Too many attempts."),
    (StatusCode::SERVICE_UNAVAILABLE, "Unavailable", "The service is busy, or the store cannot be reached."),
];

/// Adds failures to each operation, including those that it lists itself.
pub(crate) fn document_failures(document: &mut OpenApi) {
    for (method, operation) in operations(&mut document.paths) {
        let derived = Facts::of(method, operation).failures();
        let named = |status: StatusCode| operation.responses.responses.contains_key(status.as_str());
        let known = FAILURES.iter().filter(|(status, ..)| derived.contains(status) || named(*status));
        let known: Vec<_> = known.map(|(status, name, _)| (status.as_str().to_owned(), reference(name))).collect();
        operation.responses.responses.extend(known);
    }
    let components = document.components.get_or_insert_default();
    components
        .responses
        .extend(FAILURES.map(|(status, name, words)| (name.to_owned(), response(status, words).into())));
    components.schemas.insert(Failure::name().into_owned(), Failure::schema());
    let mut parts = Vec::new();
    Failure::schemas(&mut parts);
    for (name, mut part) in parts {
        require(&mut part);
        components.schemas.entry(name).or_insert(part);
    }
}

fn reference(name: &str) -> RefOr<Response> {
    RefOr::Ref(Ref::from_response_name(name))
}

fn response(status: StatusCode, words: &str) -> Response {
    let failure = RefOr::<Schema>::Ref(Ref::from_schema_name(Failure::name()));
    let content = ContentBuilder::new().schema(Some(failure)).build();
    let response = ResponseBuilder::new().description(words).content("application/json", content);
    if !matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
        return response.build();
    }
    let seconds = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer));
    let wait = HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds to wait before the next attempt."));
    response.header("Retry-After", wait.build()).build()
}

fn written_out(parameter: &RefOr<Parameter>) -> Option<&Parameter> {
    match parameter {
        RefOr::T(parameter) => Some(parameter),
        RefOr::Ref(_) => None,
    }
}

/// The facts about an operation from which failures follow.
struct Facts {
    access: Access,
    method: HttpMethod,
    /// Whether a success creates something.
    creates: bool,
    takes_body: bool,
    takes_query: bool,
    /// The names of the path's parameters.
    path: Vec<String>,
}

impl Facts {
    fn of(method: HttpMethod, operation: &Operation) -> Self {
        let access = operation.extensions.as_ref().and_then(|extensions| extensions.get(ACCESS_KEY)).cloned();
        let parameters: Vec<_> = operation.parameters.iter().flatten().filter_map(written_out).collect();
        let in_path = parameters.iter().filter(|parameter| parameter.parameter_in == ParameterIn::Path);
        Self {
            // An operation without an access level fails the access test.
            access: access.and_then(|access| serde_json::from_value(access).ok()).unwrap_or(Access::Operator),
            method,
            creates: operation.responses.responses.contains_key(StatusCode::CREATED.as_str()),
            takes_body: operation.request_body.is_some(),
            takes_query: parameters.iter().any(|parameter| parameter.parameter_in == ParameterIn::Query),
            path: in_path.map(|parameter| parameter.name.clone()).collect(),
        }
    }

    fn failures(&self) -> Vec<StatusCode> {
        let has = |name: &str| self.path.iter().any(|parameter| parameter == name);
        let is_open = matches!(self.access, Access::Public | Access::SignedIn);
        let is_read = self.method == HttpMethod::Get;
        let changes = matches!(self.method, HttpMethod::Put | HttpMethod::Delete);
        let names_record = !self.path.is_empty() && !has("token");
        let may = [
            (StatusCode::BAD_REQUEST, self.takes_body),
            (StatusCode::UNAUTHORIZED, self.access != Access::Public),
            // Writes from other sites are refused, and records of other people are for administrators.
            (StatusCode::FORBIDDEN, !is_open || !is_read || has("userId")),
            (StatusCode::NOT_FOUND, !self.path.is_empty()),
            (StatusCode::CONFLICT, changes && names_record || self.creates),
            (StatusCode::PAYLOAD_TOO_LARGE, self.takes_body),
            (StatusCode::UNSUPPORTED_MEDIA_TYPE, self.takes_body),
            (StatusCode::UNPROCESSABLE_ENTITY, self.takes_body || self.takes_query),
            // Public writes are limited by address.
            (StatusCode::TOO_MANY_REQUESTS, self.access == Access::Public && !is_read),
            (StatusCode::SERVICE_UNAVAILABLE, true),
        ];
        may.into_iter().filter_map(|(status, may)| may.then_some(status)).collect()
    }
}
