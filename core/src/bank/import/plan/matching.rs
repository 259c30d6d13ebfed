//! Finds the stored question of each row: by its id, else by its content (ruling 18). If no id of the sheet is known,
//! the sheet comes from another installation, and only the content counts. Different pictures make different
//! questions. A row without a picture matches a stored question with any picture; a row with a picture adds it to a
//! stored question without one.

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

/// The stored question of each row, in the order of the rows, and the rows that cannot have theirs.
pub(in crate::bank) struct Matched<'a, B: ItemBody> {
    pub before: Vec<Option<&'a Item<B>>>,
    pub problems: Vec<Problem>,
    /// The notice that the ids belong to another installation.
    pub notice: Option<Warning>,
}

impl<'a, B: SheetBody> Matched<'a, B> {
    pub(in crate::bank) fn new<'b>(
        target: &Target,
        parsed: &'b Parsed<B>,
        stored: &'a Stored<B>,
        identities: &[String],
    ) -> Self {
        let by_identity: HashMap<&str, &Item<B>> =
            stored.items.iter().map(|item| (item.identity.as_str(), item)).collect();
        let by_id: HashMap<&str, &Item<B>> = stored.items.iter().map(|item| (item.id.as_str(), item)).collect();
        let is_known = |id: &str| by_id.contains_key(id) || stored.elsewhere.contains(id);
        let mut ids = parsed.rows.iter().filter_map(|row| row.id.as_deref()).peekable();
        let is_foreign = ids.peek().is_some() && !ids.any(is_known);
        let id_of = |row: &'b ImportRow<B>| row.id.as_deref().filter(|_| !is_foreign);
        let mut rows_of: HashMap<&str, u32> = HashMap::new();
        let mut problems = Vec::new();
        let mut refuse = |row: &ImportRow<B>, column: &str, message: String| {
            problems.push(Problem { row: row.row, column: column.into(), message });
        };
        let mut before: Vec<Option<&Item<B>>> = Vec::with_capacity(parsed.rows.len());
        for row in &parsed.rows {
            let Some(id) = id_of(row) else {
                before.push(None);
                continue;
            };
            let wrong = match (rows_of.get(id), by_id.get(id)) {
                (Some(other), _) => Some(format!("The id {id} stands in {} {other} already.", parsed.unit.word())),
                (None, Some(item)) if item.university != target.universities => {
                    Some(format!("The question with the id {id} is one of other universities."))
                }
                (None, Some(_)) => None,
                (None, None) if stored.elsewhere.contains(id) => {
                    Some(format!("The question with the id {id} belongs to another subject or year."))
                }
                (None, None) => Some(format!(
                    "There is no question with the id {id}. Leave the id empty to add the question as a new one."
                )),
            };
            rows_of.entry(id).or_insert(row.row);
            before.push(by_id.get(id).copied().filter(|_| wrong.is_none()));
            if let Some(message) = wrong {
                refuse(row, "id", message);
            }
        }
        let of_row = |row: &ImportRow<B>, picture: Option<&str>| {
            by_identity.get(row.identity(&target.universities, picture).as_str()).copied()
        };
        for ((row, identity), before) in parsed.rows.iter().zip(identities).zip(&mut before) {
            let alike = match (*before, row.image.as_deref()) {
                // It keeps the picture that it has.
                (Some(own), None) if own.logo.is_some() => of_row(row, own.logo.as_deref()),
                _ => by_identity.get(identity.as_str()).copied(),
            };
            match (*before, alike) {
                (Some(own), Some(alike)) if own.id != alike.id => {
                    let message = format!(
                        "Another question of this year, with the id {}, asks the same with the same options.",
                        alike.id
                    );
                    refuse(row, "question", message);
                    *before = None;
                }
                (None, Some(alike)) if id_of(row).is_none() => match rows_of.get(alike.id.as_str()) {
                    Some(other) => refuse(
                        row,
                        "question",
                        format!("{} {other} changes this question by its id.", parsed.unit.name()),
                    ),
                    None => *before = Some(alike),
                },
                _ => {}
            }
        }
        // What is left may differ in its picture alone.
        let mut meant: HashSet<&str> = before.iter().flatten().map(|item| item.id.as_str()).collect();
        let pictured = stored.items.iter().rev().filter(|item| item.logo.is_some());
        let pictured: HashMap<String, &Item<B>> = pictured.map(|item| (item.identity_with(None), item)).collect();
        for ((row, identity), before) in parsed.rows.iter().zip(identities).zip(&mut before) {
            if before.is_some() || id_of(row).is_some() || by_identity.contains_key(identity.as_str()) {
                continue;
            }
            let alike = match row.image.as_deref() {
                None => pictured.get(identity).copied(),
                Some(_) => of_row(row, None),
            };
            *before = alike.filter(|alike| meant.insert(alike.id.as_str()));
        }
        let notice = is_foreign.then(|| Warning {
            row: None,
            column: Some("id".into()),
            message:
                "None of the ids is known here, as in a file of another installation: the rows were taken by what \
                      they ask."
                    .into(),
        });
        Self { before, problems, notice }
    }

    /// The ids of the stored questions that rows mean.
    pub(in crate::bank) fn ids(&self) -> HashSet<&str> {
        self.before.iter().flatten().map(|item| item.id.as_str()).collect()
    }
}
