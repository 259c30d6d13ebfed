//! Checks the request for a test against its exam and mode (spec 2 §5, §9).

use std::{collections::HashSet, sync::Arc};

use surrealdb::types::SurrealValue;

use super::{RequestedSource, selection::SESSION};
use crate::{
    FieldErrors,
    bank::{
        FIRST_YEAR, YearBank,
        paper::{self, Blueprint, PaperSource, SubjectPool},
    },
    catalogue::{Exam, ExamType, Mode, Subject, University},
    messages,
    store::Id,
};

/// Questions per subject of a year test, at most (spec 2 §9).
const MAX_QUESTIONS: usize = 100;
/// The longest practice, in minutes (spec 2 §9).
const MAX_PRACTICE: i64 = 360;
/// Minutes of a mock whose exam has no time limit (ruling 15).
const MOCK_MINUTES: i64 = 60;

/// The banks of the years of each subject.
pub(super) type SubjectYears = Vec<(Id<Subject>, Arc<YearBank>)>;

/// The fields of a subject that a start needs.
#[derive(Debug, Clone, SurrealValue)]
pub(super) struct SubjectRow {
    pub id: Id<Subject>,
    pub title: String,
    pub status: bool,
    pub mock_questions: i64,
    pub balance_mocks: bool,
}

/// Each subject with its years.
pub(super) fn by_subject(rows: &[SubjectRow], banks: &SubjectYears) -> Vec<SubjectPool> {
    let years = |row: &SubjectRow| {
        let own = banks.iter().filter(|(subject, _)| *subject == row.id);
        own.map(|(_, bank)| bank.pool.clone()).collect()
    };
    let bank = |row: &SubjectRow| SubjectPool {
        subject: row.id.clone(),
        years: years(row),
        mock_questions: usize::try_from(row.mock_questions).unwrap_or(paper::DEFAULT_MOCK_QUESTIONS),
        mock_theories: paper::DEFAULT_MOCK_THEORIES,
        difficulties: None,
    };
    rows.iter().map(bank).collect()
}

/// The message if some or all subjects have no questions (spec 2 §5).
pub(super) fn no_questions_message(
    rows: &[SubjectRow],
    has: &[bool],
    source: PaperSource,
    from: RequestedSource,
) -> Option<String> {
    let titles: Vec<_> = rows.iter().zip(has).filter(|(_, has)| **has).map(|(row, _)| row.title.as_str()).collect();
    match (source, titles.len()) {
        (_, present) if present == rows.len() => None,
        (_, 0) if from == RequestedSource::Weak => Some(messages::NO_WEAK_TOPICS.into()),
        // It is normal that a subject has no weak topic.
        _ if from == RequestedSource::Weak => None,
        (PaperSource::Mock, 0) => Some(messages::NO_MOCK_QUESTIONS.into()),
        (PaperSource::Mock, _) => Some(messages::some_mock_questions(&titles)),
        (PaperSource::Mistakes { .. }, 0) => Some(messages::NO_MISTAKES.into()),
        (PaperSource::Mistakes { .. }, _) => Some(messages::some_mistakes(&titles)),
        (PaperSource::Year { year, .. }, 0) => Some(messages::no_year_questions(i64::from(year))),
        (PaperSource::Year { year, .. }, _) => Some(messages::some_year_questions(&titles, i64::from(year))),
    }
}

/// The source of a test: a year with a maximum of questions per subject, or a mock. A test of mistakes may omit the
/// year.
pub(super) fn source(
    errors: &mut FieldErrors,
    mock: bool,
    from: RequestedSource,
    year: Option<i64>,
    limit: Option<usize>,
    this_year: i64,
) -> PaperSource {
    if mock {
        errors.check(from == RequestedSource::Bank, "from", "A mock draws its questions from the bank.");
        return PaperSource::Mock;
    }
    let is_year = |year: i64| (FIRST_YEAR..=this_year).contains(&year);
    let fits = year.map_or(from != RequestedSource::Bank, is_year);
    errors.check(fits, "year", messages::year_out_of_range(FIRST_YEAR, this_year));
    let year = year.map(|year| i32::try_from(year).unwrap_or(0));
    let limit = limit.unwrap_or(MAX_QUESTIONS);
    errors.check((1..=MAX_QUESTIONS).contains(&limit), "questionLimit", "Question count must be from 1 to 100.");
    match from {
        RequestedSource::Bank => PaperSource::Year { year: year.unwrap_or(0), limit: Some(limit) },
        RequestedSource::Mistakes | RequestedSource::Weak | RequestedSource::Today => {
            PaperSource::Mistakes { year, limit }
        }
    }
}

/// The maximum number of questions of a test of weak topics.
pub(super) fn most_of_weak(limit: Option<usize>) -> usize {
    limit.unwrap_or(SESSION).min(MAX_QUESTIONS)
}

/// The minutes of a test: none for study, the student's choice for practice, the exam's for a mock (ruling 15).
pub(super) fn minutes(errors: &mut FieldErrors, exam: &Exam, mode: Mode, chosen: Option<i64>) -> Option<i64> {
    match mode {
        Mode::Study => None,
        Mode::Practice => {
            let minutes = chosen.unwrap_or(0);
            errors.check(minutes > 0, "timeDuration", messages::SELECT_TIME);
            errors.check(minutes <= MAX_PRACTICE, "timeDuration", "Practice time must be at most 360 minutes.");
            Some(minutes)
        }
        Mode::Mock => Some(exam.minutes().unwrap_or(MOCK_MINUTES)),
    }
}

/// The extra minutes for a percentage of extra time, rounded up.
pub(super) fn extra(minutes: i64, percent: i64) -> i64 {
    (minutes * percent + 99) / 100
}

/// Checks the kind, the number of subjects and, for post-UTME, the university (spec 2 §5). JAMB UTME takes from one
/// subject to its maximum, every other exam exactly one.
pub(super) fn check_exam(
    errors: &mut FieldErrors,
    exam: &Exam,
    exam_type: ExamType,
    subjects: &[Id<Subject>],
    university: Option<&Id<University>>,
) {
    errors.check(exam.status, "examId", messages::SELECT_EXAM);
    let fits = exam.exam_type == ExamType::Both || exam.exam_type == exam_type;
    errors.check(fits, "examType", "Please select an exam type to proceed.");
    let maximum = exam.subjects_per_test();
    errors.check(!subjects.is_empty(), "subjects", messages::SELECT_SUBJECT);
    errors.check(
        i64::try_from(subjects.len()).is_ok_and(|n| n <= maximum),
        "subjects",
        messages::too_many_subjects(maximum),
    );
    let distinct: HashSet<_> = subjects.iter().collect();
    errors.check(distinct.len() == subjects.len(), "subjects", "Each subject can be chosen only once.");
    errors.check(!exam.has_universities() || university.is_some(), "university", messages::SELECT_UNIVERSITY);
}

/// The blueprint of a draw: the items of the topics and sections in `selected`, or all items.
pub(super) fn blueprint(
    source: PaperSource,
    exam_type: ExamType,
    university: Option<Id<University>>,
    selected: &[String],
    shuffle_questions: bool,
) -> Blueprint {
    Blueprint {
        exam_type,
        source,
        university,
        // The ids may be topics or sections; an item matches by either.
        topics: selected.iter().map(Id::new).collect(),
        sections: selected.iter().map(Id::new).collect(),
        shuffle_questions,
        max_questions: None,
        only: None,
        except: HashSet::new(),
        first: HashSet::new(),
    }
}
