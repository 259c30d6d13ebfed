//! Sheets: every file of items is read into one. Workbooks are not trusted (ruling 18).

pub(in crate::bank) mod archive;
mod cell;
mod columns;
mod notices;
mod runs;
mod symbols;
pub mod table;
pub mod workbook;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use archive::foreign;
pub(crate) use cell::{Cell, from_text, normalise};
pub use table::Column;
pub use workbook::{Unit, WorkbookError};

/// Maximum characters of a stem, passage, answer or explanation.
pub(crate) const LONG: usize = 20_000;
/// Maximum characters of an option.
pub(crate) const OPTION: usize = 2_000;
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
