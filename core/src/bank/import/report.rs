//! The progress and the report of an import.

use std::collections::BTreeMap;

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
    /// Storing the rows where nobody sees them yet.
    Writing,
    /// Committing; a large import that was accepted is written batch by batch. It can no longer be cancelled.
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
    /// The questions of a dry run that asked for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Preview>,
}

/// A part of the questions that an import would write.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportPreview)]
pub struct Preview {
    /// In the order of the file.
    pub items: Vec<PreviewItem>,
    /// The number of all questions that the import would write.
    pub total: u64,
    /// The pictures of `items` that are not stored yet, as `data:` addresses, by their future address. Pictures beyond
    /// 8 MiB in total are left out.
    pub pictures: BTreeMap<String, String>,
}

/// A question as students will see it, with its answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportPreviewItem)]
pub struct PreviewItem {
    /// The row or line of the file.
    pub row: u32,
    /// Whether the bank does not have it yet.
    pub is_new: bool,
    pub title: String,
    pub status: bool,
    /// HTML.
    pub passage: Option<String>,
    /// The stem, HTML.
    pub question: String,
    /// The address of its picture.
    pub logo: Option<String>,
    /// HTML, in order; none of a theory question.
    pub options: Vec<String>,
    /// The number of the right option, from 1; 0 for a theory question.
    pub correct: u32,
    /// The explanation, or the model answer in short, HTML.
    pub description: String,
    /// The model answer in full, HTML.
    pub detailed_answer: Option<String>,
}
