//! Statistics: of questions for the back office, and of students for themselves.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    catalogue::Exam,
    exam::{MockAnalytics, QuestionToLearn, Today},
    statistics::{Forecast, QuestionFigures, RankedQuestion, WeakTopic},
    store::Id,
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, Listed, ok},
    error::Result,
    extract::PathIds,
    gate::Caller,
    listing::{ListParams, Listing},
    type_erased::routes,
};

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(mock_analytics))
        .routes(routes!(list_weak_topics))
        .routes(routes!(find_forecast))
        .routes(routes!(find_today))
        .routes(routes!(list_questions_to_learn))
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_question_statistics)).routes(routes!(list_question_statistics))
}

/// Read the performance charts of a student's mocks; one's own, or any student's for administrators
#[utoipa::path(
    get, path = "/get-mock-results-analytics/{id}", tag = "results",
    params(("id" = String, Path, description = "student")),
    responses((status = 200, body = Data<MockAnalytics>), (status = 403)),
)]
async fn mock_analytics(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.mock_analytics(&actor, &Id::new(path.last())).await? }).into_response())
}

/// List the caller's topics of an exam by accuracy over the last 90 days, worst first
#[utoipa::path(
    get, path = "/me/weak-topics", tag = "results",
    params(("examId" = String, Query, description = "The exam")),
    responses((status = 200, body = Data<Vec<WeakTopic>>), (status = 403), (status = 404)),
)]
async fn list_weak_topics(
    State(app): State<App>,
    Caller(actor): Caller,
    Listing(mut query): Listing,
) -> Result<Response> {
    let exam = query.filters.remove("examId").unwrap_or_default();
    Ok(ok(Data { data: app.weak_topics(&actor, &Id::<Exam>::new(exam)).await? }).into_response())
}

/// Forecast the caller's score in an exam, if it were today
#[utoipa::path(
    get, path = "/me/forecast", tag = "results",
    params(("examId" = String, Query, description = "The exam")),
    responses((status = 200, body = Data<Forecast>), (status = 403), (status = 404)),
)]
async fn find_forecast(State(app): State<App>, Caller(actor): Caller, Listing(mut query): Listing) -> Result<Response> {
    let exam = query.filters.remove("examId").unwrap_or_default();
    Ok(ok(Data { data: app.forecast(&actor, &Id::<Exam>::new(exam)).await? }).into_response())
}

/// Read today's session of the caller: questions to repeat, new questions, duration and download size
#[utoipa::path(
    get, path = "/me/today", tag = "results",
    params(("examId" = String, Query, description = "The exam")),
    responses((status = 200, body = Data<Today>), (status = 403), (status = 404)),
)]
async fn find_today(State(app): State<App>, Caller(actor): Caller, Listing(mut query): Listing) -> Result<Response> {
    let exam = query.filters.remove("examId").unwrap_or_default();
    Ok(ok(Data { data: app.today(&actor, &Id::<Exam>::new(exam)).await? }).into_response())
}

/// List the questions that the caller has forgotten too often for repeating to help, with answer and explanation
#[utoipa::path(
    get, path = "/me/to-learn", tag = "results",
    params(("examId" = String, Query, description = "The exam")),
    responses((status = 200, body = Data<Vec<QuestionToLearn>>), (status = 403), (status = 404)),
)]
async fn list_questions_to_learn(
    State(app): State<App>,
    Caller(actor): Caller,
    Listing(mut query): Listing,
) -> Result<Response> {
    let exam = query.filters.remove("examId").unwrap_or_default();
    Ok(ok(Data { data: app.questions_to_learn(&actor, &Id::<Exam>::new(exam)).await? }).into_response())
}

/// Read the statistics of a question from students' answers
#[utoipa::path(
    get, path = "/admin/questions/{a}/statistics", tag = "bank",
    params(("a" = String, Path, description = "question")),
    responses((status = 200, body = Data<QuestionFigures>)),
)]
async fn find_question_statistics(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.question_figures(&Id::new(path.last())).await? }).into_response())
}

/// List the answered questions: those with a probably wrong key first, then by discrimination, lowest first
#[utoipa::path(
    get, path = "/admin/question-statistics", tag = "bank",
    params(ListParams<RankedQuestion>),
    responses((status = 200, body = Listed<RankedQuestion>)),
)]
async fn list_question_statistics(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Listed::from(app.list_question_statistics(&query).await?)).into_response())
}
