//! Today: one short session a day. It repeats missed questions shortly before they would be forgotten, in time for the
//! exam, and adds new questions of weak topics. How a question is scheduled is in [`super::review`], which ones are
//! asked in [`super::selection`].

use std::{
    collections::{HashMap, HashSet},
    io::Write as _,
};

use flate2::{Compression, write::GzEncoder};
use serde::Serialize;
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    QuizResult, RequestedSource, StartAttempt,
    engine::ItemId,
    request_checks::{SubjectRow, SubjectYears, by_subject},
    result_topics::TopicShares,
    review::{Calendar, Standing},
    score::Tally,
    selection::{Candidate, MAX_OF_TOPIC, Past, Purpose, candidates, select},
    setup::Drawn,
    student_totals::{LastAnswer, LastAnswers, Progress},
};
use crate::{
    App, Error, Result,
    bank::{
        Question,
        paper::{self, Paper, SubjectPaper},
    },
    catalogue::{Assessment, Exam, ExamType, Mode, Subject, Topic, University},
    clock::{day_of, day_of_date, start_of},
    messages,
    people::{Actor, User},
    records::Entity as _,
    registration::Registration,
    store::{Id, retry_tx},
};

/// The number of latest tests from which a student's pace is estimated.
const TESTS: usize = 5;
/// Seconds per question before the first test. Estimates from tests are limited to the range below, because a study
/// test may be left open for days.
const SECONDS: i64 = 30;
const MIN_SECONDS: i64 = 10;
pub(super) const MAX_SECONDS: i64 = 120;

/// A student's session of today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Today {
    /// Questions to repeat.
    pub due: usize,
    /// Questions of weak topics that the student has not answered before.
    pub fresh: usize,
    /// About how many minutes the session takes, by the student's latest tests.
    pub minutes: i64,
    /// About how much data it uses, in kilobytes, without pictures.
    pub kilobytes: usize,
    /// Days to the exam; `null` without a date or after it.
    pub days_to_exam: Option<u16>,
    /// Whether a session of today was submitted.
    pub is_done: bool,
    /// Questions that were forgotten too often to be repeated. `GET /me/to-learn` lists them.
    pub to_learn: usize,
}

/// The questions of a session, and the calendar by which they were chosen.
struct Session {
    calendar: Calendar,
    questions: Vec<Candidate>,
    is_done: bool,
    to_learn: usize,
}

/// A session with its paper.
pub(super) struct DrawnSession {
    session: Session,
    drawn: Drawn,
}

/// The stored facts about a student's queue in an exam.
pub(super) struct Queue {
    answers: HashMap<Id<Question>, LastAnswer>,
    pub topics: TopicShares,
    pub calendar: Calendar,
    /// Whether a session of today was submitted.
    pub is_done: bool,
    /// The items of running mocks.
    pub hidden: HashSet<ItemId>,
}

#[derive(SurrealValue)]
struct Pace {
    used_time: i64,
    #[surreal(wrap)]
    tally: Tally,
}

impl Session {
    /// The session's paper: the subjects in the order of `rows`, the questions of each in the order of the session.
    fn paper(&self, rows: &[SubjectRow]) -> Paper {
        let part = |row: &SubjectRow| {
            let own = self.questions.iter().filter(|one| one.subject == row.id);
            let questions = own.map(|one| one.question.clone()).collect();
            SubjectPaper { subject: row.id.clone(), questions, theories: Vec::new() }
        };
        Paper { subjects: rows.iter().map(part).collect() }
    }
}

impl DrawnSession {
    /// The paper for a start.
    ///
    /// # Errors
    /// [`Error::Conflict`], `no-questions`, when the student is done for today or has nothing to do.
    pub fn drawn(self) -> Result<Drawn> {
        if self.session.questions.is_empty() {
            let is_done = self.session.is_done;
            let message = if is_done { messages::DONE_FOR_TODAY } else { messages::NOTHING_FOR_TODAY };
            return Err(Error::conflict("no-questions", message));
        }
        Ok(self.drawn)
    }
}

impl App {
    /// The caller's session of today in an exam. Empty once it was submitted, except in the last three days before the
    /// exam, when further sessions offer the rest.
    ///
    /// # Errors
    /// [`Error::NotFound`] without registered subjects of the exam; [`Error::Forbidden`] without a subscription.
    pub async fn today(&self, actor: &Actor, exam: &Id<Exam>) -> Result<Today> {
        self.today_of(actor.user_id()?, exam).await
    }

    /// [`Self::today`] for any student, without a check of access.
    pub(crate) async fn today_of(&self, user: &Id<User>, exam: &Id<Exam>) -> Result<Today> {
        let start = self.complete_today(user, StartAttempt::today(exam.clone())).await?;
        retry_tx(async || self.count_today(user, &start).await).await
    }

    async fn count_today(&self, user: &Id<User>, start: &StartAttempt) -> Result<Today> {
        let (catalogue, queue, held, seconds) = tokio::try_join!(
            self.exam_catalogue(&start.exam_id),
            self.review_queue(user, &start.exam_id, &start.subjects),
            self.holdings(user, &start.exam_id, start.university.as_ref()),
            self.seconds_a_question(user),
        )?;
        let catalogue = catalogue.ok_or(Error::NotFound(Exam::NOUN))?;
        let trial = held.require_subscription(&[])?.trial_limit();
        let DrawnSession { session, drawn } = self.draw_today(&catalogue.exam, start, trial, queue).await?;
        let due = session.questions.iter().filter(|one| matches!(one.past, Past::Remembered(_))).count();
        let count = session.questions.len();
        let seconds = seconds * i64::try_from(count).unwrap_or_default();
        Ok(Today {
            due,
            fresh: count - due,
            minutes: (seconds + 59) / 60,
            kilobytes: if count == 0 { 0 } else { compressed(&drawn.view())?.div_ceil(1000) },
            days_to_exam: session.calendar.days_left(),
            is_done: session.is_done,
            to_learn: session.to_learn,
        })
    }

    /// Completes a start of today as a study test with the student's registered subjects.
    pub(super) async fn complete_today(&self, user: &Id<User>, start: StartAttempt) -> Result<StartAttempt> {
        if start.exam_id.as_str().is_empty() {
            return Err(Error::field("examId", messages::SELECT_EXAM));
        }
        let key = Registration::key(user, &start.exam_id);
        let (registration, catalogue) =
            tokio::try_join!(self.load::<Registration>(&key), self.exam_catalogue(&start.exam_id))?;
        let registration = registration.ok_or(Error::NotFound(Registration::NOUN))?;
        let catalogue = catalogue.ok_or(Error::NotFound(Exam::NOUN))?;
        let study = catalogue.modes.iter().find(|mode| mode.mode() == Mode::Study && mode.status);
        let study = study.ok_or(Error::NotFound(Assessment::NOUN))?;
        Ok(StartAttempt {
            assessment_id: study.id.clone(),
            subjects: registration.subjects,
            university: start.university.or(registration.university),
            shuffle_options: start.shuffle_options,
            ..StartAttempt::today(start.exam_id)
        })
    }

    /// Selects the session of today and reads its paper. Both are empty if the student is done. `trial` is the maximum
    /// number of questions of a trial's test; the session is then limited to the trial's sample.
    pub(super) async fn draw_today(
        &self,
        exam: &Exam,
        start: &StartAttempt,
        trial: Option<usize>,
        queue: Queue,
    ) -> Result<DrawnSession> {
        let university = start.university.as_ref();
        let (rows, banks) = self.subject_banks(exam, &start.subjects, university, None).await?;
        let sample = trial.map(|most| paper::trial_sample(university.cloned(), most, &by_subject(&rows, &banks)));
        let mut session = queue.session(&banks, university, sample.as_ref());
        session.questions.truncate(trial.unwrap_or(usize::MAX));
        let paper = session.paper(&rows);
        let drawn = self.read_drawn(paper, start.shuffle_options, rows, banks).await?;
        Ok(DrawnSession { session, drawn })
    }

    /// A student's queue in these subjects of an exam.
    pub(super) async fn review_queue(
        &self,
        user: &Id<User>,
        exam: &Id<Exam>,
        subjects: &[Id<Subject>],
    ) -> Result<Queue> {
        let (queue, hidden) = tokio::try_join!(self.stored_queue(user, exam, subjects), self.items_in_mocks_of(user))?;
        Ok(Queue { hidden, ..queue })
    }

    /// [`Self::review_queue`] with an empty set of hidden items.
    pub(super) async fn stored_queue(
        &self,
        user: &Id<User>,
        exam: &Id<Exam>,
        subjects: &[Id<Subject>],
    ) -> Result<Queue> {
        let today = day_of(self.now());
        let sql = "SELECT * FROM $answers; SELECT * FROM ONLY $progress; \
            SELECT VALUE exam_date FROM ONLY $registration; \
            SELECT VALUE id FROM quiz WHERE user = $user AND created_at >= $since AND exam = $exam \
                AND from_today = true LIMIT 1";
        let keys: Vec<_> = subjects.iter().map(|subject| LastAnswers::key(user, subject)).collect();
        let call = self.store.query(sql).bind(("answers", keys)).bind(("progress", Progress::key(user, exam)));
        let call = call.bind(("registration", Registration::key(user, exam))).bind(("user", user.clone()));
        let call = call.bind(("since", start_of(today))).bind(("exam", exam.clone()));
        let mut found = call.checked().await?;
        let answers: Vec<LastAnswers> = found.take(0)?;
        let progress: Option<Progress> = found.take(1)?;
        let date: Option<String> = found.take(2)?;
        let done: Vec<Id<QuizResult>> = found.take(3)?;
        let sums = progress.map(|progress| progress.sums.0).unwrap_or_default();
        Ok(Queue {
            answers: answers.into_iter().flat_map(|row| row.answers.0).map(|one| (one.0.clone(), one)).collect(),
            topics: TopicShares::of_progress(&sums, self.now()),
            calendar: Calendar::new(today, date.as_deref().and_then(day_of_date)),
            is_done: !done.is_empty(),
            hidden: HashSet::new(),
        })
    }

    /// The time that the student takes per question, in seconds: the median over the latest tests of each test's mean.
    pub(super) async fn seconds_a_question(&self, user: &Id<User>) -> Result<i64> {
        let sql = format!(
            "SELECT used_time, tally, created_at FROM quiz WHERE user = $user AND exam_type != 'theory' \
             ORDER BY created_at DESC LIMIT {TESTS}"
        );
        let tests: Vec<Pace> = self.store.query(&sql).bind(("user", user.clone())).all().await?;
        let tests = tests.iter().filter(|test| test.tally.total > 0);
        let mut seconds: Vec<_> = tests.map(|test| test.used_time / i64::from(test.tally.total)).collect();
        seconds.sort_unstable();
        let median = seconds.get(seconds.len() / 2).copied();
        Ok(median.map_or(SECONDS, |seconds| seconds.clamp(MIN_SECONDS, MAX_SECONDS)))
    }
}

impl Queue {
    /// A question's place in the queue; `None` if it is not in the queue.
    pub fn standing(&self, question: &Id<Question>) -> Option<Standing> {
        Some(self.answers.get(question)?.memory()?.standing(self.calendar))
    }

    /// The probability that the student recalls a question today, 0 to 1; `None` if the question is neither due nor
    /// waiting.
    pub fn recall_if_repeated(&self, question: &Id<Question>) -> Option<f32> {
        let memory = self.answers.get(question)?.memory()?;
        let is_repeated = matches!(memory.standing(self.calendar), Standing::Due | Standing::Waiting);
        is_repeated.then(|| memory.recall(self.calendar.today()))
    }

    /// The questions that a session may ask; during a trial only those of its `sample`. `most_new` returns the maximum
    /// number of new questions of a topic.
    pub fn open(
        &self,
        banks: &SubjectYears,
        university: Option<&Id<University>>,
        sample: Option<&HashSet<Id<Question>>>,
        most_new: impl Fn(&Id<Topic>) -> usize,
    ) -> Vec<Candidate> {
        let is_open = |id: &Id<Question>| {
            sample.is_none_or(|sample| sample.contains(id))
                && (self.hidden.is_empty() || !self.hidden.contains(&ItemId::from(id.clone())))
        };
        let past = |id: &Id<Question>| {
            is_open(id).then(|| match self.answers.get(id) {
                Some(answer) => answer.memory().map_or(Past::Answered, Past::Remembered),
                None => Past::New,
            })
        };
        candidates(banks, university, past, most_new)
    }

    fn session(
        &self,
        banks: &SubjectYears,
        university: Option<&Id<University>>,
        sample: Option<&HashSet<Id<Question>>>,
    ) -> Session {
        let new_of = |topic: &Id<Topic>| if self.topics.is_weak(topic) { MAX_OF_TOPIC } else { 0 };
        let all = self.open(banks, university, sample, new_of);
        let to_learn = all.iter().filter(|one| self.standing(&one.question) == Some(Standing::ToLearn)).count();
        let calendar = self.calendar;
        let mut questions = match self.is_done && !calendar.is_final() {
            true => Vec::new(),
            false => select(Purpose::Today(calendar), all, &self.topics),
        };
        if self.is_done {
            // A second session on the same day only repeats questions.
            questions.retain(|one| one.past != Past::New);
        }
        Session { calendar, questions, is_done: self.is_done, to_learn }
    }
}

impl StartAttempt {
    /// A start of today's session, before it is completed with the student's subjects.
    pub(super) fn today(exam_id: Id<Exam>) -> Self {
        Self {
            exam_id,
            assessment_id: Id::new(""),
            exam_type: ExamType::Objective,
            subjects: Vec::new(),
            year: None,
            from: RequestedSource::Today,
            mistakes_of: None,
            mistakes_set: None,
            selected_topics: Vec::new(),
            question_limit: None,
            time_duration: None,
            shuffle_questions: false,
            shuffle_options: false,
            university: None,
            power_safe: false,
        }
    }
}

/// The size of a response in bytes, compressed as the server sends it.
pub(super) fn compressed(response: &impl Serialize) -> Result<usize> {
    let mut bytes = GzEncoder::new(Vec::new(), Compression::default());
    let text = serde_json::to_vec(response).map_err(Error::internal)?;
    bytes.write_all(&text).map_err(Error::internal)?;
    Ok(bytes.finish().map_err(Error::internal)?.len())
}
