//! `sabi bank`: looks after the question bank.

use std::process::ExitCode;

use sabi_core::{
    bank::Question,
    exam::{CorrectKey, OptionName, Rekeyed},
    store::Id,
};

use super::bank_check;
use crate::{output, place::Place};

/// What is done with the bank.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Look for what an editor should see: missing explanations, duplicates, torn maths, and the like
    Check(bank_check::Check),
    /// Count the questions of each exam, subject and year, or show how students answer them
    Stats(bank_check::Stats),
    /// Compare the kept counters and sums with their rows, and put right what is wrong
    Recount(Recount),
    /// Put a wrong key right, and mark every result that holds the question by it
    Rekey(Rekey),
}

/// The arguments of `sabi bank recount`.
#[derive(Debug, clap::Args)]
pub struct Recount {
    /// Say what is wrong, and change nothing
    #[arg(long)]
    dry_run: bool,

    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// The arguments of `sabi bank rekey`.
#[derive(Debug, clap::Args)]
pub struct Rekey {
    /// The question's id
    question: String,

    /// The right option: its letter, its number from 1, or its id
    option: String,

    /// Say whose score would move, and change nothing
    #[arg(long)]
    dry_run: bool,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

impl Command {
    /// Does it.
    pub async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        match self {
            Self::Check(args) => args.run(place).await,
            Self::Stats(args) => args.run(place).await,
            Self::Recount(args) => args.run(place).await,
            Self::Rekey(args) => args.run(place).await,
        }
    }
}

impl Recount {
    async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        let Self { dry_run, json } = self;
        let wrong = place.connect().await?.client.recount(dry_run).await?;
        if json {
            output::json(&wrong)?;
        } else if wrong.is_empty() {
            output::line("Every counter is right.");
        } else {
            let rows = wrong.iter().map(|one| [one.counter.clone(), one.kept.to_string(), one.counted.to_string()]);
            output::line(output::table(["counter", "said", "counted"], rows));
            output::note(if dry_run { "Nothing was changed." } else { "All of them are right now." });
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Rekey {
    async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        let Self { question, option, dry_run, json } = self;
        let ask = CorrectKey { option: OptionName::Text(option), version: None, dry_run };
        let done = place.connect().await?.client.correct_key(&Id::<Question>::new(question), &ask).await?;
        if json {
            output::json(&done)?;
            return Ok(ExitCode::SUCCESS);
        }
        let Rekeyed { affected, moved, changed } = done;
        if !changed.is_empty() {
            let percent = |value: f64| format!("{value} %");
            let rows = changed
                .iter()
                .map(|one| [one.quiz_id.to_string(), one.user.email.clone(), percent(one.before), percent(one.after)]);
            output::line(output::table(["result", "student", "before", "after"], rows));
        }
        output::line(format!("{affected} results hold the question; the score of {moved} moves."));
        output::note(if dry_run { "Nothing was changed." } else { "The key is right now, and the results by it." });
        Ok(ExitCode::SUCCESS)
    }
}
