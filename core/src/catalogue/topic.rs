//! A topic of a subject's syllabus.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::{SectionRef, Subject};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    records::{Change, Filter, ListSpec, Listed, Naming, Paths, Resource, Titled, Toasts, entity, toasts},
    store::{Id, Record},
};

entity! {
    /// A topic of a subject's syllabus.
    Topic: TopicInput {}
    const NOUN: &'static str = "Topic";
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
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
        sort: &[("subject", "subject.title")],
        filters: &[Filter::reference("subject", "subject")],
        order: "createdAt",
        whole: true,
        ..ListSpec::titled(Self::TABLE)
    };
}

impl Resource for Topic {
    const PATHS: Paths = Paths {
        list: "/admin/topics/{id}",
        one: "/admin/topics/{id}/{item}",
        add: Some("/admin/topics/add"),
        update: "/admin/topics/update/{id}",
        delete: Some("/admin/topics/{id}"),
    };
    const TOASTS: Toasts = toasts!("Topic");
    const PARENT: Option<&'static str> = Some("subject");
    const NAMING: Option<Naming> = Some(Naming { within: Some("subject"), slug: None });
    const ALIASES: &'static [(&'static str, &'static str)] = &[("subject", "subjectId")];
    const OWN_ID: Option<&'static str> = Some("topicId");
    type View = TopicView;

    fn check_form(&mut self, _: &App, _: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("title", "Title", &mut self.title, 160);
    }

    fn references(&self) -> Vec<(&'static str, RecordId)> {
        vec![("subjectId", self.subject.link())]
    }

    /// Refuses to move a topic with questions to another subject, because the questions would not move with it.
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
