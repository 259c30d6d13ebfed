//! `sabi migrate`: migrates the store to this version's schema, as a server start does.

use std::process::ExitCode;

use sabi_core::{App, Settings};

use crate::{
    exit::{self, failure},
    global_args::{self, GlobalArgs},
    output,
};

/// The arguments of `sabi migrate`.
#[derive(Debug, clap::Args)]
pub struct MigrateArgs {
    /// Show what would be done, and change nothing
    #[arg(long)]
    dry_run: bool,
}

impl MigrateArgs {
    /// Migrates the store, unless a server has it: that server migrated it when it started.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        if let Some(server) = &global.server {
            let words = format!(
                "A store is upgraded on its own machine, and {server} did so when it started: leave out --server \
                 (or SABI_SERVER)."
            );
            return Err(failure(exit::USAGE, words));
        }
        let settings: &Settings = &global.settings;
        let explain = |error| global_args::explain(settings, error);
        if self.dry_run {
            // Opening would create a store.
            global.check_store()?;
        }
        let state = App::inspect_store(settings).await.map_err(explain)?;
        for (number, name) in (state.version + 1..).zip(&state.pending) {
            output::line(format!("{number}. {name}"));
        }
        if !self.dry_run && !state.pending.is_empty() {
            let app = App::open(settings.clone()).await.map_err(explain)?;
            app.store.close().await;
        }
        let version = state.version + state.pending.len();
        output::line(match (state.pending.is_empty(), self.dry_run) {
            (true, _) => format!("The store has version {version}; there is nothing to do."),
            (false, true) => {
                format!("The store has version {}; it would be upgraded to version {version}.", state.version)
            }
            (false, false) => format!("The store has version {version} now."),
        });
        Ok(ExitCode::SUCCESS)
    }
}
