//! `sabi bank`: manages the question bank.

use std::process::ExitCode;

use sabi_core::{
    bank::Question,
    exam::{CorrectKey, OptionName, Rekeyed},
    records::Drift,
    statistics::ForecastCheck,
    store::Id,
};

use super::{bank_check, bank_imports};
use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    interrupt::Interrupts,
    output::{self, Shape, counted},
    report,
};

/// The operations on the question bank.
#[derive(Debug, clap::Subcommand)]
pub enum BankCommand {
    /// Find problems for editors: missing explanations, duplicates, broken maths, and more
    Check(bank_check::Check),
    /// Count the questions of each exam, subject and year, or show how students answer them
    Stats(bank_check::Stats),
    /// Compare the stored counters and sums with their rows, and correct wrong ones
    Recount(Recount),
    /// Compare forecasts of scores with the mocks that students took afterwards
    Forecast(Forecast),
    /// Correct a wrong key and re-mark every result with the question
    Rekey(Rekey),
    /// List accepted imports that are not finished
    Imports(bank_imports::Imports),
    /// Drop an accepted import that cannot be finished, so that its year can be changed again
    DropImport(bank_imports::DropImport),
}

/// The arguments of `sabi bank recount`.
#[derive(Debug, clap::Args)]
pub struct Recount {
    /// Report what is wrong, but change nothing
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    shape: Shape,
}

/// The arguments of `sabi bank forecast`.
#[derive(Debug, clap::Args)]
pub struct Forecast {
    /// Compare. Without another mode, this is what the command always does
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    shape: Shape,
}

/// The arguments of `sabi bank rekey`.
#[derive(Debug, clap::Args)]
pub struct Rekey {
    /// The question's id
    question: String,

    /// The right option: its letter, its number from 1, or its id
    option: String,

    /// Show whose score would change, but change nothing
    #[arg(long)]
    dry_run: bool,

    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,

    /// Print a JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print the results whose score changes as CSV
    #[arg(long)]
    csv: bool,
}

impl BankCommand {
    /// Runs the command.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        match self {
            Self::Check(args) => args.run(global).await,
            Self::Stats(args) => args.run(global).await,
            Self::Recount(args) => args.run(global).await,
            Self::Forecast(args) => args.run(global).await,
            Self::Rekey(args) => args.run(global).await,
            Self::Imports(args) => args.run(global).await,
            Self::DropImport(args) => args.run(global).await,
        }
    }
}

impl Recount {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let Self { dry_run, shape } = self;
        let client = global.connect().await?.client;
        let (done, is_interrupted) = Interrupts::hear()?.outcome("the recount", client.recount(dry_run)).await?;
        let wrong = done?;
        if shape.is_table() && wrong.is_empty() {
            output::line("Every counter is correct.");
        } else {
            let cells = |one: &Drift| [one.counter.clone(), one.kept.to_string(), one.counted.to_string()];
            shape.print(["counter", "said", "counted"], &wrong, cells)?;
            if !wrong.is_empty() {
                output::note(if dry_run { "Nothing was changed." } else { "All of them were corrected." });
            }
        }
        Ok(report::ended(is_interrupted))
    }
}

impl Forecast {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let Self { check: _, shape } = self;
        let client = global.connect().await?.client;
        let checks = client.check_forecasts().await?;
        if shape.is_table() && checks.is_empty() {
            output::line("No student has taken a mock after a forecast was possible.");
            return Ok(ExitCode::SUCCESS);
        }
        let cells = |one: &ForecastCheck| {
            let inside = 100.0 * f64::from(one.inside) / f64::from(one.mocks.max(1));
            [
                one.exam.title.clone(),
                one.mocks.to_string(),
                format!("{inside:.0} %"),
                format!("{:+.1}", one.bias),
                one.real_scores.to_string(),
                one.real_bias.map(|bias| format!("{bias:+.1}")).unwrap_or_default(),
            ]
        };
        shape.print(["exam", "mocks", "inside", "bias", "real scores", "real bias"], &checks, cells)?;
        if shape.is_table() {
            output::note(
                "Nine of ten mocks should lie inside the forecast's interval. Bias: points above the forecast.",
            );
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Rekey {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let Self { question, option, dry_run, yes, json, csv } = self;
        let ask = CorrectKey { option: OptionName::Text(option), version: None, dry_run };
        let client = global.connect().await?.client;
        let question = Id::<Question>::new(question);
        if !dry_run && !yes {
            let trial = CorrectKey { dry_run: true, ..ask.clone() };
            let Rekeyed { affected, moved, .. } = client.correct_key(&question, &trial).await?;
            let affected = counted(affected as u64, "result contains", "results contain");
            let words = format!("{affected} the question; the score of {moved} changes. Correct the key? Type yes: ");
            if !output::confirm(&words)? {
                return Err(failure(exit::REFUSED, "Nothing was changed."));
            }
        }
        let work = client.correct_key(&question, &ask);
        let (done, is_interrupted) = Interrupts::hear()?.outcome("the key", work).await?;
        let done = done?;
        if json {
            output::json(&done)?;
            return Ok(report::ended(is_interrupted));
        }
        let Rekeyed { affected, moved, changed } = done;
        Shape { json: false, csv }.print(["result", "student", "before", "after"], &changed, |one| {
            let percent = |value: f64| format!("{value} %");
            [one.quiz_id.to_string(), one.user.email.clone(), percent(one.before), percent(one.after)]
        })?;
        let affected = counted(affected as u64, "result contains", "results contain");
        let words = format!("{affected} the question; the score of {moved} changes.");
        if csv {
            output::note(words)
        } else {
            output::line(words)
        }
        output::note(if dry_run { "Nothing was changed." } else { "The key and the results were corrected." });
        Ok(report::ended(is_interrupted))
    }
}
