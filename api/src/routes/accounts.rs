//! Signing in and out, the caller's own account, and the accounts that administrators keep.

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    accounts::{AccountStatus, NewUser, Role, SignIn, UserView},
    messages,
    store::Id,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    envelope::{Told, created, message, ok},
    error::Result,
    extract::{Body, Listing, PathIds},
    gate::{Caller, session_cookie},
};

/// An account, with a token where one was asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedIn {
    user: UserView,
    /// Only where one was asked for instead of a cookie.
    token: Option<String>,
}

/// The caller's account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    user: UserView,
}

/// Students, under the documents' name.
#[derive(Debug, Serialize, ToSchema)]
pub struct Customers {
    customers: Vec<UserView>,
    total: u64,
}

/// Administrators.
#[derive(Debug, Serialize, ToSchema)]
pub struct Users {
    users: Vec<UserView>,
    total: u64,
}

/// A new status.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewStatus {
    #[serde(rename = "accountStatus")]
    status: AccountStatus,
}

pub fn public() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(login))
}

pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(me)).routes(routes!(logout, logout_by_link)).routes(routes!(find_user))
}

pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_customers)).routes(routes!(create_customer)).routes(routes!(set_status))
}

pub fn owner() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_users)).routes(routes!(create_user))
}

/// Sign in
#[utoipa::path(post, path = "/login", tag = "accounts", request_body = SignIn, responses((status = 200, body = SignedIn)))]
async fn login(State(app): State<App>, Body(input): Body<SignIn>) -> Result<Response> {
    let bearer = input.bearer;
    let (user, token) = app.sign_in(input).await?;
    if bearer {
        return Ok(ok(SignedIn { user, token: Some(token) }).into_response());
    }
    Ok(with_cookie(&app, Some(&token), ok(SignedIn { user, token: None })))
}

/// The caller's account
#[utoipa::path(get, path = "/me", tag = "accounts", responses((status = 200, body = Me)))]
async fn me(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    let user = app.find_user(&actor, actor.user_id()?).await?;
    Ok(ok(Me { user }).into_response())
}

/// Sign out everywhere
#[utoipa::path(post, path = "/logout", tag = "accounts", responses((status = 200, body = crate::envelope::Message)))]
async fn logout(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    app.sign_out(&actor).await?;
    Ok(with_cookie(&app, None, message(messages::LOGGED_OUT)))
}

/// Sign out everywhere, as the documents' GET
#[utoipa::path(get, path = "/logout", tag = "accounts", responses((status = 200, body = crate::envelope::Message)))]
async fn logout_by_link(state: State<App>, caller: Caller) -> Result<Response> {
    logout(state, caller).await
}

fn with_cookie(app: &App, token: Option<&str>, answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    if let Ok(value) = HeaderValue::from_str(&session_cookie(app, token)) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}

/// An account: the person themself or an administrator
#[utoipa::path(get, path = "/admin/users/{id}", tag = "accounts", params(("id" = String, Path)), responses((status = 200, body = Me)))]
async fn find_user(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    let user = app.find_user(&actor, &Id::new(path.last())).await?;
    Ok(ok(Me { user }).into_response())
}

/// Students
#[utoipa::path(get, path = "/admin/customers", tag = "accounts", responses((status = 200, body = Customers)))]
async fn list_customers(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    let page = app.list_users(Role::User, &query).await?;
    Ok(ok(Customers { customers: page.rows, total: page.total }).into_response())
}

/// Add a student
#[utoipa::path(post, path = "/admin/customers/add", tag = "accounts", request_body = NewUser, responses((status = 201, body = Told<UserView>)))]
async fn create_customer(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(input): Body<NewUser>,
) -> Result<Response> {
    let data = app.create_user(&actor, Role::User, input).await?;
    Ok(created(Told { data, message: "Student successfully added.".into() }))
}

/// Administrators
#[utoipa::path(get, path = "/admin/users", tag = "accounts", responses((status = 200, body = Users)))]
async fn list_users(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    let page = app.list_users(Role::Admin, &query).await?;
    Ok(ok(Users { users: page.rows, total: page.total }).into_response())
}

/// Add an administrator
#[utoipa::path(post, path = "/admin/users/add", tag = "accounts", request_body = NewUser, responses((status = 201, body = Told<UserView>)))]
async fn create_user(State(app): State<App>, Caller(actor): Caller, Body(input): Body<NewUser>) -> Result<Response> {
    let data = app.create_user(&actor, Role::Admin, input).await?;
    Ok(created(Told { data, message: "User successfully added.".into() }))
}

/// Set an account's status; it ends the account's sessions
#[utoipa::path(put, path = "/admin/customers/{id}/status", tag = "accounts", params(("id" = String, Path)), request_body = NewStatus, responses((status = 200, body = Told<UserView>)))]
async fn set_status(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(input): Body<NewStatus>,
) -> Result<Response> {
    let data = app.set_user_status(&actor, &Id::new(path.last()), input.status).await?;
    Ok(ok(Told { data, message: "Student updated successfully".into() }).into_response())
}
