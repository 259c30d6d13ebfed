//! Signing in and out.

use axum::{
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, Error,
    accounts::{NewSession, SignIn},
    messages,
};
use utoipa_axum::router::OpenApiRouter;

use super::{SignedIn, with_cookie};
use crate::{
    envelope::{Data, Message, message, ok},
    erased::routes,
    error::Result,
    extract::{Body, PathIds},
    gate::{Caller, Peer, bearer, device, device_cookie, is_own_navigation, session_cookie, set_cookies},
};

pub fn public() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(login)).routes(routes!(prove_server))
}

pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(logout, logout_by_link))
}

/// Sign in
#[utoipa::path(
    post, path = "/login", tag = "accounts",
    request_body = SignIn,
    responses((status = 200, body = SignedIn), (status = 401)),
)]
async fn login(
    State(app): State<App>,
    Peer(from): Peer,
    headers: HeaderMap,
    Body(input): Body<SignIn>,
) -> Result<Response> {
    let wants_token = input.bearer;
    let known = device(&app, &headers);
    let NewSession { user, token, device } = app.sign_in_on(known.as_deref(), input, from).await?;
    if wants_token {
        return Ok(ok(SignedIn { user, token: Some(token) }).into_response());
    }
    let mut response = ok(SignedIn { user, token: None }).into_response();
    set_cookies(&mut response, [session_cookie(&app, Some(&token)), device_cookie(&app, &device)]);
    Ok(response)
}

/// Sign out everywhere
#[utoipa::path(post, path = "/logout", tag = "accounts", responses((status = 200, body = Message)))]
async fn logout(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    app.sign_out(&actor).await?;
    Ok(with_cookie(&app, None, message(messages::LOGGED_OUT)))
}

/// Sign out everywhere, as the documents' GET: by going there, not by a picture or another site's link
#[utoipa::path(get, path = "/logout", tag = "accounts", responses((status = 200, body = Message), (status = 403)))]
async fn logout_by_link(state: State<App>, caller: Caller, headers: HeaderMap) -> Result<Response> {
    if bearer(&headers).is_none() && !is_own_navigation(&headers) {
        return Err(Error::forbidden("foreign-origin", messages::FOREIGN).into());
    }
    logout(state, caller).await
}

/// Whether the server that listens here has this installation's secret; asked before a token is shown to it
#[utoipa::path(
    get, path = "/server-proof/{nonce}", tag = "accounts",
    params(("nonce" = String, Path)),
    responses((status = 200, body = Data<String>), (status = 422)),
)]
async fn prove_server(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.prove_server(path.last())? }).into_response())
}
