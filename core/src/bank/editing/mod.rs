//! Edits of single questions and theory questions in the back office.
//!
//! Every change goes through [`App::edit_year`]. It increases the revision of the subject-year, so that papers are
//! drawn from the new bank at once. It fails if somebody else changed the year since it was read.

mod fields;
mod groups;
mod questions;
mod theories;
mod view;

pub use questions::{QuestionEntry, QuestionInput, QuestionsInput};
pub use theories::{TheoryInput, TheoryPlace, TheoryUpdate};
pub use view::{AdminQuestion, AdminTheory, BankFilter};

use surrealdb::types::{RecordId, SurrealValue};

use super::SubjectYear;
use crate::{
    App, Error, FieldErrors, Result,
    catalogue::{POST_UTME, Section, Subject, Topic, University},
    messages,
    people::Actor,
    records::Change,
    store::Id,
};

/// The destination of a question: the chosen section and the year.
struct Site {
    section: Id<Section>,
    topic: Id<Topic>,
    subject: Id<Subject>,
    year: SubjectYear,
    has_universities: bool,
    /// The last position in the year, of either kind.
    last: i64,
}

#[derive(SurrealValue)]
struct SectionRow {
    topic: Id<Topic>,
    subject: Id<Subject>,
    exam: String,
}

impl Site {
    /// Keeps the section and these universities where they are until the change is kept; [`Error::Contended`]
    /// when one of them has gone.
    async fn lock(&self, change: &Change<'_>, universities: &[Id<University>]) -> Result<()> {
        let records: Vec<RecordId> = universities.iter().map(Id::link).chain([self.section.link()]).collect();
        let wanted = records.len();
        if change.lock(records).await?.len() < wanted { Err(Error::Contended) } else { Ok(()) }
    }
}

impl App {
    /// Finds where a question goes.
    async fn site(&self, section: &Id<Section>, year: &Id<SubjectYear>, table: &str) -> Result<Site> {
        let sql = format!(
            "SELECT topic, topic.subject AS subject, topic.subject.exam.slug AS exam FROM $section; SELECT * FROM $year; \
             SELECT VALUE position FROM {table} WHERE year = $year ORDER BY position DESC LIMIT 1;"
        );
        let call = self.store.query(&sql).bind(("section", section.clone())).bind(("year", year.clone()));
        let mut results = call.checked().await?;
        let sections: Vec<SectionRow> = results.take(0)?;
        let years: Vec<SubjectYear> = results.take(1)?;
        let last: Vec<i64> = results.take(2)?;
        let found = sections.into_iter().next().ok_or(Error::NotFound("Topic section"))?;
        let year = years.into_iter().next().filter(|year| year.subject == found.subject);
        let year = year.ok_or_else(|| Error::field("yearId", "This subject has no such year"))?;
        Ok(Site {
            section: section.clone(),
            topic: found.topic,
            subject: found.subject,
            year,
            has_universities: found.exam == POST_UTME,
            last: last.first().copied().unwrap_or(0),
        })
    }

    /// Only POST UTME has universities; each must exist.
    async fn check_universities(
        &self,
        errors: &mut FieldErrors,
        site: &Site,
        universities: &[Id<University>],
    ) -> Result<()> {
        if universities.is_empty() {
            return Ok(());
        }
        errors.check(site.has_universities, "universities", messages::ONLY_POST_UTME);
        let links: Vec<RecordId> = universities.iter().map(Id::link).collect();
        let found: Vec<RecordId> = self.store.query("SELECT VALUE id FROM $links").bind(("links", links)).all().await?;
        errors.check(found.len() == universities.len(), "universities", messages::CHOICE_GONE);
        Ok(())
    }

    /// Begins a change to the bank of a year as it was read; [`Error::Contended`] when it is not so
    /// any more.
    pub(crate) async fn edit_year<'a>(
        &'a self,
        actor: &'a Actor,
        year: &SubjectYear,
        universities: &[Id<University>],
    ) -> Result<Change<'a>> {
        let mut change = self.change(actor).await?;
        year.raise(&mut change, universities).await?;
        Ok(change)
    }
}
