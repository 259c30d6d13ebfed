//! All I/O except the terminal: requests to the API and files on disk. Responses come back as messages.

mod calls;
mod files;
#[cfg(test)]
mod tests;

use std::time::Duration;

use anyhow::bail;
use sabi_api::client::Client;
use tokio::task::JoinSet;

pub use files::{HabitsFile, OutboxFile};

use crate::{
    app::Msg,
    wire::{Request, Response},
};

/// Requests and timers in progress.
pub struct Effects {
    client: Client,
    running: JoinSet<Option<Response>>,
}

/// A finished request or timer.
pub enum Came {
    Msg(Msg),
    /// A requested tick.
    Woken,
}

impl Effects {
    /// No requests yet.
    pub fn new(client: Client) -> Self {
        Self { client, running: JoinSet::new() }
    }

    /// Replaces the connection to the API.
    pub fn reconnect(&mut self, client: Client) {
        self.client = client;
    }

    /// Sends a request.
    pub fn start(&mut self, request: Request) {
        let client = self.client.clone();
        self.running.spawn(async move {
            let outcome = calls::answer(&client, request.call).await.map_err(|error| calls::failure(&error));
            Some(Response { number: request.number, outcome })
        });
    }

    /// Sends a tick after a delay.
    pub fn wake(&mut self, millis: u64) {
        self.running.spawn(async move {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            None
        });
    }

    /// The next response; pending forever if there are no requests.
    ///
    /// # Errors
    /// If a request panicked.
    pub async fn next(&mut self) -> anyhow::Result<Came> {
        match self.running.join_next().await {
            Some(Ok(Some(answer))) => Ok(Came::Msg(Msg::Answered(answer))),
            Some(Ok(None)) => Ok(Came::Woken),
            Some(Err(_)) => bail!("a request of the console stopped short"),
            None => std::future::pending().await,
        }
    }
}
