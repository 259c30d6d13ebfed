//! The bank in memory: read a thousand times for each write.

use std::sync::Arc;

use futures::{StreamExt as _, TryStreamExt as _, stream};
use moka::future::Cache;

use surrealdb::types::SurrealValue;

use super::{Question, SubjectYear, Theory, paper};
use crate::{
    App, Result,
    catalogue::{Subject, University},
    store::Id,
};

/// Questions kept in memory over all subject-years; beyond it the least used years are read anew.
const CAPACITY: u64 = 200_000;

/// The active questions of one subject-year at one revision, indexed once for drawing papers.
#[derive(Debug)]
pub struct YearBank {
    pub id: Id<SubjectYear>,
    pub revision: i64,
    pub bank: Arc<paper::YearBank>,
}

/// Subject-years in memory. Each use compares the stored revision, so several servers over one
/// store agree.
pub struct Bank(Cache<Id<SubjectYear>, Arc<YearBank>>);

impl Bank {
    /// An empty bank.
    pub fn new() -> Self {
        let weigh = |_: &_, year: &Arc<YearBank>| {
            u32::try_from(year.bank.questions().len() + year.bank.theories().len() + 1).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().max_capacity(CAPACITY).weigher(weigh).build())
    }
}

impl Bank {
    /// Drops every year.
    pub(crate) fn forget(&self) {
        self.0.invalidate_all();
    }
}

impl Default for Bank {
    fn default() -> Self {
        Self::new()
    }
}

impl App {
    /// The active years of these subjects, or the one calendar year of them, newest first, each from
    /// memory when its revision still holds. A question counts when it, its subject-year and its subject are active (ruling 20).
    pub async fn active_years(
        &self,
        subjects: &[Id<Subject>],
        university: Option<&Id<University>>,
        year: Option<i64>,
    ) -> Result<Vec<(Id<Subject>, Arc<YearBank>)>> {
        let sql = match year {
            // The key of a subject-year is made of both.
            Some(_) => "SELECT * FROM $keys WHERE status = true AND subject.status = true",
            None => {
                "SELECT * FROM subject_year WHERE subject IN $subjects AND status = true AND subject.status = true \
                 ORDER BY year DESC"
            }
        };
        let keys = year.map(|year| subjects.iter().map(|subject| SubjectYear::key(subject, year)).collect::<Vec<_>>());
        let call = self.store.query(sql).bind(("keys", keys)).bind(("subjects", subjects.to_vec()));
        let mut years: Vec<SubjectYear> = call.all().await?;
        years.retain(|year| university.is_none_or(|one| year.university.is_empty() || year.university.contains(one)));
        self.banks(years).await
    }

    /// Those of these years that are active, each from memory when its revision still holds.
    pub(crate) async fn active_among(&self, years: &[Id<SubjectYear>]) -> Result<Vec<Arc<YearBank>>> {
        let sql = "SELECT * FROM $years WHERE status = true AND subject.status = true";
        let years: Vec<SubjectYear> = self.store.query(sql).bind(("years", years.to_vec())).all().await?;
        Ok(self.banks(years).await?.into_iter().map(|(_, bank)| bank).collect())
    }

    async fn banks(&self, years: Vec<SubjectYear>) -> Result<Vec<(Id<Subject>, Arc<YearBank>)>> {
        let banks = years.into_iter().map(|year| async move {
            let bank = self.year_bank(&year).await?;
            Ok((year.subject, bank))
        });
        // Two at a time keep two cores busy; all at once would hold every row of a large bank twice.
        stream::iter(banks).buffered(2).try_collect().await
    }

    async fn year_bank(&self, year: &SubjectYear) -> Result<Arc<YearBank>> {
        if let Some(bank) = self.bank.0.get(&year.id).await.filter(|bank| bank.revision == year.revision) {
            return Ok(bank);
        }
        let (questions, theories) = tokio::try_join!(
            self.active_of::<Question>("question", &year.id),
            self.active_of::<Theory>("theory", &year.id)
        )?;
        let calendar = i32::try_from(year.year).unwrap_or(0);
        let (questions, theories) = (shared(questions), shared(theories));
        let bank = Arc::new(YearBank {
            id: year.id.clone(),
            revision: year.revision,
            bank: Arc::new(paper::YearBank::new(calendar, questions, theories)),
        });
        self.bank.0.insert(year.id.clone(), bank.clone()).await;
        Ok(bank)
    }

    /// The active entries of a year, in the order of the bank.
    async fn active_of<E: SurrealValue + Send>(&self, table: &str, year: &Id<SubjectYear>) -> Result<Vec<E>> {
        let sql = format!("SELECT * FROM {table} WHERE year = $year AND status = true ORDER BY position, id");
        self.store.query(&sql).bind(("year", year.clone())).all().await
    }
}

fn shared<T>(rows: Vec<T>) -> Vec<Arc<T>> {
    rows.into_iter().map(Arc::new).collect()
}
