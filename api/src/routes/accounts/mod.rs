//! Accounts: signing in and out, registration and recovery, the caller's own account, and the accounts
//! that administrators keep. One file a concern; this one holds the shapes that they share.

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

/// The account that was asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    user: UserView,
}

/// The account that signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedIn {
    user: UserView,
    /// The session's token, where one was asked for instead of a cookie.
    token: Option<String>,
}

/// An email address, given to be written to.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct Address {
    pub(super) email: String,
}

pub fn public() -> OpenApiRouter<App> {
    session::public().merge(registration::public())
}

pub fn signed_in() -> OpenApiRouter<App> {
    session::signed_in().merge(own::signed_in()).merge(staff::signed_in()).merge(second_factor::signed_in())
}

pub fn admin() -> OpenApiRouter<App> {
    staff::admin().merge(session::admin())
}

pub fn owner() -> OpenApiRouter<App> {
    staff::owner().merge(second_factor::owner())
}

/// An export under `data`, sent as it is read.
fn export(export: PersonalExport) -> Response {
    let around = |text: &'static str| stream::iter([Ok(Bytes::from_static(text.as_bytes()))]);
    let (head, tail) = AROUND_DATA;
    pieces("application/json", around(head).chain(export.into_stream()).chain(around(tail)))
}

/// The answer with the session's cookie; without a token the cookie is taken away.
fn with_cookie(app: &App, token: Option<&str>, answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    set_cookies(&mut response, [session_cookie(app, token)]);
    response
}
