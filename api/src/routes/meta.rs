//! Health checks and the API's documentation.

use std::sync::OnceLock;

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use axum_extra::headers::ETag;
use bytes::Bytes;
use sabi_core::{App, Error, store::Condition};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use utoipa::openapi::OpenApi;

use crate::{
    envelope::{message, ok},
    error::Result,
    etag,
};

/// Responds as long as the process runs.
pub async fn healthz() -> Response {
    message("ok").into_response()
}

/// The response of a server that is ready.
#[derive(Serialize)]
struct Readiness {
    message: &'static str,
    /// Warnings for an operator, before something stops the server.
    warnings: Vec<String>,
}

/// Responds with 200 if the store responds and accepts writes.
pub async fn readyz(State(app): State<App>) -> Result<Response> {
    let condition = app.store.condition();
    let warnings = condition.warning().into_iter().collect();
    match condition {
        Condition::Ready | Condition::Low(_) => {}
        Condition::Full(_) => return Err(Error::Unavailable("the store's disk is full".into()).into()),
        Condition::ReadOnly(cause) | Condition::Closed(cause) => return Err(Error::Unavailable(cause).into()),
    }
    app.store.ping().await?;
    Ok(ok(Readiness { message: "ready", warnings }).into_response())
}

/// The OpenAPI document, generated once by the first request.
pub async fn openapi(generate: fn() -> OpenApi, headers: HeaderMap) -> Response {
    static DOCUMENT: OnceLock<(Bytes, Option<ETag>)> = OnceLock::new();
    let (document, tag) = DOCUMENT.get_or_init(|| {
        let document = Bytes::from(serde_json::to_vec(&generate()).unwrap_or_default());
        let tag = etag::of(&Sha256::digest(&document));
        (document, tag)
    });
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")];
    etag::answer(&headers, tag.as_ref(), || (kind, document.clone()).into_response())
}

/// A page that shows the document. Its script is served from here.
pub async fn docs() -> Response {
    const PAGE: &str = r##"<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sabi API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><script type="module" src="/docs/rapidoc.js"></script></head>
<body><rapi-doc spec-url="/api/v1/openapi.json" render-style="read" show-header="false" load-fonts="false"
 primary-color="#0f5132" schema-style="table" sort-tags="true"></rapi-doc></body></html>"##;
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], PAGE).into_response()
}
