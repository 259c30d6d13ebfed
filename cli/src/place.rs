//! Where a command works: the data folder and its store, or a server.

use std::path::{Path, PathBuf};

use clap::Args;
use sabi_api::{
    Server,
    client::{Client, ClientError, Connected, Url},
};
use sabi_core::files::ShownPath as _;
use sabi_core::{Error, Settings};

use crate::{
    exit::{self, failure},
    output,
};

/// Where a command works.
#[derive(Debug, Args)]
pub struct Place {
    #[command(flatten)]
    pub settings: Settings,

    /// File of settings (TOML); the environment counts over it, and the command line over both
    #[arg(long, env = "SABI_CONFIG", global = true, value_name = "FILE", help_heading = "Settings")]
    pub config: Option<PathBuf>,

    /// Work through this server, as the account of `sabi login`, instead of the data folder
    #[arg(long, env = "SABI_SERVER", global = true, value_name = "URL", help_heading = "Settings")]
    pub server: Option<Url>,
}

impl Place {
    /// The way to the API, over a data folder that is there.
    pub async fn connect(&self) -> anyhow::Result<Connected> {
        if self.server.is_none() && Server::of(&self.settings.data).is_none() {
            self.check_store()?;
        }
        self.connect_or_make().await
    }

    /// Whether the store of the data folder is there, for what must not make one.
    ///
    /// # Errors
    /// With the sentence that says so, where it is not.
    pub fn check_store(&self) -> anyhow::Result<()> {
        let data = &self.settings.data;
        if !self.settings.has_own_store() || data.join("store").exists() {
            return Ok(());
        }
        let words =
            format!("There is no store in {}: is --data right? `sabi serve` or `sabi seed` makes one.", data.shown());
        Err(failure(exit::UNAVAILABLE, words))
    }

    /// The way to the API; a data folder that is not there is made.
    pub async fn connect_or_make(&self) -> anyhow::Result<Connected> {
        if self.server.is_none() && self.settings.is_store_password_in_clear() {
            output::note("Warning: the store's password crosses the network unencrypted; use a wss:// address.");
        }
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
