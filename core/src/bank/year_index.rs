//! The stored index of a subject-year, from which papers are drawn without reading the questions.

use surrealdb::types::SurrealValue;

use super::{Question, SubjectYear, Theory, paper::YearPool};
use crate::{
    App, Error, Result,
    store::{Id, Record, retry_tx},
};

/// The index of a year, under the key of the year. The first caller at a revision builds it from the questions, so
/// changes of the bank need not maintain it. An index of an earlier revision counts as missing.
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

impl YearIndex {
    /// The pool and its revision; `None` if the revision is earlier than `revision`.
    fn read(self, revision: i64) -> Option<(YearPool, i64)> {
        if self.revision < revision { None } else { Some((YearPool::read(&self.index)?, self.revision)) }
    }
}

impl App {
    /// The index of a year at this revision or a later one, with the revision found.
    pub(super) async fn year_index(
        &self,
        year: &Id<SubjectYear>,
        calendar: i64,
        revision: i64,
    ) -> Result<(YearPool, i64)> {
        if let Some(found) = self.load::<YearIndex>(&year.cast()).await?.and_then(|stored| stored.read(revision)) {
            return Ok(found);
        }
        let (pool, found) = self.make_year_index(year, calendar, revision).await?;
        if found == revision
            && let Err(error) = self.store_year_index(year, &pool, revision).await
        {
            tracing::debug!(%year, %error, "the index of a year was not kept; the next start makes it again");
        }
        Ok((pool, found))
    }

    /// Builds and stores the index of a year at this revision, unless it is stored.
    pub(super) async fn ensure_year_index(&self, year: &Id<SubjectYear>, calendar: i64, revision: i64) -> Result<()> {
        if self.load::<YearIndex>(&year.cast()).await?.is_some_and(|stored| stored.read(revision).is_some()) {
            return Ok(());
        }
        let (pool, _) = self.make_year_index(year, calendar, revision).await?;
        retry_tx(async || self.store_year_index(year, &pool, revision).await).await
    }

    /// Builds the index from the questions, unless it was stored meanwhile. Both are read at the same moment: an import
    /// stores the index before its first row, so this finds either the index or no row of the import.
    async fn make_year_index(&self, year: &Id<SubjectYear>, calendar: i64, revision: i64) -> Result<(YearPool, i64)> {
        let moment = self.store.begin_reading().await?;
        let sql = "SELECT * FROM $index; \
            SELECT * FROM question WHERE year = $year AND status = true ORDER BY position, id; \
            SELECT * FROM theory WHERE year = $year AND status = true ORDER BY position, id;";
        let call = moment.query(sql).bind(("year", year.clone())).bind(("index", year.cast::<YearIndex>()));
        let mut results = call.checked().await?;
        let stored: Vec<YearIndex> = results.take(0)?;
        if let Some(found) = stored.into_iter().next().and_then(|stored| stored.read(revision)) {
            return Ok(found);
        }
        let (questions, theories): (Vec<Question>, Vec<Theory>) = (results.take(1)?, results.take(2)?);
        Ok((YearPool::new(i32::try_from(calendar).unwrap_or(0), &questions, &theories), revision))
    }

    /// Stores an index, unless one of this revision or a later one is stored. The questions were read after the
    /// revision, so they may be newer. Then this index is used only until the next revision is requested.
    async fn store_year_index(&self, year: &Id<SubjectYear>, pool: &YearPool, revision: i64) -> Result<()> {
        let index = serde_json::to_string(pool).map_err(Error::internal)?;
        let record = YearIndex { id: year.cast(), year: year.clone(), revision, index };
        let tx = self.store.begin().await?;
        let stored = tx.query("SELECT VALUE revision FROM $id").bind(("id", record.id.clone())).first::<i64>().await?;
        if stored.is_some_and(|stored| stored >= revision) {
            return Ok(());
        }
        tx.query("UPSERT ONLY $index.id CONTENT $index RETURN NONE").bind(("index", record)).done().await?;
        tx.commit().await
    }
}
