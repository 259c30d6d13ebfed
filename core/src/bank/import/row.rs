//! Reads one row's cells by column, and gathers everything that is wrong with them.

use super::{Problem, Warning, cell::Cell, table::Table, workbook::SheetRow};
use crate::{
    html::{self, maths},
    images::refer::is_picture_address,
};

/// Most signs of a stem, passage, answer or explanation.
pub(crate) const LONG: usize = 20_000;
/// Most signs of an option.
pub(crate) const OPTION: usize = 2_000;
/// Most signs of a title, group, topic or section.
const SHORT: usize = 160;
/// Most signs of an address.
const ADDRESS: usize = 500;

/// A row being checked.
pub(super) struct RowCheck<'a> {
    table: &'a Table,
    row: &'a SheetRow,
    pub problems: Vec<Problem>,
    pub warnings: Vec<Warning>,
}

impl<'a> RowCheck<'a> {
    pub(super) fn new(table: &'a Table, row: &'a SheetRow) -> Self {
        Self { table, row, problems: Vec::new(), warnings: Vec::new() }
    }

    pub(super) fn number(&self) -> u32 {
        self.row.number
    }

    pub(super) fn problem(&mut self, column: &str, message: impl Into<String>) {
        self.problems.push(Problem { row: self.row.number, column: column.to_owned(), message: message.into() });
    }

    /// Whether something is wrong with the column already, so that no second complaint follows.
    pub(super) fn is_faulty(&self, column: &str) -> bool {
        self.problems.iter().any(|problem| problem.column == column)
    }

    /// The cell's text, empty where it is blank, at fault or longer than `limit` signs.
    fn cell(&mut self, column: &'static str, limit: usize) -> &'a str {
        let place = self.table.places.get(column);
        let text = match place.and_then(|place| self.row.cells.get(place)) {
            None => return "",
            Some(Cell::Text(text)) => text,
            Some(Cell::Doubtful(text, why)) => {
                let message = format!("The cell {why}. It was read as “{text}”.");
                let (row, column) = (Some(self.row.number), Some(column.to_owned()));
                self.warnings.push(Warning { row, column, message });
                text
            }
            Some(Cell::Fault(why)) => {
                self.problem(column, format!("The cell {why}."));
                return "";
            }
        };
        // Bytes are never fewer than signs, so that most cells need no counting.
        if text.len() > limit && text.chars().count() > limit {
            let length =
                if text.chars().count() >= 40_000 { "40,000 or more".into() } else { text.chars().count().to_string() };
            self.problem(
                column,
                format!("The text is too long: {length} characters, where at most {limit} are allowed."),
            );
            return "";
        }
        text
    }

    /// Rich text, cleaned; empty where there is nothing to see.
    pub(super) fn rich(&mut self, column: &'static str, limit: usize) -> String {
        let source = self.cell(column, limit);
        if source.is_empty() {
            return String::new();
        }
        let html = html::clean(&html::with_breaks(source));
        let has_markup = html.contains('<') || html.contains('&');
        if has_markup && html::comparable(&html).is_empty() {
            return String::new();
        }
        if html.contains('\\') || html.contains('$') {
            let text = if has_markup { html::text_of(&html) } else { String::new() };
            if let Some(fault) = maths::fault(if has_markup { &text } else { &html }) {
                self.problem(column, format!("The maths {fault}."));
            }
        }
        html
    }

    /// A line of plain text.
    pub(super) fn line(&mut self, column: &'static str) -> Option<String> {
        let text = html::text(self.cell(column, SHORT));
        (!text.is_empty()).then_some(text)
    }

    /// The address of a picture among our uploads.
    pub(super) fn image(&mut self) -> Option<String> {
        let address = self.cell("image", ADDRESS);
        if address.is_empty() {
            return None;
        }
        if is_picture_address(address) {
            return Some(address.to_owned());
        }
        self.problem(
            "image",
            "The image must be an address that starts with /uploads/ and ends in jpg, jpeg, png or gif.",
        );
        None
    }
}
