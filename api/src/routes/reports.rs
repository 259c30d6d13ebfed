//! Question reports: students send them, moderators decide, and students read the decision.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, messages,
    reports::{DecideReport, DecideReports, OwnReport, OwnReports, Report, ReportDetail, ReportView, SendReport},
    store::Id,
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, DataWithMessage, Listed, Message, created, message, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    listing::{ListParams, Listing},
    type_erased::routes,
};

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(report_question)).routes(routes!(list_own_reports))
}

/// The routes that moderators and administrators may call.
pub fn moderator() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_reports))
        .routes(routes!(open_report, decide_report))
        .routes(routes!(decide_reports))
}

/// Report a question from one of the caller's tests
#[utoipa::path(
    post, path = "/reports", tag = "reports",
    request_body = SendReport,
    responses((status = 201, body = DataWithMessage<OwnReport>), (status = 429)),
)]
async fn report_question(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<SendReport>,
) -> Result<Response> {
    let data = app.report_question(&actor, ask).await?;
    Ok(created(DataWithMessage { data, message: messages::REPORTED.into() }))
}

/// List the caller's own reports and their decisions, newest first
#[utoipa::path(
    get, path = "/me/reports", tag = "reports",
    params(ListParams<OwnReports>),
    responses((status = 200, body = Listed<OwnReport>), (status = 403)),
)]
async fn list_own_reports(State(app): State<App>, Caller(actor): Caller, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Listed::from(app.list_own_reports(&actor, &query).await?)).into_response())
}

/// List question reports, oldest first
#[utoipa::path(
    get, path = "/reports", tag = "reports",
    params(ListParams<Report>),
    responses((status = 200, body = Listed<ReportView>)),
)]
async fn list_reports(State(app): State<App>, Caller(actor): Caller, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Listed::from(app.list_reports(&actor, &query).await?)).into_response())
}

/// Read a report with the current question
#[utoipa::path(
    get, path = "/reports/{id}", tag = "reports",
    params(("id" = String, Path)),
    responses((status = 200, body = Data<ReportDetail>), (status = 404), (status = 409)),
)]
async fn open_report(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.open_report(&actor, &Id::new(path.last())).await? }).into_response())
}

/// Accept, reject or reopen a report
#[utoipa::path(
    put, path = "/reports/{id}", tag = "reports",
    params(("id" = String, Path)),
    request_body = DecideReport,
    responses((status = 200, body = DataWithMessage<ReportView>)),
)]
async fn decide_report(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<DecideReport>,
) -> Result<Response> {
    let data = app.decide_report(&actor, &Id::new(path.last()), ask).await?;
    Ok(ok(DataWithMessage { data, message: messages::REPORT_DECIDED.into() }).into_response())
}

/// Accept or reject all open reports of a question
#[utoipa::path(
    put, path = "/reports/of/{question}", tag = "reports",
    params(("question" = String, Path)),
    request_body = DecideReports,
    responses((status = 200, body = Message), (status = 409)),
)]
async fn decide_reports(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<DecideReports>,
) -> Result<Response> {
    app.decide_reports(&actor, path.last(), &ask).await?;
    Ok(message(messages::REPORT_DECIDED).into_response())
}
