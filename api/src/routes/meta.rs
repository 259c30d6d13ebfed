//! Whether the server lives, and what it offers.

use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use sabi_core::App;

use crate::{envelope::message, error::Result};

/// The process answers.
pub async fn healthz() -> Response {
    message("ok").into_response()
}

/// The store answers.
pub async fn readyz(State(app): State<App>) -> Result<Response> {
    app.store.ping().await?;
    Ok(message("ready").into_response())
}

/// The OpenAPI document.
pub async fn openapi() -> Response {
    Json(crate::document()).into_response()
}

/// A page that shows the document; its script is served from here, not from elsewhere.
pub async fn docs() -> Response {
    const PAGE: &str = r##"<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sabi API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><script type="module" src="/docs/rapidoc.js"></script></head>
<body><rapi-doc spec-url="/api/v1/openapi.json" render-style="read" show-header="false" load-fonts="false"
 primary-color="#0f5132" schema-style="table" sort-tags="true"></rapi-doc></body></html>"##;
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], PAGE).into_response()
}
