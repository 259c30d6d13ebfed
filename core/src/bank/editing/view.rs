//! Items as administrators read them, with keys and model answers.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::QuestionInput;
use crate::{
    App, Error, FieldErrors, Result,
    bank::{Choice, Item, ItemBody, Question, Review, SubjectYear, Theory},
    catalogue::{Section, Subject, Topic, University},
    clock::Instant,
    records::{Entity as _, Filter, FilterKind, ListQuery, ListSpec, Listed, Page, Rows, Titled},
    store::Id,
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
    /// Whether visitors are shown it, with its key.
    #[surreal(default)]
    pub for_visitors: bool,
    /// Whether devices cannot download it; mocks draw it first.
    #[surreal(default)]
    pub held_back: bool,
    /// Whether the question was withdrawn as faulty, so that it counts in no result.
    #[serde(default)]
    #[schema(required)]
    #[surreal(default)]
    pub withdrawn: bool,
    /// Whether somebody has checked the content since it changed.
    pub review: Review,
    /// The name of the person who checked it; none for a draft, and for the operator.
    pub checked_by: Option<String>,
    pub checked_at: Option<Instant>,
    /// The examination board.
    pub source_board: Option<String>,
    /// The year or the sitting of the paper.
    pub source_year: Option<String>,
    /// The number of the question in the paper.
    pub source_number: Option<String>,
    /// Who holds the rights, or the licence.
    pub source_rights: Option<String>,
    pub logo: Option<String>,
    pub university: Vec<Titled<University>>,
    pub subject: Titled<Subject>,
    pub topic: Titled<Topic>,
    pub section: Titled<Section>,
    /// The year itself is its title.
    pub year: Titled<SubjectYear>,
    /// Its version, increased by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
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
    /// Whether somebody has checked the content since it changed.
    pub review: Review,
    /// The name of the person who checked it; none for a draft, and for the operator.
    #[serde(rename = "checkedBy")]
    pub checked_by: Option<String>,
    #[serde(rename = "checkedAt")]
    pub checked_at: Option<Instant>,
    /// The examination board.
    #[serde(rename = "sourceBoard")]
    pub source_board: Option<String>,
    /// The year or the sitting of the paper.
    #[serde(rename = "sourceYear")]
    pub source_year: Option<String>,
    /// The number of the question in the paper.
    #[serde(rename = "sourceNumber")]
    pub source_number: Option<String>,
    /// Who holds the rights, or the licence.
    #[serde(rename = "sourceRights")]
    pub source_rights: Option<String>,
    pub logo: Option<String>,
    pub university: Vec<Titled<University>>,
    pub subject: Titled<Subject>,
    pub topic: Titled<Topic>,
    pub section: Titled<Section>,
    /// The year itself is its title.
    pub year: Titled<SubjectYear>,
    /// Its version, increased by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

impl AdminQuestion {
    /// The form that changes it, filled.
    pub fn form(&self) -> QuestionInput {
        let option = |place: usize| self.options.get(place).map(|choice| choice.option.clone());
        let correct = (1..).zip(&self.options).find(|(_, choice)| choice.id == self.correct);
        QuestionInput {
            title: self.title.clone(),
            topic: Some(self.topic.id.clone()),
            section: Some(self.section.id.clone()),
            question: self.question.clone(),
            passage_check: self.passage_check,
            passage: self.passage.clone(),
            group: self.group.clone(),
            option_1: option(0),
            option_2: option(1),
            option_3: option(2),
            option_4: option(3),
            option_5: option(4),
            correct_answer: correct.map(|(number, _)| number),
            description: self.description.clone(),
            status: self.status,
            for_visitors: self.for_visitors,
            held_back: self.held_back,
            review: None,
            source_board: self.source_board.clone(),
            source_year: self.source_year.clone(),
            source_number: self.source_number.clone(),
            source_rights: self.source_rights.clone(),
            logo: self.logo.clone(),
        }
    }
}

/// The filters of a list of questions. A missing one matches everything.
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

    /// Whether an index can select these items. Only then may the list be filtered further row by row.
    pub(crate) fn is_part(&self) -> bool {
        self.subject.is_some() || self.topic.is_some() || self.year.is_some() || self.section.is_some()
    }

    /// Applies these filters to a list.
    pub(super) fn narrow<'a, R: Listed>(&self, mut rows: Rows<'a, R>) -> Rows<'a, R> {
        let links = [
            ("subject", self.subject.as_ref().map(Id::link)),
            ("topic", self.topic.as_ref().map(Id::link)),
            ("year", self.year.as_ref().map(Id::link)),
            ("section", self.section.as_ref().map(Id::link)),
        ];
        for (field, link) in links {
            let Some(link) = link else { continue };
            rows = rows.only(&format!("{field} = ${field}")).bind(field, link);
        }
        match &self.university {
            Some(university) => rows
                .either(["university CONTAINS $university", "university = []"])
                .bind("university", university.link()),
            None => rows,
        }
    }
}

/// The filter by the state of review.
const OF_REVIEW: Filter = Filter {
    name: "review",
    column: "(IF checked { 'checked' } ELSE { 'draft' })",
    kind: FilterKind::Word(&["draft", "checked"]),
};

/// The list of choice items.
pub(in crate::bank) const QUESTION_LIST: ListSpec = ListSpec {
    sort: &[
        ("title", "title"),
        ("question", "question"),
        ("passageCheck", "(group ?? '') != ''"),
        ("group", "group ?? ''"),
        ("status", "status"),
        ("subject", "subject.title"),
        ("topic", "topic.title"),
        ("section", "section.section_name"),
        ("year", "year.year"),
        ("createdAt", "created_at"),
    ],
    // These filters read row by row, so they need a part of the bank that an index selects.
    filters: &[
        Filter::flag("status"),
        Filter { name: "linked", column: "((group ?? '') != '')", kind: FilterKind::Flag },
        Filter {
            name: "pictured",
            column: "((logo ?? '') != '' OR string::contains(question, '<img'))",
            kind: FilterKind::Flag,
        },
        Filter { name: "explained", column: "(description != '')", kind: FilterKind::Flag },
        Filter { name: "forVisitors", column: "(for_visitors ?? false)", kind: FilterKind::Flag },
        Filter { name: "heldBack", column: "(held_back ?? false)", kind: FilterKind::Flag },
        OF_REVIEW,
    ],
    ..of_table("question")
};

/// The list of essay items.
pub(in crate::bank) const THEORY_LIST: ListSpec = ListSpec {
    sort: &[
        ("title", "title"),
        ("question", "question"),
        ("status", "status"),
        ("subject", "subject.title"),
        ("topic", "topic.title"),
        ("section", "section.section_name"),
        ("year", "year.year"),
        ("createdAt", "created_at"),
    ],
    filters: &[Filter::flag("status"), OF_REVIEW],
    ..of_table("theory")
};

/// The parts that the lists of items share.
const fn of_table(table: &'static str) -> ListSpec {
    ListSpec {
        select: "*, (group ?? '') != '' AS passage_check, subject.{id, title} AS subject, topic.{id, title} AS topic, \
            { id: section, title: section.section_name } AS section, { id: year, title: <string> year.year } AS year, \
            university.*.{id, title} AS university, (IF checked { 'checked' } ELSE { 'draft' }) AS review, \
            (IF checked.by { string::trim(checked.by.first_name + ' ' + checked.by.last_name) } ELSE { NONE }) \
            AS checked_by, checked.at AS checked_at, provenance.board AS source_board, \
            provenance.year AS source_year, provenance.number AS source_number, \
            provenance.rights AS source_rights",
        search: &["title", "question"],
        by_words: true,
        order: "year, position",
        ..ListSpec::of(table)
    }
}

impl App {
    /// Items of the bank, ten a page, in the bank's order.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the whole bank is filtered by a field without an index.
    pub async fn list_items<B: ItemBody>(&self, filter: &BankFilter, query: &ListQuery) -> Result<Page<B::View>> {
        if !filter.is_part() {
            let is_given =
                |name: &str| query.filters.get(name).is_some_and(|given| !matches!(given.as_str(), "" | "all"));
            let mut errors = FieldErrors::default();
            for Filter { name, .. } in B::LIST.filters {
                errors.check(!is_given(name), name, "Choose a subject, topic, year or section first");
            }
            errors.done()?;
        }
        filter.narrow(self.rows::<Item<B>>(query)).page().await
    }

    /// One item of the bank.
    pub async fn find_item<B: ItemBody>(&self, id: &Id<Item<B>>) -> Result<B::View> {
        let sql = format!("SELECT {} FROM $id", B::LIST.select);
        self.store.query(&sql).bind(("id", id.clone())).first().await?.ok_or(Error::NotFound(Item::<B>::NOUN))
    }

    /// These items of the bank, in the same order.
    pub async fn find_items<B: ItemBody>(&self, ids: &[Id<Item<B>>]) -> Result<Vec<B::View>> {
        let mut views = Vec::with_capacity(ids.len());
        for id in ids {
            views.push(self.find_item(id).await?);
        }
        Ok(views)
    }
}
