//! `sabi doctor`: finds and fixes problems of an installation.

use std::process::ExitCode;

use sabi_api::client::ClientError;
use sabi_core::{
    Error,
    ops::doctor::{Check, Examined, Finding},
    store::DiskSpeed,
};
use serde_json::json;

use crate::{
    exit::{self, Failure},
    global_args::GlobalArgs,
    output,
    progress::Bar,
};

pub const EXIT_CODES: &str = "\
Exit codes: 0 no problems, or all of them were fixed; 1 there are problems; 75 the store is in use by another process";

/// The arguments of `sabi doctor`.
#[derive(Debug, clap::Args)]
pub struct DoctorArgs {
    /// Apply the safe fixes: counters and sums, permissions, unused pictures
    #[arg(long)]
    fix: bool,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

impl DoctorArgs {
    /// Examines the installation.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let Examined { findings, disk } = match self.examine(global).await {
            Ok(examined) => examined,
            // A store that does not open is a case for the doctor.
            Err(error) if is_shut(&error) => {
                let words = words(&error);
                let finding = Finding { check: Check::Store, words, fixable: false, fixed: false };
                Examined { findings: vec![finding], disk: None }
            }
            Err(error) => return Err(error),
        };
        let is_well = findings.iter().all(|finding| finding.fixed);
        if self.json {
            output::json(&json!({ "clean": is_well, "findings": findings, "disk": disk }))?;
        } else if findings.is_empty() {
            output::line("No problems found.");
        } else {
            let rows = findings.iter().map(|finding| {
                let done = match (finding.fixed, finding.fixable) {
                    (true, _) => "fixed",
                    (false, true) => "--fix repairs it",
                    (false, false) => "",
                };
                [name(finding.check), done.to_owned(), finding.words.clone()]
            });
            output::line(output::messages(["check", "repair", "what is wrong"], rows));
        }
        if let (Some(disk), false) = (disk, self.json) {
            output::note(speed(disk));
        }
        Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::from(exit::REFUSED) })
    }

    async fn examine(&self, global: &GlobalArgs) -> anyhow::Result<Examined> {
        let client = global.connect().await?.client;
        let bar = Bar::of(Check::ALL.iter().map(|check| (name(*check), 1)));
        let on_progress = |check| bar.show(&name(check), 0, 0);
        Ok(client.examine(self.fix, on_progress).await?)
    }
}

/// The speed of a disk in words.
fn speed(disk: DiskSpeed) -> String {
    format!(
        "This disk can take about {} saves per second ({} durable writes, one after another, in {:.2} s). Saves \
         that arrive together share a write.",
        disk.saves_per_second, disk.writes, disk.seconds
    )
}

/// Whether the store, or the server that has it, does not respond.
fn is_shut(error: &anyhow::Error) -> bool {
    match error.downcast_ref::<ClientError>() {
        // An error at the end of a stream keeps the 200 of the stream that it interrupts.
        Some(ClientError::Refused(refused)) => refused.status == 503 || refused.reason == "unavailable",
        Some(ClientError::Store(error)) => matches!(error, Error::Unavailable(_)),
        Some(_) => false,
        None => {
            let unavailable = |failure: &Failure| failure.code == exit::UNAVAILABLE;
            matches!(error.downcast_ref::<Error>(), Some(Error::Unavailable(_)))
                || error.downcast_ref::<Failure>().is_some_and(unavailable)
        }
    }
}

/// The message about it. A server writes the cause to its log only.
fn words(error: &anyhow::Error) -> String {
    match error.downcast_ref::<ClientError>() {
        Some(ClientError::Refused(_)) => "The server's store does not answer. The server's log says why.".into(),
        _ => error.to_string(),
    }
}

/// The name of a check.
fn name(check: Check) -> String {
    serde_json::to_value(check).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_of_a_disk_is_reported_in_a_sentence() {
        let told = speed(DiskSpeed { writes: 200, seconds: 0.5, saves_per_second: 400 });
        assert!(told.starts_with("This disk can take about 400 saves per second (200 durable writes"), "{told}");
    }
}
