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

/// The units of one subject-year that the blueprint admits, in the order of the bank; a group stands
/// where its first entry stands.
pub(super) fn units<'a, E: Entry>(blueprint: &Blueprint, list: &'a [Arc<E>]) -> Vec<Unit<'a, E>> {
    let mut units: Vec<Unit<'a, E>> = Vec::new();
    let mut places = HashMap::new();
    for entry in list.iter().filter(|entry| blueprint.open(&***entry)) {
        let place = match entry.group() {
            Some(label) => *places.entry(label).or_insert(units.len()),
            None => units.len(),
        };
        match units.get_mut(place) {
            Some(group) => group.push(entry),
            None => units.push(vec![entry]),
        }
    }
    units.retain(|unit| unit.iter().any(|entry| blueprint.chosen(&***entry)));
    units
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
    lists: &[&'a [Arc<E>]],
    wanted: usize,
    rng: &mut impl Rng,
) -> Vec<Unit<'a, E>> {
    let mut places = Places::new(lists.iter().map(|list| list.len()).sum());
    let mut groups: HashMap<usize, HashMap<&str, Unit<'a, E>>> = HashMap::new();
    let mut stems = HashSet::new();
    let (mut drawn, mut spare) = (Vec::new(), Vec::new());
    let mut left = wanted;
    while left > 0
        && let Some(place) = places.next(rng)
        && let Some((year, entry)) = locate(lists, place)
    {
        let unit = match entry.group() {
            None if blueprint.open(&**entry) && blueprint.chosen(&**entry) => vec![entry],
            None => continue,
            Some(label) => {
                let linked = groups.entry(year).or_insert_with(|| by_label(units(blueprint, lists[year])));
                match linked.remove(label) {
                    Some(unit) => unit,
                    None => continue, // drawn before, or not admitted
                }
            }
        };
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

fn by_label<E: Entry>(units: Vec<Unit<'_, E>>) -> HashMap<&str, Unit<'_, E>> {
    units.into_iter().filter_map(|unit| Some((unit.first()?.group()?, unit))).collect()
}

fn locate<'a, E>(lists: &[&'a [Arc<E>]], mut place: usize) -> Option<(usize, &'a Arc<E>)> {
    for (year, list) in lists.iter().enumerate() {
        match list.get(place) {
            Some(entry) => return Some((year, entry)),
            None => place -= list.len(),
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
