//! Pictures: uploads by editors, downloads by everyone (ruling 25).

use axum::{
    extract::{DefaultBodyLimit, Path, Query, State, multipart::MultipartError, rejection::QueryRejection},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, Error,
    images::{MAX_BYTES, Size},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::created,
    error::{Failed, Result},
    extract::Form,
    type_erased::routes,
};

/// The largest upload with its form. It is a little more than a picture may have, so that the error can be explained.
const UPLOAD_LIMIT: usize = MAX_BYTES + 64 * 1024;

/// The form that uploads a picture.
#[derive(ToSchema)]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct PictureForm {
    /// A PNG, JPEG, GIF or WebP image, at most 5,242,880 bytes and 40 megapixels.
    #[schema(format = Binary, max_length = 5242880)]
    file: String,
}

/// A stored picture.
#[derive(Debug, Serialize, ToSchema)]
pub struct Uploaded {
    /// The picture's path on this server.
    url: String,
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(upload)).layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
}

/// Upload a picture for a rich text
#[utoipa::path(
    post, path = "/upload-image", tag = "pictures",
    request_body(content = PictureForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Uploaded)),
)]
async fn upload(State(app): State<App>, Form(mut form): Form) -> Result<Response> {
    while let Some(part) = form.next_field().await.map_err(malformed)? {
        if part.name() == Some("file") {
            let name = part.file_name().unwrap_or_default().to_owned();
            let url = app.add_picture("file", name, part.bytes().await.map_err(malformed)?).await?;
            return Ok(created(Uploaded { url }));
        }
    }
    Err(Error::field("file", sabi_core::messages::INVALID_IMAGE).into())
}

pub(super) fn malformed(error: MultipartError) -> Failed {
    let (status, reason) = match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
        _ => (StatusCode::BAD_REQUEST, "malformed"),
    };
    Failed::Malformed(status, reason, "The upload was cut off or is too large.".into())
}

/// A picture is only displayed. A browser must not execute it, whatever type it detects.
pub(super) const POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// The requested size of a picture.
#[derive(Deserialize)]
pub struct Shown {
    size: Option<Size>,
}

/// Read a stored picture, or with `?size=thumb` or `small` a smaller version. Its name is the hash of its content, so
/// it never changes.
pub async fn serve(
    State(app): State<App>,
    Path(file): Path<String>,
    shown: std::result::Result<Query<Shown>, QueryRejection>,
) -> Result<Response> {
    let Query(Shown { size }) = shown.map_err(|_| Error::field("size", "Size must be thumb or small."))?;
    let kept = app.find_picture(&file, size).await?;
    let mut response = kept.bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kept.kind.content_type()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    Ok(response)
}
