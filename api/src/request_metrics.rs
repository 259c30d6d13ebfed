//! Metrics: measures each request, logs slow ones, and serves `GET /metrics`.

use std::{
    net::IpAddr,
    time::{Duration, Instant},
};

use axum::{
    Extension, Router,
    body::Body,
    extract::{DefaultBodyLimit, MatchedPath, State},
    http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header},
    middleware::from_fn,
    response::IntoResponse,
    routing::get,
};
use sabi_core::{
    App, Error, Refusal, messages,
    people::{Access, Actor},
};

use crate::{
    bounds::PUBLIC_BODY,
    error::{Failed, Reason, Result},
    gate::{CallerId, Peer, agent, bearer},
    host::one_host,
};

/// The route label of requests without a route: pages and files of the web app.
const WEB: &str = "web";
/// The label for paths below `/api` without a route.
const NOWHERE: &str = "none";

/// The measurement of a request, which logs it if it was slow or refused. The label is the matched route template,
/// never the requested path, because callers can make up any number of paths.
pub struct Measurement {
    begun: Instant,
    template: Option<MatchedPath>,
    is_api: bool,
    method: Method,
    id: Option<HeaderValue>,
    /// The browser that requests a page.
    agent: Option<String>,
    /// Whether a command without a server made the call. Such a command reports errors to its user itself.
    is_command: bool,
    from: Option<IpAddr>,
}

impl Measurement {
    /// Starts the measurement of a request that arrived at `begun`.
    pub fn begin(app: &App, begun: Instant, request: &Request<Body>) -> Self {
        let Peer(from) = Peer::of(app, request.extensions(), request.headers());
        Self {
            begun,
            template: request.extensions().get::<MatchedPath>().cloned(),
            is_api: request.uri().path().starts_with("/api/"),
            method: request.method().clone(),
            id: request.headers().get("x-request-id").cloned(),
            agent: is_page_load(request).then(|| agent(request.headers()).unwrap_or_default().to_owned()),
            is_command: request.extensions().get::<Actor>().is_some(),
            from,
        }
    }

    /// Ends the measurement with the response.
    pub fn end(self, app: &App, response: &Response<Body>) {
        let Self { begun, template, is_api, method, id, agent, is_command, from } = self;
        let (took, status) = (begun.elapsed(), response.status().as_u16());
        let route = match &template {
            // The router's internal template for requests that matched nothing.
            Some(path) if !path.as_str().contains("__private") => path.as_str(),
            _ if is_api => NOWHERE,
            _ => WEB,
        };
        if let (Some(agent), 200 | 304 | 404) = (agent, status) {
            app.metrics.page_loaded(&agent);
        }
        app.metrics.answered(route, method.as_str(), status, took);
        if let (401 | 403 | 429, Some(Reason(reason))) = (status, response.extensions().get::<Reason>()) {
            app.metrics.refused(reason);
            if status != 401 && !is_command {
                let caller = response.extensions().get::<CallerId>().map(|CallerId(user)| user.as_str());
                app.log_refusal(caller, from, route, reason);
            }
        }
        let slow = app.settings.slow_request_ms;
        if slow > 0 && took >= Duration::from_millis(slow) {
            let id = id.as_ref().and_then(|id| id.to_str().ok()).unwrap_or_default();
            let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            tracing::warn!(route, %method, status, milliseconds, id, "slow request");
        }
    }
}

/// Whether a browser requests a page, rather than a resource of a page.
fn is_page_load(request: &Request<Body>) -> bool {
    let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let is_document = header("sec-fetch-dest").is_none_or(|dest| dest == "document");
    let takes_html = header("accept").is_some_and(|kinds| kinds.contains("text/html"));
    let path = request.uri().path();
    request.method() == Method::GET && is_document && takes_html && !path.starts_with("/api/") && !has_ending(path)
}

/// Whether a path has a file extension.
fn has_ending(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

/// `GET /metrics` on the main address: for super admins and the operator and, unless metrics have a separate address,
/// with the token. Without a token it does not exist for others.
pub async fn metrics(
    State(app): State<App>,
    actor: Option<Extension<Actor>>,
    headers: HeaderMap,
) -> Result<Response<Body>> {
    let token = app.metrics.token().filter(|_| app.settings.metrics_listen.is_none());
    let bearer_value = bearer(&headers);
    if let (Some(token), Some(bearer_value)) = (token, &bearer_value)
        && token.is(bearer_value.token())
    {
        return Ok(text(&app).await);
    }
    let actor = match (actor, &bearer_value) {
        // Set by the in-process transport of the command line.
        (Some(Extension(actor)), _) => Some(actor),
        (None, Some(bearer_value)) => app.authenticate(bearer_value.token()).await?,
        (None, None) => None,
    };
    match actor {
        actor if Access::Owner.admits(actor.as_ref()) => Ok(text(&app).await),
        _ if token.is_some() => Err(unauthorised()),
        _ => Err(Failed::no_route()),
    }
}

/// The router of the separate metrics address: only `GET /metrics`, with the token if there is one.
pub fn own_router(app: App) -> Router {
    let answer = async |State(app): State<App>, headers: HeaderMap| -> Result<Response<Body>> {
        let is_known = app
            .metrics
            .token()
            .is_none_or(|token| bearer(&headers).is_some_and(|bearer_value| token.is(bearer_value.token())));
        if is_known { Ok(text(&app).await) } else { Err(unauthorised()) }
    };
    Router::new()
        .route("/metrics", get(answer))
        .fallback(async || Failed::no_route())
        .layer(from_fn(one_host))
        .layer(DefaultBodyLimit::max(PUBLIC_BODY))
        .with_state(app)
}

fn unauthorised() -> Failed {
    Error::Unauthenticated(Refusal::new("unauthenticated", messages::UNAUTHORISED)).into()
}

async fn text(app: &App) -> Response<Body> {
    let kind =
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::OK, kind, app.render_metrics().await).into_response()
}
