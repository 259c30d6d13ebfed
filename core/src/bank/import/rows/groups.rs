//! Groups the questions that share a passage, and checks the groups.

use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};

use super::{CheckedRow, ImportRow, SheetBody};
use crate::bank::{
    ChoiceBody, Item,
    identity::normal,
    sheet::{Problem, Unit},
};

/// A row of a choice item.
type ChoiceRow = CheckedRow<ChoiceBody>;

/// The maximum number of questions on one passage (spec 3 §9).
pub(crate) const MAX_LINKED: usize = 5;

/// Gives every question of a group its passage, and every passage without a group a new one. A group with too many
/// questions is split into several with the same passage (ruling 35).
pub(in crate::bank) fn link(rows: &mut [ChoiceRow], unit: Unit) {
    let unit = unit.word();
    name_lone_passages(rows);
    let mut names: HashSet<String> = rows.iter().filter_map(group_key).collect();
    let mut begun: HashMap<String, Begun> = HashMap::new();
    let mut from = 0;
    while from < rows.len() {
        let Some(key) = group_key(&rows[from]) else {
            from += 1;
            continue;
        };
        let others = rows[from..].iter();
        let length = others.take_while(|row| group_key(row).as_ref() == Some(&key)).count();
        let run = &mut rows[from..from + length];
        from += length;
        match begun.get_mut(&key) {
            Some(before) => before.go_on(run, unit),
            None => {
                check_run(run, unit);
                begun.insert(key, Begun::with(run));
                split(run, &mut names);
            }
        }
    }
}

/// A group that started in an earlier row.
struct Begun {
    row: u32,
    questions: usize,
    passage: Option<String>,
    group: Option<String>,
}

impl Begun {
    fn with(run: &[ChoiceRow]) -> Self {
        let ImportRow { row, body, .. } = &run[0].item;
        Self { row: *row, questions: run.len(), passage: body.passage.clone(), group: body.group.clone() }
    }

    /// Adds rows that are not next to the group. An export writes such rows if a question was added to its group later.
    /// Each of them must repeat the passage; otherwise they probably form another group with the same name.
    fn go_on(&mut self, run: &mut [ChoiceRow], unit: &str) {
        let known = self.passage.as_deref().map(normal);
        let is_same = |row: &ChoiceRow| row.item.body.passage.as_deref().map(normal) == known;
        if known.is_none() || self.questions + run.len() > MAX_LINKED || !run.iter().all(is_same) {
            return set_apart(run, self.row, unit);
        }
        self.questions += run.len();
        for row in run {
            row.item.body.passage.clone_from(&self.passage);
            row.item.body.group.clone_from(&self.group);
        }
    }
}

fn group_key(row: &ChoiceRow) -> Option<String> {
    row.item.body.group.as_deref().map(str::to_lowercase)
}

/// The name of a group that has none. It is derived from the passage, so that the same sheet always gives the same
/// group.
pub(crate) fn passage_group(passage: &str) -> String {
    let hash = hex::encode(Sha256::digest(normal(passage).as_bytes()));
    format!("Passage {}", &hash[..8])
}

fn name_lone_passages(rows: &mut [ChoiceRow]) {
    for row in rows {
        if let (Some(passage), None) = (&row.item.body.passage, &row.item.body.group) {
            row.item.body.group = Some(passage_group(passage));
        }
    }
}

/// Moves all questions after the first five into new groups of five, with unused names.
fn split(run: &mut [ChoiceRow], names: &mut HashSet<String>) {
    let Some(group) = run.first().and_then(|row| row.item.body.group.clone()) else { return };
    let mut number = 1;
    for part in run.chunks_mut(MAX_LINKED).skip(1) {
        let name = loop {
            number += 1;
            let name = format!("{group} ({number})");
            if names.insert(name.to_lowercase()) {
                break name;
            }
        };
        for row in part {
            row.item.body.group = Some(name.clone());
        }
    }
}

fn set_apart(run: &mut [ChoiceRow], before: u32, unit: &str) {
    for row in run {
        let group = row.item.body.group.clone().unwrap_or_default();
        row.add(
            "group",
            format!("The group “{group}” starts in {unit} {before}, but other questions come in between. Put the questions of a group next to each other, or give the passage in each of them."),
        );
    }
}

fn check_run(run: &mut [ChoiceRow], unit: &str) {
    let group = run[0].item.body.group.clone().unwrap_or_default();
    let passage = run.iter().find_map(|row| Some((row.item.row, row.item.body.passage.clone()?)));
    let Some((first, passage)) = passage else {
        for row in run.iter_mut().filter(|row| !row.has_problem("passage")) {
            row.add("passage", format!("The group “{group}” has no passage; give it in the group's first {unit}."));
        }
        return;
    };
    let known = normal(&passage);
    for row in run {
        if row.item.body.passage.as_deref().is_some_and(|own| own != passage && normal(own) != known) {
            row.add(
                "passage",
                format!("The passage differs from the one that the group “{group}” has in {unit} {first}. Give it once, or the same in each of them."),
            );
        }
        row.item.body.passage = Some(passage.clone());
        row.item.body.group = Some(group.clone());
    }
}

impl ChoiceRow {
    fn has_problem(&self, column: &str) -> bool {
        self.problems.iter().any(|problem| problem.column == column)
    }
}

/// The problems of rows whose group also has stored items that are not in the sheet: a group has one passage, and at
/// most five questions (spec 3 §9).
pub(in crate::bank) fn clashes<B: SheetBody>(rows: &[ImportRow<B>], beside: &[&Item<B>]) -> Vec<Problem> {
    let mut groups: HashMap<&str, Vec<&ChoiceBody>> = HashMap::new();
    for choice in beside.iter().filter_map(|item| item.body.as_choice()) {
        groups.entry(choice.group.as_deref().unwrap_or_default()).or_default().push(choice);
    }
    let mut own: HashMap<&str, usize> = HashMap::new();
    for group in rows.iter().filter_map(|row| B::choice_content(&row.body)?.group.as_deref()) {
        *own.entry(group).or_default() += 1;
    }
    let passage = |text: &Option<String>| normal(text.as_deref().unwrap_or_default());
    let problem = |row: &ImportRow<B>| {
        let choice = B::choice_content(&row.body)?;
        let group = choice.group.as_deref()?;
        let stored = groups.get(group)?;
        let message = if stored.iter().any(|other| passage(&other.passage) != passage(&choice.passage)) {
            format!("The group “{group}” already exists in this year with another passage. Rename this group.")
        } else if stored.len() + own.get(group)? > MAX_LINKED {
            let count = stored.len();
            format!(
                "The group “{group}” has {count} other questions in this year already; at most {MAX_LINKED} may share a \
                 passage."
            )
        } else {
            return None;
        };
        Some(Problem { row: row.row, column: "group".into(), message })
    };
    rows.iter().filter_map(problem).collect()
}
