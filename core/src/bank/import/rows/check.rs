//! Reads one row's cells by column, and collects their problems.

use std::collections::BTreeSet;

use super::{KeyKind, Reading, pictures::FoundPicture};
use crate::{
    bank::{
        Provenance, Review,
        review::SOURCE_COLUMNS,
        sheet::{
            Cell, LONG, Problem, Unit, Warning,
            table::{Table, letters},
            workbook::SheetRow,
        },
    },
    html::{self, maths},
};

/// The maximum length of a title, group, topic or section, in characters.
const SHORT: usize = 160;
/// The maximum length of an address, in characters.
const ADDRESS: usize = 500;
/// The maximum length of a quoted cell in a notice, in characters.
const SHOWN: usize = 80;

/// A row being checked.
pub struct RowCheck<'a> {
    table: &'a Table,
    row: &'a SheetRow,
    reading: &'a Reading,
    /// Whether the row's question is about HTML tags.
    about_tags: bool,
    pub problems: Vec<Problem>,
    pub warnings: Vec<Warning>,
    /// The names of the pictures beside the workbook that the row shows.
    pub shown: BTreeSet<String>,
}

impl<'a> RowCheck<'a> {
    pub(in crate::bank) fn new(table: &'a Table, row: &'a SheetRow, reading: &'a Reading) -> Self {
        let question = table.places.get("question").and_then(|place| row.cells.get(place));
        let about_tags = question.is_some_and(|cell| html::speaks_of_tags(cell.text()));
        Self { table, row, reading, about_tags, problems: Vec::new(), warnings: Vec::new(), shown: BTreeSet::new() }
    }

    pub(in crate::bank) fn number(&self) -> u32 {
        self.row.number
    }

    /// The form in which right answers are written.
    pub(in crate::bank) fn key(&self) -> KeyKind {
        self.reading.key
    }

    /// The unit of the row's number.
    pub(in crate::bank) fn unit(&self) -> Unit {
        self.table.unit
    }

    pub(in crate::bank) fn has_column(&self, column: &str) -> bool {
        self.table.places.contains_key(column)
    }

    pub(in crate::bank) fn problem(&mut self, column: &str, message: impl Into<String>) {
        self.problems.push(Problem { row: self.row.number, column: column.to_owned(), message: message.into() });
    }

    pub(in crate::bank) fn warn(&mut self, column: &str, message: impl Into<String>) {
        let (row, column) = (Some(self.row.number), Some(column.to_owned()));
        self.warnings.push(Warning { row, column, message: message.into() });
    }

    /// Whether the column already has a problem, so that no second one is added.
    pub(in crate::bank) fn is_faulty(&self, column: &str) -> bool {
        self.problems.iter().any(|problem| problem.column == column)
    }

    /// The cell's text; empty if it is blank, faulty or longer than `limit` characters.
    fn cell(&mut self, column: &'static str, limit: usize) -> &'a str {
        let place = self.table.places.get(column).copied().unwrap_or_default();
        let found = self.table.places.get(column).and_then(|place| self.row.cells.get(place));
        let text = match found {
            None => return "",
            Some(Cell::Text(text)) => text,
            Some(Cell::Doubtful(text, why)) => {
                let shown: String = text.chars().take(SHOWN).collect();
                let more = if shown.len() < text.len() { "…" } else { "" };
                self.warn(column, format!("The cell {why}. It was read as “{shown}{more}”."));
                text
            }
            Some(Cell::Date(text)) if is_answer(column) => {
                let cell = format!("{}{}", letters(place), self.row.number);
                self.problem(
                    column,
                    format!(
                        "Cell {cell} holds a date or time ({text}): spreadsheets make one of 1/3 and 4:1. Format the \
                         cell as text, and type it again."
                    ),
                );
                return "";
            }
            Some(Cell::Date(text)) => {
                self.warn(
                    column,
                    format!(
                        "The cell holds a date or time; spreadsheets make one of 1/3 and 4:1. It was read as “{text}”. \
                         Check it, and format the column as text."
                    ),
                );
                text
            }
            Some(Cell::Fault(why)) => {
                self.problem(column, format!("The cell {why}."));
                return "";
            }
        };
        // A text never has more characters than bytes, so most cells need no counting.
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

    /// Cleaned rich text; empty if nothing of it is visible.
    pub(in crate::bank) fn rich(&mut self, column: &'static str, limit: usize) -> String {
        let source = self.cell(column, limit);
        if source.is_empty() {
            return String::new();
        }
        let marked = self.marked(column, source);
        let placed = html::with_pictures(&marked.source, |address| self.picture(column, address));
        let html = html::clean(&html::with_breaks(&placed));
        if html::lacks_source(&html) && !self.is_faulty(column) {
            self.problem(column, "A picture has no address.");
        }
        let has_markup = html.contains('<') || html.contains('&');
        if has_markup && html::comparable(&html).is_empty() {
            // "Which tag breaks a line?", "Which pair of tags makes a heading?"
            let names_tags = marked.dropped.is_empty() && html::names_tags(source);
            return if names_tags { html::clean(&source.replace('<', "&lt;")) } else { String::new() };
        }
        if html.contains('\\') || html.contains('$') {
            let text = if has_markup { html::text_of(&html) } else { String::new() };
            if let Some(fault) = maths::fault(if has_markup { &text } else { &html }) {
                self.problem(column, format!("The maths {fault}."));
            }
        }
        html
    }

    /// Required rich text; `what` names it in the problem.
    pub(in crate::bank) fn required(&mut self, column: &'static str, what: &str) -> String {
        let text = self.rich(column, LONG);
        if text.is_empty() && !self.is_faulty(column) {
            self.problem(column, format!("The {what} is empty."));
        }
        text
    }

    /// Separates markup from words, and adds a notice for each tag that is dropped or ambiguous.
    fn marked(&mut self, column: &str, source: &'a str) -> html::Marked<'a> {
        let marked = html::marked(source, self.about_tags);
        if !marked.dropped.is_empty() {
            let names = marked.dropped.join(", ");
            self.warn(column, format!("{names} could not be kept and was left out. Check the rest of the cell."));
        }
        if let Some(first) = marked.taken.first() {
            let names = marked.taken.join(", ");
            let written = first.replace('<', "&lt;").replace('>', "&gt;");
            self.warn(
                column,
                format!(
                    "{names} was read as markup. Where the tag itself is meant, write it as {written} in the cell."
                ),
            );
        }
        marked
    }

    /// A line of plain text.
    pub(in crate::bank) fn line(&mut self, column: &'static str) -> Option<String> {
        let source = self.cell(column, SHORT);
        let text = html::text(&self.marked(column, source).source);
        (!text.is_empty()).then_some(text)
    }

    /// Whether the row's question is active; `None` if the row does not say.
    pub(in crate::bank) fn status(&mut self) -> Option<bool> {
        let word = self.line("status")?;
        match word.to_lowercase().as_str() {
            "active" | "on" | "true" | "yes" | "1" => Some(true),
            "inactive" | "off" | "false" | "no" | "0" => Some(false),
            _ => {
                self.problem("status", format!("The status is active or inactive, not “{word}”."));
                None
            }
        }
    }

    /// Whether the row's question was checked; `None` if the row does not say.
    pub(in crate::bank) fn review(&mut self) -> Option<Review> {
        let word = self.line("review")?;
        match word.to_lowercase().as_str() {
            "checked" | "yes" | "true" => Some(Review::Checked),
            "draft" | "no" | "false" => Some(Review::Draft),
            _ => {
                self.problem("review", format!("The review is draft or checked, not “{word}”."));
                None
            }
        }
    }

    /// The source of the row's question.
    pub(in crate::bank) fn provenance(&mut self) -> Provenance {
        Provenance::of(SOURCE_COLUMNS.map(|column| self.line(column)))
    }

    /// The address of the row's picture.
    pub(in crate::bank) fn image(&mut self) -> Option<String> {
        let wanted = self.cell("image", ADDRESS);
        if wanted.is_empty() { None } else { self.picture("image", wanted) }
    }

    fn picture(&mut self, column: &str, wanted: &str) -> Option<String> {
        // `rich` already reports a picture without an address.
        if wanted.is_empty() {
            return None;
        }
        match self.reading.pictures.find(wanted) {
            Ok(FoundPicture { address, name }) => {
                self.shown.extend(name);
                Some(address)
            }
            Err(why) => {
                self.problem(column, why);
                None
            }
        }
    }
}

/// Whether the column contains an option or the right answer.
fn is_answer(column: &str) -> bool {
    column.starts_with("option") || column == "rightAnswer"
}
