//! The dashboard of administrators.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{App, ops::dashboard::Dashboard};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, ok},
    erased::routes,
    error::Result,
};

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read_dashboard))
}

/// Read the counters, and the registrations of the last twelve months
#[utoipa::path(get, path = "/admin/dashboard", tag = "dashboard", responses((status = 200, body = Data<Dashboard>)))]
async fn read_dashboard(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.dashboard().await? }).into_response())
}
