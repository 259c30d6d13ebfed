//! The request of an import, and its destination.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::rows::KeyKind;
use crate::{
    App, FieldErrors, Result,
    bank::{
        SubjectYear,
        subject_year::{is_recent, year_range},
    },
    catalogue::{Exam, Subject, University, ambiguous, called},
    html, messages,
    store::Id,
    text::{folded, nearest},
};

/// The destination of an import.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportAsk)]
pub struct ImportRequest {
    /// The exam's slug.
    pub exam: String,
    /// The subject's title.
    pub subject: String,
    pub year: i64,
    /// The university's title; for POST UTME only, and needed there.
    pub university: Option<String>,
    /// The topic of rows that name none; General by default (ruling 19).
    pub topic: Option<String>,
    /// The section of rows that name none; General by default.
    pub section: Option<String>,
    /// Only report what an import would do.
    #[serde(default)]
    pub dry_run: bool,
    /// Write nothing if a row is rejected.
    #[serde(default)]
    pub all_or_nothing: bool,
    /// Treat notices as problems, which reject their rows.
    #[serde(default)]
    pub strict: bool,
    /// The form of right answers in the workbook.
    #[serde(default)]
    pub key: KeyKind,
    /// Import only the rows whose columns `subject` and `year` name this subject and year.
    #[serde(default)]
    pub by_columns: bool,
    /// With a dry run: the report shows 50 questions as students will see them, starting with this one, counted from 0.
    #[serde(default)]
    pub preview_from: Option<u64>,
}

/// The part of the bank that an import writes to.
pub(crate) struct Target {
    pub subject: Id<Subject>,
    pub year: i64,
    pub year_id: Id<SubjectYear>,
    /// The requested university; empty for exams other than POST UTME.
    pub universities: Vec<Id<University>>,
    /// The topic and section of rows that name none.
    pub topic: Option<String>,
    pub section: Option<String>,
}

#[derive(SurrealValue)]
struct Named<T: crate::store::Record> {
    id: Id<T>,
    title: String,
}

impl App {
    /// The destination that the request names.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] with each field that names nothing.
    pub(crate) async fn import_target(&self, ask: &ImportRequest) -> Result<Target> {
        let mut errors = FieldErrors::default();
        let is_open = is_recent(self, ask.year) || self.has_year(ask).await?;
        errors.check(is_open, "year", year_range(self));
        let topic = line(&mut errors, "topic", "Topic", ask.topic.as_deref());
        let section = line(&mut errors, "section", "Section", ask.section.as_deref());
        let slug = ask.exam.trim().to_lowercase();
        let exam = self.store.query("SELECT * FROM exam WHERE slug = $slug").bind(("slug", slug));
        let Some(exam) = exam.first::<Exam>().await? else {
            let slugs: Vec<String> = self.store.query("SELECT VALUE slug FROM exam").all().await?;
            errors.add("exam", unknown("There is no exam with this slug", &ask.exam, &slugs));
            return Err(crate::Error::Invalid(errors));
        };
        let subjects =
            self.store.query("SELECT id, title FROM subject WHERE exam = $exam").bind(("exam", exam.id.clone()));
        let words = format!("{} has no subject with this title", exam.title);
        let subject = find(subjects.all::<Named<Subject>>().await?, &words, &ask.subject);
        let subject = subject.map_err(|why| errors.add("subject", why)).ok();
        let asked = ask.university.as_deref().map(str::trim).filter(|title| !title.is_empty());
        let mut universities = Vec::new();
        match (exam.has_universities(), asked) {
            (true, None) => errors.add("university", messages::SELECT_UNIVERSITY),
            (false, Some(_)) => errors.add("university", messages::ONLY_POST_UTME),
            (true, Some(title)) => {
                let all = self.store.query("SELECT id, title FROM university").all::<Named<University>>().await?;
                match find(all, "There is no university with this title", title) {
                    Ok(university) => universities.push(university),
                    Err(why) => errors.add("university", why),
                }
            }
            (false, None) => {}
        }
        let Some(subject) = subject.filter(|_| errors.is_empty()) else { return Err(crate::Error::Invalid(errors)) };
        let year_id = SubjectYear::key(&subject, ask.year);
        Ok(Target { subject, year: ask.year, year_id, universities, topic, section })
    }

    /// Whether the requested year of the subject is stored.
    async fn has_year(&self, ask: &ImportRequest) -> Result<bool> {
        let sql = "SELECT VALUE subject.title FROM subject_year WHERE year = $year AND subject.exam.slug = $slug";
        let call = self.store.query(sql).bind(("year", ask.year)).bind(("slug", ask.exam.trim().to_lowercase()));
        let titles: Vec<String> = call.all().await?;
        Ok(titles.iter().any(|title| folded(title) == folded(&ask.subject)))
    }
}

/// A message that there is no such name, with the most similar known one.
fn unknown(words: &str, wanted: &str, known: &[String]) -> String {
    match nearest(wanted, known.iter().map(String::as_str)) {
        Some(meant) => format!("{words}; did you mean {meant}?"),
        None => words.to_owned(),
    }
}

/// The record with exactly this title, or else the only one whose title differs only in case or punctuation.
///
/// # Errors
/// A message: `words` if there is none, or the titles if there are several.
fn find<T: crate::store::Record>(named: Vec<Named<T>>, words: &str, title: &str) -> Result<Id<T>, String> {
    let titles: Vec<&str> = named.iter().map(|one| one.title.as_str()).collect();
    match called(&titles, title).as_slice() {
        [one] => Ok(named[*one].id.clone()),
        [] => Err(unknown(words, title, &titles.into_iter().map(str::to_owned).collect::<Vec<_>>())),
        several => Err(ambiguous(several.iter().map(|place| titles[*place]))),
    }
}

/// An optional line of plain text.
fn line(errors: &mut FieldErrors, field: &str, label: &str, value: Option<&str>) -> Option<String> {
    let text = html::text(value?);
    errors.check(text.chars().count() <= 160, field, format!("{label} cannot exceed 160 characters"));
    (!text.is_empty()).then_some(text)
}
