//! Finds the columns by their headers, and spreads merged cells over the rows they span.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use super::{
    Cell, Problem, Unit, Warning,
    workbook::{MAX_TEXT, Merge, Sheet, SheetRow, WorkbookError, large, read},
};
use crate::{html, text::nearest};

/// The header, as a key, of the column that `sabi import --problems` adds. It need not be removed again.
pub(in crate::bank) const PROBLEMS: &str = "problems";

/// A column that the importer knows.
#[derive(Debug)]
pub struct Column {
    /// Its canonical header, which problems name.
    pub name: &'static str,
    /// Other headers for it, lower case, without spaces and underscores.
    pub aliases: &'static [&'static str],
    /// Headers that are accepted for it in a sheet with none of the others.
    pub loose: &'static [&'static str],
    /// Whether a sheet without it is refused.
    pub required: bool,
    /// Whether a merged cell applies to every row that it spans.
    pub spans: bool,
}

impl Column {
    /// A column with a single header.
    pub const fn new(name: &'static str) -> Self {
        Self { name, aliases: &[], loose: &[], required: false, spans: false }
    }

    /// The same, with other headers.
    pub const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// The same, with headers that are accepted for it in a sheet with none of the others.
    pub const fn or_else(self, loose: &'static [&'static str]) -> Self {
        Self { loose, ..self }
    }

    /// The same, required.
    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// The same, with merged cells that apply to every row.
    pub const fn spanning(self) -> Self {
        Self { spans: true, ..self }
    }
}

/// A sheet whose columns are known.
#[derive(Debug)]
pub struct Table {
    /// The name of its rows.
    pub unit: Unit,
    /// The position of each known column.
    pub places: HashMap<&'static str, u32>,
    /// The data rows.
    pub rows: Vec<SheetRow>,
    /// The problems of the headers. If there are any, the rows are not checked.
    pub problems: Vec<Problem>,
    /// Notices, such as those about unknown columns.
    pub warnings: Vec<Warning>,
}

/// Opens a workbook and finds `columns` by the headers in its first filled row.
///
/// # Errors
/// Same as [`read`]. An error in the headers is a problem of the table instead.
pub fn open(bytes: &[u8], columns: &[Column]) -> Result<Table, WorkbookError> {
    of(read(bytes)?, columns)
}

/// Like [`open`], for a sheet that was already read.
pub(in crate::bank) fn of(sheet: Sheet, columns: &[Column]) -> Result<Table, WorkbookError> {
    let Sheet { unit, mut rows, merges, notices } = sheet;
    let above: Vec<SheetRow> = rows.drain(..header_at(&rows, columns)).collect();
    let header = if rows.is_empty() { SheetRow::default() } else { rows.remove(0) };
    let problems = header.cells.iter().find(|(_, cell)| key(cell.text()) == PROBLEMS).map(|(at, _)| *at);
    if let Some(problems) = problems {
        // The added column may also have rows for problems without a row. They have no other cell, and are dropped.
        rows.retain(|row| row.cells.keys().any(|at| *at != problems));
    }
    let mut table = Table { unit, places: HashMap::new(), rows, problems: Vec::new(), warnings: notices };
    // A title is the only cell of its row.
    for row in above.iter().filter(|row| row.cells.len() > 1) {
        table.warn(Some(row.number), None, "The row stands above the headers and was left out.".into());
    }
    table.place(&header, columns);
    table.spread(&merges, columns)?;
    table.warn_without_header(&header);
    if table.rows.is_empty() && unit == Unit::Row {
        table.warn(Some(header.number), None, "There are no rows below the headers.".into());
    }
    Ok(table)
}

/// The header and the rows of a sheet. A passage and group that rows share, by a merged cell or because only the first
/// row names them, are written into each row, so that a row copied to another sheet keeps them.
///
/// # Errors
/// Same as [`of`].
pub(in crate::bank) fn complete(sheet: Sheet, columns: &[Column]) -> Result<(SheetRow, Vec<SheetRow>), WorkbookError> {
    let header = sheet.rows.get(header_at(&sheet.rows, columns)).cloned().unwrap_or_default();
    let Table { places, mut rows, .. } = of(sheet, columns)?;
    let (Some(passage), Some(group)) = (places.get("passage"), places.get("group")) else { return Ok((header, rows)) };
    let mut passages: HashMap<String, Cell> = HashMap::new();
    for row in &mut rows {
        let Some(name) = row.cells.get(group).map(|cell| cell.text().to_lowercase()) else { continue };
        match (row.cells.get(passage), passages.get(&name)) {
            (Some(own), None) => drop(passages.insert(name, own.clone())),
            (None, Some(shared)) => drop(row.cells.insert(*passage, shared.clone())),
            _ => {}
        }
    }
    Ok((header, rows))
}

/// Maximum number of rows, such as titles, that are searched for the headers.
const TITLES: usize = 10;

/// The index of the row with the headers: the first row with all required ones, else the first with two of them, else
/// the first.
pub(in crate::bank) fn header_at(rows: &[SheetRow], columns: &[Column]) -> usize {
    let known = |row: &SheetRow| {
        let keys: Vec<String> = row.cells.values().map(|cell| key(cell.text())).collect();
        let is_named = |column: &&Column| keys.iter().any(|key| column.is(key) || column.is_loosely(key));
        columns.iter().filter(is_named).map(|column| column.required).collect::<Vec<_>>()
    };
    let required = columns.iter().filter(|column| column.required).count();
    let found: Vec<_> = rows.iter().take(TITLES).map(known).collect();
    let whole = |known: &Vec<bool>| known.iter().filter(|is_required| **is_required).count() == required;
    let some = || found.iter().position(|known| known.len() > 1);
    found.iter().position(whole).or_else(some).unwrap_or(0)
}

impl Column {
    fn is(&self, key: &str) -> bool {
        self.name.to_lowercase() == key || self.aliases.contains(&key)
    }

    fn is_loosely(&self, key: &str) -> bool {
        self.loose.contains(&key)
    }
}

impl Table {
    fn place(&mut self, header: &SheetRow, columns: &[Column]) {
        let headers: Vec<_> = header.cells.iter().map(|(&at, cell)| (at, cell.text(), key(cell.text()))).collect();
        let mut seen: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut unknown = Vec::new();
        for (at, shown, key) in &headers {
            let loosely = || {
                let column = columns.iter().find(|column| column.is_loosely(key))?;
                (!headers.iter().any(|(_, _, other)| column.is(other))).then_some(column)
            };
            match columns.iter().find(|column| column.is(key)).or_else(loosely) {
                Some(column) => {
                    self.places.entry(column.name).or_insert(*at);
                    seen.entry(column.name).or_default().push(shown);
                }
                None if *key == PROBLEMS => {}
                None => unknown.push(*shown),
            }
        }
        for shown in unknown {
            let missing = columns.iter().map(|column| column.name).filter(|name| !self.places.contains_key(name));
            let meant = nearest(shown, missing).map_or(String::new(), |name| format!(" Did you mean {name}?"));
            let message = format!("The column “{shown}” is not known and was left out.{meant}");
            self.warn(Some(header.number), Some(shown.to_owned()), message);
        }
        for (name, headers) in seen.iter().filter(|(_, headers)| headers.len() > 1) {
            let headers = headers.iter().map(|header| format!("“{header}”")).collect::<Vec<_>>().join(" and ");
            let message = format!("The headers {headers} all stand for the column {name}; keep one of them.");
            self.problems.push(Problem { row: header.number, column: (*name).to_owned(), message });
        }
        let missing: Vec<_> = columns
            .iter()
            .filter(|column| column.required && !self.places.contains_key(column.name))
            .map(|column| column.name)
            .collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            let message = match self.unit {
                Unit::Row => format!(
                    "The first row must name the columns, and these are missing: {missing}. Download the sample to see a sheet that works."
                ),
                Unit::Line => format!("Each line must give these, and no line does: {missing}."),
            };
            self.problems.push(Problem { row: header.number, column: missing, message });
        }
    }

    fn spread(&mut self, merges: &[Merge], columns: &[Column]) -> Result<(), WorkbookError> {
        let mut text = 0;
        for column in columns {
            let Some(&place) = self.places.get(column.name) else {
                continue;
            };
            let mut done = 0;
            for merge in merges {
                let is_tall = merge.rows.0 < merge.rows.1 && merge.columns.0 == place;
                // Areas of a valid workbook never overlap, so each row is visited at most once.
                if !is_tall || merge.rows.0 <= done {
                    continue;
                }
                done = merge.rows.1;
                let from = self.rows.partition_point(|row| row.number < merge.rows.0);
                let Some(first) = self.rows.get(from).filter(|row| row.number == merge.rows.0) else {
                    continue;
                };
                let Some(cell) = first.cells.get(&place).cloned() else {
                    continue;
                };
                if !column.spans {
                    let message = format!(
                        "The cell is merged over rows {} to {}; its value was taken for the first of them only.",
                        merge.rows.0, merge.rows.1
                    );
                    self.warn(Some(merge.rows.0), Some(column.name.to_owned()), message);
                    continue;
                }
                for row in self.rows[from + 1..].iter_mut().take_while(|row| row.number <= merge.rows.1) {
                    text += cell.text().len();
                    if text > MAX_TEXT {
                        return Err(large("its merged cells hold more than 60 MiB of text"));
                    }
                    row.cells.insert(place, cell.clone());
                }
            }
        }
        Ok(())
    }

    fn warn_without_header(&mut self, header: &SheetRow) {
        let named = header.cells.keys().max().map_or(0, |last| last + 1);
        let longer = self.rows.iter().filter_map(|row| {
            let filled = row.cells.keys().max().map_or(0, |last| last + 1);
            (filled > named).then_some((row.number, filled))
        });
        for (row, filled) in longer.collect::<Vec<_>>() {
            let message = format!(
                "The row has {filled} cells, where the headers name {named}: what stands behind column {} was left out.",
                letters(named.saturating_sub(1))
            );
            self.warn(Some(row), None, message);
        }
        let stray = self.rows.iter().find_map(|row| {
            let mut unnamed = row.cells.range(..named).map(|(column, _)| column);
            let column = unnamed.find(|column| !header.cells.contains_key(column))?;
            Some((row.number, letters(*column)))
        });
        if let Some((row, column)) = stray {
            let message = format!("Column {column} has no header; what stands in it was left out.");
            self.warn(Some(row), Some(column), message);
        }
    }

    fn warn(&mut self, row: Option<u32>, column: Option<String>, message: String) {
        self.warnings.push(Warning { row, column, message });
    }
}

/// Normalises a header: no markup, case, spaces, underscores or punctuation. "Option A" becomes "optiona".
fn key(header: &str) -> String {
    let header = if header.contains('<') { Cow::Owned(html::text(header)) } else { Cow::Borrowed(header) };
    header.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The letters over a column, from 0: A, B … Z, AA.
pub(in crate::bank) fn letters(column: u32) -> String {
    let mut left = column + 1;
    let mut out = String::new();
    while left > 0 {
        left -= 1;
        out.insert(0, char::from(b'A' + (left % 26) as u8));
        left /= 26;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_without_case_and_signs() {
        assert_eq!(key(" Right_Answer "), "rightanswer");
        assert_eq!(key("Option A:"), "optiona");
        assert_eq!([0, 25, 26, 701, 702].map(letters), ["A", "Z", "AA", "ZZ", "AAA"]);
    }
}
