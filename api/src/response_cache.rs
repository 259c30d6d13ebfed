//! A cache of responses that are the same for every caller, with ETags. A visitor with a current copy downloads
//! nothing, and the store is only queried on a cache miss.

use std::sync::Arc;

use axum::{
    Extension, Router,
    body::{Body, Bytes, to_bytes},
    extract::{OriginalUri, Request},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use axum_extra::headers::ETag;
use chrono::{DateTime, TimeDelta, Utc};
use moka::sync::Cache;
use sabi_core::{App, Error, people::Actor};
use sha2::{Digest as _, Sha256};
use utoipa::openapi::ResponseBuilder;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    coding::{Coding, compression},
    error::Result,
    etag, gate,
    host::has_several_hosts,
    schema::operations,
};

/// Maximum age of a cached response. A change by this server invalidates it at once; this limits how long a change by
/// another server on the same store is not visible.
const AGE: TimeDelta = TimeDelta::seconds(5);
/// Size limit of the cache, in bytes.
const MEMORY: u64 = 16 << 20;
/// The largest cached response, in bytes.
const MAX_RESPONSE_BYTES: usize = 1 << 20;
/// The longest address of a cached response, in bytes.
const MAX_ADDRESS_BYTES: usize = 256;
/// Headers that are not cached: they belong to one connection or moment, or are generated anew.
const PASSING: [HeaderName; 6] = [
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::DATE,
    header::ETAG,
    header::TRAILER,
    header::TRANSFER_ENCODING,
];
/// Headers that "not modified" must repeat (RFC 9110 §15.4.5).
const UNCHANGED: [HeaderName; 4] = [header::CACHE_CONTROL, header::CONTENT_LOCATION, header::EXPIRES, header::VARY];

/// Cached responses.
#[derive(Clone)]
pub struct ResponseCache(Cache<Key, Arc<CachedResponse>>);

/// The parts of a request that a cached response depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    address: String,
    coding: Option<Coding>,
    /// Whether the caller has a session: pages outside the API begin with another screen then.
    has_session: bool,
}

impl Key {
    /// The key of a request for this address; `None` if its response is not cached.
    fn of(method: &Method, address: &Uri, headers: &HeaderMap) -> Option<Self> {
        let address = address.path_and_query().map_or("", |address| address.as_str());
        if method != Method::GET || address.len() > MAX_ADDRESS_BYTES {
            return None;
        }
        let has_session = !address.starts_with("/api/") && gate::has_session_cookie(headers);
        Some(Self { address: address.to_owned(), coding: Coding::accepted(headers).next(), has_session })
    }
}

/// A cached response.
#[derive(Clone)]
struct CachedResponse {
    /// The value of [`App::edits`], read before the response was generated.
    edits: u64,
    /// When it was requested.
    at: DateTime<Utc>,
    /// Whether the response was given to a caller without an account. If not, access control must come before the
    /// cache.
    is_public: bool,
    tag: Option<ETag>,
    headers: HeaderMap,
    body: Bytes,
}

impl ResponseCache {
    /// An empty cache.
    pub fn new() -> Self {
        let weigher = |key: &Key, response: &Arc<CachedResponse>| {
            u32::try_from(key.address.len() + response.body.len() + 512).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().max_capacity(MEMORY).weigher(weigher).build())
    }

    /// The cached response for a caller without an account. It is sent before access control and all other layers see
    /// the request, so this returns `None` if any of them could decide otherwise.
    pub(crate) fn public_response(&self, app: &App, request: &Request) -> Option<Response> {
        let headers = request.headers();
        let is_anonymous = request.extensions().get::<Actor>().is_none()
            && !headers.contains_key(header::AUTHORIZATION)
            && !gate::has_session_cookie(headers);
        if !is_anonymous || has_several_hosts(headers) {
            return None;
        }
        let key = Key::of(request.method(), request.uri(), headers)?;
        let cached = self.current(&key, app.edits(), app.now()).filter(|cached| cached.is_public)?;
        Some(cached.answer(headers))
    }

    /// The cached response, if it is current.
    fn current(&self, key: &Key, edits: u64, now: DateTime<Utc>) -> Option<Arc<CachedResponse>> {
        // A response from the future was cached before the clock was corrected.
        self.0.get(key).filter(|cached| cached.edits == edits && (now - cached.at).abs() < AGE)
    }
}

/// Caches the responses of these routes with all their headers. They must depend only on the address. Requests of
/// administrators bypass the cache, and responses for a single caller are not cached.
pub fn cached(mut routes: OpenApiRouter<App>) -> OpenApiRouter<App> {
    for (_, operation) in operations(&mut routes.get_openapi_mut().paths) {
        let unchanged =
            ResponseBuilder::new().description("Not modified since the caller's copy (`If-None-Match`)").build();
        operation.responses.responses.insert(StatusCode::NOT_MODIFIED.as_str().into(), unchanged.into());
    }
    routes.route_layer(compression()).route_layer(from_fn(answer))
}

/// Like [`cached`], for pages outside the API, which may also depend on whether the caller has a session.
pub fn cached_pages(router: Router<App>) -> Router<App> {
    router.route_layer(compression()).route_layer(from_fn(answer))
}

async fn answer(
    Extension(app): Extension<App>,
    Extension(cache): Extension<ResponseCache>,
    mut request: Request,
    next: Next,
) -> Result<Response> {
    let actor = request.extensions().get::<Actor>();
    let (is_public, is_admin) = (actor.is_none(), actor.is_some_and(Actor::is_admin));
    // The original address, because a nested router removes its prefix.
    let whole = request.extensions().get::<OriginalUri>().map_or_else(|| request.uri(), |whole| &whole.0);
    let key = if is_admin { None } else { Key::of(request.method(), whole, request.headers()) };
    let Some(key) = key else { return Ok(next.run(request).await) };
    // Read before the response is generated, so that a concurrent change invalidates it.
    let (edits, at) = (app.edits(), app.now());
    if let Some(cached) = cache.current(&key, edits, at) {
        if is_public && !cached.is_public {
            cache.0.insert(key, Arc::new(CachedResponse { is_public, ..CachedResponse::clone(&cached) }));
        }
        return Ok(cached.answer(request.headers()));
    }
    let asked = request.headers().clone();
    match key.coding {
        Some(coding) => request.headers_mut().insert(header::ACCEPT_ENCODING, coding.value()),
        None => request.headers_mut().remove(header::ACCEPT_ENCODING),
    };
    let (parts, body) = next.run(request).await.into_parts();
    if parts.status != StatusCode::OK || is_for_one(&parts.headers) {
        return Ok(Response::from_parts(parts, body));
    }
    let body = to_bytes(body, usize::MAX).await.map_err(Error::internal)?;
    if body.len() > MAX_RESPONSE_BYTES {
        return Ok(Response::from_parts(parts, Body::from(body)));
    }
    let mut headers = parts.headers;
    for name in PASSING {
        headers.remove(name);
    }
    let cached = CachedResponse { edits, at, is_public, tag: etag::of(&Sha256::digest(&body)), headers, body };
    let cached = Arc::new(cached);
    cache.0.insert(key, cached.clone());
    Ok(cached.answer(&asked))
}

/// Whether a response is for a single caller: it sets a cookie or must not be stored.
fn is_for_one(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::CACHE_CONTROL).iter().filter_map(|line| line.to_str().ok());
    let mut words = lines.flat_map(|line| line.split(',')).map(str::trim);
    headers.contains_key(header::SET_COOKIE) || words.any(|word| matches!(word, "no-store" | "private"))
}

impl CachedResponse {
    /// The response, or "not modified" if the caller has it.
    fn answer(&self, asked: &HeaderMap) -> Response {
        let whole = || (self.headers.clone(), self.body.clone()).into_response();
        let mut response = etag::answer(asked, self.tag.as_ref(), whole);
        let out = response.headers_mut();
        for name in UNCHANGED {
            if !out.contains_key(&name) {
                for value in self.headers.get_all(&name) {
                    out.append(&name, value.clone());
                }
            }
        }
        out.entry(header::VARY).or_insert(HeaderValue::from_static("accept-encoding"));
        out.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
        response
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use axum::routing::get;
    use sabi_core::Settings;
    use tower::ServiceExt as _;

    use super::*;

    /// A router that caches a response with these headers, and a counter of how often it was generated.
    async fn cached_with(headers: &'static [(&'static str, &'static str)]) -> (Router, Arc<AtomicUsize>) {
        let data = tempfile::tempdir().unwrap();
        let app = App::open(Settings::in_memory(data.path())).await.unwrap();
        let made = Arc::new(AtomicUsize::new(0));
        let counted = made.clone();
        let answer = move || {
            counted.fetch_add(1, Ordering::SeqCst);
            let mut response = "a page".into_response();
            for (name, value) in headers {
                response.headers_mut().append(*name, HeaderValue::from_static(value));
            }
            std::future::ready(response)
        };
        let router = cached_pages(Router::new().route("/", get(answer))).layer(Extension(app.clone()));
        (router.layer(Extension(ResponseCache::new())).with_state(app), made)
    }

    async fn ask(router: &Router, tag: Option<&HeaderValue>) -> Response {
        let mut request = Request::get("/").body(Body::empty()).unwrap();
        if let Some(tag) = tag {
            request.headers_mut().insert(header::IF_NONE_MATCH, tag.clone());
        }
        router.clone().oneshot(request).await.unwrap()
    }

    #[tokio::test]
    async fn every_header_is_cached_with_its_answer() {
        const HEADERS: &[(&str, &str)] = &[
            ("x-robots-tag", "noindex"),
            ("content-language", "en"),
            ("link", "</a.css>; rel=preload"),
            ("link", "</b.css>; rel=preload"),
            ("cache-control", "max-age=60"),
        ];
        let (router, made) = cached_with(HEADERS).await;
        let first = ask(&router, None).await;
        let again = ask(&router, None).await;
        assert_eq!(made.load(Ordering::SeqCst), 1);
        for response in [&first, &again] {
            for (name, _) in HEADERS {
                let wanted: Vec<_> = HEADERS.iter().filter(|(one, _)| one == name).map(|(_, value)| *value).collect();
                assert_eq!(response.headers().get_all(*name).iter().collect::<Vec<_>>(), wanted, "{name}");
            }
            assert_eq!(response.headers()[header::CONTENT_TYPE], "text/plain; charset=utf-8");
            assert_eq!(response.headers()[header::VARY], "accept-encoding");
        }
        let unchanged = ask(&router, Some(&first.headers()[header::ETAG])).await;
        assert_eq!(unchanged.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(unchanged.headers()[header::CACHE_CONTROL], "max-age=60");
        assert_eq!(unchanged.headers()[header::VARY], "accept-encoding");
    }

    #[tokio::test]
    async fn an_unchanged_answer_names_all_that_it_depends_on() {
        let (router, _) = cached_with(&[("vary", "cookie"), ("vary", "accept-encoding")]).await;
        let first = ask(&router, None).await;
        let unchanged = ask(&router, Some(&first.headers()[header::ETAG])).await;
        assert_eq!(unchanged.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(unchanged.headers().get_all(header::VARY).iter().collect::<Vec<_>>(), ["cookie", "accept-encoding"]);
    }

    #[tokio::test]
    async fn an_answer_for_one_caller_is_kept_for_nobody() {
        for headers in [
            &[("set-cookie", "sabi_session=secret")] as &'static [_],
            &[("cache-control", "no-store")],
            &[("cache-control", "max-age=5, private")],
        ] {
            let (router, made) = cached_with(headers).await;
            for _ in 0..2 {
                assert_eq!(ask(&router, None).await.headers()[headers[0].0], headers[0].1);
            }
            assert_eq!(made.load(Ordering::SeqCst), 2, "{headers:?}");
        }
    }
}
