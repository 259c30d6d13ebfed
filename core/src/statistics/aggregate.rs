//! Background aggregation: adds results to the statistics of their questions.
//!
//! Hundreds of students submit the same mock within seconds, so a submit writes no shared row. Instead it stores a row
//! of its own that marks its result as waiting ([`PendingStatistics`]). In one transaction, an aggregator takes some
//! waiting results, adds them to the rows of their questions and clears the marks. Two aggregators that take the same
//! results clear the same marks, so one of the two commits fails. Each result counts once.
//!
//! A result that is rescored (`exam/rekey.rs`) waits again, with the keys by which it was counted. The aggregator
//! removes the old answer and adds the new one. So only aggregators write the rows of questions.

use std::collections::BTreeMap;

use surrealdb::types::SurrealValue;

use super::item::{ItemSums, Marked, contributions};
use crate::{
    App, Result,
    bank::{Choice, Question},
    catalogue::{Exam, Subject},
    exam::{CountedKey, MarkedItem, PendingStatistics, QuizResult, StatisticsState},
    metrics::Pace,
    store::{Id, Packed, Record, Tx, retry_tx},
};

/// Results per commit. A mock has 180 questions, and most results share them.
const BATCH: usize = 50;
/// Maximum batches that a reader aggregates before it reads the statistics.
const MAX_BATCHES: usize = 10;

/// The statistics of a question, under the question's own key.
#[derive(Debug, Clone, SurrealValue)]
pub struct QuestionStatistics {
    pub id: Id<QuestionStatistics>,
    pub question: Id<Question>,
    pub exam: Id<Exam>,
    pub subject: Id<Subject>,
    pub attempts: i64,
    pub facility: Option<f64>,
    /// In logits; see [`ItemSums::difficulty`].
    pub difficulty: Option<f64>,
    pub discrimination: Option<f64>,
    /// Whether the key is probably wrong.
    pub flagged: bool,
    /// Sort order for editors, lowest first: flagged ones, then by discrimination, then those without one.
    pub rank: f64,
    pub sums: Packed<ItemSums>,
}

impl Record for QuestionStatistics {
    const TABLE: &'static str = "question_statistics";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS question_statistics_rank ON question_statistics FIELDS rank;\
        DEFINE INDEX IF NOT EXISTS question_statistics_flagged ON question_statistics FIELDS flagged, rank;\
        DEFINE INDEX IF NOT EXISTS question_statistics_exam ON question_statistics FIELDS exam, rank;\
        DEFINE INDEX IF NOT EXISTS question_statistics_subject ON question_statistics FIELDS subject, rank;";
}

/// Sums by question.
pub(super) type Sums = BTreeMap<Id<Question>, ItemSums>;

/// The fields of a question for its statistics.
#[derive(SurrealValue)]
struct KeyRow {
    id: Id<Question>,
    exam: Id<Exam>,
    subject: Id<Subject>,
    correct: Id<Choice>,
    options: Vec<Id<Choice>>,
}

impl QuestionStatistics {
    fn new(question: KeyRow, sums: ItemSums) -> Self {
        let (facility, discrimination) = (sums.facility(), sums.discrimination());
        let flagged = sums.suspect(&question.correct, &question.options).is_some();
        let rank = discrimination.unwrap_or(2.0) - if flagged { 4.0 } else { 0.0 };
        Self {
            id: question.id.cast(),
            question: question.id,
            exam: question.exam,
            subject: question.subject,
            attempts: sums.attempts,
            facility,
            difficulty: sums.difficulty(question.options.len()),
            discrimination,
            flagged,
            rank,
            sums: Packed(sums),
        }
    }
}

impl QuizResult {
    /// Adds the result to its questions' sums (`sign` 1) or removes it (`sign` -1). Uses the keys with which the result
    /// is marked, except for the questions in `counted_by`, which have their key there.
    fn add_to<'a>(&'a self, counted_by: &'a [CountedKey], sums: &mut Sums, sign: i64) {
        let counted: BTreeMap<_, _> = counted_by.iter().map(|key| (&key.question, &key.correct)).collect();
        let item = |item: &'a MarkedItem| Marked {
            question: &item.question,
            chosen: item.chosen.as_ref(),
            correct: counted.get(&item.question).copied().unwrap_or(&item.correct),
        };
        let test: Vec<_> = self.evidence().map(item).collect();
        for (question, contribution) in contributions(&test) {
            sums.entry(question.clone()).or_default().add(&contribution, sign);
        }
    }

    /// Adds the result as the stored statistics include it at present. `waiting` is its row if it waits to be counted.
    pub(super) fn add_counted(&self, waiting: Option<&PendingStatistics>, sums: &mut Sums) {
        match waiting {
            _ if self.statistics == Some(StatisticsState::Exempt) => {}
            None => self.add_to(&[], sums, 1),
            Some(PendingStatistics { counted_by: Some(keys), .. }) => self.add_to(keys, sums, 1),
            Some(PendingStatistics { counted_by: None, .. }) => {}
        }
    }
}

impl App {
    /// Adds all waiting results to the statistics of their questions, with pauses between the batches while requests
    /// are answered. Returns how many.
    pub async fn aggregate_results(&self) -> Result<usize> {
        let mut pace = Pace::begin(&self.metrics);
        let mut all = 0;
        loop {
            match self.aggregate_batch().await? {
                0 => return Ok(all),
                aggregated => all += aggregated,
            }
            pace.rest().await;
        }
    }

    /// Adds a batch of waiting results to the statistics of their questions, in one commit. Returns how many.
    pub async fn aggregate_batch(&self) -> Result<usize> {
        retry_tx(async || {
            let tx = self.store.begin().await?;
            let sql = "SELECT * FROM waiting_result WHERE waits = true LIMIT $batch";
            let waiting: Vec<PendingStatistics> = tx.query(sql).bind(("batch", BATCH)).all().await?;
            if waiting.is_empty() {
                return Ok(0);
            }
            let ids: Vec<Id<QuizResult>> = waiting.iter().map(|one| one.id.cast()).collect();
            let results: Vec<QuizResult> = tx.query("SELECT * FROM $ids").bind(("ids", ids)).all().await?;
            let waiting: BTreeMap<_, _> = waiting.into_iter().map(|one| (one.id.clone(), one.counted_by)).collect();
            let mut moves = Sums::new();
            for result in &results {
                if let Some(Some(keys)) = waiting.get(&result.id.cast::<PendingStatistics>()) {
                    result.add_to(keys, &mut moves, -1);
                }
                result.add_to(&[], &mut moves, 1);
            }
            add(&tx, moves).await?;
            let (ids, count) = (waiting.keys().cloned().collect::<Vec<_>>(), waiting.len());
            let sql = "UPDATE $ids SET waits = false, counted_by = NONE RETURN NONE";
            tx.query(sql).bind(("ids", ids)).done().await?;
            tx.commit().await?;
            Ok(count)
        })
        .await
    }

    /// Adds waiting results before statistics are read, up to [`MAX_BATCHES`] batches. Stops at a conflict with the
    /// worker, which then counts the rest.
    pub(super) async fn aggregate_before_reading(&self) {
        for _ in 0..MAX_BATCHES {
            match self.aggregate_batch().await {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => {
                    tracing::debug!(%error, "results were left to the aggregator");
                    break;
                }
            }
        }
    }
}

/// Adds these changes to the stored sums and writes the statistics again.
async fn add(tx: &Tx, moves: Sums) -> Result<()> {
    let mut sums: Sums = moves.into_iter().filter(|(_, moved)| !moved.is_empty()).collect();
    let ids: Vec<Id<QuestionStatistics>> = sums.keys().map(Id::cast).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let kept: Vec<QuestionStatistics> = tx.query("SELECT * FROM $ids").bind(("ids", ids)).all().await?;
    for row in kept {
        if let Some(sums) = sums.get_mut(&row.question) {
            sums.add(&row.sums.0, 1);
        }
    }
    write(tx, sums).await
}

/// Writes the statistics from these sums.
pub(super) async fn write(tx: &Tx, mut sums: Sums) -> Result<()> {
    let ids: Vec<_> = sums.keys().cloned().collect();
    let sql = "SELECT id, subject.exam AS exam, subject, correct, options.id AS options FROM $ids";
    let keys: Vec<KeyRow> = tx.query(sql).bind(("ids", ids)).all().await?;
    let row = |key: KeyRow| sums.remove(&key.id).map(|sums| QuestionStatistics::new(key, sums));
    let rows: Vec<QuestionStatistics> = keys.into_iter().filter_map(row).collect();
    let sql = "FOR $row IN $rows { UPSERT $row.id CONTENT $row RETURN NONE }";
    tx.query(sql).bind(("rows", rows)).done().await
}
