//! The record of changes (ruling 28): to read, and to take away as CSV.

use std::convert::Infallible;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use sabi_core::{App, Error, audit::AuditView, store::resource::ListQuery};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    envelope::{Listed, ok},
    error::Result,
    extract::Listing,
};

/// Rows read at once while exporting.
const BATCH: u64 = 1000;

pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_audit)).routes(routes!(export_audit))
}

/// The record of changes, newest first
#[utoipa::path(get, path = "/admin/audit", tag = "audit",
    params(("page" = Option<u64>, Query), ("limit" = Option<u64>, Query), ("q" = Option<String>, Query), ("entity" = Option<String>, Query),
        ("record" = Option<String>, Query), ("action" = Option<String>, Query), ("user" = Option<String>, Query)),
    responses((status = 200, body = Listed<AuditView>)))]
async fn list_audit(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Listed::from(app.list_audit(&query).await?)).into_response())
}

/// The record of changes as CSV, with the same filters
#[utoipa::path(get, path = "/admin/audit/export", tag = "audit", responses((status = 200, content_type = "text/csv", body = String)))]
async fn export_audit(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    // The first rows before the headers leave, so that a wrong filter is an answer and no torn file.
    let mut rows = app.list_audit(&ListQuery { page: Some(1), limit: Some(BATCH), ..query.clone() }).await?.rows;
    let stream = async_stream::stream! {
        yield Ok::<_, Infallible>(csv(None).unwrap_or_default());
        for page in 2.. {
            let full = rows.len() as u64 == BATCH;
            yield Ok(csv(Some(&rows)).unwrap_or_default());
            if !full {
                return;
            }
            match app.list_audit(&ListQuery { page: Some(page), limit: Some(BATCH), ..query.clone() }).await {
                Ok(next) => rows = next.rows,
                Err(error) => {
                    tracing::error!(%error, "the record could not be exported to its end");
                    return;
                }
            }
        }
    };
    let mut response = Body::from_stream(stream).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"audit.csv\""));
    Ok(response)
}

/// The heading, or rows.
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

/// A spreadsheet would run a cell that begins like a formula (OWASP: CSV injection).
fn harmless(cell: &str) -> String {
    match cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{cell}"),
        false => cell.to_owned(),
    }
}
