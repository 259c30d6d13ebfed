//! The two transports to the API: HTTP, and calls within the process. Both use the same requests and responses.

use std::{sync::Arc, time::Duration};

use axum::{Router, body::Body};
use reqwest::{Method, RequestBuilder, Response, Url};
use sabi_core::{
    App,
    clock::{Clock as _, SystemClock},
    people::{Actor, Secrets},
    random,
};
use serde::Deserialize;
use tower::ServiceExt as _;

use super::{ClientError, Result};

/// Timeout for connecting.
const CONNECT: Duration = Duration::from_secs(5);
/// Timeout for a silent server. It is longer than any call may take, and than pauses in the progress of longer work.
const SILENCE: Duration = Duration::from_secs(150);
/// How long an idle connection is reused. It is well below the server's own limit (`Patience` in `listen.rs`), so that
/// no call is sent on a connection that is being closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(10);

/// How requests are sent, and for whom.
#[derive(Clone)]
pub(super) struct Transport {
    http: reqwest::Client,
    base: Url,
    carrier: Carrier,
}

#[derive(Clone)]
enum Carrier {
    /// Over HTTP, without an account or with a token.
    Http(Option<String>),
    /// Over HTTP, as the operator with this key. Each call gets a new token, because such tokens are valid for minutes
    /// and the console runs for hours. The server must first prove that it has the key, because another program may be
    /// listening there by now.
    Operator(Arc<Secrets>),
    /// The router in this process, as the operator.
    InProcess(Router),
}

/// The server's proof in its response.
#[derive(Deserialize)]
struct Data {
    data: String,
}

impl Transport {
    /// Calls a server over HTTP, with the token of a session if there is one.
    pub fn http(base: Url, token: Option<String>) -> Result<Self> {
        Self::new(base, Carrier::Http(token))
    }

    /// Calls the server that uses the data folder, as the operator.
    pub fn operator(base: Url, secrets: Secrets) -> Result<Self> {
        Self::new(base, Carrier::Operator(Arc::new(secrets)))
    }

    /// Calls the router of an opened store in this process.
    pub fn in_process(app: App) -> Result<Self> {
        let base = Url::parse("http://in.process").map_err(ClientError::unreadable)?;
        Self::new(base, Carrier::InProcess(crate::router(app)))
    }

    fn new(base: Url, carrier: Carrier) -> Result<Self> {
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("sabi/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT)
            .read_timeout(SILENCE)
            .pool_idle_timeout(IDLE_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none());
        if base.scheme() != "https" {
            // Without https there is no certificate to verify, so a machine without certificate authorities works too.
            builder = builder.tls_certs_only([]);
        }
        if !matches!(carrier, Carrier::Http(_)) {
            builder = builder.no_proxy();
        }
        let http = builder.build().map_err(|cause| ClientError::unreachable(&base, &cause))?;
        Ok(Self { http, base, carrier })
    }

    /// Begins a request to a path of the server.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let mut url = self.base.clone();
        url.set_path(&format!("{}{path}", self.base.path().trim_end_matches('/')));
        let call = self.http.request(method, url);
        match &self.carrier {
            Carrier::Http(Some(token)) => call.bearer_auth(token),
            Carrier::Http(None) | Carrier::Operator(_) | Carrier::InProcess(_) => call,
        }
    }

    /// Asks the server to prove that it has our key.
    ///
    /// # Errors
    /// [`ClientError::Stranger`] if the proof is wrong.
    pub async fn prove(&self) -> Result<()> {
        let Carrier::Operator(secrets) = &self.carrier else { return Ok(()) };
        let nonce = random::token();
        let call = self.request(Method::GET, &format!("/api/v1/server-proof/{nonce}")).build();
        let call = call.map_err(|cause| self.unreachable(&cause))?;
        let answer = self.http.execute(call).await.map_err(|cause| self.unreachable(&cause))?;
        let stranger = || ClientError::Stranger(self.base.origin().ascii_serialization());
        let proof: Data = answer.json().await.map_err(|_| stranger())?;
        if secrets.is_proven(&proof.data, &nonce, &self.base, SystemClock.now()) { Ok(()) } else { Err(stranger()) }
    }

    /// Sends a request with the credentials of this transport.
    pub async fn send(&self, mut call: RequestBuilder) -> Result<Response> {
        if let Carrier::Operator(secrets) = &self.carrier {
            self.prove().await?;
            call = call.bearer_auth(secrets.operator_token(&self.base, SystemClock.now())?);
        }
        let request = call.build().map_err(|cause| self.unreachable(&cause))?;
        let Carrier::InProcess(router) = &self.carrier else {
            return self.http.execute(request).await.map_err(|cause| self.unreachable(&cause));
        };
        let request: axum::http::Request<reqwest::Body> =
            request.try_into().map_err(|cause| self.unreachable(&cause))?;
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Actor::Operator);
        let response = match router.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        Ok(response.map(|body| reqwest::Body::wrap_stream(body.into_data_stream())).into())
    }

    fn unreachable(&self, cause: &reqwest::Error) -> ClientError {
        ClientError::unreachable(&self.base, cause)
    }
}
