//! Compares the rows of a sheet with the bank: new, changed and unchanged ones.

mod build;
mod matching;
mod places;

use std::{
    collections::{HashMap, HashSet},
    mem,
};

use super::{
    report::ImportReport,
    rows::{Parsed, SheetBody, clashes},
    target::Target,
};
use crate::{
    bank::{
        Item, ItemBody, Question, SubjectYear,
        alike::{Likeness, Stems},
        sheet::{Problem, Unit, Warning},
    },
    catalogue::{Section, Topic},
    clock::Instant,
    store::Id,
};
use build::Destination;
use matching::Matched;
use places::Places;

/// The stored content at an import's destination.
pub(in crate::bank) struct Stored<B: ItemBody> {
    pub year: Option<SubjectYear>,
    pub topics: Vec<Topic>,
    pub sections: Vec<Section>,
    pub items: Vec<Item<B>>,
    /// The ids of rows that belong to other years.
    pub elsewhere: HashSet<String>,
}

/// The changes of an import.
pub(in crate::bank) struct Plan<B: ItemBody> {
    pub topics: Vec<Topic>,
    pub sections: Vec<Section>,
    pub new: Vec<Item<B>>,
    /// Each as it is stored, and as it would be.
    pub changed: Vec<(Item<B>, Item<B>)>,
    /// The row of the sheet from which each of them comes, by its key.
    pub rows: HashMap<String, u32>,
    pub report: ImportReport,
}

impl<B: ItemBody> Plan<B> {
    /// How many rows it writes.
    pub(in crate::bank) fn len(&self) -> u64 {
        count(self.new.len()) + count(self.changed.len())
    }

    /// The questions whose key it moves.
    pub(in crate::bank) fn moved(&self) -> Vec<Id<Question>> {
        let moved = self.changed.iter().filter(|(old, new)| new.has_moved_key(old));
        moved.map(|(_, new)| new.id.cast()).collect()
    }

    /// The items as they will be, each with whether it is new; taken out of it.
    pub(in crate::bank) fn take_items(&mut self) -> impl Iterator<Item = (bool, Item<B>)> + use<B> {
        let changed = mem::take(&mut self.changed).into_iter().map(|(_, item)| (false, item));
        mem::take(&mut self.new).into_iter().map(|item| (true, item)).chain(changed)
    }

    /// The existing sections and topics that this plan writes into.
    pub(in crate::bank) fn standing(&self) -> Standing {
        let new_topics: HashSet<_> = self.topics.iter().map(|topic| &topic.id).collect();
        let new_sections: HashSet<_> = self.sections.iter().map(|section| &section.id).collect();
        let items = self.new.iter().chain(self.changed.iter().map(|(_, item)| item));
        let sections: HashSet<_> = items.map(|item| &item.section).filter(|id| !new_sections.contains(id)).collect();
        let topics: HashSet<_> = self.sections.iter().map(|section| &section.topic).collect();
        let topics = topics.into_iter().filter(|id| !new_topics.contains(id)).cloned();
        Standing { sections: sections.into_iter().cloned().collect(), topics: topics.collect() }
    }
}

/// Sections and topics of the bank that a plan needs.
pub(in crate::bank) struct Standing {
    pub sections: Vec<Id<Section>>,
    pub topics: Vec<Id<Topic>>,
}

/// Plans.
pub(in crate::bank) fn plan<B: SheetBody>(
    target: &Target,
    parsed: &Parsed<B>,
    stored: &Stored<B>,
    now: Instant,
) -> Plan<B> {
    let identities: Vec<String> =
        parsed.rows.iter().map(|row| row.identity(&target.universities, row.image.as_deref())).collect();
    let matched = Matched::new(target, parsed, stored, &identities);
    let meant = matched.ids();
    let is_beside = |item: &&Item<B>| item.university == target.universities && !meant.contains(item.id.as_str());
    let beside: Vec<&Item<B>> = stored.items.iter().filter(is_beside).collect();
    let mut problems = parsed.problems.clone();
    problems.extend(matched.problems.iter().cloned());
    problems.extend(clashes(&parsed.rows, &beside));
    problems.sort_by_key(|problem| problem.row);
    let refused: HashSet<u32> = problems.iter().map(|problem| problem.row).collect();

    let positions = positions(parsed, &matched.before, stored, beside.is_empty());
    let mut places = Places::new(target, &stored.topics, &stored.sections, now);
    let (mut new, mut new_rows, mut changed, mut unchanged) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let mut warnings = parsed.warnings.clone();
    warnings.extend(matched.notice.clone());
    let (mut identities_of, mut row_of): (HashMap<String, u32>, HashMap<String, u32>) = Default::default();
    let rows = parsed.rows.iter().zip(identities).zip(&matched.before).zip(positions);
    for (((row, identity), before), position) in rows {
        if refused.contains(&row.row) {
            continue;
        }
        let standing = before.map(|before| (before.topic.clone(), before.section.clone()));
        let place = places.of(row.topic.as_deref(), row.section.as_deref(), standing);
        let to = Destination { target, place, identity, position, now, is_plain: parsed.is_plain };
        let item = row.build(to, *before);
        if let Some(first) = identities_of.insert(item.identity.clone(), row.row) {
            let message =
                format!("{} {first} will ask the same with the same options and picture.", parsed.unit.name());
            problems.push(Problem { row: row.row, column: "question".into(), message });
            continue;
        }
        row_of.insert(item.id.to_string(), row.row);
        match before {
            None => {
                new_rows.push(row.row);
                new.push(item);
            }
            Some(before) if **before == item => unchanged += 1,
            Some(before) => {
                if item.has_moved_key(before) {
                    let message = "Another option is right than before: results that hold it are marked anew.".into();
                    warnings.push(Warning { row: Some(row.row), column: Some("rightAnswer".into()), message });
                }
                changed.push(((*before).clone(), Item { version: item.version + 1, ..item }));
            }
        }
    }
    problems.sort_by_key(|problem| problem.row);
    warnings.extend(likes(&stored.items, new_rows.into_iter().zip(&new), parsed.unit));
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
fn likes<'a, B: ItemBody>(
    stored: &'a [Item<B>],
    new: impl Iterator<Item = (u32, &'a Item<B>)>,
    unit: Unit,
) -> Vec<Warning> {
    #[derive(Clone, Copy)]
    enum Other<'a> {
        Stored(&'a str),
        Row(u32),
    }
    let mut stems = Stems::default();
    for item in stored {
        stems.add(item.stem(), Other::Stored(&item.title));
    }
    let mut warnings = Vec::new();
    for (row, item) in new {
        let stem = item.stem();
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
fn positions<B: ItemBody>(
    parsed: &Parsed<B>,
    before: &[Option<&Item<B>>],
    stored: &Stored<B>,
    is_whole: bool,
) -> Vec<i64> {
    let mut numbers: Vec<u32> = parsed.rows.iter().map(|row| row.row).collect();
    numbers.extend(parsed.problems.iter().map(|problem| problem.row));
    numbers.sort_unstable();
    numbers.dedup();
    // Rows are numbered by their line in the file; what counts is which row of them it is, from 1.
    let ranks = parsed.rows.iter().map(|row| {
        let rank = numbers.partition_point(|number| *number <= row.row);
        i64::try_from(rank).unwrap_or(i64::MAX)
    });
    if !is_whole {
        let last = stored.items.iter().map(|item| item.position).max().unwrap_or(0);
        return ranks.zip(before).map(|(rank, before)| before.map_or(last + rank, |item| item.position)).collect();
    }
    let mut last = i64::MIN;
    let kept: Option<Vec<i64>> = ranks
        .clone()
        .zip(before)
        .map(|(rank, before)| {
            let position = before.map_or(rank.max(last.saturating_add(1)), |item| item.position);
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
