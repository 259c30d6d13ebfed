//! `sabi export students` and the like: exports whole lists as a workbook, CSV or JSON lines.

use std::process::ExitCode;

use clap::ValueEnum;
use sabi_core::ops::export::ExportList;

use super::export::Target;
use crate::place::Place;

/// The lists that can be exported.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// All students
    Students(Args),
    /// All results
    Results(Args),
    /// All students' subscriptions
    Subscriptions(Args),
    /// All payments
    Payments(Args),
    /// All contact messages
    Messages(Args),
    /// All newsletter subscribers
    Newsletter(Args),
    /// The whole audit log
    Audit(Args),
}

/// The arguments of an export.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Format of the file [default: from the ending of --output, else csv]
    #[arg(long)]
    format: Option<Format>,

    #[command(flatten)]
    target: Target,

    /// Only rows with these words
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,

    /// From this day, such as 2026-01-31
    #[arg(long, value_name = "DAY")]
    from: Option<String>,

    /// Until the end of this day
    #[arg(long, value_name = "DAY")]
    to: Option<String>,
}

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Xlsx,
    Csv,
    Jsonl,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
        }
    }
}

impl Command {
    /// Exports the list.
    pub async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        let (list, args) = match self {
            Self::Students(args) => (ExportList::Students, args),
            Self::Results(args) => (ExportList::Results, args),
            Self::Subscriptions(args) => (ExportList::Subscriptions, args),
            Self::Payments(args) => (ExportList::Payments, args),
            Self::Messages(args) => (ExportList::Messages, args),
            Self::Newsletter(args) => (ExportList::Newsletter, args),
            Self::Audit(args) => (ExportList::Audit, args),
        };
        args.run(place, list).await
    }
}

impl Args {
    async fn run(self, place: &Place, list: ExportList) -> anyhow::Result<ExitCode> {
        let named = || Format::from_str(&self.target.ending()?, true).ok();
        let format = self.format.or_else(named).unwrap_or(Format::Csv);
        self.target.check(format == Format::Xlsx)?;
        let given = [("q", self.search), ("from", self.from), ("to", self.to)];
        let filters: Vec<_> = given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
        let client = place.connect().await?.client;
        let answer = client.export_list(list, format.name(), &filters).await?;
        self.target.write(answer, &format!("the {}", list.name())).await?;
        Ok(ExitCode::SUCCESS)
    }
}
