//! Starting and taking tests.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, Error,
    exam::{
        AttemptView, Availability, OpenAttempt, PaperRequest, PaperView, RevealRequest, RevealView, SaveAnswers, Saved,
        StartAttempt, Submission, SubmitResult,
    },
    messages,
    store::Id,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, Listed, Message, created, message, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    listing::Listing,
    type_erased::routes,
};

/// A started attempt with its paper.
#[derive(Debug, Serialize, ToSchema)]
pub struct Started {
    attempt: AttemptView,
    paper: PaperView,
    /// Names what was not available (spec 2 §5).
    message: Option<String>,
}

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_year_questions))
        .routes(routes!(get_mock_questions))
        .routes(routes!(list_attempts, start_attempt))
        .routes(routes!(fetch_ahead))
        .routes(routes!(find_attempt))
        .routes(routes!(open_attempt))
        .routes(routes!(save_answers))
        .routes(routes!(reveal_answer))
        .routes(routes!(cancel_attempt))
        .routes(routes!(submit_result))
}

/// The contents available for a year; with the paper for a caller who could start the test, unless `countsOnly`
#[utoipa::path(
    post, path = "/get-year-questions", tag = "attempts",
    request_body = PaperRequest,
    responses((status = 200, body = Availability), (status = 404)),
)]
async fn get_year_questions(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<PaperRequest>,
) -> Result<Response> {
    Ok(ok(app.ask_paper(&actor, ask, false).await?).into_response())
}

/// The contents available for a mock; with the paper for a caller who could start it, unless `countsOnly`
#[utoipa::path(
    post, path = "/get-mock-questions", tag = "attempts",
    request_body = PaperRequest,
    responses((status = 200, body = Availability), (status = 404)),
)]
async fn get_mock_questions(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<PaperRequest>,
) -> Result<Response> {
    Ok(ok(app.ask_paper(&actor, ask, true).await?).into_response())
}

/// Start a test
#[utoipa::path(
    post, path = "/attempts", tag = "attempts",
    request_body = StartAttempt,
    responses((status = 201, body = Started), (status = 404), (status = 429)),
)]
async fn start_attempt(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(start): Body<StartAttempt>,
) -> Result<Response> {
    let (attempt, paper, message) = app.start_attempt(&actor, start).await?;
    Ok(created(Started { attempt, paper, message }))
}

/// Fetch the paper of an objective mock ahead, to be taken later without a network
///
/// It can be opened once, within seven days; its time runs from then. A caller who has such a paper of the exam unopened
/// gets the same again.
#[utoipa::path(
    post, path = "/attempts/ahead", tag = "attempts",
    request_body = StartAttempt,
    responses((status = 201, body = Started), (status = 404), (status = 429)),
)]
async fn fetch_ahead(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(start): Body<StartAttempt>,
) -> Result<Response> {
    let (attempt, paper, message) = app.fetch_ahead(&actor, start).await?;
    Ok(created(Started { attempt, paper, message }))
}

/// List the caller's running tests
#[utoipa::path(
    get, path = "/attempts", tag = "attempts",
    params(("state" = Option<String>, Query, description = "running")),
    responses((status = 200, body = Listed<AttemptView>), (status = 403)),
)]
async fn list_attempts(State(app): State<App>, Caller(actor): Caller, Listing(query): Listing) -> Result<Response> {
    if query.filters.get("state").is_some_and(|state| state != "running") {
        return Err(Error::field("state", "State must be running.").into());
    }
    let data = app.list_running_attempts(&actor).await?;
    Ok(ok(Listed { total: data.len() as u64, data }).into_response())
}

/// Resume a test: same questions, same order, answers so far, clock
#[utoipa::path(
    get, path = "/attempts/{id}", tag = "attempts",
    params(("id" = String, Path)),
    responses((status = 200, body = Started), (status = 409)),
)]
async fn find_attempt(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    let (attempt, paper) = app.find_attempt(&actor, &Id::new(path.last())).await?;
    Ok(ok(Started { attempt, paper, message: None }).into_response())
}

/// Open a mock that was fetched ahead
///
/// Its time runs from `openedAt`. Answers that were given in time by the device's clock may arrive until `takenUntil`.
#[utoipa::path(
    post, path = "/attempts/{id}/open", tag = "attempts",
    params(("id" = String, Path)),
    request_body = OpenAttempt,
    responses((status = 200, body = Data<AttemptView>), (status = 409)),
)]
async fn open_attempt(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(open): Body<OpenAttempt>,
) -> Result<Response> {
    Ok(ok(Data { data: app.open_attempt(&actor, &Id::new(path.last()), open).await? }).into_response())
}

/// Save answers
#[utoipa::path(
    put, path = "/attempts/{id}/answers", tag = "attempts",
    params(("id" = String, Path)),
    request_body = SaveAnswers,
    responses((status = 200, body = Saved)),
)]
async fn save_answers(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(save): Body<SaveAnswers>,
) -> Result<Response> {
    Ok(ok(app.save_answers(&actor, &Id::new(path.last()), save).await?).into_response())
}

/// Show the answer of one question, in study and practice
#[utoipa::path(
    post, path = "/attempts/{id}/reveal", tag = "attempts",
    params(("id" = String, Path)),
    request_body = RevealRequest,
    responses((status = 200, body = Data<RevealView>), (status = 409)),
)]
async fn reveal_answer(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<RevealRequest>,
) -> Result<Response> {
    Ok(ok(Data { data: app.reveal(&actor, &Id::new(path.last()), ask.item()?).await? }).into_response())
}

/// Cancel a test
#[utoipa::path(
    post, path = "/attempts/{id}/cancel", tag = "attempts",
    params(("id" = String, Path)),
    responses((status = 200, body = Message), (status = 409)),
)]
async fn cancel_attempt(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.cancel_attempt(&actor, &Id::new(path.last())).await?;
    Ok(message(messages::TEST_CANCELLED).into_response())
}

/// Submit a test
#[utoipa::path(
    post, path = "/submit-result", tag = "attempts",
    request_body = SubmitResult,
    responses((status = 200, body = Submission), (status = 404), (status = 409), (status = 429)),
)]
async fn submit_result(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(submit): Body<SubmitResult>,
) -> Result<Response> {
    Ok(ok(app.submit(&actor, submit).await?).into_response())
}
