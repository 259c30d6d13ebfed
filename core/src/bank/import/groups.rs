//! Puts the questions on one passage together, and checks that they may be.

use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};

use super::{
    Problem, Unit,
    questions::{Draft, QuestionRow},
};
use crate::bank::identity::normal;

/// Most questions on one passage (spec 3 §9).
pub(crate) const MAX_LINKED: usize = 5;

/// Gives every question of a group its passage, and every passage without a group one of its own; a group
/// with too many questions becomes several that share the passage (ruling 35).
pub(super) fn link(drafts: &mut [Draft], unit: Unit) {
    let unit = unit.word();
    name_lone_passages(drafts);
    let mut names: HashSet<String> = drafts.iter().filter_map(group_key).collect();
    let mut begun: HashMap<String, Begun> = HashMap::new();
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

/// A group that began further above.
struct Begun {
    row: u32,
    questions: usize,
    passage: Option<String>,
    group: Option<String>,
}

impl Begun {
    fn with(run: &[Draft]) -> Self {
        let QuestionRow { row, passage, group, .. } = &run[0].question;
        Self { row: *row, questions: run.len(), passage: passage.clone(), group: group.clone() }
    }

    /// Takes rows that stand apart from it, as an export writes them where a question came to its group later:
    /// each says again which passage it is about. Others are more likely of another group with the same name.
    fn go_on(&mut self, run: &mut [Draft], unit: &str) {
        let known = self.passage.as_deref().map(normal);
        let is_same = |draft: &Draft| draft.question.passage.as_deref().map(normal) == known;
        if known.is_none() || self.questions + run.len() > MAX_LINKED || !run.iter().all(is_same) {
            return set_apart(run, self.row, unit);
        }
        self.questions += run.len();
        for draft in run {
            draft.question.passage.clone_from(&self.passage);
            draft.question.group.clone_from(&self.group);
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

fn set_apart(run: &mut [Draft], before: u32, unit: &str) {
    for draft in run {
        let group = draft.question.group.clone().unwrap_or_default();
        draft.add(
            "group",
            format!("The group “{group}” began in {unit} {before}, and others stand in between. Put the questions of a group next to each other, or give the passage in each of them."),
        );
    }
}

fn check_run(run: &mut [Draft], unit: &str) {
    let group = run[0].question.group.clone().unwrap_or_default();
    let passage = run.iter().find_map(|draft| Some((draft.question.row, draft.question.passage.clone()?)));
    let Some((row, passage)) = passage else {
        for draft in run.iter_mut().filter(|draft| !draft.has_problem("passage")) {
            draft.add("passage", format!("The group “{group}” has no passage; give it in the group's first {unit}."));
        }
        return;
    };
    let known = normal(&passage);
    for draft in run {
        if draft.question.passage.as_deref().is_some_and(|own| own != passage && normal(own) != known) {
            draft.add(
                "passage",
                format!("The passage differs from the one that the group “{group}” has in {unit} {row}. Give it once, or the same in each of them."),
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
