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
        ImportReport, ImportRequest, ItemKind,
        formats::Format,
        import::{FilePart, ImportFiles, KeyKind, MAX_PICTURES, MAX_TOTAL, Problem, Warning, parts_of, problem_book},
    },
    images::MAX_BYTES,
    people::Actor,
    seed::{Demo, SeedReport},
    typed::{FLAG, REQUIRED, WHOLE_NUMBER, one_of, wrong},
};
use serde::Deserialize;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, Message, message, ok},
    error::{Failed, Result},
    extract::{Body, Form, PathIds},
    gate::Caller,
    running::RunningImports,
    stream::{Lines, NDJSON, long},
    type_erased::routes,
};

/// Size limit of a workbook with its pictures (ruling 35), including the form's overhead.
const UPLOAD_LIMIT: usize = MAX_TOTAL as usize + MAX_PICTURES * 1024;
/// The longest value of a text field, in bytes.
const MAX_VALUE_BYTES: usize = 500;
/// Maximum number of text fields; the form has a dozen.
const MAX_FIELDS: usize = 50;
/// The most bytes of a report.
const MAX_REPORT_BYTES: usize = 16 << 20;
/// The content type of an archive.
const ZIP: &str = "application/zip";
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
    /// With a dry run: the report shows 50 questions as students will see them, starting with this one, counted from 0.
    preview_from: Option<u64>,
    key: Option<KeyKind>,
}

/// The form that asks for the subjects and years of a file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct PartsForm {
    #[schema(format = Binary, max_length = 1073741824)]
    file: String,
    /// The format; detected from content and name if missing.
    format: Option<Format>,
}

/// The form that asks for the rejected rows of a file as a workbook.
#[derive(ToSchema)]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct ProblemsForm {
    #[schema(format = Binary, max_length = 1073741824)]
    file: String,
    /// The report of the import as JSON; its problems and warnings are read.
    #[schema(format = Binary, max_length = 16777216)]
    report: String,
    /// The format; detected from content and name if missing.
    format: Option<Format>,
}

/// The problems and warnings of an import's report.
#[derive(Debug, Deserialize)]
struct Findings {
    #[serde(default)]
    problems: Vec<Problem>,
    #[serde(default)]
    warnings: Vec<Warning>,
}

/// The parts of an import's form.
#[derive(Default)]
struct ImportParts {
    /// `None` without a file to import.
    files: Option<ImportFiles>,
    report: Vec<u8>,
    fields: BTreeMap<String, String>,
}

/// A file in a form.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary, max_length = 5242880)]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct Upload(String);

/// The content that is seeded in addition to the base content.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SeedAsk)]
pub struct SeedRequest {
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
    path.is_some_and(|path| {
        path.starts_with("/admin/questions/import/")
            || path.starts_with("/admin/theories/import/")
            || ["/admin/questions/import", "/admin/theories/import"].contains(&path)
    })
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(import_questions))
        .routes(routes!(import_theories))
        .routes(routes!(question_parts))
        .routes(routes!(theory_parts))
        .routes(routes!(question_problems))
        .routes(routes!(theory_problems))
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
    Extension(running): Extension<RunningImports>,
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
    Extension(running): Extension<RunningImports>,
    headers: HeaderMap,
    Form(form): Form,
) -> Result<Response> {
    import(app, actor, &running, &headers, form, ItemKind::Essay).await
}

/// List the subjects and years that a file of questions names in its columns `subject` and `year`
#[utoipa::path(
    post, path = "/admin/questions/import/parts", tag = "bank",
    request_body(content = PartsForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<Vec<FilePart>>)),
)]
async fn question_parts(Form(form): Form) -> Result<Response> {
    file_parts(form, ItemKind::Choice).await
}

/// List the subjects and years that a file of theory questions names in its columns `subject` and `year`
#[utoipa::path(
    post, path = "/admin/theories/import/parts", tag = "bank",
    request_body(content = PartsForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<Vec<FilePart>>)),
)]
async fn theory_parts(Form(form): Form) -> Result<Response> {
    file_parts(form, ItemKind::Essay).await
}

/// Write the rows of a file of questions that have problems or warnings as a workbook to correct; with embedded
/// pictures, a .zip
#[utoipa::path(
    post, path = "/admin/questions/import/problems", tag = "bank",
    request_body(content = ProblemsForm, content_type = "multipart/form-data"),
    responses((status = 200, content((Vec<u8> = XLSX), (Vec<u8> = ZIP)))),
)]
async fn question_problems(Form(form): Form) -> Result<Response> {
    file_problems(form, ItemKind::Choice).await
}

/// Write the rows of a file of theory questions that have problems or warnings as a workbook to correct; with embedded
/// pictures, a .zip
#[utoipa::path(
    post, path = "/admin/theories/import/problems", tag = "bank",
    request_body(content = ProblemsForm, content_type = "multipart/form-data"),
    responses((status = 200, content((Vec<u8> = XLSX), (Vec<u8> = ZIP)))),
)]
async fn theory_problems(Form(form): Form) -> Result<Response> {
    file_problems(form, ItemKind::Essay).await
}

async fn file_parts(form: Multipart, kind: ItemKind) -> Result<Response> {
    let ImportParts { files, fields, .. } = parts(form).await?;
    let files = files_of(files, &fields)?;
    let data = spawn_blocking(move || parts_of(files, kind)).await.map_err(Error::internal)??;
    Ok(ok(Data { data }).into_response())
}

async fn file_problems(form: Multipart, kind: ItemKind) -> Result<Response> {
    let ImportParts { files, report, fields } = parts(form).await?;
    let files = files_of(files, &fields)?;
    let found: std::result::Result<Findings, _> = serde_json::from_slice(&report);
    let Findings { problems, warnings } =
        found.map_err(|_| Error::field("report", "Send the report of the import."))?;
    let write = move || {
        let report = ImportReport { problems, warnings, ..ImportReport::default() };
        problem_book(kind, vec![(files, &report)])?.into_file()
    };
    let (bytes, is_zip) = spawn_blocking(write).await.map_err(Error::internal)??;
    let (content, name) = if is_zip { (ZIP, "problems.zip") } else { (XLSX, "problems.xlsx") };
    let place = format!("attachment; filename=\"{name}\"");
    let headers = [(header::CONTENT_TYPE, content.to_owned()), (header::CONTENT_DISPOSITION, place)];
    Ok((headers, bytes).into_response())
}

/// The file of a form, read in the form's format.
fn files_of(files: Option<ImportFiles>, fields: &BTreeMap<String, String>) -> Result<ImportFiles> {
    let mut errors = FieldErrors::default();
    errors.check(files.is_some(), "file", "Choose a file.");
    let format = fields.get("format").filter(|word| !word.is_empty()).map(|word| word.parse::<Format>());
    if let Some(Err(error)) = &format {
        errors.add("format", error.to_string());
    }
    errors.done()?;
    Ok(files.unwrap_or_default().read_as(format.and_then(std::result::Result::ok)))
}

/// Cancel the import whose request had this x-request-id, unless it is already being saved. The import's own response
/// says which
#[utoipa::path(
    delete, path = "/admin/imports/{id}", tag = "bank",
    params(("id" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn cancel_import(Extension(running): Extension<RunningImports>, path: PathIds) -> Result<Response> {
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
    request_body = SeedRequest,
    responses((status = 200, content((Data<SeedReport> = "application/json"), (String = NDJSON)))),
)]
async fn seed(
    State(app): State<App>,
    Caller(actor): Caller,
    headers: HeaderMap,
    Body(ask): Body<SeedRequest>,
) -> Result<Response> {
    let work = |lines: Lines| async move { seeded(&app, &actor, ask, lines).await };
    long(&headers, work).await
}

async fn seeded(app: &App, actor: &Actor, ask: SeedRequest, lines: Lines) -> Result<Data<SeedReport>> {
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
    running: &RunningImports,
    headers: &HeaderMap,
    form: Multipart,
    kind: ItemKind,
) -> Result<Response> {
    let import = running.begin()?;
    let (files, ask) = import.unless_cancelled(read(form)).await??;
    let work = |lines: Lines| async move {
        let on_progress = |progress| {
            import.record_progress(progress);
            lines.progress(&progress);
        };
        let data = import.run(&lines, app.import_items(kind, &actor, files, ask, &on_progress)).await?;
        Ok(Data { data })
    };
    long(headers, work).await
}

/// Parses the files and fields of an import; every invalid field is named.
async fn read(form: Multipart) -> Result<(ImportFiles, ImportRequest)> {
    let ImportParts { files, fields, .. } = parts(form).await?;
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
    let preview_from = text("previewFrom").map(|place| place.parse::<u64>());
    errors.check(!matches!(preview_from, Some(Err(_))), "previewFrom", wrong("previewFrom", WHOLE_NUMBER));
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
    let preview_from = preview_from.and_then(std::result::Result::ok);
    let ask = ImportRequest {
        exam,
        subject,
        year,
        university,
        topic,
        section,
        dry_run,
        all_or_nothing,
        strict,
        key,
        by_columns,
        preview_from,
    };
    Ok((files.unwrap_or_default().read_as(format.and_then(std::result::Result::ok)), ask))
}

/// The parts of a form: the files, if there is one to import, and the texts by name. Large parts are written to disk as
/// they arrive.
async fn parts(mut form: Multipart) -> Result<ImportParts> {
    let (mut files, mut has_bank, mut texts) = (ImportFiles::default(), false, 0);
    let (mut report, mut fields) = (Vec::new(), BTreeMap::new());
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
            "report" => {
                while let Some(piece) = part.chunk().await.map_err(malformed)? {
                    report.extend_from_slice(&piece);
                    if report.len() > MAX_REPORT_BYTES {
                        return Err(too_large());
                    }
                }
            }
            _ => {
                texts += 1;
                if texts > MAX_FIELDS {
                    return Err(Error::field(name, "This form has too many fields.").into());
                }
                let mut value = Vec::new();
                while let Some(piece) = part.chunk().await.map_err(malformed)? {
                    value.extend_from_slice(&piece);
                    if value.len() > MAX_VALUE_BYTES {
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
    Ok(ImportParts { files: has_bank.then_some(files), report, fields })
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
