//! Exports of whole lists, as CSV, JSON lines or a workbook.

use async_stream::try_stream;
use axum::{extract::State, response::Response};
use bytes::Bytes;
use futures::{Stream, StreamExt as _, TryStreamExt as _, stream};
use sabi_core::{
    App, Error,
    ops::export::{ExportList, ExportRow},
    typed::one_of,
};
use tokio::{sync::mpsc, task::spawn_blocking};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    cells,
    error::Result,
    extract::PathIds,
    gate::Caller,
    listing::Listing,
    stream::{NDJSON, file},
    table_file,
    type_erased::routes,
};

/// Size of the pieces in which a workbook is sent, in bytes.
const PIECE: usize = 64 * 1024;
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_list))
}

/// Export a whole list as CSV, JSON lines or a workbook; needs re-authentication. A transfer that is cut off is
/// incomplete
#[utoipa::path(
    get, path = "/admin/exports/{list}", tag = "exports",
    params(
        ("list" = String, Path, description = "students, results, subscriptions, payments, messages, newsletter or audit"),
        ("format" = Option<String>, Query, description = "csv, jsonl or xlsx; csv by default"),
        ("q" = Option<String>, Query, description = "Words to search for"),
        ("exam" = Option<String>, Query, description = "Of results, subscriptions and payments: only with this exam, by its id"),
        ("from" = Option<String>, Query, description = "From this day of West Africa Time on, as 2026-01-31, or from this instant on"),
        ("to" = Option<String>, Query, description = "Until the end of this day, or until this instant"),
    ),
    responses((status = 200, content((String = "text/csv"), (String = "application/x-ndjson"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))),
)]
async fn export_list(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Listing(mut query): Listing,
) -> Result<Response> {
    // Each of these lists contains the names of people.
    actor.require_recent_login()?;
    let list = ExportList::ALL.iter().copied().find(|list| list.name() == path.last());
    let list = list.ok_or(Error::NotFound("List"))?;
    let format = query.filters.remove("format").unwrap_or_else(|| "csv".into());
    let mut batches = app.export_list(list, query);
    // The first rows are read before the headers are sent, so that a wrong filter gets an error response.
    let first = batches.try_next().await?.unwrap_or_default();
    let batches = stream::iter([Ok(first)]).chain(batches);
    let columns = list.columns();
    let name = format!("{}.{format}", list.name());
    match format.as_str() {
        "csv" => {
            let head = stream::iter([csv(columns, None)]);
            file(&name, "text/csv; charset=utf-8", head.chain(batches.map(move |batch| csv(columns, Some(&batch?)))))
        }
        "jsonl" => file(&name, NDJSON, batches.map(|batch| lines(&batch?))),
        "xlsx" => file(&name, XLSX, workbook(columns, batches)),
        _ => Err(Error::wrong("format", &one_of(&["csv", "jsonl", "xlsx"])).into()),
    }
}

/// These rows as CSV; the header line if `None`.
fn csv(columns: &[&str], rows: Option<&[ExportRow]>) -> Result<Bytes, Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    match rows {
        None => writer.write_record(columns).map_err(Error::internal)?,
        Some(rows) => {
            for row in rows {
                let cells = columns.iter().map(|column| cells::csv(&cells::shown(row, column)));
                writer.write_record(cells).map_err(Error::internal)?;
            }
        }
    }
    writer.into_inner().map(Bytes::from).map_err(Error::internal)
}

fn lines(rows: &[ExportRow]) -> Result<Bytes, Error> {
    let mut lines = Vec::new();
    for row in rows {
        serde_json::to_writer(&mut lines, row).map_err(Error::internal)?;
        lines.push(b'\n');
    }
    Ok(lines.into())
}

/// Writes a workbook of these rows while they are read, and sends it when it is complete.
fn workbook(
    columns: &'static [&'static str],
    batches: impl Stream<Item = Result<Vec<ExportRow>, Error>> + Send + 'static,
) -> impl Stream<Item = Result<Bytes, Error>> + Send + 'static {
    try_stream! {
        let (sender, receiver) = mpsc::channel(2);
        let writing = spawn_blocking(move || table_file::write(columns, receiver));
        let mut batches = Box::pin(batches);
        while let Some(batch) = batches.next().await {
            if sender.send(batch?).await.is_err() {
                break;
            }
        }
        drop(sender);
        let book = writing.await.map_err(Error::internal)?.map_err(Error::internal)?;
        let mut book = Bytes::from(book);
        while !book.is_empty() {
            yield book.split_to(book.len().min(PIECE));
        }
    }
}
