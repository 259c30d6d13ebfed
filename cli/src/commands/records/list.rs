//! `sabi list`: lists records of a kind, with the API's filters and sorting.

use std::{collections::BTreeMap, process::ExitCode};

use indicatif::HumanCount;
use sabi_api::{
    cells,
    client::{Client, Deed, Fields, Kind},
};
use sabi_core::records::{ListQuery, Page};
use sabi_tui::text::gist;
use serde_json::Value;

use super::{
    kinds,
    narrow::{Narrowed, narrow},
};
use crate::{
    complete,
    exit::{self, failure},
    global_args::GlobalArgs,
    output, table,
};

/// Maximum number of table columns before status and dates.
const MAX_COLUMNS: usize = 5;

/// The arguments of `sabi list`.
#[derive(Debug, clap::Args)]
pub struct List {
    /// The kind of record to list
    #[arg(value_name = "RESOURCE", value_parser = kinds(Deed::List))]
    kind: &'static Kind,

    /// Words to look for
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,

    /// Filter, such as exam=jamb-utme; name records by id, slug, title or address
    #[arg(long = "filter", value_name = "NAME=VALUE", value_parser = pair, add = complete::filter())]
    filters: Vec<(String, String)>,

    /// Sort by this column; - in front reverses the order
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true, add = complete::sort())]
    sort: Option<String>,

    /// Maximum number of rows; 0 for all
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: u64,

    /// Print one JSON object per line
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print CSV with all columns
    #[arg(long)]
    csv: bool,
}

pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("a filter is NAME=VALUE, such as exam=jamb-utme")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Prints the pages of a list.
struct Printing<'a> {
    list: &'a List,
    /// The exams of all subjects by subject id, if the rows name only their subject.
    exams: BTreeMap<String, Value>,
    /// Whether something has been printed.
    has_begun: bool,
    printed: u64,
    most: u64,
    cells: Vec<Vec<String>>,
}

impl List {
    /// Prints the list page by page.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        self.check_sort()?;
        let client = global.connect().await?.client;
        let Narrowed { lists, filters } = narrow(&client, self.kind, &self.filters).await?;
        let exams = if self.names_exams() { exams_of_subjects(&client).await? } else { BTreeMap::new() };
        let most = if self.limit == 0 { u64::MAX } else { self.limit };
        let mut printing = Printing { list: &self, exams, has_begun: false, printed: 0, most, cells: Vec::new() };
        // Rows of several lists can only be sorted when all of them have been read.
        let sort = self.sort.as_deref().filter(|_| lists.len() > 1);
        let (mut gathered, mut total) = (Vec::new(), 0);
        for ids in &lists {
            for page in 1.. {
                // All pages have the same size, so that they do not overlap.
                let size = if sort.is_some() { ListQuery::MAX_LIMIT } else { most.min(ListQuery::MAX_LIMIT) };
                let query = ListQuery {
                    page: Some(page),
                    limit: Some(size),
                    sort: self.sort.clone(),
                    q: self.search.clone(),
                    filters: filters.clone(),
                };
                let Page { rows, total: all } = client.list_kind(self.kind, ids, &query).await?;
                if page == 1 {
                    total += all;
                }
                let is_last = (rows.len() as u64) < size || page >= ListQuery::MAX_PAGE;
                match sort {
                    Some(_) => gathered.extend(rows),
                    None => printing.print(rows)?,
                }
                if is_last || (sort.is_none() && printing.printed >= most) {
                    break;
                }
            }
        }
        if let Some(sort) = sort {
            sort_by(&mut gathered, sort);
            printing.print(gathered)?;
        }
        let Printing { printed, cells, .. } = printing;
        if !cells.is_empty() {
            output::line(output::table(self.headings(), cells));
        }
        let noun = if total == 1 { self.kind.noun.to_lowercase() } else { self.kind.name.clone() };
        output::note(format!("{} of {} {noun}.", HumanCount(printed), HumanCount(total)));
        Ok(ExitCode::SUCCESS)
    }

    fn check_sort(&self) -> anyhow::Result<()> {
        let Some(sort) = &self.sort else { return Ok(()) };
        let columns: Vec<_> = self.kind.list.columns().map(|(name, _)| name).collect();
        if columns.contains(&sort.trim_start_matches('-')) {
            return Ok(());
        }
        let words = format!("{} cannot be sorted by {sort}, only by {}.", self.kind.name, columns.join(", "));
        Err(failure(exit::USAGE, words))
    }

    /// Whether its rows name a subject but not the exam.
    fn names_exams(&self) -> bool {
        matches!(self.kind.name.as_str(), "questions" | "theories" | "topics" | "subject-years")
    }

    /// Whether results of several users are listed.
    fn names_users(&self) -> bool {
        self.kind.name == "results" && self.filters.iter().all(|(name, _)| name != "user")
    }

    /// The columns of the list that it cannot be sorted by.
    fn added(&self) -> Vec<&'static str> {
        let has_own = self.kind.list.columns().any(|(name, _)| name == "exam");
        let added = [("exam", self.names_exams() && !has_own), ("user", self.names_users())];
        added.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect()
    }

    /// The columns of the table, the most informative first: id, place, texts, then status and dates.
    fn columns(&self) -> Vec<&'static str> {
        let own: Option<&[&str]> = match self.kind.name.as_str() {
            "questions" | "theories" => Some(&["subject", "year", "question", "topic"]),
            "results" => Some(&["exam", "assessment", "year", "correctCount", "questionCount"]),
            _ => None,
        };
        let is_state = |name: &str| name.to_lowercase().ends_with("status") || name.ends_with("At") || name == "at";
        let columns = || self.kind.list.columns().map(|(name, _)| name);
        let telling: Vec<_> = match own {
            Some(own) => columns_of(own, columns),
            None => columns().filter(|name| !is_state(name)).take(MAX_COLUMNS).collect(),
        };
        let states = columns().filter(|name| is_state(name));
        ["_id"].into_iter().chain(self.added()).chain(telling).chain(states).collect()
    }

    fn headings(&self) -> Vec<String> {
        self.columns().into_iter().map(table::heading).collect()
    }

    fn cells(&self, row: &Fields) -> Vec<String> {
        self.columns().into_iter().map(|column| shown(row.get(column).unwrap_or(&Value::Null))).collect()
    }

    /// All columns of the list.
    fn all_columns(&self) -> Vec<&'static str> {
        ["_id"].into_iter().chain(self.added()).chain(self.kind.list.columns().map(|(name, _)| name)).collect()
    }

    fn print_csv(&self, is_first: bool, rows: &[Fields]) -> anyhow::Result<()> {
        let columns = self.all_columns();
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

impl Printing<'_> {
    /// Prints rows up to the limit.
    fn print(&mut self, mut rows: Vec<Fields>) -> anyhow::Result<()> {
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        rows.truncate(usize::try_from(self.most - self.printed).unwrap_or(usize::MAX));
        self.printed += rows.len() as u64;
        for row in &mut rows {
            let subject = row.get("subject").and_then(|subject| subject.get("_id")).and_then(Value::as_str);
            if let Some(exam) = subject.and_then(|subject| self.exams.get(subject)).cloned() {
                row.insert("exam".into(), exam);
            }
        }
        match (self.list.json, self.list.csv) {
            (true, _) => rows.iter().try_for_each(output::json),
            (_, true) => self.list.print_csv(is_first, &rows),
            _ => {
                self.cells.extend(rows.iter().map(|row| self.list.cells(row)));
                Ok(())
            }
        }
    }
}

/// The columns of `own` that a list has.
fn columns_of<I: Iterator<Item = &'static str>>(own: &[&'static str], all: impl Fn() -> I) -> Vec<&'static str> {
    own.iter().copied().filter(|name| all().any(|known| known == *name)).collect()
}

/// The exam of each subject.
async fn exams_of_subjects(client: &Client) -> anyhow::Result<BTreeMap<String, Value>> {
    let Some(subjects) = Kind::named("subjects") else { return Ok(BTreeMap::new()) };
    let rows = client.list_kind(subjects, &[], &ListQuery { limit: Some(0), ..ListQuery::default() }).await?.rows;
    let exam = |row: Fields| Some((row.get("_id")?.as_str()?.to_owned(), row.get("exam")?.clone()));
    Ok(rows.into_iter().filter_map(exam).collect())
}

/// Sorts rows by a column; `-` in front reverses the order.
fn sort_by(rows: &mut [Fields], sort: &str) {
    let column = sort.trim_start_matches('-');
    let key = |row: &Fields| {
        let value = cells::at(row, column);
        (value.as_f64(), cells::text(value).to_lowercase())
    };
    rows.sort_by(|one, other| {
        let ((number, text), (others_number, others_text)) = (key(one), key(other));
        let by_number = number.unwrap_or(f64::NEG_INFINITY).total_cmp(&others_number.unwrap_or(f64::NEG_INFINITY));
        by_number.then(text.cmp(&others_text))
    });
    if sort.starts_with('-') {
        rows.reverse();
    }
}

/// A value for a table cell: without markup, maths in the form of the console, times without seconds.
fn shown(value: &Value) -> String {
    let text = cells::text(value);
    match text.as_bytes() {
        [.., b'Z'] if text.is_ascii() && text.len() == 24 && text.as_bytes()[10] == b'T' => {
            text[..16].replace('T', " ")
        }
        _ if text.contains(['<', '$', '\\', '&']) => gist(&text),
        _ => text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

#[cfg(test)]
mod tests {
    use sabi_api::client::{Deed, Kind};
    use serde_json::json;

    use super::{List, shown};

    #[test]
    fn headings_are_titles_and_differ_within_a_list() {
        let no_words = ["btn", "expire", "hr", "mandetory", "max", "min", "no", "num", "seo", "url", "usedtime"];
        for kind in Kind::all().iter().filter(|kind| kind.can(Deed::List)) {
            let (search, filters, sort) = (None, Vec::new(), None);
            let list = List { kind, search, filters, sort, limit: 0, json: false, csv: false };
            let mut headings = list.headings();
            for heading in &headings {
                let abbreviated = heading.to_lowercase().split(' ').any(|word| no_words.contains(&word));
                assert!(!abbreviated && !heading.contains('_'), "{}: {heading}", kind.name);
            }
            headings.sort_unstable();
            assert!(headings.windows(2).all(|two| two[0] != two[1]), "{}: {headings:?}", kind.name);
        }
    }

    #[test]
    fn a_cell_shows_what_fits() {
        for (value, cell) in [
            (json!("2026-03-02T09:00:00.000Z"), "2026-03-02 09:00"),
            (json!("<p>Find <b>x</b></p>\n"), "Find x"),
            (json!("<p>Find \\(x^2\\)</p>"), "Find x²"),
            (json!("Find\n\tx"), "Find x"),
            (json!([{ "title": "Law" }, { "title": "Arts" }]), "Law; Arts"),
        ] {
            assert_eq!(shown(&value), cell);
        }
    }
}
