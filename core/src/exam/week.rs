//! A student's week in an exam, for people who follow it: the repetitions of the next days, and the latest tests.

use surrealdb::types::SurrealValue;

use super::{
    QuizResult, StartAttempt,
    request_checks::by_subject,
    review::Standing,
    score::Tally,
    selection::{Past, SESSION},
    today::MAX_SECONDS,
};
use crate::{
    App, Error, Result,
    bank::paper,
    catalogue::{Exam, ExamType, Mode},
    clock::Instant,
    people::User,
    records::Entity as _,
    store::Id,
};

/// The days of a plan, today first.
const DAYS: usize = 7;
/// The latest tests that are shown.
const TESTS: usize = 5;

/// The questions to repeat on each of the next days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeekPlan {
    /// Today first.
    pub days: Vec<PlannedDay>,
    /// Days to the exam; `None` without a date or after it.
    pub days_to_exam: Option<u16>,
}

/// One day of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedDay {
    /// Questions to repeat.
    pub questions: usize,
    /// About how many minutes they take, by the student's latest tests.
    pub minutes: i64,
}

/// A submitted test, without its questions.
#[derive(Debug, Clone, SurrealValue)]
pub struct RecentTest {
    pub id: Id<QuizResult>,
    pub created_at: Instant,
    pub mode: Mode,
    pub exam_type: ExamType,
    /// The titles of its subjects.
    pub subjects: Vec<String>,
    #[surreal(wrap)]
    pub tally: Tally,
    /// Seconds used.
    used_time: i64,
}

impl RecentTest {
    /// The time spent, in seconds. A study test may be left open for days, so at most two minutes per question count in
    /// an objective test.
    pub fn seconds(&self) -> i64 {
        if self.exam_type == ExamType::Objective {
            self.used_time.clamp(0, i64::from(self.tally.total) * MAX_SECONDS)
        } else {
            self.used_time.max(0)
        }
    }
}

impl App {
    /// The number of repetitions of a student in an exam on each of the next seven days, if every session is done on
    /// its day. `None` without registered subjects or without a subscription.
    pub(crate) async fn week_plan(&self, user: &Id<User>, exam: &Id<Exam>) -> Result<Option<WeekPlan>> {
        let start = match self.complete_today(user, StartAttempt::today(exam.clone())).await {
            Ok(start) => start,
            Err(Error::NotFound(_)) => return Ok(None),
            Err(other) => return Err(other),
        };
        let university = start.university.as_ref();
        let catalogue = self.exam_catalogue(exam).await?.ok_or(Error::NotFound(Exam::NOUN))?;
        let exam = &catalogue.exam;
        let holdings = self.holdings(user, &exam.id, university).await?;
        let Ok(subscription) = holdings.require_subscription(&[]) else { return Ok(None) };
        let (banks, queue, seconds) = tokio::try_join!(
            self.subject_banks(exam, &start.subjects, university, None),
            self.review_queue(user, &exam.id, &start.subjects),
            self.seconds_a_question(user),
        )?;
        let (rows, banks) = banks;
        let trial = subscription.trial_limit();
        let sample = trial.map(|most| paper::trial_sample(university.cloned(), most, &by_subject(&rows, &banks)));
        let calendar = queue.calendar;
        let due = queue.open(&banks, university, sample.as_ref(), |_| 0).into_iter().filter_map(|one| {
            let Past::Remembered(memory) = one.past else { return None };
            (0..DAYS).find(|day| {
                let then = calendar.after(u16::try_from(*day).unwrap_or_default());
                memory.standing(then) == Standing::Due
            })
        });
        // In the last days before the exam, sessions follow each other until nothing is due.
        let most = |day: usize| match calendar.after(u16::try_from(day).unwrap_or_default()) {
            then if then.is_final() => usize::MAX,
            _ if day == 0 && queue.is_done => 0,
            _ => trial.unwrap_or(SESSION).min(SESSION),
        };
        let last = calendar.days_left().map_or(DAYS, |left| usize::from(left) + 1);
        let days = spread(due, most).into_iter().take(last).map(|questions| {
            let all = seconds * i64::try_from(questions).unwrap_or_default();
            PlannedDay { questions, minutes: (all + 59) / 60 }
        });
        Ok(Some(WeekPlan { days: days.collect(), days_to_exam: calendar.days_left() }))
    }

    /// The latest tests of a student in an exam, the newest first.
    pub(crate) async fn recent_tests(&self, user: &Id<User>, exam: &Id<Exam>) -> Result<Vec<RecentTest>> {
        let sql = format!("{RECENT} WHERE user = $user AND exam = $exam ORDER BY created_at DESC LIMIT {TESTS}");
        self.store.query(&sql).bind(("user", user.clone())).bind(("exam", exam.clone())).all().await
    }

    /// The tests that a student submitted since an instant, the newest first, at most a hundred.
    pub(crate) async fn tests_since(&self, user: &Id<User>, since: Instant) -> Result<Vec<RecentTest>> {
        let sql = format!("{RECENT} WHERE user = $user AND created_at >= $since ORDER BY created_at DESC LIMIT 100");
        self.store.query(&sql).bind(("user", user.clone())).bind(("since", since)).all().await
    }
}

const RECENT: &str = "SELECT id, created_at, mode, exam_type, subjects.title AS subjects, tally, used_time \
    FROM quiz";

/// The number of questions in each day's session, from the days on which questions become due. `most` is the limit of a
/// day's session; further questions wait for the next day.
fn spread(due: impl IntoIterator<Item = usize>, most: impl Fn(usize) -> usize) -> [usize; DAYS] {
    let mut days = [0; DAYS];
    for day in due {
        days[day] += 1;
    }
    let mut waiting = 0;
    for (day, questions) in days.iter_mut().enumerate() {
        waiting += *questions;
        *questions = waiting.min(most(day));
        waiting -= *questions;
    }
    days
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_waits_for_the_next_day() {
        let due = || std::iter::repeat_n(0, 30).chain([2, 2, 6]);
        assert_eq!(spread(due(), |_| 20), [20, 10, 2, 0, 0, 0, 1]);
        // Today's session is done, and in the last days nothing waits.
        assert_eq!(spread(due(), |day| if day == 0 { 0 } else { 20 }), [0, 20, 12, 0, 0, 0, 1]);
        assert_eq!(spread(due(), |_| usize::MAX), [30, 0, 2, 0, 0, 0, 1]);
        assert_eq!(spread([], |_| 20), [0; DAYS]);
    }
}
