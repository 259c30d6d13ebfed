//! `sabi top`: shows a server's metrics, live or once.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use sabi_api::{
    Server,
    client::{Client, Connected, Via},
};
use sabi_core::files::ShownPath as _;
use sabi_core::metrics::Token;
use sabi_tui::{
    theme::{Depth, Palette, Theme},
    top::{Watch, text},
};

use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    output,
    suggest::command,
};

/// The description of the figures for `--help`.
const ABOUT: &str = "\
It reads /metrics of the server that uses the data folder, or of --server: there as a super admin (sabi login), \
or with the token in --token-file, which the address of --metrics-listen accepts too. Rates and times are \
measured between two readings; q quits.";

/// The arguments of `sabi top`.
#[derive(Debug, clap::Args)]
#[command(after_help = ABOUT)]
pub struct TopArgs {
    /// Print one reading instead of the live screen
    #[arg(long)]
    once: bool,

    /// Print it as JSON
    #[arg(long, requires = "once")]
    json: bool,

    /// Seconds between two readings
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=300))]
    every: u64,

    /// File with the token for /metrics of --server
    #[arg(long, value_name = "FILE", requires = "server")]
    token_file: Option<PathBuf>,
}

impl TopArgs {
    /// Shows the live screen until its user quits, or prints one reading.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let (client, shown) = self.client(global).await?;
        let watch = Watch { client, place: shown, every: Duration::from_secs(self.every) };
        if self.once {
            let figures = watch.once().await?;
            if self.json {
                output::json(&figures)?;
            } else {
                output::text(&text(&figures, &watch.place));
            }
            return Ok(ExitCode::SUCCESS);
        }
        if !sabi_tui::is_there() {
            return Err(failure(exit::USAGE, "The live screen needs a terminal; without one, use `sabi top --once`."));
        }
        #[expect(clippy::disallowed_methods, reason = "the terminal says so itself, it is no setting of Sabi's")]
        let depth = Depth::of(|name| std::env::var(name).ok());
        watch.run(Theme::new(Palette::Terminal, &Default::default(), depth)).await?;
        Ok(ExitCode::SUCCESS)
    }

    /// The connection to the server, and its name. A store without a server has no metrics.
    async fn client(&self, global: &GlobalArgs) -> anyhow::Result<(Client, String)> {
        if let (Some(file), Some(url)) = (&self.token_file, &global.server) {
            let token = Token::read(file).map_err(|error| match error {
                sabi_core::Error::Setting { problem, .. } => failure(exit::NO_INPUT, format!("{problem}.")),
                other => other.into(),
            })?;
            return Ok((Client::to_server(url.clone(), Some(token.reveal().to_owned()))?, url.to_string()));
        }
        let nobody = || {
            let data = global.settings.data.shown();
            failure(
                exit::UNAVAILABLE,
                format!("No server is using {data}: start one (`{}`), or name one (--server).", command(&["serve"])),
            )
        };
        if global.server.is_none() && Server::of(&global.settings.data).is_none() {
            return Err(nobody());
        }
        let Connected { client, via } = global.connect().await?;
        match via {
            Via::Server(url, _) | Via::Owner(url) => Ok((client, url.to_string())),
            Via::Store => Err(nobody()),
        }
    }
}
