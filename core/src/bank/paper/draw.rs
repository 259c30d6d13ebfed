//! Choosing items in whole linked groups: by year in order, or at random over all years.

use std::collections::{HashMap, HashSet};

use rand::{Rng, RngExt, seq::SliceRandom as _};

use super::{Blueprint, list::List};
use crate::{
    bank::{Item, ItemBody},
    store::Id,
};

/// A single item, or the items of a linked group in their order.
pub(super) type Unit<'a, B> = Vec<&'a Id<Item<B>>>;

/// The number of items in a list of units.
pub(super) fn size<B: ItemBody>(units: &[Unit<'_, B>]) -> usize {
    units.iter().map(Vec::len).sum()
}

/// The units, in their order, that fit into `limit`. A group that does not fit is left out. If nothing else fills the
/// limit, the first such group is cut.
pub(super) fn fit<B: ItemBody>(units: Vec<Unit<'_, B>>, limit: usize) -> Vec<Unit<'_, B>> {
    let mut left = limit;
    let mut keep: Vec<usize> = units
        .iter()
        .map(|unit| {
            let taken = if unit.len() <= left { unit.len() } else { 0 };
            left -= taken;
            taken
        })
        .collect();
    // The remaining groups are all longer than the space left, so cutting one of them fills it.
    if let Some(place) = keep.iter().position(|&taken| taken == 0) {
        keep[place] = left;
    }
    let cut = units.into_iter().zip(keep).map(|(mut unit, taken)| {
        unit.truncate(taken);
        unit
    });
    cut.filter(|unit| !unit.is_empty()).collect()
}

/// Draws `wanted` items at random from the lists, one list per subject-year: groups whole and in order, no two items
/// alike. Reads only the items that it draws, because a bank may have many thousands.
pub(super) fn at_random<'a, B: ItemBody>(
    blueprint: &Blueprint,
    lists: &[&'a List<B>],
    wanted: usize,
    rng: &mut impl Rng,
) -> Vec<Unit<'a, B>> {
    let mut places = Places::new(lists.iter().map(|list| list.len()).sum());
    let mut first = first_places(blueprint, lists);
    first.shuffle(rng);
    let mut groups = HashSet::new();
    let mut known = HashSet::new();
    let (mut drawn, mut spare) = (Vec::new(), Vec::new());
    let mut left = wanted;
    while left > 0
        && let Some(place) = first.pop().or_else(|| places.next(rng))
        && let Some((year, place)) = locate(lists, place)
    {
        let list = lists[year];
        if list.group_of(place).is_some_and(|group| !groups.insert((year, group))) {
            continue;
        }
        let places = list.unit(blueprint, place);
        let (unit, keys): (_, Vec<_>) = (list.at(&places), places.iter().map(|&place| list.likeness(place)).collect());
        if unit.len() > left || keys.iter().any(|key| known.contains(key)) {
            // At the end, a part of a group may be needed. A single item only reaches this point if it repeats another.
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
        let (unit, keys): (Unit<'a, B>, Vec<_>) = fresh.unzip();
        left -= unit.len();
        known.extend(keys);
        drawn.push(unit);
    }
    drawn.retain(|unit| !unit.is_empty());
    drawn
}

/// The positions, counted over all lists, of the items that are drawn before others. They come up again later among all
/// positions, and are then skipped as repetitions.
fn first_places<B: ItemBody>(blueprint: &Blueprint, lists: &[&List<B>]) -> Vec<usize> {
    if blueprint.first.is_empty() {
        return Vec::new();
    }
    let all = lists.iter().flat_map(|list| list.ids()).enumerate();
    all.filter(|(_, id)| blueprint.first.contains(&(*id).cast())).map(|(place, _)| place).collect()
}

/// The list, and the index in it, of a position counted over all lists.
fn locate<B: ItemBody>(lists: &[&List<B>], mut place: usize) -> Option<(usize, usize)> {
    for (year, list) in lists.iter().enumerate() {
        if place < list.len() {
            return Some((year, place));
        }
        place -= list.len();
    }
    None
}

/// The numbers below a bound, each once and in random order: a lazy shuffle, whose cost depends only on how many are
/// taken.
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
