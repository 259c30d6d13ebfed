//! A test without an attempt on the server: its answers are marked by the bank's keys when they arrive (ruling 13).
//! For study and practice only; a mock needs the server's clock and paper.

use std::collections::HashSet;

use chrono::Duration;

use super::{
    Attempt, PaperPart, PaperQuestion, StatisticsState, StoredSheet, Submission, SubmitResult,
    admission::Finished,
    engine::{self, Event, ItemId, Outcome},
    request_checks::by_subject,
};
use crate::{
    App, Error, FieldErrors, Result,
    bank::{Question, paper},
    catalogue::{Assessment, Exam, ExamType, Mode, University},
    messages,
    people::{Actor, User},
    store::{Id, Packed, retry_tx},
};

/// Questions per submit, at most.
pub(super) const MAX_ANSWERS: usize = 500;
/// The longest practice, in minutes (spec 2 §9); reported times are capped at it.
pub(super) const MAX_MINUTES: i64 = 360;

impl App {
    /// Marks the answers of a study or practice test without an attempt, and stores the result. Counts and marks from
    /// the caller are ignored; its times are capped. It requires subscription and registered subjects like a start
    /// (ruling 29), and counts as one.
    ///
    /// # Errors
    /// Same as [`App::start_attempt`]; [`Error::Conflict`] if a question is in a running test of the student
    /// (`in-running-mock`, `in-running-attempt`).
    pub(super) async fn submit_unattended(&self, actor: &Actor, submit: SubmitResult) -> Result<Submission> {
        let user = actor.user_id()?;
        retry_tx(async || self.submit_at_once(user, submit.clone()).await).await
    }

    async fn submit_at_once(&self, user: &Id<User>, submit: SubmitResult) -> Result<Submission> {
        let exam: Option<Exam> = match &submit.exam_id {
            Some(id) => self.load(id).await?,
            None => None,
        };
        let assessment: Option<Assessment> = match &submit.assessment {
            Some(id) => self.load(id).await?,
            None => None,
        };
        let mut errors = FieldErrors::default();
        let (exam, assessment) = (exam.filter(|exam| exam.status), assessment.filter(|one| one.status));
        errors.check(exam.is_some(), "examId", messages::SELECT_EXAM);
        errors.check(assessment.is_some(), "assessment", messages::SELECT_MODE);
        errors.check(submit.answered.len() <= MAX_ANSWERS, "answered", "Too many answers for one test");
        let (Some(exam), Some(assessment)) = (exam, assessment) else { return Err(Error::Invalid(errors)) };
        errors.check(assessment.mode() != Mode::Mock, "attemptId", "A mock must be submitted with its attempt.");
        std::mem::take(&mut errors).done()?;
        let held = self.holdings(user, &exam.id, submit.university.as_ref()).await?;
        let registered = held.registered().clone();
        let trial = held.require_subscription(&[])?.trial_limit();
        errors.check(trial.is_none_or(|most| submit.answered.len() <= most), "answered", messages::OVER_TRIAL);
        std::mem::take(&mut errors).done()?;
        let starts = self.start_limits(user).await?.count(self.now())?;

        let ids: HashSet<_> = submit.answered.iter().filter_map(|answer| answer.question.clone()).collect();
        let ids: Vec<_> = ids.into_iter().collect();
        self.must_not_run(user, ids.iter().cloned().map(ItemId::from)).await?;
        // Only active questions count: an inactive one may be deleted at any moment.
        let sql = "SELECT * FROM $ids WHERE status = true AND year.status = true AND subject.status = true";
        let mut found: Vec<Question> = self.store.query(sql).bind(("ids", ids)).all().await?;
        found.retain(|question| registered.contains(&question.subject));
        let known: HashSet<_> = found.iter().map(|question| &question.id).collect();
        for (place, answer) in submit.answered.iter().enumerate() {
            if !answer.question.as_ref().is_some_and(|id| known.contains(id)) {
                let field = format!("answered[{place}].question");
                errors.add(field, "This question is not in one of your registered subjects.");
            }
        }
        std::mem::take(&mut errors).done()?;
        if let Some(most) = trial {
            let sample = self.trial_sample(&exam, submit.university.clone(), most, &found).await?;
            for (place, answer) in submit.answered.iter().enumerate() {
                let is_in = answer.question.as_ref().is_some_and(|id| sample.contains(id));
                errors.check(is_in, &format!("answered[{place}].question"), messages::NOT_IN_TRIAL);
            }
        }
        errors.done()?;

        let now = self.now();
        let allotted = match assessment.mode() {
            Mode::Practice => Some(submit.time_duration.unwrap_or(MAX_MINUTES).clamp(1, MAX_MINUTES)),
            Mode::Study | Mode::Mock => None,
        };
        let used = submit.taken_time.unwrap_or(0).clamp(0, allotted.unwrap_or(MAX_MINUTES) * 60);
        let paper = parts(&found);
        let attempt = Attempt {
            id: Id::random(),
            user: user.clone(),
            exam: exam.id,
            mode: assessment.mode(),
            assessment: assessment.id,
            exam_type: ExamType::Objective,
            year: submit.year,
            from_today: false,
            university: submit.university,
            subjects: paper.iter().map(|part| part.subject.clone()).collect(),
            years: found.iter().map(|one| one.year.clone()).collect::<HashSet<_>>().into_iter().collect(),
            paper: Packed(paper),
            minutes: allotted,
            extra_minutes: 0,
            power_safe: false,
            started_at: now - Duration::seconds(used),
            deadline: None,
            ahead: None,
        };
        let answers = super::events::writes("answered", submit.answered)?;
        let mut sheet = StoredSheet::blank(&attempt);
        let outcome = engine::apply(
            &attempt.terms(),
            &mut sheet.answers.0,
            Event::Submit { answers, forced: false, ended_at: None },
            now,
        )
        .map_err(|refusal| super::events::refused(refusal, &sheet))?;
        if outcome != Outcome::Submitted {
            return Ok(Submission {
                quiz_id: None,
                cancelled: true,
                message: messages::TEST_CANCELLED.into(),
                refused: Vec::new(),
            });
        }
        let edits = self.edits();
        let (mut result, marked_at) = self.mark(&attempt, &sheet.answers.0).await?;
        // The device chose these questions, so the rest of the test says nothing about the student's ability.
        result.statistics = Some(StatisticsState::Exempt);
        let quiz_id = result.id.clone();
        sheet.state = super::sheet::state_word(sheet.answers.0.state).into();
        let counted = starts.at.last().copied();
        let finished = Finished { attempt, sheet, result };
        // The revisions of the marking are unknown, so every question is checked again.
        self.store_finished(starts, counted, std::slice::from_ref(&finished), None).await?;
        self.rescore_if_key_changed(&finished.attempt, marked_at, edits).await?;
        Ok(Submission {
            quiz_id: Some(quiz_id),
            cancelled: false,
            message: messages::RESULT_SUBMITTED.into(),
            refused: Vec::new(),
        })
    }
}

impl App {
    /// The trial's sample in the subjects of these questions (ruling 40).
    async fn trial_sample(
        &self,
        exam: &Exam,
        university: Option<Id<University>>,
        most: usize,
        questions: &[Question],
    ) -> Result<HashSet<Id<Question>>> {
        let subjects: HashSet<_> = questions.iter().map(|question| question.subject.clone()).collect();
        if subjects.is_empty() {
            return Ok(HashSet::new());
        }
        let subjects: Vec<_> = subjects.into_iter().collect();
        let (rows, banks) = self.subject_banks(exam, &subjects, university.as_ref(), None).await?;
        Ok(paper::trial_sample(university, most, &by_subject(&rows, &banks)))
    }
}

/// The questions by subject, in the bank's order of options.
pub(super) fn parts<'a>(questions: impl IntoIterator<Item = &'a Question>) -> Vec<PaperPart> {
    let mut parts: Vec<PaperPart> = Vec::new();
    for question in questions {
        let options = question.body.options.iter().map(|choice| choice.id.clone()).collect();
        let item = PaperQuestion { question: question.id.clone(), options };
        match parts.iter_mut().find(|part| part.subject == question.subject) {
            Some(part) => part.questions.push(item),
            None => {
                parts.push(PaperPart { subject: question.subject.clone(), questions: vec![item], theories: Vec::new() })
            }
        }
    }
    parts
}
