//! Checks the rows of a sheet: each becomes an item, or a problem.

mod check;
mod choice;
mod essay;
mod groups;
mod key;
mod pictures;
mod strict;

use std::collections::{BTreeSet, HashMap, hash_map::Entry};

use crate::{
    bank::{
        ChoiceContent, ItemBody, ItemKind, Provenance, Review,
        formats::ParsedFile,
        identity::identity,
        sheet::{
            Problem, Unit, Warning, WorkbookError, table,
            workbook::{self, Sheet},
        },
    },
    catalogue::University,
    html,
    store::Id,
};
use check::RowCheck;
pub(in crate::bank) use groups::clashes;
pub(crate) use groups::{MAX_LINKED, passage_group};
pub use key::KeyKind;
pub(in crate::bank) use pictures::has_ending;
pub use pictures::{Pictures, is_picture_name};
pub(in crate::bank) use strict::strict;

/// Options for reading a sheet, and its pictures.
#[derive(Debug, Default)]
pub struct Reading {
    /// The form of its right answers.
    pub key: KeyKind,
    /// The pictures that its cells may name.
    pub pictures: Pictures,
}

/// A sheet after checking.
#[derive(Debug, Clone)]
pub struct Parsed<B: ItemBody> {
    /// The rows without a problem, in the sheet's order.
    pub rows: Vec<ImportRow<B>>,
    /// All problems, by row.
    pub problems: Vec<Problem>,
    /// All warnings, by row.
    pub warnings: Vec<Warning>,
    /// Data rows in the sheet, without blank ones and the header. Those not in `rows` were rejected.
    pub total_rows: usize,
    /// Whether the format has no markup. Then a stored text that differs only in markup is unchanged.
    pub is_plain: bool,
    /// The name of its rows.
    pub unit: Unit,
}

/// The content of a row, ready to be stored. The question is cleaned HTML, the rest is plain text.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportRow<B: ItemBody> {
    /// The row as the spreadsheet numbers it, from 1.
    pub row: u32,
    /// The id of the stored item that it changes, if the sheet names one.
    pub id: Option<String>,
    /// Its title, if the sheet has one.
    pub title: Option<String>,
    /// The stem.
    pub question: String,
    /// The address of a picture.
    pub image: Option<String>,
    /// The topic's title, if the sheet names one.
    pub topic: Option<String>,
    /// The section's name, if the sheet names one.
    pub section: Option<String>,
    /// Whether it is active, if the sheet says so.
    pub status: Option<bool>,
    /// Whether it was checked, if the sheet says so.
    pub review: Option<Review>,
    /// Its source, as far as the sheet says.
    pub provenance: Provenance,
    pub body: B::Content,
}

/// A row with its problems.
pub struct CheckedRow<B: ItemBody> {
    pub item: ImportRow<B>,
    pub problems: Vec<Problem>,
}

/// How the importer reads a kind of item.
pub trait SheetBody: ItemBody {
    /// Reads and checks a row's cells of this kind; `question` is the row's stem.
    fn read(check: &mut RowCheck<'_>, question: &str) -> Self::Content;
    /// The stored content, with the row's filled cells in place of the stored ones. `same` chooses between the row's
    /// text and the stored text.
    fn over(content: &Self::Content, stored: &Self, same: &dyn Fn(&str, Option<&str>) -> String) -> Self::Content;
    /// The content of a choice item.
    fn choice_content(_: &Self::Content) -> Option<&ChoiceContent> {
        None
    }
    /// Groups the rows that share a passage.
    fn link(_: &mut [CheckedRow<Self>], _: Unit) {}
}

/// Reads and checks a workbook.
///
/// # Errors
/// [`WorkbookError`] if the file cannot be read at all. Problems of headers and rows are in [`Parsed::problems`].
pub fn read_rows<B: SheetBody>(bytes: &[u8], reading: &Reading) -> Result<Parsed<B>, WorkbookError> {
    check_rows(workbook::read(bytes)?, reading)
}

/// Checks a parsed file, and adds the problems that its reader found.
pub(crate) fn check_file<B: SheetBody>(file: ParsedFile, reading: &Reading) -> Result<Parsed<B>, WorkbookError> {
    let mut parsed = check_rows::<B>(file.sheet, reading)?;
    parsed.problems.extend(file.problems);
    parsed.warnings.extend(file.warnings);
    parsed.total_rows += file.left_out;
    parsed.is_plain = file.is_plain;
    Ok(parsed)
}

fn check_rows<B: SheetBody>(sheet: Sheet, reading: &Reading) -> Result<Parsed<B>, WorkbookError> {
    let table = table::of(sheet, B::KIND.columns())?;
    let mut parsed = Parsed {
        rows: Vec::new(),
        problems: table.problems.clone(),
        warnings: table.warnings.clone(),
        total_rows: table.rows.len(),
        is_plain: false,
        unit: table.unit,
    };
    if !parsed.problems.is_empty() {
        return Ok(parsed);
    }
    let (mut rows, mut shown) = (Vec::with_capacity(table.rows.len()), BTreeSet::new());
    for row in &table.rows {
        let mut check = RowCheck::new(&table, row, reading);
        let item = read_row(&mut check);
        parsed.warnings.append(&mut check.warnings);
        shown.append(&mut check.shown);
        rows.push(CheckedRow { item, problems: check.problems });
    }
    parsed.warnings.extend(reading.pictures.unused(&shown, table.unit));
    B::link(&mut rows, table.unit);
    refuse_repeats(&mut rows, table.unit);
    for CheckedRow { item, problems } in rows {
        if problems.is_empty() {
            parsed.rows.push(item);
        } else {
            parsed.problems.extend(problems);
        }
    }
    Ok(parsed)
}

fn read_row<B: SheetBody>(check: &mut RowCheck<'_>) -> ImportRow<B> {
    let title = check.line("title");
    let question = check.required("question", "question");
    let body = B::read(check, &question);
    ImportRow {
        row: check.number(),
        id: check.line("id"),
        title,
        question,
        image: check.image(),
        topic: check.line("topic"),
        section: check.line("section"),
        status: check.status(),
        review: check.review(),
        provenance: check.provenance(),
        body,
    }
}

/// Rejects the second of two rows with the same question.
fn refuse_repeats<B: SheetBody>(rows: &mut [CheckedRow<B>], unit: Unit) {
    let (name, word) = (unit.name(), unit.word());
    let what = match B::KIND {
        ItemKind::Choice => "question with the same options",
        ItemKind::Essay => "question",
    };
    let key = |item: &ImportRow<B>| {
        let choice = B::choice_content(&item.body)?;
        Some((choice.correct, html::text_of(choice.options.get(choice.correct)?)))
    };
    let mut seen: HashMap<String, usize> = HashMap::with_capacity(rows.len());
    for at in 0..rows.len() {
        let item = &rows[at].item;
        if item.question.is_empty() {
            continue;
        }
        let before = match seen.entry(item.identity(&[], item.image.as_deref())) {
            Entry::Vacant(first) => {
                first.insert(at);
                continue;
            }
            Entry::Occupied(first) => &rows[*first.get()].item,
        };
        let mut message = format!("{name} {} has the same {what}.", before.row);
        if let (Some((place, there)), Some((other, here))) = (key(before), key(item))
            && place != other
        {
            message = format!(
                "{name} {} has the same {what}, but another right answer: “{there}” there, “{here}” here. Keep the \
                 {word} that is right.",
                before.row
            );
        }
        rows[at].add("question", message);
    }
}

impl<B: ItemBody> CheckedRow<B> {
    /// Adds a problem to the row.
    pub(in crate::bank) fn add(&mut self, column: &str, message: String) {
        self.problems.push(Problem { row: self.item.row, column: column.to_owned(), message });
    }
}

impl<B: SheetBody> ImportRow<B> {
    /// The identity of its item with this picture. Items with equal identities are the same.
    pub(in crate::bank) fn identity(&self, universities: &[Id<University>], picture: Option<&str>) -> String {
        let options = B::choice_content(&self.body).into_iter().flat_map(|choice| &choice.options);
        identity(universities, &self.question, options.map(String::as_str), picture)
    }
}
