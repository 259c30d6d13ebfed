//! Finds the attempts that contain a question or theory question.
//!
//! A paper is stored as one text, which cannot be searched without reading all papers. So the items of each paper are
//! also stored in an indexed row. Papers of earlier releases are indexed in the background ([`App::index_papers`]);
//! until then, searches read the papers themselves.

use std::collections::{BTreeSet, HashSet};

use surrealdb::types::{RecordIdKey, SurrealValue};

use super::{Attempt, QuizResult};
use crate::{
    App, Error, Result,
    bank::{Item, ItemBody, Question},
    metrics::Pace,
    store::{Id, Record, Tx, retry_tx},
};

/// Papers of earlier releases that are added in one commit.
const BATCH: usize = 100;

/// The items of an attempt's paper, under the attempt's key.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct PaperItems {
    pub id: Id<PaperItems>,
    /// The keys of its questions and theories.
    items: Vec<String>,
}

impl Record for PaperItems {
    const TABLE: &'static str = "paper_items";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS paper_items_items ON paper_items FIELDS items.*;";
}

impl PaperItems {
    pub(super) fn of(attempt: &Attempt) -> Self {
        let questions = attempt.questions().map(|item| item.question.to_string());
        Self { id: attempt.id.cast(), items: questions.chain(attempt.theories().map(Id::to_string)).collect() }
    }
}

/// Marks that papers of earlier releases are not indexed yet. Its one row is deleted when they are.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct UnindexedPapers {
    id: Id<UnindexedPapers>,
    /// The key of the last attempt whose paper is indexed.
    #[surreal(default, rename = "behind")]
    after: Option<String>,
}

impl Record for UnindexedPapers {
    const TABLE: &'static str = "unindexed_papers";
}

/// Up to this many questions are looked up in the index. For more, all rows are read: the index reads a row again for
/// each of its questions, which took 18 s for 500 questions and 100,000 attempts.
const FEW: usize = 100;

/// Finds the attempts that contain an item, in the index.
const HOLDERS: &str = "SELECT VALUE id FROM paper_items WHERE items CONTAINS $item";

impl App {
    /// Indexes the papers of earlier releases in batches, and pauses while requests are answered. After a restart it
    /// continues where it stopped.
    pub async fn index_papers(&self) -> Result<()> {
        let marker = Id::<UnindexedPapers>::new("present");
        let Some(unindexed) = self.load(&marker).await? else { return Ok(()) };
        let papers = self.store.snapshot().await?;
        let mut pace = Pace::begin(&self.metrics);
        let mut after = unindexed.after.map(RecordIdKey::String);
        loop {
            let mut batch = Vec::new();
            while batch.len() < BATCH
                && let Some((rows, last)) = papers.rows(Attempt::TABLE, after.take()).await?
            {
                let items = rows.into_iter().map(|row| Ok(PaperItems::of(&Attempt::from_value(row)?)));
                batch.extend(items.collect::<Result<Vec<_>, surrealdb::types::Error>>().map_err(Error::internal)?);
                after = Some(last);
            }
            let last = batch.last().map(|paper| paper.id.to_string());
            retry_tx(async || self.index_batch(&marker, &batch, last.as_ref()).await).await?;
            let Some(last) = last else { return Ok(()) };
            after = Some(RecordIdKey::String(last));
            pace.rest().await;
        }
    }

    /// Indexes a batch of papers and records the last one; without papers, records that all are indexed.
    async fn index_batch(
        &self,
        marker: &Id<UnindexedPapers>,
        batch: &[PaperItems],
        last: Option<&String>,
    ) -> Result<()> {
        let tx = self.store.begin().await?;
        let sql = match last {
            // An attempt may have been withdrawn since it was read.
            Some(_) => {
                "FOR $row IN $rows { IF record::exists(type::record('attempt', record::id($row.id))) \
                 { UPSERT $row.id CONTENT $row RETURN NONE } }; UPSERT $marker SET behind = $last RETURN NONE"
            }
            None => "DELETE $marker RETURN NONE",
        };
        let call = tx.query(sql).bind(("rows", batch.to_vec())).bind(("marker", marker.clone()));
        call.bind(("last", last.cloned())).done().await?;
        tx.commit().await
    }

    async fn are_papers_indexed(&self) -> Result<bool> {
        Ok(self
            .store
            .query("SELECT VALUE id FROM unindexed_papers LIMIT 1")
            .first::<Id<UnindexedPapers>>()
            .await?
            .is_none())
    }

    /// The keys that results with one of these questions would have, taken from the attempts that contain it. An
    /// attempt may have no result.
    pub(super) async fn results_with(&self, questions: &[Id<Question>]) -> Result<BTreeSet<Id<QuizResult>>> {
        let wanted: HashSet<_> = questions.iter().map(Id::as_str).collect();
        if !self.are_papers_indexed().await? {
            let holds = |attempt: &Attempt| attempt.questions().any(|item| wanted.contains(item.question.as_str()));
            return self.results_of_rows(|row: Attempt| holds(&row).then(|| row.id.cast())).await;
        }
        if questions.len() > FEW {
            let holds = |paper: &PaperItems| paper.items.iter().any(|item| wanted.contains(item.as_str()));
            return self.results_of_rows(|row: PaperItems| holds(&row).then(|| row.id.cast())).await;
        }
        let mut found = BTreeSet::new();
        for question in questions {
            let holders = self.store.query(HOLDERS).bind(("item", question.to_string()));
            found.extend(holders.all::<Id<PaperItems>>().await?.iter().map(Id::cast));
        }
        Ok(found)
    }

    /// Passes all rows of a table to `result_of`, in batches, and returns the results that it names.
    async fn results_of_rows<R: Record + SurrealValue>(
        &self,
        result_of: impl Fn(R) -> Option<Id<QuizResult>>,
    ) -> Result<BTreeSet<Id<QuizResult>>> {
        let snapshot = self.store.snapshot().await?;
        let (mut found, mut after) = (BTreeSet::new(), None);
        while let Some((rows, last)) = snapshot.rows(R::TABLE, after).await? {
            for row in rows {
                found.extend(result_of(R::from_value(row).map_err(Error::internal)?));
            }
            after = Some(last);
        }
        Ok(found)
    }

    /// At most `most` attempts that contain an item, as the transaction sees them.
    pub(crate) async fn attempts_with<B: ItemBody>(
        &self,
        tx: &Tx,
        item: &Item<B>,
        most: u64,
    ) -> Result<Vec<Id<Attempt>>> {
        let id = &item.id;
        if self.are_papers_indexed().await? {
            let call = tx.query(format!("{HOLDERS} LIMIT $most")).bind(("item", id.to_string())).bind(("most", most));
            return Ok(call.all::<Id<PaperItems>>().await?.iter().map(Id::cast).collect());
        }
        // A paper is stored as one JSON text, in which only an id has this form.
        let sql =
            "SELECT VALUE id FROM attempt WHERE years CONTAINS $year AND string::contains(paper, $key) LIMIT $most";
        let call = tx.query(sql).bind(("year", item.year.clone())).bind(("key", format!("\"{id}\"")));
        call.bind(("most", most)).all().await
    }
}
