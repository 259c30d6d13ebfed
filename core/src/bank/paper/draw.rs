//! Choosing entries in whole linked groups: by year in order, or at random over all years.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use rand::{Rng, RngExt};

use super::Blueprint;
use super::entry::{Entry, plain, stem};

/// A single entry, or the entries of a linked group in their order.
pub(super) type Unit<'a, E> = Vec<&'a Arc<E>>;

/// The number of entries in a list of units.
pub(super) fn size<E>(units: &[Unit<'_, E>]) -> usize {
    units.iter().map(Vec::len).sum()
}

/// The entries of one subject-year in the order of the bank, with what drawing would otherwise look
/// for each time: the places of each linked group, and what tells an entry from others.
#[derive(Debug)]
pub(super) struct List<E> {
    entries: Vec<Arc<E>>,
    /// The place of each entry by its id.
    places: HashMap<Box<str>, usize>,
    groups: HashMap<String, Vec<usize>>,
    /// Of each entry: two with the same one are the same question.
    likeness: Vec<u64>,
    /// Whether every entry is in use and open to every university, as most lists are.
    all_open: bool,
}

impl<E: Entry> List<E> {
    pub(super) fn new(entries: Vec<Arc<E>>) -> Self {
        let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, entry) in entries.iter().enumerate() {
            if let Some(label) = entry.group() {
                groups.entry(label.to_owned()).or_default().push(place);
            }
        }
        let likeness = entries.iter().map(|entry| {
            let group = entry.group().and_then(|label| groups.get(label)).map(Vec::as_slice).unwrap_or_default();
            likeness(&**entry, group.iter().find_map(|&place| entries[place].passage()))
        });
        let all_open = entries.iter().all(|entry| entry.active() && entry.universities().is_empty());
        let places = entries.iter().enumerate().map(|(place, entry)| (entry.key().into(), place)).collect();
        Self { likeness: likeness.collect(), places, entries, groups, all_open }
    }

    pub(super) fn entries(&self) -> &[Arc<E>] {
        &self.entries
    }

    pub(super) fn find(&self, key: &str) -> Option<&Arc<E>> {
        self.places.get(key).map(|&place| &self.entries[place])
    }

    /// The places of the unit of an entry, as far as the blueprint admits it; none when it does not.
    fn unit(&self, blueprint: &Blueprint, place: usize) -> Vec<usize> {
        let mut unit = self.group(&self.entries[place]).cloned().unwrap_or_else(|| vec![place]);
        unit.retain(|&place| blueprint.open(&*self.entries[place]));
        if !unit.iter().any(|&place| blueprint.chosen(&*self.entries[place])) {
            unit.clear();
        }
        unit
    }

    fn at(&self, places: &[usize]) -> Unit<'_, E> {
        places.iter().map(|&place| &self.entries[place]).collect()
    }

    /// The units that the blueprint admits, in the order of the bank; a group stands where its first
    /// open entry stands.
    pub(super) fn units(&self, blueprint: &Blueprint) -> Vec<Unit<'_, E>> {
        let open = |place: &usize| blueprint.open(&*self.entries[*place]);
        let leads = |place: usize| match self.group(&self.entries[place]) {
            Some(places) => places.iter().copied().find(open) == Some(place),
            None => true,
        };
        (0..self.entries.len())
            .filter(|place| open(place) && leads(*place))
            .map(|place| self.at(&self.unit(blueprint, place)))
            .filter(|unit| !unit.is_empty())
            .collect()
    }

    /// The number of entries that the blueprint admits.
    pub(super) fn count(&self, blueprint: &Blueprint) -> usize {
        if self.all_open && blueprint.topics.is_empty() && blueprint.sections.is_empty() {
            return self.entries.len();
        }
        let single =
            |entry: &&Arc<E>| entry.group().is_none() && blueprint.open(&***entry) && blueprint.chosen(&***entry);
        let groups = self.groups.values().filter_map(|places| places.first());
        self.entries.iter().filter(single).count()
            + groups.map(|&place| self.unit(blueprint, place).len()).sum::<usize>()
    }

    /// The places of the entries that an entry is linked with, itself among them.
    fn group(&self, entry: &E) -> Option<&Vec<usize>> {
        self.groups.get(entry.group()?)
    }
}

/// The units, in their order, that fit into `limit`. A group that does not fit is left out; where
/// nothing else fills the limit, the first such group is cut at it.
pub(super) fn fit<E>(units: Vec<Unit<'_, E>>, limit: usize) -> Vec<Unit<'_, E>> {
    let mut left = limit;
    let mut keep: Vec<usize> = units
        .iter()
        .map(|unit| {
            let taken = if unit.len() <= left { unit.len() } else { 0 };
            left -= taken;
            taken
        })
        .collect();
    // Whatever was left out is longer than what is left, so one cut fills it.
    if let Some(place) = keep.iter().position(|&taken| taken == 0) {
        keep[place] = left;
    }
    let cut = units.into_iter().zip(keep).map(|(mut unit, taken)| {
        unit.truncate(taken);
        unit
    });
    cut.filter(|unit| !unit.is_empty()).collect()
}

/// Draws `wanted` entries at random over the lists, one list a subject-year: groups whole and in
/// order, no two entries alike. Looks only at what it draws, since a bank may hold many thousands.
pub(super) fn at_random<'a, E: Entry>(
    blueprint: &Blueprint,
    lists: &[&'a List<E>],
    wanted: usize,
    rng: &mut impl Rng,
) -> Vec<Unit<'a, E>> {
    let mut places = Places::new(lists.iter().map(|list| list.entries.len()).sum());
    let mut groups = HashSet::new();
    let mut known = HashSet::new();
    let (mut drawn, mut spare) = (Vec::new(), Vec::new());
    let mut left = wanted;
    while left > 0
        && let Some(place) = places.next(rng)
        && let Some((year, place)) = locate(lists, place)
    {
        let list = lists[year];
        if list.entries[place].group().is_some_and(|label| !groups.insert((year, label))) {
            continue;
        }
        let places = list.unit(blueprint, place);
        let (unit, keys): (_, Vec<_>) = (list.at(&places), places.iter().map(|&place| list.likeness[place]).collect());
        if unit.len() > left || keys.iter().any(|key| known.contains(key)) {
            // A group may be wanted in part at the end; a single entry is only known already.
            if unit.len() > 1 {
                spare.push((unit, keys));
            }
            continue;
        }
        left -= unit.len();
        known.extend(keys);
        drawn.push(unit);
    }
    for (unit, keys) in spare {
        let fresh = unit.into_iter().zip(keys).filter(|(_, key)| !known.contains(key)).take(left);
        let (unit, keys): (Unit<'a, E>, Vec<_>) = fresh.unzip();
        left -= unit.len();
        known.extend(keys);
        drawn.push(unit);
    }
    drawn.retain(|unit| !unit.is_empty());
    drawn
}

/// The list of a place counted over all lists, and the place in it.
fn locate<E>(lists: &[&List<E>], mut place: usize) -> Option<(usize, usize)> {
    for (year, list) in lists.iter().enumerate() {
        if place < list.entries.len() {
            return Some((year, place));
        }
        place -= list.entries.len();
    }
    None
}

/// What tells an entry from others: the normalised stem with its picture, and in a group its
/// passage, since "What is the best title?" is asked of many. Hashed, because a paper only asks
/// whether two are alike, and a large bank is kept in memory.
fn likeness<E: Entry>(entry: &E, passage: Option<&str>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (stem(entry.question()), entry.picture(), passage.map(plain)).hash(&mut hasher);
    hasher.finish()
}

/// The numbers below a bound, each once and in random order: a shuffle that pays only for what is
/// taken from it.
struct Places {
    next: usize,
    bound: usize,
    moved: HashMap<usize, usize>,
}

impl Places {
    fn new(bound: usize) -> Self {
        Self { next: 0, bound, moved: HashMap::new() }
    }

    fn next(&mut self, rng: &mut impl Rng) -> Option<usize> {
        if self.next == self.bound {
            return None;
        }
        let other = rng.random_range(self.next..self.bound);
        let first = self.moved.remove(&self.next).unwrap_or(self.next);
        self.next += 1;
        if other + 1 == self.next {
            return Some(first);
        }
        Some(self.moved.insert(other, first).unwrap_or(other))
    }
}
