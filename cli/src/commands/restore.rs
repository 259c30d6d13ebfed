//! `sabi restore` and `sabi verify`: restores a backup into an empty store, or into memory to verify it.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use sabi_core::{
    Error, Settings,
    ops::backup::{Restored, Restoring, Signature, restore, verify_backup},
    people::Secrets,
};
use serde_json::json;

use crate::{
    exit::{self, failure},
    global_args::{self, GlobalArgs},
    output,
    progress::Bar,
};

pub const EXIT_CODES: &str = "\
Exit codes: 0 restored or intact, 65 the file is damaged, no backup, or of a newer version, 66 it cannot be read, 73 the store is not empty, \
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
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        if global.server.is_some() {
            let words =
                "A backup is restored on the store's machine, with --data or --store, while no server is running.";
            return Err(failure(exit::USAGE, words));
        }
        let settings = &global.settings;
        let bar = Bar::of(STAGES);
        let done = restore(settings, &self.file, |stage, done, total| bar.show(name(stage), done, total)).await;
        drop(bar);
        let restored = done.map_err(|error| match error {
            Error::Conflict(_) => error.into(),
            other => global_args::explain(settings, other),
        })?;
        report(settings, &restored, "Restored", self.json)
    }
}

impl Verify {
    /// Verifies the backup.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let bar = Bar::of(STAGES);
        let done = verify_backup(&self.file, |stage, done, total| bar.show(name(stage), done, total)).await;
        drop(bar);
        report(&global.settings, &done?, "The backup is intact:", self.json)
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

/// Prints what was restored or verified, and warns if the backup was not signed by this installation.
fn report(settings: &Settings, restored: &Restored, done: &str, as_json: bool) -> anyhow::Result<ExitCode> {
    let (secrets, unread) = match Secrets::load(&settings.data) {
        Ok(secrets) => (secrets, None),
        Err(error) => (None, Some(error)),
    };
    let signature = restored.signature(secrets.as_ref());
    if let Some(warning) = warning(signature, &settings.data.join("secret.key"), unread) {
        output::fault(format!("Warning: {warning} Use it only if you know where it comes from."));
    }
    let (rows, pictures) = (restored.rows(), restored.contents.pictures.count);
    let (at, sabi, lost) = (restored.at, &restored.sabi, &restored.lost_second_factors);
    if as_json {
        let tables = &restored.contents.tables;
        output::json(&json!({
            "at": at, "sabi": sabi, "rows": rows, "pictures": pictures, "tables": tables, "signature": signature,
            "lostSecondFactors": lost,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let at = at.format("%F %T UTC");
    output::line(format!("{done} {rows} records and {pictures} pictures as of {at}, made by Sabi {sabi}."));
    if !lost.is_empty() {
        output::line(
            "\nThe second factor of these accounts cannot be read without the secret.key of the old data folder. Put that \
             file back, or run these commands; until then these people log in with a recovery code.",
        );
        for email in lost {
            output::line(format!("  sabi user second-factor {email} --reset"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The warning about a backup with this signature. `unread` is why the key could not be read.
fn warning(signature: Signature, key: &Path, unread: Option<sabi_core::Error>) -> Option<String> {
    let key = key.display();
    match signature {
        Signature::Own => None,
        Signature::Missing => {
            Some("The backup is not signed: an older version made it, or somebody removed the signature.".into())
        }
        Signature::Foreign => {
            Some(format!("The backup was not signed with {key}: another installation made it, or somebody changed it."))
        }
        Signature::Unchecked => Some(match unread {
            Some(error) => format!("The backup's signature could not be checked: {error}."),
            None => format!("The backup's signature could not be checked: there is no {key}."),
        }),
    }
}
