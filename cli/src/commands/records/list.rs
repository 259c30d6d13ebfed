//! `sabi list`: records of a kind, narrowed and sorted as the API's lists are.

use std::process::ExitCode;

use sabi_api::{
    cells,
    client::{Deed, Fields, Kind},
};
use sabi_core::{
    html,
    records::{ListQuery, Page},
};
use serde_json::Value;

use super::{kinds, narrow::narrow};
use crate::{
    exit::{self, failure},
    output,
    place::Place,
};

/// The most characters of a cell of a table.
const WIDEST: usize = 60;
/// The most columns of a table before its status and dates.
const TELLING: usize = 5;

/// The arguments of `sabi list`.
#[derive(Debug, clap::Args)]
pub struct List {
    /// What to list
    #[arg(value_name = "RESOURCE", value_parser = kinds(Deed::List))]
    kind: &'static Kind,

    /// Words to look for
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,

    /// Only these, as exam=jamb-utme; a record by its id, slug, title or address
    #[arg(long = "filter", value_name = "NAME=VALUE", value_parser = pair)]
    filters: Vec<(String, String)>,

    /// A column, with - in front for the reverse
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    sort: Option<String>,

    /// The most rows; 0 for all
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: u64,

    /// Print a JSON object a line
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print CSV, with all columns that the list has
    #[arg(long)]
    csv: bool,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("a filter is NAME=VALUE, as exam=jamb-utme")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl List {
    /// Prints it, page by page.
    pub async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        self.check_sort()?;
        let client = place.connect().await?.client;
        let (ids, filters) = narrow(&client, self.kind, &self.filters).await?;
        let most = if self.limit == 0 { u64::MAX } else { self.limit };
        let mut rows = Vec::new();
        let (mut printed, mut total) = (0, 0);
        // Pages are of one size, so that none begins where another one's rows are.
        let size = most.min(ListQuery::MAX_LIMIT);
        for page in 1.. {
            let query = ListQuery {
                page: Some(page),
                limit: Some(size),
                sort: self.sort.clone(),
                q: self.search.clone(),
                filters: filters.clone(),
            };
            let Page { rows: mut read, total: all } = client.list_kind(self.kind, &ids, &query).await?;
            total = all;
            let is_last = (read.len() as u64) < size || page >= ListQuery::MAX_PAGE;
            read.truncate(usize::try_from(most - printed).unwrap_or(usize::MAX));
            printed += read.len() as u64;
            match (self.json, self.csv) {
                (true, _) => read.iter().try_for_each(output::json)?,
                (_, true) => self.print_csv(page == 1, &read)?,
                _ => rows.extend(read.iter().map(|row| self.cells(row))),
            }
            if is_last || printed >= most {
                break;
            }
        }
        if !self.json && !self.csv && !rows.is_empty() {
            output::line(output::table(self.columns(), rows));
        }
        output::note(format!("{printed} of {total} {}.", self.kind.name));
        Ok(ExitCode::SUCCESS)
    }

    fn check_sort(&self) -> anyhow::Result<()> {
        let Some(sort) = &self.sort else { return Ok(()) };
        let columns: Vec<_> = self.kind.list.sort.iter().map(|(name, _)| *name).collect();
        if columns.contains(&sort.trim_start_matches('-')) {
            return Ok(());
        }
        let words = format!("{} cannot be sorted by {sort}; they can by {}.", self.kind.name, columns.join(", "));
        Err(failure(exit::USAGE, words))
    }

    /// The columns of the table: the id, what tells most, and status and dates.
    fn columns(&self) -> Vec<&'static str> {
        let is_state = |name: &str| name.to_lowercase().ends_with("status") || name.ends_with("At") || name == "at";
        let columns = || self.kind.list.sort.iter().map(|(name, _)| *name);
        let telling = columns().filter(|name| !is_state(name)).take(TELLING);
        ["_id"].into_iter().chain(telling).chain(columns().filter(|name| is_state(name))).collect()
    }

    fn cells(&self, row: &Fields) -> Vec<String> {
        self.columns().into_iter().map(|column| shown(row.get(column).unwrap_or(&Value::Null))).collect()
    }

    fn print_csv(&self, is_first: bool, rows: &[Fields]) -> anyhow::Result<()> {
        let columns: Vec<_> = ["_id"].into_iter().chain(self.kind.list.sort.iter().map(|(name, _)| *name)).collect();
        let mut writer = csv::Writer::from_writer(Vec::new());
        if is_first {
            writer.write_record(&columns)?;
        }
        for row in rows {
            writer.write_record(columns.iter().map(|column| cells::csv(row.get(*column).unwrap_or(&Value::Null))))?;
        }
        let bytes = writer.into_inner()?;
        output::text(&String::from_utf8(bytes)?);
        Ok(())
    }
}

/// What a cell of a table shows: no markup, instants to the minute, and no more than fits.
fn shown(value: &Value) -> String {
    let text = cells::text(value);
    let text = if text.contains('<') { html::text(&text) } else { text };
    let text = match text.as_bytes() {
        [.., b'Z'] if text.is_ascii() && text.len() == 24 && text.as_bytes()[10] == b'T' => {
            text[..16].replace('T', " ")
        }
        _ => text.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    match text.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::shown;

    #[test]
    fn a_cell_shows_what_fits() {
        for (value, cell) in [
            (json!("2026-03-02T09:00:00.000Z"), "2026-03-02 09:00"),
            (json!("<p>Find <b>x</b></p>\n"), "Find x"),
            (json!("a".repeat(61)), &*format!("{}…", "a".repeat(60))),
            (json!("é".repeat(60)), &*"é".repeat(60)),
            (json!([{ "title": "Law" }, { "title": "Arts" }]), "Law; Arts"),
        ] {
            assert_eq!(shown(&value), cell);
        }
    }
}
