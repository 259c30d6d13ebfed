//! A student's week: the practice of the last seven days, and the repetitions of the next.

use std::collections::HashMap;

use chrono::TimeDelta;
use surrealdb::types::SurrealValue;

use crate::{
    App, Result,
    catalogue::{ExamRef, Topic},
    clock::{Instant, day_of, day_of_date},
    exam::{
        RecentTest, WeekPlan,
        student_totals::{Progress, ProgressSums},
    },
    people::User,
    records::Titled,
    statistics::{Forecast, WeakTopic},
    store::Id,
};

/// Exams in a summary, at most.
const EXAMS: usize = 4;
/// Improved topics of an exam, at most.
const IMPROVED: usize = 3;
/// The accuracy below which a topic is to be practised, in percent.
const WEAK: f64 = 60.0;
/// A mock is suggested if the exam is at most this many days away, and the last mock is older than [`MOCK_EVERY`].
const MOCK_FROM: u16 = 60;
/// After this time without a mock, another one is suggested.
const MOCK_EVERY: TimeDelta = TimeDelta::days(14);

/// A student's week.
#[derive(Debug, Clone)]
pub struct StudentWeek {
    pub first_name: String,
    /// Minutes of practice in the last seven days, in all exams.
    pub minutes: i64,
    /// Tests submitted in the last seven days, in all exams.
    pub tests: usize,
    /// The registered exams, the next one first, at most four.
    pub exams: Vec<ExamWeek>,
}

/// A student's week in one exam.
#[derive(Debug, Clone)]
pub struct ExamWeek {
    pub exam: ExamRef,
    /// The questions to repeat; `None` without a subscription.
    pub plan: Option<WeekPlan>,
    /// The latest tests, at most five, the newest first.
    pub latest: Vec<RecentTest>,
    /// The topic with the smallest share of right answers in the last 90 days.
    pub weakest: Option<WeakTopic>,
    /// At most three, the greatest gain first.
    pub improved: Vec<ImprovedTopic>,
    /// `None` unless requested.
    pub forecast: Option<Forecast>,
    /// When the last mock was submitted.
    last_mock: Option<Instant>,
}

/// A topic in which more answers of the last seven days were right than before.
#[derive(Debug, Clone)]
pub struct ImprovedTopic {
    pub topic: String,
    /// Percentage of right answers in the earlier days of the last 90, rounded down.
    pub before: i64,
    /// Percentage of right answers in the last seven days, rounded down.
    pub since: i64,
}

/// One thing to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Suggestion {
    /// Nothing was practised in the last seven days.
    Begin,
    /// The exam is near, and there was no mock lately.
    Mock { exam: String },
    /// A topic is weak.
    Practise { topic: String, subject: String },
    /// Nothing needs special attention.
    KeepOn,
}

#[derive(SurrealValue)]
struct RegisteredRow {
    exam: Option<ExamRef>,
    #[surreal(default)]
    exam_date: Option<String>,
}

impl App {
    /// A student's week, with forecasts or without.
    pub(super) async fn week_of(&self, user: &User, with_forecast: bool) -> Result<StudentWeek> {
        let now = self.now();
        let tests = self.tests_since(&user.id, now - TimeDelta::days(7)).await?;
        let sql = "SELECT exam.{id, title, slug} AS exam, exam_date FROM registration WHERE user = $user";
        let rows: Vec<RegisteredRow> = self.store.query(sql).bind(("user", user.id.clone())).all().await?;
        let today = day_of(now);
        let place = |row: &RegisteredRow| row.exam_date.as_deref().and_then(day_of_date).filter(|day| *day >= today);
        let mut rows: Vec<_> = rows.into_iter().map(|row| (place(&row), row.exam)).collect();
        rows.sort_by_key(|(day, exam)| (day.is_none(), *day, exam.as_ref().map(|exam| exam.title.clone())));
        let mut exams = Vec::new();
        for exam in rows.into_iter().filter_map(|(_, exam)| exam).take(EXAMS) {
            exams.push(self.exam_week(&user.id, exam, with_forecast).await?);
        }
        let seconds: i64 = tests.iter().map(RecentTest::seconds).sum();
        Ok(StudentWeek { first_name: user.first_name.clone(), minutes: (seconds + 59) / 60, tests: tests.len(), exams })
    }

    async fn exam_week(&self, user: &Id<User>, exam: ExamRef, with_forecast: bool) -> Result<ExamWeek> {
        let forecast =
            async { if with_forecast { self.forecast_of(user, &exam.id).await.map(Some) } else { Ok(None) } };
        let key = Progress::key(user, &exam.id);
        let (plan, latest, weak, progress, forecast) = tokio::try_join!(
            self.week_plan(user, &exam.id),
            self.recent_tests(user, &exam.id),
            self.weak_topics_of(user, &exam.id),
            self.load::<Progress>(&key),
            forecast,
        )?;
        let sums = progress.map(|progress| progress.sums.0).unwrap_or_default();
        Ok(ExamWeek {
            plan,
            latest,
            weakest: weak.into_iter().find(|topic| topic.right < topic.answered),
            improved: self.improved(&sums).await?,
            forecast,
            last_mock: sums.latest.last().map(|mock| mock.at),
            exam,
        })
    }

    async fn improved(&self, sums: &ProgressSums) -> Result<Vec<ImprovedTopic>> {
        let improved = sums.improved_topics(self.now());
        let ids: Vec<_> = improved.iter().map(|(topic, ..)| topic.clone()).collect();
        let call = self.store.query("SELECT id, title FROM $topics").bind(("topics", ids));
        let titles: Vec<Titled<Topic>> = call.all().await?;
        let titles: HashMap<_, _> = titles.into_iter().map(|one| (one.id, one.title)).collect();
        let named = improved.into_iter().filter_map(|(topic, before, since)| {
            let topic = titles.get(&topic)?.clone();
            Some(ImprovedTopic { topic, before: before.permille() / 10, since: since.permille() / 10 })
        });
        Ok(named.take(IMPROVED).collect())
    }
}

impl StudentWeek {
    /// Suggests what to do next.
    pub fn suggestion(&self, now: Instant) -> Suggestion {
        if self.tests == 0 {
            return Suggestion::Begin;
        }
        let is_near = |one: &&ExamWeek| {
            let left = one.plan.as_ref().and_then(|plan| plan.days_to_exam);
            left.is_some_and(|left| left <= MOCK_FROM) && one.last_mock.is_none_or(|at| at < now - MOCK_EVERY)
        };
        if let Some(near) = self.exams.iter().find(is_near) {
            return Suggestion::Mock { exam: near.exam.title.clone() };
        }
        let weak = self.exams.iter().filter_map(|one| one.weakest.as_ref()).find(|topic| topic.accuracy < WEAK);
        match weak {
            Some(weak) => Suggestion::Practise { topic: weak.topic.title.clone(), subject: weak.subject.title.clone() },
            None => Suggestion::KeepOn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::JAMB_UTME;

    fn week(tests: usize, left: Option<u16>, last_mock: Option<Instant>, accuracy: f64) -> StudentWeek {
        let titled = |id: &str| Titled { id: Id::new(id), title: id.into() };
        let weakest = WeakTopic {
            subject: Titled { id: Id::new("s"), title: "Physics".into() },
            topic: titled("Waves"),
            answered: 10,
            right: 4,
            accuracy,
        };
        let exam = ExamWeek {
            exam: ExamRef { id: Id::new("e"), title: "JAMB UTME".into(), slug: JAMB_UTME.into() },
            plan: Some(WeekPlan { days: Vec::new(), days_to_exam: left }),
            latest: Vec::new(),
            weakest: Some(weakest),
            improved: Vec::new(),
            forecast: None,
            last_mock,
        };
        StudentWeek { first_name: "Ada".into(), minutes: 0, tests, exams: vec![exam] }
    }

    #[test]
    fn the_suggestion_is_what_matters_most() {
        let now = Instant::UNIX_EPOCH + TimeDelta::days(20_000);
        let ago = |days| Some(now - TimeDelta::days(days));
        let practise = || Suggestion::Practise { topic: "Waves".into(), subject: "Physics".into() };
        let mock = || Suggestion::Mock { exam: "JAMB UTME".into() };
        for (week, expected) in [
            (week(0, Some(10), None, 40.0), Suggestion::Begin),
            (week(3, Some(10), None, 40.0), mock()),
            (week(3, Some(60), ago(15), 40.0), mock()),
            (week(3, Some(60), ago(13), 40.0), practise()),
            (week(3, Some(61), None, 40.0), practise()),
            (week(3, None, None, 59.9), practise()),
            (week(3, None, None, 60.0), Suggestion::KeepOn),
        ] {
            assert_eq!(week.suggestion(now), expected, "{week:?}");
        }
    }
}
