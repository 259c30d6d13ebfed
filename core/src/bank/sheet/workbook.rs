//! Reads the first sheet of a workbook, which is not trusted (ruling 18), as rows of cells.

use std::{
    collections::{BTreeMap, HashSet},
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
};

use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Warning,
    archive::{Repacked, repack},
    cell::{Cell, from_value},
    notices,
    symbols::is_symbol_font,
};

/// Maximum number of data rows, without the header.
pub const MAX_ROWS: usize = 20_000;
/// Maximum number of filled cells: fifty per row of the largest sheet.
pub(crate) const MAX_CELLS: usize = 1_000_000;
/// Maximum bytes of text in all cells together, because a million cells may share one text.
pub(crate) const MAX_TEXT: usize = 60 * 1024 * 1024;
/// Maximum number of columns. A sheet with more is not a question bank.
pub(crate) const MAX_COLUMNS: u32 = 1_000;
/// The size of a sheet in Excel, rows and columns.
const SHEET: (u32, u32) = (1_048_576, 16_384);

/// Why a file was not read at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WorkbookError {
    /// Not an .xlsx workbook, or one that no spreadsheet program would open.
    #[error("This is not a workbook that can be read: {why}.")]
    NotAWorkbook {
        /// The reason, as the end of a sentence.
        why: String,
    },
    /// Larger than ruling 18 allows.
    #[error("This workbook is too large: {what}.")]
    TooLarge {
        /// The limit that it exceeds, as the end of a sentence.
        what: String,
    },
}

/// A row with at least one filled cell.
#[derive(Debug, Clone, Default)]
pub struct SheetRow {
    /// Its number in the spreadsheet, from 1.
    pub number: u32,
    /// Its filled cells by column, from 0.
    pub cells: BTreeMap<u32, Cell>,
}

/// Merged cells. The first one has the value. Rows count from 1, columns from 0; both ends are included.
#[derive(Debug, Clone, Copy)]
pub struct Merge {
    /// First and last row.
    pub rows: (u32, u32),
    /// First and last column.
    pub columns: (u32, u32),
}

/// The unit by which the questions of a file are numbered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImportUnit)]
pub enum Unit {
    /// The rows of a sheet, below their headers.
    #[default]
    Row,
    /// The lines of a file that has neither rows nor headers.
    Line,
}

impl Unit {
    /// Its name in sentences.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Line => "line",
        }
    }

    /// The same at the beginning of a sentence.
    pub(in crate::bank) const fn name(self) -> &'static str {
        match self {
            Self::Row => "Row",
            Self::Line => "Line",
        }
    }
}

/// The first sheet.
#[derive(Debug, Default)]
pub struct Sheet {
    /// The name of its rows.
    pub unit: Unit,
    /// The filled rows, by number.
    pub rows: Vec<SheetRow>,
    /// Its merged cells, by first row.
    pub merges: Vec<Merge>,
    /// Notices about content of the workbook outside of its cells.
    pub notices: Vec<Warning>,
}

/// Reads the first visible sheet.
///
/// # Errors
/// [`WorkbookError::NotAWorkbook`] and [`WorkbookError::TooLarge`], each naming its reason.
pub fn read(bytes: &[u8]) -> Result<Sheet, WorkbookError> {
    let repacked = repack(bytes)?;
    // The reader calculates with values from the file without checks (a dimension "B2:A1" underflows).
    // It has no state of ours, so a panic in it only means that the file cannot be read.
    catch_unwind(AssertUnwindSafe(|| read_sheet(repacked)))
        .unwrap_or_else(|_| Err(refuse("it is damaged; open it in a spreadsheet and save it again")))
}

fn read_sheet(repacked: Repacked) -> Result<Sheet, WorkbookError> {
    let bytes = repacked.bytes.as_slice();
    let mut book: Book<'_> = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let sheets = book.sheets_metadata().iter();
    let mut names = sheets
        .filter(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible)
        .map(|sheet| sheet.name.clone())
        .collect::<Vec<_>>()
        .into_iter();
    let name = names.next().ok_or_else(|| refuse("it holds no sheet"))?;
    let without_value = if repacked.may_hold_formulas { formulas(&mut book, &name)? } else { HashSet::new() };
    let rows = rows(&mut book, &name, &without_value)?;
    if rows.is_empty() {
        return Err(refuse("its first sheet is empty"));
    }
    let merges = if repacked.may_hold_merges { merges(&mut book, &name)? } else { Vec::new() };
    let mut notices: Vec<Warning> =
        names.filter(|name| is_bank(&mut book, name)).map(|name| notices::further_sheet(&name)).collect();
    if repacked.may_hold_more {
        notices.extend(notices::of_sheet(bytes, &name, &rows));
    }
    Ok(Sheet { unit: Unit::Row, rows, merges, notices })
}

type Book<'a> = Xlsx<Cursor<&'a [u8]>>;

/// The sheet of our samples and exports that explains the columns.
const NOTES: &str = "Notes";

/// Whether a further sheet has content that somebody may want to import.
fn is_bank(book: &mut Book<'_>, name: &str) -> bool {
    if name == NOTES {
        return false;
    }
    let Ok(mut reader) = book.worksheet_cells_reader(name) else { return false };
    while let Ok(Some(cell)) = reader.next_cell() {
        if *cell.get_value() != DataRef::Empty {
            return true;
        }
    }
    false
}

fn rows(book: &mut Book<'_>, name: &str, without_value: &HashSet<(u32, u32)>) -> Result<Vec<SheetRow>, WorkbookError> {
    let mut reader = book.worksheet_cells_reader(name).map_err(unreadable)?;
    let formats: Vec<Option<String>> = reader
        .styles()
        .iter()
        .map(|style| style.number_format.as_ref().map(|format| format.format_code.clone()))
        .collect();
    let fonts = reader.styles().iter().map(|style| style.font.as_ref().and_then(|font| font.name.as_deref()));
    let in_symbols: Vec<bool> = fonts.map(|name| name.is_some_and(is_symbol_font)).collect();
    let mut rows: BTreeMap<u32, SheetRow> = BTreeMap::new();
    let (mut cells, mut text) = (0, 0);
    while let Some((found, style)) = reader.next_cell_with_style_id().map_err(unreadable)? {
        let (row, column) = inside(found.get_position())?;
        let format = formats.get(style).and_then(Option::as_deref).unwrap_or("General");
        let missing = *found.get_value() == DataRef::Empty && without_value.contains(&(row, column));
        let cell = if missing {
            Cell::Fault("holds a formula without a value; open the workbook in a spreadsheet and save it again".into())
        } else {
            match from_value(found.get_value(), format) {
                Some(cell) if in_symbols.get(style) == Some(&true) => cell.in_symbols(),
                Some(cell) => cell,
                None => continue,
            }
        };
        if column >= MAX_COLUMNS {
            return Err(large("it has more than 1,000 columns"));
        }
        cells += 1;
        text += cell.text().len();
        if cells > MAX_CELLS {
            return Err(large("more than 1,000,000 of its cells are filled"));
        }
        if text > MAX_TEXT {
            return Err(large("it holds more than 60 MiB of text"));
        }
        let number = row + 1;
        let at = rows.entry(number).or_insert_with(|| SheetRow { number, ..SheetRow::default() });
        at.cells.insert(column, cell);
        if rows.len() > MAX_ROWS + 1 {
            return Err(large("it has more than 20,000 rows"));
        }
    }
    Ok(rows.into_values().collect())
}

/// The cells with formulas, whether or not a value was saved with them.
fn formulas(book: &mut Book<'_>, name: &str) -> Result<HashSet<(u32, u32)>, WorkbookError> {
    let mut reader = book.worksheet_cells_reader(name).map_err(unreadable)?;
    let mut found = HashSet::new();
    while let Some(record) = reader.next_cell_with_formula_metadata().map_err(unreadable)? {
        if record.formula.is_some() {
            found.insert(record.pos);
        }
        if found.len() > MAX_CELLS {
            return Err(large("more than 1,000,000 of its cells are filled"));
        }
    }
    Ok(found)
}

fn merges(book: &mut Book<'_>, name: &str) -> Result<Vec<Merge>, WorkbookError> {
    let found = book.merge_cells_by_sheet_name(name).map_err(unreadable)?;
    let mut merges: Vec<Merge> = found
        .iter()
        .filter(|area| area.end.0 < SHEET.0 && area.end.1 < SHEET.1)
        .map(|area| Merge { rows: (area.start.0 + 1, area.end.0 + 1), columns: (area.start.1, area.end.1) })
        .collect();
    merges.sort_by_key(|merge| (merge.rows, merge.columns));
    Ok(merges)
}

fn inside((row, column): (u32, u32)) -> Result<(u32, u32), WorkbookError> {
    if row < SHEET.0 && column < SHEET.1 {
        Ok((row, column))
    } else {
        Err(refuse("one of its cells lies outside the sheet"))
    }
}

fn unreadable(error: XlsxError) -> WorkbookError {
    match error {
        XlsxError::Password => refuse("it is protected by a password; remove the password and save it again"),
        XlsxError::FileNotFound(_) | XlsxError::RelationshipNotFound | XlsxError::WorksheetNotFound(_) => {
            refuse("it is not an Excel workbook (.xlsx), or parts of it are missing")
        }
        _ => refuse("it is damaged; open it in a spreadsheet and save it again"),
    }
}

fn refuse(why: &str) -> WorkbookError {
    WorkbookError::NotAWorkbook { why: why.into() }
}

pub(in crate::bank) fn large(what: &str) -> WorkbookError {
    WorkbookError::TooLarge { what: what.into() }
}
