//! The sample workbooks: a sheet that imports as it stands, and a sheet of notes.

use rust_xlsxwriter::XlsxError;

use crate::bank::{ItemKind, formats::book_of};

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
    book_of(kind, &rows)
}
