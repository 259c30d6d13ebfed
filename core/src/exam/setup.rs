//! Starting a test: checks, drawing the paper, storing the attempt.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chrono::{Datelike as _, Duration};
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    Attempt, AttemptView, FetchedAhead, PaperPart, PaperQuestion, PaperView, QuizResult, RequestedSource, Starts,
    StoredSheet,
    admission::DrawnFrom,
    attempt_items::Items,
    mistakes::{MAX_SET, Wanted},
    request_checks::{
        SubjectRow, SubjectYears, blueprint, by_subject, check_exam, extra, minutes, most_of_weak,
        no_questions_message, source,
    },
    resume::{AttemptRefs, paper_view},
    today::Queue,
    view::{self, AssessmentRef},
};
use crate::{
    App, Error, FieldErrors, Result,
    bank::{
        Choice, Question, Revisions, Theory,
        paper::{self, Paper, PaperSource, SubjectPaper},
    },
    catalogue::{Assessment, Exam, ExamRef, ExamType, Mode, Subject, University},
    messages,
    people::{Actor, User},
    plans::Subscription,
    records::Titled,
    registration::{Holdings, Registration},
    store::{Id, Packed, retry_tx},
};

/// How long a paper that was fetched ahead can be opened.
pub const OPEN_WITHIN: Duration = Duration::days(7);

/// The request to start an attempt (ruling 13).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartAttempt {
    pub exam_id: Id<Exam>,
    /// Needed except for `today`, which is a study test.
    #[serde(default = "unnamed")]
    pub assessment_id: Id<Assessment>,
    /// Objective if missing.
    #[serde(default = "objective")]
    pub exam_type: ExamType,
    /// Needed except for `today`, which has all registered subjects.
    #[schema(max_items = 20)]
    #[serde(default)]
    pub subjects: Vec<Id<Subject>>,
    /// Needed for study and practice from the bank; a mock draws from all years.
    pub year: Option<i64>,
    /// `mistakes` draws study and practice from the questions that the caller got wrong or left open. `weak` draws up
    /// to 20 questions of the selected topics or the caller's weak ones that are neither too hard nor too easy. `today`
    /// starts the session of today, with up to 20 questions; then only the exam and the university matter.
    #[serde(default)]
    pub from: RequestedSource,
    /// With `mistakes`: only those of this result of the caller, regardless of later answers.
    #[serde(default)]
    pub mistakes_of: Option<Id<QuizResult>>,
    /// With `mistakes`: only this set of 20, from 1. The first has the questions of the weakest topics.
    #[serde(default)]
    pub mistakes_set: Option<usize>,
    /// Topics or sections; none means all.
    #[schema(max_items = 500)]
    #[serde(default)]
    pub selected_topics: Vec<String>,
    /// Questions per subject, 1 to 100.
    pub question_limit: Option<usize>,
    /// Minutes, for practice.
    pub time_duration: Option<i64>,
    #[serde(default)]
    pub shuffle_questions: bool,
    #[serde(default)]
    pub shuffle_options: bool,
    pub university: Option<Id<University>>,
    /// In practice: the clock stops after 20 seconds without a save from the student's device, for at most 60 minutes
    /// in all.
    #[serde(default)]
    pub power_safe: bool,
}

fn unnamed() -> Id<Assessment> {
    Id::new("")
}

fn objective() -> ExamType {
    ExamType::Objective
}

/// What a start reads about its student; a missing record is `None`.
#[derive(SurrealValue)]
struct StudentRecords {
    subscription: Option<Subscription>,
    registration: Option<Registration>,
    extra_time: Option<i64>,
    starts: Option<Starts>,
}

/// A paper with the content of its items and the titles of its subjects.
pub(super) struct Drawn {
    paper: Paper,
    /// The order in which the options of each question are shown.
    choices: HashMap<Id<Question>, Vec<Id<Choice>>>,
    items: Items,
    pub subjects: Vec<Titled<Subject>>,
    /// The subject-years of its items, each with the revision of the draw.
    years: Revisions,
    /// The parts that were not available (spec 2 §5).
    message: Option<String>,
}

impl App {
    /// Starts an attempt: checks the request (spec 2 §5) and the student's limits (ruling 30), draws the paper and the
    /// order of its options, sets the deadline by the server's clock, and stores the attempt with an empty sheet.
    ///
    /// # Errors
    /// [`Error::Invalid`] by field; [`Error::Forbidden`] without a subscription; [`Error::NotFound`] for a session of
    /// today without registered subjects; [`Error::Conflict`] without questions (`no-questions`) or because of other
    /// running attempts (`running-mock`, `too-many-running`); [`Error::TooMany`] after too many starts in a row.
    pub async fn start_attempt(
        &self,
        actor: &Actor,
        start: StartAttempt,
    ) -> Result<(AttemptView, PaperView, Option<String>)> {
        let (app, user) = (self.clone(), actor.user_id()?.clone());
        // The check after the commit must also happen if the caller disconnects.
        self.spawn_uncancelled_unbounded(async move {
            retry_tx(async || app.begin_attempt(&user, &start, false).await).await
        })
        .await
    }

    /// Draws the paper of a mock that the student will take later without a network. It must be opened within
    /// [`OPEN_WITHIN`], and its time runs from the opening. Until it has a result, it counts as the student's running
    /// mock of the exam, and its keys stay secret. A student who already has an unopened paper gets that one again,
    /// whatever else is requested.
    ///
    /// # Errors
    /// Same as [`App::start_attempt`]; [`Error::Invalid`] for anything but an objective mock; [`Error::Conflict`]
    /// (`offline-off`) if the exam has no downloads.
    pub async fn fetch_ahead(
        &self,
        actor: &Actor,
        start: StartAttempt,
    ) -> Result<(AttemptView, PaperView, Option<String>)> {
        let (app, user) = (self.clone(), actor.user_id()?.clone());
        self.spawn_uncancelled_unbounded(async move {
            retry_tx(async || match app.fetched_paper(&user, &start.exam_id).await? {
                Some((attempt, paper)) => Ok((attempt, paper, None)),
                None => app.begin_attempt(&user, &start, true).await,
            })
            .await
        })
        .await
    }

    /// With `ahead`, the paper is fetched ahead and its time does not run yet.
    async fn begin_attempt(
        &self,
        user: &Id<User>,
        start: &StartAttempt,
        ahead: bool,
    ) -> Result<(AttemptView, PaperView, Option<String>)> {
        let edits = self.edits();
        let is_today = start.from == RequestedSource::Today && !ahead;
        let (start, queue) = self.complete_start(user, start, is_today).await?;
        let start = start.as_ref();
        let student = self.student_records(user, start).await?;
        let held = Holdings::of(student.subscription, student.registration, self.now());
        let extra_time = student.extra_time.unwrap_or(0);
        let limits = self.limits_with(user, student.starts).await?;
        let (exam, assessment) = self.exam_and_mode(start).await?;
        let mut errors = FieldErrors::default();
        errors.check(exam.as_ref().is_some_and(|exam| exam.status), "examId", messages::SELECT_EXAM);
        errors.check(assessment.as_ref().is_some_and(|one| one.status), "assessmentId", messages::SELECT_MODE);
        let (Some(exam), Some(assessment)) = (exam, assessment) else { return Err(Error::Invalid(errors)) };
        let mock = assessment.mode() == Mode::Mock;
        if ahead {
            errors.check(mock, "assessmentId", "Only a mock can be fetched ahead.");
            let is_objective = start.exam_type == ExamType::Objective;
            errors.check(is_objective, "examType", "Only objective questions can be fetched ahead.");
        }
        let source =
            source(&mut errors, mock, start.from, start.year, start.question_limit, i64::from(self.now().year()));
        let time = minutes(&mut errors, &exam, assessment.mode(), start.time_duration);
        let can_pause = assessment.mode() == Mode::Practice || !start.power_safe;
        errors.check(can_pause, "powerSafe", "Only practice can have a power-safe timer.");
        let is_set = start.mistakes_set.is_none_or(|set| (1..=MAX_SET).contains(&set));
        errors.check(is_set, "mistakesSet", "Choose a set of mistakes from 1 to 1000.");
        // A session of today takes the registered subjects of the exam, so there is no choice to check.
        if start.from != RequestedSource::Today {
            check_exam(&mut errors, &exam, start.exam_type, &start.subjects, start.university.as_ref());
        }
        errors.done()?;
        let subscription = held.require_subscription(&start.subjects)?;
        if ahead && exam.downloads_off {
            return Err(Error::conflict("offline-off", messages::DOWNLOADS_OFF));
        }
        let mut fetched = limits.fetched.clone();
        if ahead {
            // Do not draw questions of running tests: a test that shares a question with this mock is marked only after
            // it, which may be days later.
            let running = self.cached_running_attempts(user).await?;
            let items = running.iter().flat_map(|cached| cached.attempt.questions());
            fetched.extend(items.map(|item| item.question.clone()));
        }
        let in_mocks = limits.in_mocks.clone();
        let starts = self.admit(limits, mock.then_some(&exam.id)).await?;

        let drawn = match queue {
            Some(mut queue) => {
                queue.hidden = in_mocks;
                self.draw_today(&exam, start, subscription.trial_limit(), queue).await?.drawn()?
            }
            None => self.draw_paper(user, &exam, start, source, &subscription, fetched).await?,
        };
        let extra_minutes = time.map_or(0, |time| extra(time, extra_time));
        let minutes = time.map(|time| time + extra_minutes);
        let attempt = Attempt {
            id: Id::random(),
            user: user.clone(),
            exam: exam.id.clone(),
            assessment: assessment.id.clone(),
            mode: assessment.mode(),
            exam_type: start.exam_type,
            year: if mock { None } else { start.year },
            from_today: start.from == RequestedSource::Today,
            university: start.university.clone(),
            subjects: drawn.subjects.iter().map(|subject| subject.id.clone()).collect(),
            years: drawn.years.keys().cloned().collect(),
            paper: Packed(drawn.parts()),
            minutes,
            extra_minutes,
            power_safe: start.power_safe,
            started_at: self.now(),
            deadline: minutes.filter(|_| !ahead).map(|minutes| self.now() + Duration::minutes(minutes)),
            ahead: ahead
                .then(|| FetchedAhead { open_until: self.now() + OPEN_WITHIN, late_minutes: exam.late_hours() * 60 }),
        };
        let sheet = StoredSheet::blank(&attempt);
        let drawn_from = DrawnFrom { revisions: &drawn.years, edits };
        let refs = AttemptRefs {
            exam: exam.reference(),
            assessment: assessment.reference(),
            subjects: drawn.subjects.clone(),
        };
        let cached = self.attempt_cache.insert_new(attempt, sheet.clone(), (edits, refs.clone())).await;
        let version = starts.version;
        if let Err(error) = self.store_attempt(starts, &cached.attempt, &sheet, drawn_from).await {
            self.attempt_cache.invalidate(&cached.attempt.id).await;
            return Err(error);
        }
        self.attempt_cache.record_start(version, &cached).await;
        let view = self.attempt_view(&cached.attempt, refs);
        Ok((view, drawn.view(), drawn.message))
    }

    /// Completes a session of Today with the registered subjects and the student's queue in them, without the items of
    /// running mocks. Any other start is complete.
    async fn complete_start<'a>(
        &self,
        user: &Id<User>,
        start: &'a StartAttempt,
        is_today: bool,
    ) -> Result<(Cow<'a, StartAttempt>, Option<Queue>)> {
        if !is_today {
            return Ok((Cow::Borrowed(start), None));
        }
        let start = self.complete_today(user, start.clone()).await?;
        let queue = self.stored_queue(user, &start.exam_id, &start.subjects).await?;
        Ok((Cow::Owned(start), Some(queue)))
    }

    /// Reads what a start needs to know about its student. One statement, because the fixed cost of a statement exceeds
    /// that of its rows.
    async fn student_records(&self, user: &Id<User>, start: &StartAttempt) -> Result<StudentRecords> {
        let sql = "RETURN { subscription: $subscription.*, registration: $registration.*, \
            extra_time: $user.extra_time, starts: $starts.* }";
        let subscription = Subscription::key(user, &start.exam_id, start.university.as_ref());
        let call = self.store.query(sql).bind(("subscription", subscription));
        let call = call.bind(("registration", Registration::key(user, &start.exam_id)));
        let call = call.bind(("user", user.clone())).bind(("starts", Starts::key(user)));
        call.checked().await?.take::<Option<StudentRecords>>(0)?.ok_or_else(|| Error::internal("no records"))
    }

    /// The exam and the mode of a start, if they exist.
    async fn exam_and_mode(&self, start: &StartAttempt) -> Result<(Option<Exam>, Option<Assessment>)> {
        match self.exam_catalogue(&start.exam_id).await? {
            Some(catalogue) => {
                let mode = catalogue.modes.iter().find(|mode| mode.id == start.assessment_id);
                Ok((Some(catalogue.exam.clone()), mode.cloned()))
            }
            None => Ok((None, self.load(&start.assessment_id).await?)),
        }
    }

    /// A student's extra time in mocks and practice, in percent.
    pub(super) async fn extra_time(&self, user: &Id<User>) -> Result<i64> {
        let call = self.store.query("SELECT VALUE extra_time FROM ONLY $user").bind(("user", user.clone()));
        Ok(call.checked().await?.take::<Option<i64>>(0)?.unwrap_or(0))
    }

    async fn draw_paper(
        &self,
        user: &Id<User>,
        exam: &Exam,
        start: &StartAttempt,
        source: PaperSource,
        subscription: &Subscription,
        fetched: HashSet<Id<Question>>,
    ) -> Result<Drawn> {
        let mut blueprint = blueprint(
            source,
            start.exam_type,
            start.university.clone(),
            &start.selected_topics,
            start.shuffle_questions,
        );
        blueprint.max_questions = subscription.trial_limit();
        // A test of one year needs no other year.
        let year = if source == PaperSource::Mock { None } else { start.year };
        let (rows, banks) = self.subject_banks(exam, &start.subjects, start.university.as_ref(), year).await?;
        blueprint.except = self.excluded_from(source).await?;
        blueprint.except.extend(fetched);
        blueprint.first = self.drawn_first(source, &start.subjects).await?;
        let mut pools = by_subject(&rows, &banks);
        let wanted = Wanted {
            from: start.from,
            of: start.mistakes_of.as_ref(),
            set: start.mistakes_set,
            most: most_of_weak(start.question_limit),
            blueprint: &blueprint,
            pools: &pools,
        };
        blueprint.only = self.allowed_questions(user, &exam.id, &wanted, &banks).await?;
        for (pool, row) in pools.iter_mut().zip(&rows) {
            if source == PaperSource::Mock && row.balance_mocks {
                pool.difficulties = Some(self.difficulties_of(&row.id).await?);
            }
        }
        let paper = paper::build(&blueprint, &pools, &mut rand::rng());
        let has: Vec<bool> = paper.subjects.iter().map(SubjectPaper::has_items).collect();
        let message = no_questions_message(&rows, &has, source, start.from);
        if paper.total() == 0 {
            let message = match blueprint.max_questions {
                Some(_) if !start.selected_topics.is_empty() => messages::NO_TRIAL_QUESTIONS.into(),
                _ => message.unwrap_or_else(|| messages::NO_MOCK_QUESTIONS.into()),
            };
            return Err(Error::conflict("no-questions", message));
        }
        Ok(Drawn { message, ..self.read_drawn(paper, start.shuffle_options, rows, banks).await? })
    }

    /// The requested subjects of the exam, in that order, each with all its years or only the given one. An inactive
    /// subject has no years (ruling 20), so it is reported as having no questions.
    pub(super) async fn subject_banks(
        &self,
        exam: &Exam,
        subjects: &[Id<Subject>],
        university: Option<&Id<University>>,
        year: Option<i64>,
    ) -> Result<(Vec<SubjectRow>, SubjectYears)> {
        let (catalogue, mut banks) =
            tokio::try_join!(self.exam_catalogue(&exam.id), self.active_years(subjects, university, year))?;
        let of_exam = catalogue.as_ref().map(|catalogue| catalogue.subjects.as_slice()).unwrap_or_default();
        let find = |subject: &Id<Subject>| of_exam.iter().find(|row| row.id == *subject);
        banks.retain(|(subject, _)| find(subject).is_some_and(|row| row.status));
        let mut rows: Vec<SubjectRow> = Vec::with_capacity(subjects.len());
        for subject in subjects {
            if !rows.iter().any(|row| row.id == *subject) {
                rows.extend(find(subject).cloned());
            }
        }
        if rows.is_empty() {
            return Err(Error::field("subjects", messages::SELECT_SUBJECT));
        }
        Ok((rows, banks))
    }

    /// Reads the items of a paper, whose parts are in the order of `rows`. A subject without questions is left out.
    ///
    /// # Errors
    /// [`Error::Contended`] if a question was deleted between draw and read.
    pub(super) async fn read_drawn(
        &self,
        mut paper: Paper,
        shuffle_options: bool,
        rows: Vec<SubjectRow>,
        banks: SubjectYears,
    ) -> Result<Drawn> {
        let subjects = rows
            .into_iter()
            .zip(&paper.subjects)
            .filter(|(_, part)| part.has_items())
            .map(|(row, _)| Titled { id: row.id, title: row.title })
            .collect();
        paper.subjects.retain(SubjectPaper::has_items);
        let mut years: Revisions = banks.iter().map(|(_, bank)| (bank.id.clone(), bank.revision)).collect();
        let questions: Vec<Id<Question>> = paper.subjects.iter().flat_map(|part| part.questions.clone()).collect();
        let theories: Vec<Id<Theory>> = paper.subjects.iter().flat_map(|part| part.theories.clone()).collect();
        let (questions, theories) =
            tokio::try_join!(self.bank_items(questions, &years), self.bank_items(theories, &years))?;
        if questions.len() + theories.len() < paper.total() {
            return Err(Error::Contended);
        }
        let of = questions.values().map(|question| &question.year).chain(theories.values().map(|theory| &theory.year));
        let used: HashSet<_> = of.collect();
        years.retain(|year, _| used.contains(year));
        let order = |(id, question): (&Id<Question>, &Arc<Question>)| {
            (id.clone(), paper::choices(&question.body, shuffle_options, &mut rand::rng()))
        };
        let choices = questions.iter().map(order).collect();
        Ok(Drawn {
            paper,
            choices,
            items: Items { questions, theories, revisions: years.clone() },
            subjects,
            years,
            message: None,
        })
    }

    pub(super) fn attempt_view(
        &self,
        attempt: &Attempt,
        AttemptRefs { exam, assessment, subjects }: AttemptRefs,
    ) -> AttemptView {
        let mut view = AttemptView {
            id: attempt.id.clone(),
            exam,
            assessment,
            exam_type: attempt.exam_type,
            year: attempt.year,
            from_today: attempt.from_today,
            state: String::new(),
            started_at: attempt.started_at,
            deadline: attempt.deadline,
            ahead: None,
            time_duration: attempt.minutes,
            extra_minutes: attempt.extra_minutes,
            power_safe: attempt.power_safe,
            paused_time: 0,
            total_questions: attempt.total(),
            subjects,
            revision: 0,
            answers: Vec::new(),
            review: Vec::new(),
            seen: Vec::new(),
            revealed: Vec::new(),
            marked: Vec::new(),
            saved_at: None,
            server_now: self.now(),
            quiz_id: None,
        };
        view::fill(&mut view, &attempt.terms(), &super::engine::AnswerSheet::default());
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
    /// The reference in other records.
    pub fn reference(&self) -> ExamRef {
        ExamRef { id: self.id.clone(), title: self.title.clone(), slug: self.slug.clone() }
    }
}

impl Assessment {
    /// The reference in other records.
    pub fn reference(&self) -> AssessmentRef {
        AssessmentRef { id: self.id.clone(), title: self.title.clone(), slug: self.mode() }
    }
}
