//! Finds the topic and section of a row by name, and creates missing ones (ruling 19).

use std::collections::HashMap;

use chrono::TimeDelta;

use crate::{
    bank::{import::target::Target, sheet::normalise},
    catalogue::{Section, SectionInput, Topic, TopicInput},
    clock::Instant,
    html,
    records::Stored as _,
    store::Id,
    text::folded,
};

/// The topic and section of questions without one.
const GENERAL: &str = "General";

/// The topics and sections of one subject, including those to create.
pub(in crate::bank) struct Places<'a> {
    target: &'a Target,
    now: Instant,
    topics: HashMap<String, Id<Topic>>,
    sections: HashMap<(Id<Topic>, String), Id<Section>>,
    /// The comparable names of stored topics.
    titles: HashMap<Id<Topic>, String>,
    names: HashMap<Id<Section>, String>,
    /// Topics to create.
    pub new_topics: Vec<Topic>,
    /// Sections to create.
    pub new_sections: Vec<Section>,
}

/// The topic and section of a question.
pub(in crate::bank) type Placement = (Id<Topic>, Id<Section>);

impl<'a> Places<'a> {
    pub(in crate::bank) fn new(target: &'a Target, topics: &[Topic], sections: &[Section], now: Instant) -> Self {
        let titles: HashMap<_, _> = topics.iter().map(|topic| (topic.id.clone(), comparable(&topic.title))).collect();
        let names: HashMap<_, _> =
            sections.iter().map(|section| (section.id.clone(), comparable(&section.section_name))).collect();
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

    /// The place of a row. The first of these that exists: the topic and section named by the row, those of the import,
    /// the current place of its question, General. If several have the same name, the question's current place wins.
    pub(in crate::bank) fn of(
        &mut self,
        topic: Option<&str>,
        section: Option<&str>,
        stored: Option<Placement>,
    ) -> Placement {
        let target = self.target;
        let topic = match (topic.or(target.topic.as_deref()), &stored) {
            (Some(title), Some((topic, _))) if self.titles.get(topic) == Some(&comparable(title)) => topic.clone(),
            (Some(title), _) => self.topic(title),
            (None, Some((topic, _))) => topic.clone(),
            (None, None) => self.topic(GENERAL),
        };
        let section = match (section.or(target.section.as_deref()), stored) {
            (Some(name), Some((before, section)))
                if before == topic && self.names.get(&section) == Some(&comparable(name)) =>
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
            let topic = Topic::new(TopicInput { subject, title: title.to_owned(), status: true }, now);
            self.new_topics.push(topic.clone());
            topic.id
        };
        self.topics.entry(comparable(title)).or_insert_with(make).clone()
    }

    fn section(&mut self, topic: &Id<Topic>, name: &str) -> Id<Section> {
        let now = after(self.now, self.new_sections.len());
        let make = || {
            let form =
                SectionInput { topic: topic.clone(), section_name: name.to_owned(), topic_count: 0, status: true };
            let section = Section::new(form, now);
            self.new_sections.push(section.clone());
            section.id
        };
        self.sections.entry((topic.clone(), comparable(name))).or_insert_with(make).clone()
    }
}

/// The comparable form of a name.
fn comparable(name: &str) -> String {
    folded(&html::text(&normalise(name)))
}

/// The time of the next new topic or section: a millisecond apart, because lists show them in order of creation.
fn after(now: Instant, count: usize) -> Instant {
    now + TimeDelta::milliseconds(i64::try_from(count).unwrap_or(0))
}
