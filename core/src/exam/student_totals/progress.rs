//! A student's progress in one exam: sums by subject and mode, the latest mocks, and each topic by day. Every result
//! updates it in its own commit, so charts and weak topics do not need to read results.

use std::collections::BTreeMap;

use chrono::Datelike as _;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;

use crate::{
    catalogue::{Exam, Mode, Subject, Topic},
    clock::Instant,
    exam::{QuizResult, score::Tally},
    people::User,
    store::{Id, Packed, Record},
};

/// The number of latest mocks that are stored individually.
pub const MAX_MOCKS: usize = 100;
/// Days for which topics are stored, in addition to today.
const DAYS: i32 = 90;
/// Minimum number of answers that tell how strong a student is in a topic.
const MIN_ANSWERS: i64 = 5;

/// A student's progress in an exam.
#[derive(Debug, Clone, SurrealValue)]
pub struct Progress {
    pub id: Id<Progress>,
    pub user: Id<User>,
    pub exam: Id<Exam>,
    pub sums: Packed<ProgressSums>,
}

impl Record for Progress {
    const TABLE: &'static str = "progress";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS progress_user ON progress FIELDS user;";
}

/// The sums of a student in one exam.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProgressSums {
    /// Sums per subject in mocks.
    pub mocks: BTreeMap<Id<Subject>, SubjectSums>,
    /// Sums per subject in study and practice.
    pub exercises: BTreeMap<Id<Subject>, SubjectSums>,
    /// The latest mocks, oldest first.
    pub latest: Vec<MockMarks>,
    /// Sums per topic and day of answering, counted from 1 January of the year 1.
    pub topics: BTreeMap<Id<Topic>, BTreeMap<i32, TopicSums>>,
}

/// Marks of a subject; `questions = correct + wrong + unseen`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubjectSums {
    /// The number of results with questions of the subject.
    pub tests: i64,
    pub correct: i64,
    pub wrong: i64,
    pub unseen: i64,
}

/// The marks of one mock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MockMarks {
    pub quiz: Id<QuizResult>,
    pub at: Instant,
    pub parts: Vec<(Id<Subject>, Tally)>,
}

/// The answers of a topic.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicSums {
    pub answered: i64,
    pub right: i64,
}

impl TopicSums {
    /// The share of right answers, in thousandths.
    pub fn permille(&self) -> i64 {
        (self.right * 1000).checked_div(self.answered).unwrap_or_default()
    }
}

/// The day of an instant (UTC).
fn day(at: Instant) -> i32 {
    at.date_naive().num_days_from_ce()
}

impl Progress {
    /// The key of a student's progress in an exam.
    pub fn key(user: &Id<User>, exam: &Id<Exam>) -> Id<Self> {
        Id::new(format!("{user}-{exam}"))
    }

    /// Empty progress.
    pub(super) fn none(user: &Id<User>, exam: &Id<Exam>) -> Self {
        Self { id: Self::key(user, exam), user: user.clone(), exam: exam.clone(), sums: Packed::default() }
    }
}

impl SubjectSums {
    /// All questions.
    pub fn questions(&self) -> i64 {
        self.correct + self.wrong + self.unseen
    }

    fn add(&mut self, tally: &Tally, sign: i64) {
        self.tests += sign;
        self.correct += sign * i64::from(tally.correct);
        self.wrong += sign * i64::from(tally.wrong);
        self.unseen += sign * i64::from(tally.unseen);
    }
}

impl ProgressSums {
    /// Adds a new result.
    pub(super) fn count(&mut self, result: &QuizResult) {
        self.add_subjects(result, 1);
        self.add_topics(result, 1);
        let parts = marked_parts(result);
        if result.mode == Mode::Mock && !parts.is_empty() {
            self.latest.push(MockMarks { quiz: result.id.clone(), at: result.created_at, parts });
            self.latest.sort_by(|a, b| (a.at, &a.quiz).cmp(&(b.at, &b.quiz)));
            self.latest.drain(..self.latest.len().saturating_sub(MAX_MOCKS));
        }
    }

    /// Replaces a result that was marked again.
    pub(super) fn replace(&mut self, old: &QuizResult, new: &QuizResult) {
        self.add_subjects(old, -1);
        self.add_subjects(new, 1);
        self.add_topics(old, -1);
        self.add_topics(new, 1);
        if let Some(mock) = self.latest.iter_mut().find(|mock| mock.quiz == new.id) {
            mock.parts = marked_parts(new);
        }
    }

    /// Drops expired days.
    pub(super) fn prune(&mut self, now: Instant) {
        let first = day(now) - DAYS;
        for days in self.topics.values_mut() {
            days.retain(|day, _| *day >= first);
        }
        self.topics.retain(|_, days| !days.is_empty());
    }

    /// The answers per topic of the last 90 days.
    pub fn recent_topics(&self, now: Instant) -> BTreeMap<Id<Topic>, TopicSums> {
        let first = day(now) - DAYS;
        let sum = |days: &BTreeMap<i32, TopicSums>| {
            days.range(first..).fold(TopicSums::default(), |all, (_, one)| TopicSums {
                answered: all.answered + one.answered,
                right: all.right + one.right,
            })
        };
        let all = self.topics.iter().map(|(topic, days)| (topic.clone(), sum(days)));
        all.filter(|(_, sums)| sums.answered > 0).collect()
    }

    /// The topics of [`Self::recent_topics`] that have enough answers to measure the student.
    pub fn measured_topics(&self, now: Instant) -> impl Iterator<Item = (Id<Topic>, TopicSums)> {
        self.recent_topics(now).into_iter().filter(|(_, sums)| sums.answered >= MIN_ANSWERS)
    }

    /// The topics with a larger share of right answers in the last seven days than before, the greatest gain first.
    /// Each has the sums before and since. Both sums must have enough answers to measure the student.
    pub fn improved_topics(&self, now: Instant) -> Vec<(Id<Topic>, TopicSums, TopicSums)> {
        let (first, week) = (day(now) - DAYS, day(now) - 6);
        let sum = |days: &BTreeMap<i32, TopicSums>, range: std::ops::Range<i32>| {
            days.range(range).fold(TopicSums::default(), |all, (_, one)| TopicSums {
                answered: all.answered + one.answered,
                right: all.right + one.right,
            })
        };
        let both = |(topic, days): (&Id<Topic>, &BTreeMap<i32, TopicSums>)| {
            let (before, since) = (sum(days, first..week), sum(days, week..i32::MAX));
            let is_measured = before.answered >= MIN_ANSWERS && since.answered >= MIN_ANSWERS;
            (is_measured && since.permille() > before.permille()).then(|| (topic.clone(), before, since))
        };
        let mut improved: Vec<_> = self.topics.iter().filter_map(both).collect();
        improved.sort_by_key(|(topic, before, since)| (before.permille() - since.permille(), topic.clone()));
        improved
    }

    /// The total number of answered questions, for reports about these sums.
    pub(super) fn answered(&self) -> i64 {
        self.mocks.values().chain(self.exercises.values()).map(|one| one.correct + one.wrong).sum()
    }

    fn add_subjects(&mut self, result: &QuizResult, sign: i64) {
        let subjects = if result.mode == Mode::Mock { &mut self.mocks } else { &mut self.exercises };
        for (subject, tally) in marked_parts(result) {
            let sums = subjects.entry(subject.clone()).or_default();
            sums.add(&tally, sign);
            if *sums == SubjectSums::default() {
                subjects.remove(&subject);
            }
        }
    }

    /// Adds the topics of a result, or subtracts them if `sign` is -1. Dropped days stay dropped.
    fn add_topics(&mut self, result: &QuizResult, sign: i64) {
        let day = day(result.created_at);
        for item in result.evidence().filter(|item| !item.withdrawn) {
            let (Some(topic), Some(chosen)) = (&item.topic, &item.chosen) else { continue };
            let days = match self.topics.get_mut(topic) {
                Some(days) => days,
                None if sign > 0 => self.topics.entry(topic.clone()).or_default(),
                None => continue,
            };
            let sums = match days.get_mut(&day) {
                Some(sums) => sums,
                None if sign > 0 => days.entry(day).or_default(),
                None => continue,
            };
            sums.answered += sign;
            sums.right += sign * i64::from(*chosen == item.correct);
            if *sums == TopicSums::default() {
                days.remove(&day);
                if days.is_empty() {
                    self.topics.remove(topic);
                }
            }
        }
    }
}

/// The subjects with objective questions in a result.
fn marked_parts(result: &QuizResult) -> Vec<(Id<Subject>, Tally)> {
    result.parts.iter().filter(|(_, tally)| tally.total > 0).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_has_improved_if_more_of_the_last_week_was_right_than_before() {
        let now = Instant::UNIX_EPOCH + chrono::Duration::days(20_000);
        let sums = |right, answered| TopicSums { answered, right };
        let topic = |days: &[(i32, TopicSums)]| days.iter().map(|(ago, sums)| (day(now) - ago, *sums)).collect();
        let topics = [
            ("better", topic(&[(30, sums(2, 5)), (7, sums(1, 5)), (6, sums(2, 3)), (0, sums(2, 2))])),
            ("much better", topic(&[(8, sums(0, 5)), (1, sums(5, 5))])),
            ("the same", topic(&[(8, sums(3, 6)), (1, sums(3, 6))])),
            ("worse", topic(&[(8, sums(5, 6)), (1, sums(3, 6))])),
            ("few before", topic(&[(8, sums(0, 4)), (1, sums(5, 5))])),
            ("few since", topic(&[(8, sums(0, 5)), (1, sums(4, 4))])),
            ("long ago", topic(&[(95, sums(0, 5)), (1, sums(5, 5))])),
        ];
        let topics = topics.into_iter().map(|(name, days)| (Id::new(name), days)).collect();
        let improved = ProgressSums { topics, ..ProgressSums::default() }.improved_topics(now);
        let named: Vec<_> = improved.iter().map(|(topic, before, since)| (topic.as_str(), *before, *since)).collect();
        assert_eq!(named, [("much better", sums(0, 5), sums(5, 5)), ("better", sums(3, 10), sums(4, 5))]);
    }
}
