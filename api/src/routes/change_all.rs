//! Changes to every record that a list finds. The filters are those of the list.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    bank::{ChangeAll, ChoiceBody, EssayBody, Question, Theory},
    people::{StatusOfAll, User},
    records::ChangedAll,
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    listing::{ListParams, Listing},
    type_erased::routes,
};

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(change_all_questions))
        .routes(routes!(change_all_theories))
        .routes(routes!(set_status_of_all))
}

/// Change or delete every question that the list with this path and these filters finds, at most 5000
#[utoipa::path(
    put, path = "/admin/questions/{a}/{b}/{c}/{d}/{e}", tag = "bank",
    params(
        ("a" = String, Path, description = "subject"),
        ("b" = String, Path, description = "topic"),
        ("c" = String, Path, description = "year"),
        ("d" = String, Path, description = "section"),
        ("e" = String, Path, description = "university"),
        ListParams<Question>,
    ),
    request_body = ChangeAll,
    responses((status = 200, body = Data<ChangedAll>), (status = 409)),
)]
async fn change_all_questions(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Listing(query): Listing,
    Body(ask): Body<ChangeAll>,
) -> Result<Response> {
    let filter = path.bank_filter();
    Ok(ok(Data { data: app.change_all_items::<ChoiceBody>(&actor, &filter, &query, &ask).await? }).into_response())
}

/// Change or delete every theory question that the list with this path and these filters finds, at most 5000
#[utoipa::path(
    put, path = "/admin/theories/{a}/{b}/{c}", tag = "bank",
    params(
        ("a" = String, Path, description = "subject"),
        ("b" = String, Path, description = "year"),
        ("c" = String, Path, description = "section"),
        ListParams<Theory>,
    ),
    request_body = ChangeAll,
    responses((status = 200, body = Data<ChangedAll>), (status = 409)),
)]
async fn change_all_theories(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Listing(query): Listing,
    Body(ask): Body<ChangeAll>,
) -> Result<Response> {
    let filter = path.theory_filter();
    Ok(ok(Data { data: app.change_all_items::<EssayBody>(&actor, &filter, &query, &ask).await? }).into_response())
}

/// Set the status of every student that the list with these filters finds, at most 5000; their sessions end
#[utoipa::path(
    put, path = "/admin/customers", tag = "accounts",
    params(ListParams<User>),
    request_body = StatusOfAll,
    responses((status = 200, body = Data<ChangedAll>), (status = 409)),
)]
async fn set_status_of_all(
    State(app): State<App>,
    Caller(actor): Caller,
    Listing(query): Listing,
    Body(ask): Body<StatusOfAll>,
) -> Result<Response> {
    Ok(ok(Data { data: app.set_status_of_all(&actor, &query, &ask).await? }).into_response())
}
