//! Exports the catalogue as a file that recreates it.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{
    CatalogueFile, Entry, Filed,
    draft::{file_name, form_of},
};
use crate::{
    App, Result,
    catalogue::{Category, Course, Exam, Plan, Section, Subject, Topic, University},
    store::Id,
    text::folded,
};

const SQL: &str = "SELECT * FROM category ORDER BY created_at, id; SELECT * FROM course ORDER BY created_at, id; \
    SELECT * FROM university ORDER BY created_at, id; SELECT * FROM exam ORDER BY created_at, id; \
    SELECT * FROM plan ORDER BY created_at, id; SELECT * FROM subject ORDER BY created_at, id; \
    SELECT * FROM topic ORDER BY created_at, id; SELECT * FROM section ORDER BY created_at, id;";

impl App {
    /// The whole catalogue, in creation order. Importing it into the same store changes nothing.
    pub async fn export_catalogue(&self) -> Result<CatalogueFile> {
        let mut results = self.store.query(SQL).checked().await?;
        let (categories, courses): (Vec<Category>, Vec<Course>) = (results.take(0)?, results.take(1)?);
        let (universities, exams): (Vec<University>, Vec<Exam>) = (results.take(2)?, results.take(3)?);
        let (plans, subjects): (Vec<Plan>, Vec<Subject>) = (results.take(4)?, results.take(5)?);
        let (topics, sections): (Vec<Topic>, Vec<Section>) = (results.take(6)?, results.take(7)?);

        let course_names = names_of(&courses, &categories);
        let university_names: HashMap<_, _> = universities.iter().map(|one| (&one.id, &one.title)).collect();
        let mut sections = below(&sections, |section| &section.topic, entry);
        let mut topics =
            below(&topics, |topic| &topic.subject, |topic| with(topic, [("sections", take(&mut sections, &topic.id))]));
        let mut subjects = below(
            &subjects,
            |subject| &subject.exam,
            |subject| {
                let courses = subject.course.iter().filter_map(|id| course_names.get(id));
                let universities = subject.university.iter().filter_map(|id| university_names.get(id));
                let lists = [
                    ("courses", courses.map(|name| json!(name)).collect()),
                    ("universities", universities.map(|name| json!(name)).collect()),
                    ("topics", take(&mut topics, &subject.id)),
                ];
                with(subject, lists)
            },
        );
        let mut plans = below(&plans, |plan| &plan.exam, entry);
        let mut courses = below(&courses, |course| &course.category, entry);
        Ok(CatalogueFile {
            dry_run: false,
            categories: categories.iter().map(|one| with(one, [("courses", take(&mut courses, &one.id))])).collect(),
            universities: universities.iter().map(entry).collect(),
            exams: exams
                .iter()
                .map(|exam| {
                    let lists = [("plans", take(&mut plans, &exam.id)), ("subjects", take(&mut subjects, &exam.id))];
                    let mut entry = with(exam, lists);
                    // Another store would derive the same slug from the title, unless the exam was renamed.
                    if exam.slug != slug::slugify(&exam.title) {
                        entry.insert("slug".into(), json!(exam.slug));
                    }
                    entry
                })
                .collect(),
        })
    }
}

/// The names that a file uses for courses: the title, prefixed with the category where several courses share it.
fn names_of<'a>(courses: &'a [Course], categories: &[Category]) -> HashMap<&'a Id<Course>, String> {
    let mut called: HashMap<String, usize> = HashMap::new();
    for course in courses {
        *called.entry(folded(&course.title)).or_default() += 1;
    }
    let category = |course: &Course| categories.iter().find(|one| one.id == course.category);
    let name = |course: &'a Course| match category(course).filter(|_| called[&folded(&course.title)] > 1) {
        Some(category) => (&course.id, format!("{} / {}", category.title, course.title)),
        None => (&course.id, course.title.clone()),
    };
    courses.iter().map(name).collect()
}

/// Groups the entries by parent, in order.
fn below<R, P>(
    records: &[R],
    parent: impl Fn(&R) -> &Id<P>,
    mut entry: impl FnMut(&R) -> Entry,
) -> HashMap<String, Vec<Value>> {
    let mut below: HashMap<String, Vec<Value>> = HashMap::new();
    for record in records {
        below.entry(parent(record).to_string()).or_default().push(Value::Object(entry(record)));
    }
    below
}

fn take<P>(below: &mut HashMap<String, Vec<Value>>, parent: &Id<P>) -> Vec<Value> {
    below.remove(parent.as_str()).unwrap_or_default()
}

/// The fields of a record as a file writes them. Missing values are left out.
fn entry<R: Filed>(record: &R) -> Entry {
    let is_own = |(name, value): &(String, Value)| !R::LINKS.contains(&name.as_str()) && !value.is_null();
    let fields = form_of(record).into_iter().filter(is_own);
    fields.map(|(name, value)| (file_name::<R>(&name).to_owned(), value)).collect()
}

/// Like [`entry`], with the non-empty lists of `lists`.
fn with<R: Filed, const N: usize>(record: &R, lists: [(&str, Vec<Value>); N]) -> Entry {
    let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
    entry(record).into_iter().chain(lists.map(|(name, list)| (name.to_owned(), Value::Array(list)))).collect()
}
