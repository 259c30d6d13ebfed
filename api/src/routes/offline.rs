//! Practice without a network: packs to download, and the results that come back.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    catalogue::{Exam, University},
    exam::{HandInOffline, OnlyQuestions, Pack, PackList, PackRequest, SyncedTest},
    store::Id,
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    listing::Listing,
    type_erased::routes,
};

pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_packs)).routes(routes!(find_pack)).routes(routes!(hand_in_offline))
}

/// List what the caller may download of an exam for practice offline, and what there is to repeat
#[utoipa::path(
    get, path = "/me/packs", tag = "offline",
    params(
        ("examId" = String, Query, description = "The exam"),
        ("university" = Option<String>, Query, description = "The university, for POST UTME; the registered one by default"),
    ),
    responses((status = 200, body = Data<PackList>), (status = 403), (status = 404)),
)]
async fn list_packs(State(app): State<App>, Caller(actor): Caller, Listing(mut query): Listing) -> Result<Response> {
    let exam = Id::<Exam>::new(query.filters.remove("examId").unwrap_or_default());
    let university = query.filters.remove("university").map(Id::<University>::new);
    Ok(ok(Data { data: app.list_packs(&actor, &exam, university.as_ref()).await? }).into_response())
}

/// Download a pack: the questions of a subject-year with keys and explanations
#[utoipa::path(
    get, path = "/me/packs/{id}", tag = "offline",
    params(
        ("id" = String, Path),
        ("examId" = String, Query, description = "The exam"),
        ("university" = Option<String>, Query, description = "The university, for POST UTME; the registered one by default"),
        ("only" = Option<String>, Query, description = "`none` for the order and the versions alone, or at most 25 ids of questions, separated by commas"),
    ),
    responses((status = 200, body = Data<Pack>), (status = 403), (status = 409), (status = 429)),
)]
async fn find_pack(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Listing(mut query): Listing,
) -> Result<Response> {
    let ask = PackRequest {
        exam: Id::new(query.filters.remove("examId").unwrap_or_default()),
        university: query.filters.remove("university").map(Id::new),
        only: OnlyQuestions::parse(query.filters.get("only").map(String::as_str))?,
    };
    Ok(ok(Data { data: app.pack(&actor, &Id::new(path.last()), &ask).await? }).into_response())
}

/// Hand in tests that were taken offline; sent again, a test changes nothing
#[utoipa::path(
    post, path = "/me/offline", tag = "offline",
    request_body = HandInOffline,
    responses((status = 200, body = Data<Vec<SyncedTest>>)),
)]
async fn hand_in_offline(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(hand_in): Body<HandInOffline>,
) -> Result<Response> {
    Ok(ok(Data { data: app.hand_in_offline(&actor, hand_in).await? }).into_response())
}
