//! Finds the topic and section of a row by name, and makes those that are missing (ruling 19).

use std::collections::HashMap;

use chrono::TimeDelta;

use super::ask::{Target, fold};
use crate::{
    catalogue::{Section, Topic},
    clock::Instant,
    store::Id,
};

/// Where questions without a topic or section go.
const GENERAL: &str = "General";

/// The topics and sections of one subject, those that are to be made among them.
pub(super) struct Places<'a> {
    target: &'a Target,
    now: Instant,
    topics: HashMap<String, Id<Topic>>,
    sections: HashMap<(Id<Topic>, String), Id<Section>>,
    /// To be made.
    pub new_topics: Vec<Topic>,
    /// To be made.
    pub new_sections: Vec<Section>,
}

/// Where a question stands.
pub(super) type Place = (Id<Topic>, Id<Section>);

impl<'a> Places<'a> {
    pub(super) fn new(target: &'a Target, topics: &[Topic], sections: &[Section], now: Instant) -> Self {
        let named = |section: &Section| ((section.topic.clone(), fold(&section.section_name)), section.id.clone());
        Self {
            target,
            now,
            topics: topics.iter().map(|topic| (fold(&topic.title), topic.id.clone())).collect(),
            sections: sections.iter().map(named).collect(),
            new_topics: Vec::new(),
            new_sections: Vec::new(),
        }
    }

    /// The place of a row: what the row names, else what the import names, else where its question
    /// stands already, else General.
    pub(super) fn of(&mut self, topic: Option<&str>, section: Option<&str>, stored: Option<Place>) -> Place {
        let target = self.target;
        let topic = match (topic.or(target.topic.as_deref()), &stored) {
            (Some(title), _) => self.topic(title),
            (None, Some((topic, _))) => topic.clone(),
            (None, None) => self.topic(GENERAL),
        };
        let section = match (section.or(target.section.as_deref()), stored) {
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
        self.topics.entry(fold(title)).or_insert_with(make).clone()
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
        self.sections.entry((topic.clone(), fold(name))).or_insert_with(make).clone()
    }
}

/// A millisecond apart, because lists show topics and sections in the order in which they were made.
fn after(now: Instant, count: usize) -> Instant {
    now + TimeDelta::milliseconds(i64::try_from(count).unwrap_or(0))
}
