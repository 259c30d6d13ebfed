//! `sabi bank check` and `sabi bank stats`: checks and counts the bank.

use std::{collections::BTreeMap, process::ExitCode};

use sabi_api::client::{Client, ClientError, Download};
use sabi_core::bank::{BankFault, BankScope, BankStats, FaultKind};

use super::bank_items::Items;
use crate::{
    complete,
    exit::{self, failure},
    global_args::GlobalArgs,
    output::{self, Shape},
    suggest,
};

/// Maximum number of findings of one kind in the table.
const SHOWN: usize = 20;

/// The part of the bank.
#[derive(Debug, Clone, clap::Args)]
struct Scope {
    /// Only of this exam, by its slug
    #[arg(long, value_name = "SLUG", add = complete::exam())]
    exam: Option<String>,

    /// Only of subjects with this title
    #[arg(long, value_name = "TITLE", add = complete::subject())]
    subject: Option<String>,

    /// Only of this year
    #[arg(long, value_name = "YYYY", add = complete::year())]
    year: Option<i64>,
}

/// The arguments of `sabi bank check`.
#[derive(Debug, clap::Args)]
#[command(after_help = findings())]
pub struct Check {
    #[command(flatten)]
    scope: Scope,

    #[command(flatten)]
    shape: Shape,
}

/// All kinds of findings and the exit codes, for `--help`.
fn findings() -> String {
    let kinds: String = FaultKind::ALL.iter().map(|kind| format!("  {}\n", title(*kind))).collect();
    format!(
        "It finds:\n{kinds}\nExit codes: 0 nothing was found, 1 something was found, 2 wrong arguments (also an unknown \
         exam or subject)"
    )
}

/// The arguments of `sabi bank stats`.
#[derive(Debug, clap::Args)]
pub struct Stats {
    #[command(flatten)]
    scope: Scope,

    /// Show the questions by students' answers instead, the most suspicious first
    #[arg(long, conflicts_with = "year")]
    items: bool,

    /// Only questions whose key is probably wrong
    #[arg(long, requires = "items")]
    flagged: bool,

    /// Maximum number of questions
    #[arg(long, value_name = "N", requires = "items", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=1000))]
    limit: u64,

    #[command(flatten)]
    shape: Shape,
}

impl Scope {
    fn ask(&self) -> BankScope {
        BankScope { exam: self.exam.clone(), subject: self.subject.clone(), year: self.year }
    }

    /// Explains which argument matches nothing, with a suggestion.
    async fn explain(&self, client: &Client, error: ClientError) -> anyhow::Error {
        let Some(refused) = error.refusal().filter(|refused| refused.reason == "invalid") else { return error.into() };
        let mut words = Vec::new();
        for (field, message) in refused.fields() {
            let hint = match (field, &self.exam, &self.subject) {
                ("exam", Some(exam), _) => suggest::did_you_mean(exam, complete::exams(client).await),
                ("subject", exam, Some(subject)) => {
                    suggest::did_you_mean(subject, complete::subjects(client, exam.as_deref()).await)
                }
                _ => String::new(),
            };
            words.push(format!("--{field}: {}.{hint}", message.trim_end_matches('.')));
        }
        failure(exit::USAGE, words.join(" "))
    }
}

impl Check {
    /// Prints the findings by kind; as JSON, in the order in which they are found.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let client = global.connect().await?.client;
        let mut answer = match client.check_bank(&self.scope.ask()).await {
            Ok(answer) => answer,
            Err(error) => return Err(self.scope.explain(&client, error).await),
        };
        let mut found: BTreeMap<FaultKind, (usize, Vec<BankFault>)> = BTreeMap::new();
        let mut lines = LineReader::default();
        while let Some(line) = lines.next(&mut answer).await? {
            let fault: BankFault = serde_json::from_str(&line)?;
            if self.shape.json {
                output::line(&line);
            }
            let (count, shown) = found.entry(fault.kind).or_default();
            *count += 1;
            if self.shape.csv || self.shape.is_table() && shown.len() < SHOWN {
                shown.push(fault);
            }
        }
        if self.shape.csv {
            let all: Vec<_> = found.values().flat_map(|(_, faults)| faults).collect();
            self.shape.print(["found", "exam", "subject", "year", "question", "stem", "what"], &all, |fault| {
                let (exam, subject, year) = (fault.exam.clone(), fault.subject.clone(), fault.year.to_string());
                let stem = fault.stem.clone().unwrap_or_default();
                [title(fault.kind).into(), exam, subject, year, question(fault), stem, fault.message.clone()]
            })?;
        } else if self.shape.is_table() {
            print(&found);
        }
        Ok(if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(exit::REFUSED) })
    }
}

fn print(found: &BTreeMap<FaultKind, (usize, Vec<BankFault>)>) {
    if found.is_empty() {
        output::line("Nothing was found.");
    }
    for (kind, (count, shown)) in found {
        output::line(format!("{}: {count}", title(*kind)));
        let rows = shown.iter().map(|fault| {
            let place = format!("{} {} {}", fault.exam, fault.subject, fault.year);
            [place, question(fault), fault.stem.clone().unwrap_or_default(), fault.message.clone()]
        });
        output::line(output::messages(["where", "question ID", "stem", "what"], rows));
        if *count > shown.len() {
            output::line(format!("… and {} more; --json and --csv print all.", count - shown.len()));
        }
        output::line("");
    }
}

fn question(fault: &BankFault) -> String {
    let question = fault.question.as_ref().map(ToString::to_string);
    question.or_else(|| fault.theory.as_ref().map(ToString::to_string)).unwrap_or_default()
}

fn title(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::EmptyYear => "Years without a question in use",
        FaultKind::NoExplanation => "Questions without an explanation",
        FaultKind::DuplicateStem => "Questions with the same stem as another of the year",
        FaultKind::OptionsAlike => "Questions with equal options",
        FaultKind::TornMaths => "Torn maths",
        FaultKind::MissingPicture => "Missing pictures",
        FaultKind::PictureWithoutSource => "Pictures that were never uploaded",
        FaultKind::LetterInExplanation => "Explanations that name an option by its letter",
        FaultKind::OptionsNamed => "Options that may refer to others by number",
        FaultKind::LopsidedKeys => "Years of 20 questions or more in which one letter is the key of more than half",
    }
}

/// The columns of the statistics of subject-years.
const HEADS: [&str; 8] = ["exam", "subject", "year", "questions", "in use", "explained", "with picture", "theories"];

impl Stats {
    /// Prints the statistics of each subject-year and their sums; or the questions.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let client = global.connect().await?.client;
        if self.items {
            let Self { scope: Scope { exam, subject, .. }, flagged, limit, shape, .. } = &self;
            let (exam, subject) = (exam.as_deref(), subject.as_deref());
            return Items { exam, subject, flagged: *flagged, limit: *limit, shape: *shape }.run(&client).await;
        }
        let stats = match client.bank_stats(&self.scope.ask()).await {
            Ok(stats) => stats,
            Err(error) => return Err(self.scope.explain(&client, error).await),
        };
        if !self.shape.is_table() {
            self.shape.print(HEADS, &stats, |one| {
                let place = [one.exam.clone(), one.subject.clone(), one.year.to_string()];
                let numbers = [one.questions, one.active, one.explained, one.pictured, one.theories];
                let [exam, subject, year] = place;
                let [questions, active, explained, pictured, theories] = numbers.map(|number| number.to_string());
                [exam, subject, year, questions, active, explained, pictured, theories]
            })?;
            return Ok(ExitCode::SUCCESS);
        }
        let sum = |of: fn(&BankStats) -> u64| stats.iter().map(of).sum::<u64>();
        let numbers = |of: &dyn Fn(fn(&BankStats) -> u64) -> u64| {
            let columns: [fn(&BankStats) -> u64; 5] =
                [|one| one.questions, |one| one.active, |one| one.explained, |one| one.pictured, |one| one.theories];
            columns.map(|column| of(column).to_string())
        };
        let row =
            |place: [String; 3], numbers: [String; 5]| -> Vec<String> { place.into_iter().chain(numbers).collect() };
        let years = stats.iter().map(|one| {
            row([one.exam.clone(), one.subject.clone(), one.year.to_string()], numbers(&|column| column(one)))
        });
        let total = row(["all".into(), String::new(), String::new()], numbers(&sum));
        output::line(output::table(HEADS, years.chain([total])));
        Ok(ExitCode::SUCCESS)
    }
}

/// Splits a streamed response into lines.
#[derive(Default)]
struct LineReader(Vec<u8>);

impl LineReader {
    async fn next(&mut self, answer: &mut Download) -> anyhow::Result<Option<String>> {
        loop {
            if let Some(end) = self.0.iter().position(|byte| *byte == b'\n') {
                let rest = self.0.split_off(end + 1);
                let mut line = std::mem::replace(&mut self.0, rest);
                line.pop();
                return Ok(Some(String::from_utf8(line)?));
            }
            match answer.next().await? {
                Some(piece) => self.0.extend_from_slice(&piece),
                None => return Ok(None),
            }
        }
    }
}
