//! The sandbox's page: plain forms without scripts, so that it works in every browser.

use axum::{
    Form,
    extract::{State, rejection::FormRejection},
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
};
use minijinja::{Environment, context};
use sabi_core::{
    App, Error,
    plans::{Payment, PaymentState, SandboxDecision},
    store::Id,
};

use crate::extract::PathIds;

/// The page. The ending of its name enables HTML escaping.
const PAGE: (&str, &str) = ("sandbox.html", include_str!("sandbox.html"));
/// The page has no scripts and no pictures, and its forms may only be sent here.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// The page on which a payer chooses how a sandbox payment ends.
pub async fn page(State(app): State<App>, path: PathIds) -> Response {
    show(&app, path.last(), None).await
}

/// Handles the page's forms, and redirects the payer to the app.
pub async fn decide(
    State(app): State<App>,
    path: PathIds,
    decision: Result<Form<SandboxDecision>, FormRejection>,
) -> Response {
    let Ok(Form(decision)) = decision else {
        return show(&app, path.last(), Some("Please choose one of these.")).await;
    };
    match app.decide_sandbox_charge(&Id::new(path.last()), decision.outcome).await {
        Ok(decided) => Redirect::to(&decided.url).into_response(),
        Err(Error::Conflict(refusal)) => show(&app, path.last(), Some(&refusal.message)).await,
        Err(error) => failed(&error),
    }
}

async fn show(app: &App, reference: &str, problem: Option<&str>) -> Response {
    let charge = match app.find_sandbox_charge(&Id::<Payment>::new(reference)).await {
        Ok(charge) => charge,
        Err(error) => return failed(&error),
    };
    let is_over = !matches!(charge.state, PaymentState::Pending | PaymentState::Failed | PaymentState::Abandoned);
    let back = format!("/subscription?reference={reference}");
    let shown = context! {
        plan => charge.plan,
        exam => charge.exam,
        university => charge.university,
        amount => sabi_core::plans::naira(charge.amount),
        reference,
        problem,
        is_over,
        state => charge.state.word(),
        back,
    };
    answer(if problem.is_some() { StatusCode::CONFLICT } else { StatusCode::OK }, &shown)
}

fn failed(error: &Error) -> Response {
    let (status, problem) = match error {
        Error::NotFound(_) => (StatusCode::NOT_FOUND, "There is no such payment in the sandbox."),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "Sabi is busy. Please try again in a moment."),
    };
    answer(status, &context! { problem, back => "/" })
}

fn answer(status: StatusCode, shown: &minijinja::Value) -> Response {
    let (name, source) = PAGE;
    let page = Environment::new().render_named_str(name, source, shown);
    let Ok(page) = page.inspect_err(|error| tracing::error!(%error, "the sandbox's page")) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let headers = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, Html(page)).into_response()
}
