//! Matches the entries of a file with the stored catalogue.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::{CatalogueFile, Drafts, Entry, Filed, draft::Maker};
use crate::{
    App, FieldErrors, Result,
    catalogue::{Category, Course, Exam, Plan, Section, Subject, Topic, University},
    records::Change,
    store::{Id, Record},
    text::folded,
};

/// Ids of records by normalised title.
#[derive(Default)]
struct Named(HashMap<String, Vec<String>>);

/// Reads all records of the file. Problems are added to `errors`.
pub(super) async fn read(
    app: &App,
    change: &Change<'_>,
    file: &CatalogueFile,
    errors: &mut FieldErrors,
) -> Result<Drafts> {
    let mut reader =
        Reader { change, make: Maker::new(app, errors), drafts: Drafts::default(), courses: Named::default() };
    reader.categories(file).await?;
    let universities = reader.universities(file).await?;
    reader.exams(file, &universities).await?;
    Ok(reader.drafts)
}

struct Reader<'a, 'b> {
    change: &'a Change<'b>,
    make: Maker<'a>,
    drafts: Drafts,
    courses: Named,
}

impl Reader<'_, '_> {
    async fn categories(&mut self, file: &CatalogueFile) -> Result<()> {
        let mut stored: Vec<Category> = self.change.query("SELECT * FROM category").all().await?;
        let mut courses: Vec<Course> = self.change.query("SELECT * FROM course").all().await?;
        let names: HashMap<_, _> = stored.iter().map(|one| (one.id.clone(), one.title.clone())).collect();
        for course in &courses {
            self.name_course(course, names.get(&course.category).map_or("", String::as_str));
        }
        let mut seen = HashSet::new();
        for (number, entry) in file.categories.iter().enumerate() {
            let place = format!("categories[{number}]");
            let known = |category: &Category, title: &str| is_called(title, &[&category.seo_url, &category.title]);
            let old = self.find(&place, entry, &mut seen, &mut stored, known);
            let Some(draft) = self.make.draft(&place, entry, Entry::new(), old) else { continue };
            let category = draft.new.clone();
            self.drafts.categories.push(draft);
            let mut own: Vec<_> = courses.extract_if(.., |course| course.category == category.id).collect();
            let mut seen = HashSet::new();
            for (place, entry) in self.below(&place, entry, "courses") {
                let old = self
                    .find(&place, entry, &mut seen, &mut own, |one: &Course, title| is_called(title, &[&one.title]));
                let is_new = old.is_none();
                let Some(draft) = self.make.draft(&place, entry, link("category", &category.id), old) else { continue };
                if is_new {
                    self.name_course(&draft.new, &category.title);
                }
                self.drafts.courses.push(draft);
            }
        }
        Ok(())
    }

    async fn universities(&mut self, file: &CatalogueFile) -> Result<Named> {
        let mut stored: Vec<University> = self.change.query("SELECT * FROM university").all().await?;
        let mut named = Named::default();
        for university in &stored {
            named.add([university.title.clone()], &university.id);
            self.drafts.titles.insert(university.id.to_string(), university.title.clone());
        }
        let mut seen = HashSet::new();
        for (number, entry) in file.universities.iter().enumerate() {
            let place = format!("universities[{number}]");
            let known = |one: &University, title: &str| is_called(title, &[&one.title]);
            let old = self.find(&place, entry, &mut seen, &mut stored, known);
            let is_new = old.is_none();
            let Some(draft) = self.make.draft(&place, entry, Entry::new(), old) else { continue };
            if is_new {
                named.add([draft.new.title.clone()], &draft.new.id);
                self.drafts.titles.insert(draft.new.id.to_string(), draft.new.title.clone());
            }
            self.drafts.universities.push(draft);
        }
        Ok(named)
    }

    /// Registers a course under its title, and under CATEGORY / TITLE.
    fn name_course(&mut self, course: &Course, category: &str) {
        self.courses.add([course.title.clone(), format!("{category} / {}", course.title)], &course.id);
        self.drafts.titles.insert(course.id.to_string(), course.title.clone());
    }

    async fn exams(&mut self, file: &CatalogueFile, universities: &Named) -> Result<()> {
        let mut stored: Vec<Exam> = self.change.query("SELECT * FROM exam").all().await?;
        let mut seen = HashSet::new();
        for (number, entry) in file.exams.iter().enumerate() {
            let place = format!("exams[{number}]");
            let slug = entry.get("slug").and_then(Value::as_str);
            let known = |exam: &Exam, title: &str| match slug {
                Some(slug) => exam.slug == slug,
                None => is_called(title, &[&exam.slug, &exam.title]),
            };
            let old = self.find(&place, entry, &mut seen, &mut stored, known);
            let Some(draft) = self.make.draft(&place, entry, Entry::new(), old) else { continue };
            let (exam, is_new) = (draft.new.clone(), draft.old.is_none());
            if let Some(slug) = slug.filter(|slug| is_new && *slug != exam.slug) {
                let words = format!("No exam has the slug {slug}. A new exam gets its slug from its title");
                self.make.errors.add(format!("{place}.slug"), words);
            }
            self.drafts.exams.push(draft);
            let mut plans: Vec<Plan> = self.stored("exam", &exam.id, is_new).await?;
            let mut seen = HashSet::new();
            for (place, entry) in self.below(&place, entry, "plans") {
                let old = self
                    .find(&place, entry, &mut seen, &mut plans, |one: &Plan, title| is_called(title, &[&one.title]));
                let draft = self.make.draft(&place, entry, link("examType", &exam.id), old);
                self.drafts.plans.extend(draft);
            }
            self.subjects(&place, entry, &exam, is_new, universities).await?;
        }
        Ok(())
    }

    async fn subjects(
        &mut self,
        place: &str,
        entry: &Entry,
        exam: &Exam,
        is_new: bool,
        universities: &Named,
    ) -> Result<()> {
        let mut stored: Vec<Subject> = self.stored("exam", &exam.id, is_new).await?;
        let mut seen = HashSet::new();
        for (place, entry) in self.below(place, entry, "subjects") {
            let old = self
                .find(&place, entry, &mut seen, &mut stored, |one: &Subject, title| is_called(title, &[&one.title]));
            let mut links = link("exam", &exam.id);
            let courses = std::mem::take(&mut self.courses);
            for (field, list, named) in [("course", "courses", &courses), ("university", "universities", universities)]
            {
                if let Some(ids) = self.named(&place, entry, list, named) {
                    links.insert(field.into(), json!(ids));
                }
            }
            self.courses = courses;
            let Some(draft) = self.make.draft(&place, entry, links, old) else { continue };
            let (subject, is_new) = (draft.new.id.clone(), draft.old.is_none());
            self.drafts.subjects.push(draft);
            let mut topics: Vec<Topic> = self.stored("subject", &subject, is_new).await?;
            let mut seen = HashSet::new();
            for (place, entry) in self.below(&place, entry, "topics") {
                let old = self
                    .find(&place, entry, &mut seen, &mut topics, |one: &Topic, title| is_called(title, &[&one.title]));
                let Some(draft) = self.make.draft(&place, entry, link("subjectId", &subject), old) else { continue };
                let (topic, is_new) = (draft.new.id.clone(), draft.old.is_none());
                self.drafts.topics.push(draft);
                let mut sections: Vec<Section> = self.stored("topic", &topic, is_new).await?;
                let mut seen = HashSet::new();
                for (place, entry) in self.below(&place, entry, "sections") {
                    let known = |one: &Section, title: &str| is_called(title, &[&one.section_name]);
                    let old = self.find(&place, entry, &mut seen, &mut sections, known);
                    let draft = self.make.draft(&place, entry, link("topicId", &topic), old);
                    self.drafts.sections.extend(draft);
                }
            }
        }
        Ok(())
    }

    /// The stored children of a stored parent.
    async fn stored<R: Filed, P: Record>(&self, field: &str, parent: &Id<P>, is_new: bool) -> Result<Vec<R>> {
        if is_new {
            return Ok(Vec::new());
        }
        let sql = format!("SELECT * FROM {} WHERE {field} = $parent", R::TABLE);
        self.change.query(sql).bind(("parent", parent.clone())).all().await
    }

    /// Removes the stored record that an entry refers to from `stored` and returns it. Reports an entry that is listed
    /// twice.
    fn find<R>(
        &mut self,
        place: &str,
        entry: &Entry,
        seen: &mut HashSet<String>,
        stored: &mut Vec<R>,
        is_it: impl Fn(&R, &str) -> bool,
    ) -> Option<R> {
        let title = entry.get("title").and_then(Value::as_str).unwrap_or_default();
        if !title.is_empty() && !seen.insert(folded(title)) {
            self.make.errors.add(format!("{place}.title"), format!("{title} is listed twice"));
        }
        let found = stored.iter().position(|record| is_it(record, title))?;
        Some(stored.swap_remove(found))
    }

    /// The entries of a nested list, each with its path.
    fn below<'e>(&mut self, place: &str, entry: &'e Entry, list: &str) -> Vec<(String, &'e Entry)> {
        let place = format!("{place}.{list}");
        let entries = match entry.get(list) {
            None | Some(Value::Null) => return Vec::new(),
            Some(Value::Array(entries)) => entries,
            Some(_) => {
                self.make.errors.add(place, format!("{list} must be a list"));
                return Vec::new();
            }
        };
        let mut below = Vec::with_capacity(entries.len());
        for (number, entry) in entries.iter().enumerate() {
            let place = format!("{place}[{number}]");
            match entry {
                Value::Object(entry) => below.push((place, entry)),
                _ => self.make.errors.add(place, "An entry must begin with title:"),
            }
        }
        below
    }

    /// The ids of the records that a list names by title; `None` if the list is missing.
    fn named(&mut self, place: &str, entry: &Entry, list: &str, named: &Named) -> Option<Vec<String>> {
        let titles = entry.get(list)?.as_array().cloned().unwrap_or_default();
        let mut ids = Vec::with_capacity(titles.len());
        for (number, title) in titles.iter().enumerate() {
            let place = format!("{place}.{list}[{number}]");
            let title = title.as_str().unwrap_or_default();
            match named.0.get(&folded(title)).map_or(&[][..], Vec::as_slice) {
                [id] if ids.contains(id) => self.make.errors.add(place, format!("{title} is listed twice")),
                [id] => ids.push(id.clone()),
                [] => self.make.errors.add(place, format!("“{title}” does not exist")),
                _ => self.make.errors.add(place, format!("More than one is called “{title}”: write CATEGORY / TITLE")),
            }
        }
        Some(ids)
    }
}

impl Named {
    fn add<T>(&mut self, names: impl IntoIterator<Item = String>, id: &Id<T>) {
        for name in names {
            self.0.entry(folded(&name)).or_default().push(id.to_string());
        }
    }
}

fn link<T: Record>(field: &str, id: &Id<T>) -> Entry {
    Entry::from_iter([(field.to_owned(), json!(id))])
}

/// Whether a title equals one of these names, ignoring case and spaces, or has the same slug.
fn is_called(title: &str, names: &[&String]) -> bool {
    let key = folded(title);
    // Slugs drop punctuation, so they cannot tell C, C++ and C# apart.
    let is_plain = title.chars().all(|sign| sign.is_alphanumeric() || sign.is_whitespace() || sign == '-');
    let slug = if is_plain { slug::slugify(title) } else { String::new() };
    !key.is_empty() && names.iter().any(|name| folded(name) == key || !slug.is_empty() && **name == slug)
}
