//! `sabi export students` and the like: exports whole lists as a workbook, CSV or JSON lines.

use std::process::ExitCode;

use clap::ValueEnum;
use sabi_core::ops::export::ExportList;

use super::export::OutputFile;
use crate::global_args::GlobalArgs;

/// The lists that can be exported.
#[derive(Debug, clap::Subcommand)]
pub enum ExportListCommand {
    /// All students
    Students(ExportListArgs),
    /// All results
    Results(ExportListArgs),
    /// All students' subscriptions
    Subscriptions(ExportListArgs),
    /// All payments
    Payments(ExportListArgs),
    /// All contact messages
    Messages(ExportListArgs),
    /// All newsletter subscribers
    Newsletter(ExportListArgs),
    /// The whole audit log
    Audit(ExportListArgs),
}

/// The arguments of an export.
#[derive(Debug, clap::Args)]
pub struct ExportListArgs {
    /// Format of the file [default: from the ending of --output, else csv]
    #[arg(long)]
    format: Option<Format>,

    #[command(flatten)]
    target: OutputFile,

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

impl ExportListCommand {
    /// Exports the list.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let (list, args) = match self {
            Self::Students(args) => (ExportList::Students, args),
            Self::Results(args) => (ExportList::Results, args),
            Self::Subscriptions(args) => (ExportList::Subscriptions, args),
            Self::Payments(args) => (ExportList::Payments, args),
            Self::Messages(args) => (ExportList::Messages, args),
            Self::Newsletter(args) => (ExportList::Newsletter, args),
            Self::Audit(args) => (ExportList::Audit, args),
        };
        args.run(global, list).await
    }
}

impl ExportListArgs {
    async fn run(self, global: &GlobalArgs, list: ExportList) -> anyhow::Result<ExitCode> {
        let named = || Format::from_str(&self.target.ending()?, true).ok();
        let format = self.format.or_else(named).unwrap_or(Format::Csv);
        self.target.check(format == Format::Xlsx)?;
        let given = [("q", self.search), ("from", self.from), ("to", self.to)];
        let filters: Vec<_> = given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
        let client = global.connect().await?.client;
        let answer = client.export_list(list, format.name(), &filters).await?;
        self.target.write(answer, &format!("the {}", list.name())).await?;
        Ok(ExitCode::SUCCESS)
    }
}
