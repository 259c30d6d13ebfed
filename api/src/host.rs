//! The `Host` header of a request.

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use crate::error::Failed;

/// Whether a request has two `Host` headers, and so must be refused (RFC 9112 §3.2): a proxy and the server could use
/// different ones.
pub(crate) fn has_several_hosts(headers: &HeaderMap) -> bool {
    headers.get_all(header::HOST).iter().nth(1).is_some()
}

/// The response to a request with several `Host` headers.
pub(crate) fn refuse_hosts() -> Response {
    Failed::malformed("The request has more than one Host header.".into()).into_response()
}

/// Refuses a request with two `Host` headers.
pub(crate) async fn one_host(request: Request<Body>, next: Next) -> Response<Body> {
    if has_several_hosts(request.headers()) { refuse_hosts() } else { next.run(request).await }
}
