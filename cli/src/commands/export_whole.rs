//! An export of several subjects or years: one file with the columns `subject` and `year`.

use std::collections::BTreeMap;

use rust_xlsxwriter::{Format as Style, Workbook};
use sabi_api::client::{Client, Kind};
use sabi_core::{bank::formats::Format, records::ListQuery};
use serde_json::{Map, Value, json};

use super::records::find;
use crate::exit::{self, failure};

/// The format in which the parts are read; it contains every field of a row.
pub const READ: Format = Format::Jsonl;
/// Maximum characters per cell, a limit of workbooks.
const MAX_CELL_CHARS: usize = 32_767;

/// The subjects and years of an exam with questions, limited to one subject or one year if given.
pub async fn places(
    client: &Client,
    exam: &str,
    subject: Option<&str>,
    year: Option<i64>,
) -> anyhow::Result<Vec<(String, i64)>> {
    let kind = |name: &str| Kind::named(name).ok_or_else(|| anyhow::anyhow!("there are no {name}"));
    let (exams, subjects, years) = (kind("exams")?, kind("subjects")?, kind("subject-years")?);
    let exam = find(client, exams, exam, &[]).await?;
    let filters = BTreeMap::from([("exam".to_owned(), exam.clone())]);
    let query = ListQuery { limit: Some(0), filters, sort: Some("title".into()), ..ListQuery::default() };
    let chosen = match subject {
        Some(title) => Some(find(client, subjects, title, &[("exam".to_owned(), exam)]).await?),
        None => None,
    };
    let mut places = Vec::new();
    for row in client.list_kind(subjects, &[], &query).await?.rows {
        let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (id, title) = (text("_id"), text("title"));
        if chosen.as_ref().is_some_and(|chosen| *chosen != id) {
            continue;
        }
        let query = ListQuery { limit: Some(0), ..ListQuery::default() };
        let mut found: Vec<i64> =
            client.list_kind(years, &[Some(id)], &query).await?.rows.iter().filter_map(year_of).collect();
        found.sort_unstable();
        places.extend(
            found.into_iter().filter(|one| year.is_none_or(|year| *one == year)).map(|year| (title.clone(), year)),
        );
    }
    Ok(places)
}

fn year_of(row: &Map<String, Value>) -> Option<i64> {
    let year = row.get("year")?;
    year.as_i64().or_else(|| year.as_str()?.parse().ok())
}

/// The growing file.
pub struct File {
    format: Format,
    /// The columns in the order of their first appearance.
    columns: Vec<String>,
    rows: Vec<Map<String, Value>>,
}

impl File {
    /// An empty file in this format.
    ///
    /// # Errors
    /// If the format has no columns.
    pub fn of(format: Format) -> anyhow::Result<Self> {
        if !matches!(format, Format::Xlsx | Format::Csv | Format::Jsonl) {
            let words = format!("{format} is for one subject and year: name both, or choose xlsx, csv or jsonl.");
            return Err(failure(exit::USAGE, words));
        }
        Ok(Self { format, columns: vec!["subject".into(), "year".into()], rows: Vec::new() })
    }

    /// Adds the lines of an export in [`READ`].
    pub fn add(&mut self, subject: &str, year: i64, lines: &[u8]) -> anyhow::Result<()> {
        for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let mut row = Map::from_iter([("subject".to_owned(), json!(subject)), ("year".to_owned(), json!(year))]);
            let read: Map<String, Value> = serde_json::from_slice(line)?;
            for (name, value) in read {
                if !self.columns.contains(&name) {
                    self.columns.push(name.clone());
                }
                row.insert(name, value);
            }
            self.rows.push(row);
        }
        Ok(())
    }

    /// The bytes of the whole file.
    pub fn finish(self) -> anyhow::Result<Vec<u8>> {
        let cell = |row: &Map<String, Value>, column: &String| match row.get(column) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        match self.format {
            Format::Csv => {
                let mut writer = csv::Writer::from_writer("\u{feff}".as_bytes().to_vec());
                writer.write_record(&self.columns)?;
                for row in &self.rows {
                    // An import removes the apostrophe again.
                    writer.write_record(
                        self.columns.iter().map(|column| sabi_api::cells::harmless(&cell(row, column))),
                    )?;
                }
                Ok(writer.into_inner()?)
            }
            Format::Xlsx => {
                let (mut book, bold, text) =
                    (Workbook::new(), Style::new().set_bold(), Style::new().set_num_format("@").set_text_wrap());
                let sheet = book.add_worksheet();
                sheet.set_freeze_panes(1, 0)?;
                for (place, column) in (0..).zip(&self.columns) {
                    sheet.write_string_with_format(0, place, column, &bold)?;
                }
                for (number, row) in (1..).zip(&self.rows) {
                    for (place, column) in (0..).zip(&self.columns) {
                        let cell: String = cell(row, column).chars().take(MAX_CELL_CHARS).collect();
                        sheet.write_string_with_format(number, place, cell, &text)?;
                    }
                }
                Ok(book.save_to_buffer()?)
            }
            _ => {
                let mut text = String::new();
                for row in &self.rows {
                    text.push_str(&serde_json::to_string(row)?);
                    text.push('\n');
                }
                Ok(text.into_bytes())
            }
        }
    }
}
