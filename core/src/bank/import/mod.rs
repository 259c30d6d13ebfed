//! The spreadsheet importer (ruling 18).
//!
//! Pure: [`read_rows`] opens the first sheet ([`workbook`]), finds the columns by their headers ([`table`]) and checks
//! every row; `plan` compares the rows with the bank. `run` uses the store: it reads, plans,
//! and writes all or nothing. A large plan is first accepted (`pending`) and then written to its end (`finish`);
//! `accepted` lists and drops such imports.

mod accepted;
mod album;
mod archive;
mod ask;
mod cell;
mod choice;
mod essay;
mod files;
mod finish;
mod groups;
mod interrupted;
mod key;
mod matching;
mod notices;
mod parts;
mod pending;
mod pictures;
mod places;
mod plan;
mod problems;
mod row_check;
mod rows;
mod run;
mod runs;
pub mod sample;
mod strict;
mod symbols;
pub mod table;
pub mod workbook;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ItemBody;

pub use accepted::{AcceptedImport, DroppedImport, ImportState};
pub(crate) use ask::Target;
pub use ask::{ImportAsk, ImportReport, Progress, Stage};
pub(crate) use cell::{Cell, from_text, tidy};
pub use files::{ImportFiles, MAX_PICTURES, MAX_TOTAL, Spool, is_picture_name};
pub(crate) use groups::{MAX_LINKED, passage_group};
pub use interrupted::Interrupted;
pub use key::KeyKind;
pub use parts::{FilePart, parts_of};
pub(crate) use pending::{ImportLot, PendingImport};
pub use pictures::Pictures;
pub use problems::{ProblemBook, problem_book};
pub(crate) use row_check::{LONG, OPTION};
pub use rows::{ImportRow, read_rows};
#[cfg(test)]
pub(crate) use rows::{SheetBody, check_file};
pub use workbook::{Unit, WorkbookError};

/// Options for reading a sheet, and its pictures.
#[derive(Debug, Default)]
pub struct Reading {
    /// How right answers are written in it.
    pub key: KeyKind,
    /// The pictures that its cells may name.
    pub pictures: Pictures,
}

/// A problem that rejects a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportProblem)]
pub struct Problem {
    /// The row as the spreadsheet numbers it, from 1.
    pub row: u32,
    /// The column by its canonical name (`rightAnswer`), or several, comma-separated.
    pub column: String,
    /// The problem and what to do, for a content editor.
    pub message: String,
}

/// A notice that rejects nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportWarning)]
pub struct Warning {
    /// The row as the spreadsheet numbers it, from 1.
    pub row: Option<u32>,
    /// The column by its canonical name, or by its header where it is unknown.
    pub column: Option<String>,
    /// The notice.
    pub message: String,
}

/// A sheet after checking.
#[derive(Debug, Clone)]
pub struct Parsed<B: ItemBody> {
    /// The rows without a problem, in the sheet's order.
    pub rows: Vec<ImportRow<B>>,
    /// All problems, by row.
    pub problems: Vec<Problem>,
    /// All warnings, by row.
    pub warnings: Vec<Warning>,
    /// Data rows in the sheet, blank ones and the header not counted; those not in `rows` were
    /// rejected.
    pub total_rows: usize,
    /// Whether the format holds no markup: a text that has more of it than its row is not another one.
    pub is_plain: bool,
    /// The name of its rows.
    pub unit: Unit,
}

#[cfg(test)]
mod tests;
