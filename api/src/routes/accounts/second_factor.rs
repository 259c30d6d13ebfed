//! The second factor of administrators and moderators (ruling 36).

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    people::{OneTimeCode, RecoveryCodes, SecondFactorSetup, SecondFactorState},
    store::Id,
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, Message, message, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    type_erased::routes,
};

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(second_factor, begin_second_factor, confirm_second_factor))
        .routes(routes!(drop_second_factor))
        .routes(routes!(renew_recovery_codes))
}

/// The routes that only super admins may call.
pub fn owner() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(reset_second_factor))
}

/// Read the state of the caller's second factor
#[utoipa::path(
    get, path = "/me/second-factor", tag = "accounts",
    responses((status = 200, body = Data<SecondFactorState>), (status = 403), (status = 404)),
)]
async fn second_factor(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.second_factor(&actor).await? }).into_response())
}

/// Create a secret for the caller's authenticator app; required once a code has confirmed it
#[utoipa::path(
    post, path = "/me/second-factor", tag = "accounts",
    responses((status = 200, body = Data<SecondFactorSetup>), (status = 404), (status = 409)),
)]
async fn begin_second_factor(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.begin_second_factor(&actor).await? }).into_response())
}

/// Require the second factor from now on, with a code from the app; the recovery codes are only shown here
#[utoipa::path(
    put, path = "/me/second-factor", tag = "accounts",
    request_body = OneTimeCode,
    responses((status = 200, body = Data<RecoveryCodes>), (status = 404), (status = 409), (status = 429)),
)]
async fn confirm_second_factor(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(code): Body<OneTimeCode>,
) -> Result<Response> {
    Ok(ok(Data { data: app.confirm_second_factor(&actor, code).await? }).into_response())
}

/// Remove the second factor, with a code
#[utoipa::path(
    post, path = "/me/second-factor/remove", tag = "accounts",
    request_body = OneTimeCode,
    responses((status = 200, body = Message), (status = 404), (status = 409), (status = 429)),
)]
async fn drop_second_factor(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(code): Body<OneTimeCode>,
) -> Result<Response> {
    app.drop_second_factor(&actor, code).await?;
    Ok(message("Your second factor was removed.").into_response())
}

/// Create ten new recovery codes, with a code; the old ones stop working
#[utoipa::path(
    post, path = "/me/recovery-codes", tag = "accounts",
    request_body = OneTimeCode,
    responses((status = 200, body = Data<RecoveryCodes>), (status = 404), (status = 409), (status = 429)),
)]
async fn renew_recovery_codes(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(code): Body<OneTimeCode>,
) -> Result<Response> {
    Ok(ok(Data { data: app.renew_recovery_codes(&actor, code).await? }).into_response())
}

/// Reset somebody's second factor after a lost device; their sessions end
#[utoipa::path(
    delete, path = "/admin/users/{id}/second-factor", tag = "accounts",
    params(("id" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn reset_second_factor(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.reset_second_factor(&actor, &Id::new(path.last())).await?;
    Ok(message("The second factor was removed.").into_response())
}
