//! Streamed responses: long work with progress (JSON lines if requested, else only the result), and exports.

use std::time::Duration;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures::{Stream, TryStreamExt as _};
use sabi_core::{
    Error,
    request::{in_request, request_id},
};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::{sync::mpsc, time::timeout};

use crate::{envelope::ok, error::Result};

/// The content type of JSON lines.
pub const NDJSON: &str = "application/x-ndjson";

/// Maximum silence of a running stream: clients and proxies take a longer silence for the end.
const SILENCE: Duration = Duration::from_secs(30);

/// The progress channel of long work. Lines without a reader are dropped.
#[derive(Clone)]
pub struct Lines(Option<mpsc::UnboundedSender<Bytes>>);

impl Lines {
    /// Reports progress.
    pub fn progress(&self, progress: &impl Serialize) {
        self.send(&json!({ "progress": progress }));
    }

    /// A channel whose lines nobody reads.
    #[cfg(test)]
    pub fn unheard() -> Self {
        Self(None)
    }

    /// Waits until the reader has disconnected; forever if there never was one, because such work is cancelled together
    /// with its request.
    pub async fn disconnected(&self) {
        match &self.0 {
            Some(sender) => sender.closed().await,
            None => std::future::pending().await,
        }
    }

    fn send(&self, line: &Value) {
        if let Some(sender) = &self.0 {
            let _ = sender.send(Bytes::from(format!("{line}\n")));
        }
    }
}

/// Runs `work`. With `Accept: application/x-ndjson` the response consists of progress lines, an empty line after a long
/// silence, and the result or error as the last line. The work runs to its end even if the caller disconnects, unless
/// it checks [`Lines::disconnected`].
pub async fn long<T, Fut>(headers: &HeaderMap, work: impl FnOnce(Lines) -> Fut) -> Result<Response>
where
    T: Serialize,
    Fut: Future<Output = Result<T>> + Send + 'static,
{
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !accepts.contains(NDJSON) {
        return Ok(ok(work(Lines(None)).await?).into_response());
    }
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let lines = Lines(Some(sender));
    let running = in_request(request_id().unwrap_or_default(), work(lines.clone()));
    tokio::spawn(async move {
        let last = match running.await {
            Ok(done) => serde_json::to_value(ok(done).0).unwrap_or_default(),
            Err(failed) => failed.body().1,
        };
        lines.send(&last);
    });
    let lines = async_stream::stream! {
        loop {
            match timeout(SILENCE, receiver.recv()).await {
                Ok(Some(line)) => yield Ok(line),
                Ok(None) => break,
                Err(_) => yield Ok(Bytes::from_static(b"\n")),
            }
        }
    };
    Ok(pieces(NDJSON, lines))
}

/// A streamed response: each piece is generated when the previous one was taken. An error aborts the transfer, so that
/// an incomplete one cannot pass for a complete one.
pub fn pieces(kind: &'static str, pieces: impl Stream<Item = Result<Bytes, Error>> + Send + 'static) -> Response {
    let logged = pieces.inspect_err(|error| tracing::error!(%error, "an answer broke off"));
    let mut response = Body::from_stream(logged).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Like [`pieces`], as a download with this file name.
pub fn file(
    name: &str,
    kind: &'static str,
    made: impl Stream<Item = Result<Bytes, Error>> + Send + 'static,
) -> Result<Response> {
    let place = HeaderValue::try_from(format!("attachment; filename=\"{name}\"")).map_err(Error::internal)?;
    let mut response = pieces(kind, made);
    response.headers_mut().insert(header::CONTENT_DISPOSITION, place);
    Ok(response)
}
