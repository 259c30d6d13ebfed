//! Plans, payments and subscribing (spec 2 §2.4, §4.4; rulings 21 and 22).

mod sandbox;

use axum::{
    extract::{DefaultBodyLimit, State, rejection::BytesRejection},
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use sabi_core::{
    App, messages,
    plans::{
        CheckPayments, InitializePayment, OpenPayment, Payment, PaymentFound, PaymentRow, PaymentStarted, PaymentView,
        PaymentsChecked, PlanOffer, SandboxDecided, SandboxDecision, SubscribePlan, SubscriptionView,
    },
    store::Id,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

pub use sandbox::{decide, page};

use crate::{
    envelope::{Data, Listed, Message, message, ok},
    error::Result,
    extract::{Body, PathIds, too_large},
    gate::Caller,
    listing::{ListParams, Listing},
    type_erased::routes,
};

/// The largest webhook that is read, in bytes.
const WEBHOOK: usize = 256 * 1024;

/// The subscription, and the message for a toast.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subscribed {
    user_subscription: SubscriptionView,
    message: String,
}

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_plan_offers))
        .routes(routes!(list_plan_offers_at))
        .routes(routes!(initialize_payment))
        .routes(routes!(subscribe_plan))
        .routes(routes!(list_open_payments))
        .routes(routes!(check_own_payment))
}

/// The routes that anybody may call.
pub fn public() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(take_webhook))
        .route_layer(DefaultBodyLimit::max(WEBHOOK))
        .routes(routes!(decide_sandbox_charge))
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_payments)).routes(routes!(find_payment)).routes(routes!(check_payments))
}

/// List the plans of an exam, each compared with the caller's current one
#[utoipa::path(
    get, path = "/get-subscriptions/{examId}", tag = "payments",
    params(("examId" = String, Path)),
    responses((status = 200, body = Data<Vec<PlanOffer>>)),
)]
async fn list_plan_offers(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.list_plan_offers(&actor, &Id::new(path.last()), None).await? }).into_response())
}

/// List the plans of an exam at a university; `all` and `none` mean no university
#[utoipa::path(
    get, path = "/get-subscriptions/{examId}/{universityId}", tag = "payments",
    params(("examId" = String, Path), ("universityId" = String, Path)),
    responses((status = 200, body = Data<Vec<PlanOffer>>)),
)]
async fn list_plan_offers_at(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    let exam = Id::new(path.0.first().cloned().unwrap_or_default());
    let data = app.list_plan_offers(&actor, &exam, Some(&Id::new(path.last()))).await?;
    Ok(ok(Data { data }).into_response())
}

/// Start the payment of a plan; returns its reference, its amount, and the payment page
#[utoipa::path(
    post, path = "/payments/initialize", tag = "payments",
    request_body = InitializePayment,
    responses(
        (status = 200, body = Data<PaymentStarted>),
        (status = 402),
        (status = 404),
        (status = 409),
        (status = 429),
    ),
)]
async fn initialize_payment(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<InitializePayment>,
) -> Result<Response> {
    Ok(ok(Data { data: app.initialize_payment(&actor, &ask).await? }).into_response())
}

/// List the caller's payments that may still be paid, newest first
#[utoipa::path(get, path = "/payments/open", tag = "payments", responses((status = 200, body = Data<Vec<OpenPayment>>)))]
async fn list_open_payments(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.list_open_payments(&actor).await? }).into_response())
}

/// Check one of the caller's payments with the gateway now
#[utoipa::path(
    post, path = "/payments/{reference}/check", tag = "payments",
    params(("reference" = String, Path)),
    responses((status = 200, body = Data<PaymentFound>), (status = 404)),
)]
async fn check_own_payment(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.check_own_payment(&actor, &Id::new(path.last())).await? }).into_response())
}

/// Subscribe to a plan, free or with a payment that the gateway confirms
#[utoipa::path(
    post, path = "/subscribe-plan", tag = "payments",
    request_body = SubscribePlan,
    responses((status = 200, body = Subscribed), (status = 402), (status = 409), (status = 429)),
)]
async fn subscribe_plan(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<SubscribePlan>,
) -> Result<Response> {
    let user_subscription = app.subscribe_plan(&actor, &ask).await?;
    Ok(ok(Subscribed { user_subscription, message: messages::SUBSCRIBED_PLAN.into() }).into_response())
}

/// Receive Paystack's webhooks, signed in `x-paystack-signature`
#[utoipa::path(
    post, path = "/payments/webhook", tag = "payments",
    request_body = Object,
    responses((status = 200, body = Message), (status = 401)),
)]
async fn take_webhook(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response> {
    let body = body.map_err(too_large)?;
    let signature = headers.get("x-paystack-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    app.receive_webhook(&body, signature).await?;
    Ok(message("Taken.").into_response())
}

/// Decide a payment of the sandbox, as its page does
#[utoipa::path(
    post, path = "/payments/sandbox/{reference}", tag = "payments",
    params(("reference" = String, Path)),
    request_body = SandboxDecision,
    responses((status = 200, body = Data<SandboxDecided>), (status = 409)),
)]
async fn decide_sandbox_charge(
    State(app): State<App>,
    path: PathIds,
    Body(decision): Body<SandboxDecision>,
) -> Result<Response> {
    let data = app.decide_sandbox_charge(&Id::new(path.last()), decision.outcome).await?;
    Ok(ok(Data { data }).into_response())
}

/// List payments, newest first
#[utoipa::path(
    get, path = "/admin/payments", tag = "payments",
    params(ListParams<Payment>),
    responses((status = 200, body = Listed<PaymentRow>)),
)]
async fn list_payments(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Listed::from(app.list_payments(&query).await?)).into_response())
}

/// Read a payment with all responses of the gateway
#[utoipa::path(
    get, path = "/admin/payments/{reference}", tag = "payments",
    params(("reference" = String, Path)),
    responses((status = 200, body = Data<PaymentView>)),
)]
async fn find_payment(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.find_payment(&Id::new(path.last())).await? }).into_response())
}

/// Check one payment, or twenty open ones, with the gateway now; each call takes the next twenty
#[utoipa::path(
    post, path = "/admin/payments/reconcile", tag = "payments",
    request_body = CheckPayments,
    responses((status = 200, body = Data<PaymentsChecked>), (status = 404)),
)]
async fn check_payments(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(ask): Body<CheckPayments>,
) -> Result<Response> {
    Ok(ok(Data { data: app.check_payments(&actor, &ask).await? }).into_response())
}
