//! The `Host` header of a request.

use axum::{
    body::Body,
    extract::Request,
    http::header,
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use crate::error::Failed;

/// Refuses a request with two `Host` headers (RFC 9112 §3.2): a proxy and the server could use different ones.
pub(crate) async fn one_host(request: Request<Body>, next: Next) -> Response<Body> {
    if request.headers().get_all(header::HOST).iter().nth(1).is_some() {
        return Failed::malformed("The request has more than one Host header.".into()).into_response();
    }
    next.run(request).await
}
