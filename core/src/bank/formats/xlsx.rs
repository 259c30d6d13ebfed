//! Writes workbooks in the sample's layout, with the sheet that explains it.
//!
//! Cells are text in text columns, so no spreadsheet executes them or converts them to dates.

use rust_xlsxwriter::{
    Color, DataValidation, DataValidationErrorStyle, Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError,
};

use super::{FileItem, ItemKind, Written};
use crate::bank::sheet::Column;

/// The maximum number of characters in a cell of Excel.
const MAX_SIGNS: usize = 32_767;

/// A column's width in characters, and the note that explains the column.
type Note = (f64, &'static str);

const CHOICE_NOTES: [Note; 21] = [
    (22.0, "A short name for the question. Left empty, it becomes “Question” and its number."),
    (
        60.0,
        "The passage that this and the next questions are about. Give it in the first row of its group, or merge the cells.",
    ),
    (
        16.0,
        "The name of the group of questions on one passage: the same in each of its rows, which stand next to each other. At most 5.",
    ),
    (60.0, "Required. The question itself."),
    (24.0, "Required. The first option (A)."),
    (24.0, "Required. The second option (B)."),
    (24.0, "The third option (C)."),
    (24.0, "The fourth option (D)."),
    (24.0, "The fifth option (E)."),
    (
        14.0,
        "Required. The right option: its number (1 to 5), its letter (A to E) or its text. Where options are numbers, use the letter.",
    ),
    (60.0, "The explanation shown with the correction."),
    (22.0, "The topic. Left empty, the one chosen for the import, or “General”."),
    (22.0, "The topic's section. Left empty, the one chosen for the import, or “General”."),
    (
        30.0,
        "A picture: the name of a file that comes with the workbook, in a folder beside it or in one .zip with it; or an address that starts with /uploads/.",
    ),
    (
        28.0,
        "The question's own id, as an export writes it. A row with one corrects that question: its options, its group and the group's passage are those of the row, and any other empty cell changes nothing. Left empty, the row adds one.",
    ),
    (
        12.0,
        "“inactive” switches the question off: no test asks it. “active” switches it on. Left empty, a new question is on, and one with an id stays as it is.",
    ),
    (
        12.0,
        "“checked” says that a person has checked the question, “draft” that nobody has. Left empty, new content is a draft.",
    ),
    (22.0, "The examination board that the question comes from."),
    (16.0, "The year or the sitting of its paper."),
    (16.0, "Its number in that paper."),
    (30.0, "Who holds the rights to the question, or its licence."),
];
const ESSAY_NOTES: [Note; 14] = [
    CHOICE_NOTES[0],
    (60.0, "Required. The question itself."),
    (60.0, "Required. The model answer in short."),
    (60.0, "Required. The model answer in full, with its marks if you like."),
    CHOICE_NOTES[11],
    CHOICE_NOTES[12],
    CHOICE_NOTES[13],
    CHOICE_NOTES[14],
    CHOICE_NOTES[15],
    CHOICE_NOTES[16],
    CHOICE_NOTES[17],
    CHOICE_NOTES[18],
    CHOICE_NOTES[19],
    CHOICE_NOTES[20],
];
const GENERAL: [&str; 5] = [
    "Keep the headers in the first row. Columns may stand in any order, and those that are not required may be left out.",
    "Replace the example rows with your own. At most 20,000 rows, and 20 MiB for the file.",
    "Maths stands between \\( and \\), or between $$ and $$ on a line of its own, in LaTeX: \\(x^2 < 9\\).",
    "Raised, lowered, underlined, bold and italic letters in a cell are kept. Type fractions such as 1/3 into cells that are formatted as text, or the spreadsheet makes dates of them.",
    "Plain text is enough. HTML such as <em>, <sub>, <sup>, <p>, <table> and <img> is kept; scripts and styles are removed.",
];

/// Writes a workbook of these questions.
///
/// # Errors
/// If the workbook cannot be built.
pub(crate) fn write(kind: ItemKind, items: &[FileItem]) -> Result<Vec<u8>, XlsxError> {
    let rows: Vec<Vec<String>> =
        items.iter().map(|item| item.cells().into_iter().map(|(_, cell)| fitting(cell)).collect()).collect();
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    book_of(kind, &rows)
}

/// The losses of a question in a sheet.
pub(super) fn losses(item: &FileItem) -> Written {
    let mut written = Written::default();
    for (column, _) in item.cells().iter().filter(|(_, cell)| signs(cell) > MAX_SIGNS) {
        written.lose(column, "The text is longer than the 32,767 characters of a cell, which was left empty.");
    }
    written
}

fn fitting(cell: String) -> String {
    if signs(&cell) > MAX_SIGNS { String::new() } else { cell }
}

/// The length of a text as Excel counts it, in UTF-16 units; for a short text, an upper bound.
fn signs(cell: &str) -> usize {
    if cell.len() <= MAX_SIGNS { cell.len() } else { cell.encode_utf16().count() }
}

/// A workbook of items whose cells are in the order of the columns.
pub(crate) fn book_of(kind: ItemKind, rows: &[&[&str]]) -> Result<Vec<u8>, XlsxError> {
    let (name, notes): (_, &[Note]) = match kind {
        ItemKind::Choice => ("Questions", &CHOICE_NOTES),
        ItemKind::Essay => ("Theories", &ESSAY_NOTES),
    };
    let mut book = Workbook::new();
    write_rows(book.add_worksheet(), name, kind.columns(), notes, rows)?;
    write_notes(book.add_worksheet(), kind.columns(), notes)?;
    book.save_to_buffer()
}

fn write_rows(
    sheet: &mut Worksheet,
    name: &str,
    columns: &[Column],
    notes: &[Note],
    rows: &[&[&str]],
) -> Result<(), XlsxError> {
    // Formatted as text, so that 1/2 does not become a date.
    let text = Format::new().set_num_format("@").set_text_wrap().set_align(FormatAlign::Top);
    sheet.set_name(name)?.set_freeze_panes(1, 0)?;
    for (at, (column, (width, _))) in (0_u16..).zip(columns.iter().zip(notes)) {
        sheet.set_column_width(at, *width)?;
        sheet.set_column_format(at, &text)?;
        sheet.write_with_format(0, at, column.name, &heading())?;
        if column.name == "rightAnswer" {
            sheet.add_data_validation(1, at, 20_000, at, &key_validation()?)?;
        }
    }
    for (row, cells) in (1_u32..).zip(rows) {
        for (at, cell) in (0_u16..).zip(*cells).filter(|(_, cell)| !cell.is_empty()) {
            sheet.write_string_with_format(row, at, *cell, &text)?;
        }
    }
    Ok(())
}

/// Offers the letters in a list. Other text is accepted after a warning.
fn key_validation() -> Result<DataValidation, XlsxError> {
    DataValidation::new()
        .allow_list_strings(&["A", "B", "C", "D", "E", "1", "2", "3", "4", "5"])?
        .set_input_title("Right answer")?
        .set_input_message("The option's letter (A to E), number (1 to 5) or text.")?
        .set_error_title("Right answer")?
        .set_error_message("This is no letter from A to E and no number from 1 to 5. Is it the text of an option?")
        .map(|validation| validation.set_error_style(DataValidationErrorStyle::Warning))
}

fn write_notes(sheet: &mut Worksheet, columns: &[Column], notes: &[Note]) -> Result<(), XlsxError> {
    let wrapped = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    sheet.set_name("Notes")?.set_freeze_panes(1, 0)?;
    sheet.set_column_width(0, 18)?.set_column_width(1, 100)?;
    sheet.write_with_format(0, 0, "Column", &heading())?;
    sheet.write_with_format(0, 1, "What it holds", &heading())?;
    let mut row = 1;
    for (column, (_, note)) in columns.iter().zip(notes) {
        sheet.write_with_format(row, 0, column.name, &wrapped)?;
        sheet.write_with_format(row, 1, *note, &wrapped)?;
        row += 1;
    }
    for note in GENERAL {
        row += 1;
        sheet.write_with_format(row, 1, note, &wrapped)?;
    }
    Ok(())
}

fn heading() -> Format {
    Format::new()
        .set_bold()
        .set_font_color(Color::White)
        .set_background_color(Color::RGB(0x0B_5D3B))
        .set_border_bottom(FormatBorder::Thin)
        .set_align(FormatAlign::VerticalCenter)
}
