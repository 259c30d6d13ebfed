//! The caller's own account.

use axum::{
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, messages,
    people::{ChangePassword, Profile, UserView},
    privacy::{PersonalData, ProvePassword},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{Me, export, with_cookie};
use crate::{
    envelope::{Data, Message, message, ok},
    error::Result,
    extract::Body,
    gate::{Caller, bearer},
    type_erased::routes,
};

/// The caller's changed account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Updated {
    user: UserView,
    message: String,
}

/// A changed password ends every session; this is the caller's new one.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasswordChanged {
    message: String,
    /// Only for callers that used a token; others get a cookie.
    token: Option<String>,
}

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me))
        .routes(routes!(update_me))
        .routes(routes!(change_password))
        .routes(routes!(export_me))
        .routes(routes!(erase_me))
}

/// The caller's account
#[utoipa::path(
    get, path = "/me", tag = "accounts",
    responses((status = 200, body = Me), (status = 403), (status = 404)),
)]
async fn me(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    let user = app.own_account(&actor).await?;
    Ok(ok(Me { user }).into_response())
}

/// Change the caller's profile, except the email
#[utoipa::path(
    put, path = "/me/update", tag = "accounts",
    request_body = Profile,
    responses((status = 200, body = Updated), (status = 404)),
)]
async fn update_me(State(app): State<App>, Caller(actor): Caller, Body(input): Body<Profile>) -> Result<Response> {
    let user = app.update_profile(&actor, input).await?;
    Ok(ok(Updated { user, message: messages::PROFILE_UPDATED.into() }).into_response())
}

/// Change the caller's password; every other session ends
#[utoipa::path(
    put, path = "/password/update", tag = "accounts",
    request_body = ChangePassword,
    responses((status = 200, body = PasswordChanged), (status = 404), (status = 429)),
)]
async fn change_password(
    State(app): State<App>,
    Caller(actor): Caller,
    headers: HeaderMap,
    Body(input): Body<ChangePassword>,
) -> Result<Response> {
    let token = app.change_password(&actor, input).await?;
    let message = messages::PASSWORD_UPDATED.to_owned();
    if bearer(&headers).is_some() {
        return Ok(ok(PasswordChanged { message, token: Some(token) }).into_response());
    }
    Ok(with_cookie(&app, Some(&token), ok(PasswordChanged { message, token: None })))
}

/// Export everything stored about the caller
#[utoipa::path(
    get, path = "/me/export", tag = "accounts",
    responses((status = 200, body = Data<PersonalData>), (status = 403), (status = 404), (status = 429)),
)]
async fn export_me(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(export(app.export_person(&actor, actor.user_id()?).await?))
}

/// Permanently erase the caller's account; needs the password
#[utoipa::path(
    post, path = "/me/erase", tag = "accounts",
    request_body = ProvePassword,
    responses((status = 200, body = Message), (status = 404), (status = 429)),
)]
async fn erase_me(State(app): State<App>, Caller(actor): Caller, Body(proof): Body<ProvePassword>) -> Result<Response> {
    app.erase_me(&actor, proof).await?;
    Ok(with_cookie(&app, None, message(messages::ERASED)))
}
