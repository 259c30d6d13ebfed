//! A workbook of the rows with problems or notices. Correct it and import it again.

use std::{
    collections::{BTreeMap, HashSet},
    io::{Cursor, Write as _},
    iter, mem,
};

use rust_xlsxwriter::{Format, FormatAlign, Workbook, Worksheet, XlsxError};
use zip::{ZipWriter, write::SimpleFileOptions};

use super::{report::ImportReport, source::ImportFiles};
use crate::{
    Error, Result,
    bank::{
        ItemKind, formats,
        sheet::{
            Unit,
            table::{PROBLEMS, complete},
            workbook::SheetRow,
        },
    },
};

/// The maximum length of a cell, in characters (Excel's limit).
const CELL: usize = 32_767;
/// The index of the last column of a sheet (Excel's limit).
const LAST: u32 = 16_383;

/// Rows to correct.
#[derive(Debug)]
pub struct ProblemBook {
    /// The workbook.
    pub workbook: Vec<u8>,
    /// The pictures that were part of the files, by the names in the workbook's cells.
    pub pictures: BTreeMap<String, Vec<u8>>,
}

impl ProblemBook {
    /// One file: the workbook, or a .zip of it and its pictures. Says whether it is a .zip.
    ///
    /// # Errors
    /// If the .zip cannot be made.
    pub fn into_file(self) -> Result<(Vec<u8>, bool)> {
        if self.pictures.is_empty() {
            return Ok((self.workbook, false));
        }
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let entries = [("problems.xlsx", &self.workbook)].into_iter();
        for (name, bytes) in entries.chain(self.pictures.iter().map(|(name, bytes)| (name.as_str(), bytes))) {
            zip.start_file(name, SimpleFileOptions::default()).map_err(Error::internal)?;
            zip.write_all(bytes).map_err(Error::internal)?;
        }
        Ok((zip.finish().map_err(Error::internal)?.into_inner(), true))
    }
}

/// A workbook with a sheet for each file of this kind: the headers, the rows that the report names with their cells
/// as they were read, and a column with their problems, which the importer ignores.
///
/// # Errors
/// If a file cannot be read, or the workbook cannot be made.
pub fn problem_book(kind: ItemKind, files: Vec<(ImportFiles, &ImportReport)>) -> Result<ProblemBook> {
    let (mut book, mut pictures) = (Workbook::new(), BTreeMap::new());
    for (files, report) in files {
        let unpacked = files.unpack().map_err(Error::internal)??;
        let mut source = formats::read(&unpacked.bank, kind)?;
        let (messages, unit) = (messages(report), source.sheet.unit);
        let own = mem::take(&mut source.pictures);
        source.place_pictures(&own.keys().map(|name| (name.clone(), Ok(name.clone()))).collect());
        let (header, rows) = complete(source.sheet, kind.columns())?;
        let cells = rows.iter().filter(|row| messages.contains_key(&row.number)).flat_map(|row| row.cells.values());
        let shown: HashSet<&str> = cells.flat_map(|cell| cell.text().split(|sign| !is_of_picture_name(sign))).collect();
        pictures.extend(own.into_iter().filter(|(name, _)| shown.contains(name.as_str())));
        write(book.add_worksheet(), &header, &rows, &messages, unit).map_err(Error::internal)?;
    }
    Ok(ProblemBook { workbook: book.save_to_buffer().map_err(Error::internal)?, pictures })
}

/// Whether a character can be part of the name of a picture from the file.
fn is_of_picture_name(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '.'
}

/// The messages about each row; 0 is the file itself.
fn messages(report: &ImportReport) -> BTreeMap<u32, Vec<String>> {
    let mut messages: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut add = |row: u32, column: &str, message: &str| {
        let column = if column.is_empty() { String::new() } else { format!("{column}: ") };
        messages.entry(row).or_default().push(format!("{column}{message}"));
    };
    for problem in &report.problems {
        add(problem.row, &problem.column, &problem.message);
    }
    for warning in &report.warnings {
        add(warning.row.unwrap_or_default(), warning.column.as_deref().unwrap_or_default(), &warning.message);
    }
    messages
}

fn write(
    sheet: &mut Worksheet,
    header: &SheetRow,
    rows: &[SheetRow],
    messages: &BTreeMap<u32, Vec<String>>,
    unit: Unit,
) -> Result<(), XlsxError> {
    let width =
        iter::once(header).chain(rows).filter_map(|row| row.cells.keys().max()).max().map_or(0, |last| last + 1);
    let at = u16::try_from(width.min(LAST)).unwrap_or_default();
    // As text, so that nothing becomes a formula or a date again.
    let text = Format::new().set_num_format("@").set_text_wrap().set_align(FormatAlign::Top);
    let bold = Format::new().set_bold();
    sheet.set_freeze_panes(1, 0)?.set_column_width(at, 80.0)?;
    write_cells(sheet, 0, header, &bold)?;
    sheet.write_with_format(0, at, PROBLEMS, &bold)?;
    for (at_row, (number, messages)) in (1..).zip(messages) {
        let words = messages.join("\n");
        let place = if *number == 0 { "The file".to_owned() } else { format!("{} {number}", unit.name()) };
        if let Ok(found) = rows.binary_search_by_key(number, |row| row.number) {
            write_cells(sheet, at_row, &rows[found], &text)?;
        }
        sheet.write_string_with_format(at_row, at, cut(&format!("{place}. {words}")), &text)?;
    }
    Ok(())
}

fn write_cells(sheet: &mut Worksheet, at: u32, row: &SheetRow, format: &Format) -> Result<(), XlsxError> {
    for (column, cell) in row.cells.range(..LAST) {
        let column = u16::try_from(*column).unwrap_or_default();
        sheet.write_string_with_format(at, column, cut(cell.text()), format)?;
    }
    Ok(())
}

fn cut(text: &str) -> String {
    text.chars().take(CELL).collect()
}
