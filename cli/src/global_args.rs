//! The options of every command: its settings, and where it works (the data folder with its store, or a server).

use std::{
    cell::RefCell,
    path::{Path, PathBuf},
};

use clap::Args;
use indicatif::HumanCount;
use sabi_api::{
    Server,
    client::{Client, ClientError, Connected, Url, Wait},
};
use sabi_core::files::ShownPath as _;
use sabi_core::{Error, Settings, bank::import::Interrupted};

use crate::{
    exit::{self, failure},
    output,
    progress::Bar,
    settings::SettingsArgs,
    suggest::command,
};

/// Where a command works.
#[derive(Debug, Args)]
pub struct GlobalArgs {
    #[command(flatten)]
    pub settings: SettingsArgs,

    /// Settings file (TOML); the environment overrides it, and the command line overrides both
    #[arg(long, env = "SABI_CONFIG", global = true, value_name = "FILE", help_heading = "Settings")]
    pub config: Option<PathBuf>,

    /// Work through this server, as the account of `sabi login`, instead of the data folder
    #[arg(long, env = "SABI_SERVER", global = true, value_name = "URL", help_heading = "Settings")]
    pub server: Option<Url>,
}

impl GlobalArgs {
    /// Connects to the API; the data folder must exist.
    pub async fn connect(&self) -> anyhow::Result<Connected> {
        if self.server.is_none() && Server::of(&self.settings.data).is_none() {
            self.check_store()?;
        }
        self.connect_or_make().await
    }

    /// Checks that the data folder has a store, for commands that must not create one.
    ///
    /// # Errors
    /// If it has none.
    pub fn check_store(&self) -> anyhow::Result<()> {
        let data = &self.settings.data;
        if !self.settings.has_own_store() || data.join("store").exists() {
            return Ok(());
        }
        let words =
            format!("There is no store in {}. Is --data correct? `{}` creates one.", data.shown(), command(&["seed"]));
        Err(failure(exit::UNAVAILABLE, words))
    }

    /// Connects to the API; a missing data folder is created.
    pub async fn connect_or_make(&self) -> anyhow::Result<Connected> {
        if self.server.is_none() && self.settings.is_store_password_in_clear() {
            output::note("Warning: the store's password crosses the network unencrypted; use a wss:// address.");
        }
        let bar = RefCell::new(None);
        let on_wait = |wait| show_wait(&bar, wait);
        Client::connect(&self.settings, self.server.clone(), &on_wait).await.map_err(|error| match error {
            ClientError::Store(error) => explain(&self.settings, error),
            other => other.into(),
        })
    }
}

/// Reports what a command waits for. The bar is created at the first report of an import.
fn show_wait(bar: &RefCell<Option<Bar>>, wait: Wait) {
    match wait {
        Wait::Locked => output::note("Waiting for another process that has the store open…"),
        Wait::Import(Interrupted { rows, left }) => {
            let mut bar = bar.borrow_mut();
            let bar = bar.get_or_insert_with(|| {
                let rows = HumanCount(rows);
                output::note(format!("Finishing the import of {rows} rows that was interrupted."));
                Bar::of([("finishing", 1)])
            });
            bar.show("finishing", rows.saturating_sub(left), rows);
        }
    }
}

/// Explains why a store does not open, or which server owns it.
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
