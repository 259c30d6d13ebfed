//! Puts the questions on one passage together, and checks that they may be.

use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};

use super::{Problem, questions::Draft};
use crate::bank::identity::normal;

/// Most questions on one passage (spec 3 §9).
pub(crate) const MAX_LINKED: usize = 5;

/// Gives every question of a group its passage, and every passage without a group one of its own; a group
/// with too many questions becomes several that share the passage (ruling 35).
pub(super) fn link(drafts: &mut [Draft]) {
    name_lone_passages(drafts);
    let mut names: HashSet<String> = drafts.iter().filter_map(group_key).collect();
    let mut first_rows: HashMap<String, u32> = HashMap::new();
    let mut from = 0;
    while from < drafts.len() {
        let Some(key) = group_key(&drafts[from]) else {
            from += 1;
            continue;
        };
        let others = drafts[from..].iter();
        let length = others.take_while(|draft| group_key(draft).as_ref() == Some(&key)).count();
        let run = &mut drafts[from..from + length];
        from += length;
        let first_row = run[0].question.row;
        match first_rows.get(&key) {
            Some(before) => set_apart(run, *before),
            None => {
                first_rows.insert(key, first_row);
                check_run(run);
                split(run, &mut names);
            }
        }
    }
}

fn group_key(draft: &Draft) -> Option<String> {
    draft.question.group.as_deref().map(str::to_lowercase)
}

/// The name of a group that has none. It comes from the passage itself, so that the same sheet always
/// gives the same group.
pub(crate) fn passage_group(passage: &str) -> String {
    let hash = hex::encode(Sha256::digest(normal(passage).as_bytes()));
    format!("Passage {}", &hash[..8])
}

fn name_lone_passages(drafts: &mut [Draft]) {
    for draft in drafts {
        if let (Some(passage), None) = (&draft.question.passage, &draft.question.group) {
            draft.question.group = Some(passage_group(passage));
        }
    }
}

/// Gives each five questions but the first a group of their own, under names that no other group has.
fn split(run: &mut [Draft], names: &mut HashSet<String>) {
    let Some(group) = run.first().and_then(|draft| draft.question.group.clone()) else { return };
    let mut number = 1;
    for part in run.chunks_mut(MAX_LINKED).skip(1) {
        let name = loop {
            number += 1;
            let name = format!("{group} ({number})");
            if names.insert(name.to_lowercase()) {
                break name;
            }
        };
        for draft in part {
            draft.question.group = Some(name.clone());
        }
    }
}

fn set_apart(run: &mut [Draft], before: u32) {
    for draft in run {
        let group = draft.question.group.clone().unwrap_or_default();
        draft.add(
            "group",
            format!("The group “{group}” began in row {before}, and other rows stand in between. Put the questions of a group next to each other."),
        );
    }
}

fn check_run(run: &mut [Draft]) {
    let group = run[0].question.group.clone().unwrap_or_default();
    let passage = run.iter().find_map(|draft| Some((draft.question.row, draft.question.passage.clone()?)));
    let Some((row, passage)) = passage else {
        for draft in run.iter_mut().filter(|draft| !draft.has_problem("passage")) {
            draft.add("passage", format!("The group “{group}” has no passage; give it in the group's first row."));
        }
        return;
    };
    let known = normal(&passage);
    for draft in run {
        if draft.question.passage.as_deref().is_some_and(|own| own != passage && normal(own) != known) {
            draft.add(
                "passage",
                format!("The passage differs from the one that the group “{group}” has in row {row}. Give it once, or the same in each row."),
            );
        }
        draft.question.passage = Some(passage.clone());
        draft.question.group = Some(group.clone());
    }
}

impl Draft {
    /// Adds a problem to the row.
    pub(super) fn add(&mut self, column: &str, message: String) {
        self.problems.push(Problem { row: self.question.row, column: column.to_owned(), message });
    }

    fn has_problem(&self, column: &str) -> bool {
        self.problems.iter().any(|problem| problem.column == column)
    }
}
