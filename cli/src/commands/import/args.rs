//! The arguments of `sabi import questions`, `theories` and `sample`.

use std::{fs, path::PathBuf};

use clap::ValueEnum;
use sabi_core::{
    bank::{ImportRequest, formats::Format, import::KeyKind},
    files::ShownPath as _,
};

use crate::{
    commands::export::formats,
    complete,
    exit::{self, failure},
    output,
};

/// The arguments of an import.
#[derive(Debug, clap::Args)]
pub struct ImportArgs {
    /// The files, imported one by one. Only the first sheet of a workbook is read; a .zip holds a workbook and
    /// its pictures; - reads stdin
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// The exam's slug, such as jamb-utme
    #[arg(long, value_name = "SLUG", add = complete::exam())]
    pub(super) exam: String,

    /// The subject's title; else the files name it in a column `subject`
    #[arg(long, value_name = "TITLE", add = complete::subject())]
    pub(super) subject: Option<String>,

    /// The year of the paper; else the files name it in a column `year`
    #[arg(long, value_name = "YYYY", add = complete::year())]
    pub(super) year: Option<i64>,

    /// The university's title, for POST UTME
    #[arg(long, value_name = "TITLE")]
    pub(super) university: Option<String>,

    /// The topic for rows without one [default: General]
    #[arg(long, add = complete::topic())]
    pub(super) topic: Option<String>,

    /// The section for rows without one [default: General]
    #[arg(long)]
    pub(super) section: Option<String>,

    /// Format of the files [default: detected from content and name]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(super) format: Option<Format>,

    /// Check the file and report what would change, but write nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    /// Write nothing if any row is rejected
    #[arg(long)]
    pub(super) all_or_nothing: bool,

    /// Treat warnings as errors: reject the row, or the file if the warning has no row
    #[arg(long)]
    pub(super) strict: bool,

    /// The folder with the pictures named in the cells
    #[arg(long, value_name = "DIR")]
    pub(super) images: Option<PathBuf>,

    /// How right answers are written
    #[arg(long, value_name = "KIND", default_value = "any")]
    pub(super) key: KeyFormat,

    /// Write the rows with errors or warnings to this workbook, with their problems
    #[arg(long, value_name = "FILE.xlsx")]
    pub(super) problems: Option<PathBuf>,

    /// Overwrite the workbook of --problems without asking
    #[arg(long, requires = "problems")]
    pub(super) yes: bool,

    /// Print one JSON object per file instead of tables
    #[arg(long)]
    pub(super) json: bool,
}

/// How right answers are written.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum KeyFormat {
    /// A number (1 to 5), a letter (A to E) or the option's text
    Any,
    /// Always the option's text, for options that are numbers
    Text,
}

/// The arguments of `sabi import sample`.
#[derive(Debug, clap::Args)]
pub struct Sample {
    /// Where to write it
    pub(super) file: PathBuf,

    /// The sample for theory questions
    #[arg(long)]
    pub(super) theories: bool,

    /// Overwrite a file without asking
    #[arg(long)]
    pub(super) yes: bool,
}

impl ImportArgs {
    /// The request for a subject and year; `by_columns` selects the rows that name them.
    pub(super) fn ask(&self, subject: &str, year: i64, by_columns: bool) -> ImportRequest {
        ImportRequest {
            exam: self.exam.clone(),
            subject: subject.to_owned(),
            year,
            by_columns,
            preview_from: None,
            university: self.university.clone(),
            topic: self.topic.clone(),
            section: self.section.clone(),
            dry_run: self.dry_run,
            all_or_nothing: self.all_or_nothing,
            strict: self.strict,
            key: match self.key {
                KeyFormat::Any => KeyKind::Any,
                KeyFormat::Text => KeyKind::Text,
            },
        }
    }

    /// Asks before overwriting the workbook of problems. Fails if the user declines. Called before anything is read.
    pub(super) fn check_problems_file(&self) -> anyhow::Result<()> {
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
}
