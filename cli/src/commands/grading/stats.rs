//! `sabi grading stats`: the numbers of gradings per moderator, and their durations.

use sabi_core::grading::GraderStats;

use crate::{global_args::GlobalArgs, output::Shape};

/// The arguments of `sabi grading stats`.
#[derive(Debug, clap::Args)]
pub struct Stats {
    #[command(flatten)]
    shape: Shape,
}

const HEADS: [&str; 9] =
    ["moderator", "held", "graded", "declared", "today", "7 days", "30 days", "mean time", "median time"];

impl Stats {
    pub(super) async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let stats = global.connect().await?.client.grading_stats().await?;
        let time = |seconds: i64| match self.shape.is_table() {
            true => format!("{}:{:02}", seconds / 60, seconds % 60),
            false => seconds.to_string(),
        };
        self.shape.print(HEADS, &stats, |row| cells(row, time))
    }
}

fn cells(row: &GraderStats, time: impl Fn(i64) -> String) -> [String; 9] {
    let who = match &row.user {
        Some(user) => format!("{} {} <{}>", user.first_name, user.last_name, user.email),
        None => "the operator".to_owned(),
    };
    let time = |seconds: Option<i64>| seconds.map(&time).unwrap_or_default();
    [
        who,
        row.held.to_string(),
        row.graded.to_string(),
        row.declared.to_string(),
        row.today.to_string(),
        row.last7_days.to_string(),
        row.last30_days.to_string(),
        time(row.mean_seconds),
        time(row.median_seconds),
    ]
}
