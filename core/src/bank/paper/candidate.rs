//! What drawing needs to know of questions and theories.

use sha2::{Digest as _, Sha256};

use super::{Blueprint, ExamType};
use crate::{
    bank::{Entry, Question, Theory, identity::normal},
    store::Id,
};

/// What may be drawn into a paper.
pub(super) trait Candidate: Entry {
    /// Whether papers of this type hold entries of this kind.
    fn wanted_in(exam_type: ExamType) -> bool;
    /// Whether the blueprint asks for the entry with this id.
    fn is_asked_for(id: &Id<Self>, blueprint: &Blueprint) -> bool;
    /// The label that links it with others of its subject-year.
    fn group(&self) -> Option<&str>;
    /// The passage of its group, where it is the one to carry it.
    fn passage(&self) -> Option<&str>;

    /// What tells it from others: the stem as [`normal`] has it, in small letters, with its picture, and in a
    /// group the passage, since "What is the best title?" is asked of many. Hashed, because a paper only asks
    /// whether two are alike. It is stored: another rule needs a migration that drops the indexes of years.
    fn likeness(&self, passage: Option<&str>) -> u64 {
        let mut hash = Sha256::new();
        let words = |html: &str| normal(html).to_lowercase();
        let parts = [Some(words(self.question())), self.picture().map(str::to_owned), passage.map(words)];
        for part in parts {
            let length = part.as_ref().map_or(u64::MAX, |part| part.len() as u64);
            hash.update(length.to_be_bytes());
            hash.update(part.unwrap_or_default());
        }
        hash.finalize().iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

impl Candidate for Question {
    fn wanted_in(exam_type: ExamType) -> bool {
        matches!(exam_type, ExamType::Objective | ExamType::Both)
    }
    fn is_asked_for(id: &Id<Self>, blueprint: &Blueprint) -> bool {
        blueprint.only.as_ref().is_none_or(|only| only.contains(id)) && !blueprint.except.contains(id)
    }
    fn group(&self) -> Option<&str> {
        self.group.as_deref().filter(|label| !label.is_empty())
    }
    fn passage(&self) -> Option<&str> {
        self.passage.as_deref()
    }
}

impl Candidate for Theory {
    fn wanted_in(exam_type: ExamType) -> bool {
        matches!(exam_type, ExamType::Theory | ExamType::Both)
    }
    fn is_asked_for(_: &Id<Self>, blueprint: &Blueprint) -> bool {
        blueprint.only.is_none()
    }
    fn group(&self) -> Option<&str> {
        None
    }
    fn passage(&self) -> Option<&str> {
        None
    }
}
