//! `sabi backup`: makes a backup of store and pictures in one file, or sets the schedule of the server's backups.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use sabi_api::client::Download;
use sabi_core::{
    files::{ShownPath as _, folder_of, unfinished},
    ops::backup::{BackupPlan, check_backup},
};
use serde_json::json;

use super::export::confirm_overwriting;
use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    interrupt::Interrupts,
    output,
    progress::Transfer,
    suggest::command,
};

/// The arguments of `sabi backup`.
#[derive(Debug, clap::Args)]
pub struct BackupArgs {
    /// Where to write it, or - for stdout; without it, show the plan of automatic backups
    #[arg(value_name = "FILE", conflicts_with_all = ["every", "keep"])]
    file: Option<PathBuf>,

    /// Let the server make one at this interval, such as 24h or 7days; off for never
    #[arg(long, value_name = "TIME", value_parser = every)]
    every: Option<Every>,

    /// How many automatic backups to keep; older ones are deleted
    #[arg(long, value_name = "COUNT", requires = "every", default_value_t = 14)]
    keep: i64,

    /// Overwrite a file without asking
    #[arg(long)]
    yes: bool,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// The interval of scheduled backups.
#[derive(Debug, Clone, Copy)]
enum Every {
    Off,
    Seconds(i64),
}

fn every(text: &str) -> Result<Every, String> {
    if text == "off" {
        return Ok(Every::Off);
    }
    let time: Duration = text.parse::<humantime::Duration>().map_err(|error| error.to_string())?.into();
    i64::try_from(time.as_secs()).map(Every::Seconds).map_err(|_| "it is too long".into())
}

impl BackupArgs {
    /// Makes a backup, or sets the schedule.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        match (&self.file, self.every) {
            (Some(file), _) if file == OsStr::new("-") => {
                let backup = global.connect().await?.client.back_up().await?;
                copy(backup, &mut io::stdout().lock(), file).await?;
            }
            (Some(file), _) => self.save(global, file).await?,
            (None, every) => self.plan(global, every).await?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the file, verifies it, and only then gives it its name.
    async fn save(&self, global: &GlobalArgs, path: &Path) -> anyhow::Result<()> {
        if !self.yes && path.exists() {
            confirm_overwriting(path)?;
        }
        let wrong = |error: io::Error| failure(exit::NO_OUTPUT, format!("{}: {error}.", path.shown()));
        let folder = folder_of(path);
        // Before the file exists, so that Ctrl-C cannot leave it behind.
        let mut interrupts = Interrupts::hear()?;
        let mut file = unfinished(folder).map_err(wrong)?;
        let written = async {
            let backup = global.connect().await?.client.back_up().await?;
            copy(backup, &mut file, path).await?;
            file.as_file().sync_all().map_err(wrong)?;
            anyhow::Ok(check_backup(file.path()).await?)
        };
        let made = interrupts.until(written).await.unwrap_or_else(|| {
            let became = if path.exists() { "was not changed" } else { "was not written" };
            Err(failure(exit::CANCELLED, format!("The backup was cancelled; {} {became}.", path.shown())))
        })?;
        let bytes = file.as_file().metadata().map_err(wrong)?.len();
        file.persist(path).map_err(|error| wrong(error.error))?;
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(wrong)?;
        let pictures = made.contents.pictures.count;
        if self.json {
            let (file, rows) = (path.shown().to_string(), made.rows());
            let report = json!({ "file": file, "bytes": bytes, "at": made.at, "rows": rows, "pictures": pictures });
            return output::json(&report);
        }
        output::line(format!(
            "{} contains {} records and {pictures} pictures as of {} ({}).",
            path.shown(),
            made.rows(),
            made.at.format("%F %T UTC"),
            indicatif::HumanBytes(bytes)
        ));
        Ok(())
    }

    async fn plan(&self, global: &GlobalArgs, every: Option<Every>) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let plan = match every {
            None => client.backup_plan().await?,
            Some(Every::Seconds(seconds)) => client.plan_backups(seconds, self.keep).await?,
            Some(Every::Off) => {
                client.drop_backup_plan().await?;
                None
            }
        };
        if self.json {
            return output::json(&plan);
        }
        output::line(plan.map_or_else(
            || {
                let plan = command(&["backup", "--every", "24h", "--keep", "14"]);
                format!("The server makes no backups by itself. To schedule them: `{plan}`.")
            },
            |plan| format_plan(&plan),
        ));
        Ok(())
    }
}

/// A backup schedule in words.
fn format_plan(plan: &BackupPlan) -> String {
    let every = humantime::format_duration(Duration::from_secs(plan.every.unsigned_abs()));
    let mut words = format!("The server makes a backup every {every} and keeps {}.", plan.keep);
    if let (Some(at), Some(file)) = (plan.last_at, &plan.last_file) {
        words += &format!("\nThe last backup was made at {}: {file}", at.format("%F %T UTC"));
    }
    if let Some(problem) = &plan.problem {
        words += &format!("\nThe last attempt failed: {problem}");
    }
    words + &format!("\nThe next is due at {}.", plan.next_at.format("%F %T UTC"))
}

async fn copy(mut backup: Download, out: &mut impl Write, name: &Path) -> anyhow::Result<()> {
    let wrong = |error: io::Error| failure(exit::NO_OUTPUT, format!("{}: {error}.", name.shown()));
    let transfer = Transfer::of("backup");
    while let Some(piece) = backup.next().await? {
        out.write_all(&piece).map_err(wrong)?;
        transfer.add(piece.len());
    }
    out.flush().map_err(wrong)
}
