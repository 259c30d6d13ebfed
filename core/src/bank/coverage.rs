//! The coverage of each exam: which questions a student who takes a mock today would find.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, Result,
    catalogue::{ExamRef, Subject},
    records::counter_value,
    store::Id,
};

/// The number of subjects, questions and theories in use for an exam.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Coverage {
    pub exam: ExamRef,
    /// All subjects in use.
    pub subjects: u64,
    /// Subjects with enough questions for a mock.
    pub ready: u64,
    /// Subjects without a question.
    pub empty: u64,
    /// Objective questions in use.
    pub questions: i64,
    pub theories: i64,
}

#[derive(SurrealValue)]
struct SubjectRow {
    id: Id<Subject>,
    mock_questions: i64,
    exam: ExamRef,
}

#[derive(SurrealValue)]
struct YearCounts {
    subject: Id<Subject>,
    questions: i64,
    theories: i64,
}

impl App {
    /// The coverage of each exam in use, in the order of the public site. Read from stored counters.
    pub async fn bank_coverage(&self) -> Result<Vec<Coverage>> {
        let sql = concat!(
            "SELECT id, mock_questions, exam.{id, title, slug} AS exam, exam.created_at AS made, exam.id AS key \
             FROM subject WHERE status = true AND exam.status = true ORDER BY made, key; \
             SELECT subject, ",
            counter_value!("active-questions"),
            " AS questions, ",
            counter_value!("active-theories"),
            " AS theories FROM subject_year WHERE status = true;"
        );
        let mut found = self.store.query(sql).checked().await?;
        let (subjects, years): (Vec<SubjectRow>, Vec<YearCounts>) = (found.take(0)?, found.take(1)?);
        let mut exams: Vec<Coverage> = Vec::new();
        for SubjectRow { id, mock_questions, exam } in subjects {
            if exams.last().is_none_or(|last| last.exam.id != exam.id) {
                exams.push(Coverage { exam, subjects: 0, ready: 0, empty: 0, questions: 0, theories: 0 });
            }
            let Some(last) = exams.last_mut() else { continue };
            let own = years.iter().filter(|year| year.subject == id);
            let (questions, theories) =
                own.fold((0, 0), |(questions, theories), year| (questions + year.questions, theories + year.theories));
            last.subjects += 1;
            last.ready += u64::from(questions >= mock_questions);
            last.empty += u64::from(questions + theories == 0);
            last.questions += questions;
            last.theories += theories;
        }
        Ok(exams)
    }
}
