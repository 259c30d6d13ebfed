//! Selects the questions of a session.
//!
//! Pure: [`select`] serves Today, the practice of mistakes and the practice of weak topics, which only rank the
//! questions differently.

use std::{cmp::Reverse, collections::HashMap};

use super::{
    request_checks::SubjectYears,
    result_topics::TopicShares,
    review::{Calendar, Memory, Standing},
};
use crate::{
    bank::Question,
    catalogue::{Subject, Topic, University},
    store::Id,
};

/// Maximum number of questions in a session.
pub(super) const SESSION: usize = 20;
/// Maximum number of questions of one topic in Today, so that a session is varied.
pub(super) const MAX_OF_TOPIC: usize = 8;

/// A question that a session may ask.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    pub question: Id<Question>,
    pub subject: Id<Subject>,
    pub topic: Id<Topic>,
    /// The topic's share of the subject's active questions, 0 to 1.
    pub share: f32,
    pub past: Past,
    /// The probability that the student answers it correctly, 0 to 1, if known.
    pub chance: Option<f64>,
}

/// The student's earlier answers to a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Past {
    /// There are none.
    New,
    /// It was answered, and needs no repetition.
    Answered,
    /// The answer was wrong or missing.
    Missed,
    /// The question was missed or doubted at least once, so its memory is known.
    Remembered(Memory),
}

/// The probabilities of a right answer at which practice teaches most: neither too hard nor too easy.
const TEACHING: std::ops::RangeInclusive<f64> = 0.65..=0.85;

/// The purpose of a session.
#[derive(Debug, Clone, Copy)]
pub(super) enum Purpose {
    /// Due questions, those of topics with the largest share of the exam first; then new questions of weak topics.
    Today(Calendar),
    /// Missed questions, weakest topics first: all, or only this set of [`SESSION`], counted from 1.
    Mistakes { set: Option<usize> },
    /// Up to `most` questions whose chance of a right answer is in [`TEACHING`], or nearest to it if there are too few.
    /// Among equals, questions that were never answered come first, then missed ones.
    WeakTopics { most: usize },
}

/// The order of questions, the smallest first: the tier, the gain of a repetition, the weakness of the topic.
type Rank = (u32, Reverse<u64>, (u32, Reverse<u32>, Option<Id<Topic>>));

impl Purpose {
    /// The rank of a question; `None` leaves it out.
    fn rank(self, one: &Candidate, topics: &TopicShares) -> Option<Rank> {
        match (self, one.past) {
            (Self::Today(calendar), Past::Remembered(memory)) => {
                let gain = (1.0 - memory.recall(calendar.today())) * one.share;
                // Positive and small, so whole millionths sort correctly.
                let is_due = memory.standing(calendar) == Standing::Due;
                is_due.then(|| (0, Reverse((gain * 1e6) as u64), (0, Reverse(0), None)))
            }
            (Self::Today(_), Past::New) if topics.is_weak(&one.topic) => {
                Some((1, Reverse(0), topics.rank(Some(&one.topic))))
            }
            (Self::Mistakes { .. }, Past::Missed) => Some((0, Reverse(0), topics.rank(Some(&one.topic)))),
            (Self::WeakTopics { .. }, past) => {
                let gain = match past {
                    Past::New => 2,
                    Past::Missed | Past::Remembered(_) => 1,
                    Past::Answered => 0,
                };
                Some((distance(one.chance?), Reverse(gain), (0, Reverse(0), None)))
            }
            _ => None,
        }
    }

    fn most_of_topic(self) -> usize {
        match self {
            Self::Today(_) => MAX_OF_TOPIC,
            Self::Mistakes { .. } | Self::WeakTopics { .. } => usize::MAX,
        }
    }
}

/// How far a probability is from [`TEACHING`], in thousandths.
fn distance(chance: f64) -> u32 {
    let outside = (TEACHING.start() - chance).max(chance - TEACHING.end()).max(0.0);
    // A whole number, at most 650.
    (outside * 1000.0).ceil() as u32
}

/// Selects the questions of a session and sorts them. Questions of equal rank stay in the order of the candidates.
/// `topics` has the student's share of right answers in each topic.
pub(super) fn select(
    purpose: Purpose,
    candidates: impl IntoIterator<Item = Candidate>,
    topics: &TopicShares,
) -> Vec<Candidate> {
    let ranked = candidates.into_iter().filter_map(|one| Some((purpose.rank(&one, topics)?, one)));
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut taken: HashMap<Id<Topic>, usize> = HashMap::new();
    let has_room = |one: &Candidate| {
        let taken = taken.entry(one.topic.clone()).or_default();
        *taken += 1;
        *taken <= purpose.most_of_topic()
    };
    let (before, most) = match purpose {
        Purpose::Today(_) => (0, SESSION),
        Purpose::Mistakes { set: None } => (0, usize::MAX),
        Purpose::Mistakes { set: Some(set) } => (set.saturating_sub(1) * SESSION, SESSION),
        Purpose::WeakTopics { most } => (0, most),
    };
    ranked.into_iter().map(|(_, one)| one).filter(has_room).skip(before).take(most).collect()
}

/// The questions of a subject by topic.
#[derive(Default)]
struct TopicCounts<'a> {
    all: usize,
    of_topic: HashMap<&'a Id<Topic>, usize>,
}

/// The active questions of these years that are open at a university, the newest year of a subject first. `past`
/// returns the student's earlier answers to a question, or `None` to leave it out. `most_new` returns the maximum
/// number of new questions of a topic.
pub(super) fn candidates(
    banks: &SubjectYears,
    university: Option<&Id<University>>,
    past: impl Fn(&Id<Question>) -> Option<Past>,
    most_new: impl Fn(&Id<Topic>) -> usize,
) -> Vec<Candidate> {
    let mut counts: HashMap<&Id<Subject>, TopicCounts> = HashMap::new();
    for (subject, bank) in banks {
        let topics = bank.pool.topics();
        let mut in_year = vec![0; topics.len()];
        for (_, topic) in bank.pool.questions_at(university) {
            in_year[topic] += 1;
        }
        let counts = counts.entry(subject).or_default();
        for (topic, questions) in topics.iter().zip(in_year) {
            counts.all += questions;
            *counts.of_topic.entry(topic).or_default() += questions;
        }
    }
    let (mut found, mut new_left) = (Vec::new(), HashMap::new());
    for (subject, bank) in banks {
        let (counts, topics) = (&counts[subject], bank.pool.topics());
        let shares: Vec<f32> = topics.iter().map(|topic| counts.of_topic[topic] as f32 / counts.all as f32).collect();
        let mut left: Vec<usize> =
            topics.iter().map(|topic| *new_left.entry(topic).or_insert_with(|| most_new(topic))).collect();
        for (question, topic) in bank.pool.questions_at(university) {
            let Some(past) = past(question) else { continue };
            if past == Past::New {
                let Some(others) = left[topic].checked_sub(1) else { continue };
                left[topic] = others;
            }
            found.push(Candidate {
                question: question.clone(),
                subject: subject.clone(),
                topic: topics[topic].clone(),
                share: shares[topic],
                past,
                chance: None,
            });
        }
        new_left.extend(topics.iter().zip(left));
    }
    found
}

#[cfg(test)]
mod tests;
