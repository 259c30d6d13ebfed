//! `sabi import`: question banks from spreadsheets, and the sample workbooks.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use sabi_api::client::{Client, ClientError};
use sabi_core::{
    bank::{
        ImportAsk, ImportReport,
        import::{Problem, Progress},
    },
    catalogue::{Exam, Subject},
    records::ListQuery,
};
use serde::Serialize;

use crate::{
    exit::{self, failure},
    output,
    place::Place,
    progress::{Bar, stage},
};

/// The largest workbook (ruling 18), in bytes; asked before the file is read.
const LARGEST: u64 = 20 * 1024 * 1024;

/// What can be imported.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Import objective questions from an .xlsx workbook
    #[command(after_help = EXIT_CODES)]
    Questions(Args),
    /// Import theory questions from an .xlsx workbook
    #[command(after_help = EXIT_CODES)]
    Theories(Args),
    /// Import exams, subjects, topics, plans and courses from one YAML file
    Catalogue(super::import_catalogue::Args),
    /// Write the sample workbook, which says how the columns are filled
    Sample(Sample),
}

const EXIT_CODES: &str = "\
Exit codes: 0 all rows taken, 1 some rows rejected, 2 wrong arguments (an unknown exam or subject \
too), 65 not a workbook, 75 the store is in use by another process";

/// The arguments of an import.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The workbook; its first sheet is read
    file: PathBuf,

    /// The exam's slug, such as jamb-utme
    #[arg(long, value_name = "SLUG")]
    exam: String,

    /// The subject's title
    #[arg(long, value_name = "TITLE")]
    subject: String,

    /// The year of the paper
    #[arg(long, value_name = "YYYY")]
    year: i64,

    /// The university's title, for POST UTME
    #[arg(long, value_name = "TITLE")]
    university: Option<String>,

    /// The topic of rows that name none [default: General]
    #[arg(long)]
    topic: Option<String>,

    /// The section of rows that name none [default: General]
    #[arg(long)]
    section: Option<String>,

    /// Check the file and say what would happen, but write nothing
    #[arg(long)]
    dry_run: bool,

    /// Write nothing when a row is rejected
    #[arg(long)]
    all_or_nothing: bool,

    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

/// The arguments of `sabi import sample`.
#[derive(Debug, clap::Args)]
pub struct Sample {
    /// Where to write it
    file: PathBuf,

    /// The sample for theory questions
    #[arg(long)]
    theories: bool,
}

impl Command {
    /// Imports; the exit code says whether rows were rejected.
    pub async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        match self {
            Self::Questions(args) => args.run(place, false).await,
            Self::Theories(args) => args.run(place, true).await,
            Self::Catalogue(args) => args.run(place).await,
            Self::Sample(sample) => sample.run(place).await,
        }
    }
}

impl Args {
    async fn run(self, place: &Place, theories: bool) -> anyhow::Result<ExitCode> {
        let file = read(&self.file)?;
        let client = place.connect().await?.client;
        let bar = Bar::new();
        let show = |step: Progress| bar.show(stage(step.stage), step.done, step.total);
        let done = match theories {
            false => client.import_questions(file, self.ask(), show).await,
            true => client.import_theories(file, self.ask(), show).await,
        };
        drop(bar);
        let report = match done {
            Ok(report) => report,
            Err(error) => return Err(self.explain(&client, error).await),
        };
        if self.json {
            output::json(&Summary::from(&report))?;
        } else {
            self.print(&report);
        }
        let rejected = report.rejected > 0 || !report.problems.is_empty();
        Ok(if rejected { ExitCode::from(exit::REFUSED) } else { ExitCode::SUCCESS })
    }

    fn ask(&self) -> ImportAsk {
        ImportAsk {
            exam: self.exam.clone(),
            subject: self.subject.clone(),
            year: self.year,
            university: self.university.clone(),
            topic: self.topic.clone(),
            section: self.section.clone(),
            dry_run: self.dry_run,
            all_or_nothing: self.all_or_nothing,
        }
    }

    /// Says which argument is wrong, and what it could have been.
    async fn explain(&self, client: &Client, error: ClientError) -> anyhow::Error {
        let Some(refused) = error.refusal().filter(|refused| refused.reason == "invalid") else { return error.into() };
        let mut words = Vec::new();
        for (field, message) in refused.fields() {
            let known = match field {
                "exam" => self.exams(client).await,
                "subject" => self.subjects(client).await,
                _ => Vec::new(),
            };
            let known = if known.is_empty() { String::new() } else { format!(" (there are: {})", known.join(", ")) };
            words.push(format!("--{field}: {message}{known}"));
        }
        failure(exit::USAGE, format!("{}.", words.join("; ")))
    }

    async fn exams(&self, client: &Client) -> Vec<String> {
        let exams = client.list::<Exam>(&ListQuery::default()).await;
        exams.map(|page| page.rows.into_iter().map(|exam| exam.slug).collect()).unwrap_or_default()
    }

    async fn subjects(&self, client: &Client) -> Vec<String> {
        let subjects = client.list::<Subject>(&ListQuery::default()).await;
        let of_exam =
            |subject: sabi_core::catalogue::SubjectView| (subject.exam.slug == self.exam).then_some(subject.title);
        subjects.map(|page| page.rows.into_iter().filter_map(of_exam).collect()).unwrap_or_default()
    }

    fn print(&self, report: &ImportReport) {
        let counts = [report.new, report.changed, report.unchanged, report.rejected].map(|count| count.to_string());
        output::line(output::table(["new", "changed", "unchanged", "rejected"], [counts]));
        if !report.problems.is_empty() {
            let rows = report.problems.iter().map(|one| [one.row.to_string(), one.column.clone(), one.message.clone()]);
            output::line(output::table(["row", "column", "problem"], rows));
        }
        if !report.warnings.is_empty() {
            let rows = report.warnings.iter().map(|one| {
                let row = one.row.map(|row| row.to_string()).unwrap_or_default();
                [row, one.column.clone().unwrap_or_default(), one.message.clone()]
            });
            output::line(output::table(["row", "column", "notice"], rows));
        }
        if self.dry_run {
            output::line("This was a dry run: nothing was written.");
        } else if self.all_or_nothing && report.rejected > 0 {
            output::line("Nothing was written, because rows were rejected.");
        } else if !report.written {
            output::line("There was nothing to write.");
        }
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Summary<'a> {
    new: u64,
    changed: u64,
    unchanged: u64,
    rejected: u64,
    problems: &'a [Problem],
}

impl<'a> From<&'a ImportReport> for Summary<'a> {
    fn from(report: &'a ImportReport) -> Self {
        let ImportReport { new, changed, unchanged, rejected, ref problems, .. } = *report;
        Self { new, changed, unchanged, rejected, problems }
    }
}

impl Sample {
    async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        let client = place.connect().await?.client;
        let bytes = if self.theories { client.theory_sample().await? } else { client.question_sample().await? };
        let wrong = |error: io::Error| failure(exit::NO_OUTPUT, format!("{}: {error}.", self.file.display()));
        fs::write(&self.file, bytes).map_err(wrong)?;
        output::note(format!("Wrote {}.", self.file.display()));
        Ok(ExitCode::SUCCESS)
    }
}

/// The file's name and bytes.
fn read(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let wrong = |error: io::Error| failure(exit::NO_INPUT, format!("{}: {error}.", path.display()));
    let size = fs::metadata(path).map_err(wrong)?.len();
    if size > LARGEST {
        return Err(failure(exit::NOT_A_WORKBOOK, format!("{} is larger than 20 MiB.", path.display())));
    }
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok((name, fs::read(path).map_err(wrong)?))
}
