//! Essay items: what the documents call theory questions. They are answered in writing and marked by people.

use surrealdb::types::SurrealValue;

use super::{
    AdminTheory, TheoryUpdate,
    cache::{Bank, ItemCache},
    editing::THEORY_LIST,
    item::{Item, ItemBody, ItemKind},
    versions::EssayVersion,
};
use crate::records::ListSpec;

/// An essay item of the bank.
pub type Theory = Item<EssayBody>;

/// The model answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, SurrealValue)]
pub struct EssayBody {
    /// In short, HTML.
    pub answer: String,
    /// With the working, HTML.
    pub detailed_answer: String,
}

impl ItemBody for EssayBody {
    const KIND: ItemKind = ItemKind::Essay;
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS year ON theory TYPE record<subject_year> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS section ON theory TYPE record<section> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS subject ON theory TYPE record<subject>;\
        DEFINE FIELD IF NOT EXISTS topic ON theory TYPE record<topic>;\
        DEFINE FIELD IF NOT EXISTS university ON theory TYPE array<record<university>>;\
        DEFINE INDEX IF NOT EXISTS theory_identity ON theory FIELDS year, identity UNIQUE;\
        DEFINE INDEX IF NOT EXISTS theory_year ON theory FIELDS year, position;\
        DEFINE INDEX IF NOT EXISTS theory_subject ON theory FIELDS subject, year, position;\
        DEFINE INDEX IF NOT EXISTS theory_topic ON theory FIELDS topic, year, position;\
        DEFINE INDEX IF NOT EXISTS theory_section ON theory FIELDS section, year, position;\
        DEFINE INDEX IF NOT EXISTS theory_all ON theory COUNT;\
        DEFINE INDEX IF NOT EXISTS theory_open ON theory COUNT WHERE university = [];\
        DEFINE INDEX IF NOT EXISTS theory_title ON theory FIELDS title FULLTEXT ANALYZER unmarked_english;\
        DEFINE INDEX IF NOT EXISTS theory_question ON theory FIELDS question FULLTEXT ANALYZER unmarked_english;";
    const AUDITED: &'static [&'static str] = &[
        "subject",
        "year",
        "topic",
        "section",
        "university",
        "title",
        "question",
        "answer",
        "detailed_answer",
        "logo",
        "status",
        "checked",
        "provenance",
        "position",
    ];
    const LIST: ListSpec = THEORY_LIST;
    type View = AdminTheory;
    type Form = TheoryUpdate;
    type Content = Self;
    type Version = EssayVersion;

    fn from_content(content: Self, _: Option<&Self>) -> Self {
        content
    }

    fn content(&self) -> Self {
        self.clone()
    }

    fn version_of(item: &Theory) -> EssayVersion {
        EssayVersion::of(item)
    }

    fn texts(&self) -> Vec<(&'static str, &str)> {
        vec![("answer", self.answer.as_str()), ("detailed answer", self.detailed_answer.as_str())]
    }

    fn cache(bank: &Bank) -> &ItemCache<Self> {
        &bank.theories
    }
}
