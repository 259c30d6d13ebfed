//! Writes workbooks in the sample's layout, with the sheet that explains it.
//!
//! Cells are text in text columns, so no spreadsheet executes them or converts them to dates.

use rust_xlsxwriter::XlsxError;

use super::{FileItem, ItemKind, Written};
use crate::bank::import::sample;

/// The most signs that a cell holds in Excel.
const MAX_SIGNS: usize = 32_767;

/// The workbook of these questions.
///
/// # Errors
/// When it cannot be put together.
pub(crate) fn write(kind: ItemKind, items: &[FileItem]) -> Result<Vec<u8>, XlsxError> {
    let rows: Vec<Vec<String>> =
        items.iter().map(|item| item.cells().into_iter().map(|(_, cell)| fitting(cell)).collect()).collect();
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    sample::workbook(kind, &rows)
}

/// What a sheet cannot hold of a question.
pub(super) fn losses(item: &FileItem) -> Written {
    let mut written = Written::default();
    for (column, _) in item.cells().iter().filter(|(_, cell)| signs(cell) > MAX_SIGNS) {
        written.lose(column, "The text is longer than the 32,767 characters of a cell, which was left empty.");
    }
    written
}

fn fitting(cell: String) -> String {
    if signs(&cell) > MAX_SIGNS { String::new() } else { cell }
}

/// As Excel counts them.
fn signs(cell: &str) -> usize {
    if cell.len() <= MAX_SIGNS { cell.len() } else { cell.encode_utf16().count() }
}
