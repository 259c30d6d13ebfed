//! Converts [`sabi_core::Error`] to HTTP: the only place with status codes.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sabi_core::{Error, Refusal};
use serde_json::{Map, Value, json};

/// The result type of handlers.
pub type Result<T, E = Failed> = std::result::Result<T, E>;

/// The reason slug of a refused request, attached to the response for its metric.
#[derive(Clone, Copy)]
pub struct Reason(pub &'static str);

/// The error of a request.
#[derive(Debug)]
pub enum Failed {
    /// An error of core.
    Core(Error),
    /// A malformed request: status, reason and message.
    Malformed(StatusCode, &'static str, String),
}

impl<E: Into<Error>> From<E> for Failed {
    fn from(error: E) -> Self {
        Self::Core(error.into())
    }
}

impl Failed {
    /// A request that cannot be parsed (400).
    pub fn malformed(words: String) -> Self {
        Self::Malformed(StatusCode::BAD_REQUEST, "malformed", words)
    }

    /// There is no such path (404).
    pub fn no_route() -> Self {
        Self::Malformed(StatusCode::NOT_FOUND, "not-found", "There is nothing at this path.".into())
    }

    /// The path does not allow this method (405).
    pub fn no_method() -> Self {
        let words = "This path does not allow this method.";
        Self::Malformed(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", words.into())
    }

    fn parts(self) -> (StatusCode, &'static str, String, Map<String, Value>) {
        let of = |status, refusal: Refusal| (status, refusal.reason, refusal.message, refusal.facts);
        let error = match self {
            Self::Malformed(status, reason, message) => return (status, reason, message, Map::new()),
            Self::Core(error) => error,
        };
        match error {
            Error::NotFound(_) => (StatusCode::NOT_FOUND, "not-found", error.to_string(), Map::new()),
            Error::Invalid(ref fields) => {
                let keys = fields.iter().map(|(field, message)| (field.to_owned(), message.into())).collect();
                (StatusCode::UNPROCESSABLE_ENTITY, "invalid", error.to_string(), keys)
            }
            Error::PaymentRequired(refusal) => of(StatusCode::PAYMENT_REQUIRED, refusal),
            Error::Conflict(refusal) => of(StatusCode::CONFLICT, refusal),
            Error::Unauthenticated(refusal) => of(StatusCode::UNAUTHORIZED, refusal),
            Error::Forbidden(refusal) => of(StatusCode::FORBIDDEN, refusal),
            Error::TooLarge(refusal) => of(StatusCode::PAYLOAD_TOO_LARGE, refusal),
            Error::Unsupported(refusal) => of(StatusCode::UNSUPPORTED_MEDIA_TYPE, refusal),
            Error::TooMany { refusal, retry_after } => {
                let refusal = refusal.with("retryAfter", retry_after);
                of(StatusCode::TOO_MANY_REQUESTS, refusal)
            }
            Error::Unavailable(_) | Error::Contended | Error::Owned(_) => {
                tracing::warn!(%error, "the service is not available");
                let words = "Sabi is busy. Please try again in a moment.";
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable", words.into(), Map::new())
            }
            Error::Setting { .. } => Self::Core(Error::internal(error)).parts(),
            Error::Internal(cause) => {
                tracing::error!(%cause, "internal error");
                let words = "Something went wrong on our side. Please try again.";
                (StatusCode::INTERNAL_SERVER_ERROR, "internal", words.into(), Map::new())
            }
        }
    }

    /// The status and the body. A stream sends the body as its last line.
    pub fn body(self) -> (StatusCode, Value) {
        let (status, _, body) = self.response_parts();
        (status, body)
    }

    fn response_parts(self) -> (StatusCode, Reason, Value) {
        let (status, reason, message, mut keys) = self.parts();
        keys.insert("success".into(), json!(false));
        keys.insert("errMessage".into(), json!(message));
        keys.insert("reason".into(), json!(reason));
        (status, Reason(reason), Value::Object(keys))
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let (status, reason, body) = self.response_parts();
        let wait = body.get("retryAfter").and_then(Value::as_u64);
        let wait = wait.or((status == StatusCode::SERVICE_UNAVAILABLE).then_some(1));
        let mut response = (status, Json(body)).into_response();
        response.extensions_mut().insert(reason);
        if let Some(wait) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
        }
        response
    }
}
