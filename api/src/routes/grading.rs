//! Grading by moderators (ruling 16): the queue, claims, grades, declaration, and statistics.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    grading::{GraderStats, GradingTask, GradingView, ReserveGradings, SaveGrades},
    messages,
    store::Id,
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, DataWithMessage, Listed, Message, message, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    listing::{ListParams, Listing},
    type_erased::routes,
};

/// The routes that moderators and administrators may call.
pub fn moderator() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_grading_queue))
        .routes(routes!(reserve_gradings))
        .routes(routes!(grading_stats))
        .routes(routes!(find_grading, save_grades))
        .routes(routes!(claim_grading))
        .routes(routes!(release_grading))
        .routes(routes!(declare_grading))
}

/// List submissions that wait for a grader, oldest first
#[utoipa::path(
    get, path = "/grading/queue", tag = "grading",
    params(
        ListParams<GradingTask>,
        ("state" = Option<String>, Query, description = "Only these: free, claimed (by others), mine"),
    ),
    responses((status = 200, body = Listed<GradingTask>)),
)]
async fn list_grading_queue(
    State(app): State<App>,
    Caller(actor): Caller,
    Listing(query): Listing,
) -> Result<Response> {
    Ok(ok(Listed::from(app.list_grading_queue(&actor, &query).await?)).into_response())
}

/// Reserve free submissions for a worksheet, for up to seven days
#[utoipa::path(
    post, path = "/grading/reserve", tag = "grading",
    request_body = ReserveGradings,
    responses((status = 200, body = Data<Vec<GradingView>>), (status = 409)),
)]
async fn reserve_gradings(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<ReserveGradings>,
) -> Result<Response> {
    Ok(ok(Data { data: app.reserve_gradings(&actor, &ask).await? }).into_response())
}

/// Read the caller's grading statistics; for administrators, everybody's
#[utoipa::path(
    get, path = "/grading/stats", tag = "grading",
    responses((status = 200, body = Data<Vec<GraderStats>>)),
)]
async fn grading_stats(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.grading_stats(&actor).await? }).into_response())
}

/// Read a submission with everything needed to grade it
#[utoipa::path(
    get, path = "/grading/{quizId}", tag = "grading",
    params(("quizId" = String, Path)),
    responses((status = 200, body = Data<GradingView>), (status = 409)),
)]
async fn find_grading(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.find_grading(&actor, &Id::new(path.last())).await? }).into_response())
}

/// Save some or all grades of a claimed submission. Only administrators change declared grades, with a reason
#[utoipa::path(
    put, path = "/grading/{quizId}", tag = "grading",
    params(("quizId" = String, Path)),
    request_body = SaveGrades,
    responses((status = 200, body = DataWithMessage<GradingView>)),
)]
async fn save_grades(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<SaveGrades>,
) -> Result<Response> {
    let data = app.save_grades(&actor, &Id::new(path.last()), ask).await?;
    Ok(ok(DataWithMessage { data, message: messages::GRADES_KEPT.into() }).into_response())
}

/// Claim a submission for 15 minutes, or renew the claim
#[utoipa::path(
    post, path = "/grading/{quizId}/claim", tag = "grading",
    params(("quizId" = String, Path)),
    responses((status = 200, body = Data<GradingView>), (status = 409)),
)]
async fn claim_grading(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.claim_grading(&actor, &Id::new(path.last())).await? }).into_response())
}

/// Release a submission; saved grades are kept
#[utoipa::path(
    post, path = "/grading/{quizId}/release", tag = "grading",
    params(("quizId" = String, Path)),
    responses((status = 200, body = Message), (status = 409)),
)]
async fn release_grading(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.release_grading(&actor, &Id::new(path.last())).await?;
    Ok(message(messages::CLAIM_RELEASED).into_response())
}

/// Complete the caller's grades; if no other moderator has to grade it too, they become the student's result
#[utoipa::path(
    post, path = "/grading/{quizId}/declare", tag = "grading",
    params(("quizId" = String, Path)),
    responses((status = 200, body = DataWithMessage<GradingView>), (status = 409)),
)]
async fn declare_grading(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    let data = app.declare_grading(&actor, &Id::new(path.last())).await?;
    let words = if data.is_given { messages::GRADED } else { messages::RESULT_DECLARED };
    Ok(ok(DataWithMessage { data, message: words.into() }).into_response())
}
