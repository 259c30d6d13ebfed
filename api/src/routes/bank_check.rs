//! Checks and counts of the bank, for editors.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use sabi_core::{
    App, Error,
    bank::{BankFault, BankScope, BankStats},
    records::ListQuery,
    typed::WHOLE_NUMBER,
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, ok},
    erased::routes,
    error::Result,
    listing::Listing,
    stream::{NDJSON, pieces},
};

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(check_bank)).routes(routes!(bank_stats))
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
