//! Question banks in: imports, sample workbooks, and the first content.

use std::collections::BTreeMap;

use axum::{
    extract::{DefaultBodyLimit, Multipart, State, multipart::MultipartError},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, Error, FieldErrors,
    accounts::Actor,
    bank::{
        ImportAsk, ImportReport,
        formats::{File, Format},
    },
    seed::SeedReport,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    envelope::Data,
    error::{Failed, Result},
    extract::{Body, Form},
    gate::Caller,
    stream::{Lines, NDJSON, long},
};

/// The largest workbook (ruling 18) and the fields around it.
const UPLOAD_LIMIT: usize = 20 * 1024 * 1024 + 64 * 1024;
/// The content type of a workbook.
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The form that imports a file.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct ImportForm {
    /// A workbook, CSV, Aiken, GIFT, Moodle XML or JSON Lines; at most 20 MiB.
    #[schema(format = Binary, max_length = 20971520)]
    file: String,
    /// The slug of the exam.
    exam: String,
    /// The title of the subject.
    subject: String,
    year: i64,
    university: Option<String>,
    topic: Option<String>,
    section: Option<String>,
    dry_run: Option<bool>,
    all_or_nothing: Option<bool>,
    /// How the file is read; else its content and its name tell.
    format: Option<Format>,
}

/// Says what is seeded beside the first content.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SeedAsk {
    /// Whether the demo catalogue, banks and accounts are made too.
    #[serde(default)]
    demo: bool,
    /// Whether the countries alone are made.
    #[serde(default)]
    countries: bool,
}

pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(import_questions))
        .routes(routes!(import_theories))
        .layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
        .routes(routes!(question_sample))
        .routes(routes!(theory_sample))
}

pub fn operator() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(seed))
}

/// Import a file of questions; JSON lines with progress on request
#[utoipa::path(
    post, path = "/admin/questions/import", tag = "bank",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, content((Data<ImportReport> = "application/json"), (String = NDJSON)))),
)]
async fn import_questions(
    State(app): State<App>,
    Caller(actor): Caller,
    headers: HeaderMap,
    Form(form): Form,
) -> Result<Response> {
    let (file, ask) = read(form).await?;
    let work = |lines: Lines| async move {
        let data = app.import_questions(&actor, file, ask, &|progress| lines.progress(&progress)).await?;
        Ok(Data { data })
    };
    long(&headers, work).await
}

/// Import a file of theory questions; JSON lines with progress on request
#[utoipa::path(
    post, path = "/admin/theories/import", tag = "bank",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, content((Data<ImportReport> = "application/json"), (String = NDJSON)))),
)]
async fn import_theories(
    State(app): State<App>,
    Caller(actor): Caller,
    headers: HeaderMap,
    Form(form): Form,
) -> Result<Response> {
    let (file, ask) = read(form).await?;
    let work = |lines: Lines| async move {
        let data = app.import_theories(&actor, file, ask, &|progress| lines.progress(&progress)).await?;
        Ok(Data { data })
    };
    long(&headers, work).await
}

/// The sample workbook for questions
#[utoipa::path(
    get, path = "/admin/questions/import-sample", tag = "bank",
    responses((status = 200, content_type = XLSX, body = Vec<u8>)),
)]
async fn question_sample() -> Result<Response> {
    Ok(workbook("sabi-questions-sample.xlsx", App::question_sample()?))
}

/// The sample workbook for theory questions
#[utoipa::path(
    get, path = "/admin/theories/import-sample", tag = "bank",
    responses((status = 200, content_type = XLSX, body = Vec<u8>)),
)]
async fn theory_sample() -> Result<Response> {
    Ok(workbook("sabi-theories-sample.xlsx", App::theory_sample()?))
}

/// Put the first content in; again changes nothing
#[utoipa::path(
    post, path = "/admin/seed", tag = "bank",
    request_body = SeedAsk,
    responses((status = 200, content((Data<SeedReport> = "application/json"), (String = NDJSON)))),
)]
async fn seed(
    State(app): State<App>,
    Caller(actor): Caller,
    headers: HeaderMap,
    Body(ask): Body<SeedAsk>,
) -> Result<Response> {
    let work = |lines: Lines| async move { seeded(&app, &actor, ask, lines).await };
    long(&headers, work).await
}

async fn seeded(app: &App, actor: &Actor, ask: SeedAsk, lines: Lines) -> Result<Data<SeedReport>> {
    let data = match ask.countries {
        true => app.seed_countries(actor).await?,
        false => app.seed(actor, ask.demo, &|progress| lines.progress(&progress)).await?,
    };
    Ok(Data { data })
}

fn workbook(name: &str, bytes: Vec<u8>) -> Response {
    let place = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, XLSX.to_owned()), (header::CONTENT_DISPOSITION, place)], bytes).into_response()
}

/// The file and the fields of an import, each failing field named.
async fn read(form: Multipart) -> Result<(File, ImportAsk)> {
    let (file, fields) = parts(form).await?;
    let text = |name: &str| fields.get(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    let mut errors = FieldErrors::default();
    errors.check(file.is_some(), "file", "Choose a file");
    let mut required = |name: &str| {
        let value = text(name);
        errors.check(value.is_some(), name, format!("{name} is required"));
        value.unwrap_or_default()
    };
    let (exam, subject) = (required("exam"), required("subject"));
    let year = text("year").and_then(|year| year.parse().ok());
    errors.check(year.is_some(), "year", "year is a number");
    let mut flag = |name: &str| {
        let value = text(name);
        let known = value.as_deref().is_none_or(|value| value == "true" || value == "false");
        errors.check(known, name, format!("{name} is true or false"));
        value.as_deref() == Some("true")
    };
    let (dry_run, all_or_nothing) = (flag("dryRun"), flag("allOrNothing"));
    let format = text("format").map(|word| word.parse::<Format>());
    if let Some(Err(error)) = &format {
        errors.add("format", error.to_string());
    }
    errors.done()?;
    let (name, bytes) = file.unwrap_or_default();
    let file = File::new(bytes, &name, format.and_then(std::result::Result::ok));
    let (university, topic, section) = (text("university"), text("topic"), text("section"));
    let year = year.unwrap_or_default();
    let ask = ImportAsk { exam, subject, year, university, topic, section, dry_run, all_or_nothing };
    Ok((file, ask))
}

/// A file's name and bytes.
type Named = (String, Vec<u8>);

/// The parts of a form: the file, where there is one, and the texts by their names.
async fn parts(mut form: Multipart) -> Result<(Option<Named>, BTreeMap<String, String>)> {
    let mut file = None;
    let mut fields = BTreeMap::new();
    while let Some(part) = form.next_field().await.map_err(malformed)? {
        let name = part.name().unwrap_or_default().to_owned();
        if name == "file" {
            let name = part.file_name().unwrap_or_default().to_owned();
            file = Some((name, part.bytes().await.map_err(malformed)?.to_vec()));
            continue;
        }
        let value = part.text().await.map_err(malformed)?;
        if value.contains('\0') || value.len() > 500 {
            return Err(Error::field(name, "This value is not allowed").into());
        }
        fields.insert(name, value);
    }
    Ok((file, fields))
}

fn malformed(error: MultipartError) -> Failed {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        let words = "The file is larger than 20 MiB.";
        return Failed::Malformed(StatusCode::PAYLOAD_TOO_LARGE, "too-large", words.into());
    }
    Failed::Malformed(StatusCode::BAD_REQUEST, "malformed", "The form could not be read.".into())
}
