//! The sample workbooks: a sheet that imports as it stands, and a sheet of notes.

use rust_xlsxwriter::{
    Color, DataValidation, DataValidationErrorStyle, Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError,
};

use super::table::Column;
use crate::bank::ItemKind;

/// A column's width in characters, and its note.
type Note = (f64, &'static str);

const CHOICE_NOTES: [Note; 16] = [
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
];
const ESSAY_NOTES: [Note; 9] = [
    CHOICE_NOTES[0],
    (60.0, "Required. The question itself."),
    (60.0, "Required. The model answer in short."),
    (60.0, "Required. The model answer in full, with its marks if you like."),
    CHOICE_NOTES[11],
    CHOICE_NOTES[12],
    CHOICE_NOTES[13],
    CHOICE_NOTES[14],
    CHOICE_NOTES[15],
];
const GENERAL: [&str; 5] = [
    "Keep the headers in the first row. Columns may stand in any order, and those that are not required may be left out.",
    "Replace the example rows with your own. At most 20,000 rows, and 20 MiB for the file.",
    "Maths stands between \\( and \\), or between $$ and $$ on a line of its own, in LaTeX: \\(x^2 < 9\\).",
    "Raised, lowered, underlined, bold and italic letters in a cell are kept. Type fractions such as 1/3 into cells that are formatted as text, or the spreadsheet makes dates of them.",
    "Plain text is enough. HTML such as <em>, <sub>, <sup>, <p>, <table> and <img> is kept; scripts and styles are removed.",
];

const PASSAGE: &str = "The harmattan came early to Jos that year. By the second week of November the hills had vanished behind a curtain of dust, and Mama Hauwa, who sold roasted maize beside the motor park, had begun to wrap her grandson in two sweaters before dawn.\nYet trade had never been better. Travellers, stiff with cold, gathered round her fire and bought one cob after another, less for the maize than for the warmth.";

const QUESTIONS: [[&str; 14]; 4] = [
    [
        "Capital of Ghana",
        "",
        "",
        "Which city is the capital of Ghana?",
        "Kumasi",
        "Accra",
        "Tamale",
        "Cape Coast",
        "",
        "B",
        "Accra has been the capital since 1877, when it took the place of Cape Coast.",
        "West Africa",
        "Cities",
        "",
    ],
    [
        "Harmattan, question 1",
        PASSAGE,
        "Harmattan",
        "The hills could not be seen because of",
        "rain",
        "darkness",
        "dust",
        "smoke from the fire",
        "",
        "3",
        "The passage says that they “had vanished behind a curtain of dust”.",
        "Comprehension",
        "Narrative passages",
        "",
    ],
    [
        "Harmattan, question 2",
        "",
        "Harmattan",
        "Travellers bought so much maize mainly because they",
        "were hungry after their journey",
        "wanted to stand near the fire",
        "pitied the old woman",
        "found it cheap",
        "",
        "wanted to stand near the fire",
        "They bought “less for the maize than for the warmth”.",
        "Comprehension",
        "Narrative passages",
        "",
    ],
    [
        "Quadratic equation",
        "",
        "",
        "If \\(x^2 - 5x + 6 = 0\\) and \\(x < 3\\), find \\(x\\).",
        "\\(1\\)",
        "\\(2\\)",
        "\\(3\\)",
        "\\(-2\\)",
        "",
        "B",
        "\\(x^2 - 5x + 6 = (x - 2)(x - 3)\\), so that \\(x = 2\\) or \\(x = 3\\); only \\(2\\) is less than \\(3\\).",
        "Algebra",
        "Quadratic equations",
        "",
    ],
];
const THEORIES: [[&str; 7]; 2] = [
    [
        "Osmosis",
        "(a) What is osmosis?\n(b) Name two places in a plant where it takes place.",
        "(a) The movement of water through a semi-permeable membrane from a dilute to a more concentrated solution. (b) Root hairs; guard cells.",
        "<p>(a) Osmosis is the movement of <em>water</em> molecules through a semi-permeable membrane, from a dilute solution to a more concentrated one, until both are equal. [3 marks]</p><p>(b) It takes place in the root hairs, which take in water from the soil, and in the guard cells, which open and close the stomata. [2 marks]</p>",
        "Transport",
        "Movement of water",
        "",
    ],
    [
        "Simple interest",
        "Find the simple interest on ₦50,000 for 3 years at 8% a year.",
        "₦12,000",
        "\\(I = \\frac{PRT}{100} = \\frac{50000 \\times 8 \\times 3}{100} = 12000\\), so the interest is ₦12,000.",
        "Number",
        "Interest",
        "",
    ],
];

/// The sample for items of a kind, as the bytes of an .xlsx.
///
/// # Errors
/// When the workbook cannot be put together.
pub fn sample(kind: ItemKind) -> Result<Vec<u8>, XlsxError> {
    let rows: Vec<&[&str]> = match kind {
        ItemKind::Choice => QUESTIONS.iter().map(<[&str; 14]>::as_slice).collect(),
        ItemKind::Essay => THEORIES.iter().map(<[&str; 7]>::as_slice).collect(),
    };
    workbook(kind, &rows)
}

/// A workbook of items whose cells stand in the order of the columns.
pub(crate) fn workbook(kind: ItemKind, rows: &[&[&str]]) -> Result<Vec<u8>, XlsxError> {
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
    // Formatted as text, so that the spreadsheet does not make a date of 1/2.
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

/// Offers the letters, and lets the option's text pass after a question.
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
