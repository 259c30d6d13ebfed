//! `sabi import`: question banks from spreadsheets, and the sample workbooks.

use std::{
    path::Path,
    pin::pin,
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use sabi_api::client::{Client, ClientError, ImportUpload, WorkbookSource};
use sabi_core::{
    bank::{
        ImportReport, ImportRequest, ItemKind,
        formats::Format,
        import::{ImportFiles, Progress, Stage},
    },
    files::ShownPath as _,
    messages, random,
};
use tokio::time::sleep;

use crate::{
    complete,
    exit::{self, failure},
    global_args::GlobalArgs,
    interrupt::{Interrupts, unheard},
    output,
    progress::{Bar, stage},
    report,
};

mod args;
mod parts;
mod print;
mod source;
mod whole;

use args::{ImportArgs, Sample};
use print::write_problems;

/// Interval between requests to cancel an import, because the server may not have received the import yet.
const ASKED: Duration = Duration::from_millis(200);

/// The imports.
#[derive(Debug, clap::Subcommand)]
pub enum ImportCommand {
    /// Import objective questions from a workbook, CSV, Aiken, GIFT, Moodle XML or JSON Lines
    #[command(after_help = EXIT_CODES)]
    Questions(ImportArgs),
    /// Import theory questions from a workbook, CSV, GIFT, Moodle XML or JSON Lines
    #[command(after_help = EXIT_CODES)]
    Theories(ImportArgs),
    /// Import exams, subjects, topics, plans and courses from one YAML file
    Catalogue(super::import_catalogue::ImportCatalogueArgs),
    /// Write the sample workbook, which explains the columns
    Sample(Sample),
}

const EXIT_CODES: &str = "\
Exit codes: 0 all rows accepted, 1 some rows rejected, 2 wrong arguments (also an unknown exam or subject), 65 not a \
question bank, 66 a file cannot be read, 73 the problems cannot be written, 74 the output cannot be printed, 75 the \
store is in use by another process, 130 after Ctrl-C, which says whether the import was cancelled or done before that";

impl ImportCommand {
    /// Imports; the exit code says whether rows were rejected.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        match self {
            Self::Questions(args) => args.run(global, ItemKind::Choice).await,
            Self::Theories(args) => args.run(global, ItemKind::Essay).await,
            Self::Catalogue(args) => args.run(global).await,
            Self::Sample(sample) => sample.run(),
        }
    }
}

/// The outcome of an import of a file.
enum ImportOutcome {
    Done(ImportReport),
    /// It was finished although it was cancelled.
    TooLate(ImportReport),
}

impl ImportArgs {
    async fn run(self, global: &GlobalArgs, kind: ItemKind) -> anyhow::Result<ExitCode> {
        self.check_problems_file()?;
        let mut interrupts = Interrupts::hear()?;
        let pictures = self.images.as_deref().map(source::pictures).transpose()?.unwrap_or_default();
        let client = global.connect().await?.client;
        let (mut worst, mut reports) = (0, Vec::new());
        for file in &self.files {
            let read = source::read(file).map(|(name, workbook)| {
                let id = random::token();
                ImportUpload { id, name, workbook, pictures: pictures.clone(), format: self.format }
            });
            let done = match read {
                Ok(upload) => match self.import_file(&client, kind, &upload, &mut interrupts).await {
                    Ok(outcome) => Ok((upload, outcome)),
                    Err(error) => Err(self.explain(&client, file, error).await),
                },
                Err(error) => Err(error),
            };
            let (upload, outcome) = match done {
                Ok(done) => done,
                // An error in one file does not affect the next.
                Err(error)
                    if self.files.len() > 1 && matches!(exit::code(&error), exit::NOT_A_WORKBOOK | exit::NO_INPUT) =>
                {
                    worst = worst.max(exit::code(&error));
                    let _ = report::report(&error);
                    continue;
                }
                Err(error) => return Err(error),
            };
            let (report, is_cancelled) = match outcome {
                ImportOutcome::Done(report) => (report, false),
                ImportOutcome::TooLate(report) => (report, true),
            };
            self.print_outcome(file, &report)?;
            if report.rejected > 0 || !report.problems.is_empty() {
                worst = worst.max(exit::REFUSED);
            }
            reports.push((upload, report));
            if is_cancelled {
                output::fault(format!("{}: it was done before it could be cancelled.", file.shown()));
                worst = exit::CANCELLED;
                break;
            }
        }
        if let Some(path) = &self.problems {
            let written = write_problems(path, kind, self.format, &reports)?;
            if !self.json {
                output::note(written);
            }
        }
        Ok(ExitCode::from(worst))
    }

    /// Imports a file. Ctrl-C asks the server to cancel it, and waits for the outcome.
    async fn import(
        &self,
        client: &Client,
        kind: ItemKind,
        upload: ImportUpload,
        ask: ImportRequest,
        interrupts: &mut Interrupts,
    ) -> anyhow::Result<ImportOutcome> {
        let (id, bar, heard) = (upload.id.clone(), Bar::of_import(), AtomicBool::new(false));
        let is_kept = AtomicBool::new(false);
        let show = |step: Progress| {
            heard.store(true, Ordering::Relaxed);
            is_kept.store(step.stage == Stage::Keeping, Ordering::Relaxed);
            bar.show(stage(step.stage), step.done, step.total);
        };
        let mut work = pin!(client.import_items(kind, upload, ask, show));
        if let Some(done) = interrupts.until(&mut work).await {
            return Ok(ImportOutcome::Done(done?));
        }
        // Printed immediately, because cancelling may take minutes.
        bar.say(if is_kept.load(Ordering::Relaxed) {
            "The import is being saved and cannot be cancelled any more. Ctrl-C again stops waiting for it."
        } else {
            "Cancelling the import. Ctrl-C again stops waiting for the outcome."
        });
        let cancel = async {
            loop {
                let _ = client.cancel_import(&id).await;
                sleep(ASKED).await;
            }
        };
        let ended = tokio::select! {
            biased;
            ended = work => ended,
            () = interrupts.next() => return Err(unheard("the import")),
            () = cancel => return Err(failure(exit::CANCELLED, "The outcome of the import is unknown.")),
        };
        match ended {
            Ok(report) => Ok(ImportOutcome::TooLate(report)),
            // The server stopped reading the upload.
            Err(ClientError::Unreachable { .. }) if !heard.load(Ordering::Relaxed) => {
                Err(failure(exit::CANCELLED, messages::IMPORT_CANCELLED))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Explains which argument or file is wrong, with a suggestion.
    async fn explain(&self, client: &Client, file: &Path, error: anyhow::Error) -> anyhow::Error {
        let refused = error.downcast_ref::<ClientError>().and_then(ClientError::refusal);
        let Some(refused) = refused.filter(|refused| refused.reason == "invalid") else {
            // Not being logged in is not a problem of the file.
            return match refused {
                Some(refused) if refused.status == 401 => error,
                _ => failure(exit::code(&error), format!("{}: {error}", file.shown())),
            };
        };
        let mut words = Vec::new();
        for (field, message) in refused.fields() {
            let known = match field {
                "exam" => complete::exams(client).await,
                "subject" => complete::subjects(client, Some(self.exam.trim())).await,
                _ => Vec::new(),
            };
            let known = if known.is_empty() { String::new() } else { format!(" (these exist: {})", known.join(", ")) };
            words.push(format!("--{field}: {message}{known}"));
        }
        failure(exit::USAGE, format!("{}.", words.join("; ")))
    }
}

/// The files of an upload, for reading them here.
fn files_of(upload: &ImportUpload, format: Option<Format>) -> ImportFiles {
    let files = match &upload.workbook {
        WorkbookSource::Bytes(bytes) => ImportFiles::from(bytes.clone()),
        WorkbookSource::At(path) => ImportFiles::at(path.clone()),
    };
    files.named(&upload.name).read_as(format)
}
