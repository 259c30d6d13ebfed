//! A student's week for others: links for a parent or teacher, and the weekly mail.

mod pages;

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
pub use pages::{progress, unsubscribe, unsubscribe_form};
use sabi_core::{
    App,
    store::Id,
    weekly::{ChooseWeeklyMail, NewProgressLink, ProgressLink, ProgressLinkView, WeeklyMailChoice},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, Message, created, message, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    type_erased::routes,
};

pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_progress_links, create_progress_link))
        .routes(routes!(revoke_progress_link))
        .routes(routes!(read_weekly_mail, choose_weekly_mail))
}

/// List the links through which others read the caller's week, without their addresses
#[utoipa::path(
    get, path = "/me/progress-links", tag = "weekly",
    responses((status = 200, body = Data<Vec<ProgressLinkView>>), (status = 403)),
)]
async fn list_progress_links(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.list_progress_links(&actor).await? }).into_response())
}

/// Create a link through which a parent or teacher reads the caller's week without an account, for 90 days
#[utoipa::path(
    post, path = "/me/progress-links", tag = "weekly",
    request_body = NewProgressLink,
    responses((status = 201, body = Data<ProgressLinkView>), (status = 403), (status = 409)),
)]
async fn create_progress_link(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<NewProgressLink>,
) -> Result<Response> {
    Ok(created(Data { data: app.create_progress_link(&actor, &ask).await? }))
}

/// Revoke a link to the caller's week
#[utoipa::path(
    delete, path = "/me/progress-links/{id}", tag = "weekly",
    params(("id" = String, Path)),
    responses((status = 200, body = Message), (status = 403), (status = 404)),
)]
async fn revoke_progress_link(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.revoke_progress_link(&actor, &Id::<ProgressLink>::new(path.last())).await?;
    Ok(message("The link does not work any more.").into_response())
}

/// Read whether the caller gets the weekly mail
#[utoipa::path(
    get, path = "/me/weekly-mail", tag = "weekly",
    responses((status = 200, body = Data<WeeklyMailChoice>), (status = 403)),
)]
async fn read_weekly_mail(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.weekly_mail_choice(&actor).await? }).into_response())
}

/// Turn the caller's weekly mail on or off
#[utoipa::path(
    put, path = "/me/weekly-mail", tag = "weekly",
    request_body = ChooseWeeklyMail,
    responses((status = 200, body = Data<WeeklyMailChoice>), (status = 403)),
)]
async fn choose_weekly_mail(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<ChooseWeeklyMail>,
) -> Result<Response> {
    Ok(ok(Data { data: app.choose_weekly_mail(&actor, ask).await? }).into_response())
}
