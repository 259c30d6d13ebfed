//! `sabi bank imports` and `sabi bank drop-import`: accepted imports that are not finished.

use std::process::ExitCode;

use sabi_core::bank::import::{AcceptedImport, DroppedImport, ImportState};

use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    output::{self, Shape},
};

/// The arguments of `sabi bank imports`.
#[derive(Debug, clap::Args)]
pub struct Imports {
    #[command(flatten)]
    shape: Shape,
}

/// The arguments of `sabi bank drop-import`.
#[derive(Debug, clap::Args)]
pub struct DropImport {
    /// The import's id, as `sabi bank imports` shows it
    import: String,

    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,
}

impl Imports {
    pub(super) async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let imports = global.connect().await?.client.accepted_imports().await?;
        if self.shape.is_table() && imports.is_empty() {
            output::line("Every accepted import is finished.");
            return Ok(ExitCode::SUCCESS);
        }
        self.shape.print(["id", "into", "rows", "left", "accepted by", "state", "problem"], &imports, |one| {
            let state = match one.state {
                ImportState::Writing => "being written",
                ImportState::Waiting => "waiting",
                ImportState::Failing => "failing",
            };
            let problem = one.problem.clone().unwrap_or_default();
            let [rows, left] = [one.rows, one.left].map(|count| count.to_string());
            [one.id.clone(), into(one), rows, left, one.who.clone(), state.into(), problem]
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

impl DropImport {
    pub(super) async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let client = global.connect().await?.client;
        if !self.yes {
            let imports = client.accepted_imports().await?;
            let found = imports.iter().find(|one| one.id == self.import);
            let what = found.map_or_else(
                || format!("the import {}", self.import),
                |one| format!("the remaining {} rows of the import into {}", one.left, into(one)),
            );
            if !output::confirm(&format!("Drop {what}? Type yes: "))? {
                return Err(failure(exit::REFUSED, "Nothing was dropped."));
            }
        }
        let DroppedImport { written, dropped, is_out_of_use } = client.drop_import(&self.import).await?;
        output::line(format!("The import was dropped: {dropped} rows were not written, {written} are in the bank."));
        if is_out_of_use {
            output::note("The import had created the year, so it is switched off. Switch it on when it is complete.");
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The part of the bank that it writes into.
fn into(import: &AcceptedImport) -> String {
    format!("{} {} {} ({})", import.exam.slug, import.subject.title, import.year, import.kind)
}
