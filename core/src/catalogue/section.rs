//! A section of a topic. Every question belongs to a section.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{Subject, Topic, topic::holds_questions};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    records::{Change, Filter, ListSpec, Listed, Naming, Paths, Resource, Titled, Toasts, entity},
    store::{Id, Record},
};

entity! {
    /// A section of a topic. Every question belongs to a section.
    Section: SectionInput {}
    const NOUN: &'static str = "Topic section";
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct SectionInput {
    #[serde(rename = "topicId")]
    pub topic: Id<Topic>,
    pub section_name: String,
    /// The planned number of questions.
    #[serde(default)]
    pub topic_count: i64,
    #[serde(default)]
    pub status: bool,
}

/// A section nested in a topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct SectionRef {
    #[serde(rename = "_id")]
    pub id: Id<Section>,
    pub section_name: String,
}

/// A section as callers read it.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = Section)]
pub struct SectionView {
    #[serde(rename = "_id")]
    pub id: Id<Section>,
    pub topic: Titled<Topic>,
    pub subject: Titled<Subject>,
    pub section_name: String,
    pub topic_count: i64,
    #[serde(rename = "totalQuestions")]
    pub total_questions: i64,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

impl Record for Section {
    const TABLE: &'static str = "section";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS topic ON section TYPE record<topic> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS section_name ON section FIELDS topic, section_name UNIQUE;";
}

impl Listed for Section {
    const LIST: ListSpec = ListSpec {
        select: "*, topic.{id, title} AS topic, topic.subject.{id, title} AS subject, count(<~(question FIELD section)) AS total_questions",
        title: Some("section_name"),
        sort: &[
            ("topic", "topic.title"),
            ("subject", "topic.subject.title"),
            ("topic_count", "topic_count"),
            ("totalQuestions", "count(<~(question FIELD section))"),
        ],
        filters: &[Filter::reference("topic", "topic")],
        order: "createdAt",
        whole: true,
        ..ListSpec::titled(Self::TABLE)
    };
}

impl Resource for Section {
    const PATHS: Paths = Paths {
        list: "/admin/topic-sections/{id}",
        one: "/admin/topic-sections/detail/{id}",
        add: Some("/admin/topic-sections/{id}/add"),
        update: "/admin/topic-sections/update/{id}",
        delete: Some("/admin/topic-sections/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "Topic section successfully added.",
        updated: "Topic section updated successfully.",
        deleted: "Topic section deleted successfully",
    };
    const LIST_FIELD: &'static str = "topicSections";
    const PARENT: Option<&'static str> = Some("topic");
    const NAMING: Option<Naming> = Some(Naming { within: Some("topic"), slug: None });
    const ALIASES: &'static [(&'static str, &'static str)] = &[("topic", "topicId")];
    const OWN_ID: Option<&'static str> = Some("sectionId");
    type View = SectionView;

    fn check_form(&mut self, _: &App, _: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("section_name", "Section name", &mut self.section_name, 160);
        let is_count = (0..=100_000).contains(&self.topic_count);
        errors.check(is_count, "topic_count", "Topic count must be from 0 to 100,000.");
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        vec![("topicId", self.topic.link())]
    }

    /// Refuses to move a section with questions to another topic, because the questions would not move with it.
    async fn check(&self, change: &Change<'_>, current: Option<&Self>) -> Result<()> {
        let moves = current.is_some_and(|old| old.topic != self.topic);
        if moves && holds_questions(change, "section", self.id.link()).await? {
            return Err(Error::field("topicId", "This section has questions, so it cannot move to another topic."));
        }
        Ok(())
    }
}
