//! A theory question: answered in writing, marked by people.

use surrealdb::types::SurrealValue;

use super::{Entry as _, SubjectYear};
use crate::{
    catalogue::{Section, Subject, Topic, University},
    clock::Instant,
    records::{Entity, Tally},
    store::{Id, Record},
};

/// A theory question with its model answer. Not serialised, for the reason given at
/// [`super::Question`].
#[derive(Debug, Clone, PartialEq, SurrealValue)]
pub struct Theory {
    pub id: Id<Theory>,
    pub subject: Id<Subject>,
    pub year: Id<SubjectYear>,
    pub topic: Id<Topic>,
    pub section: Id<Section>,
    pub university: Vec<Id<University>>,
    pub title: String,
    /// HTML.
    pub question: String,
    /// The short model answer, HTML.
    pub answer: String,
    /// The working in full, HTML.
    pub detailed_answer: String,
    pub logo: Option<String>,
    pub status: bool,
    /// The order inside its year.
    pub position: i64,
    /// What makes it the same question in another import.
    pub identity: String,
    /// How often it was changed (ruling 33).
    #[surreal(default)]
    pub version: i64,
    pub created_at: Instant,
}

impl Record for Theory {
    const TABLE: &'static str = "theory";
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
}

impl Entity for Theory {
    const NOUN: &'static str = "Theory";
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
        "position",
    ];

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }

    // Changes of one year meet in its revision anyway.
    fn tallies(&self) -> Vec<Tally> {
        self.counted()
    }
}
