//! A streamed response of any length.

use bytes::{Buf as _, Bytes, BytesMut};
use reqwest::Response;

use super::{ClientError, Result};

/// An answer that is read while it comes.
pub struct Download {
    response: Response,
    /// Bytes at the beginning that are left out yet.
    head: usize,
    /// The number of bytes to omit at the end.
    tail: usize,
    held: BytesMut,
}

impl Download {
    /// An answer of which nothing is left out.
    pub(super) fn whole(response: Response) -> Self {
        Self::between(response, "", "")
    }

    /// What stands between a beginning and an end that are known.
    pub(super) fn between(response: Response, head: &str, tail: &str) -> Self {
        Self { response, head: head.len(), tail: tail.len(), held: BytesMut::new() }
    }

    /// The next piece; `None` at the end.
    ///
    /// # Errors
    /// [`ClientError::Broken`] when the answer ends before its end: what was read is not whole.
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
