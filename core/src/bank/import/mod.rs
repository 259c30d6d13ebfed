//! The importer (ruling 18). Each module uses only those below it:
//!
//! - `run` reads a file, plans, and writes.
//! - `write` stores a plan, in one transaction or in batches.
//! - `preview` shows the questions of a dry run.
//! - `plan` compares the rows with the bank: new, changed and unchanged ones.
//! - `problem_book` writes the rows with problems as a workbook.
//! - `source` unpacks the uploaded files.
//! - `report` holds the progress and the report of an import.
//! - `target` finds the destination that a request names.
//! - `rows` checks the rows of a sheet (pure).
//! - `sample` makes the sample workbooks.

mod plan;
mod preview;
mod problem_book;
mod report;
mod rows;
mod run;
mod sample;
mod source;
mod target;
mod write;

pub use super::sheet::{Problem, Unit, Warning, WorkbookError};
pub use problem_book::{ProblemBook, problem_book};
pub use report::{ImportReport, Preview, PreviewItem, Progress, Stage};
pub use rows::{ImportRow, KeyKind, Parsed, Pictures, Reading, is_picture_name, read_rows};
pub(crate) use rows::{MAX_LINKED, passage_group};
#[cfg(test)]
pub(crate) use rows::{SheetBody, check_file};
pub use source::{FilePart, ImportFiles, MAX_PICTURES, MAX_TOTAL, Spool, parts_of};
pub use target::ImportRequest;
pub(crate) use target::Target;
pub use write::{AcceptedImport, DroppedImport, ImportState, Interrupted};
pub(crate) use write::{ImportBatch, PendingImport};

#[cfg(test)]
mod tests;
