//! The audit log (ruling 28): list and CSV export.

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use sabi_core::{
    App, Error,
    audit::{Audit, AuditView},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    cells::harmless,
    envelope::{Listed, ok},
    error::Result,
    gate::Caller,
    listing::{ListParams, Listing},
    stream::pieces,
    type_erased::routes,
};

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_audit)).routes(routes!(export_audit))
}

/// List the audit log, newest first
#[utoipa::path(
    get, path = "/admin/audit", tag = "audit",
    params(ListParams<Audit>),
    responses((status = 200, body = Listed<AuditView>)),
)]
async fn list_audit(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Listed::from(app.list_audit(&query).await?)).into_response())
}

/// Export the whole audit log as CSV, with the same filters; needs re-authentication. A transfer that is cut off is
/// incomplete
#[utoipa::path(
    get, path = "/admin/audit/export", tag = "audit",
    params(
        ("q" = Option<String>, Query),
        ("entity" = Option<String>, Query),
        ("record" = Option<String>, Query),
        ("action" = Option<String>, Query),
        ("user" = Option<String>, Query),
        ("from" = Option<String>, Query, description = "Earliest day, in West Africa Time, or instant"),
        ("to" = Option<String>, Query, description = "Latest day, in West Africa Time, or instant"),
    ),
    responses((status = 200, content_type = "text/csv", body = String)),
)]
async fn export_audit(State(app): State<App>, Caller(actor): Caller, Listing(query): Listing) -> Result<Response> {
    actor.require_recent_login()?;
    let mut batches = Box::pin(app.export_audit(query));
    // The first entries are read before the headers are sent, so that a wrong filter gets an error response.
    let first = batches.try_next().await?.unwrap_or_default();
    let rows = stream::iter([csv(None), csv(Some(&first))]);
    let rest = batches.map(|batch| csv(Some(&batch?)));
    let mut response = pieces("text/csv; charset=utf-8", rows.chain(rest));
    let name = HeaderValue::from_static("attachment; filename=\"audit.csv\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

/// These rows as CSV; the header line if `None`.
fn csv(rows: Option<&[AuditView]>) -> Result<Bytes, Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let Some(rows) = rows else {
        let heading = ["at", "who", "action", "entity", "record", "before", "after", "request"];
        writer.write_record(heading).map_err(Error::internal)?;
        return writer.into_inner().map(Bytes::from).map_err(Error::internal);
    };
    for row in rows {
        let json = |fields: &serde_json::Map<_, _>| serde_json::to_string(fields).unwrap_or_default();
        let at = row.at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true);
        let (before, after) = (json(&row.before), json(&row.after));
        let request = row.request.as_deref().unwrap_or_default();
        let fields = [&at, &row.who, &row.action, &row.entity, &row.record, &before, &after, request];
        writer.write_record(fields.map(harmless)).map_err(Error::internal)?;
    }
    writer.into_inner().map(Bytes::from).map_err(Error::internal)
}
