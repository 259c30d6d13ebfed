//! Calls without a session: registering, activating, recovering (spec 1 §7).

use axum::{
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, messages,
    people::{
        Activated, Country, IsoCountry, LoginPage, NewAccount, NewPassword, NewSession, Origin, Register, UserView,
    },
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::Address;
use crate::{
    envelope::{Data, Message, created, message, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::{Peer, agent, device_cookie, registrant, registrant_cookie, session_cookie, set_cookies},
    response_cache::cached,
    type_erased::routes,
};

/// The new account, and a message about the next step.
#[derive(Debug, Serialize, ToSchema)]
pub struct Registered {
    user: UserView,
    message: String,
}

/// A message, and who is signed in now.
#[derive(Debug, Serialize, ToSchema)]
pub struct Activation {
    message: String,
    /// The account's address.
    email: String,
    /// The account, if this is the browser that registered it: it is signed in now. Null elsewhere.
    user: Option<UserView>,
}

/// The data for forms about a person: countries with dial codes, and the minimum age.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Countries {
    countries: Vec<Country>,
    /// Minimum age in days.
    min_age_days: i64,
}

/// The routes that anybody may call.
pub fn public() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(register))
        .routes(routes!(activate))
        .routes(routes!(resend_activation))
        .routes(routes!(forgot_password))
        .routes(routes!(check_reset_link, reset_password))
        .routes(routes!(forgot_admin_password))
        .routes(routes!(reset_admin_password))
        .merge(cached(OpenApiRouter::new().routes(routes!(list_countries)).routes(routes!(list_iso_countries))))
}

/// Register
#[utoipa::path(
    post, path = "/register", tag = "accounts",
    request_body = Register,
    responses((status = 201, body = Registered)),
)]
async fn register(State(app): State<App>, Peer(from): Peer, Body(input): Body<Register>) -> Result<Response> {
    let NewAccount { user, device } = app.register(input, from).await?;
    let mut response = created(Registered { user, message: messages::REGISTERED.into() });
    set_cookies(&mut response, [registrant_cookie(&app, Some(&device))]);
    Ok(response)
}

/// Activate an account with the mailed token; the browser that registered it is signed in
#[utoipa::path(
    get, path = "/activate-account/{id}", tag = "accounts",
    params(("id" = String, Path)),
    responses((status = 200, body = Activation), (status = 422), (status = 429)),
)]
async fn activate(State(app): State<App>, Peer(address): Peer, headers: HeaderMap, path: PathIds) -> Result<Response> {
    let device = registrant(&app, &headers).await?;
    let origin = Origin { address, device: device.as_deref(), agent: agent(&headers) };
    let Activated { email, session } = app.activate_on(origin, path.last()).await?;
    let message = messages::ACTIVATED.into();
    let Some(NewSession { user, token, device }) = session else {
        return Ok(ok(Activation { message, email, user: None }).into_response());
    };
    let mut response = ok(Activation { message, email, user: Some(user) }).into_response();
    let cookies = [session_cookie(&app, Some(&token)), device_cookie(&app, &device), registrant_cookie(&app, None)];
    set_cookies(&mut response, cookies);
    Ok(response)
}

/// Send a new activation link; same response for every address
#[utoipa::path(
    post, path = "/activate-account/resend", tag = "accounts",
    request_body = Address,
    responses((status = 200, body = Message)),
)]
async fn resend_activation(State(app): State<App>, Peer(from): Peer, Body(input): Body<Address>) -> Result<Response> {
    app.resend_activation(&input.email, from).await?;
    Ok(message(messages::LINK_SENT).into_response())
}

/// Send a link to choose a new password; same response for every address
#[utoipa::path(
    post, path = "/password/forgot", tag = "accounts",
    request_body = Address,
    responses((status = 200, body = Message)),
)]
async fn forgot_password(State(app): State<App>, Peer(from): Peer, Body(input): Body<Address>) -> Result<Response> {
    app.forgot_password(&input.email, None, from).await?;
    Ok(message(messages::LINK_SENT).into_response())
}

/// Check that a mailed token can still set a password; does not use it up
#[utoipa::path(
    get, path = "/password/reset/{token}", tag = "accounts",
    params(("token" = String, Path)),
    responses((status = 200, body = Message), (status = 422), (status = 429)),
)]
async fn check_reset_link(State(app): State<App>, Peer(from): Peer, path: PathIds) -> Result<Response> {
    app.check_reset_link(path.last(), from).await?;
    Ok(message(messages::LINK_HOLDS).into_response())
}

/// Choose a new password with the mailed token
#[utoipa::path(
    put, path = "/password/reset/{token}", tag = "accounts",
    params(("token" = String, Path)),
    request_body = NewPassword,
    responses((status = 200, body = Message)),
)]
async fn reset_password(
    State(app): State<App>,
    Peer(from): Peer,
    path: PathIds,
    Body(input): Body<NewPassword>,
) -> Result<Response> {
    app.reset_password(path.last(), input, from).await?;
    Ok(message(messages::PASSWORD_UPDATED).into_response())
}

/// Send an administrator a link to choose a new password; same response for every address
#[utoipa::path(
    post, path = "/admin/forgot-password", tag = "accounts",
    request_body = Address,
    responses((status = 200, body = Message)),
)]
async fn forgot_admin_password(
    State(app): State<App>,
    Peer(from): Peer,
    Body(input): Body<Address>,
) -> Result<Response> {
    app.forgot_password(&input.email, Some(LoginPage::Admin), from).await?;
    Ok(message(messages::LINK_SENT).into_response())
}

/// Choose a new password on the administrators' page
#[utoipa::path(
    put, path = "/admin/reset-password/{token}", tag = "accounts",
    params(("token" = String, Path)),
    request_body = NewPassword,
    responses((status = 200, body = Message)),
)]
async fn reset_admin_password(
    state: State<App>,
    from: Peer,
    path: PathIds,
    input: Body<NewPassword>,
) -> Result<Response> {
    reset_password(state, from, path, input).await
}

/// List countries with dial codes, and the minimum age
#[utoipa::path(get, path = "/country", tag = "accounts", responses((status = 200, body = Countries)))]
async fn list_countries(State(app): State<App>) -> Result<Response> {
    let countries = app.list_countries().await?;
    Ok(ok(Countries { countries, min_age_days: app.settings.min_age_days }).into_response())
}

/// List ISO 3166-1 with nationalities
#[utoipa::path(get, path = "/countries/iso", tag = "accounts", responses((status = 200, body = Data<Vec<IsoCountry>>)))]
async fn list_iso_countries(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.list_iso_countries().await? }).into_response())
}
