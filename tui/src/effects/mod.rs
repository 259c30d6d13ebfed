//! The only I/O besides the terminal: requests go to the API, answers come back as messages.

use anyhow::bail;
use sabi_api::client::{Client, ClientError};
use sabi_core::records::ListQuery;
use tokio::task::JoinSet;

use crate::app::{Answer, Call, Content, Msg, PageAsk, Request};

/// The requests that are on their way.
pub struct Effects {
    client: Client,
    running: JoinSet<Answer>,
}

impl Effects {
    /// Nothing is on its way yet.
    pub fn new(client: Client) -> Self {
        Self { client, running: JoinSet::new() }
    }

    /// Sends a request.
    pub fn start(&mut self, request: Request) {
        let client = self.client.clone();
        self.running.spawn(async move {
            let outcome = answer(&client, request.call).await.map_err(|error| told(&error));
            Answer { number: request.number, outcome }
        });
    }

    /// The next answer; for ever pending while nothing is on its way.
    ///
    /// # Errors
    /// When a request panicked.
    pub async fn next(&mut self) -> anyhow::Result<Msg> {
        match self.running.join_next().await {
            Some(Ok(answer)) => Ok(Msg::Answered(answer)),
            Some(Err(_)) => bail!("a request of the console stopped short"),
            None => std::future::pending().await,
        }
    }
}

async fn answer(client: &Client, call: Call) -> Result<Content, ClientError> {
    Ok(match call {
        Call::List(ask) => Content::Page(client.list_user_theories(&query(ask)).await?),
        Call::Open(id) => Content::Result(Box::new(client.find_corrections(&id).await?)),
    })
}

fn query(ask: PageAsk) -> ListQuery {
    ListQuery {
        page: Some(ask.page),
        limit: Some(ask.limit),
        q: Some(ask.words).filter(|words| !words.is_empty()),
        filters: [("state".to_owned(), ask.filter.word().to_owned())].into(),
        ..ListQuery::default()
    }
}

fn told(error: &ClientError) -> String {
    match error.refusal().map(|refused| refused.status) {
        Some(401) => format!("{error}. Sign in with `sabi login`, then start the console again."),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
