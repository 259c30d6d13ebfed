//! `sabi grading list`: lists pending and declared submissions.

use sabi_core::{
    catalogue::Subject,
    clock::west_africa,
    grading::{GradingTask, UserTheory},
    records::{ListQuery, Page, Titled},
};

use super::narrow::Narrow;
use crate::{
    global_args::GlobalArgs,
    output::{self, Shape},
};

/// The arguments of `sabi grading list`.
#[derive(Debug, clap::Args)]
pub struct ListSubmissions {
    /// Only unclaimed ones, those claimed by others or by you, or declared ones
    #[arg(long)]
    state: Option<State>,

    #[command(flatten)]
    narrow: Narrow,

    /// Words in the exam or the subjects
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,

    /// Maximum number of rows
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
    Declared,
}

/// The columns, of the table and of CSV.
const HEADS: [&str; 8] =
    ["id", "exam", "subjects", "year", "answered", "submitted (WAT)", "claimed by", "claimed until (WAT)"];

impl ListSubmissions {
    pub(super) async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let state = self.state.map(|state| match state {
            State::Free => "free",
            State::Claimed => "claimed",
            State::Mine => "mine",
            State::Declared => "declared",
        });
        let mut filters = self.narrow.filters(&client).await?;
        filters.extend(state.map(|state| ("state".to_owned(), state.to_owned())));
        let query = ListQuery { q: self.search.clone(), limit: Some(self.limit), filters, ..ListQuery::default() };
        if matches!(self.state, Some(State::Declared)) {
            let Page { rows, total } = client.list_user_theories(&query).await?;
            self.shape.print(HEADS, &rows, declared_cells)?;
            output::note(format!("{} of {total} submissions.", rows.len()));
            return Ok(());
        }
        let Page { rows, total } = client.list_grading_queue(&query).await?;
        self.shape.print(HEADS, &rows, cells)?;
        output::note(format!("{} of {total} submissions.", rows.len()));
        Ok(())
    }
}

fn declared_cells(row: &UserTheory) -> [String; 8] {
    [
        row.id.to_string(),
        row.exam.title.clone(),
        titles(&row.subjects),
        row.year.map(|year| year.to_string()).unwrap_or_default(),
        format!("{} of {}", row.answered_count, row.theory_count),
        west_africa(row.submitted_at).format("%Y-%m-%d %H:%M").to_string(),
        String::new(),
        String::new(),
    ]
}

fn titles(subjects: &[Titled<Subject>]) -> String {
    subjects.iter().map(|subject| subject.title.as_str()).collect::<Vec<_>>().join(", ")
}

fn cells(task: &GradingTask) -> [String; 8] {
    let (by, until) = match &task.claim {
        Some(claim) if claim.is_mine => ("you".to_owned(), claim.until_in_words()),
        Some(claim) => (claim.by.clone(), claim.until_in_words()),
        None => Default::default(),
    };
    [
        task.id.to_string(),
        task.exam.title.clone(),
        titles(&task.subjects),
        task.year.map(|year| year.to_string()).unwrap_or_default(),
        format!("{} of {}", task.answered_count, task.theory_count),
        west_africa(task.submitted_at).format("%Y-%m-%d %H:%M").to_string(),
        by,
        until,
    ]
}
