//! Exams for visitors without an account: questions to try, and the scores that they keep once they have one.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    exam::{ExamPage, KeepVisitorAnswers, VisitorPaper, VisitorScoreView},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    response_cache::cached,
    type_erased::routes,
};

/// The questions to try on the home page.
#[derive(Debug, Serialize, ToSchema)]
pub struct FirstPaper {
    /// Null while no exam has a question to try.
    data: Option<VisitorPaper>,
}

pub fn public() -> OpenApiRouter<App> {
    cached(
        OpenApiRouter::new()
            .routes(routes!(first_visitor_paper))
            .routes(routes!(visitor_paper))
            .routes(routes!(exam_page)),
    )
}

pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_visitor_scores, keep_visitor_answers))
}

/// Questions to try without an account, with keys and explanations: those of the first exam that has some
#[utoipa::path(get, path = "/try", tag = "visitors", responses((status = 200, body = FirstPaper)))]
async fn first_visitor_paper(State(app): State<App>) -> Result<Response> {
    Ok(ok(FirstPaper { data: app.first_visitor_paper().await? }).into_response())
}

/// Questions of an exam to try without an account, with keys and explanations
#[utoipa::path(
    get, path = "/try/{exam}", tag = "visitors",
    params(("exam" = String, Path, description = "slug")),
    responses((status = 200, body = Data<VisitorPaper>), (status = 404)),
)]
async fn visitor_paper(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.visitor_paper(path.last()).await? }).into_response())
}

/// The public page of an exam: subjects, years, plans and prices, one question, testimonials
#[utoipa::path(
    get, path = "/exam-types/{slug}", tag = "visitors",
    params(("slug" = String, Path)),
    responses((status = 200, body = Data<ExamPage>), (status = 404)),
)]
async fn exam_page(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.exam_page(path.last()).await? }).into_response())
}

/// The caller's scores with the questions that they tried before they had an account
#[utoipa::path(
    get, path = "/me/visitor-scores", tag = "visitors",
    responses((status = 200, body = Data<Vec<VisitorScoreView>>), (status = 403)),
)]
async fn list_visitor_scores(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.list_visitor_scores(&actor).await? }).into_response())
}

/// Mark the answers that the caller gave before they had an account, and keep the score: the first of each exam
#[utoipa::path(
    post, path = "/me/visitor-scores", tag = "visitors",
    request_body = KeepVisitorAnswers,
    responses((status = 200, body = Data<VisitorScoreView>), (status = 403), (status = 404)),
)]
async fn keep_visitor_answers(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(given): Body<KeepVisitorAnswers>,
) -> Result<Response> {
    Ok(ok(Data { data: app.keep_visitor_answers(&actor, &given).await? }).into_response())
}
