//! Setting a test up: what may be started, and starting it.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chrono::{Datelike as _, Duration};
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    Attempt, AttemptView, PaperPart, PaperQuestion, PaperView, Sheet,
    items::Items,
    resume::paper_view,
    view::{self, AssessmentRef},
};
use crate::{
    App, Error, FieldErrors, Result,
    accounts::{Actor, User},
    bank::{
        Choice, Question, Revisions, Theory, YearBank,
        paper::{self, Blueprint, Paper, Source, SubjectBank},
    },
    catalogue::{Assessment, Exam, ExamRef, ExamType, Mode, Subject, University},
    learning::Subscription,
    messages,
    records::Titled,
    store::{Id, Packed, retry_tx},
};

/// The first year of the year slider (spec 2 §9).
const FIRST_YEAR: i64 = 1999;
/// The most questions a subject of a year test (spec 2 §9).
const MAX_QUESTIONS: usize = 100;
/// The longest practice, in minutes (spec 2 §9).
const MAX_PRACTICE: i64 = 360;
/// A mock of an exam without a time limit, in minutes (ruling 15).
const MOCK_MINUTES: i64 = 60;

/// What starts an attempt (ruling 13).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartAttempt {
    pub exam_id: Id<Exam>,
    pub assessment_id: Id<Assessment>,
    pub exam_type: ExamType,
    #[schema(max_items = 20)]
    pub subjects: Vec<Id<Subject>>,
    /// Needed for study and practice; a mock draws from all years.
    pub year: Option<i64>,
    /// Topics or sections; none means all.
    #[schema(max_items = 500)]
    #[serde(default)]
    pub selected_topics: Vec<String>,
    /// Questions a subject, 1 to 100.
    pub question_limit: Option<usize>,
    /// Minutes, for practice.
    pub time_duration: Option<i64>,
    #[serde(default)]
    pub shuffle_questions: bool,
    #[serde(default)]
    pub shuffle_options: bool,
    pub university: Option<Id<University>>,
}

/// A paper with what its items say, and the titles of its subjects.
pub(super) struct Drawn {
    paper: Paper,
    /// The order in which the options of each question are shown.
    choices: HashMap<Id<Question>, Vec<Id<Choice>>>,
    items: Items,
    pub subjects: Vec<Titled<Subject>>,
    /// The subject-years that its items come from, each with the revision that was drawn from.
    years: Revisions,
    message: Option<String>,
}

/// A subject-year of a subject.
pub(super) type SubjectYears = Vec<(Id<Subject>, Arc<YearBank>)>;

#[derive(SurrealValue)]
pub(super) struct SubjectRow {
    pub id: Id<Subject>,
    pub title: String,
    exam: Id<Exam>,
    mock_questions: i64,
}

impl App {
    /// Starts an attempt: checks everything that spec 2 §5 asks and what a student may hold at once
    /// (ruling 30), draws the paper and the order of its options, sets the deadline by the server's
    /// clock, and stores it with an empty sheet.
    ///
    /// # Errors
    /// [`Error::Invalid`] by field; [`Error::Forbidden`] without a subscription; [`Error::Conflict`]
    /// without a question (`no-questions`) or beside other running attempts (`running-mock`,
    /// `too-many-running`); [`Error::TooMany`] after too many starts in a row.
    pub async fn start_attempt(
        &self,
        actor: &Actor,
        start: StartAttempt,
    ) -> Result<(AttemptView, PaperView, Option<String>)> {
        let user = actor.user_id()?;
        retry_tx(async || self.begin_attempt(user, &start).await).await
    }

    async fn begin_attempt(
        &self,
        user: &Id<User>,
        start: &StartAttempt,
    ) -> Result<(AttemptView, PaperView, Option<String>)> {
        let ((exam, assessment), held, desk) = tokio::try_join!(
            self.exam_and_mode(start),
            self.holdings(user, &start.exam_id, start.university.as_ref()),
            self.desk(user),
        )?;
        let mut errors = FieldErrors::default();
        errors.check(exam.as_ref().is_some_and(|exam| exam.status), "examId", "Please select exam type to proceed");
        errors.check(
            assessment.as_ref().is_some_and(|one| one.status),
            "assessmentId",
            "Please select mode of assessment to proceed",
        );
        let (Some(exam), Some(assessment)) = (exam, assessment) else { return Err(Error::Invalid(errors)) };
        let mock = assessment.slug == Mode::Mock;
        let source = source(&mut errors, mock, start.year, start.question_limit, i64::from(self.now().year()));
        let minutes = minutes(&mut errors, &exam, assessment.slug, start.time_duration);
        check_exam(&mut errors, &exam, start.exam_type, &start.subjects, start.university.as_ref());
        errors.done()?;
        let subscription = held.cover(&start.subjects)?;
        let starts = self.admit(desk, mock.then_some(&exam.id)).await?;

        let drawn = self.draw(&exam, start, source, &subscription).await?;
        let attempt = Attempt {
            id: Id::random(),
            user: user.clone(),
            exam: exam.id.clone(),
            assessment: assessment.id.clone(),
            mode: assessment.slug,
            exam_type: start.exam_type,
            year: if mock { None } else { start.year },
            university: start.university.clone(),
            subjects: drawn.subjects.iter().map(|subject| subject.id.clone()).collect(),
            years: drawn.years.keys().cloned().collect(),
            paper: Packed(drawn.parts()),
            minutes,
            started_at: self.now(),
            deadline: minutes.map(|minutes| self.now() + Duration::minutes(minutes)),
        };
        let sheet = Sheet::blank(&attempt);
        self.store_attempt(starts, &attempt, &sheet, None, &drawn.years).await?;
        let view = self.attempt_view(&attempt, exam.reference(), assessment.reference(), drawn.subjects.clone());
        let (paper, message) = (drawn.view(), drawn.message);
        self.keep_sitting(attempt, Some(sheet)).await;
        Ok((view, paper, message))
    }

    async fn exam_and_mode(&self, start: &StartAttempt) -> Result<(Option<Exam>, Option<Assessment>)> {
        let sql = "SELECT * FROM ONLY $exam; SELECT * FROM ONLY $assessment;";
        let call = self.store.query(sql).bind(("exam", start.exam_id.clone()));
        let mut results = call.bind(("assessment", start.assessment_id.clone())).checked().await?;
        Ok((results.take(0)?, results.take(1)?))
    }

    async fn draw(
        &self,
        exam: &Exam,
        start: &StartAttempt,
        source: Source,
        subscription: &Subscription,
    ) -> Result<Drawn> {
        let mut blueprint = blueprint(
            source,
            start.exam_type,
            start.university.clone(),
            &start.selected_topics,
            start.shuffle_questions,
        );
        blueprint.max_questions = subscription.question_limit();
        // A test of one year looks at no other.
        let year = if source == Source::Mock { None } else { start.year };
        let (rows, banks) = self.subject_banks(exam, &start.subjects, start.university.as_ref(), year).await?;
        let drawn = self.drawn(&blueprint, start.shuffle_options, rows, banks).await?;
        if drawn.paper.total() == 0 {
            let message = drawn.message.unwrap_or_else(|| messages::NO_MOCK_QUESTIONS.into());
            return Err(Error::conflict("no-questions", message));
        }
        Ok(drawn)
    }

    /// The active subjects among those asked for, in that order, and their years, or the one named.
    pub(super) async fn subject_banks(
        &self,
        exam: &Exam,
        subjects: &[Id<Subject>],
        university: Option<&Id<University>>,
        year: Option<i64>,
    ) -> Result<(Vec<SubjectRow>, SubjectYears)> {
        let sql = "SELECT id, title, exam, mock_questions FROM $subjects WHERE status = true";
        let found = self.store.query(sql).bind(("subjects", subjects.to_vec())).all::<SubjectRow>();
        let (found, mut banks) = tokio::try_join!(found, self.active_years(subjects, university, year))?;
        let mut found: HashMap<_, _> =
            found.into_iter().filter(|row| row.exam == exam.id).map(|row| (row.id.clone(), row)).collect();
        banks.retain(|(subject, _)| found.contains_key(subject));
        let rows: Vec<_> = subjects.iter().filter_map(|subject| found.remove(subject)).collect();
        if rows.is_empty() {
            return Err(Error::field("subjects", messages::SELECT_SUBJECT));
        }
        Ok((rows, banks))
    }

    /// Draws a paper; a subject without questions is left out of it, and said (spec 2 §5).
    ///
    /// # Errors
    /// [`Error::Contended`] when a question was deleted between the drawing and the reading.
    pub(super) async fn drawn(
        &self,
        blueprint: &Blueprint,
        shuffle_options: bool,
        rows: Vec<SubjectRow>,
        banks: SubjectYears,
    ) -> Result<Drawn> {
        let mut paper = paper::build(blueprint, &by_subject(&rows, &banks), &mut rand::rng());
        let has = |part: &paper::SubjectPaper| !part.questions.is_empty() || !part.theories.is_empty();
        let present: Vec<bool> = paper.subjects.iter().map(has).collect();
        let message = shortage(&rows, &present, blueprint.source);
        let subjects = rows
            .into_iter()
            .zip(&present)
            .filter(|(_, has)| **has)
            .map(|(row, _)| Titled { id: row.id, title: row.title })
            .collect();
        paper.subjects.retain(has);
        let mut years: Revisions = banks.iter().map(|(_, bank)| (bank.id.clone(), bank.revision)).collect();
        let questions: Vec<Id<Question>> = paper.subjects.iter().flat_map(|part| part.questions.clone()).collect();
        let theories: Vec<Id<Theory>> = paper.subjects.iter().flat_map(|part| part.theories.clone()).collect();
        let (questions, theories) = tokio::try_join!(self.entries(questions, &years), self.entries(theories, &years))?;
        if questions.len() + theories.len() < paper.total() {
            return Err(Error::Contended);
        }
        let of = questions.values().map(|question| &question.year).chain(theories.values().map(|theory| &theory.year));
        let used: HashSet<_> = of.collect();
        years.retain(|year, _| used.contains(year));
        let order = |(id, question): (&Id<Question>, &Arc<Question>)| {
            (id.clone(), paper::choices(question, shuffle_options, &mut rand::rng()))
        };
        let choices = questions.iter().map(order).collect();
        Ok(Drawn { paper, choices, items: Items { questions, theories }, subjects, years, message })
    }

    pub(super) fn attempt_view(
        &self,
        attempt: &Attempt,
        exam: ExamRef,
        assessment: AssessmentRef,
        subjects: Vec<Titled<Subject>>,
    ) -> AttemptView {
        let mut view = AttemptView {
            id: attempt.id.clone(),
            exam,
            assessment,
            exam_type: attempt.exam_type,
            year: attempt.year,
            state: String::new(),
            started_at: attempt.started_at,
            deadline: attempt.deadline,
            time_duration: attempt.minutes,
            total_questions: attempt.total(),
            subjects,
            revision: 0,
            answers: Vec::new(),
            review: Vec::new(),
            seen: Vec::new(),
            revealed: Vec::new(),
            saved_at: None,
            server_now: self.now(),
            quiz_id: None,
        };
        view::fill(&mut view, &super::engine::Sheet::default());
        view
    }
}

impl Drawn {
    fn parts(&self) -> Vec<PaperPart> {
        let question = |id: &Id<Question>| PaperQuestion {
            question: id.clone(),
            options: self.choices.get(id).cloned().unwrap_or_default(),
        };
        let part = |part: &paper::SubjectPaper| PaperPart {
            subject: part.subject.clone(),
            questions: part.questions.iter().map(question).collect(),
            theories: part.theories.clone(),
        };
        self.paper.subjects.iter().map(part).collect()
    }

    pub(super) fn view(&self) -> PaperView {
        paper_view(&self.parts(), &self.subjects, &self.items)
    }
}

impl Exam {
    /// The reference that other records show.
    pub fn reference(&self) -> ExamRef {
        ExamRef { id: self.id.clone(), title: self.title.clone(), slug: self.slug.clone() }
    }
}

impl Assessment {
    /// The reference that other records show.
    pub fn reference(&self) -> AssessmentRef {
        AssessmentRef { id: self.id.clone(), title: self.title.clone(), slug: self.slug }
    }
}

/// Each subject with its years.
pub(super) fn by_subject(rows: &[SubjectRow], banks: &SubjectYears) -> Vec<SubjectBank> {
    let years = |row: &SubjectRow| {
        let own = banks.iter().filter(|(subject, _)| *subject == row.id);
        own.map(|(_, bank)| bank.bank.clone()).collect()
    };
    let bank = |row: &SubjectRow| SubjectBank {
        subject: row.id.clone(),
        years: years(row),
        mock_questions: usize::try_from(row.mock_questions).unwrap_or(paper::DEFAULT_MOCK_QUESTIONS),
        mock_theories: paper::DEFAULT_MOCK_THEORIES,
    };
    rows.iter().map(bank).collect()
}

/// The message when some or all subjects have nothing (spec 2 §5).
pub(super) fn shortage(rows: &[SubjectRow], has: &[bool], source: Source) -> Option<String> {
    let titles: Vec<_> = rows.iter().zip(has).filter(|(_, has)| **has).map(|(row, _)| row.title.as_str()).collect();
    match (source, titles.len()) {
        (_, present) if present == rows.len() => None,
        (Source::Mock, _) => Some(messages::NO_MOCK_QUESTIONS.into()),
        (Source::Year { year, .. }, 0) => Some(messages::no_year_questions(i64::from(year))),
        (Source::Year { year, .. }, _) => Some(messages::some_year_questions(&titles, i64::from(year))),
    }
}

pub(super) fn source(
    errors: &mut FieldErrors,
    mock: bool,
    year: Option<i64>,
    limit: Option<usize>,
    this_year: i64,
) -> Source {
    if mock {
        return Source::Mock;
    }
    let year = year.unwrap_or(0);
    errors.check((FIRST_YEAR..=this_year).contains(&year), "year", format!("Year is {FIRST_YEAR} to {this_year}"));
    let limit = limit.unwrap_or(MAX_QUESTIONS);
    errors.check((1..=MAX_QUESTIONS).contains(&limit), "questionLimit", "Question count is 1 to 100");
    Source::Year { year: i32::try_from(year).unwrap_or(0), limit: Some(limit) }
}

/// The minutes of a test: none for study, the chosen ones for practice, the exam's for a mock
/// (ruling 15).
fn minutes(errors: &mut FieldErrors, exam: &Exam, mode: Mode, chosen: Option<i64>) -> Option<i64> {
    match mode {
        Mode::Study => None,
        Mode::Practice => {
            let minutes = chosen.unwrap_or(0);
            errors.check(minutes > 0, "timeDuration", messages::SELECT_TIME);
            errors.check(minutes <= MAX_PRACTICE, "timeDuration", "Practice time is at most 360 minutes");
            Some(minutes)
        }
        Mode::Mock => Some(exam.minutes().unwrap_or(MOCK_MINUTES)),
    }
}

/// Whether the exam has such a test: of that kind, of so many subjects, at a university for post-UTME
/// (spec 2 §5). JAMB UTME takes one to the maximum at a time, every other exam one subject.
pub(super) fn check_exam(
    errors: &mut FieldErrors,
    exam: &Exam,
    exam_type: ExamType,
    subjects: &[Id<Subject>],
    university: Option<&Id<University>>,
) {
    errors.check(exam.status, "examId", "Please select exam type to proceed");
    let fits = exam.exam_type == ExamType::Both || exam.exam_type == exam_type;
    errors.check(fits, "examType", "Please select an exam type to proceed.");
    let maximum = if exam.is("jamb-utme") { exam.maximum_subjects } else { 1 };
    errors.check(!subjects.is_empty(), "subjects", messages::SELECT_SUBJECT);
    errors.check(
        i64::try_from(subjects.len()).is_ok_and(|n| n <= maximum),
        "subjects",
        messages::too_many_subjects(maximum),
    );
    let distinct: HashSet<_> = subjects.iter().collect();
    errors.check(distinct.len() == subjects.len(), "subjects", "A subject is chosen twice");
    errors.check(!exam.is("post-utme") || university.is_some(), "university", messages::SELECT_UNIVERSITY);
}

pub(super) fn blueprint(
    source: Source,
    exam_type: ExamType,
    university: Option<Id<University>>,
    selected: &[String],
    shuffle_questions: bool,
) -> Blueprint {
    Blueprint {
        exam_type,
        source,
        university,
        // A list of ids that are topics or sections: an entry belongs by either.
        topics: selected.iter().map(Id::new).collect(),
        sections: selected.iter().map(Id::new).collect(),
        shuffle_questions,
        max_questions: None,
    }
}
