//! Responses in JSON lines: progress, then the result.

use std::io;

use futures::TryStreamExt as _;
use reqwest::{Response, header};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::io::AsyncBufReadExt as _;
use tokio_util::io::StreamReader;

use super::{ClientError, Result, read, take};

/// The content type of JSON lines.
pub(super) const TYPE: &str = "application/x-ndjson";

/// Passes on each `{"progress": …}` and returns the last line. Empty lines only show that the work continues.
pub(super) async fn follow<T, P>(response: Response, mut progress: impl FnMut(P)) -> Result<T>
where
    T: DeserializeOwned,
    P: DeserializeOwned,
{
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !response.status().is_success() || !kind.starts_with(TYPE) {
        return read(response).await;
    }
    let (status, server) = (response.status().as_u16(), response.url().clone());
    let bytes = Box::pin(response.bytes_stream().map_err(io::Error::other));
    let mut lines = StreamReader::new(bytes).lines();
    while let Some(line) = lines.next_line().await.map_err(|cause| ClientError::unreachable(&server, &cause))? {
        if line.is_empty() {
            continue;
        }
        let mut line: Map<String, Value> = serde_json::from_str(&line).map_err(ClientError::unreadable)?;
        match (line.remove("progress"), line.get("success")) {
            (Some(step), _) => progress(take(step)?),
            (None, Some(Value::Bool(true))) => return take(Value::Object(line)),
            (None, _) => return Err(ClientError::refusal_of(status, line)),
        }
    }
    let cause = io::Error::from(io::ErrorKind::UnexpectedEof);
    Err(ClientError::unreachable(&server, &cause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_empty_line_says_nothing() {
        let body = "{\"progress\":1}\n\n\n{\"success\":true,\"data\":2}\n";
        let answer = axum::http::Response::builder().header(header::CONTENT_TYPE, TYPE).body(body).unwrap();
        let mut steps = Vec::new();
        let last: Value = follow(answer.into(), |step: u64| steps.push(step)).await.unwrap();
        assert_eq!((last["data"].as_u64(), steps), (Some(2), vec![1]));
    }
}
