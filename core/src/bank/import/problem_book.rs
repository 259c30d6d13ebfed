//! The rows of a file that were rejected or noticed, as a workbook: mended, it can be imported itself.

use std::{
    collections::{BTreeMap, HashSet},
    iter, mem,
};

use rust_xlsxwriter::{Format, FormatAlign, Workbook, Worksheet, XlsxError};

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

/// The longest text of a cell.
const CELL: usize = 32_767;
/// The last column of a sheet.
const LAST: u32 = 16_383;

/// Rows to be mended.
#[derive(Debug)]
pub struct ProblemBook {
    /// The workbook.
    pub workbook: Vec<u8>,
    /// The pictures that stood in the files themselves, by the names under which its cells show them.
    pub pictures: BTreeMap<String, Vec<u8>>,
}

/// A workbook with a sheet for each file of this kind: the headers, the rows that the report names with their cells
/// as they were read, and a column that says what is wrong. The importer passes over that column.
///
/// # Errors
/// Where a file cannot be read, or the workbook cannot be put together.
pub fn problem_book(kind: ItemKind, files: Vec<(ImportFiles, &ImportReport)>) -> Result<ProblemBook> {
    let (mut book, mut pictures) = (Workbook::new(), BTreeMap::new());
    for (files, report) in files {
        let unpacked = files.unpack().map_err(Error::internal)??;
        let mut source = formats::read(&unpacked.bank, kind)?;
        let (said, unit) = (said(report), source.sheet.unit);
        let own = mem::take(&mut source.pictures);
        source.place_pictures(&own.keys().map(|name| (name.clone(), Ok(name.clone()))).collect());
        let (header, rows) = complete(source.sheet, kind.columns())?;
        let told = rows.iter().filter(|row| said.contains_key(&row.number)).flat_map(|row| row.cells.values());
        let shown: HashSet<&str> = told.flat_map(|cell| cell.text().split(|sign| !is_of_name(sign))).collect();
        pictures.extend(own.into_iter().filter(|(name, _)| shown.contains(name.as_str())));
        write(book.add_worksheet(), &header, &rows, &said, unit).map_err(Error::internal)?;
    }
    Ok(ProblemBook { workbook: book.save_to_buffer().map_err(Error::internal)?, pictures })
}

/// Whether the name of a picture out of a file, which is that of its content, may have this sign.
fn is_of_name(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '.'
}

/// What is said of each row.
fn said(report: &ImportReport) -> BTreeMap<u32, Vec<String>> {
    let mut said: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut add = |row: u32, column: &str, message: &str| {
        let column = if column.is_empty() { String::new() } else { format!("{column}: ") };
        said.entry(row).or_default().push(format!("{column}{message}"));
    };
    for problem in &report.problems {
        add(problem.row, &problem.column, &problem.message);
    }
    for warning in &report.warnings {
        add(warning.row.unwrap_or_default(), warning.column.as_deref().unwrap_or_default(), &warning.message);
    }
    said
}

fn write(
    sheet: &mut Worksheet,
    header: &SheetRow,
    rows: &[SheetRow],
    said: &BTreeMap<u32, Vec<String>>,
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
    for (at_row, (number, messages)) in (1..).zip(said) {
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
