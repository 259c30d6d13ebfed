//! The errors of a call.

use std::fmt;

use reqwest::{Response, Url};
use serde_json::{Map, Value};

/// Every way in which a call can fail.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The API refused the call.
    #[error("{0}")]
    Refused(Box<Refused>),
    /// The server did not respond, or its response was cut off. The outcome of the call is unknown.
    #[error("{server} cannot be reached: {cause}.")]
    Unreachable {
        /// The server's address.
        server: String,
        /// The network error.
        cause: String,
    },
    /// The response was cut off. What was received is incomplete.
    #[error("The response of {server} broke off: {cause}. The output is incomplete.")]
    Broken {
        /// The server's address.
        server: String,
        /// The network error.
        cause: String,
    },
    /// The server does not belong to this data folder, so nothing was sent to it.
    #[error("The server at {0} does not belong to this data folder.")]
    Stranger(String),
    /// The response is not from Sabi.
    #[error("The server's response cannot be read: {0}.")]
    Unreadable(String),
    /// The store on this machine could not be opened.
    #[error(transparent)]
    Store(#[from] sabi_core::Error),
}

/// A refusal (ruling 1).
#[derive(Debug, Clone, Default)]
pub struct Refused {
    /// The HTTP status; 200 if the refusal came after a stream had begun.
    pub status: u16,
    /// A slug to branch on.
    pub reason: String,
    /// A message for people.
    pub message: String,
    /// Details of the refusal: the invalid fields, or facts such as the current revision.
    pub facts: Map<String, Value>,
}

impl Refused {
    /// The invalid fields, each with its message.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let has_fields = matches!(self.reason.as_str(), "invalid" | "taken");
        self.facts
            .iter()
            .filter(move |_| has_fields)
            .filter_map(|(field, value)| Some((field.as_str(), value.as_str()?)))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl ClientError {
    /// The refusal, if the API refused.
    pub fn refusal(&self) -> Option<&Refused> {
        match self {
            Self::Refused(refused) => Some(refused),
            _ => None,
        }
    }

    /// The refusal's reason; empty for any other error.
    pub fn reason(&self) -> &str {
        self.refusal().map_or("", |refused| &refused.reason)
    }

    /// The refusal in a response.
    pub(super) async fn refused(response: Response) -> Self {
        let (status, server) = (response.status(), response.url().clone());
        let bytes = match response.bytes().await {
            Ok(bytes) => bytes,
            Err(cause) => return Self::unreachable(&server, &cause),
        };
        match serde_json::from_slice(&bytes) {
            Ok(body) => Self::refusal_of(status.as_u16(), body),
            Err(_) => Self::Unreadable(format!("it is not a response from Sabi (HTTP {status})")),
        }
    }

    /// The refusal of this body.
    pub(super) fn refusal_of(status: u16, body: Map<String, Value>) -> Self {
        let mut refused = Refused { status, ..Refused::default() };
        for (key, value) in body {
            match (key.as_str(), value) {
                ("success", _) => {}
                ("errMessage", Value::String(text)) => refused.message = text,
                ("reason", Value::String(text)) => refused.reason = text,
                (_, value) => {
                    refused.facts.insert(key, value);
                }
            }
        }
        if refused.message.is_empty() {
            refused.message = format!("The server refused (HTTP {status}).");
        }
        Self::Refused(Box::new(refused))
    }

    /// The error of a request that was not delivered, or whose response was cut off.
    pub(super) fn unreachable(server: &Url, cause: &(dyn std::error::Error + 'static)) -> Self {
        Self::Unreachable { server: server.origin().ascii_serialization(), cause: root(cause) }
    }

    /// The error of a response that was cut off while it was read.
    pub(super) fn broken(server: &Url, cause: &(dyn std::error::Error + 'static)) -> Self {
        Self::Broken { server: server.origin().ascii_serialization(), cause: root(cause) }
    }

    pub(super) fn unreadable(cause: impl fmt::Display) -> Self {
        Self::Unreadable(cause.to_string())
    }
}

/// The innermost cause; the outer ones only say that something failed.
fn root(error: &(dyn std::error::Error + 'static)) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}
