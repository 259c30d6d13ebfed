//! Error reports from browsers.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sabi_core::{App, ops::client_errors::ClientError};
use utoipa_axum::router::OpenApiRouter;

use crate::{error::Result, extract::Body, gate::Peer, type_erased::routes};

/// The routes that anybody may call.
pub fn public() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(report_client_error))
}

/// Report an error of the web app; it is written to the log
#[utoipa::path(
    post, path = "/client-errors", tag = "meta",
    request_body = ClientError,
    responses((status = 204, description = "It has been logged."), (status = 429)),
)]
async fn report_client_error(
    State(app): State<App>,
    Peer(from): Peer,
    Body(error): Body<ClientError>,
) -> Result<Response> {
    app.report_client_error(&error, from)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
