//! Review of items: comments of administrators, and earlier versions.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    bank::{
        ChoiceBody, ChoiceVersion, CommentView, EarlierVersion, EssayBody, EssayVersion, Item, ItemBody, WriteComment,
    },
    messages,
    people::Actor,
    records::ListQuery,
    store::Id,
};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, DataWithMessage, Listed, Message, created, message, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    listing::Listing,
    type_erased::routes,
};

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(question_versions))
        .routes(routes!(theory_versions))
        .routes(routes!(list_comments, add_comment))
        .routes(routes!(delete_comment))
        .routes(routes!(list_theory_comments, add_theory_comment))
        .routes(routes!(delete_theory_comment))
}

/// The page of the comments on an item.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "read by the OpenAPI document only")]
pub struct CommentParams {
    /// One-based
    #[param(minimum = 1, maximum = 1_000_000, nullable = false)]
    page: Option<u64>,
    /// Comments per page, 20 by default
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u64>,
}

/// List the earlier versions of a question, the latest first
#[utoipa::path(
    get, path = "/admin/questions/{a}/versions", tag = "bank",
    params(("a" = String, Path, description = "question")),
    responses((status = 200, body = Data<Vec<EarlierVersion<ChoiceVersion>>>)),
)]
async fn question_versions(State(app): State<App>, path: PathIds) -> Result<Response> {
    versions::<ChoiceBody>(&app, &path).await
}

/// List the earlier versions of a theory question, the latest first
#[utoipa::path(
    get, path = "/admin/theories/{a}/versions", tag = "bank",
    params(("a" = String, Path, description = "theory question")),
    responses((status = 200, body = Data<Vec<EarlierVersion<EssayVersion>>>)),
)]
async fn theory_versions(State(app): State<App>, path: PathIds) -> Result<Response> {
    versions::<EssayBody>(&app, &path).await
}

/// List the comments on a question, the latest first
#[utoipa::path(
    get, path = "/admin/questions/{a}/comments", tag = "bank",
    params(("a" = String, Path, description = "question"), CommentParams),
    responses((status = 200, body = Listed<CommentView>)),
)]
async fn list_comments(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Listing(query): Listing,
) -> Result<Response> {
    comments::<ChoiceBody>(&app, &actor, &path, &query).await
}

/// List the comments on a theory question, the latest first
#[utoipa::path(
    get, path = "/admin/theories/{a}/comments", tag = "bank",
    params(("a" = String, Path, description = "theory question"), CommentParams),
    responses((status = 200, body = Listed<CommentView>)),
)]
async fn list_theory_comments(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Listing(query): Listing,
) -> Result<Response> {
    comments::<EssayBody>(&app, &actor, &path, &query).await
}

/// Comment on a question
#[utoipa::path(
    post, path = "/admin/questions/{a}/comments", tag = "bank",
    params(("a" = String, Path, description = "question")),
    request_body = WriteComment,
    responses((status = 201, body = DataWithMessage<CommentView>)),
)]
async fn add_comment(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<WriteComment>,
) -> Result<Response> {
    comment::<ChoiceBody>(&app, &actor, &path, &ask).await
}

/// Comment on a theory question
#[utoipa::path(
    post, path = "/admin/theories/{a}/comments", tag = "bank",
    params(("a" = String, Path, description = "theory question")),
    request_body = WriteComment,
    responses((status = 201, body = DataWithMessage<CommentView>)),
)]
async fn add_theory_comment(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<WriteComment>,
) -> Result<Response> {
    comment::<EssayBody>(&app, &actor, &path, &ask).await
}

/// Delete a comment on a question; the author and super admins may
#[utoipa::path(
    delete, path = "/admin/questions/{a}/comments/{comment}", tag = "bank",
    params(("a" = String, Path, description = "question"), ("comment" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn delete_comment(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    delete::<ChoiceBody>(&app, &actor, &path).await
}

/// Delete a comment on a theory question; the author and super admins may
#[utoipa::path(
    delete, path = "/admin/theories/{a}/comments/{comment}", tag = "bank",
    params(("a" = String, Path, description = "theory question"), ("comment" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn delete_theory_comment(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    delete::<EssayBody>(&app, &actor, &path).await
}

/// The item whose id is the first parameter of the path.
fn item<B: ItemBody>(path: &PathIds) -> Id<Item<B>> {
    Id::new(path.first())
}

async fn versions<B: ItemBody>(app: &App, path: &PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.item_versions::<B>(&item(path)).await? }).into_response())
}

async fn comments<B: ItemBody>(app: &App, actor: &Actor, path: &PathIds, query: &ListQuery) -> Result<Response> {
    Ok(ok(Listed::from(app.list_comments::<B>(actor, &item(path), query).await?)).into_response())
}

async fn comment<B: ItemBody>(app: &App, actor: &Actor, path: &PathIds, ask: &WriteComment) -> Result<Response> {
    let data = app.add_comment::<B>(actor, &item(path), ask).await?;
    Ok(created(DataWithMessage { data, message: messages::COMMENT_ADDED.into() }))
}

async fn delete<B: ItemBody>(app: &App, actor: &Actor, path: &PathIds) -> Result<Response> {
    app.delete_comment::<B>(actor, &item(path), path.last()).await?;
    Ok(message(messages::COMMENT_DELETED).into_response())
}
