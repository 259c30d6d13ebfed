//! Rows of theory questions.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use super::{
    Parsed, Reading, WorkbookError,
    imported::Row as _,
    row::{LONG, RowCheck},
    table::{Column, Table, of, open},
    workbook::Sheet,
};

/// The columns of a sheet of theory questions, in the order of the sample.
pub(crate) const COLUMNS: &[Column] = &[
    Column::new("title"),
    Column::new("question").or_else(&["questions", "questiontext", "stem"]).required(),
    Column::new("answer").or_else(&["modelanswer", "shortanswer"]).required(),
    Column::new("detailedAnswer").or_else(&["fullanswer", "markingguide", "markingscheme", "explanation"]).required(),
    Column::new("topic"),
    Column::new("section").or_else(&["subtopic"]),
    Column::new("image").or_else(&["picture", "imagefile", "diagram"]),
    Column::new("id"),
    Column::new("status").or_else(&["active", "enabled"]),
];

/// A theory question ready to be stored. Question and answers are cleaned HTML, the rest is plain
/// text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TheoryRow {
    /// The row as the spreadsheet numbers it, from 1.
    pub row: u32,
    /// Its title, where the sheet gives one.
    pub title: Option<String>,
    /// The question.
    pub question: String,
    /// The model answer.
    pub answer: String,
    /// The model answer in full.
    pub detailed_answer: String,
    /// The topic's title, where the sheet names one.
    pub topic: Option<String>,
    /// The section's name, where the sheet names one.
    pub section: Option<String>,
    /// The address of a picture.
    pub image: Option<String>,
    /// The id of the stored question that it corrects, where the sheet names one.
    pub id: Option<String>,
    /// Whether it is in use, where the sheet says so.
    pub status: Option<bool>,
}

/// Reads and checks a workbook of theory questions.
///
/// # Errors
/// [`WorkbookError`] where the file cannot be read at all; what is wrong with headers and rows
/// stands in [`Parsed::problems`].
pub fn theories(bytes: &[u8], reading: &Reading) -> Result<Parsed<TheoryRow>, WorkbookError> {
    Ok(theory_rows(&open(bytes, COLUMNS)?, reading))
}

/// Checks the rows of a sheet, whatever file it comes from.
pub(super) fn theories_of(sheet: Sheet, reading: &Reading) -> Result<Parsed<TheoryRow>, WorkbookError> {
    Ok(theory_rows(&of(sheet, COLUMNS)?, reading))
}

fn theory_rows(table: &Table, reading: &Reading) -> Parsed<TheoryRow> {
    let mut parsed = Parsed {
        rows: Vec::new(),
        problems: table.problems.clone(),
        warnings: table.warnings.clone(),
        total_rows: table.rows.len(),
        is_plain: false,
        unit: table.unit,
    };
    if !parsed.problems.is_empty() {
        return parsed;
    }
    let mut seen: HashMap<String, u32> = HashMap::new();
    let mut shown = BTreeSet::new();
    for row in &table.rows {
        let mut check = RowCheck::new(table, row, &reading.pictures);
        let theory = read_row(&mut check);
        if !theory.question.is_empty() {
            let before = *seen.entry(theory.identity(&[], theory.picture())).or_insert(theory.row);
            if before != theory.row {
                check.problem("question", format!("The same question stands in {} {before}.", table.unit.word()));
            }
        }
        parsed.warnings.append(&mut check.warnings);
        shown.append(&mut check.shown);
        if check.problems.is_empty() {
            parsed.rows.push(theory);
        } else {
            parsed.problems.append(&mut check.problems);
        }
    }
    parsed.warnings.extend(reading.pictures.unused(&shown, table.unit));
    parsed
}

fn read_row(check: &mut RowCheck<'_>) -> TheoryRow {
    let title = check.line("title");
    let mut required = |column, what: &str| {
        let text = check.rich(column, LONG);
        if text.is_empty() && !check.is_faulty(column) {
            check.problem(column, format!("The {what} is empty."));
        }
        text
    };
    let question = required("question", "question");
    let answer = required("answer", "answer");
    let detailed_answer = required("detailedAnswer", "detailed answer");
    TheoryRow {
        row: check.number(),
        title,
        question,
        answer,
        detailed_answer,
        topic: check.line("topic"),
        section: check.line("section"),
        image: check.image(),
        status: check.status(),
        id: check.line("id"),
    }
}
