//! Photographs of the working in theory answers. Nobody but their student and the graders can read them.

use axum::{
    extract::{DefaultBodyLimit, State},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use sabi_core::{App, Error, exam::PhotographView, images::MAX_PHOTOGRAPH, messages, store::Id, typed::REQUIRED};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::pictures::{POLICY, malformed};
use crate::{
    envelope::{Data, Message, message, ok},
    error::Result,
    extract::{Form, PathIds},
    gate::Caller,
    type_erased::routes,
};

/// The largest upload with its form. It is more than a photograph may have, so that the error can be explained.
const UPLOAD_LIMIT: usize = MAX_PHOTOGRAPH + 256 * 1024;
/// The longest id in the form, in bytes.
const MAX_ID_BYTES: usize = 200;

/// The form that adds a photograph.
#[derive(ToSchema)]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct PhotographForm {
    /// The theory question that it answers.
    #[schema(max_length = 200)]
    theory: String,
    /// A JPEG, PNG or WebP image, at most 153,600 bytes and 12 megapixels.
    #[schema(format = Binary, max_length = 153600)]
    file: String,
}

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_photographs))
        .routes(routes!(find_photograph, add_photograph, remove_photograph))
        .layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
}

/// List the photographs of the caller's test
#[utoipa::path(
    get, path = "/attempts/{id}/photographs", tag = "attempts",
    params(("id" = String, Path)),
    responses((status = 200, body = Data<Vec<PhotographView>>), (status = 403)),
)]
async fn list_photographs(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.list_photographs(&actor, &Id::new(path.last())).await? }).into_response())
}

/// Read a photograph, for its student and the graders of the submission
#[utoipa::path(
    get, path = "/attempts/{id}/photographs/{photographId}", tag = "attempts",
    params(("id" = String, Path), ("photographId" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>), (status = 403), (status = 409)),
)]
async fn find_photograph(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    let jpeg = app.find_photograph(&actor, &Id::new(path.first()), path.last()).await?;
    let mut response = jpeg.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/jpeg"));
    // Several people may share a browser, so it must not store the photograph.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline; filename=\"photograph.jpg\""));
    Ok(response)
}

/// Add a photograph to a theory answer, under an id that the device chooses; the same upload again changes nothing
#[utoipa::path(
    put, path = "/attempts/{id}/photographs/{photographId}", tag = "attempts",
    params(
        ("id" = String, Path),
        ("photographId" = String, Path, description = "16 to 64 letters, digits or hyphens"),
    ),
    request_body(content = PhotographForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<PhotographView>), (status = 429)),
)]
async fn add_photograph(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    form: Result<Form>,
) -> Result<Response> {
    let attempt = Id::new(path.first());
    // Checked before the form is read, so that its errors do not reveal that somebody else's attempt exists.
    app.must_own_attempt(&actor, &attempt).await?;
    let Form(mut form) = form?;
    let (mut theory, mut file): (Option<String>, Option<Bytes>) = (None, None);
    while let Some(part) = form.next_field().await.map_err(malformed)? {
        let name = part.name().unwrap_or_default().to_owned();
        let bytes = part.bytes().await.map_err(malformed)?;
        match name.as_str() {
            "theory" if bytes.len() <= MAX_ID_BYTES => theory = String::from_utf8(bytes.to_vec()).ok(),
            "file" => file = Some(bytes),
            _ => {}
        }
    }
    let theory = theory.filter(|id| !id.is_empty() && !id.contains('\0'));
    let theory = theory.ok_or_else(|| Error::wrong("theory", REQUIRED))?;
    let file = file.filter(|bytes| !bytes.is_empty()).ok_or_else(|| Error::wrong("file", REQUIRED))?;
    let data = app.add_photograph(&actor, &attempt, path.last(), Id::new(theory), file).await?;
    Ok(ok(Data { data }).into_response())
}

/// Remove a photograph from a running test
#[utoipa::path(
    delete, path = "/attempts/{id}/photographs/{photographId}", tag = "attempts",
    params(("id" = String, Path), ("photographId" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn remove_photograph(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.remove_photograph(&actor, &Id::new(path.first()), path.last()).await?;
    Ok(message(messages::PHOTOGRAPH_DELETED).into_response())
}
