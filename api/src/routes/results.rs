//! Results, corrections, and the theory submissions that wait for a moderator.

use axum::{
    extract::{FromRequest, Request, State},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use sabi_core::{
    App,
    exam::{CorrectionsRequest, QuizResult, QuizView, ResultOutcome, StudentResult, SubmitGrades},
    grading::UserTheory,
    messages,
    store::Id,
};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Listed, Message, message, ok},
    error::{Failed, Result},
    extract::{Body, PathIds, too_large},
    gate::Caller,
    listing::{ListParams, Listing},
    type_erased::routes,
};

/// A page of results, under the documents' name.
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

/// Grades in either form of the documents: an object, or a bare list (ruling 16).
pub struct Grades(SubmitGrades);

impl<S: Send + Sync> FromRequest<S> for Grades {
    type Rejection = Failed;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::from_parts(parts.clone(), body), state).await.map_err(too_large)?;
        let is_list = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
        let bytes = if is_list { [b"{\"reviewed\":", &*bytes, b"}"].concat().into() } else { bytes };
        let Body(grades) = Body::from_request(Request::from_parts(parts, bytes.into()), state).await?;
        Ok(Self(grades))
    }
}

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_results))
        .routes(routes!(find_result))
        .routes(routes!(find_corrections))
        .routes(routes!(submit_grades))
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_all_results))
}

/// The routes that moderators and administrators may call.
pub fn moderator() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_user_theories))
}

/// List all students' results
#[utoipa::path(
    get, path = "/admin/results", tag = "results",
    params(ListParams<QuizResult>),
    responses((status = 200, body = Listed<StudentResult>)),
)]
async fn list_all_results(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Listed::from(app.list_all_results(&query).await?)).into_response())
}

/// List a student's results
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

/// Read a result, its subjects and advice
#[utoipa::path(
    get, path = "/get-result-data/{quizId}", tag = "results",
    params(("quizId" = String, Path)),
    responses((status = 200, body = ResultOutcome)),
)]
async fn find_result(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(ok(app.find_result(&actor, &Id::new(path.last()), false).await?).into_response())
}

/// The corrections to send. By default, all of them.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct CorrectionParams {
    /// Only questions of this subject, by its id.
    #[param(max_length = 200, nullable = false)]
    subject: Option<String>,
    /// Only questions with this outcome, and no theory answers; `missed` is incorrect or unseen.
    #[param(pattern = "^(correct|incorrect|unseen|missed)$", nullable = false)]
    outcome: Option<String>,
    /// `paper`, or `weakest` for the topics with the smallest share of right answers first. The default is `paper`.
    #[param(pattern = "^(paper|weakest)$", nullable = false)]
    sort: Option<String>,
    /// The page, from 1. Theory answers are on the last page.
    #[param(minimum = 1, maximum = 1_000_000, nullable = false)]
    page: Option<u64>,
    /// Questions per page. By default, all of them.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u64>,
}

/// Read a result with its corrections
#[utoipa::path(
    get, path = "/get-result-data-view/{quizId}", tag = "results",
    params(("quizId" = String, Path), CorrectionParams),
    responses((status = 200, body = ResultOutcome), (status = 409)),
)]
async fn find_corrections(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Listing(query): Listing,
) -> Result<Response> {
    let ask = CorrectionsRequest::read(query)?;
    Ok(ok(app.find_corrections(&actor, &Id::new(path.last()), &ask).await?).into_response())
}

/// List theory submissions, oldest first; moderators do not see the students
#[utoipa::path(
    get, path = "/admin/user-theories", tag = "results",
    params(ListParams<UserTheory>),
    responses((status = 200, body = UserTheories)),
)]
async fn list_user_theories(
    State(app): State<App>,
    Caller(actor): Caller,
    Listing(query): Listing,
) -> Result<Response> {
    let page = app.list_user_theories(&actor, &query).await?;
    Ok(ok(UserTheories { user_theory_list: page.rows, total: page.total }).into_response())
}

/// Grade the caller's own theory answers; the result stays pending until a moderator declares it
#[utoipa::path(
    put, path = "/submit-grade-result", tag = "results",
    request_body = SubmitGrades,
    responses((status = 200, body = Message), (status = 404), (status = 409)),
)]
async fn submit_grades(State(app): State<App>, Caller(actor): Caller, Grades(ask): Grades) -> Result<Response> {
    app.submit_grades(&actor, &ask).await?;
    Ok(message(messages::GRADES_KEPT).into_response())
}
