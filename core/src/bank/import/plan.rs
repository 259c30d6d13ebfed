//! Compares the rows of a sheet with the bank: new, changed and unchanged ones.

use std::{
    collections::{HashMap, HashSet},
    mem,
};

use super::{
    Parsed, Problem, Unit, Warning,
    ask::{ImportReport, Target},
    imported::{Imported, Row as _, Seat},
    matching::Matched,
    places::Places,
};
use crate::{
    bank::{
        Question, SubjectYear,
        alike::{Likeness, Stems},
    },
    catalogue::{Section, Topic},
    clock::Instant,
    store::Id,
};

/// The stored content at an import's destination.
pub(super) struct Held<E> {
    pub year: Option<SubjectYear>,
    pub topics: Vec<Topic>,
    pub sections: Vec<Section>,
    pub entries: Vec<E>,
    /// The ids of rows that belong to other years.
    pub elsewhere: HashSet<String>,
}

/// The changes of an import.
pub(super) struct Plan<E> {
    pub topics: Vec<Topic>,
    pub sections: Vec<Section>,
    pub new: Vec<E>,
    /// Each as it is stored, and as it would be.
    pub changed: Vec<(E, E)>,
    /// The row of the sheet from which each of them comes, by its key.
    pub rows: HashMap<String, u32>,
    pub report: ImportReport,
}

impl<E: Imported> Plan<E> {
    /// How many rows it writes.
    pub(super) fn len(&self) -> u64 {
        count(self.new.len()) + count(self.changed.len())
    }

    /// The questions whose key it moves.
    pub(super) fn moved(&self) -> Vec<Id<Question>> {
        let moved = self.changed.iter().filter(|(old, new)| new.has_moved_key(old));
        moved.map(|(_, new)| new.id().cast()).collect()
    }

    /// The entries as they will be, each with whether it is new; taken out of it.
    pub(super) fn take_entries(&mut self) -> impl Iterator<Item = (bool, E)> + use<E> {
        let changed = mem::take(&mut self.changed).into_iter().map(|(_, entry)| (false, entry));
        mem::take(&mut self.new).into_iter().map(|entry| (true, entry)).chain(changed)
    }

    /// The existing sections and topics that this plan writes into.
    pub(super) fn standing(&self) -> Standing {
        let new_topics: HashSet<_> = self.topics.iter().map(|topic| &topic.id).collect();
        let new_sections: HashSet<_> = self.sections.iter().map(|section| &section.id).collect();
        let entries = self.new.iter().chain(self.changed.iter().map(|(_, entry)| entry));
        let sections: HashSet<_> = entries.map(E::section).filter(|id| !new_sections.contains(id)).collect();
        let topics: HashSet<_> = self.sections.iter().map(|section| &section.topic).collect();
        let topics = topics.into_iter().filter(|id| !new_topics.contains(id)).cloned();
        Standing { sections: sections.into_iter().cloned().collect(), topics: topics.collect() }
    }
}

/// Sections and topics of the bank that a plan needs.
pub(super) struct Standing {
    pub sections: Vec<Id<Section>>,
    pub topics: Vec<Id<Topic>>,
}

/// Plans.
pub(super) fn plan<E: Imported>(target: &Target, parsed: &Parsed<E::Row>, held: &Held<E>, now: Instant) -> Plan<E> {
    let identities: Vec<String> =
        parsed.rows.iter().map(|row| row.identity(&target.universities, row.picture())).collect();
    let matched = Matched::new(target, parsed, held, &identities);
    let meant = matched.ids();
    let alike = |entry: &&E| entry.universities() == target.universities && !meant.contains(entry.id().as_str());
    let beside: Vec<&E> = held.entries.iter().filter(alike).collect();
    let mut problems = parsed.problems.clone();
    problems.extend(matched.problems.iter().cloned());
    problems.extend(E::clashes(&parsed.rows, &beside));
    problems.sort_by_key(|problem| problem.row);
    let refused: HashSet<u32> = problems.iter().map(|problem| problem.row).collect();

    let positions = positions(parsed, &matched.before, held, beside.is_empty());
    let mut places = Places::new(target, &held.topics, &held.sections, now);
    let (mut new, mut new_rows, mut changed, mut unchanged) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let mut warnings = parsed.warnings.clone();
    warnings.extend(matched.notice.clone());
    let (mut identities_of, mut row_of): (HashMap<String, u32>, HashMap<String, u32>) = Default::default();
    let rows = parsed.rows.iter().zip(identities).zip(&matched.before).zip(positions);
    for (((row, identity), before), position) in rows {
        if refused.contains(&row.number()) {
            continue;
        }
        let (topic, section) = row.names();
        let stored = before.map(|before| (before.topic().clone(), before.section().clone()));
        let place = places.of(topic, section, stored);
        let entry = E::build(row, Seat { target, place, identity, position, now, is_plain: parsed.is_plain }, *before);
        if let Some(first) = identities_of.insert(entry.identity().to_owned(), row.number()) {
            let message =
                format!("{} {first} will ask the same with the same options and picture.", parsed.unit.name());
            problems.push(Problem { row: row.number(), column: "question".into(), message });
            continue;
        }
        row_of.insert(entry.id().to_string(), row.number());
        match before {
            None => {
                new_rows.push(row.number());
                new.push(entry);
            }
            Some(before) if **before == entry => unchanged += 1,
            Some(before) => {
                if entry.has_moved_key(before) {
                    let message = "Another option is right than before: results that hold it are marked anew.".into();
                    warnings.push(Warning { row: Some(row.number()), column: Some("rightAnswer".into()), message });
                }
                changed.push(((*before).clone(), entry.changed()));
            }
        }
    }
    problems.sort_by_key(|problem| problem.row);
    warnings.extend(likes(&held.entries, new_rows.into_iter().zip(&new), parsed.unit));
    let taken = count(new.len()) + count(changed.len()) + unchanged;
    let report = ImportReport {
        new: count(new.len()),
        changed: count(changed.len()),
        unchanged,
        rejected: count(parsed.total_rows) - taken,
        dry_run: false,
        written: false,
        rows: count(parsed.total_rows),
        unit: parsed.unit,
        problems: told(problems),
        warnings,
    };
    Plan { topics: places.new_topics, sections: places.new_sections, new, changed, rows: row_of, report }
}

/// Reports new questions that equal, or almost equal, one of the year or an earlier row.
fn likes<'a, E: Imported>(held: &'a [E], new: impl Iterator<Item = (u32, &'a E)>, unit: Unit) -> Vec<Warning> {
    #[derive(Clone, Copy)]
    enum Other<'a> {
        Stored(&'a str),
        Row(u32),
    }
    let mut stems = Stems::default();
    for entry in held {
        stems.add(entry.stem(), Other::Stored(entry.title()));
    }
    let mut warnings = Vec::new();
    for (row, entry) in new {
        let stem = entry.stem();
        if let Some((other, likeness)) = stems.find(&stem) {
            let how = match likeness {
                Likeness::Same => "the same",
                Likeness::Almost => "almost the same",
            };
            let message = match other {
                Other::Stored(title) => format!("“{title}”, which stands in this year already, asks {how}."),
                Other::Row(other) => format!("{} {other} asks {how}.", unit.name()),
            };
            warnings.push(Warning { row: Some(row), column: Some("question".into()), message });
        }
        stems.add(stem, Other::Row(row));
    }
    warnings
}

/// Where each row stands in the order of its year. A sheet that is the whole bank sets its order, and stored
/// positions that tell that order already stay; any other sheet comes after what is there.
fn positions<E: Imported>(parsed: &Parsed<E::Row>, before: &[Option<&E>], held: &Held<E>, is_whole: bool) -> Vec<i64> {
    let mut numbers: Vec<u32> = parsed.rows.iter().map(|row| row.number()).collect();
    numbers.extend(parsed.problems.iter().map(|problem| problem.row));
    numbers.sort_unstable();
    numbers.dedup();
    // Rows are numbered by their line in the file; what counts is which row of them it is, from 1.
    let ranks = parsed.rows.iter().map(|row| {
        let rank = numbers.partition_point(|number| *number <= row.number());
        i64::try_from(rank).unwrap_or(i64::MAX)
    });
    if !is_whole {
        let last = held.entries.iter().map(E::position).max().unwrap_or(0);
        return ranks.zip(before).map(|(rank, before)| before.map_or(last + rank, E::position)).collect();
    }
    let mut last = i64::MIN;
    let kept: Option<Vec<i64>> = ranks
        .clone()
        .zip(before)
        .map(|(rank, before)| {
            let position = before.map_or(rank.max(last.saturating_add(1)), E::position);
            let goes_on = position > last;
            last = position;
            goes_on.then_some(position)
        })
        .collect();
    kept.unwrap_or_else(|| ranks.collect())
}

fn count(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

/// Each problem once.
fn told(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.dedup();
    problems
}
