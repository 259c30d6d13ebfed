//! Answers that are the same for everybody who may ask, kept in memory, each under its tag: a visitor who has
//! one already loads nothing, and the store is asked only where none is kept.

use axum::{
    Extension, Router,
    body::{Body, Bytes, to_bytes},
    extract::{OriginalUri, Request},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use axum_extra::headers::ETag;
use chrono::{DateTime, TimeDelta, Utc};
use moka::sync::Cache;
use sabi_core::{App, Error, accounts::Actor};
use sha2::{Digest as _, Sha256};
use utoipa::openapi::ResponseBuilder;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    coding::{Coding, compression},
    error::Result,
    etag,
    schema::operations,
};

/// How long an answer is kept. A change by this server ends it at once; this bounds how long a change by
/// another server on the same store stays unseen.
const AGE: TimeDelta = TimeDelta::seconds(5);
/// The memory for all of them, in bytes.
const MEMORY: u64 = 16 << 20;
/// The longest answer that is kept, in bytes.
const LONGEST: usize = 1 << 20;
/// The longest address of which an answer is kept, in bytes.
const LONGEST_ADDRESS: usize = 256;
/// The headers that are kept with an answer.
const HEADERS: [HeaderName; 2] = [header::CONTENT_TYPE, header::CONTENT_ENCODING];

/// The answers that are kept, by address and coding.
#[derive(Clone)]
pub struct ResponseCache(Cache<(String, Option<Coding>), Kept>);

/// One answer.
#[derive(Clone)]
struct Kept {
    /// How often administrators had changed something before it was made.
    edits: u64,
    /// When it was asked for.
    at: DateTime<Utc>,
    tag: Option<ETag>,
    headers: HeaderMap,
    body: Bytes,
}

impl ResponseCache {
    /// An empty one.
    pub fn new() -> Self {
        let weigher = |(address, _): &(String, _), kept: &Kept| {
            u32::try_from(address.len() + kept.body.len() + 512).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().max_capacity(MEMORY).weigher(weigher).build())
    }
}

/// Keeps the answers of these routes. They depend on the address alone, except that administrators may be
/// answered otherwise: nothing of theirs is kept.
pub fn cached(mut routes: OpenApiRouter<App>) -> OpenApiRouter<App> {
    for (_, operation) in operations(&mut routes.get_openapi_mut().paths) {
        let unchanged = ResponseBuilder::new().description("the caller has it, by `If-None-Match`").build();
        operation.responses.responses.insert(StatusCode::NOT_MODIFIED.as_str().into(), unchanged.into());
    }
    routes.route_layer(compression()).route_layer(from_fn(answer))
}

/// As [`cached`], of what is no part of the API.
pub fn kept(router: Router<App>) -> Router<App> {
    router.route_layer(compression()).route_layer(from_fn(answer))
}

async fn answer(
    Extension(app): Extension<App>,
    Extension(cache): Extension<ResponseCache>,
    mut request: Request,
    next: Next,
) -> Result<Response> {
    let is_admin = request.extensions().get::<Actor>().is_some_and(Actor::is_admin);
    // Whole, because what is nested below a path no longer has it.
    let whole = request.extensions().get::<OriginalUri>().map_or_else(|| request.uri(), |whole| &whole.0);
    let address = whole.path_and_query().map(ToString::to_string).unwrap_or_default();
    if request.method() != Method::GET || is_admin || address.len() > LONGEST_ADDRESS {
        return Ok(next.run(request).await);
    }
    let coding = Coding::taken(request.headers()).next();
    let key = (address, coding);
    // Read before the answer is made: a change meanwhile makes it an old one.
    let (edits, at) = (app.edits(), app.now());
    // A clock that was ahead and was put right makes an answer old, too.
    let is_current = |kept: &Kept| kept.edits == edits && (at - kept.at).abs() < AGE;
    if let Some(kept) = cache.0.get(&key).filter(is_current) {
        return Ok(kept.answer(request.headers()));
    }
    let asked = request.headers().clone();
    match coding {
        Some(coding) => request.headers_mut().insert(header::ACCEPT_ENCODING, coding.value()),
        None => request.headers_mut().remove(header::ACCEPT_ENCODING),
    };
    let (parts, body) = next.run(request).await.into_parts();
    if parts.status != StatusCode::OK {
        return Ok(Response::from_parts(parts, body));
    }
    let body = to_bytes(body, usize::MAX).await.map_err(Error::internal)?;
    if body.len() > LONGEST {
        return Ok(Response::from_parts(parts, Body::from(body)));
    }
    let headers = HEADERS.into_iter().filter_map(|name| Some((name.clone(), parts.headers.get(name)?.clone())));
    let kept = Kept { edits, at, tag: etag::of(&Sha256::digest(&body)), headers: headers.collect(), body };
    cache.0.insert(key, kept.clone());
    Ok(kept.answer(&asked))
}

impl Kept {
    /// The answer, or that the caller has it.
    fn answer(&self, asked: &HeaderMap) -> Response {
        let whole = || (self.headers.clone(), self.body.clone()).into_response();
        let mut response = etag::answer(asked, self.tag.as_ref(), whole);
        let out = response.headers_mut();
        out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        response
    }
}
