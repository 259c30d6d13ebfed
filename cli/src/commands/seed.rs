//! `sabi seed`: the initial content.

use std::process::ExitCode;

use sabi_api::client::Client;
use sabi_core::seed::{Demo, SeedReport};

use crate::{
    global_args::GlobalArgs,
    output::{self, counted},
    progress::{Bar, stage},
    settings::DemoArg,
};

/// The arguments of `sabi seed`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct SeedArgs {
    /// Also write a catalogue, question banks, a student, an admin and a super admin; `small` writes one year of eight banks
    #[arg(long, num_args = 0..=1, require_equals = true, default_value = "no", default_missing_value = "full", value_name = "SIZE", hide_default_value = true)]
    demo: DemoArg,

    #[command(subcommand)]
    part: Option<SeedPart>,
}

/// A part of the initial content.
#[derive(Debug, Clone, Copy, clap::Subcommand)]
enum SeedPart {
    /// The countries with dial codes, and ISO 3166 with nationalities
    Countries,
}

impl SeedArgs {
    /// Runs the command.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let client = global.connect_or_make().await?.client;
        let report = match self.part {
            Some(SeedPart::Countries) => client.seed_countries().await?,
            None => seed(&client, self.demo.0).await?,
        };
        let records = counted(report.created, "record", "records");
        let questions = counted(report.questions, "question", "questions");
        output::line(format!("Made {records} and imported {questions}."));
        if !report.accounts.is_empty() {
            output::line(logins(&report));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Seeds with a progress bar.
pub async fn seed(client: &Client, demo: Option<Demo>) -> anyhow::Result<SeedReport> {
    let bar = Bar::of_import();
    Ok(client.seed(demo, |step| bar.show(stage(step.stage), step.done, step.total)).await?)
}

/// The demo accounts. Passwords are only shown here; they are not stored.
pub fn logins(report: &SeedReport) -> String {
    let rows = report.accounts.iter().map(|account| {
        let password = account.password.clone().unwrap_or_else(|| "as it was".into());
        [account.email.clone(), account.role.clone(), password]
    });
    output::table(["email", "role", "password"], rows)
}
