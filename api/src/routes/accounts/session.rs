//! Signing in and out.

use axum::{
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use sabi_core::{App, Error, accounts::SignIn, messages};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{SignedIn, with_cookie};
use crate::{
    envelope::{Message, message, ok},
    error::Result,
    extract::Body,
    gate::{Caller, Peer, is_foreign_link},
};

pub fn public() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(login))
}

pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(logout, logout_by_link))
}

/// Sign in
#[utoipa::path(post, path = "/login", tag = "accounts", request_body = SignIn, responses((status = 200, body = SignedIn)))]
async fn login(State(app): State<App>, Peer(from): Peer, Body(input): Body<SignIn>) -> Result<Response> {
    let bearer = input.bearer;
    let (user, token) = app.sign_in(input, from).await?;
    if bearer {
        return Ok(ok(SignedIn { user, token: Some(token) }).into_response());
    }
    Ok(with_cookie(&app, Some(&token), ok(SignedIn { user, token: None })))
}

/// Sign out everywhere
#[utoipa::path(post, path = "/logout", tag = "accounts", responses((status = 200, body = Message)))]
async fn logout(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    app.sign_out(&actor).await?;
    Ok(with_cookie(&app, None, message(messages::LOGGED_OUT)))
}

/// Sign out everywhere, as the documents' GET; a link on another site does not
#[utoipa::path(get, path = "/logout", tag = "accounts", responses((status = 200, body = Message)))]
async fn logout_by_link(state: State<App>, caller: Caller, headers: HeaderMap) -> Result<Response> {
    if is_foreign_link(&state.0, &headers) {
        return Err(Error::forbidden("foreign-origin", messages::FOREIGN).into());
    }
    logout(state, caller).await
}
