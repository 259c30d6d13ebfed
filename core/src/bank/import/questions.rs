//! Rows of objective questions.

use std::collections::{BTreeSet, HashMap, hash_map::Entry};

use serde::Serialize;

use super::{
    Parsed, Problem, Reading, WorkbookError, groups,
    imported::Row as _,
    key::{self, KeyKind},
    row::{LONG, OPTION, RowCheck},
    table::{Column, Table, of, open},
    workbook::{Sheet, Unit},
};
use crate::{
    bank::{identity::normal, references},
    html,
};

const OPTIONS: [&str; 5] = ["option1", "option2", "option3", "option4", "option5"];

/// What the column of the right answers is called elsewhere.
const RIGHT: &[&str] =
    &["answer", "ans", "correct", "correctanswer", "correctoption", "correctchoice", "key", "answerkey", "rightoption"];

/// The columns of a sheet of questions (ruling 18), in the order of the sample.
pub(crate) const COLUMNS: &[Column] = &[
    Column::new("title"),
    Column::new("passage").or_else(&["comprehension", "comprehensionpassage", "readingpassage"]).spanning(),
    Column::new("group").or_else(&["passagegroup"]).spanning(),
    Column::new("question").or_else(&["questions", "questiontext", "stem"]).required(),
    Column::new("option1").or(&["a", "optiona"]).or_else(&["choice1", "choicea", "answera"]).required(),
    Column::new("option2").or(&["b", "optionb"]).or_else(&["choice2", "choiceb", "answerb"]).required(),
    Column::new("option3").or(&["c", "optionc"]).or_else(&["choice3", "choicec", "answerc"]),
    Column::new("option4").or(&["d", "optiond"]).or_else(&["choice4", "choiced", "answerd"]),
    Column::new("option5").or(&["e", "optione"]).or_else(&["choice5", "choicee", "answere"]),
    Column::new("rightAnswer").or_else(RIGHT).required(),
    Column::new("answerDesc").or_else(&["explanation", "description", "answerdescription", "solution", "rationale"]),
    Column::new("topic"),
    Column::new("section").or_else(&["subtopic"]),
    Column::new("image").or_else(&["picture", "imagefile", "diagram"]),
    Column::new("id"),
    Column::new("status").or_else(&["active", "enabled"]),
];

/// A question ready to be stored. Passage, stem, options and explanation are cleaned HTML, the
/// rest is plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct QuestionRow {
    /// The row as the spreadsheet numbers it, from 1.
    pub row: u32,
    /// Its title, where the sheet gives one.
    pub title: Option<String>,
    /// The passage it is about, the same for all questions of its group.
    pub passage: Option<String>,
    /// The name of its group; there is one exactly where there is a passage.
    pub group: Option<String>,
    /// The stem.
    pub question: String,
    /// Two to five options, in order.
    pub options: Vec<String>,
    /// The index of the right option, from 0.
    pub correct: usize,
    /// The explanation, empty where none is given.
    pub description: String,
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

/// A row and what is wrong with it.
pub(super) struct Draft {
    pub question: QuestionRow,
    pub problems: Vec<Problem>,
}

/// Reads and checks a workbook of questions.
///
/// # Errors
/// [`WorkbookError`] where the file cannot be read at all; what is wrong with headers and rows
/// stands in [`Parsed::problems`].
pub fn questions(bytes: &[u8], reading: &Reading) -> Result<Parsed<QuestionRow>, WorkbookError> {
    Ok(question_rows(open(bytes, COLUMNS)?, reading))
}

/// Checks the rows of a sheet, whatever file it comes from.
pub(super) fn questions_of(sheet: Sheet, reading: &Reading) -> Result<Parsed<QuestionRow>, WorkbookError> {
    Ok(question_rows(of(sheet, COLUMNS)?, reading))
}

fn question_rows(table: Table, reading: &Reading) -> Parsed<QuestionRow> {
    let (total_rows, unit) = (table.rows.len(), table.unit);
    if !table.problems.is_empty() {
        let Table { problems, warnings, .. } = table;
        return Parsed { rows: Vec::new(), problems, warnings, total_rows, is_plain: false, unit };
    }
    let mut warnings = table.warnings.clone();
    let mut drafts = Vec::with_capacity(total_rows);
    let mut shown = BTreeSet::new();
    for row in &table.rows {
        let mut check = RowCheck::new(&table, row, &reading.pictures);
        let question = read_row(&mut check, &table, reading.key);
        warnings.append(&mut check.warnings);
        shown.append(&mut check.shown);
        drafts.push(Draft { question, problems: check.problems });
    }
    warnings.extend(reading.pictures.unused(&shown, unit));
    groups::link(&mut drafts, unit);
    refuse_repeats(&mut drafts, unit);
    let mut rows = Vec::with_capacity(total_rows);
    let mut problems = Vec::new();
    for draft in drafts {
        if draft.problems.is_empty() {
            rows.push(draft.question);
        } else {
            problems.extend(draft.problems);
        }
    }
    Parsed { rows, problems, warnings, total_rows, is_plain: false, unit }
}

fn read_row(check: &mut RowCheck<'_>, table: &Table, kind: KeyKind) -> QuestionRow {
    let title = check.line("title");
    let passage = Some(check.rich("passage", LONG)).filter(|passage| !passage.is_empty());
    let group = check.line("group");
    let question = check.rich("question", LONG);
    let mut options: Vec<String> = OPTIONS.map(|column| check.rich(column, OPTION)).into();
    let right = check.rich("rightAnswer", OPTION);
    complete_true_false(check, &right, &mut options);
    let description = check.rich("answerDesc", LONG);
    let topic = check.line("topic");
    let section = check.line("section");
    let image = check.image();
    let id = check.line("id");
    let status = check.status();

    if question.is_empty() && !check.is_faulty("question") {
        check.problem("question", "The question is empty.");
    }
    let comparable: Vec<String> = options.iter().map(|option| normal(option)).collect();
    check_options(check, table, &comparable);
    let correct = check_key(check, &right, &comparable, kind);
    warn_of_labels(check, &comparable);
    warn_of_references(check, &question, &options, &description);
    QuestionRow {
        row: check.number(),
        title,
        passage,
        group,
        question,
        options: options.into_iter().take_while(|option| !option.is_empty()).collect(),
        correct,
        description,
        topic,
        section,
        image,
        id,
        status,
    }
}

/// Gives a statement without options, whose answer is true or false, these two.
fn complete_true_false(check: &mut RowCheck<'_>, right: &str, options: &mut [String]) {
    let is_either = ["true", "false"].contains(&normal(right).to_lowercase().as_str());
    let has_some = options.iter().any(|option| !option.is_empty()) || OPTIONS.iter().any(|one| check.is_faulty(one));
    if is_either && !has_some {
        check.warn("option1", "The statement has no options; it was given the options True and False.");
        for (option, word) in options.iter_mut().zip(["True", "False"]) {
            *option = word.to_owned();
        }
    }
}

/// `options` are comparable texts, as in [`key::read`].
fn check_options(check: &mut RowCheck<'_>, table: &Table, options: &[String]) {
    let filled = |check: &RowCheck<'_>, at: usize| !options[at].is_empty() || check.is_faulty(OPTIONS[at]);
    let last = (0..OPTIONS.len()).rev().find(|&at| filled(check, at));
    for (at, column) in OPTIONS.into_iter().enumerate() {
        if filled(check, at) {
            continue;
        }
        if at < 2 {
            check.problem(column, format!("Option {} is empty; a question needs at least two options.", at + 1));
        } else if let Some(last) = last.filter(|&last| last > at) {
            let cause = match (table.places.contains_key(column), table.unit) {
                (true, _) => "is empty",
                (false, Unit::Row) => "has no column",
                (false, Unit::Line) => "is missing",
            };
            check.problem(column, format!("Option {} {cause}, but option {} is given.", at + 1, last + 1));
        }
    }
    for (at, option) in options.iter().enumerate().filter(|(_, option)| !option.is_empty()) {
        if let Some(before) = options[..at].iter().position(|other| other == option) {
            check.problem(OPTIONS[at], format!("Option {} is the same as option {}.", at + 1, before + 1));
        }
    }
}

fn check_key(check: &mut RowCheck<'_>, right: &str, options: &[String], kind: KeyKind) -> usize {
    const COLUMN: &str = "rightAnswer";
    if check.is_faulty(COLUMN) {
        return 0;
    }
    if right.is_empty() {
        check
            .problem(COLUMN, "The right answer is empty. Write the option's number (1 to 5), letter (A to E) or text.");
        return 0;
    }
    let right = normal(right);
    let may_be_refused = key::place(&right).is_none_or(|place| place < OPTIONS.len());
    match key::answer(&right, options, kind) {
        Ok(answer) => {
            if let Some(notice) = answer.notice {
                check.warn(COLUMN, notice);
            }
            answer.index
        }
        // An option that was refused may be the one meant.
        Err(_) if may_be_refused && OPTIONS.iter().any(|column| check.is_faulty(column)) => 0,
        Err(message) => {
            check.problem(COLUMN, message);
            0
        }
    }
}

/// Options that begin with their own letter or number are wrong once they are shuffled.
fn warn_of_labels(check: &mut RowCheck<'_>, options: &[String]) {
    let labelled: Vec<usize> = (0..options.len()).filter(|&at| is_labelled(&options[at], at)).collect();
    if labelled.len() < 2 {
        return;
    }
    for at in labelled {
        let label = options[at].split_whitespace().next().unwrap_or_default().to_owned();
        check.warn(
            OPTIONS[at],
            format!("The option begins with “{label}”, which will be wrong when options are shuffled. Leave it out."),
        );
    }
}

/// Texts that name options by their place may name others once these are shuffled.
fn warn_of_references(check: &mut RowCheck<'_>, question: &str, options: &[String], description: &str) {
    let options = options.iter().filter(|option| !option.is_empty()).map(String::as_str);
    if let Some((place, why)) = references::doubt(question, options.clone()) {
        check.warn(OPTIONS[place], why);
    }
    if let Some(letter) = references::named_letter(description, options) {
        check.warn("answerDesc", references::letter_named(letter));
    }
}

/// Whether a text begins as the option at this place is called: "A. ", "(b) ", "3) ".
fn is_labelled(option: &str, at: usize) -> bool {
    let Some((label, rest)) = option.split_once(' ') else { return false };
    let ends = label.ends_with([')', '.', ':']);
    ends && !rest.is_empty() && label.len() <= 4 && key::place(label) == Some(at)
}

/// A question that stands in the sheet twice is refused the second time.
fn refuse_repeats(drafts: &mut [Draft], unit: Unit) {
    let unit = unit.word();
    let mut seen: HashMap<String, usize> = HashMap::with_capacity(drafts.len());
    for at in 0..drafts.len() {
        let question = &drafts[at].question;
        if question.question.is_empty() {
            continue;
        }
        let identity = question.identity(&[], question.picture());
        let before = match seen.entry(identity) {
            Entry::Vacant(first) => {
                first.insert(at);
                continue;
            }
            Entry::Occupied(first) => &drafts[*first.get()].question,
        };
        let (row, right) = (before.row, before.options.get(before.correct));
        let mut message = format!("The same question with the same options stands in {unit} {row}.");
        if let (Some(there), Some(here)) = (right, question.options.get(question.correct))
            && before.correct != question.correct
        {
            let (there, here) = (html::text_of(there), html::text_of(here));
            message = format!(
                "The same question with the same options stands in {unit} {row}, with another right answer: \
                 “{there}” there, “{here}” here. Keep the {unit} that is right."
            );
        }
        drafts[at].add("question", message);
    }
}
