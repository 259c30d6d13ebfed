//! Results, corrections, and the theory submissions that wait for a moderator.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    exam::{QuizResult, QuizView, ResultOutcome, UserTheory},
    store::Id,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    envelope::ok,
    error::Result,
    extract::PathIds,
    gate::Caller,
    listing::{ListParams, Listing},
};

/// A page of results, under the name that the documents give them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Quizes {
    quizes: Vec<QuizView>,
    total: u64,
}

/// A page of theory submissions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserTheories {
    user_theory_list: Vec<UserTheory>,
    total: u64,
}

pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_results)).routes(routes!(find_result)).routes(routes!(find_corrections))
}

pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_user_theories))
}

/// A student's results
#[utoipa::path(
    get, path = "/get-results/{userId}", tag = "results",
    params(("userId" = String, Path), ListParams<QuizResult>),
    responses((status = 200, body = Quizes)),
)]
async fn list_results(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Listing(query): Listing,
) -> Result<Response> {
    let page = app.list_results(&actor, &Id::new(path.last()), &query).await?;
    Ok(ok(Quizes { quizes: page.rows, total: page.total }).into_response())
}

/// A result, its subjects and advice
#[utoipa::path(
    get, path = "/get-result-data/{quizId}", tag = "results",
    params(("quizId" = String, Path)),
    responses((status = 200, body = ResultOutcome)),
)]
async fn find_result(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(ok(app.find_result(&actor, &Id::new(path.last()), false).await?).into_response())
}

/// A result with its corrections
#[utoipa::path(
    get, path = "/get-result-data-view/{quizId}", tag = "results",
    params(("quizId" = String, Path)),
    responses((status = 200, body = ResultOutcome), (status = 409)),
)]
async fn find_corrections(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(ok(app.find_result(&actor, &Id::new(path.last()), true).await?).into_response())
}

/// Theory submissions, oldest first
#[utoipa::path(
    get, path = "/admin/user-theories", tag = "results",
    params(ListParams<UserTheory>),
    responses((status = 200, body = UserTheories)),
)]
async fn list_user_theories(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    let page = app.list_user_theories(&query).await?;
    Ok(ok(UserTheories { user_theory_list: page.rows, total: page.total }).into_response())
}
