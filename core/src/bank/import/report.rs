//! The progress and the report of an import.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bank::sheet::{Problem, Unit, Warning};

/// The stage of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Opening the workbook and checking its rows.
    Reading,
    /// Comparing the rows with the bank.
    Checking,
    /// Writing the rows; not visible before the commit.
    Writing,
    /// Committing. The import can no longer be cancelled.
    Keeping,
}

/// The progress of an import: `done` of `total` rows in its stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportProgress)]
pub struct Progress {
    pub stage: Stage,
    pub done: u64,
    pub total: u64,
}

/// The report of an import or a dry run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// Whether this was a dry run, which writes nothing.
    pub dry_run: bool,
    /// Data rows in the sheet.
    pub rows: u64,
    /// The unit of the row numbers in problems and warnings.
    #[serde(default)]
    pub unit: Unit,
    /// Whether anything was written.
    pub written: bool,
    /// Rows whose question is not stored yet.
    pub new: u64,
    /// Rows whose question is stored with other content.
    pub changed: u64,
    /// Rows whose question is stored with the same content.
    pub unchanged: u64,
    /// Rows with a problem.
    pub rejected: u64,
    pub problems: Vec<Problem>,
    pub warnings: Vec<Warning>,
}
