//! The size of each part of the bank, and how complete it is.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{BankScope, scope::YearOf};
use crate::{App, Result};

/// One subject-year of the bank in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BankStats {
    /// The exam's slug.
    pub exam: String,
    /// The subject's title.
    pub subject: String,
    pub year: i64,
    pub questions: u64,
    /// Questions in use.
    pub active: u64,
    /// Questions with an explanation.
    pub explained: u64,
    /// Questions that show a picture.
    pub pictured: u64,
    pub theories: u64,
}

#[derive(SurrealValue)]
struct Counted {
    questions: i64,
    active: i64,
    explained: i64,
    pictured: i64,
}

/// Counts the questions of a year, by an index.
const QUESTIONS: &str = "SELECT count() AS questions, count(status) AS active, count(description != '') AS explained, \
    count((logo ?? '') != '' OR string::contains(question, '<img') OR string::contains(passage ?? '', '<img') \
    OR string::contains(<string> options, '<img')) AS pictured \
    FROM question WHERE year = $year GROUP ALL; \
    SELECT VALUE n FROM (SELECT count() AS n FROM theory WHERE year = $year GROUP ALL);";

impl App {
    /// The numbers of each subject-year of a part of the bank.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] with each field that names nothing in the bank.
    pub async fn bank_stats(&self, scope: &BankScope) -> Result<Vec<BankStats>> {
        let mut all = Vec::new();
        for YearOf { id, year, subject, exam } in self.years_in(scope).await? {
            let mut results = self.store.query(QUESTIONS).bind(("year", id)).checked().await?;
            let (counted, theories): (Vec<Counted>, Vec<i64>) = (results.take(0)?, results.take(1)?);
            let of = |count: fn(&Counted) -> i64| counted.first().map_or(0, count).unsigned_abs();
            all.push(BankStats {
                exam: exam.slug,
                subject: subject.title,
                year,
                questions: of(|counted| counted.questions),
                active: of(|counted| counted.active),
                explained: of(|counted| counted.explained),
                pictured: of(|counted| counted.pictured),
                theories: theories.first().copied().unwrap_or(0).unsigned_abs(),
            });
        }
        Ok(all)
    }
}
