//! The index of a subject-year, kept in the store: papers are drawn by it without reading the questions.

use surrealdb::types::SurrealValue;

use super::{Question, SubjectYear, Theory, paper::YearPool};
use crate::{
    App, Result,
    store::{Id, Record},
};

/// A year's index; it shares the year's key. It is made from the questions by the first who asks for it at
/// a revision, so no change of the bank has to keep it: one of an earlier revision counts as none.
#[derive(Debug, SurrealValue)]
pub(crate) struct YearIndex {
    id: Id<YearIndex>,
    year: Id<SubjectYear>,
    revision: i64,
    /// A [`YearPool`] as JSON.
    index: String,
}

impl Record for YearIndex {
    const TABLE: &'static str = "year_index";
    const SCHEMA: &'static str =
        "DEFINE FIELD IF NOT EXISTS year ON year_index TYPE record<subject_year> REFERENCE ON DELETE CASCADE;";
}

impl App {
    /// The index of a year at this revision or a later one, which is told.
    pub(super) async fn year_index(
        &self,
        year: &Id<SubjectYear>,
        calendar: i64,
        revision: i64,
    ) -> Result<(YearPool, i64)> {
        let stored: Option<YearIndex> = self.load(&year.cast()).await?;
        let stored = stored.filter(|stored| stored.revision >= revision);
        if let Some((pool, stored)) = stored.and_then(|stored| Some((YearPool::read(&stored.index)?, stored))) {
            return Ok((pool, stored.revision));
        }
        let pool = self.make_year_index(year, calendar).await?;
        // The questions were read after the revision, so they are of this one or a later one: as the
        // index of this one it is served only until the next is asked for.
        if let Ok(index) = serde_json::to_string(&pool) {
            let record = YearIndex { id: year.cast(), year: year.clone(), revision, index };
            let call = self.store.write("UPSERT ONLY $index.id CONTENT $index RETURN NONE").bind(("index", record));
            if let Err(error) = call.done().await {
                tracing::debug!(%year, %error, "the index of a year was not kept; the next start makes it again");
            }
        }
        Ok((pool, revision))
    }

    async fn make_year_index(&self, year: &Id<SubjectYear>, calendar: i64) -> Result<YearPool> {
        let sql = "SELECT * FROM question WHERE year = $year AND status = true ORDER BY position, id; \
            SELECT * FROM theory WHERE year = $year AND status = true ORDER BY position, id;";
        let mut results = self.store.query(sql).bind(("year", year.clone())).checked().await?;
        let (questions, theories): (Vec<Question>, Vec<Theory>) = (results.take(0)?, results.take(1)?);
        Ok(YearPool::new(i32::try_from(calendar).unwrap_or(0), &questions, &theories))
    }
}
