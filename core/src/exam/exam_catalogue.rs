//! The records of the catalogue that every start of a test reads (the exam, its subjects, and the modes), and the list
//! of exams that every dashboard reads.
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

/// All exams, active or not, oldest first.
#[derive(Debug)]
struct ExamList {
    /// The value of [`App::edits`], read before the records.
    edits: u64,
    exams: Vec<Exam>,
}

/// The exams in memory.
pub(crate) struct ExamCatalogues {
    by_id: Cache<Id<Exam>, Arc<ExamCatalogue>>,
    list: Cache<(), Arc<ExamList>>,
}

impl Default for ExamCatalogues {
    fn default() -> Self {
        Self { by_id: Cache::new(MAX_EXAMS), list: Cache::new(1) }
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
        get_or_read(&self.exam_catalogues.by_id, exam, |held| held.edits >= edits, read).await
    }

    /// Like [`Self::list_exam_types`], from memory if this process alone uses the store.
    pub(super) async fn cached_exam_types(&self) -> Result<Vec<Exam>> {
        let edits = self.edits();
        if !self.may_use_cache() {
            return self.list_exam_types().await;
        }
        let read = async { Ok(Some(Arc::new(ExamList { edits, exams: self.list_exam_types().await? }))) };
        let list = get_or_read(&self.exam_catalogues.list, &(), |held| held.edits >= edits, read).await?;
        Ok(list.map(|list| list.exams.clone()).unwrap_or_default())
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
