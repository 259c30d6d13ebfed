//! The layers that every request passes. Two services are written by hand, because a middleware function costs each
//! request a copy of all services below it and two allocations.

use std::{
    convert::Infallible,
    future::{Ready, ready},
    task::{Context, Poll},
    time::Instant,
};

use axum::{
    BoxError,
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use futures::future::{BoxFuture, Either};
use sabi_core::{App, request::in_request};
use tower::{Layer, Service};

use crate::{
    host::{has_several_hosts, refuse_hosts},
    request_metrics::Measurement,
    response_cache::ResponseCache,
    web::SecurityHeaders,
};

/// The request id, in requests and responses.
const ID: &str = "x-request-id";

/// The return type of a service of routes.
type Answered = Result<Response, Infallible>;

/// The id of a request; empty without one.
pub fn request_id(headers: &HeaderMap) -> &str {
    headers.get(ID).and_then(|id| id.to_str().ok()).unwrap_or_default()
}

/// Answers public requests from the cache, before all layers below. Such a response is measured and has the usual
/// headers. It skips logging, time limits and compression, which would not change it.
#[derive(Clone)]
pub struct CacheFirst {
    app: App,
    cache: ResponseCache,
}

/// The service of [`CacheFirst`].
#[derive(Clone)]
pub struct CacheFirstService<S> {
    layer: CacheFirst,
    inner: S,
}

impl CacheFirst {
    /// The layer over the cache that the routes fill.
    pub fn new(app: App, cache: ResponseCache) -> Self {
        Self { app, cache }
    }

    fn response(&self, request: &Request) -> Option<Response> {
        let begun = Instant::now();
        let mut response = self.cache.public_response(&self.app, request)?;
        SecurityHeaders::of(&self.app, request.uri().path()).set(&mut response);
        if let Some(id) = request.headers().get(ID) {
            response.headers_mut().insert(ID, id.clone());
        }
        Measurement::begin(&self.app, begun, request).end(&self.app, &response);
        Some(response)
    }
}

impl<S> Layer<S> for CacheFirst {
    type Service = CacheFirstService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        CacheFirstService { layer: self.clone(), inner }
    }
}

impl<S, B> Service<Request> for CacheFirstService<S>
where
    S: Service<Request, Response = Response<B>, Error = Infallible>,
    S::Future: Send + 'static,
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Ready<Answered>, BoxFuture<'static, Answered>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        if let Some(response) = self.layer.response(&request) {
            return Either::Left(ready(Ok(response)));
        }
        let answered = self.inner.call(request);
        Either::Right(Box::pin(async move { answered.await.map(|response| response.map(Body::new)) }))
    }
}

/// Measures each request, makes its id available to audit entries, refuses it if it has two `Host` headers, and adds
/// the security headers to its response.
#[derive(Clone)]
pub struct Common(pub App);

/// The service of [`Common`].
#[derive(Clone)]
pub struct CommonService<S> {
    app: App,
    inner: S,
}

impl<S> Layer<S> for Common {
    type Service = CommonService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        CommonService { app: self.0.clone(), inner }
    }
}

impl<S> Service<Request> for CommonService<S>
where
    S: Service<Request, Error = Infallible>,
    S::Response: IntoResponse,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Answered>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let app = self.app.clone();
        let measurement = Measurement::begin(&app, Instant::now(), &request);
        let security = SecurityHeaders::of(&app, request.uri().path());
        let id = request_id(request.headers()).to_owned();
        let answered = if has_several_hosts(request.headers()) { None } else { Some(self.inner.call(request)) };
        Box::pin(async move {
            let mut response = match answered {
                Some(answered) => in_request(id, answered).await.into_response(),
                None => refuse_hosts(),
            };
            security.set(&mut response);
            measurement.end(&app, &response);
            Ok(response)
        })
    }
}
