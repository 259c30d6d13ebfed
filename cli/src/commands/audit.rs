//! `sabi audit`: who changed what, and when.

use std::process::ExitCode;

use sabi_core::records::ListQuery;
use serde_json::Value;

use crate::{global_args::GlobalArgs, output};

/// The arguments of `sabi audit`.
#[derive(Debug, clap::Args)]
pub struct AuditArgs {
    /// Words in the changes
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,

    /// Only of this table: exam, question, user, …
    #[arg(long, value_name = "TABLE")]
    entity: Option<String>,

    /// Maximum number of entries, newest first, up to 1000; --csv prints all
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    last: u64,

    /// Print one JSON object per line
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print the whole log as CSV
    #[arg(long, conflicts_with_all = ["search", "entity", "last"])]
    csv: bool,
}

impl AuditArgs {
    /// Runs the command.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let client = global.connect().await?.client;
        if self.csv {
            output::pieces(client.export_audit().await?).await?;
            return Ok(ExitCode::SUCCESS);
        }
        let filters = self.entity.map(|entity| ("entity".to_owned(), entity)).into_iter().collect();
        let query = ListQuery { q: self.search, limit: Some(self.last), filters, ..ListQuery::default() };
        let changes = client.list_audit(&query).await?.rows;
        if self.json {
            changes.iter().try_for_each(output::json)?;
            return Ok(ExitCode::SUCCESS);
        }
        let rows = changes.iter().map(|change| {
            let at = change.at.format("%Y-%m-%d %H:%M:%S").to_string();
            let what = format!("{} {} {}", change.action, change.entity, change.record);
            [at, change.who.clone(), what, format_changes(&change.before, &change.after)]
        });
        output::line(output::messages(["when (UTC)", "who", "what", "change"], rows));
        Ok(ExitCode::SUCCESS)
    }
}

/// `title: Maths → Mathematics; status: true`.
fn format_changes(before: &serde_json::Map<String, Value>, after: &serde_json::Map<String, Value>) -> String {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let new = after.iter().map(|(key, value)| match before.get(key) {
        Some(old) => format!("{key}: {} → {}", word(old), word(value)),
        None => format!("{key}: {}", word(value)),
    });
    let gone = before.iter().filter(|(key, _)| !after.contains_key(*key));
    let gone = gone.map(|(key, value)| format!("{key}: {} →", word(value)));
    new.chain(gone).collect::<Vec<_>>().join("; ")
}
