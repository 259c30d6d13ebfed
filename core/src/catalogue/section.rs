//! A section of a topic. Every question belongs to a section.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{Subject, Topic, topic::holds_questions};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    records::{Change, Entity, Filter, ListSpec, Listed, Naming, Paths, Resource, Titled, Toasts},
    store::{Id, Record},
};

/// A section of a topic. Every question belongs to a section.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue)]
pub struct Section {
    #[serde(rename = "_id")]
    pub id: Id<Section>,
    pub topic: Id<Topic>,
    pub section_name: String,
    /// The planned number of questions.
    pub topic_count: i64,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SectionInput {
    #[serde(rename = "topicId")]
    pub topic: Id<Topic>,
    pub section_name: String,
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
        search: &["section_name"],
        sort: &[
            ("section_name", "section_name"),
            ("topic", "topic.title"),
            ("subject", "topic.subject.title"),
            ("topic_count", "topic_count"),
            ("totalQuestions", "count(<~(question FIELD section))"),
            ("status", "status"),
            ("createdAt", "created_at"),
        ],
        filters: &[Filter::reference("topic", "topic")],
        order: "createdAt",
        whole: true,
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Section {
    const NOUN: &'static str = "Topic section";
    const AUDITED: &'static [&'static str] = &["topic", "section_name", "topic_count", "status"];

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
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
    const UNIQUE: &'static str = "section_name";
    const NAMING: Option<Naming> = Some(Naming { title: "section_name", within: Some("topic"), slug: None });
    const ALIASES: &'static [(&'static str, &'static str)] = &[("topic", "topicId")];
    const OWN_ID: Option<&'static str> = Some("sectionId");
    type View = SectionView;
    type Input = SectionInput;

    fn build(app: &App, input: SectionInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("section_name", "Section name", &input.section_name, 160);
        errors.check(
            (0..=100_000).contains(&input.topic_count),
            "topic_count",
            "Topic count must be from 0 to 100,000.",
        );
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            topic: input.topic,
            section_name: input.section_name.trim().into(),
            topic_count: input.topic_count,
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> SectionInput {
        SectionInput {
            topic: self.topic.clone(),
            section_name: self.section_name.clone(),
            topic_count: self.topic_count,
            status: self.status,
        }
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        vec![("topicId", self.topic.link())]
    }

    /// Questions stand in a section of their own topic, and do not move with it.
    async fn check(&self, change: &Change<'_>, current: Option<&Self>) -> Result<()> {
        let moves = current.is_some_and(|old| old.topic != self.topic);
        if moves && holds_questions(change, "section", self.id.link()).await? {
            return Err(Error::field("topicId", "This section has questions, so it cannot move to another topic."));
        }
        Ok(())
    }
}
