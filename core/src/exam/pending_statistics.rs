//! Results that wait for the statistics of their questions.
//!
//! A result is large, so whether it waits is stored in a small row of its own. The row stays when the result has been
//! counted, because SurrealDB 3.3.5 reads the definitions of all tables for each record that it deletes: deleting the
//! rows took nine tenths of the time of counting. A result without a row is counted, too.

use std::collections::HashMap;

use surrealdb::types::SurrealValue;

use super::{QuizResult, StatisticsState};
use crate::{
    Result,
    bank::{Choice, Question},
    store::{Id, Record, Tx},
};

/// Whether a result waits to be counted, under the result's key.
#[derive(Debug, Clone, SurrealValue)]
pub struct PendingStatistics {
    pub id: Id<PendingStatistics>,
    /// Indexed. The commit that counts the result makes it false.
    waits: bool,
    /// For a waiting result that was counted before: the keys by which it was counted, where they differ from the
    /// present ones. `None` if it was never counted.
    pub counted_by: Option<Vec<CountedKey>>,
    /// Increased each time the result is marked again, so that a concurrent commit that counts the old marks conflicts.
    version: i64,
}

/// The key by which a question was counted, if its result has been marked by another one since.
#[derive(Debug, Clone, PartialEq, Eq, SurrealValue)]
pub struct CountedKey {
    pub question: Id<Question>,
    pub correct: Id<Choice>,
}

impl Record for PendingStatistics {
    const TABLE: &'static str = "waiting_result";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS waiting_result_waits ON waiting_result FIELDS waits;";
}

impl PendingStatistics {
    /// The row for a new result; `None` if none of its questions is ever counted.
    pub(super) fn of(result: &QuizResult) -> Option<Self> {
        let counts = result.statistics != Some(StatisticsState::Exempt) && !result.marked.is_empty();
        counts.then(|| Self { id: result.id.cast(), waits: true, counted_by: None, version: 0 })
    }
}

/// Makes results that were marked again, given as (new, old), wait to be counted if a key differs.
pub(super) async fn requeue_for_statistics(tx: &Tx, pairs: &[(QuizResult, QuizResult)]) -> Result<()> {
    let moved: Vec<_> = pairs.iter().filter_map(moved_keys).collect();
    if moved.is_empty() {
        return Ok(());
    }
    let ids: Vec<Id<PendingStatistics>> = moved.iter().map(|(id, _)| id.clone()).collect();
    let found: Vec<PendingStatistics> = tx.query("SELECT * FROM $ids").bind(("ids", ids)).all().await?;
    let mut found: HashMap<_, _> = found.into_iter().map(|row| (row.id.clone(), row)).collect();
    let rows: Vec<PendingStatistics> = moved.into_iter().map(|(id, keys)| after(found.remove(&id), id, keys)).collect();
    let sql = "FOR $row IN $rows { UPSERT $row.id CONTENT $row RETURN NONE }";
    tx.query(sql).bind(("rows", rows)).done().await
}

/// The old keys of the questions whose key differs between the two markings; `None` if there are none, or if the result
/// never counts.
fn moved_keys((new, old): &(QuizResult, QuizResult)) -> Option<(Id<PendingStatistics>, Vec<CountedKey>)> {
    let items = new.marked.iter().zip(&old.marked).filter(|(new, old)| new.correct != old.correct);
    let key = |item: &super::MarkedItem| CountedKey { question: item.question.clone(), correct: item.correct.clone() };
    let keys: Vec<_> = items.map(|(_, old)| key(old)).collect();
    (!keys.is_empty() && new.statistics != Some(StatisticsState::Exempt)).then(|| (new.id.cast(), keys))
}

/// The new row of a result whose keys have changed from `moved`. `before` is the stored row.
fn after(before: Option<PendingStatistics>, id: Id<PendingStatistics>, moved: Vec<CountedKey>) -> PendingStatistics {
    let version = before.as_ref().map_or(0, |before| before.version + 1);
    let counted_by = match before {
        Some(before) if before.waits => before.counted_by,
        _ => Some(Vec::new()),
    };
    let counted_by = counted_by.map(|mut keys| {
        for key in moved {
            // The first old key is the one that was counted; later ones never were.
            if keys.iter().all(|known| known.question != key.question) {
                keys.push(key);
            }
        }
        keys
    });
    PendingStatistics { id, waits: true, counted_by, version }
}

/// Migration: creates rows for the results that were marked as waiting in the result itself.
pub(crate) async fn migrate_waiting_results(tx: &Tx) -> Result<()> {
    let sql = "DEFINE TABLE IF NOT EXISTS quiz SCHEMALESS; DEFINE TABLE IF NOT EXISTS waiting_result SCHEMALESS; \
        FOR $quiz IN (SELECT id, counted_by FROM quiz WHERE folded = NONE) { \
            CREATE type::record('waiting_result', record::id($quiz.id)) \
                SET waits = true, version = 0, counted_by = $quiz.counted_by RETURN NONE };";
    tx.query(sql).done().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    fn key(question: &str, correct: &str) -> CountedKey {
        CountedKey { question: Id::new(question), correct: Id::new(correct) }
    }

    #[test]
    fn a_result_is_taken_out_by_the_keys_that_counted_it() {
        let id = || Id::new("one");
        let counted = after(None, id(), vec![key("q", "a")]);
        assert_eq!(counted.counted_by, Some(vec![key("q", "a")]), "it was counted by its old key");
        let again = after(Some(counted), id(), vec![key("q", "b"), key("r", "c")]);
        assert_eq!(again.counted_by, Some(vec![key("q", "a"), key("r", "c")]), "no sum has the key between");
        let new = PendingStatistics { id: id(), waits: true, counted_by: None, version: 3 };
        let moved = after(Some(new), id(), vec![key("q", "a")]);
        assert_eq!((&moved.counted_by, moved.version), (&None, 4), "nothing has to be taken out");
        let counted = PendingStatistics { waits: false, ..moved };
        let again = after(Some(counted), id(), vec![key("q", "b")]);
        assert_eq!((again.waits, again.version), (true, 5));
        assert_eq!(again.counted_by, Some(vec![key("q", "b")]), "its row stayed when it was counted");
    }

    #[tokio::test]
    async fn the_migration_lets_uncounted_results_wait_as_they_did() {
        let store = Store::open_empty("mem://").await.unwrap();
        let old = "CREATE quiz:fresh; CREATE quiz:counted SET folded = 'folded'; \
            CREATE quiz:never SET folded = 'exempt'; \
            CREATE quiz:moved SET counted_by = [{ question: question:q, correct: choice:a }];";
        store.write(old).done().await.unwrap();
        let tx = store.begin().await.unwrap();
        migrate_waiting_results(&tx).await.unwrap();
        tx.commit().await.unwrap();
        let rows: Vec<PendingStatistics> = store.query("SELECT * FROM waiting_result ORDER BY id").all().await.unwrap();
        let rows: Vec<_> = rows.into_iter().map(|row| (row.id.to_string(), row.counted_by)).collect();
        assert_eq!(rows, [("fresh".to_owned(), None), ("moved".to_owned(), Some(vec![key("q", "a")]))]);
    }
}
