//! Finds the stored question of each row in three steps. Each continues with the rows that the ones before left open:
//!
//! 1. By id. If no id of the sheet is known, the sheet comes from another installation and its ids are ignored.
//! 2. By content (ruling 18): the same identity, which includes the picture.
//! 3. By content apart from the picture: a row without a picture matches a stored question with any picture, and a row
//!    with a picture adds it to a stored question without one. Two different pictures make different questions.

use std::collections::{HashMap, HashSet};

use super::Stored;
use crate::bank::{
    Item, ItemBody,
    import::{
        rows::{ImportRow, Parsed, SheetBody},
        target::Target,
    },
    sheet::{Problem, Warning},
};

/// The stored question of each row, in the order of the rows, and the rows that are refused.
pub(in crate::bank) struct Matched<'a, B: ItemBody> {
    pub before: Vec<Option<&'a Item<B>>>,
    pub problems: Vec<Problem>,
    /// The notice that the ids belong to another installation.
    pub notice: Option<Warning>,
}

impl<'a, B: SheetBody> Matched<'a, B> {
    /// Matches the rows. `identities` has the identity of each row, in the order of the rows.
    pub(in crate::bank) fn new(
        target: &Target,
        parsed: &Parsed<B>,
        stored: &'a Stored<B>,
        identities: &[String],
    ) -> Self {
        let mut matcher = Matcher::new(target, parsed, stored, identities);
        matcher.by_id();
        matcher.by_content();
        matcher.by_picture();
        let notice = matcher.is_foreign.then(|| Warning {
            row: None,
            column: Some("id".into()),
            message: "None of these ids exists here, as in a file from another installation. Rows were matched by \
                their content."
                .into(),
        });
        Self { before: matcher.before, problems: matcher.problems, notice }
    }

    /// The ids of the matched questions.
    pub(in crate::bank) fn ids(&self) -> HashSet<&str> {
        self.before.iter().flatten().map(|item| item.id.as_str()).collect()
    }
}

/// Matches rows in three steps. Each step continues with the rows that the ones before left open.
struct Matcher<'a, 'b, B: ItemBody> {
    target: &'b Target,
    parsed: &'b Parsed<B>,
    stored: &'a Stored<B>,
    identities: &'b [String],
    stored_by_id: HashMap<&'a str, &'a Item<B>>,
    stored_by_identity: HashMap<&'a str, &'a Item<B>>,
    /// Whether the sheet names ids, but none of them is known. The ids are then ignored.
    is_foreign: bool,
    /// The first row that names each id.
    rows_of: HashMap<&'b str, u32>,
    before: Vec<Option<&'a Item<B>>>,
    problems: Vec<Problem>,
}

impl<'a, 'b, B: SheetBody> Matcher<'a, 'b, B> {
    fn new(target: &'b Target, parsed: &'b Parsed<B>, stored: &'a Stored<B>, identities: &'b [String]) -> Self {
        let stored_by_id: HashMap<_, _> = stored.items.iter().map(|item| (item.id.as_str(), item)).collect();
        let is_known = |id: &str| stored_by_id.contains_key(id) || stored.ids_elsewhere.contains(id);
        let mut ids = parsed.rows.iter().filter_map(|row| row.id.as_deref()).peekable();
        let is_foreign = ids.peek().is_some() && !ids.any(is_known);
        Self {
            target,
            parsed,
            stored,
            identities,
            stored_by_id,
            stored_by_identity: stored.items.iter().map(|item| (item.identity.as_str(), item)).collect(),
            is_foreign,
            rows_of: HashMap::new(),
            before: vec![None; parsed.rows.len()],
            problems: Vec::new(),
        }
    }

    fn id_of(&self, row: &'b ImportRow<B>) -> Option<&'b str> {
        row.id.as_deref().filter(|_| !self.is_foreign)
    }

    /// The stored question with the content of a row and this picture.
    fn with_picture(&self, row: &ImportRow<B>, picture: Option<&str>) -> Option<&'a Item<B>> {
        self.stored_by_identity.get(row.identity(&self.target.universities, picture).as_str()).copied()
    }

    fn refuse(&mut self, row: &ImportRow<B>, column: &str, message: String) {
        self.problems.push(Problem { row: row.row, column: column.into(), message });
    }

    /// Matches rows by their ids, and refuses ids that are wrong.
    fn by_id(&mut self) {
        let parsed = self.parsed;
        for (at, row) in parsed.rows.iter().enumerate() {
            let Some(id) = self.id_of(row) else { continue };
            let found = self.stored_by_id.get(id).copied();
            let wrong = match (self.rows_of.get(id), found) {
                (Some(other), _) => Some(format!("{} {other} already has the id {id}.", parsed.unit.name())),
                (None, Some(item)) if item.university != self.target.universities => {
                    Some(format!("The question with the id {id} belongs to other universities."))
                }
                (None, Some(_)) => None,
                (None, None) if self.stored.ids_elsewhere.contains(id) => {
                    Some(format!("The question with the id {id} belongs to another subject or year."))
                }
                (None, None) => Some(format!(
                    "There is no question with the id {id}. Leave the id empty to add the question as a new one."
                )),
            };
            self.rows_of.entry(id).or_insert(row.row);
            match wrong {
                None => self.before[at] = found,
                Some(message) => self.refuse(row, "id", message),
            }
        }
    }

    /// Matches rows without an id by their content, and refuses rows whose content is that of another question.
    fn by_content(&mut self) {
        let (parsed, identities) = (self.parsed, self.identities);
        for (at, (row, identity)) in parsed.rows.iter().zip(identities).enumerate() {
            let same = match (self.before[at], row.image.as_deref()) {
                // A row without a picture keeps the picture of its question.
                (Some(own), None) if own.logo.is_some() => self.with_picture(row, own.logo.as_deref()),
                _ => self.stored_by_identity.get(identity.as_str()).copied(),
            };
            match (self.before[at], same) {
                (Some(own), Some(same)) if own.id != same.id => {
                    let message = format!("The question with the id {} has the same text and options.", same.id);
                    self.refuse(row, "question", message);
                    self.before[at] = None;
                }
                (None, Some(same)) if self.id_of(row).is_none() => match self.rows_of.get(same.id.as_str()).copied() {
                    Some(other) => {
                        let message = format!("{} {other} changes this question by its id.", parsed.unit.name());
                        self.refuse(row, "question", message);
                    }
                    None => self.before[at] = Some(same),
                },
                _ => {}
            }
        }
    }

    /// Matches rows without an id to questions that differ from them only in the picture.
    fn by_picture(&mut self) {
        let (parsed, identities, stored) = (self.parsed, self.identities, self.stored);
        let mut matched: HashSet<&str> = self.before.iter().flatten().map(|item| item.id.as_str()).collect();
        let pictured = stored.items.iter().rev().filter(|item| item.logo.is_some());
        let pictured: HashMap<String, &Item<B>> = pictured.map(|item| (item.identity_with(None), item)).collect();
        for (at, (row, identity)) in parsed.rows.iter().zip(identities).enumerate() {
            let is_open = self.before[at].is_none() && self.id_of(row).is_none();
            if !is_open || self.stored_by_identity.contains_key(identity.as_str()) {
                continue;
            }
            let same = match row.image.as_deref() {
                None => pictured.get(identity).copied(),
                Some(_) => self.with_picture(row, None),
            };
            self.before[at] = same.filter(|same| matched.insert(same.id.as_str()));
        }
    }
}
