//! `sabi grading stats`: what moderators have graded, and how long it takes them.

use sabi_api::cells::harmless;
use sabi_core::grading::GraderStats;

use crate::{output, place::Place};

/// The arguments of `sabi grading stats`.
#[derive(Debug, clap::Args)]
pub struct Stats {
    /// Print a JSON array
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print CSV
    #[arg(long)]
    csv: bool,
}

const HEADS: [&str; 9] =
    ["moderator", "held", "graded", "declared", "today", "7 days", "30 days", "mean time", "median time"];

impl Stats {
    pub(super) async fn run(self, place: &Place) -> anyhow::Result<()> {
        let stats = place.connect().await?.client.grading_stats().await?;
        if self.json {
            return output::json(&stats);
        }
        if self.csv {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(HEADS)?;
            for row in &stats {
                writer.write_record(cells(row, |seconds| seconds.to_string()).map(|cell| harmless(&cell)))?;
            }
            output::text(&String::from_utf8(writer.into_inner()?)?);
            return Ok(());
        }
        let time = |seconds: i64| format!("{}:{:02}", seconds / 60, seconds % 60);
        output::line(output::table(HEADS, stats.iter().map(|row| cells(row, time))));
        Ok(())
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
