//! Extractors for handlers. Each rejection uses the error envelope and names its field.

use axum::{
    extract::{FromRequest, FromRequestParts, Multipart, Request, rejection::BytesRejection},
    http::{StatusCode, header, request::Parts},
};
use bytes::Bytes;
pub use sabi_core::typed;
use sabi_core::{
    App,
    bank::BankFilter,
    people::Actor,
    records::{IDEMPOTENCY_KEY, IdempotentRequest},
};
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use crate::{
    bounds,
    error::{Failed, Result},
};

/// A JSON body within the limits of its operation. Invalid JSON is 400, an invalid field 422 under its name, another
/// content type 415, too many bytes 413.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (shape, own) = (bounds::of_request(&request), bounds::own_id(&request));
        let bytes = json(request, state).await?;
        Ok(Self(typed(shape.read(&bytes, &own)?)?))
    }
}

/// A JSON body that may be missing: an empty body of any content type, or `null`. Otherwise like [`Body`].
pub struct OptionalBody<T>(pub Option<T>);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for OptionalBody<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (shape, own) = (bounds::of_request(&request), bounds::own_id(&request));
        let is_json = is_json(&request);
        let bytes = Bytes::from_request(request, state).await.map_err(too_large)?;
        if matches!(bytes.trim_ascii(), b"" | b"null") {
            return Ok(Self(None));
        }
        if !is_json {
            return Err(not_json());
        }
        Ok(Self(Some(typed(shape.read(&bytes, &own)?)?)))
    }
}

/// The maximum size of a body with a base64 picture: the largest picture and the rest of the body.
pub const PICTURE_BODY: usize = 8 * 1024 * 1024;

/// The fields that can hold a picture.
pub const PICTURES: [&str; 2] = ["logo", "image"];

/// A JSON body that may contain a picture: with `imageName`, the base64 in `logo` or `image` is checked and replaced by
/// an address (ruling 25). The picture is stored together with the record.
pub struct Illustrated<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Illustrated<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let (shape, own) = (bounds::of_request(&request), bounds::own_id(&request));
        let bytes = json(request, app).await?;
        let mut value = shape.read(&bytes, &own)?;
        let name = value.as_object_mut().and_then(|fields| fields.remove("imageName")).unwrap_or_default();
        let name = name.as_str().unwrap_or_default().to_owned();
        for field in PICTURES {
            let text = value.get(field).and_then(serde_json::Value::as_str).unwrap_or_default();
            if !name.is_empty() && !text.is_empty() && !is_address(text) {
                value[field] = app.hold_picture(field, name.clone(), text).await?.into();
            } else {
                bounds::check_text(field, text)?;
            }
        }
        Ok(Self(typed(value)?))
    }
}

/// A JSON body, and the request's idempotency key if the header has one: pass the key to [`App::once`].
pub struct Idempotent<B>(pub Option<IdempotentRequest>, pub B);

impl<B: FromRequest<App, Rejection = Failed>> FromRequest<App> for Idempotent<B> {
    type Rejection = Failed;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        if !request.headers().contains_key(IDEMPOTENCY_KEY) {
            return Ok(Self(None, B::from_request(request, app).await?));
        }
        let (parts, body) = request.into_parts();
        let copy = Request::from_parts(parts.clone(), body);
        let bytes = Bytes::from_request(copy, app).await.map_err(too_large)?;
        // Several headers are joined with a space, which no valid key contains, so they are refused.
        let keys: Vec<_> = parts.headers.get_all(IDEMPOTENCY_KEY).iter().map(|key| key.as_bytes()).collect();
        let call = format!("{} {}", parts.method, parts.uri.path());
        let request = IdempotentRequest::new(parts.extensions.get::<Actor>(), &call, &keys.join(&b' '), &bytes)?;
        Ok(Self(Some(request), B::from_request(Request::from_parts(parts, bytes.into()), app).await?))
    }
}

/// The header of [`Idempotent`] in the document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct KeyHeader {
    /// A text that no other request uses, such as a random UUID. A request that is sent again with the same key and
    /// body within 24 hours creates nothing more and gets the same response. With another body it gets 409.
    #[param(rename = "Idempotency-Key", nullable = false, min_length = 1, max_length = 100)]
    key: Option<String>,
}

/// The bytes of a JSON body.
async fn json<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes> {
    if !is_json(&request) {
        return Err(not_json());
    }
    Bytes::from_request(request, state).await.map_err(too_large)
}

/// Whether the content type of a request is JSON.
fn is_json(request: &Request) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.starts_with("application/json")
}

/// The error for a body of another content type.
fn not_json() -> Failed {
    let words = "This call takes JSON (content-type: application/json).";
    Failed::Malformed(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", words.into())
}

/// Whether a value is an address of a stored picture. Base64 may also begin with a slash, but not like this.
fn is_address(text: &str) -> bool {
    ["http://", "https://", "/uploads/"].iter().any(|start| text.starts_with(start))
}

/// A form with a file. Another content type is 415.
pub struct Form(pub Multipart);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = Failed;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let words = "This call takes a form with a file (content-type: multipart/form-data).";
        let wrong = |_| Failed::Malformed(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-a-form", words.into());
        Multipart::from_request(request, state).await.map(Self).map_err(wrong)
    }
}

/// The error for a body that is too large or was cut off.
pub fn too_large(rejection: BytesRejection) -> Failed {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return Failed::Malformed(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "The request is too large.".into());
    }
    Failed::malformed("The request was cut off.".into())
}

/// The path's parameters, in order.
pub struct PathIds(pub Vec<String>);

impl PathIds {
    /// The first one: the parent, if a record belongs to another one.
    pub fn first(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// The last one: the record that the call is about.
    pub fn last(&self) -> &str {
        self.0.last().map_or("", String::as_str)
    }

    /// The filter of a list of questions: subject, topic, year, section and university.
    pub fn bank_filter(&self) -> BankFilter {
        BankFilter::from_path([0, 1, 2, 3, 4].map(|place| self.or_all(place)))
    }

    /// The filter of a list of theory questions: subject, year and section.
    pub fn theory_filter(&self) -> BankFilter {
        BankFilter::from_path([self.or_all(0), "all", self.or_all(1), self.or_all(2), "all"])
    }

    fn or_all(&self, place: usize) -> &str {
        self.0.get(place).map_or("all", String::as_str)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PathIds {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let params = axum::extract::RawPathParams::from_request_parts(parts, state).await;
        let params = params.map_err(|_| Failed::no_route())?;
        let ids: Vec<_> = params.iter().map(|(_, value)| value.to_owned()).collect();
        // An impossible id matches nothing, so the store is not queried.
        if ids.iter().any(|id| id.len() > 200 || id.contains('\0')) {
            return Err(Failed::no_route());
        }
        Ok(Self(ids))
    }
}
