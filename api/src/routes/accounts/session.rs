//! Login and logout.

use axum::{
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, Error, messages,
    people::{LoginRequest, LogoutRequest, NewSession, Origin, Proof, SessionView, User},
    store::Id,
};
use utoipa_axum::router::OpenApiRouter;

use super::{SignedIn, with_cookie};
use crate::{
    envelope::{Data, Message, message, ok},
    error::Result,
    extract::{Body, OptionalBody, PathIds},
    gate::{Caller, Peer, agent, bearer, device, device_cookie, is_own_navigation, session_cookie, set_cookies},
    type_erased::routes,
};

/// The routes that anybody may call.
pub fn public() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(login)).routes(routes!(prove_server))
}

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(logout, logout_by_link))
        .routes(routes!(own_sessions))
        .routes(routes!(end_own_session))
        .routes(routes!(prove, has_proved))
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(sessions_of, end_sessions)).routes(routes!(end_session))
}

/// Log in
#[utoipa::path(
    post, path = "/login", tag = "accounts",
    request_body = LoginRequest,
    responses((status = 200, body = SignedIn), (status = 401)),
)]
async fn login(
    State(app): State<App>,
    Peer(address): Peer,
    headers: HeaderMap,
    Body(input): Body<LoginRequest>,
) -> Result<Response> {
    let wants_token = input.bearer;
    let known = device(&app, &headers);
    let origin = Origin { address, device: known.as_deref(), agent: agent(&headers) };
    let NewSession { user, token, device } = app.log_in_on(origin, input).await?;
    if wants_token {
        return Ok(ok(SignedIn { user, token: Some(token) }).into_response());
    }
    let mut response = ok(SignedIn { user, token: None }).into_response();
    set_cookies(&mut response, [session_cookie(&app, Some(&token)), device_cookie(&app, &device)]);
    Ok(response)
}

/// Log out everywhere, or of this session alone
#[utoipa::path(
    post, path = "/logout", tag = "accounts",
    request_body = Option<LogoutRequest>,
    responses((status = 200, body = Message)),
)]
async fn logout(
    State(app): State<App>,
    Caller(actor): Caller,
    OptionalBody(input): OptionalBody<LogoutRequest>,
) -> Result<Response> {
    match input.and_then(|input| input.everywhere) {
        Some(false) => app.log_out_here(&actor).await?,
        Some(true) | None => app.log_out(&actor).await?,
    }
    Ok(with_cookie(&app, None, message(messages::LOGGED_OUT)))
}

/// Log out everywhere, as the documents' GET: by navigation only, not by a picture or another site's link
#[utoipa::path(get, path = "/logout", tag = "accounts", responses((status = 200, body = Message), (status = 403)))]
async fn logout_by_link(state: State<App>, caller: Caller, headers: HeaderMap) -> Result<Response> {
    if bearer(&headers).is_none() && !is_own_navigation(&headers) {
        return Err(Error::forbidden("foreign-origin", messages::FOREIGN).into());
    }
    logout(state, caller, OptionalBody(None)).await
}

/// List the caller's open sessions, latest first
#[utoipa::path(
    get, path = "/me/sessions", tag = "accounts",
    responses((status = 200, body = Data<Vec<SessionView>>), (status = 403), (status = 404)),
)]
async fn own_sessions(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.own_sessions(&actor).await? }).into_response())
}

/// End one of the caller's sessions
#[utoipa::path(
    delete, path = "/me/sessions/{id}", tag = "accounts",
    params(("id" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn end_own_session(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.end_own_session(&actor, path.last()).await?;
    Ok(message(messages::SESSION_ENDED).into_response())
}

/// Re-authenticate with the password or a code, as dangerous actions require
#[utoipa::path(
    post, path = "/me/prove", tag = "accounts",
    request_body = Proof,
    responses((status = 200, body = Message), (status = 404), (status = 429)),
)]
async fn prove(State(app): State<App>, Caller(actor): Caller, Body(proof): Body<Proof>) -> Result<Response> {
    app.prove(&actor, proof).await?;
    Ok(message(messages::PROVED).into_response())
}

/// Check whether the caller has re-authenticated within the last 15 minutes; used before personal data is downloaded
#[utoipa::path(
    get, path = "/me/prove", tag = "accounts",
    responses((status = 200, body = Message), (status = 403)),
)]
async fn has_proved(Caller(actor): Caller) -> Result<Response> {
    actor.require_recent_login()?;
    Ok(message(messages::PROVED).into_response())
}

/// List somebody's open sessions, latest first
#[utoipa::path(
    get, path = "/admin/users/{id}/sessions", tag = "accounts",
    params(("id" = String, Path)),
    responses((status = 200, body = Data<Vec<SessionView>>)),
)]
async fn sessions_of(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    let data = app.list_sessions(&actor, &Id::<User>::new(path.last())).await?;
    Ok(ok(Data { data }).into_response())
}

/// End all of somebody's sessions
#[utoipa::path(
    delete, path = "/admin/users/{id}/sessions", tag = "accounts",
    params(("id" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn end_sessions(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.end_sessions(&actor, &Id::new(path.last())).await?;
    Ok(message(messages::SESSIONS_ENDED).into_response())
}

/// End one of somebody's sessions
#[utoipa::path(
    delete, path = "/admin/users/{id}/sessions/{session}", tag = "accounts",
    params(("id" = String, Path), ("session" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn end_session(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.end_session(&actor, &Id::new(path.first()), path.last()).await?;
    Ok(message(messages::SESSION_ENDED).into_response())
}

/// Prove that this server has the installation's secret; requested before a token is sent to it
#[utoipa::path(
    get, path = "/server-proof/{nonce}", tag = "accounts",
    params(("nonce" = String, Path)),
    responses((status = 200, body = Data<String>), (status = 422)),
)]
async fn prove_server(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.prove_server(path.last())? }).into_response())
}
