//! The index of a subject-year's items of one kind: enough to choose items, without their content.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{Blueprint, draw::Unit};
use crate::{
    bank::{Item, ItemBody, identity::normal},
    catalogue::{Section, Topic, University},
    store::Id,
};

/// The active items of one subject-year in the order of the bank. Values that many items share are stored once, and
/// items refer to them by number.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct List<B: ItemBody> {
    lines: Vec<Line<B>>,
    topics: Vec<Id<Topic>>,
    sections: Vec<Id<Section>>,
    universities: Vec<Vec<Id<University>>>,
    /// The indexes of the items of each linked group.
    groups: Vec<Vec<u32>>,
}

/// One item.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", from = "StoredLine<B>", into = "StoredLine<B>")]
struct Line<B: ItemBody> {
    id: Id<Item<B>>,
    topic: u32,
    section: u32,
    universities: u32,
    group: Option<u32>,
    /// A hash of what the item asks: items with the same value count as the same question.
    likeness: u64,
}

/// A line as it is stored, without the names of its fields.
type StoredLine<B> = (Id<Item<B>>, u32, u32, u32, Option<u32>, u64);

impl<B: ItemBody> List<B> {
    /// Indexes the items of a year in the order of their positions. Inactive ones are left out.
    pub fn new(items: &[Item<B>]) -> Self {
        let items: Vec<&Item<B>> = items.iter().filter(|item| item.status).collect();
        let mut list = Self { lines: vec![], topics: vec![], sections: vec![], universities: vec![], groups: vec![] };
        let mut labels = HashMap::new();
        for (place, item) in (0..).zip(&items) {
            let label = item.body.as_choice().and_then(|choice| choice.group.as_deref());
            let group = label.filter(|label| !label.is_empty()).map(|label| {
                let number = *labels.entry(label).or_insert_with(|| {
                    list.groups.push(Vec::new());
                    list.groups.len() - 1
                });
                list.groups[number].push(place);
                number
            });
            list.lines.push(Line {
                id: item.id.clone(),
                topic: number(&mut list.topics, &item.topic),
                section: number(&mut list.sections, &item.section),
                universities: number(&mut list.universities, &item.university),
                group: group.map(|number| number as u32),
                likeness: 0,
            });
        }
        let passage_of = |place: &u32| items[*place as usize].body.as_choice()?.passage.as_deref();
        for (place, item) in items.iter().enumerate() {
            let passage = list.group(place).iter().find_map(passage_of);
            list.lines[place].likeness = likeness(item, passage);
        }
        list
    }

    /// All items.
    pub fn ids(&self) -> impl Iterator<Item = &Id<Item<B>>> {
        self.lines.iter().map(|line| &line.id)
    }

    /// The number of items that the blueprint admits.
    pub fn count(&self, blueprint: &Blueprint) -> usize {
        if !blueprint.asks_for(B::KIND) {
            return 0;
        }
        let all_open = self.universities.iter().all(Vec::is_empty) || blueprint.university.is_none();
        let is_whole = blueprint.only.is_none() && blueprint.except.is_empty();
        if all_open && is_whole && blueprint.topics.is_empty() && blueprint.sections.is_empty() {
            return self.lines.len();
        }
        let single = |place: &usize| {
            self.lines[*place].group.is_none()
                && self.is_eligible(blueprint, *place)
                && self.matches_topics(blueprint, *place)
        };
        let groups = self.groups.iter().filter_map(|places| places.first());
        (0..self.lines.len()).filter(single).count()
            + groups.map(|&place| self.unit(blueprint, place as usize).len()).sum::<usize>()
    }

    /// The topics of its items.
    pub fn topics(&self) -> &[Id<Topic>] {
        &self.topics
    }

    /// The items that are open at a university, each with the number of its topic in [`Self::topics`].
    pub fn open_at(&self, university: Option<&Id<University>>) -> impl Iterator<Item = (&Id<Item<B>>, usize)> {
        let is_open = move |line: &&Line<B>| self.is_open_at(line, university);
        self.lines.iter().filter(is_open).map(|line| (&line.id, line.topic as usize))
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    pub fn likeness(&self, place: usize) -> u64 {
        self.lines[place].likeness
    }

    /// All items with their likenesses.
    pub fn likenesses(&self) -> impl Iterator<Item = (&Id<Item<B>>, u64)> {
        self.lines.iter().map(|line| (&line.id, line.likeness))
    }

    /// The number of the linked group that an item is in.
    pub fn group_of(&self, place: usize) -> Option<u32> {
        self.lines[place].group
    }

    /// The indexes of the admitted items in the unit of an item; empty if the blueprint does not admit the unit.
    pub fn unit(&self, blueprint: &Blueprint, place: usize) -> Vec<usize> {
        let mut unit = match self.group(place) {
            [] => vec![place],
            places => places.iter().map(|&place| place as usize).collect(),
        };
        unit.retain(|&place| self.is_eligible(blueprint, place));
        if !unit.iter().any(|&place| self.matches_topics(blueprint, place)) {
            unit.clear();
        }
        unit
    }

    pub fn at(&self, places: &[usize]) -> Unit<'_, B> {
        places.iter().map(|&place| &self.lines[place].id).collect()
    }

    /// The units that the blueprint admits, in the order of the bank. A group has the position of its first eligible
    /// item.
    pub fn units(&self, blueprint: &Blueprint) -> Vec<Unit<'_, B>> {
        let leads = |place: usize| match self.group(place) {
            [] => true,
            places => {
                places.iter().map(|&one| one as usize).find(|&one| self.is_eligible(blueprint, one)) == Some(place)
            }
        };
        (0..self.lines.len())
            .filter(|&place| self.is_eligible(blueprint, place) && leads(place))
            .map(|place| self.at(&self.unit(blueprint, place)))
            .filter(|unit| !unit.is_empty())
            .collect()
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let links = self.topics.len() + self.sections.len() + self.universities.iter().map(Vec::len).sum::<usize>();
        let lists = self.universities.len() + self.groups.len();
        size_of::<Self>()
            + self.lines.len() * size_of::<Line<B>>()
            + links * size_of::<Id<Item<B>>>()
            + lists * size_of::<Vec<u32>>()
            + self.groups.iter().map(Vec::len).sum::<usize>() * size_of::<u32>()
    }

    /// Whether all numbers are valid. A stored index may have been written by another version.
    pub fn is_sound(&self) -> bool {
        let has = |number: u32, bound: usize| (number as usize) < bound;
        self.lines.iter().all(|line| {
            has(line.topic, self.topics.len())
                && has(line.section, self.sections.len())
                && has(line.universities, self.universities.len())
                && line.group.is_none_or(|group| has(group, self.groups.len()))
        }) && self.groups.iter().flatten().all(|&place| has(place, self.lines.len()))
    }

    /// The indexes of the items that are linked with an item, including itself.
    fn group(&self, place: usize) -> &[u32] {
        self.lines[place].group.map_or(&[], |group| &self.groups[group as usize])
    }

    /// Whether the blueprint's `only` and `except` admit the item and it is open at the blueprint's university. Its
    /// topic does not matter here: see [`Self::matches_topics`].
    fn is_eligible(&self, blueprint: &Blueprint, place: usize) -> bool {
        let line = &self.lines[place];
        blueprint.admits(&line.id) && self.is_open_at(line, blueprint.university.as_ref())
    }

    fn is_open_at(&self, line: &Line<B>, university: Option<&Id<University>>) -> bool {
        let universities = &self.universities[line.universities as usize];
        university.is_none_or(|university| universities.is_empty() || universities.contains(university))
    }

    /// Whether the item has one of the blueprint's topics or sections, or the blueprint names none. One such item
    /// brings in its whole linked group, because the group shares a passage.
    fn matches_topics(&self, blueprint: &Blueprint, place: usize) -> bool {
        let line = &self.lines[place];
        (blueprint.topics.is_empty() && blueprint.sections.is_empty())
            || blueprint.topics.contains(&self.topics[line.topic as usize])
            || blueprint.sections.contains(&self.sections[line.section as usize])
    }
}

/// A hash that is equal for items that ask the same. It covers the stem (as [`normal`], in lower case), its picture
/// and, in a group, the passage, because "What is the best title?" is asked about many passages. It is stored, so a
/// changed rule needs a migration that drops the indexes of years.
fn likeness<B: ItemBody>(item: &Item<B>, passage: Option<&str>) -> u64 {
    let mut hash = Sha256::new();
    let words = |html: &str| normal(html).to_lowercase();
    for part in [Some(words(&item.question)), item.logo.clone(), passage.map(words)] {
        let length = part.as_ref().map_or(u64::MAX, |part| part.len() as u64);
        hash.update(length.to_be_bytes());
        hash.update(part.unwrap_or_default());
    }
    hash.finalize().iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The index of a value in the list of known values, after appending the value if it is new.
fn number<T: PartialEq<Q>, Q: ToOwned<Owned = T> + ?Sized>(known: &mut Vec<T>, value: &Q) -> u32 {
    let place = known.iter().position(|one| *one == *value).unwrap_or_else(|| {
        known.push(value.to_owned());
        known.len() - 1
    });
    place as u32
}

impl<B: ItemBody> From<StoredLine<B>> for Line<B> {
    fn from((id, topic, section, universities, group, likeness): StoredLine<B>) -> Self {
        Self { id, topic, section, universities, group, likeness }
    }
}

impl<B: ItemBody> From<Line<B>> for StoredLine<B> {
    fn from(Line { id, topic, section, universities, group, likeness }: Line<B>) -> Self {
        (id, topic, section, universities, group, likeness)
    }
}

impl<B: ItemBody> Clone for Line<B> {
    fn clone(&self) -> Self {
        Self { id: self.id.clone(), ..*self }
    }
}
