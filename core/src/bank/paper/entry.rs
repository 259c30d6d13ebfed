//! What questions and theories have in common when a paper is built.

use super::{Blueprint, ExamType};
use crate::bank::{Question, Theory};
use crate::catalogue::{Section, Topic, University};
use crate::store::Id;

/// An entry of the bank.
pub(super) trait Entry {
    /// Whether papers of this type hold entries of this kind.
    fn wanted_in(exam_type: ExamType) -> bool;
    /// Whether it is in use.
    /// Its id.
    fn key(&self) -> &str;
    fn active(&self) -> bool;
    fn topic(&self) -> &Id<Topic>;
    fn section(&self) -> &Id<Section>;
    fn universities(&self) -> &[Id<University>];
    /// The label that links it with others of its subject-year.
    fn group(&self) -> Option<&str>;
    /// The passage of its group, where it is the one to carry it.
    fn passage(&self) -> Option<&str>;
    fn question(&self) -> &str;
    fn picture(&self) -> Option<&str>;
}

impl Entry for Question {
    fn wanted_in(exam_type: ExamType) -> bool {
        matches!(exam_type, ExamType::Objective | ExamType::Both)
    }
    fn key(&self) -> &str {
        self.id.as_str()
    }
    fn active(&self) -> bool {
        self.status
    }
    fn topic(&self) -> &Id<Topic> {
        &self.topic
    }
    fn section(&self) -> &Id<Section> {
        &self.section
    }
    fn universities(&self) -> &[Id<University>] {
        &self.university
    }
    fn group(&self) -> Option<&str> {
        self.group.as_deref().filter(|label| !label.is_empty())
    }
    fn passage(&self) -> Option<&str> {
        self.passage.as_deref()
    }
    fn question(&self) -> &str {
        &self.question
    }
    fn picture(&self) -> Option<&str> {
        self.logo.as_deref()
    }
}

impl Entry for Theory {
    fn wanted_in(exam_type: ExamType) -> bool {
        matches!(exam_type, ExamType::Theory | ExamType::Both)
    }
    fn key(&self) -> &str {
        self.id.as_str()
    }
    fn active(&self) -> bool {
        self.status
    }
    fn topic(&self) -> &Id<Topic> {
        &self.topic
    }
    fn section(&self) -> &Id<Section> {
        &self.section
    }
    fn universities(&self) -> &[Id<University>] {
        &self.university
    }
    fn group(&self) -> Option<&str> {
        None
    }
    fn passage(&self) -> Option<&str> {
        None
    }
    fn question(&self) -> &str {
        &self.question
    }
    fn picture(&self) -> Option<&str> {
        self.logo.as_deref()
    }
}

impl Blueprint {
    /// Whether the entry is in use, and open to the university asked for.
    pub(super) fn open(&self, entry: &impl Entry) -> bool {
        let universities = entry.universities();
        let here = match &self.university {
            Some(university) => universities.is_empty() || universities.contains(university),
            None => true,
        };
        entry.active() && here
    }

    /// Whether the entry is of a topic or section chosen. Of a linked group one such member brings
    /// in the others: they share a passage, and half a group is no group.
    pub(super) fn chosen(&self, entry: &impl Entry) -> bool {
        (self.topics.is_empty() && self.sections.is_empty())
            || self.topics.contains(entry.topic())
            || self.sections.contains(entry.section())
    }
}

/// Tags that can make another question of the same words: x<sup>2</sup>, the <u>underlined</u> one.
const TELLING: [&str; 8] = ["b", "em", "i", "s", "strong", "sub", "sup", "u"];

/// The text of a piece of HTML in lower case: tags out, white space single. A `<` that opens no tag
/// is kept, as mathematics needs it.
pub(super) fn plain(html: &str) -> String {
    text(html, &[])
}

/// A stem in the form in which it is compared with others.
pub(super) fn stem(html: &str) -> String {
    text(html, &TELLING)
}

fn text(html: &str, kept: &[&str]) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        add(&mut text, before);
        let name = tag[1..].trim_start_matches('/');
        let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
        match tag.find('>') {
            Some(end) if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                let telling = kept.iter().any(|kept| name.eq_ignore_ascii_case(kept));
                add(&mut text, if telling { &tag[..=end] } else { " " });
                rest = &tag[end + 1..];
            }
            _ => {
                text.push('<');
                rest = &tag[1..];
            }
        }
    }
    add(&mut text, rest);
    text.truncate(text.trim_end().len());
    text
}

/// Adds a piece in lower case, with single spaces.
fn add(text: &mut String, piece: &str) {
    for (place, run) in piece.split("&nbsp;").enumerate() {
        let space = (place > 0).then_some(' ');
        for letter in space.into_iter().chain(run.chars()) {
            if !letter.is_whitespace() {
                text.extend(letter.to_lowercase());
            } else if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        }
    }
}
