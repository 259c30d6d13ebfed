//! The dashboard of administrators.

use axum::{
    extract::{Query, State, rejection::QueryRejection},
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, Error,
    ops::dashboard::{Dashboard, WRONG_MONTHS},
};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, ok},
    error::Result,
    type_erased::routes,
};

/// The range of the chart.
#[derive(Debug, Deserialize)]
struct Chart {
    months: Option<u32>,
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read_dashboard))
}

/// Read the counters, the registrations of the last 12 (or `months`) months, this month's revenue, and how well the bank
/// covers each exam
#[utoipa::path(
    get, path = "/admin/dashboard", tag = "dashboard",
    params(("months" = Option<u32>, Query, minimum = 1, maximum = 36)),
    responses((status = 200, body = Data<Dashboard>)),
)]
async fn read_dashboard(
    State(app): State<App>,
    chart: std::result::Result<Query<Chart>, QueryRejection>,
) -> Result<Response> {
    let Query(Chart { months }) = chart.map_err(|_| Error::field("months", WRONG_MONTHS))?;
    let data = match months {
        Some(months) => app.dashboard_of(months).await?,
        None => app.dashboard().await?,
    };
    Ok(ok(Data { data }).into_response())
}
