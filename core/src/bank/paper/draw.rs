//! Choosing entries in whole linked groups: by year in order, or at random over all years.

use std::collections::{HashMap, HashSet};
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

/// The entries of one subject-year in the order of the bank, with the places of each linked group,
/// so that drawing one member of a group need not look for the others.
#[derive(Debug)]
pub(super) struct List<E> {
    entries: Vec<Arc<E>>,
    groups: HashMap<String, Vec<usize>>,
}

impl<E: Entry> List<E> {
    pub(super) fn new(entries: Vec<Arc<E>>) -> Self {
        let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, entry) in entries.iter().enumerate() {
            if let Some(label) = entry.group() {
                groups.entry(label.to_owned()).or_default().push(place);
            }
        }
        Self { entries, groups }
    }

    pub(super) fn entries(&self) -> &[Arc<E>] {
        &self.entries
    }

    /// The unit of an entry, as far as the blueprint admits it; empty when it does not.
    fn unit<'a>(&'a self, blueprint: &Blueprint, entry: &'a Arc<E>) -> Unit<'a, E> {
        let mut unit: Unit<'a, E> = match self.group(entry) {
            Some(places) => places.iter().map(|&place| &self.entries[place]).collect(),
            None => vec![entry],
        };
        unit.retain(|entry| blueprint.open(&***entry));
        if !unit.iter().any(|entry| blueprint.chosen(&***entry)) {
            unit.clear();
        }
        unit
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
            .map(|place| self.unit(blueprint, &self.entries[place]))
            .filter(|unit| !unit.is_empty())
            .collect()
    }

    /// The number of entries that the blueprint admits.
    pub(super) fn count(&self, blueprint: &Blueprint) -> usize {
        let single =
            |entry: &&Arc<E>| entry.group().is_none() && blueprint.open(&***entry) && blueprint.chosen(&***entry);
        let groups = self.groups.values().filter_map(|places| self.entries.get(*places.first()?));
        self.entries.iter().filter(single).count()
            + groups.map(|entry| self.unit(blueprint, entry).len()).sum::<usize>()
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
    let mut stems = HashSet::new();
    let (mut drawn, mut spare) = (Vec::new(), Vec::new());
    let mut left = wanted;
    while left > 0
        && let Some(place) = places.next(rng)
        && let Some((year, entry)) = locate(lists, place)
    {
        if entry.group().is_some_and(|label| !groups.insert((year, label))) {
            continue;
        }
        let unit = lists[year].unit(blueprint, entry);
        let keys = keys(&unit);
        if unit.len() > left || keys.iter().any(|key| stems.contains(key)) {
            // A group may be wanted in part at the end; a single entry is only known already.
            if unit.len() > 1 {
                spare.push((unit, keys));
            }
            continue;
        }
        left -= unit.len();
        stems.extend(keys);
        drawn.push(unit);
    }
    for (mut unit, keys) in spare {
        let mut keys = keys.into_iter();
        unit.retain(|_| keys.next().is_some_and(|key| !stems.contains(&key)));
        unit.truncate(left);
        left -= unit.len();
        stems.extend(self::keys(&unit));
        drawn.push(unit);
    }
    drawn.retain(|unit| !unit.is_empty());
    drawn
}

fn locate<'a, E>(lists: &[&'a List<E>], mut place: usize) -> Option<(usize, &'a Arc<E>)> {
    for (year, list) in lists.iter().enumerate() {
        match list.entries.get(place) {
            Some(entry) => return Some((year, entry)),
            None => place -= list.entries.len(),
        }
    }
    None
}

/// What tells the entries of a unit from those of others: the normalised stem with its picture, and
/// in a group its passage, since "What is the best title?" is asked of many.
fn keys<E: Entry>(unit: &Unit<'_, E>) -> Vec<String> {
    let linked = unit.iter().any(|entry| entry.group().is_some());
    let passage = match linked {
        true => plain(unit.iter().find_map(|entry| entry.passage()).unwrap_or_default()),
        false => String::new(),
    };
    unit.iter()
        .map(|entry| {
            let picture = entry.picture().unwrap_or_default();
            format!("{}\n{picture}\n{passage}", stem(entry.question()))
        })
        .collect()
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
