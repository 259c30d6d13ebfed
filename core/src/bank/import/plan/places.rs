//! Finds the topic and section of a row by name, and creates missing ones (ruling 19).

use std::collections::HashMap;

use chrono::TimeDelta;

use crate::{
    bank::{import::target::Target, sheet::tidy},
    catalogue::{Section, Topic},
    clock::Instant,
    html,
    store::Id,
    text::folded,
};

/// The topic and section of questions without one.
const GENERAL: &str = "General";

/// The topics and sections of one subject, those that are to be made among them.
pub(in crate::bank) struct Places<'a> {
    target: &'a Target,
    now: Instant,
    topics: HashMap<String, Id<Topic>>,
    sections: HashMap<(Id<Topic>, String), Id<Section>>,
    /// The names of those that stand, as a row's are read.
    titles: HashMap<Id<Topic>, String>,
    names: HashMap<Id<Section>, String>,
    /// To be made.
    pub new_topics: Vec<Topic>,
    /// To be made.
    pub new_sections: Vec<Section>,
}

/// The topic and section of a question.
pub(in crate::bank) type Place = (Id<Topic>, Id<Section>);

impl<'a> Places<'a> {
    pub(in crate::bank) fn new(target: &'a Target, topics: &[Topic], sections: &[Section], now: Instant) -> Self {
        let titles: HashMap<_, _> = topics.iter().map(|topic| (topic.id.clone(), read(&topic.title))).collect();
        let names: HashMap<_, _> =
            sections.iter().map(|section| (section.id.clone(), read(&section.section_name))).collect();
        let named = |section: &Section| ((section.topic.clone(), names[&section.id].clone()), section.id.clone());
        Self {
            target,
            now,
            topics: topics.iter().map(|topic| (titles[&topic.id].clone(), topic.id.clone())).collect(),
            sections: sections.iter().map(named).collect(),
            titles,
            names,
            new_topics: Vec::new(),
            new_sections: Vec::new(),
        }
    }

    /// The place of a row: what the row names, else what the import names, else where its question
    /// stands already, else General. Where several have the name, that in which the question stands.
    pub(in crate::bank) fn of(&mut self, topic: Option<&str>, section: Option<&str>, stored: Option<Place>) -> Place {
        let target = self.target;
        let topic = match (topic.or(target.topic.as_deref()), &stored) {
            (Some(title), Some((topic, _))) if self.titles.get(topic) == Some(&read(title)) => topic.clone(),
            (Some(title), _) => self.topic(title),
            (None, Some((topic, _))) => topic.clone(),
            (None, None) => self.topic(GENERAL),
        };
        let section = match (section.or(target.section.as_deref()), stored) {
            (Some(name), Some((before, section)))
                if before == topic && self.names.get(&section) == Some(&read(name)) =>
            {
                section
            }
            (Some(name), _) => self.section(&topic, name),
            (None, Some((before, section))) if before == topic => section,
            (None, _) => self.section(&topic, GENERAL),
        };
        (topic, section)
    }

    fn topic(&mut self, title: &str) -> Id<Topic> {
        let (now, subject) = (after(self.now, self.new_topics.len()), self.target.subject.clone());
        let make = || {
            let (id, title) = (Id::random(), title.to_owned());
            let topic = Topic { id, subject, title, status: true, version: 0, created_at: now };
            self.new_topics.push(topic.clone());
            topic.id
        };
        self.topics.entry(read(title)).or_insert_with(make).clone()
    }

    fn section(&mut self, topic: &Id<Topic>, name: &str) -> Id<Section> {
        let now = after(self.now, self.new_sections.len());
        let make = || {
            let section = Section {
                id: Id::random(),
                topic: topic.clone(),
                section_name: name.to_owned(),
                topic_count: 0,
                status: true,
                version: 0,
                created_at: now,
            };
            self.new_sections.push(section.clone());
            section.id
        };
        self.sections.entry((topic.clone(), read(name))).or_insert_with(make).clone()
    }
}

/// What tells one name from another: that of a row was tidied as every cell is, one that was typed here was not.
fn read(name: &str) -> String {
    folded(&html::text(&tidy(name)))
}

/// A millisecond apart, because lists show topics and sections in the order in which they were made.
fn after(now: Instant, count: usize) -> Instant {
    now + TimeDelta::milliseconds(i64::try_from(count).unwrap_or(0))
}
