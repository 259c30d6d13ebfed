//! The records of the catalogue that every start of a test reads: the exam, its subjects, and the modes.
//!
//! While this process alone uses the store, they stay in memory until the back office changes something ([`App::edits`]
//! counts such commits). If other servers may write, they are read each time.

use std::sync::Arc;

use moka::future::Cache;

use super::request_checks::SubjectRow;
use crate::{
    App, Result,
    cached::get_or_read,
    catalogue::{Assessment, Exam},
    store::Id,
};

/// The most exams in memory.
const MAX_EXAMS: u64 = 100;

/// An exam with the modes and its subjects, active or not.
#[derive(Debug)]
pub(super) struct ExamCatalogue {
    /// The value of [`App::edits`], read before the records.
    edits: u64,
    pub exam: Exam,
    pub modes: Vec<Assessment>,
    pub subjects: Vec<SubjectRow>,
}

/// The exams in memory.
pub(crate) struct ExamCatalogues(Cache<Id<Exam>, Arc<ExamCatalogue>>);

impl Default for ExamCatalogues {
    fn default() -> Self {
        Self(Cache::new(MAX_EXAMS))
    }
}

impl App {
    /// An exam with the modes and its subjects; `None` if there is no such exam.
    pub(super) async fn exam_catalogue(&self, exam: &Id<Exam>) -> Result<Option<Arc<ExamCatalogue>>> {
        // Read before the records, so that a change in the meantime makes them outdated.
        let edits = self.edits();
        if !self.may_use_cache() {
            return self.read_exam_catalogue(exam, edits).await;
        }
        let read = self.read_exam_catalogue(exam, edits);
        get_or_read(&self.exam_catalogues.0, exam, |held| held.edits >= edits, read).await
    }

    async fn read_exam_catalogue(&self, exam: &Id<Exam>, edits: u64) -> Result<Option<Arc<ExamCatalogue>>> {
        let sql = "SELECT * FROM ONLY $exam; SELECT * FROM assessment; \
            SELECT id, title, status, mock_questions, balance_mocks ?? false AS balance_mocks FROM subject \
                WHERE exam = $exam";
        let mut found = self.store.query(sql).bind(("exam", exam.clone())).checked().await?;
        let Some(exam) = found.take(0)? else { return Ok(None) };
        Ok(Some(Arc::new(ExamCatalogue { edits, exam, modes: found.take(1)?, subjects: found.take(2)? })))
    }
}
