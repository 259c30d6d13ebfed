//! Imports of question banks, sample workbooks, and seeding.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{DefaultBodyLimit, Multipart, State, multipart::MultipartError},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, Error, FieldErrors, Refusal,
    bank::{
        ImportAsk, ImportReport, ItemKind,
        formats::Format,
        import::{ImportFiles, KeyKind, MAX_PICTURES, MAX_TOTAL},
    },
    images::MAX_BYTES,
    people::Actor,
    seed::{Demo, SeedReport},
    typed::{FLAG, REQUIRED, WHOLE_NUMBER, one_of, wrong},
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, Message, message},
    erased::routes,
    error::{Failed, Result},
    extract::{Body, Form, PathIds},
    gate::Caller,
    running::Running,
    stream::{Lines, NDJSON, long},
};

/// Size limit of a workbook with its pictures (ruling 35), including the form's overhead.
const UPLOAD_LIMIT: usize = MAX_TOTAL as usize + MAX_PICTURES * 1024;
/// The longest value of a text field, in bytes.
const LONGEST_VALUE: usize = 500;
/// Maximum number of text fields; the form has a dozen.
const MOST_FIELDS: usize = 50;
/// The content type of a workbook.
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The form that imports a file.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct ImportForm {
    /// A workbook, CSV, Aiken, GIFT, Moodle XML or JSON Lines, at most 20 MiB; or a .zip of a workbook and its
    /// pictures, at most 1 GiB unpacked.
    #[schema(format = Binary, max_length = 1073741824)]
    file: String,
    /// The pictures that cells refer to by file name, each at most 5 MB.
    #[schema(inline, max_items = 5000)]
    images: Option<Vec<Upload>>,
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
    /// The format; detected from content and name if missing.
    format: Option<Format>,
    /// Reject rows that would only get a warning.
    strict: Option<bool>,
    /// Only the rows whose columns `subject` and `year` have this subject and year.
    by_columns: Option<bool>,
    key: Option<KeyKind>,
}

/// A file in a form.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary, max_length = 5242880)]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct Upload(String);

/// What is seeded in addition to the base content.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SeedAsk {
    /// Whether demo catalogue, banks and accounts are created too.
    #[serde(default)]
    demo: bool,
    /// The size of the demo; full if missing.
    size: Option<Demo>,
    /// Whether only the countries are stored.
    #[serde(default)]
    countries: bool,
}

/// Whether this is the path template of a route that imports a file.
pub fn is_import(template: &str) -> bool {
    let path = template.strip_prefix("/api/v1");
    path.is_some_and(|path| ["/admin/questions/import", "/admin/theories/import"].contains(&path))
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(import_questions))
        .routes(routes!(import_theories))
        .routes(routes!(cancel_import))
        .layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
        .routes(routes!(question_sample))
        .routes(routes!(theory_sample))
}

/// The routes that only the operator may call.
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
    Extension(running): Extension<Running>,
    headers: HeaderMap,
    Form(form): Form,
) -> Result<Response> {
    import(app, actor, &running, &headers, form, ItemKind::Choice).await
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
    Extension(running): Extension<Running>,
    headers: HeaderMap,
    Form(form): Form,
) -> Result<Response> {
    import(app, actor, &running, &headers, form, ItemKind::Essay).await
}

/// Cancel the import whose request had this x-request-id, unless it is already being saved. The import's own response
/// says which
#[utoipa::path(
    delete, path = "/admin/imports/{id}", tag = "bank",
    params(("id" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn cancel_import(Extension(running): Extension<Running>, path: PathIds) -> Result<Response> {
    if running.cancel(path.last()) {
        return Ok(message("The import has been asked to stop.").into_response());
    }
    Err(Error::NotFound("Import").into())
}

/// The sample workbook for questions
#[utoipa::path(
    get, path = "/admin/questions/import-sample", tag = "bank",
    responses((status = 200, content_type = XLSX, body = Vec<u8>)),
)]
async fn question_sample() -> Result<Response> {
    sample(ItemKind::Choice)
}

/// The sample workbook for theory questions
#[utoipa::path(
    get, path = "/admin/theories/import-sample", tag = "bank",
    responses((status = 200, content_type = XLSX, body = Vec<u8>)),
)]
async fn theory_sample() -> Result<Response> {
    sample(ItemKind::Essay)
}

/// Seed the initial content; repeating it changes nothing
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
        false => {
            app.seed(actor, ask.demo.then(|| ask.size.unwrap_or(Demo::Full)), &|progress| lines.progress(&progress))
                .await?
        }
    };
    Ok(Data { data })
}

fn sample(kind: ItemKind) -> Result<Response> {
    let place = format!("attachment; filename=\"sabi-{}-sample.xlsx\"", kind.plural());
    let headers = [(header::CONTENT_TYPE, XLSX.to_owned()), (header::CONTENT_DISPOSITION, place)];
    Ok((headers, App::import_sample(kind)?).into_response())
}

async fn import(
    app: App,
    actor: Actor,
    running: &Running,
    headers: &HeaderMap,
    form: Multipart,
    kind: ItemKind,
) -> Result<Response> {
    let import = running.begin()?;
    let (files, ask) = import.unless_cancelled(read(form)).await??;
    let work = |lines: Lines| async move {
        let told = |progress| {
            import.hear(progress);
            lines.progress(&progress);
        };
        let data = import.run(&lines, app.import_items(kind, &actor, files, ask, &told)).await?;
        Ok(Data { data })
    };
    long(headers, work).await
}

/// Parses the files and fields of an import; every invalid field is named.
async fn read(form: Multipart) -> Result<(ImportFiles, ImportAsk)> {
    let (files, fields) = parts(form).await?;
    let text = |name: &str| fields.get(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    let mut errors = FieldErrors::default();
    errors.check(files.is_some(), "file", "Choose a file.");
    let mut required = |name: &str| {
        let value = text(name);
        errors.check(value.is_some(), name, wrong(name, REQUIRED));
        value.unwrap_or_default()
    };
    let (exam, subject) = (required("exam"), required("subject"));
    let year = text("year").and_then(|year| year.parse().ok());
    errors.check(year.is_some(), "year", wrong("year", WHOLE_NUMBER));
    let mut flag = |name: &str| {
        let value = text(name);
        let known = value.as_deref().is_none_or(|value| value == "true" || value == "false");
        errors.check(known, name, wrong(name, FLAG));
        value.as_deref() == Some("true")
    };
    let (dry_run, all_or_nothing, strict) = (flag("dryRun"), flag("allOrNothing"), flag("strict"));
    let by_columns = flag("byColumns");
    let format = text("format").map(|word| word.parse::<Format>());
    if let Some(Err(error)) = &format {
        errors.add("format", error.to_string());
    }
    let key = match text("key").as_deref() {
        None | Some("any") => KeyKind::Any,
        Some("text") => KeyKind::Text,
        Some(_) => {
            errors.add("key", wrong("key", &one_of(&["any", "text"])));
            KeyKind::Any
        }
    };
    errors.done()?;
    let (university, topic, section) = (text("university"), text("topic"), text("section"));
    let year = year.unwrap_or_default();
    let ask =
        ImportAsk { exam, subject, year, university, topic, section, dry_run, all_or_nothing, strict, key, by_columns };
    Ok((files.unwrap_or_default().read_as(format.and_then(std::result::Result::ok)), ask))
}

/// The parts of a form: the files, if there is one to import, and the texts by name. Large parts are written to disk as
/// they arrive.
async fn parts(mut form: Multipart) -> Result<(Option<ImportFiles>, BTreeMap<String, String>)> {
    let (mut files, mut has_bank, mut texts) = (ImportFiles::default(), false, 0);
    let mut fields = BTreeMap::new();
    while let Some(mut part) = form.next_field().await.map_err(malformed)? {
        let name = part.name().unwrap_or_default().to_owned();
        let file = part.file_name().unwrap_or_default().to_owned();
        match name.as_str() {
            "file" => {
                if has_bank {
                    return Err(Error::field("file", "Choose one file only.").into());
                }
                if file.starts_with("~$") {
                    return Err(lock_file(&file).into());
                }
                let mut spool = files.begin(&file).map_err(no_room)?;
                while let Some(piece) = part.chunk().await.map_err(malformed)? {
                    if !spool.push(&piece).map_err(no_room)? {
                        return Err(too_large());
                    }
                }
                has_bank = true;
            }
            "images" => {
                let mut picture = Vec::new();
                // A picture that is too long is cut here and refused when it is checked.
                while let Some(piece) = part.chunk().await.map_err(malformed)? {
                    let room = (MAX_BYTES + 1).saturating_sub(picture.len()).min(piece.len());
                    picture.extend_from_slice(&piece[..room]);
                }
                files.add(&file, &picture).map_err(no_room)?.map_err(Error::from)?;
            }
            _ => {
                texts += 1;
                if texts > MOST_FIELDS {
                    return Err(Error::field(name, "This form has too many fields.").into());
                }
                let mut value = Vec::new();
                while let Some(piece) = part.chunk().await.map_err(malformed)? {
                    value.extend_from_slice(&piece);
                    if value.len() > LONGEST_VALUE {
                        return Err(not_allowed(name));
                    }
                }
                let value = String::from_utf8(value).ok().filter(|value| !value.contains('\0'));
                let value = value.ok_or_else(|| not_allowed(name.clone()))?;
                if fields.insert(name.clone(), value).is_some() {
                    return Err(Error::wrong(&name, "is given twice").into());
                }
            }
        }
    }
    Ok((has_bank.then_some(files), fields))
}

/// The error for a lock file of a spreadsheet program.
fn lock_file(name: &str) -> Error {
    let words = format!(
        "{name} is a lock file of an open workbook. Choose the workbook itself: {}.",
        name.trim_start_matches("~$")
    );
    Error::Unsupported(Refusal::new("not-a-workbook", words))
}

fn not_allowed(name: String) -> Failed {
    Error::wrong(&name, "has a value that is not allowed").into()
}

fn no_room(error: std::io::Error) -> Failed {
    Error::Unavailable(format!("temporary files: {error}")).into()
}

fn too_large() -> Failed {
    let words = "The workbook and its pictures are larger than 1 GiB.";
    Failed::Malformed(StatusCode::PAYLOAD_TOO_LARGE, "too-large", words.into())
}

fn malformed(error: MultipartError) -> Failed {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large();
    }
    Failed::Malformed(StatusCode::BAD_REQUEST, "malformed", "The form could not be read.".into())
}
