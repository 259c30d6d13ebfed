//! The route table: every group of routes with its access level, and the middleware around all.

use std::{borrow::Cow, time::Duration};

use axum::{
    Extension, Router,
    body::Body,
    extract::{DefaultBodyLimit, MatchedPath, State},
    http::{HeaderName, HeaderValue, Request, Response},
    middleware::{Next, from_fn_with_state},
    response::IntoResponse,
    routing::get,
};
use sabi_core::{
    App, Error,
    catalogue::{Category, Course, Subject, University},
    content::{Faq, News, Testimonial},
    people::Access,
    records::{Resource, ResourceVisitor, Resources},
    resources::BackOffice,
};
use tower::ServiceBuilder;
use tower_http::{
    catch_panic::CatchPanicLayer,
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
    timeout::RequestBodyTimeoutLayer,
    trace::TraceLayer,
};
use utoipa::openapi::{InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    bounds,
    coding::compression,
    crud::{crud, published},
    error::Failed,
    failures, forms,
    gate::{Gated, gate},
    layers::{CacheFirst, Common, request_id},
    request_metrics,
    response_cache::ResponseCache,
    routes::{
        accounts, attempts, audit, bank, bank_check, catalogue, change_all, client_errors, content, dashboard, exports,
        grading, imports, inbox, learning, list_exports, meta, offline, payments, photographs, pictures, push, reports,
        results, review, statistics, templates, upkeep, visitors, weekly,
    },
    running::RunningImports,
    schema,
    site::site,
    web,
};

/// Time limit until a response begins. A call with progress lines begins to respond once its body has arrived.
const TIMEOUT: Duration = Duration::from_secs(120);
/// The time limit for an upload. A gigabyte fits into it at about 2.4 Mbit/s.
const IMPORT_TIMEOUT: Duration = Duration::from_secs(3600);
/// Maximum pause while a caller sends a body.
const UNSENT: Duration = Duration::from_secs(30);

fn api<L: Resources>() -> OpenApiRouter<App> {
    let areas = [
        gate(Access::Public, accounts::public()),
        gate(Access::SignedIn, accounts::signed_in()),
        gate(Access::Admin, accounts::admin()),
        gate(Access::Owner, accounts::owner()),
        gate(Access::Public, learning::public()),
        gate(Access::SignedIn, learning::shared()),
        gate(Access::SignedIn, learning::signed_in()),
        gate(Access::Admin, learning::admin()),
        gate(Access::SignedIn, payments::signed_in()),
        gate(Access::Public, payments::public()),
        gate(Access::Admin, payments::admin()),
        gate(Access::SignedIn, attempts::signed_in()),
        gate(Access::SignedIn, photographs::signed_in()),
        gate(Access::SignedIn, offline::signed_in()),
        gate(Access::SignedIn, results::signed_in()),
        gate(Access::Admin, results::admin()),
        gate(Access::Moderator, results::moderator()),
        gate(Access::Moderator, grading::moderator()),
        gate(Access::SignedIn, reports::signed_in()),
        gate(Access::Moderator, reports::moderator()),
        gate(Access::SignedIn, statistics::signed_in()),
        gate(Access::Admin, statistics::admin()),
        gate(Access::Admin, bank::admin()),
        gate(Access::Owner, bank::owner()),
        gate(Access::Admin, review::admin()),
        gate(Access::Admin, bank_check::admin()),
        gate(Access::Admin, catalogue::admin()),
        gate(Access::Admin, change_all::admin()),
        gate(Access::Admin, imports::admin()),
        gate(Access::Admin, exports::admin()),
        gate(Access::Admin, list_exports::admin()),
        gate(Access::Operator, imports::operator()),
        gate(Access::Operator, upkeep::operator()),
        gate(Access::Public, client_errors::public()),
        gate(Access::Public, inbox::public()),
        gate(Access::Admin, inbox::admin()),
        gate(Access::Admin, audit::admin()),
        gate(Access::Admin, templates::admin()),
        gate(Access::Public, visitors::public()),
        gate(Access::SignedIn, visitors::signed_in()),
        gate(Access::SignedIn, weekly::signed_in()),
        gate(Access::SignedIn, push::signed_in()),
        gate(Access::Public, content::public()),
        gate(Access::Admin, content::admin()),
        gate(Access::Admin, dashboard::admin()),
        published::<Category>(),
        published::<Course>(),
        published::<Subject>(),
        published::<University>(),
        published::<News>(),
        published::<Testimonial>(),
        published::<Faq>(),
    ];
    let mut entities = Mounted(Vec::new());
    L::each(&mut entities);
    Gated::all(areas.into_iter().chain(entities.0))
}

/// Calls outside of the versioned API: the rich-text editor's upload path (spec 3 §7).
fn beside() -> OpenApiRouter<App> {
    Gated::all([gate(Access::Admin, pictures::admin())])
}

/// Collects the routes of entities.
struct Mounted(Vec<Gated>);

impl ResourceVisitor for Mounted {
    fn visit<R: Resource>(&mut self) {
        self.0.extend(crud::<R>());
    }
}

/// All routes of the server.
pub fn router(app: App) -> Router {
    router_of::<BackOffice>(app)
}

/// All routes of a server with these entities.
pub fn router_of<L: Resources>(app: App) -> Router {
    bounds::prepare(document);
    let (api, _) = api::<L>().fallback(no_route).split_for_parts();
    let id = HeaderName::from_static("x-request-id");
    let cache = ResponseCache::new();
    let around = ServiceBuilder::new()
        .map_request(drop_invalid_request_id)
        .layer(SetRequestIdLayer::new(id.clone(), MakeRequestUuid))
        .layer(CacheFirst::new(app.clone(), cache.clone()))
        .layer(TraceLayer::new_for_http().make_span_with(|request: &Request<Body>| {
            let id = request_id(request.headers());
            tracing::info_span!("request", id, method = %request.method(), path = &*logged(request.uri().path()))
        }))
        .layer(PropagateRequestIdLayer::new(id))
        .layer(Common(app.clone()))
        .layer(Extension(app.clone()))
        .layer(Extension(cache))
        .layer(Extension(RunningImports::default()))
        .layer(compression())
        .layer(CatchPanicLayer::custom(panicked(&app)))
        .layer(from_fn_with_state(TIMEOUT, in_time))
        .layer(DefaultBodyLimit::max(bounds::PUBLIC_BODY))
        .layer(RequestBodyTimeoutLayer::new(UNSENT));
    Router::new()
        .nest("/api/v1", api)
        .nest("/api", Router::from(beside()))
        .route("/uploads/{file}", get(pictures::serve))
        .route("/payments/sandbox/{reference}", get(payments::page).post(payments::decide))
        .route("/progress/{token}", get(weekly::progress))
        .route("/unsubscribe/{user}/{signature}", get(weekly::unsubscribe_form).post(weekly::unsubscribe))
        .route("/api/v1/openapi.json", get(|headers| meta::openapi(document, headers)))
        .route("/api/docs", get(meta::docs))
        .route("/healthz", get(meta::healthz))
        .route("/readyz", get(meta::readyz))
        .route("/metrics", get(request_metrics::metrics))
        .merge(site())
        .fallback(web::serve)
        .method_not_allowed_fallback(no_method)
        .layer(around)
        .with_state(app)
}

/// The OpenAPI document, each operation with `x-access`.
pub fn document() -> OpenApi {
    document_of::<BackOffice>()
}

/// The OpenAPI document of a server with these entities.
pub fn document_of<L: Resources>() -> OpenApi {
    let info = InfoBuilder::new().title("Sabi").version(env!("CARGO_PKG_VERSION")).build();
    let base = OpenApiBuilder::new().info(info).build();
    let all = OpenApiRouter::with_openapi(base).nest("/api/v1", api::<L>()).nest("/api", beside());
    let mut document = all.into_openapi();
    forms::document_forms(&mut document);
    schema::require_answers(&mut document);
    schema::bound_requests(&mut document);
    failures::document_failures(&mut document);
    schema::describe_successes(&mut document);
    schema::leave_out_sources(&mut document);
    document
}

/// A caller may choose the request id, which appears in log and audit log, but its length is limited.
fn drop_invalid_request_id(mut request: Request<Body>) -> Request<Body> {
    let plain = |id: &HeaderValue| {
        id.len() <= 64
            && id.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
    };
    if request.headers().get("x-request-id").is_some_and(|id| !plain(id)) {
        request.headers_mut().remove("x-request-id");
    }
    request
}

/// Answers a request that takes too long with an error.
async fn in_time(
    State(limit): State<Duration>,
    path: Option<MatchedPath>,
    request: Request<Body>,
    next: Next,
) -> Response<Body> {
    // The duration of an upload depends on the file's size and the caller's connection.
    let limit = if path.is_some_and(|path| imports::is_import(path.as_str())) { IMPORT_TIMEOUT } else { limit };
    let late = |_| Failed::from(Error::Unavailable("a request took too long".into())).into_response();
    tokio::time::timeout(limit, next.run(request)).await.unwrap_or_else(late)
}

async fn no_route() -> Failed {
    Failed::no_route()
}

async fn no_method() -> Failed {
    Failed::no_method()
}

/// The path for the log, with mailed tokens removed, because they give access to accounts.
fn logged(path: &str) -> Cow<'_, str> {
    if !path.split('/').any(web::has_token) {
        return path.into();
    }
    let parts =
        path.split('/').map(|part| if web::has_token(part) && !path.starts_with("/uploads/") { "…" } else { part });
    parts.collect::<Vec<_>>().join("/").into()
}

/// Answers a request that panicked with an error, and counts it.
fn panicked(app: &App) -> impl FnMut(Box<dyn std::any::Any + Send>) -> Response<Body> + Clone + use<> {
    let app = app.clone();
    move |_| {
        app.metrics.panics.request.increment(1);
        Failed::from(Error::internal("a request panicked")).into_response()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use http_body_util::BodyExt as _;
    use serde_json::Value;
    use tower::ServiceExt as _;

    use super::*;

    #[tokio::test]
    async fn an_import_is_not_cut_off_while_its_file_comes() {
        let limited = from_fn_with_state(Duration::from_millis(10), in_time);
        let slow = async || tokio::time::sleep(Duration::from_millis(50)).await;
        for path in ["/admin/questions/import", "/admin/theories/import"].map(|path| format!("/api/v1{path}")) {
            assert!(document().paths.paths.contains_key(&path), "{path}");
            let router: Router = Router::new().route(&path, get(slow)).layer(limited.clone());
            let response = router.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
            assert_eq!(response.status(), 200);
        }
    }

    #[tokio::test]
    async fn a_body_that_comes_a_byte_at_a_time_ends_and_so_does_one_that_stops() {
        const SHORT: Duration = Duration::from_millis(100);
        const LONG: Duration = Duration::from_secs(3600);
        let held = Arc::new(());
        let drips = |every: Duration| {
            let held = held.clone();
            Body::from_stream(futures::stream::unfold(held, move |held| async move {
                tokio::time::sleep(every).await;
                Some((Ok::<_, std::convert::Infallible>("a"), held))
            }))
        };
        // The limits of a call and of pauses, and the interval between bytes.
        for (call, unsent, every, is_whole) in
            [(SHORT, LONG, SHORT / 20, false), (LONG, SHORT, LONG, false), (LONG, LONG, SHORT / 20, true)]
        {
            let whole = async |body: axum::body::Bytes| body.len().to_string();
            let router = Router::new().route("/", axum::routing::post(whole));
            let router = router.layer(RequestBodyTimeoutLayer::new(unsent)).layer(DefaultBodyLimit::max(100));
            let router = router.layer(from_fn_with_state(call, in_time));
            let request = Request::post("/").body(drips(every)).unwrap();
            let answered = tokio::time::timeout(Duration::from_secs(300), router.oneshot(request)).await;
            let status = answered.expect("an end").unwrap().status().as_u16();
            // An endless body ends at the size limit.
            assert!(if is_whole { status == 413 } else { matches!(status, 400 | 408 | 503) }, "{status}");
            assert_eq!(Arc::strong_count(&held), 1, "the rest of it is still waited for");
        }
    }

    #[test]
    fn no_log_has_a_mailed_token() {
        let token = "0123456789abcdef".repeat(4);
        for (path, shown) in [
            (format!("/password/reset/{token}"), "/password/reset/…".to_owned()),
            (format!("/api/v1/activate-account/{}", token.to_uppercase()), "/api/v1/activate-account/…".into()),
            // As broken by mail programs.
            (format!("/password/reset/{token}."), "/password/reset/…".into()),
            (format!("/password/reset/{token}%3E"), "/password/reset/…".into()),
            (format!("/{token}/x"), "/…/x".into()),
            // A picture's name is not secret.
            (format!("/uploads/{token}.png"), format!("/uploads/{token}.png")),
            ("/password/reset/0123".into(), "/password/reset/0123".into()),
        ] {
            assert_eq!(logged(&path), shown);
        }
    }

    #[tokio::test]
    async fn a_timeout_answers_with_the_usual_envelope() {
        let limited = from_fn_with_state(Duration::from_millis(10), in_time);
        let router: Router = Router::new().route("/", get(std::future::pending::<()>)).layer(limited);
        let response = router.oneshot(Request::new(Body::empty())).await.unwrap();
        assert_eq!(response.status(), 503);
        assert!(response.headers().contains_key("retry-after"));
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((&body["success"], &body["reason"]), (&false.into(), &"unavailable".into()));
    }
}
