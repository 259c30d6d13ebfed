//! The catalogue as one file: exams with their subjects, topics, sections and plans; universities; categories with
//! their courses. Stored records are matched by slug or by title within their parent. Records that the file does not
//! mention stay unchanged.
//!
//! An entry has the fields of the entity's form, so a new form field is in the file automatically. Only nested lists
//! and links are declared here.

mod draft;
mod export;
mod read;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr, Schema,
        schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type},
    },
};

use super::{
    Category, CategoryInput, Course, CourseInput, Exam, ExamInput, Plan, PlanInput, Section, SectionInput, Subject,
    SubjectInput, Topic, TopicInput, University, UniversityInput,
};
use crate::{
    App, Error, FieldErrors, Result,
    people::Actor,
    records::{Change, Resource},
    store::retry_tx,
};
use draft::Draft;

/// The maximum number of entries in a file.
const ENTRIES: usize = 10_000;

/// The fields of an entry, and the entries below it.
type Entry = Map<String, Value>;

/// A catalogue file.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CatalogueFile {
    /// Only report what would change.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
    /// Each may have `courses`.
    pub categories: Vec<Entry>,
    /// For POST UTME.
    pub universities: Vec<Entry>,
    /// Each may have `plans` and `subjects`; a subject may have `topics`, a topic `sections`.
    pub exams: Vec<Entry>,
}

/// The effect of a file on the catalogue.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CatalogueReport {
    pub dry_run: bool,
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// New and changed records, in file order.
    pub entries: Vec<CatalogueEntry>,
}

/// An entry that is new or changes a stored record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CatalogueEntry {
    /// The entry's path in the file, such as `exams[2].subjects[0]`.
    pub place: String,
    /// The entity, such as `subject`.
    pub entity: String,
    pub title: String,
    pub is_new: bool,
    /// The stored values of the changed fields; empty for a new record.
    #[schema(value_type = Object)]
    pub before: Map<String, Value>,
    /// The file's values of the same fields.
    #[schema(value_type = Object)]
    pub after: Map<String, Value>,
}

/// An entity that a catalogue file contains.
trait Filed: Resource {
    /// Keys of an entry besides the form fields: nested lists, and links by title.
    const BESIDE: &'static [&'static str];
    /// Form fields that the file expresses in its own way: the parent, and links by title.
    const LINKS: &'static [&'static str];
    /// Form fields that have another name in the file.
    const NAMES: &'static [(&'static str, &'static str)] = &[];
    /// Fields that the form requires but a file may omit: pictures are added in the back office.
    const MAY_LACK: &'static [&'static str] = &[];
    /// The initial form of a new entry.
    fn begin() -> Entry {
        Entry::new()
    }
}

impl Filed for Category {
    const BESIDE: &'static [&'static str] = &["courses"];
    const LINKS: &'static [&'static str] = &[];
}

impl Filed for Course {
    const BESIDE: &'static [&'static str] = &[];
    const LINKS: &'static [&'static str] = &["category"];
}

impl Filed for University {
    const BESIDE: &'static [&'static str] = &[];
    const LINKS: &'static [&'static str] = &[];
    const MAY_LACK: &'static [&'static str] = &["logo"];
}

impl Filed for Exam {
    const BESIDE: &'static [&'static str] = &["slug", "plans", "subjects"];
    const LINKS: &'static [&'static str] = &[];
    const NAMES: &'static [(&'static str, &'static str)] = &[("videoLink", "video_link")];
}

impl Filed for Plan {
    const BESIDE: &'static [&'static str] = &[];
    const LINKS: &'static [&'static str] = &["examType"];
}

impl Filed for Subject {
    const BESIDE: &'static [&'static str] = &["courses", "universities", "topics"];
    const LINKS: &'static [&'static str] = &["exam", "course", "university"];
    const NAMES: &'static [(&'static str, &'static str)] =
        &[("mandatory", "mandetory"), ("courses", "course"), ("universities", "university")];
    const MAY_LACK: &'static [&'static str] = &["logo"];

    fn begin() -> Entry {
        Entry::from_iter([("subjectHour".to_owned(), 0.into())])
    }
}

impl Filed for Topic {
    const BESIDE: &'static [&'static str] = &["sections"];
    const LINKS: &'static [&'static str] = &["subjectId"];
}

impl Filed for Section {
    const BESIDE: &'static [&'static str] = &[];
    const LINKS: &'static [&'static str] = &["topicId"];
    const NAMES: &'static [(&'static str, &'static str)] = &[("title", "section_name"), ("questions", "topic_count")];
}

impl App {
    /// Imports a file in one change. Records that the file does not mention stay unchanged.
    ///
    /// # Errors
    /// [`Error::Invalid`] with each wrong entry under its path in the file, such as `exams[2].subjects[0].title`.
    /// Nothing is written then.
    pub async fn import_catalogue(&self, actor: &Actor, file: &CatalogueFile) -> Result<CatalogueReport> {
        let entries: usize = file.categories.iter().chain(&file.universities).chain(&file.exams).map(entries_of).sum();
        if entries > ENTRIES {
            return Err(Error::field("body", format!("A catalogue has at most {ENTRIES} entries; this has {entries}")));
        }
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let mut errors = FieldErrors::default();
            let drafts = read::read(self, &change, file, &mut errors).await?;
            errors.done()?;
            let report = drafts.write(&mut change, file.dry_run).await?;
            // Without a commit, nothing is written.
            if !file.dry_run && !report.entries.is_empty() {
                change.commit().await?;
            }
            Ok(report)
        })
        .await
    }
}

/// The number of entries in this one, including itself.
fn entries_of(entry: &Entry) -> usize {
    let below = entry.values().filter_map(Value::as_array).flatten().filter_map(Value::as_object);
    1 + below.map(entries_of).sum::<usize>()
}

/// The titles of linked records by id.
type Titles = HashMap<String, String>;

/// All entries of a file, ready to be written, parents first.
#[derive(Default)]
struct Drafts {
    categories: Vec<Draft<Category>>,
    courses: Vec<Draft<Course>>,
    universities: Vec<Draft<University>>,
    exams: Vec<Draft<Exam>>,
    plans: Vec<Draft<Plan>>,
    subjects: Vec<Draft<Subject>>,
    topics: Vec<Draft<Topic>>,
    sections: Vec<Draft<Section>>,
    titles: Titles,
}

impl Drafts {
    async fn write(self, change: &mut Change<'_>, dry_run: bool) -> Result<CatalogueReport> {
        let mut report = CatalogueReport { dry_run, ..CatalogueReport::default() };
        draft::write(self.categories, &self.titles, change, &mut report).await?;
        draft::write(self.courses, &self.titles, change, &mut report).await?;
        draft::write(self.universities, &self.titles, change, &mut report).await?;
        draft::write(self.exams, &self.titles, change, &mut report).await?;
        draft::write(self.plans, &self.titles, change, &mut report).await?;
        draft::write(self.subjects, &self.titles, change, &mut report).await?;
        draft::write(self.topics, &self.titles, change, &mut report).await?;
        draft::write(self.sections, &self.titles, change, &mut report).await?;
        Ok(report)
    }
}

impl PartialSchema for CatalogueFile {
    fn schema() -> RefOr<Schema> {
        let sections = list(entry::<Section>(SectionInput::schema(), vec![]), 200);
        let topics = list(entry::<Topic>(TopicInput::schema(), vec![("sections", sections)]), 300);
        let names = |most| ArrayBuilder::new().items(text()).max_items(Some(most));
        let below = vec![("topics", topics), ("courses", names(500)), ("universities", names(300))];
        let subjects = list(entry::<Subject>(SubjectInput::schema(), below), 200);
        let plans = list(entry::<Plan>(PlanInput::schema(), vec![]), 50);
        let below = vec![("subjects", subjects), ("plans", plans)];
        let exams = list(entry::<Exam>(ExamInput::schema(), below), 50);
        let courses = list(entry::<Course>(CourseInput::schema(), vec![]), 1000);
        let categories = list(entry::<Category>(CategoryInput::schema(), vec![("courses", courses)]), 200);
        let universities = list(entry::<University>(UniversityInput::schema(), vec![]), 300);
        let flag = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Boolean));
        let flag = flag.description(Some("Only show what would change"));
        let file = ObjectBuilder::new().property("dryRun", flag);
        let file = file.property("categories", categories).property("universities", universities);
        file.property("exams", exams).into()
    }
}

impl ToSchema for CatalogueFile {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        ExamInput::schemas(schemas);
        CategoryInput::schemas(schemas);
        schemas.push((super::ExamType::name().into_owned(), super::ExamType::schema()));
        schemas.push((super::Word::name().into_owned(), super::Word::schema()));
    }
}

/// The schema of an entry: the entity's form without its links, plus a slug and the nested lists.
fn entry<R: Filed>(form: RefOr<Schema>, below: Vec<(&str, ArrayBuilder)>) -> RefOr<Schema> {
    let RefOr::T(Schema::Object(mut entry)) = form else { return form };
    entry.required.clear();
    entry.properties.retain(|name, _| !R::LINKS.contains(&name.as_str()));
    for (name, own) in R::NAMES {
        if let Some(field) = entry.properties.shift_remove(*own) {
            entry.properties.insert((*name).to_owned(), field);
        }
    }
    if R::BESIDE.contains(&"slug") {
        entry.properties.insert("slug".into(), text().into());
    }
    for (name, list) in below {
        entry.properties.insert(name.to_owned(), list.into());
    }
    RefOr::T(Schema::Object(entry))
}

fn list(entry: RefOr<Schema>, most: usize) -> ArrayBuilder {
    ArrayBuilder::new().items(entry).max_items(Some(most))
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::String))
}
