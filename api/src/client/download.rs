//! A streamed response of any length.

use bytes::{Buf as _, Bytes, BytesMut};
use reqwest::Response;

use super::{ClientError, Result};

/// A response that is read as it arrives.
pub struct Download {
    response: Response,
    /// Bytes still to omit at the beginning.
    head: usize,
    /// The number of bytes to omit at the end.
    tail: usize,
    held: BytesMut,
}

impl Download {
    /// The whole response.
    pub(super) fn whole(response: Response) -> Self {
        Self::between(response, "", "")
    }

    /// The part of a response between a known beginning and end.
    pub(super) fn between(response: Response, head: &str, tail: &str) -> Self {
        Self { response, head: head.len(), tail: tail.len(), held: BytesMut::new() }
    }

    /// The next piece; `None` at the end.
    ///
    /// # Errors
    /// [`ClientError::Broken`] if the response ends early. What was read is incomplete.
    pub async fn next(&mut self) -> Result<Option<Bytes>> {
        let server = self.response.url().clone();
        loop {
            let piece = self.response.chunk().await.map_err(|cause| ClientError::broken(&server, &cause))?;
            let Some(piece) = piece else { return Ok(None) };
            self.held.extend_from_slice(&piece);
            let skipped = self.head.min(self.held.len());
            self.held.advance(skipped);
            self.head -= skipped;
            if self.head == 0 && self.held.len() > self.tail {
                return Ok(Some(self.held.split_to(self.held.len() - self.tail).freeze()));
            }
        }
    }
}
