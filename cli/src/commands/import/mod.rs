//! `sabi import`: question banks from spreadsheets, and the sample workbooks.

use std::{
    fs, io,
    path::{Path, PathBuf},
    pin::pin,
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use clap::ValueEnum;
use sabi_api::client::{Client, ClientError, ImportUpload, WorkbookSource};
use sabi_core::{
    App,
    bank::{
        ImportAsk, ImportReport, ItemKind,
        formats::Format,
        import::{FilePart, ImportFiles, KeyKind, ProblemBook, Progress, Stage, parts_of, problem_book},
    },
    files::ShownPath as _,
    random,
};
use tokio::time::sleep;

use crate::{
    commands::export::formats,
    complete,
    exit::{self, failure},
    interrupt::{Interrupts, unheard},
    output,
    place::Place,
    progress::{Bar, stage},
    report,
};

mod source;
mod whole;

use whole::{Whole, wrong_place};

/// Maximum number of rejected rows and warnings shown on the terminal.
const SHOWN: usize = 50;
/// Interval between requests to cancel an import, because the server may not have received the import yet.
const ASKED: Duration = Duration::from_millis(200);

/// The imports.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Import objective questions from a workbook, CSV, Aiken, GIFT, Moodle XML or JSON Lines
    #[command(after_help = EXIT_CODES)]
    Questions(Args),
    /// Import theory questions from a workbook, CSV, GIFT, Moodle XML or JSON Lines
    #[command(after_help = EXIT_CODES)]
    Theories(Args),
    /// Import exams, subjects, topics, plans and courses from one YAML file
    Catalogue(super::import_catalogue::Args),
    /// Write the sample workbook, which explains the columns
    Sample(Sample),
}

const EXIT_CODES: &str = "\
Exit codes: 0 all rows accepted, 1 some rows rejected, 2 wrong arguments (also an unknown exam or subject), 65 not a \
workbook, 66 a file cannot be read, 73 the problems cannot be written, 74 an answer cannot be printed, 75 the store \
is in use by another process, 130 after Ctrl-C, which says whether the import was cancelled or done before that";

/// The arguments of an import.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The files, imported one by one. Only the first sheet of a workbook is read; a .zip holds a workbook and
    /// its pictures; - reads stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The exam's slug, such as jamb-utme
    #[arg(long, value_name = "SLUG", add = complete::exam())]
    exam: String,

    /// The subject's title; else the files name it in a column `subject`
    #[arg(long, value_name = "TITLE", add = complete::subject())]
    subject: Option<String>,

    /// The year of the paper; else the files name it in a column `year`
    #[arg(long, value_name = "YYYY", add = complete::year())]
    year: Option<i64>,

    /// The university's title, for POST UTME
    #[arg(long, value_name = "TITLE")]
    university: Option<String>,

    /// The topic for rows without one [default: General]
    #[arg(long, add = complete::topic())]
    topic: Option<String>,

    /// The section for rows without one [default: General]
    #[arg(long)]
    section: Option<String>,

    /// Format of the files [default: detected from content and name]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    format: Option<Format>,

    /// Check the file and report what would change, but write nothing
    #[arg(long)]
    dry_run: bool,

    /// Write nothing if any row is rejected
    #[arg(long)]
    all_or_nothing: bool,

    /// Treat warnings as errors: reject the row, or the file if the warning has no row
    #[arg(long)]
    strict: bool,

    /// The folder with the pictures named in the cells
    #[arg(long, value_name = "DIR")]
    images: Option<PathBuf>,

    /// How right answers are written
    #[arg(long, value_name = "KIND", default_value = "any")]
    key: Key,

    /// Write the rows with errors or warnings to this workbook, with their problems
    #[arg(long, value_name = "FILE.xlsx")]
    problems: Option<PathBuf>,

    /// Overwrite the workbook of --problems without asking
    #[arg(long, requires = "problems")]
    yes: bool,

    /// Print one JSON object per file instead of tables
    #[arg(long)]
    json: bool,
}

/// How right answers are written.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Key {
    /// A number (1 to 5), a letter (A to E) or the option's text
    Any,
    /// Always the option's text, for options that are numbers
    Text,
}

/// The arguments of `sabi import sample`.
#[derive(Debug, clap::Args)]
pub struct Sample {
    /// Where to write it
    file: PathBuf,

    /// The sample for theory questions
    #[arg(long)]
    theories: bool,

    /// Overwrite a file without asking
    #[arg(long)]
    yes: bool,
}

impl Command {
    /// Imports; the exit code says whether rows were rejected.
    pub async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        match self {
            Self::Questions(args) => args.run(place, ItemKind::Choice).await,
            Self::Theories(args) => args.run(place, ItemKind::Essay).await,
            Self::Catalogue(args) => args.run(place).await,
            Self::Sample(sample) => sample.run(),
        }
    }
}

/// The outcome of an import of a file.
enum Outcome {
    Done(ImportReport),
    /// It was finished although it was cancelled.
    TooLate(ImportReport),
}

impl Args {
    async fn run(self, place: &Place, kind: ItemKind) -> anyhow::Result<ExitCode> {
        self.check_problems_file()?;
        let mut interrupts = Interrupts::hear()?;
        let pictures = self.images.as_deref().map(source::pictures).transpose()?.unwrap_or_default();
        let client = place.connect().await?.client;
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
                Outcome::Done(report) => (report, false),
                Outcome::TooLate(report) => (report, true),
            };
            self.tell(file, &report)?;
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

    /// Whether the workbook of problems may be written; checked before anything is read.
    fn check_problems_file(&self) -> anyhow::Result<()> {
        let Some(path) = self.problems.as_deref().filter(|path| path.exists()) else { return Ok(()) };
        let (shown, place) = (path.shown(), fs::canonicalize(path).ok());
        if place.is_some() && self.files.iter().any(|file| fs::canonicalize(file).ok() == place) {
            return Err(failure(
                exit::USAGE,
                format!("--problems: {shown} is one of the imported files; name another one."),
            ));
        }
        if self.yes || output::confirm(&format!("Overwrite {shown}? Type yes: "))? {
            return Ok(());
        }
        Err(failure(exit::REFUSED, format!("{shown} was not changed, and nothing was imported.")))
    }

    /// Imports a file, or each of its parts if it has columns for subject and year.
    async fn import_file(
        &self,
        client: &Client,
        kind: ItemKind,
        upload: &ImportUpload,
        interrupts: &mut Interrupts,
    ) -> anyhow::Result<Outcome> {
        if let (Some(subject), Some(year)) = (&self.subject, self.year) {
            return self.import(client, kind, upload.clone(), self.ask(subject, year, false), interrupts).await;
        }
        let parts = parts_of(files_of(upload, self.format), kind)?;
        if parts.is_empty() {
            let words = "The file has no columns for subject and year: use --subject and --year.";
            return Err(failure(exit::USAGE, words));
        }
        if self.all_or_nothing && !self.dry_run {
            // Each part is written separately, so all of them are checked first.
            let tried = self.import_parts(client, kind, upload, &parts, true, interrupts).await?;
            if let Outcome::Done(report) = tried
                && report.rejected > 0
            {
                return Ok(Outcome::Done(ImportReport { dry_run: false, ..report }));
            }
        }
        self.import_parts(client, kind, upload, &parts, self.dry_run, interrupts).await
    }

    /// Imports the parts of a file, each into its subject and year.
    async fn import_parts(
        &self,
        client: &Client,
        kind: ItemKind,
        upload: &ImportUpload,
        parts: &[FilePart],
        dry_run: bool,
        interrupts: &mut Interrupts,
    ) -> anyhow::Result<Outcome> {
        let mut whole = Whole::new(dry_run);
        for part in parts {
            let (subject, year) = match self.place_of(part) {
                Ok(Some(place)) => place,
                // Another subject or year than requested.
                Ok(None) => continue,
                Err((column, words)) => {
                    whole.reject(part, column, &words);
                    continue;
                }
            };
            let upload = ImportUpload { id: random::token(), ..upload.clone() };
            let ask = ImportAsk { dry_run, ..self.ask(&subject, year, true) };
            match self.import(client, kind, upload, ask, interrupts).await {
                Ok(Outcome::Done(report)) => whole.add(report),
                Ok(Outcome::TooLate(report)) => {
                    whole.add(report);
                    return Ok(Outcome::TooLate(whole.report()));
                }
                Err(error) => match wrong_place(&error) {
                    Some((column, words)) => whole.reject(part, column, &words),
                    None => return Err(error),
                },
            }
        }
        Ok(Outcome::Done(whole.report()))
    }

    /// The subject and year of a part; `None` if others were requested.
    ///
    /// # Errors
    /// The column that is missing or wrong, and why.
    fn place_of(&self, part: &FilePart) -> Result<Option<(String, i64)>, (&'static str, String)> {
        let is_other = |asked: Option<String>, named: &Option<String>| match (asked, named) {
            (Some(asked), Some(named)) => !named.is_empty() && !named.eq_ignore_ascii_case(asked.trim()),
            _ => false,
        };
        if is_other(self.subject.clone(), &part.subject) || is_other(self.year.map(|year| year.to_string()), &part.year)
        {
            return Ok(None);
        }
        let subject = part.subject.clone().or_else(|| self.subject.clone()).unwrap_or_default();
        if subject.is_empty() {
            return Err(("subject", "The row has no subject.".into()));
        }
        let year = part.year.clone().or_else(|| self.year.map(|year| year.to_string())).unwrap_or_default();
        if year.is_empty() {
            return Err(("year", "The row has no year.".into()));
        }
        let year = year.parse().map_err(|_| ("year", format!("“{year}” is not a year.")))?;
        Ok(Some((subject, year)))
    }

    /// Imports a file. Ctrl-C asks the server to cancel it, and waits for the outcome.
    async fn import(
        &self,
        client: &Client,
        kind: ItemKind,
        upload: ImportUpload,
        ask: ImportAsk,
        interrupts: &mut Interrupts,
    ) -> anyhow::Result<Outcome> {
        let (id, bar, heard) = (upload.id.clone(), Bar::of_import(), AtomicBool::new(false));
        let is_kept = AtomicBool::new(false);
        let show = |step: Progress| {
            heard.store(true, Ordering::Relaxed);
            is_kept.store(step.stage == Stage::Keeping, Ordering::Relaxed);
            bar.show(stage(step.stage), step.done, step.total);
        };
        let mut work = pin!(client.import_items(kind, upload, ask, show));
        if let Some(done) = interrupts.until(&mut work).await {
            return Ok(Outcome::Done(done?));
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
            Ok(report) => Ok(Outcome::TooLate(report)),
            // The server stopped reading the upload.
            Err(ClientError::Unreachable { .. }) if !heard.load(Ordering::Relaxed) => {
                Err(failure(exit::CANCELLED, sabi_core::messages::IMPORT_CANCELLED))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Prints the outcome of a file.
    fn tell(&self, file: &Path, report: &ImportReport) -> anyhow::Result<()> {
        if self.json {
            return output::json(report);
        }
        if self.files.len() > 1 {
            output::line(format!("{}:", file.shown()));
        }
        self.print(report);
        Ok(())
    }

    fn ask(&self, subject: &str, year: i64, by_columns: bool) -> ImportAsk {
        ImportAsk {
            exam: self.exam.clone(),
            subject: subject.to_owned(),
            year,
            by_columns,
            university: self.university.clone(),
            topic: self.topic.clone(),
            section: self.section.clone(),
            dry_run: self.dry_run,
            all_or_nothing: self.all_or_nothing,
            strict: self.strict,
            key: match self.key {
                Key::Any => KeyKind::Any,
                Key::Text => KeyKind::Text,
            },
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

    fn print(&self, report: &ImportReport) {
        let counts = [report.new, report.changed, report.unchanged, report.rejected].map(|count| count.to_string());
        output::line(output::table(["new", "changed", "unchanged", "rejected"], [counts]));
        let problems = report.problems.iter();
        let problems = problems.map(|one| [one.row.to_string(), one.column.clone(), one.message.clone()]);
        self.table([report.unit.word(), "column", "problem"], problems.collect());
        let notices = report.warnings.iter().map(|one| {
            let row = one.row.map(|row| row.to_string()).unwrap_or_default();
            [row, one.column.clone().unwrap_or_default(), one.message.clone()]
        });
        self.table([report.unit.word(), "column", "notice"], notices.collect());
        if self.dry_run {
            output::line("This was a dry run: nothing was written.");
        } else if self.all_or_nothing && report.rejected > 0 {
            output::line(format!("Nothing was written, because {}s were rejected.", report.unit.word()));
        } else if !report.written {
            output::line("There was nothing to write.");
        }
    }

    /// Prints the first rows of a table, and the number of further ones.
    fn table(&self, heads: [&str; 3], rows: Vec<[String; 3]>) {
        if rows.is_empty() {
            return;
        }
        let (more, what) = (rows.len().saturating_sub(SHOWN), heads[2]);
        output::line(output::messages(heads, rows.into_iter().take(SHOWN)));
        if more > 0 {
            let all = if self.problems.is_some() { "" } else { "; --problems FILE.xlsx writes them all" };
            output::line(format!("… and {more} more {what}s{all}."));
        }
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

/// Writes the rows with problems into a workbook.
fn write_problems(
    path: &Path,
    kind: ItemKind,
    format: Option<Format>,
    reports: &[(ImportUpload, ImportReport)],
) -> anyhow::Result<String> {
    let told: Vec<_> =
        reports.iter().filter(|(_, report)| !report.problems.is_empty() || !report.warnings.is_empty()).collect();
    if told.is_empty() {
        return Ok("There are no problems to write.".into());
    }
    let files = told.into_iter().map(|(upload, report)| (files_of(upload, format), report));
    let ProblemBook { workbook, pictures } = problem_book(kind, files.collect())?;
    fs::write(path, workbook).map_err(|error| unwritten(path, &error))?;
    if pictures.is_empty() {
        return Ok(format!("Wrote {}.", path.shown()));
    }
    let folder = path.with_extension("pictures");
    fs::create_dir_all(&folder).map_err(|error| unwritten(&folder, &error))?;
    for (name, bytes) in &pictures {
        let place = folder.join(name);
        fs::write(&place, bytes).map_err(|error| unwritten(&place, &error))?;
    }
    let (book, folder) = (path.shown(), folder.shown());
    Ok(format!("Wrote {book}, and the pictures of its rows into {folder}: import it with --images {folder}."))
}

impl Sample {
    fn run(self) -> anyhow::Result<ExitCode> {
        let bytes = App::import_sample(if self.theories { ItemKind::Essay } else { ItemKind::Choice })?;
        let file = self.file.shown();
        if self.file.exists() && !self.yes && !output::confirm(&format!("Overwrite {file}? Type yes: "))? {
            return Err(failure(exit::REFUSED, format!("{file} was not changed.")));
        }
        fs::write(&self.file, bytes).map_err(|error| unwritten(&self.file, &error))?;
        output::note(format!("Wrote {file}."));
        Ok(ExitCode::SUCCESS)
    }
}

fn unwritten(path: &Path, error: &io::Error) -> anyhow::Error {
    failure(exit::NO_OUTPUT, format!("{}: {error}.", path.shown()))
}
