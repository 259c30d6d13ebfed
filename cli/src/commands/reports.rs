//! `sabi reports`: decides on students' reports of questions; `sabi list reports` lists them.

use std::process::ExitCode;

use sabi_core::{
    reports::{DecideReport, ReportState},
    store::Id,
};

use crate::{global_args::GlobalArgs, output};

/// The decision on a report.
#[derive(Debug, clap::Subcommand)]
pub enum ReportsCommand {
    /// Accept a report: something is wrong with the question
    Accept(Decision),
    /// Reject a report: the question is correct
    Reject(Decision),
    /// Reopen a report
    Reopen(Decision),
}

/// The arguments of `sabi reports accept` and the like.
#[derive(Debug, clap::Args)]
pub struct Decision {
    /// The report's id
    #[arg(value_name = "ID")]
    id: String,

    /// Your reply to the student; a rejection needs one
    #[arg(long, value_name = "WORDS")]
    words: Option<String>,

    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

impl ReportsCommand {
    /// Runs the command.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let (Decision { id, words, json }, state, word) = match self {
            Self::Accept(decision) => (decision, ReportState::Accepted, "Accepted"),
            Self::Reject(decision) => (decision, ReportState::Rejected, "Rejected"),
            Self::Reopen(decision) => (decision, ReportState::Open, "Opened"),
        };
        let client = global.connect().await?.client;
        let report = client.decide_report(&Id::new(id), &DecideReport { state, words, version: None }).await?;
        if json {
            output::json(&report)?;
        } else {
            output::line(format!("{word} {}: {}.", report.id, report.question.stem));
        }
        Ok(ExitCode::SUCCESS)
    }
}
