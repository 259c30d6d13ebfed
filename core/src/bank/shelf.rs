//! The subject-years of a subject, as every start of a test reads them: a mock of four subjects draws from 160 years.
//!
//! While this process alone uses the store, they stay in memory until the back office changes something ([`App::edits`]
//! counts such commits). If other servers may write, they are read each time.

use std::{collections::HashMap, sync::Arc};

use surrealdb::types::SurrealValue;

use super::{Revisions, SubjectYear};
use crate::{
    App, Result,
    cached::get_or_read,
    catalogue::{Subject, University},
    store::Id,
};

/// The columns of [`YearRow`].
const COLUMNS: &str = "SELECT id, subject, year, university, revision, status FROM";

/// The fields of a stored year that drawing needs.
#[derive(Debug, Clone, SurrealValue)]
pub(super) struct YearRow {
    pub id: Id<SubjectYear>,
    pub subject: Id<Subject>,
    pub year: i64,
    pub university: Vec<Id<University>>,
    pub revision: i64,
    pub status: bool,
}

/// The years of one subject, active or not, newest first.
#[derive(Debug)]
pub struct Shelf {
    /// The value of [`App::edits`], read before the years.
    edits: u64,
    years: Vec<YearRow>,
}

impl Shelf {
    /// Its size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let universities: usize = self.years.iter().map(|year| year.university.capacity()).sum();
        size_of::<Self>() + self.years.capacity() * (size_of::<YearRow>() + 60) + universities * 40
    }
}

impl App {
    /// Whether the bank cannot have changed since [`Self::edits`] had this value. Never if other servers may write.
    pub(crate) fn is_unedited_since(&self, edits: u64) -> bool {
        self.store.is_exclusive() && self.edits() == edits
    }

    /// The active years of these subjects, or only one calendar year; newest first for each subject.
    pub(super) async fn years_in_use(&self, subjects: &[Id<Subject>], year: Option<i64>) -> Result<Vec<YearRow>> {
        if !self.store.is_exclusive() {
            return self.read_years_in_use(subjects, year).await;
        }
        let mut found = Vec::new();
        for subject in subjects {
            let shelf = self.shelf(subject).await?;
            let wanted = |one: &&YearRow| one.status && year.is_none_or(|year| one.year == year);
            found.extend(shelf.years.iter().filter(wanted).cloned());
        }
        Ok(found)
    }

    async fn read_years_in_use(&self, subjects: &[Id<Subject>], year: Option<i64>) -> Result<Vec<YearRow>> {
        let from = match year {
            // The key of a subject-year consists of subject and year.
            Some(_) => "$keys WHERE status = true",
            None => "subject_year WHERE subject IN $subjects AND status = true ORDER BY year DESC",
        };
        let keys = year.map(|year| subjects.iter().map(|subject| SubjectYear::key(subject, year)).collect::<Vec<_>>());
        let call = self.store.query(format!("{COLUMNS} {from}"));
        call.bind(("keys", keys)).bind(("subjects", subjects.to_vec())).all().await
    }

    /// The current revisions of these years, which belong to these subjects. A deleted year has none.
    pub(crate) async fn revisions(&self, subjects: &[Id<Subject>], years: &[Id<SubjectYear>]) -> Result<Revisions> {
        if !self.store.is_exclusive() {
            let rows: Vec<YearRow> =
                self.store.query(format!("{COLUMNS} $years")).bind(("years", years.to_vec())).all().await?;
            return Ok(rows.into_iter().map(|row| (row.id, row.revision)).collect());
        }
        let mut known: HashMap<Id<SubjectYear>, i64> = HashMap::new();
        for subject in subjects {
            let shelf = self.shelf(subject).await?;
            known.extend(shelf.years.iter().map(|row| (row.id.clone(), row.revision)));
        }
        Ok(years.iter().filter_map(|year| Some((year.clone(), *known.get(year)?))).collect())
    }

    async fn shelf(&self, subject: &Id<Subject>) -> Result<Arc<Shelf>> {
        // Read before the years, so that a change in the meantime makes them outdated.
        let edits = self.edits();
        let read = async {
            let sql = format!("{COLUMNS} subject_year WHERE subject = $subject ORDER BY year DESC");
            let years = self.store.query(sql).bind(("subject", subject.clone())).all().await?;
            Ok(Some(Arc::new(Shelf { edits, years })))
        };
        let shelf = get_or_read(&self.bank.shelves, subject, |shelf| shelf.edits >= edits, read).await?;
        Ok(shelf.unwrap_or_else(|| Arc::new(Shelf { edits, years: Vec::new() })))
    }
}
