//! Questions and theories as the back office reads them, keys and answers included.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use crate::{
    App, Error, Result,
    bank::{Choice, Question, SubjectYear, Theory},
    catalogue::{Section, Subject, Topic, University},
    clock::Instant,
    store::{
        Id, QueryExt, Record,
        resource::{ListQuery, Page, Titled},
    },
};

/// A question of the bank.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminQuestion {
    #[serde(rename = "_id")]
    pub id: Id<Question>,
    pub title: String,
    /// HTML.
    pub question: String,
    /// Whether it is one of a linked group.
    pub passage_check: bool,
    /// HTML.
    pub passage: Option<String>,
    pub group: Option<String>,
    pub options: Vec<Choice>,
    /// The key.
    #[serde(rename = "correctAns")]
    pub correct: Id<Choice>,
    /// The explanation, HTML.
    pub description: String,
    pub status: bool,
    pub logo: Option<String>,
    pub university: Vec<Titled<University>>,
    pub subject: Titled<Subject>,
    pub topic: Titled<Topic>,
    pub section: Titled<Section>,
    /// The year itself is its title.
    pub year: Titled<SubjectYear>,
    pub created_at: Instant,
}

/// A theory question of the bank.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct AdminTheory {
    #[serde(rename = "_id")]
    pub id: Id<Theory>,
    pub title: String,
    /// HTML.
    pub question: String,
    /// The answer in short, HTML.
    #[serde(rename = "description")]
    pub answer: String,
    /// The answer in full, HTML.
    pub detailed_answer: String,
    pub status: bool,
    pub logo: Option<String>,
    pub university: Vec<Titled<University>>,
    pub subject: Titled<Subject>,
    pub topic: Titled<Topic>,
    pub section: Titled<Section>,
    /// The year itself is its title.
    pub year: Titled<SubjectYear>,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// What a list of questions is narrowed to; nothing means any.
#[derive(Debug, Clone, Default)]
pub struct BankFilter {
    pub subject: Option<Id<Subject>>,
    pub topic: Option<Id<Topic>>,
    pub year: Option<Id<SubjectYear>>,
    pub section: Option<Id<Section>>,
    pub university: Option<Id<University>>,
}

impl BankFilter {
    /// From the five segments of the path `/{subjectId}/{topicId}/{yearId}/{sectionId}/{universityId}`,
    /// `all` standing for any (ruling 6).
    pub fn from_path([subject, topic, year, section, university]: [&str; 5]) -> Self {
        fn one<T>(segment: &str) -> Option<Id<T>> {
            (segment != "all" && !segment.is_empty()).then(|| Id::new(segment))
        }
        Self {
            subject: one(subject),
            topic: one(topic),
            year: one(year),
            section: one(section),
            university: one(university),
        }
    }

    fn clauses(&self) -> (Vec<String>, Vec<(&'static str, RecordId)>) {
        let links = [
            ("subject", self.subject.as_ref().map(Id::link)),
            ("topic", self.topic.as_ref().map(Id::link)),
            ("year", self.year.as_ref().map(Id::link)),
            ("section", self.section.as_ref().map(Id::link)),
        ];
        let mut clauses = Vec::new();
        let mut bound = Vec::new();
        for (field, link) in links {
            let Some(link) = link else { continue };
            clauses.push(format!("{field} = ${field}"));
            bound.push((field, link));
        }
        if let Some(university) = &self.university {
            clauses.push("(university CONTAINS $university OR university = [])".into());
            bound.push(("university", university.link()));
        }
        (clauses, bound)
    }
}

const REFS: &str = "subject.{id, title} AS subject, topic.{id, title} AS topic, \
    { id: section, title: section.section_name } AS section, { id: year, title: <string> year.year } AS year, \
    university.*.{id, title} AS university";

impl App {
    /// Questions of the bank, ten a page, in the bank's order.
    pub async fn list_questions(&self, filter: &BankFilter, query: &ListQuery) -> Result<Page<AdminQuestion>> {
        let select = format!("*, (group ?? '') != '' AS passage_check, {REFS}");
        self.list_entries::<Question, _>(&select, filter, query).await
    }

    /// One question of the bank.
    pub async fn find_question(&self, id: &Id<Question>) -> Result<AdminQuestion> {
        let sql = format!("SELECT *, (group ?? '') != '' AS passage_check, {REFS} FROM $id");
        self.store.query(&sql).bind(("id", id.clone())).first().await?.ok_or(Error::NotFound("Question"))
    }

    /// Theory questions of the bank, ten a page, in the bank's order.
    pub async fn list_theories(&self, filter: &BankFilter, query: &ListQuery) -> Result<Page<AdminTheory>> {
        self.list_entries::<Theory, _>(&format!("*, {REFS}"), filter, query).await
    }

    /// One theory question of the bank.
    pub async fn find_theory(&self, id: &Id<Theory>) -> Result<AdminTheory> {
        let sql = format!("SELECT *, {REFS} FROM $id");
        self.store.query(&sql).bind(("id", id.clone())).first().await?.ok_or(Error::NotFound("Theory"))
    }

    async fn list_entries<R: Record, V: SurrealValue + Send>(
        &self,
        select: &str,
        filter: &BankFilter,
        query: &ListQuery,
    ) -> Result<Page<V>> {
        let (mut clauses, bound) = filter.clauses();
        let q = query.q.as_deref().unwrap_or_default().trim().to_lowercase();
        if !q.is_empty() {
            clauses.push("string::contains(string::lowercase(title + ' ' + question), $q)".into());
        }
        let clause = if clauses.is_empty() { String::new() } else { format!(" WHERE {}", clauses.join(" AND ")) };
        let sql = format!(
            "SELECT {select} FROM {table}{clause}{order}{window}; SELECT count() AS n FROM {table}{clause} GROUP ALL;",
            table = R::TABLE,
            order = query.order("position, id")?,
            window = query.window(Some(10))?,
        );
        let mut call = self.store.query(&sql).bind(("q", q));
        for (field, link) in bound {
            call = call.bind((field, link));
        }
        let mut results = call.checked().await?;
        let total: Option<i64> = results.take((1, "n"))?;
        Ok(Page { rows: results.take(0)?, total: total.unwrap_or(0).unsigned_abs() })
    }
}
