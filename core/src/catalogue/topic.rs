//! A topic of a subject's syllabus.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{SectionRef, Subject};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    records::{Change, Entity, Filter, ListSpec, Listed, Naming, Paths, Resource, Titled, Toasts},
    store::{Id, Record},
};

/// A topic of a subject's syllabus.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue)]
pub struct Topic {
    #[serde(rename = "_id")]
    pub id: Id<Topic>,
    pub subject: Id<Subject>,
    pub title: String,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TopicInput {
    #[serde(rename = "subjectId")]
    pub subject: Id<Subject>,
    pub title: String,
    #[serde(default)]
    pub status: bool,
}

/// A topic as callers read it, with its active sections.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = Topic)]
pub struct TopicView {
    #[serde(rename = "_id")]
    pub id: Id<Topic>,
    pub subject: Titled<Subject>,
    pub title: String,
    pub status: bool,
    #[serde(rename = "topicSections")]
    pub sections: Vec<SectionRef>,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

impl Record for Topic {
    const TABLE: &'static str = "topic";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS subject ON topic TYPE record<subject> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS topic_title ON topic FIELDS subject, title UNIQUE;";
}

impl Listed for Topic {
    const LIST: ListSpec = ListSpec {
        select: "*, subject.{id, title} AS subject, \
            (SELECT id, section_name, created_at FROM <~(section FIELD topic) WHERE status = true ORDER BY created_at, id) AS sections",
        sort: &[("title", "title"), ("subject", "subject.title"), ("status", "status"), ("createdAt", "created_at")],
        filters: &[Filter::reference("subject", "subject")],
        order: "createdAt",
        whole: true,
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Topic {
    const NOUN: &'static str = "Topic";
    const AUDITED: &'static [&'static str] = &["subject", "title", "status"];

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Resource for Topic {
    const PATHS: Paths = Paths {
        list: "/admin/topics/{id}",
        one: "/admin/topics/{id}/{item}",
        add: Some("/admin/topics/add"),
        update: "/admin/topics/update/{id}",
        delete: Some("/admin/topics/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "Topic successfully added.",
        updated: "Topic updated successfully",
        deleted: "Topic deleted successfully",
    };
    const PARENT: Option<&'static str> = Some("subject");
    const NAMING: Option<Naming> = Some(Naming { title: "title", within: Some("subject"), slug: None });
    const ALIASES: &'static [(&'static str, &'static str)] = &[("subject", "subjectId")];
    const OWN_ID: Option<&'static str> = Some("topicId");
    type View = TopicView;
    type Input = TopicInput;

    fn build(app: &App, input: TopicInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("title", "Title", &input.title, 160);
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            subject: input.subject,
            title: input.title.trim().into(),
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> TopicInput {
        TopicInput { subject: self.subject.clone(), title: self.title.clone(), status: self.status }
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        vec![("subjectId", self.subject.link())]
    }

    /// A topic with questions cannot move to another subject, because its questions would not move with it.
    async fn check(&self, change: &Change<'_>, current: Option<&Self>) -> Result<()> {
        let moves = current.is_some_and(|old| old.subject != self.subject);
        if moves && holds_questions(change, "topic", self.id.link()).await? {
            return Err(Error::field("subjectId", "This topic has questions, so it cannot move to another subject."));
        }
        Ok(())
    }
}

/// Whether the topic or section in `column` has questions or theory questions.
pub(super) async fn holds_questions(change: &Change<'_>, column: &str, place: RecordId) -> Result<bool> {
    let sql = format!(
        "SELECT VALUE id FROM question WHERE {column} = $place LIMIT 1; \
         SELECT VALUE id FROM theory WHERE {column} = $place LIMIT 1;"
    );
    let mut results = change.query(sql).bind(("place", place)).checked().await?;
    let (questions, theories): (Vec<RecordId>, Vec<RecordId>) = (results.take(0)?, results.take(1)?);
    Ok(!questions.is_empty() || !theories.is_empty())
}
