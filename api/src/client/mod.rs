//! The client of the command line and the console: the same calls over HTTP or, if this process owns the store,
//! directly to the router.

mod calls;
mod connect;
mod download;
mod error;
mod grading;
mod kinds;
mod lines;
mod records;
mod transport;

use std::{io, path::PathBuf};

use bytes::Bytes;
use futures::TryFutureExt as _;
use reqwest::{
    Method, RequestBuilder, Response, header,
    multipart::{self, Form},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio_util::io::ReaderStream;

pub use calls::{ImportUpload, SignedIn, Started, WorkbookSource};
pub use connect::{Connected, SavedAccount, Via, Wait};
pub use download::Download;
pub use error::{ClientError, Refused};
pub use kinds::{Adding, Deed, Kind, Narrowing, PathFilter};
pub use records::{Fields, record};
pub use reqwest::Url;
use transport::Transport;

use sabi_core::files::ShownPath as _;

use crate::envelope::AROUND_DATA;

/// The outcome of a call.
pub type Result<T, E = ClientError> = std::result::Result<T, E>;

/// A connection to the API. Clones share it.
#[derive(Clone)]
pub struct Client {
    transport: Transport,
}

/// A part of an upload.
#[derive(Debug, Clone)]
pub enum UploadPart {
    /// A text field: name and value.
    Text(&'static str, String),
    /// A file: field name, file name and bytes.
    File(&'static str, String, Vec<u8>),
    /// A file on disk: field name, file name and path. It is read while it is sent.
    Stored(&'static str, String, PathBuf),
}

impl UploadPart {
    async fn join(self, form: Form) -> Result<Form> {
        Ok(match self {
            Self::Text(name, text) => form.text(name, text),
            Self::File(name, file, bytes) => form.part(name, multipart::Part::bytes(bytes).file_name(file)),
            Self::Stored(name, file, path) => {
                let unreadable = |error: io::Error| ClientError::Unreadable(format!("{}: {error}", path.shown()));
                let length = tokio::fs::metadata(&path).await.map_err(unreadable)?.len();
                // Opened when it is sent, because thousands of open files would be too many.
                let opened = async move { tokio::fs::File::open(path).await.map(ReaderStream::new) };
                let body = reqwest::Body::wrap_stream(opened.try_flatten_stream());
                form.part(name, multipart::Part::stream_with_length(body, length).file_name(file))
            }
        })
    }
}

impl Client {
    /// Reads `path` (below `/api/v1`). `T` is the whole response: a struct with the fields that are needed.
    pub async fn get<T: DeserializeOwned>(&self, path: &str, query: &[(String, String)]) -> Result<T> {
        read(self.send(self.call(Method::GET, path).query(query)).await?).await
    }

    /// Sends JSON to `path`.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T> {
        read(self.send(self.call(Method::POST, path).json(body)).await?).await
    }

    /// Sends JSON to replace the record at `path`.
    pub async fn put<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T> {
        read(self.send(self.call(Method::PUT, path).json(body)).await?).await
    }

    /// Deletes the record at `path`.
    pub async fn delete<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        read(self.send(self.call(Method::DELETE, path)).await?).await
    }

    /// Downloads a file whole.
    pub async fn download(&self, path: &str) -> Result<Vec<u8>> {
        let response = self.send(self.call(Method::GET, path)).await?;
        Ok(bytes(response).await?.to_vec())
    }

    /// The server's metrics, in Prometheus' text format.
    pub async fn metrics(&self) -> Result<String> {
        let answer = bytes(self.send(self.transport.request(Method::GET, "/metrics")).await?).await?;
        String::from_utf8(answer.to_vec()).map_err(ClientError::unreadable)
    }

    /// Succeeds if the server responds and accepts writes.
    ///
    /// # Errors
    /// The refusal of a server that is not ready, or [`ClientError::Unreachable`].
    pub async fn check_ready(&self) -> Result<()> {
        bytes(self.send(self.transport.request(Method::GET, "/readyz")).await?).await.map(drop)
    }

    /// An uploaded picture by its name.
    pub async fn picture(&self, name: &str) -> Result<Bytes> {
        bytes(self.send(self.transport.request(Method::GET, &format!("/uploads/{name}"))).await?).await
    }

    /// Opens a response that is read as it arrives.
    pub async fn open(&self, path: &str) -> Result<Download> {
        self.open_with(path, &[]).await
    }

    /// Opens a response that is read as it arrives, requested with these parameters.
    pub async fn open_with(&self, path: &str, query: &[(String, String)]) -> Result<Download> {
        Ok(Download::whole(self.answered(path, query).await?))
    }

    /// The record under `data` as JSON, read as it arrives.
    pub async fn open_data(&self, path: &str) -> Result<Download> {
        let (head, tail) = AROUND_DATA;
        Ok(Download::between(self.answered(path, &[]).await?, head, tail))
    }

    async fn answered(&self, path: &str, query: &[(String, String)]) -> Result<Response> {
        let response = self.send(self.call(Method::GET, path).query(query)).await?;
        if response.status().is_success() { Ok(response) } else { Err(ClientError::refused(response).await) }
    }

    /// Sends JSON to a call that takes long; `progress` is called for each step.
    pub async fn post_long<T, P>(&self, path: &str, body: &impl Serialize, progress: impl FnMut(P)) -> Result<T>
    where
        T: DeserializeOwned,
        P: DeserializeOwned,
    {
        let call = self.call(Method::POST, path).json(body).header(header::ACCEPT, lines::TYPE);
        lines::follow(self.send(call).await?, progress).await
    }

    /// Uploads a form with this request id; `progress` is called for each step.
    pub async fn upload<T, P>(&self, path: &str, id: &str, parts: Vec<UploadPart>, progress: impl FnMut(P)) -> Result<T>
    where
        T: DeserializeOwned,
        P: DeserializeOwned,
    {
        // Field names are encoded like browsers do, because the server reads no other form.
        let mut form = Form::new().percent_encode_noop();
        for part in parts {
            form = part.join(form).await?;
        }
        let call = self.call(Method::POST, path).multipart(form).header(header::ACCEPT, lines::TYPE);
        let call = call.header("x-request-id", id);
        lines::follow(self.send(call).await?, progress).await
    }

    fn call(&self, method: Method, path: &str) -> RequestBuilder {
        self.transport.request(method, &format!("/api/v1{path}"))
    }

    async fn send(&self, call: RequestBuilder) -> Result<Response> {
        self.transport.send(call).await
    }
}

/// The response as `T`, or the refusal.
async fn read<T: DeserializeOwned>(response: Response) -> Result<T> {
    serde_json::from_slice(&bytes(response).await?).map_err(ClientError::unreadable)
}

/// The response's bytes, or the refusal.
async fn bytes(response: Response) -> Result<Bytes> {
    if !response.status().is_success() {
        return Err(ClientError::refused(response).await);
    }
    let server = response.url().clone();
    response.bytes().await.map_err(|cause| ClientError::unreachable(&server, &cause))
}

/// The last line of a stream as `T`, or the refusal.
fn take<T: DeserializeOwned>(answer: Value) -> Result<T> {
    serde_json::from_value(answer).map_err(ClientError::unreadable)
}
