//! Adds results to the sums of the questions that they hold, beside the requests.
//!
//! Hundreds of students hand in the same mock in the same seconds, so a submit writes no row that they share:
//! its result only waits to be folded. A folder takes some waiting results at a time, adds what they tell to the
//! rows of their questions and marks them folded, in one transaction. Two folders that take the same results
//! write the same rows, so one of the two commits fails: each result counts once, whoever stops when.
//!
//! A result that is marked anew (`exam/rekey.rs`) waits again, and names the keys by which it was counted: the
//! folder takes the old answer out and the new one in. So only folders write the rows of questions.

use std::collections::BTreeMap;

use surrealdb::types::SurrealValue;

use super::item::{ItemSums, Marked, contributions};
use crate::{
    App, Result,
    bank::{Choice, Question},
    catalogue::{Exam, Subject},
    exam::{MarkedItem, QuizResult},
    store::{Id, Packed, Record, Tx, retry_tx},
};

/// Results that are folded in one commit. A mock has 180 questions, most of which they share.
const LOT: usize = 50;
/// How many lots a reader folds before the statistics are shown.
const MOST_LOTS: usize = 10;

/// How a result stands to the statistics of its questions. One that has no such word waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, SurrealValue)]
#[surreal(untagged, lowercase)]
pub enum Folded {
    /// It is counted.
    Folded,
    /// It is never counted: a device chose its questions and marked its time, without an attempt here.
    Exempt,
}

/// The key by which a question was counted, where its result has been marked by another one since.
#[derive(Debug, Clone, PartialEq, Eq, SurrealValue)]
pub struct CountedKey {
    pub question: Id<Question>,
    pub correct: Id<Choice>,
}

/// The statistics of a question, under the question's own key.
#[derive(Debug, Clone, SurrealValue)]
pub struct QuestionStatistics {
    pub id: Id<QuestionStatistics>,
    pub question: Id<Question>,
    pub exam: Id<Exam>,
    pub subject: Id<Subject>,
    pub attempts: i64,
    pub facility: Option<f64>,
    pub discrimination: Option<f64>,
    /// Whether the key is probably wrong.
    pub flagged: bool,
    /// The lower, the more an editor should look at it: flagged ones first, then by discrimination, and last
    /// what has none.
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

/// What a question's statistics need to know of it.
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
            discrimination,
            flagged,
            rank,
            sums: Packed(sums),
        }
    }
}

impl QuizResult {
    /// Adds what the result tells of its questions (`sign` 1), or takes it out (`sign` -1): by the keys by which
    /// it is marked, or by those by which it was counted.
    fn tell<'a>(&'a self, by_counted: bool, sums: &mut Sums, sign: i64) {
        let counted = self.counted_by.iter().flatten().filter(|_| by_counted);
        let counted: BTreeMap<_, _> = counted.map(|key| (&key.question, &key.correct)).collect();
        let item = |item: &'a MarkedItem| Marked {
            question: &item.question,
            chosen: item.chosen.as_ref(),
            correct: counted.get(&item.question).copied().unwrap_or(&item.correct),
        };
        let test: Vec<_> = self.evidence().map(item).collect();
        for (question, told) in contributions(&test) {
            sums.entry(question.clone()).or_default().add(&told, sign);
        }
    }

    /// Adds what the statistics hold of the result now.
    pub(super) fn tell_counted(&self, sums: &mut Sums) {
        if self.folded == Some(Folded::Folded) || self.counted_by.is_some() {
            self.tell(true, sums, 1);
        }
    }

    /// Notes, of a result that is counted, that a question has another key now than it was counted by.
    pub(crate) fn counted_by_another_key(&mut self, question: &Id<Question>, old: &Id<Choice>) {
        if self.folded == Some(Folded::Folded) {
            self.folded = None;
            self.counted_by = Some(Vec::new());
        }
        if let Some(counted) = &mut self.counted_by
            && counted.iter().all(|key| key.question != *question)
        {
            counted.push(CountedKey { question: question.clone(), correct: old.clone() });
        }
    }
}

impl App {
    /// Adds all results that wait to the statistics of their questions; how many.
    pub async fn fold_results(&self) -> Result<usize> {
        self.fold_lots(usize::MAX).await
    }

    /// Adds some results that wait to the statistics of their questions, in one commit; how many.
    pub async fn fold_lot(&self) -> Result<usize> {
        retry_tx(async || {
            let tx = self.store.begin().await?;
            let sql = "SELECT * FROM quiz WHERE folded = NONE LIMIT $lot";
            let results: Vec<QuizResult> = tx.query(sql).bind(("lot", LOT)).all().await?;
            let mut moves = Sums::new();
            for result in &results {
                if result.counted_by.is_some() {
                    result.tell(true, &mut moves, -1);
                }
                result.tell(false, &mut moves, 1);
            }
            add(&tx, moves).await?;
            let ids: Vec<_> = results.into_iter().map(|result| result.id).collect();
            let count = ids.len();
            if count > 0 {
                let sql = "UPDATE $ids SET folded = $folded, counted_by = NONE RETURN NONE";
                tx.query(sql).bind(("ids", ids)).bind(("folded", Folded::Folded)).done().await?;
                tx.commit().await?;
            }
            Ok(count)
        })
        .await
    }

    /// Folds what waits before statistics are read, as far as that takes no long time; where the folder is at the
    /// same results, what it has not done yet is left to it.
    pub(super) async fn fold_before_reading(&self) {
        if let Err(error) = self.fold_lots(MOST_LOTS).await {
            tracing::debug!(%error, "results were left to the folder");
        }
    }

    async fn fold_lots(&self, most: usize) -> Result<usize> {
        let mut all = 0;
        for _ in 0..most {
            match self.fold_lot().await? {
                0 => break,
                folded => all += folded,
            }
        }
        Ok(all)
    }
}

/// Adds to the sums of questions.
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

/// Writes the statistics that these sums make.
pub(super) async fn write(tx: &Tx, mut sums: Sums) -> Result<()> {
    let ids: Vec<_> = sums.keys().cloned().collect();
    let sql = "SELECT id, subject.exam AS exam, subject, correct, options.id AS options FROM $ids";
    let keys: Vec<KeyRow> = tx.query(sql).bind(("ids", ids)).all().await?;
    let row = |key: KeyRow| sums.remove(&key.id).map(|sums| QuestionStatistics::new(key, sums));
    let rows: Vec<QuestionStatistics> = keys.into_iter().filter_map(row).collect();
    let sql = "FOR $row IN $rows { UPSERT $row.id CONTENT $row RETURN NONE }";
    tx.query(sql).bind(("rows", rows)).done().await
}
