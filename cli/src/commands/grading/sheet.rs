//! The worksheet of submissions: one row per answer, as CSV or a workbook.

use std::{fs, path::Path};

use rust_xlsxwriter::{Format, Workbook, XlsxError};
use sabi_api::cells::harmless;
use sabi_core::{
    bank::sheet::workbook,
    files::{ShownPath as _, write_private},
    grading::GradingView,
};
use sabi_tui::text::rich;

use super::show::photographs;
use crate::exit::{self, failure};

/// The columns, in order. An import reads submission, answer, grade and remark.
const HEADS: [&str; 10] =
    ["submission", "answer", "exam", "year", "subject", "question", "written", "model answer", "grade", "remark"];
/// The widths of the columns of a workbook, in characters.
const WIDTHS: [f64; 10] = [24.0, 28.0, 16.0, 8.0, 18.0, 50.0, 60.0, 60.0, 8.0, 40.0];
/// Maximum characters per cell, a limit of workbooks.
const MAX_CELL_CHARS: usize = 32_767;
/// The largest worksheet that is read, in bytes.
const MAX_FILE_BYTES: u64 = 20 * 1024 * 1024;
/// The width to which texts are wrapped.
const WRAP: u16 = 100;

/// A graded row of a worksheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorksheetRow {
    /// The row number in the spreadsheet, from 1.
    pub number: u64,
    pub submission: String,
    pub answer: String,
    /// As typed; may be empty.
    pub grade: String,
    pub remark: String,
    /// Why one of its cells cannot be used.
    pub fault: Option<String>,
}

/// A row of cells with its number. A cell that cannot be used holds the reason, which follows its column's name.
type WorksheetLine = (u64, Vec<Result<String, String>>);

/// Writes all non-empty answers into a worksheet that only its owner can read.
pub fn write(path: &Path, submissions: &[GradingView]) -> anyhow::Result<u64> {
    let rows: Vec<_> = submissions.iter().flat_map(rows_of).collect();
    let is_workbook = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx"));
    let bytes = if is_workbook { workbook_of(&rows)? } else { csv_of(&rows)? };
    let wrong = |error: std::io::Error| failure(exit::NO_OUTPUT, format!("{}: {error}.", path.shown()));
    write_private(path, &bytes).map_err(wrong)?;
    Ok(rows.len() as u64)
}

fn rows_of(view: &GradingView) -> impl Iterator<Item = [String; 10]> + '_ {
    let text = |html: &str| rich(html, WRAP).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let written = view.answers.iter().filter_map(|answer| Some((answer, answer.theory_answered.as_ref()?)));
    written.map(move |(answer, written)| {
        let model = [text(&answer.theory_correct_answer), text(&answer.detailed_answer)];
        [
            view.id.to_string(),
            answer.answer_id.clone(),
            view.exam.title.clone(),
            view.year.map(|year| year.to_string()).unwrap_or_default(),
            answer.subject.as_ref().map(|subject| subject.title.clone()).unwrap_or_default(),
            answer.theory.as_ref().map(|theory| text(&theory.question)).unwrap_or_default(),
            match photographs(answer, view) {
                Some(place) => format!("{written}\n\n[{place}]"),
                None => written.clone(),
            },
            model.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n"),
            answer.ans_grade.map(|grade| grade.to_string()).unwrap_or_default(),
            answer.remark.clone().unwrap_or_default(),
        ]
    })
}

fn csv_of(rows: &[[String; 10]]) -> anyhow::Result<Vec<u8>> {
    // Without this mark, spreadsheets assume another encoding.
    let mut writer = csv::Writer::from_writer("\u{feff}".as_bytes().to_vec());
    writer.write_record(HEADS)?;
    for row in rows {
        writer.write_record(row.iter().map(|cell| harmless(cell)))?;
    }
    Ok(writer.into_inner()?)
}

fn workbook_of(rows: &[[String; 10]]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let (bold, wrapped) = (Format::new().set_bold(), Format::new().set_text_wrap());
    let sheet = book.add_worksheet();
    sheet.set_freeze_panes(1, 0)?;
    for (column, (head, width)) in (0..).zip(HEADS.iter().zip(WIDTHS)) {
        sheet.set_column_width(column, width)?;
        sheet.write_string_with_format(0, column, *head, &bold)?;
    }
    for (number, row) in (1..).zip(rows) {
        for (column, cell) in (0..).zip(row) {
            let cell: String = cell.chars().take(MAX_CELL_CHARS).collect();
            sheet.write_string_with_format(number, column, cell, &wrapped)?;
        }
    }
    book.save_to_buffer()
}

/// The non-empty rows of a worksheet.
///
/// # Errors
/// If the file cannot be read, or a required column is missing.
pub fn read(path: &Path) -> anyhow::Result<Vec<WorksheetRow>> {
    let unreadable = |error: std::io::Error| failure(exit::NO_INPUT, format!("{}: {error}.", path.shown()));
    if fs::metadata(path).map_err(unreadable)?.len() > MAX_FILE_BYTES {
        return Err(failure(exit::NOT_A_WORKBOOK, format!("{} is larger than 20 MiB.", path.shown())));
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    let wrong = |words: String| failure(exit::NOT_A_WORKBOOK, format!("{}: {words}", path.shown()));
    let lines = if bytes.starts_with(b"PK") {
        let sheet = workbook::read(&bytes).map_err(|error| wrong(format!("{error}.")))?;
        let cells = |row: workbook::SheetRow| {
            let width = row.cells.keys().last().map_or(0, |last| last + 1);
            let cell = |place| match row.cells.get(&place) {
                Some(cell) => cell.fault().map_or_else(|| Ok(cell.text().to_owned()), |why| Err(why.to_owned())),
                None => Ok(String::new()),
            };
            (u64::from(row.number), (0..width).map(cell).collect())
        };
        sheet.rows.into_iter().map(cells).collect()
    } else {
        lines_of(&bytes).map_err(wrong)?
    };
    rows_from(lines).map_err(wrong)
}

/// The lines of a CSV file, with commas or semicolons.
fn lines_of(bytes: &[u8]) -> Result<Vec<WorksheetLine>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "It is neither a workbook nor CSV in UTF-8.".to_owned())?;
    let text = text.trim_start_matches('\u{feff}');
    let head = text.lines().next().unwrap_or_default();
    let delimiter = if head.matches(';').count() > head.matches(',').count() { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let mut lines = Vec::new();
    for (number, record) in (1..).zip(reader.records()) {
        let record = record.map_err(|error| format!("{error}."))?;
        lines.push((number, record.iter().map(|cell| Ok(cell.to_owned())).collect()));
    }
    Ok(lines)
}

fn rows_from(lines: Vec<WorksheetLine>) -> Result<Vec<WorksheetRow>, String> {
    let mut lines = lines.into_iter();
    let (_, heads) = lines.next().ok_or("It is empty.")?;
    let place = |name: &str| {
        let is_named =
            |head: &Result<String, String>| head.as_ref().is_ok_and(|head| head.trim().eq_ignore_ascii_case(name));
        heads.iter().position(is_named).ok_or_else(|| format!("It has no column {name}."))
    };
    let [submission, answer, grade, remark] =
        [place("submission")?, place("answer")?, place("grade")?, place("remark")?];
    let row = |(number, cells): WorksheetLine| {
        // An export prefixes formulas with an apostrophe.
        let cell = |place: usize| {
            let text = cells.get(place).and_then(|cell| cell.as_deref().ok()).unwrap_or_default().trim();
            text.strip_prefix('\'').filter(|rest| harmless(rest) == text).unwrap_or(text).to_owned()
        };
        let fault = [("grade", grade), ("remark", remark)].into_iter().find_map(|(name, place)| {
            let why = cells.get(place)?.as_ref().err()?;
            Some(format!("The column {name} {why}."))
        });
        let [submission, answer, grade, remark] = [submission, answer, grade, remark].map(cell);
        WorksheetRow { number, submission, answer, grade, remark, fault }
    };
    let rows = lines.map(row).filter(|row| !row.submission.is_empty() || !row.answer.is_empty());
    Ok(rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worksheet_is_read_with_commas_semicolons_and_a_mark() {
        let row = |number| WorksheetRow {
            number,
            submission: "q1".into(),
            answer: "q1-2".into(),
            grade: "75".into(),
            remark: "=Name the unit".into(),
            fault: None,
        };
        for text in [
            "\u{feff}submission,answer,grade,remark\nq1,q1-2,75,'=Name the unit\n",
            "Answer;Submission;Remark;Grade\nq1-2;q1;=Name the unit;75\n;;;\n",
        ] {
            let rows = rows_from(lines_of(text.as_bytes()).unwrap()).unwrap();
            assert_eq!(rows, [row(2)], "{text}");
        }
        let wrong = rows_from(lines_of(b"submission,answer,remark\n").unwrap()).unwrap_err();
        assert_eq!(wrong, "It has no column grade.");
    }
}
