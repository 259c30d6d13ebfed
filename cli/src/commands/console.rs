//! `sabi console`: the moderators' console.

use std::process::ExitCode;

use crate::place::Place;

/// Runs the console until its user leaves it.
pub async fn run(place: &Place) -> anyhow::Result<ExitCode> {
    let client = place.connect().await?.client;
    sabi_tui::run(client).await?;
    Ok(ExitCode::SUCCESS)
}
