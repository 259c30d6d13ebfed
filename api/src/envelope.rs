//! The envelope of every response (ruling 1).

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sabi_core::records::Page;
use serde::Serialize;
use utoipa::ToSchema;

/// `{"success": true, …}` around the fields of `T`.
#[derive(Debug, Serialize)]
pub struct Success<T> {
    success: bool,
    #[serde(flatten)]
    rest: T,
}

/// The text around a record under `data` in a streamed response.
pub(crate) const AROUND_DATA: (&str, &str) = (r#"{"success":true,"data":"#, "}");

/// A response with status 200.
pub fn ok<T: Serialize>(rest: T) -> Json<Success<T>> {
    Json(Success { success: true, rest })
}

/// A response with status 201.
pub fn created<T: Serialize>(rest: T) -> Response {
    (StatusCode::CREATED, ok(rest)).into_response()
}

/// A response with its records under `data`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Data<T> {
    pub data: T,
}

/// A response with its records under `data`, and a message for a toast.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Told)]
pub struct DataWithMessage<T> {
    pub data: T,
    pub message: String,
}

/// A page of records with the number of all matching ones.
#[derive(Debug, Serialize, ToSchema)]
pub struct Listed<T> {
    pub data: Vec<T>,
    pub total: u64,
}

/// A response with only a message.
#[derive(Debug, Serialize, ToSchema)]
pub struct Message {
    pub message: String,
}

impl<T> From<Page<T>> for Listed<T> {
    fn from(page: Page<T>) -> Self {
        Self { data: page.rows, total: page.total }
    }
}

/// A response with only a message.
pub fn message(words: impl Into<String>) -> Json<Success<Message>> {
    ok(Message { message: words.into() })
}
