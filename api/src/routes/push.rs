//! The daily reminder of today's session, by web push.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, messages,
    push::{PushDevice, ReminderView, TurnOnReminder},
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

pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read_reminder, turn_on_reminder)).routes(routes!(turn_off_reminder))
}

/// Read the hour of the caller's daily reminder, the devices that get it, and the key with which a browser subscribes
#[utoipa::path(
    get, path = "/me/push", tag = "push",
    responses((status = 200, body = Data<ReminderView>), (status = 403)),
)]
async fn read_reminder(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.reminder(&actor).await? }).into_response())
}

/// Turn the caller's daily reminder on for a browser, or change its hour
#[utoipa::path(
    put, path = "/me/push", tag = "push",
    request_body = TurnOnReminder,
    responses((status = 200, body = Data<ReminderView>), (status = 403)),
)]
async fn turn_on_reminder(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<TurnOnReminder>,
) -> Result<Response> {
    Ok(ok(Data { data: app.turn_on_reminder(&actor, &ask).await? }).into_response())
}

/// Turn the caller's daily reminder off for one device
#[utoipa::path(
    delete, path = "/me/push/{id}", tag = "push",
    params(("id" = String, Path)),
    responses((status = 200, body = Message), (status = 403), (status = 404)),
)]
async fn turn_off_reminder(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.turn_off_reminder(&actor, &Id::<PushDevice>::new(path.last())).await?;
    Ok(message(messages::NO_REMINDERS).into_response())
}
