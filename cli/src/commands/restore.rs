//! `sabi restore` and `sabi verify`: a backup put into an empty store, or into memory to try it.

use std::{path::PathBuf, process::ExitCode};

use sabi_core::{
    Error,
    backup::{Restored, Restoring, restore, verify_backup},
};
use serde_json::json;

use crate::{
    exit::{self, failure},
    output,
    place::{self, Place},
    progress::Bar,
};

pub const EXIT_CODES: &str = "\
Exit codes: 0 restored or good, 65 the file is damaged or no backup, 66 it cannot be read, 73 the store is not empty, \
75 the store is in use by another process";

/// The arguments of `sabi restore`.
#[derive(Debug, clap::Args)]
pub struct Restore {
    /// The backup
    file: PathBuf,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// The arguments of `sabi verify`.
#[derive(Debug, clap::Args)]
pub struct Verify {
    /// The backup
    file: PathBuf,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

impl Restore {
    /// Restores into the store of the settings, which no server may have open.
    pub async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        if place.server.is_some() {
            let words = "A backup is restored where the store is, with --data or --store, and while no server runs.";
            return Err(failure(exit::USAGE, words));
        }
        let settings = &place.settings;
        let bar = Bar::of(STAGES);
        let done = restore(settings, &self.file, |stage, done, total| bar.show(name(stage), done, total)).await;
        drop(bar);
        let restored = done.map_err(|error| match error {
            Error::Conflict(_) => error.into(),
            other => place::explain(settings, other),
        })?;
        tell(&restored, "Restored", self.json)
    }
}

impl Verify {
    /// Tries the backup.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let bar = Bar::of(STAGES);
        let done = verify_backup(&self.file, |stage, done, total| bar.show(name(stage), done, total)).await;
        drop(bar);
        tell(&done?, "The backup is good:", self.json)
    }
}

/// The stages of a restore, each with its weight.
const STAGES: [(&str, u64); 3] = [("checking", 1), ("writing", 3), ("comparing", 1)];

fn name(stage: Restoring) -> &'static str {
    match stage {
        Restoring::Checking => "checking",
        Restoring::Writing => "writing",
        Restoring::Comparing => "comparing",
    }
}

fn tell(restored: &Restored, done: &str, as_json: bool) -> anyhow::Result<ExitCode> {
    let (rows, pictures) = (restored.rows(), restored.contents.pictures.count);
    let (at, sabi) = (restored.at, &restored.sabi);
    if as_json {
        let tables = &restored.contents.tables;
        output::json(&json!({ "at": at, "sabi": sabi, "rows": rows, "pictures": pictures, "tables": tables }))?;
    } else {
        let at = at.format("%F %T UTC");
        output::line(format!("{done} {rows} records and {pictures} pictures of {at}, by Sabi {sabi}."));
    }
    Ok(ExitCode::SUCCESS)
}
