//! Exports of question banks, in the formats of imports.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, FieldErrors,
    bank::{Export, ExportReport, ExportRequest, ItemKind, formats::Format},
    records::ListQuery,
    typed::{REQUIRED, WHOLE_NUMBER, wrong},
};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, ok},
    error::Result,
    listing::Listing,
    stream::file,
    type_erased::routes,
};

/// The selection and format of an export.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct ExportParams {
    /// The slug of the exam.
    #[param(max_length = 500)]
    exam: String,
    /// The title of the subject.
    #[param(max_length = 500)]
    subject: String,
    year: i64,
    /// The title of the university; for POST UTME only, and needed there.
    #[param(max_length = 500)]
    university: Option<String>,
    format: Format,
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(export_questions))
        .routes(routes!(export_theories))
        .routes(routes!(question_losses))
        .routes(routes!(theory_losses))
}

/// Export the questions of a year as a file; a transfer that is cut off is incomplete
#[utoipa::path(
    get, path = "/admin/questions/export", tag = "bank",
    params(ExportParams),
    responses((status = 200, content(
        (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (String = "text/csv"),
        (String = "text/plain"),
        (String = "application/xml"),
        (String = "application/jsonl"),
    ))),
)]
async fn export_questions(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    sent(app.export_items(ItemKind::Choice, &ask(query)?).await?)
}

/// Export the theory questions of a year as a file; not in Aiken
#[utoipa::path(
    get, path = "/admin/theories/export", tag = "bank",
    params(ExportParams),
    responses((status = 200, content(
        (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (String = "text/csv"),
        (String = "text/plain"),
        (String = "application/xml"),
        (String = "application/jsonl"),
    ))),
)]
async fn export_theories(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    sent(app.export_items(ItemKind::Essay, &ask(query)?).await?)
}

/// Count the questions of an export, and list what its format cannot contain
#[utoipa::path(
    get, path = "/admin/questions/export/losses", tag = "bank",
    params(ExportParams),
    responses((status = 200, body = Data<ExportReport>)),
)]
async fn question_losses(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    let data = app.export_items(ItemKind::Choice, &ask(query)?).await?.report().await?;
    Ok(ok(Data { data }).into_response())
}

/// Count the theory questions of an export, and list what its format cannot contain
#[utoipa::path(
    get, path = "/admin/theories/export/losses", tag = "bank",
    params(ExportParams),
    responses((status = 200, body = Data<ExportReport>)),
)]
async fn theory_losses(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    let data = app.export_items(ItemKind::Essay, &ask(query)?).await?.report().await?;
    Ok(ok(Data { data }).into_response())
}

fn sent(export: Export) -> Result<Response> {
    let (name, kind) = (export.file_name.clone(), export.content_type());
    file(&name, kind, export.into_stream())
}

/// Parses the parameters; every invalid one is named.
fn ask(ListQuery { mut filters, .. }: ListQuery) -> Result<ExportRequest> {
    let mut text =
        |name: &str| filters.remove(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    let (exam, subject, university) = (text("exam"), text("subject"), text("university"));
    let year = text("year").and_then(|year| year.parse().ok());
    let format = text("format").map(|word| word.parse::<Format>());
    let mut errors = FieldErrors::default();
    errors.check(exam.is_some(), "exam", wrong("exam", REQUIRED));
    errors.check(subject.is_some(), "subject", wrong("subject", REQUIRED));
    errors.check(year.is_some(), "year", wrong("year", WHOLE_NUMBER));
    match &format {
        None => errors.add("format", wrong("format", REQUIRED)),
        Some(Err(error)) => errors.add("format", error.to_string()),
        Some(Ok(_)) => {}
    }
    for name in filters.keys() {
        errors.add(name, wrong(name, "is not known here"));
    }
    errors.done()?;
    let (exam, subject, year) = (exam.unwrap_or_default(), subject.unwrap_or_default(), year.unwrap_or_default());
    let format = format.and_then(std::result::Result::ok).unwrap_or(Format::Xlsx);
    Ok(ExportRequest { exam, subject, year, university, format })
}
