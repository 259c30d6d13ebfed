//! Where a command works: the data folder and its store, or a server.

use std::path::Path;

use clap::Args;
use sabi_api::{
    Server,
    client::{Client, ClientError, Connected, Url},
};
use sabi_core::{Error, Settings};

use crate::exit::{self, failure};

/// The settings that `serve` alone has a use for.
pub const SERVING: &[&str] = &[
    "listen",
    "public_url",
    "demo_password",
    "min_age_days",
    "mail_url",
    "mail_from",
    "mail_ca",
    "images",
    "trusted_proxies",
];

/// Where a command works.
#[derive(Debug, Args)]
pub struct Place {
    #[command(flatten)]
    pub settings: Settings,

    /// Work through this server, as the account of `sabi login`, instead of the data folder
    #[arg(long, env = "SABI_SERVER", global = true, value_name = "URL", help_heading = "Settings")]
    pub server: Option<Url>,
}

impl Place {
    /// The way to the API.
    pub async fn connect(&self) -> anyhow::Result<Connected> {
        Client::connect(&self.settings, self.server.clone()).await.map_err(|error| match error {
            ClientError::Store(error) => explain(&self.settings, error),
            other => other.into(),
        })
    }
}

/// A store that does not open, in one sentence; one that is owned, with the server that owns it.
pub fn explain(settings: &Settings, error: Error) -> anyhow::Error {
    match error {
        Error::Owned(store) => {
            let beside = Path::new(&store).parent().and_then(Server::of);
            let owner = beside.or_else(|| Server::of(&settings.data)).map_or_else(
                || "another process".to_owned(),
                |server| format!("the server at {} (process {})", server.url, server.pid),
            );
            failure(exit::OWNED, format!("the store at {store} is in use by {owner}."))
        }
        other => other.into(),
    }
}
