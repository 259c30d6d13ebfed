//! Checks and counts of the bank, for editors.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use sabi_core::{
    App, Error,
    bank::{BankFault, BankScope, BankStats, ConcernKind},
    messages,
    records::ListQuery,
    statistics::{ConcernCount, LookQueue, NeedsLook},
    store::Id,
    typed::WHOLE_NUMBER,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, Message, message, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    listing::Listing,
    stream::{NDJSON, pieces},
    type_erased::routes,
};

/// A page of the questions that need a look.
#[derive(Debug, Serialize, ToSchema)]
pub struct LookPage {
    data: Vec<NeedsLook>,
    total: u64,
    /// The numbers of questions by kind of concern, for all kinds, even if the request names one.
    counts: Vec<ConcernCount>,
    /// The number of subjects that are still being checked. Ask again until it is 0.
    checking: u64,
}

/// The version of a question that is fine.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = FineQuestion)]
pub struct MarkAsFine {
    version: Option<i64>,
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(check_bank))
        .routes(routes!(bank_stats))
        .routes(routes!(list_needs_look))
        .routes(routes!(find_fine))
}

/// List the questions in use that an editor should look at, each with the reasons; the most serious first
#[utoipa::path(
    get, path = "/admin/needs-a-look", tag = "bank",
    params(
        ("page" = Option<u64>, Query, minimum = 1, maximum = 1000000, description = "One-based"),
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 100, description = "Questions per page, 10 by default"),
        ("exam" = Option<String>, Query, description = "Only of this exam, by its id"),
        ("subject" = Option<String>, Query, description = "Only of this subject, by its id"),
        ("kind" = Option<ConcernKind>, Query, description = "Only with a reason of this kind"),
    ),
    responses((status = 200, body = LookPage)),
)]
async fn list_needs_look(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    let LookQueue { rows: data, total, counts, checking } = app.list_needs_look(&query).await?;
    Ok(ok(LookPage { data, total, counts, checking }).into_response())
}

/// Take a question out of the list of those that need a look, until it or its statistics change
#[utoipa::path(
    put, path = "/admin/needs-a-look/{id}", tag = "bank",
    params(("id" = String, Path, description = "question")),
    request_body = MarkAsFine,
    responses((status = 200, body = Message)),
)]
async fn find_fine(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(ask): Body<MarkAsFine>,
) -> Result<Response> {
    app.mark_as_fine(&actor, &Id::new(path.last()), ask.version).await?;
    Ok(message(messages::FOUND_FINE).into_response())
}

/// Find problems in the bank, streamed as one line each. A transfer that is cut off is incomplete
#[utoipa::path(
    get, path = "/admin/bank/check", tag = "bank",
    params(
        ("exam" = Option<String>, Query, description = "Only of the exam with this slug"),
        ("subject" = Option<String>, Query, description = "Only of subjects with this title"),
        ("year" = Option<i64>, Query, description = "Only of this year"),
    ),
    responses((status = 200, content_type = "application/x-ndjson", body = BankFault)),
)]
async fn check_bank(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    let mut batches = Box::pin(app.check_bank(scope(query)?));
    // The first batch is read before the headers are sent, so that a wrong filter gets an error response.
    let first = batches.try_next().await?.unwrap_or_default();
    let rest = batches.map(|batch| lines(&batch?));
    Ok(pieces(NDJSON, stream::iter([lines(&first)]).chain(rest)))
}

/// Read the statistics of each subject-year of the bank
#[utoipa::path(
    get, path = "/admin/bank/stats", tag = "bank",
    params(
        ("exam" = Option<String>, Query, description = "Only of the exam with this slug"),
        ("subject" = Option<String>, Query, description = "Only of subjects with this title"),
        ("year" = Option<i64>, Query, description = "Only of this year"),
    ),
    responses((status = 200, body = Data<Vec<BankStats>>)),
)]
async fn bank_stats(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Data { data: app.bank_stats(&scope(query)?).await? }).into_response())
}

fn scope(ListQuery { mut filters, .. }: ListQuery) -> Result<BankScope, Error> {
    let mut given = |name: &str| filters.remove(name).filter(|value| !value.is_empty());
    let year = given("year").map(|year| year.parse().map_err(|_| Error::wrong("year", WHOLE_NUMBER)));
    Ok(BankScope { exam: given("exam"), subject: given("subject"), year: year.transpose()? })
}

fn lines(faults: &[BankFault]) -> Result<Bytes, Error> {
    let mut lines = Vec::new();
    for fault in faults {
        serde_json::to_writer(&mut lines, fault).map_err(Error::internal)?;
        lines.push(b'\n');
    }
    Ok(lines.into())
}
