//! `sabi ready`: checks whether the server accepts writes.

use std::process::ExitCode;

use sabi_api::{Server, client::Client};

use sabi_core::files::ShownPath as _;

use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    output,
};

pub const EXIT_CODES: &str = "\
Exit codes: 0 the server answers and accepts writes; 69 it does not, or none is running";

/// Checks the given server, or the one that the data folder announces, at its address on this machine.
pub async fn run(global: &GlobalArgs) -> anyhow::Result<ExitCode> {
    let data = &global.settings.data;
    let noted = || Server::of(data).and_then(|server| server.url.parse().ok());
    let Some(url) = global.server.clone().or_else(noted) else {
        return Err(failure(exit::UNAVAILABLE, format!("No server is using {}.", data.shown())));
    };
    Client::to_server(url, None)?.check_ready().await?;
    output::line("ready");
    Ok(ExitCode::SUCCESS)
}
