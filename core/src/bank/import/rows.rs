//! Checks the rows of a sheet: each becomes an item, or a problem.

use std::collections::{BTreeSet, HashMap, hash_map::Entry};

use super::{
    Parsed, Problem, Reading, Unit, WorkbookError,
    ask::Target,
    cell::tidy,
    choice::CHOICE_COLUMNS,
    essay::ESSAY_COLUMNS,
    places::Place,
    row_check::RowCheck,
    table::{self, Column},
    workbook::{self, Sheet},
};
use crate::{
    bank::{ChoiceContent, Item, ItemBody, ItemKind, formats::ParsedFile, identity::identity},
    catalogue::University,
    clock::Instant,
    html,
    store::Id,
};

/// An item as a row of a sheet gives it, ready to be stored. The question is cleaned HTML, the rest is plain text.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportRow<B: ItemBody> {
    /// The row as the spreadsheet numbers it, from 1.
    pub row: u32,
    /// The id of the stored item that it corrects, where the sheet names one.
    pub id: Option<String>,
    /// Its title, where the sheet gives one.
    pub title: Option<String>,
    /// The stem.
    pub question: String,
    /// The address of a picture.
    pub image: Option<String>,
    /// The topic's title, where the sheet names one.
    pub topic: Option<String>,
    /// The section's name, where the sheet names one.
    pub section: Option<String>,
    /// Whether it is in use, where the sheet says so.
    pub status: Option<bool>,
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
    /// The content of a row over the stored one: what the row leaves empty stays. `same` chooses between the text of
    /// the row and the stored one.
    fn over(content: &Self::Content, stored: &Self, same: &dyn Fn(&str, Option<&str>) -> String) -> Self::Content;
    /// The content of a choice item.
    fn choice_content(_: &Self::Content) -> Option<&ChoiceContent> {
        None
    }
    /// Puts the rows that belong together into groups.
    fn link(_: &mut [CheckedRow<Self>], _: Unit) {}
}

impl ItemKind {
    /// The columns of a sheet.
    pub(crate) const fn columns(self) -> &'static [Column] {
        match self {
            Self::Choice => CHOICE_COLUMNS,
            Self::Essay => ESSAY_COLUMNS,
        }
    }
}

/// Reads and checks a workbook.
///
/// # Errors
/// [`WorkbookError`] where the file cannot be read at all; what is wrong with headers and rows stands in
/// [`Parsed::problems`].
pub fn read_rows<B: SheetBody>(bytes: &[u8], reading: &Reading) -> Result<Parsed<B>, WorkbookError> {
    check_rows(workbook::read(bytes)?, reading)
}

/// Checks a file that was read, and adds what its reader found wrong.
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
        body,
    }
}

/// Refuses the second of two rows that ask the same.
fn refuse_repeats<B: SheetBody>(rows: &mut [CheckedRow<B>], unit: Unit) {
    let unit = unit.word();
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
        let mut message = format!("The same {what} stands in {unit} {}.", before.row);
        if let (Some((place, there)), Some((other, here))) = (key(before), key(item))
            && place != other
        {
            message = format!(
                "The same {what} stands in {unit} {}, with another right answer: “{there}” there, “{here}” here. Keep \
                 the {unit} that is right.",
                before.row
            );
        }
        rows[at].add("question", message);
    }
}

impl<B: ItemBody> CheckedRow<B> {
    /// Adds a problem to the row.
    pub(super) fn add(&mut self, column: &str, message: String) {
        self.problems.push(Problem { row: self.item.row, column: column.to_owned(), message });
    }
}

/// Where an item of a row goes.
pub(super) struct Destination<'a> {
    pub target: &'a Target,
    pub place: Place,
    /// The row's own, see [`ImportRow::identity`].
    pub identity: String,
    pub position: i64,
    pub now: Instant,
    /// See [`Parsed::is_plain`].
    pub is_plain: bool,
}

impl<B: SheetBody> ImportRow<B> {
    /// What makes it, with such a picture, the same item as another.
    pub(super) fn identity(&self, universities: &[Id<University>], picture: Option<&str>) -> String {
        let options = B::choice_content(&self.body).into_iter().flat_map(|choice| &choice.options);
        identity(universities, &self.question, options.map(String::as_str), picture)
    }

    /// The item that the row makes of the stored one, or of nothing. What the row leaves empty stays as it is stored.
    pub(super) fn build(&self, to: Destination<'_>, stored: Option<&Item<B>>) -> Item<B> {
        let same = |row: &str, stored: Option<&str>| to.same(row, stored);
        let content = match stored {
            Some(old) => B::over(&self.body, &old.body, &same),
            None => self.body.clone(),
        };
        let title = || stored.map_or_else(|| format!("Question {}", to.position), |old| old.title.clone());
        let mut item = Item {
            id: stored.map_or_else(Id::random, |old| old.id.clone()),
            subject: to.target.subject.clone(),
            year: to.target.year_id.clone(),
            university: to.target.universities.clone(),
            title: self.title.clone().unwrap_or_else(title),
            question: same(&self.question, stored.map(|old| old.question.as_str())),
            logo: self.image.clone().or_else(|| stored?.logo.clone()),
            status: self.status.unwrap_or_else(|| stored.is_none_or(|old| old.status)),
            position: to.position,
            identity: String::new(),
            version: stored.map_or(0, |old| old.version),
            created_at: stored.map_or(to.now, |old| old.created_at),
            body: B::from_content(content, stored.map(|old| &old.body)),
            topic: to.place.0,
            section: to.place.1,
        };
        let is_alike = |old: &Item<B>| {
            (&old.question, &old.logo, old.body.options()) == (&item.question, &item.logo, item.body.options())
        };
        item.identity = match stored {
            None => to.identity,
            Some(old) if is_alike(old) => old.identity.clone(),
            Some(_) => item.identity_with(item.logo.as_deref()),
        };
        item
    }
}

impl Destination<'_> {
    /// The text of a row, or the stored one where a cell that holds that is read as the row's: a format that
    /// cannot tell them apart changes nothing.
    fn same(&self, row: &str, stored: Option<&str>) -> String {
        let reads_alike = |old: &&str| {
            *old != row
                && (html::clean(&html::with_breaks(&tidy(old))) == row || self.is_plain && words(old) == words(row))
        };
        stored.filter(reads_alike).unwrap_or(row).to_owned()
    }
}

fn words(html: &str) -> String {
    html::text_of(html).split_whitespace().collect::<Vec<_>>().join(" ")
}
