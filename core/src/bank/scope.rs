//! A part of the bank, named by the titles that content teams use.

use serde::Deserialize;
use surrealdb::types::SurrealValue;

use super::SubjectYear;
use crate::{
    App, FieldErrors, Result,
    catalogue::{ExamRef, Subject, ambiguous, called},
    records::Titled,
    store::Id,
};

/// The selected part of the bank; without fields, all of it.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct BankScope {
    /// The exam's slug.
    pub exam: Option<String>,
    /// The subject's title.
    pub subject: Option<String>,
    pub year: Option<i64>,
}

/// A year of the bank with its subject and exam.
#[derive(Debug, Clone, SurrealValue)]
pub(super) struct YearOf {
    pub id: Id<SubjectYear>,
    pub year: i64,
    pub subject: Titled<Subject>,
    pub exam: ExamRef,
}

impl App {
    /// The years of a part of the bank: by exam, subject and year, the newest year first.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] with each field that names nothing in the bank.
    pub(super) async fn years_in(&self, scope: &BankScope) -> Result<Vec<YearOf>> {
        let sql = "SELECT id, year, subject.{id, title} AS subject, subject.exam.{id, title, slug} AS exam, \
            subject.exam.created_at AS made, subject.title AS named FROM subject_year \
            ORDER BY made, named COLLATE, year DESC, id";
        let mut years: Vec<YearOf> = self.store.query(sql).all().await?;
        let mut errors = FieldErrors::default();
        if let Some(exam) = &scope.exam {
            let slug = exam.trim().to_lowercase();
            years.retain(|year| year.exam.slug == slug);
            errors.check(!years.is_empty(), "exam", "The bank has no questions for an exam with this slug.");
        }
        if let Some(subject) = &scope.subject {
            let mut titles: Vec<String> = years.iter().map(|year| year.subject.title.clone()).collect();
            titles.sort_unstable();
            titles.dedup();
            let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
            let meant: Vec<&str> = called(&titles, subject).into_iter().map(|place| titles[place]).collect();
            years.retain(|year| meant.contains(&year.subject.title.as_str()));
            errors.check(!years.is_empty(), "subject", "The bank has no questions for a subject with this title.");
            errors.check(meant.len() < 2, "subject", ambiguous(meant.into_iter()));
        }
        if let Some(wanted) = scope.year {
            years.retain(|year| year.year == wanted);
            errors.check(!years.is_empty(), "year", "The bank has no questions for this year.");
        }
        errors.done()?;
        Ok(years)
    }
}
