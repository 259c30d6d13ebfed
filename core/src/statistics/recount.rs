//! Compares the stored sums with the results, and corrects wrong ones.

use std::collections::HashMap;

use super::{
    QuestionStatistics,
    aggregate::{Sums, write},
};
use crate::{
    App, Result,
    exam::{PendingStatistics, QuizResult},
    records::Drift,
    store::{Id, retry_tx},
};

/// Results per read.
const PAGE: usize = 50;

impl App {
    /// Finds wrong question statistics and student sums, and corrects them unless `dry_run`. Each finding has the
    /// stored and the correct number of answers; if both are equal, something else was wrong.
    pub(crate) async fn recount_sums(&self, dry_run: bool) -> Result<Vec<Drift>> {
        let mut drifts = retry_tx(async || self.recount_questions(dry_run).await).await?;
        drifts.extend(self.recount_students(dry_run).await?);
        Ok(drifts)
    }

    async fn recount_questions(&self, dry_run: bool) -> Result<Vec<Drift>> {
        let tx = self.store.begin_to(!dry_run).await?;
        let kept: Vec<QuestionStatistics> = tx.query("SELECT * FROM question_statistics").all().await?;
        let sql = "SELECT * FROM waiting_result WHERE waits = true";
        let waiting: Vec<PendingStatistics> = tx.query(sql).all().await?;
        let waiting: HashMap<_, _> = waiting.into_iter().map(|one| (one.id.clone(), one)).collect();
        let mut counted = Sums::new();
        let all: Vec<Id<QuizResult>> = tx.query("SELECT VALUE id FROM quiz").all().await?;
        for page in all.chunks(PAGE) {
            let results: Vec<QuizResult> = tx.query("SELECT * FROM $page").bind(("page", page.to_vec())).all().await?;
            for result in &results {
                result.add_counted(waiting.get(&result.id.cast::<PendingStatistics>()), &mut counted);
            }
        }
        let mut drifts = Vec::new();
        let mut wrong = Sums::new();
        for row in kept {
            let sums = counted.remove(&row.question).unwrap_or_default();
            if sums != row.sums.0 {
                drifts.push(Drift::of("statistics", &row.id, row.sums.0.attempts, sums.attempts));
                wrong.insert(row.question, sums);
            }
        }
        for (question, sums) in counted {
            drifts.push(Drift::of("statistics", &question, 0, sums.attempts));
            wrong.insert(question, sums);
        }
        if !dry_run && !wrong.is_empty() {
            write(&tx, wrong).await?;
            tx.commit().await?;
        }
        Ok(drifts)
    }
}
