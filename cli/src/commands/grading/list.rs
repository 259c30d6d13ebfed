//! `sabi grading list`: the submissions that wait for a grader.

use sabi_api::client::Client;
use sabi_core::{
    catalogue::Exam,
    grading::GradingTask,
    records::{ListQuery, Page},
};

use crate::{
    exit::{self, failure},
    output::{self, Shape},
    place::Place,
    suggest,
};

/// The arguments of `sabi grading list`.
#[derive(Debug, clap::Args)]
pub struct List {
    /// Only those that nobody holds, that others hold, or that you hold
    #[arg(long)]
    state: Option<State>,

    /// Only of this exam, by its slug
    #[arg(long, value_name = "SLUG")]
    exam: Option<String>,

    /// Words in the exam or the subjects
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,

    /// The most rows
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=1000))]
    limit: u64,

    #[command(flatten)]
    shape: Shape,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum State {
    Free,
    Claimed,
    Mine,
}

/// The columns, of the table and of CSV.
const HEADS: [&str; 8] =
    ["id", "exam", "subjects", "year", "answered", "submitted (UTC)", "claimed by", "claimed until (UTC)"];

impl List {
    pub(super) async fn run(self, place: &Place) -> anyhow::Result<()> {
        let client = place.connect().await?.client;
        let state = self.state.map(|state| match state {
            State::Free => "free",
            State::Claimed => "claimed",
            State::Mine => "mine",
        });
        let exam = match &self.exam {
            Some(slug) => Some(exam(&client, slug).await?),
            None => None,
        };
        let given = [("state", state.map(str::to_owned)), ("exam", exam)];
        let filters = given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
        let query = ListQuery { q: self.search.clone(), limit: Some(self.limit), filters, ..ListQuery::default() };
        let Page { rows, total } = client.list_grading_queue(&query).await?;
        self.shape.print(HEADS, &rows, cells)?;
        output::note(format!("{} of {total} submissions.", rows.len()));
        Ok(())
    }
}

/// The id of the exam with this slug.
async fn exam(client: &Client, slug: &str) -> anyhow::Result<String> {
    let exams = client.list::<Exam>(&ListQuery { limit: Some(0), ..ListQuery::default() }).await?.rows;
    if let Some(exam) = exams.iter().find(|exam| exam.slug == slug) {
        return Ok(exam.id.to_string());
    }
    let hint = suggest::did_you_mean(slug, exams.into_iter().map(|exam| exam.slug));
    Err(failure(exit::USAGE, format!("There is no exam {slug}.{hint}")))
}

fn cells(task: &GradingTask) -> [String; 8] {
    let (by, until) = match &task.claim {
        Some(claim) if claim.is_mine => ("you".to_owned(), claim.until.format("%H:%M").to_string()),
        Some(claim) => (claim.by.clone(), claim.until.format("%H:%M").to_string()),
        None => Default::default(),
    };
    [
        task.id.to_string(),
        task.exam.title.clone(),
        task.subjects.iter().map(|subject| subject.title.as_str()).collect::<Vec<_>>().join(", "),
        task.year.map(|year| year.to_string()).unwrap_or_default(),
        format!("{} of {}", task.answered_count, task.theory_count),
        task.submitted_at.format("%Y-%m-%d %H:%M").to_string(),
        by,
        until,
    ]
}
