//! The catalogue as one file.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    catalogue::{CatalogueFile, CatalogueReport},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, ok},
    error::Result,
    extract::Body,
    gate::Caller,
    type_erased::routes,
};

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(import_catalogue)).routes(routes!(export_catalogue))
}

/// Import a catalogue file, completely or not at all; records that it does not mention stay unchanged
#[utoipa::path(
    post, path = "/admin/catalogue/import", tag = "catalogue",
    request_body = CatalogueFile,
    responses((status = 200, body = Data<CatalogueReport>)),
)]
async fn import_catalogue(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(file): Body<CatalogueFile>,
) -> Result<Response> {
    Ok(ok(Data { data: app.import_catalogue(&actor, &file).await? }).into_response())
}

/// Export the whole catalogue as a file
#[utoipa::path(
    get, path = "/admin/catalogue/export", tag = "catalogue",
    responses((status = 200, body = Data<CatalogueFile>)),
)]
async fn export_catalogue(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.export_catalogue().await? }).into_response())
}
