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
        review::Reviewer,
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
    /// Ids that rows name and that belong to items of other years.
    pub ids_elsewhere: HashSet<String>,
}

/// The changes of an import.
pub(in crate::bank) struct Plan<B: ItemBody> {
    pub topics: Vec<Topic>,
    pub sections: Vec<Section>,
    pub new: Vec<Item<B>>,
    /// Each stored item with its new content.
    pub changed: Vec<(Item<B>, Item<B>)>,
    /// The row of each item in the sheet, by the item's key.
    pub rows: HashMap<String, u32>,
    pub report: ImportReport,
}

impl<B: ItemBody> Plan<B> {
    /// The number of items that it writes.
    pub(in crate::bank) fn len(&self) -> u64 {
        count(self.new.len()) + count(self.changed.len())
    }

    /// The questions whose key it changes.
    pub(in crate::bank) fn moved(&self) -> Vec<Id<Question>> {
        let moved = self.changed.iter().filter(|(old, new)| new.has_moved_key(old));
        moved.map(|(_, new)| new.id.cast()).collect()
    }

    /// Takes the items to write, each with whether it is new.
    pub(in crate::bank) fn take_items(&mut self) -> impl Iterator<Item = (bool, Item<B>)> + use<B> {
        let changed = mem::take(&mut self.changed).into_iter().map(|(_, item)| (false, item));
        mem::take(&mut self.new).into_iter().map(|item| (true, item)).chain(changed)
    }

    /// The existing sections and topics that this plan writes into.
    pub(in crate::bank) fn existing_places(&self) -> ExistingPlaces {
        let new_topics: HashSet<_> = self.topics.iter().map(|topic| &topic.id).collect();
        let new_sections: HashSet<_> = self.sections.iter().map(|section| &section.id).collect();
        let items = self.new.iter().chain(self.changed.iter().map(|(_, item)| item));
        let sections: HashSet<_> = items.map(|item| &item.section).filter(|id| !new_sections.contains(id)).collect();
        let topics: HashSet<_> = self.sections.iter().map(|section| &section.topic).collect();
        let topics = topics.into_iter().filter(|id| !new_topics.contains(id)).cloned();
        ExistingPlaces { sections: sections.into_iter().cloned().collect(), topics: topics.collect() }
    }
}

/// Existing sections and topics that a plan needs.
pub(in crate::bank) struct ExistingPlaces {
    pub sections: Vec<Id<Section>>,
    pub topics: Vec<Id<Topic>>,
}

/// Compares the checked rows with the stored items. Pure.
pub(in crate::bank) fn plan<B: SheetBody>(
    target: &Target,
    parsed: &Parsed<B>,
    stored: &Stored<B>,
    reviewer: &Reviewer,
    now: Instant,
) -> Plan<B> {
    let identities: Vec<String> =
        parsed.rows.iter().map(|row| row.identity(&target.universities, row.image.as_deref())).collect();
    let matched = Matched::new(target, parsed, stored, &identities);
    let meant = matched.ids();
    let is_beside = |item: &&Item<B>| item.university == target.universities && !meant.contains(item.id.as_str());
    let beside: Vec<&Item<B>> = stored.items.iter().filter(is_beside).collect();
    let mut problems = [&parsed.problems[..], &matched.problems, &clashes(&parsed.rows, &beside)].concat();
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
        let current_place = before.map(|before| (before.topic.clone(), before.section.clone()));
        let place = places.of(row.topic.as_deref(), row.section.as_deref(), current_place);
        let to = Destination { target, place, identity, position, now, reviewer, is_plain: parsed.is_plain };
        let mut item = row.build(to, *before);
        if reviewer.forbids(*before, &item) {
            item.status = false;
            warnings.push(unreviewed(row.row));
        }
        if let Some(first) = identities_of.insert(item.identity.clone(), row.row) {
            let unit = parsed.unit.word();
            let message = format!("After this import, this {unit} and {unit} {first} would be the same question.");
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
                warnings.extend(item.has_moved_key(before).then(|| moved_key(row.row)));
                changed.push(((*before).clone(), Item { version: item.version + 1, ..item }));
            }
        }
    }
    warnings.extend(likes(&stored.items, new_rows.into_iter().zip(&new), parsed.unit));
    let report = report(parsed, [new.len(), changed.len(), unchanged], problems, warnings);
    Plan { topics: places.new_topics, sections: places.new_sections, new, changed, rows: row_of, report }
}

/// The report of a plan: how many rows are new, changed and unchanged, and how many were rejected.
fn report<B: ItemBody>(
    parsed: &Parsed<B>,
    [new, changed, unchanged]: [usize; 3],
    mut problems: Vec<Problem>,
    warnings: Vec<Warning>,
) -> ImportReport {
    problems.sort_by_key(|problem| problem.row);
    problems.dedup();
    ImportReport {
        rows: count(parsed.total_rows),
        unit: parsed.unit,
        new: count(new),
        changed: count(changed),
        unchanged: count(unchanged),
        rejected: count(parsed.total_rows - new - changed - unchanged),
        problems,
        warnings,
        ..ImportReport::default()
    }
}

/// The notice that a row's item is inactive until a second person has checked it.
fn unreviewed(row: u32) -> Warning {
    let message = "The question stays inactive until a second person has checked it.".into();
    Warning { row: Some(row), column: Some("status".into()), message }
}

/// The notice that a row changes the key of a question that may have been answered.
fn moved_key(row: u32) -> Warning {
    let message = "The correct option changes. Results with this question will be re-marked.".into();
    Warning { row: Some(row), column: Some("rightAnswer".into()), message }
}

/// Notices for new questions that equal, or almost equal, one of the year or an earlier row.
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
                Other::Stored(title) => format!("“{title}” in this year asks {how}."),
                Other::Row(other) => format!("{} {other} asks {how}.", unit.name()),
            };
            warnings.push(Warning { row: Some(row), column: Some("question".into()), message });
        }
        stems.add(stem, Other::Row(row));
    }
    warnings
}

/// The position of each row in its year. A sheet with the whole bank sets the order, and keeps stored positions that
/// already give it. Other sheets are appended.
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
    // `row` is a line number in the file. The rank is the row's position among all rows, from 1.
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
