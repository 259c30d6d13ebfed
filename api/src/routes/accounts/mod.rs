//! Accounts: login and logout, registration and recovery, the caller's own account, and account management. One file
//! per concern; this one has the shared types.

mod own;
mod registration;
mod second_factor;
mod session;
mod staff;

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use sabi_core::{App, people::UserView, privacy::PersonalExport};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::AROUND_DATA,
    gate::{session_cookie, set_cookies},
    stream::pieces,
};

/// The requested account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    user: UserView,
}

/// The account that logged in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedIn {
    user: UserView,
    /// The session's token, if one was requested instead of a cookie.
    token: Option<String>,
}

/// An email address to send a mail to.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct Address {
    pub(super) email: String,
}

/// The routes that anybody may call.
pub fn public() -> OpenApiRouter<App> {
    session::public().merge(registration::public())
}

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    session::signed_in().merge(own::signed_in()).merge(staff::signed_in()).merge(second_factor::signed_in())
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    staff::admin().merge(session::admin())
}

/// The routes that only super admins may call.
pub fn owner() -> OpenApiRouter<App> {
    staff::owner().merge(second_factor::owner())
}

/// An export under `data`, streamed.
fn export(export: PersonalExport) -> Response {
    let around = |text: &'static str| stream::iter([Ok(Bytes::from_static(text.as_bytes()))]);
    let (head, tail) = AROUND_DATA;
    pieces("application/json", around(head).chain(export.into_stream()).chain(around(tail)))
}

/// The response with the session cookie; without a token, the cookie is removed.
fn with_cookie(app: &App, token: Option<&str>, answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    set_cookies(&mut response, [session_cookie(app, token)]);
    response
}
