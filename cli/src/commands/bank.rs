//! `sabi bank`: looks after the question bank.

use std::process::ExitCode;

use crate::{output, place::Place};

/// What is done with the bank.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Compare the kept counters with their rows, and put right what is wrong
    Recount(Recount),
}

/// The arguments of `sabi bank recount`.
#[derive(Debug, clap::Args)]
pub struct Recount {
    /// Say what is wrong, and change nothing
    #[arg(long)]
    dry_run: bool,

    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

impl Command {
    /// Does it.
    pub async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        let Self::Recount(Recount { dry_run, json }) = self;
        let wrong = place.connect().await?.client.recount(dry_run).await?;
        if json {
            output::json(&wrong)?;
        } else if wrong.is_empty() {
            output::line("Every counter is right.");
        } else {
            let rows = wrong.iter().map(|one| [one.counter.clone(), one.kept.to_string(), one.counted.to_string()]);
            output::line(output::table(["counter", "said", "counted"], rows));
            output::note(if dry_run { "Nothing was changed." } else { "All of them are right now." });
        }
        Ok(ExitCode::SUCCESS)
    }
}
