//! The score per topic in a result.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    MarkedItem, QuizResult,
    engine::ItemId,
    student_totals::{ProgressSums, TopicSums},
};
use crate::{
    App, Result,
    catalogue::{Subject, Topic},
    clock::Instant,
    records::Titled,
    store::Id,
};

/// The questions of one topic in a result.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TopicResult)]
pub struct TopicResultView {
    pub topic: Titled<Topic>,
    pub ques_length: u32,
    pub right_answer: u32,
    /// The share in the latest earlier test of this exam that had questions of the topic; `null` if none of the last
    /// five tests had any.
    #[serde(default)]
    pub before: Option<TopicShare>,
}

/// The number of questions of a topic, and how many of them were answered correctly.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TopicShare {
    pub ques_length: u32,
    pub right_answer: u32,
}

/// The number of earlier tests that a result is compared with.
const EARLIER: usize = 5;

/// The share of right answers per topic.
#[derive(Debug, Default)]
pub(super) struct TopicShares(HashMap<Id<Topic>, TopicShare>);

impl TopicShares {
    /// The shares of a test, without its withdrawn questions.
    pub fn of<'a>(marked: impl IntoIterator<Item = &'a MarkedItem>) -> Self {
        let mut shares = Self::default();
        for item in marked.into_iter().filter(|item| !item.withdrawn) {
            if let Some(topic) = &item.topic {
                shares.add(topic, item.is_right());
            }
        }
        shares
    }

    /// The shares of the last 90 days. Leaves out topics with too few answers to measure the student.
    pub fn of_progress(sums: &ProgressSums, now: Instant) -> Self {
        let whole = |n: i64| u32::try_from(n).unwrap_or(0);
        let share = |one: TopicSums| TopicShare { ques_length: whole(one.answered), right_answer: whole(one.right) };
        Self(sums.measured_topics(now).map(|(topic, sums)| (topic, share(sums))).collect())
    }

    /// Whether at least one answer in the topic was wrong.
    pub fn is_weak(&self, topic: &Id<Topic>) -> bool {
        self.get(topic).is_some_and(|share| share.right_answer < share.ques_length)
    }

    /// Counts one answer.
    pub fn add(&mut self, topic: &Id<Topic>, is_right: bool) {
        let share = self.0.entry(topic.clone()).or_default();
        share.ques_length += 1;
        share.right_answer += u32::from(is_right);
    }

    fn get(&self, topic: &Id<Topic>) -> Option<TopicShare> {
        self.0.get(topic).copied()
    }

    /// Sorts the weakest topic first: by the share of right answers, then by the number of missed questions. Questions
    /// without a topic come last.
    pub fn rank(&self, topic: Option<&Id<Topic>>) -> (u32, Reverse<u32>, Option<Id<Topic>>) {
        let Some((topic, share)) = topic.and_then(|topic| Some((topic, self.get(topic)?))) else {
            return (u32::MAX, Reverse(0), None);
        };
        let permille = share.right_answer * 1000 / share.ques_length.max(1);
        (permille, Reverse(share.ques_length - share.right_answer), Some(topic.clone()))
    }
}

impl App {
    /// The shares per topic of the student's latest earlier tests of the exam, newest first. Leaves out tests that
    /// contain a question of a mock the student is taking (ruling 29).
    pub(super) async fn topics_before(&self, quiz: &QuizResult) -> Result<Vec<TopicShares>> {
        let sql = format!(
            "SELECT * FROM quiz WHERE user = $user AND created_at < $before AND exam = $exam \
             ORDER BY created_at DESC LIMIT {EARLIER}"
        );
        let call = self.store.query(&sql).bind(("user", quiz.user.clone())).bind(("exam", quiz.exam.clone()));
        let earlier = call.bind(("before", quiz.created_at)).all::<QuizResult>();
        let (earlier, hidden) = tokio::try_join!(earlier, self.items_in_mocks_of(&quiz.user))?;
        let is_open =
            |one: &&QuizResult| !one.marked.iter().any(|item| hidden.contains(&ItemId::from(item.question.clone())));
        Ok(earlier.iter().filter(is_open).map(|one| TopicShares::of(&one.marked)).collect())
    }

    /// The titles of the topics of a result.
    pub(super) async fn topics_of(&self, quiz: &QuizResult) -> Result<HashMap<Id<Topic>, String>> {
        let topics: HashSet<_> = quiz.marked.iter().filter_map(|item| item.topic.clone()).collect();
        let topics: Vec<Id<Topic>> = topics.into_iter().collect();
        let topics: Vec<Titled<Topic>> =
            self.store.query("SELECT id, title FROM $topics").bind(("topics", topics)).all().await?;
        Ok(topics.into_iter().map(|topic| (topic.id, topic.title)).collect())
    }
}

/// The topics of a subject in the order of the paper.
pub(super) fn topic_results(
    quiz: &QuizResult,
    subject: &Titled<Subject>,
    titles: &HashMap<Id<Topic>, String>,
    earlier: &[TopicShares],
) -> Vec<TopicResultView> {
    let mut topics: Vec<TopicResultView> = Vec::new();
    for item in quiz.marked.iter().filter(|item| item.subject == subject.id && !item.withdrawn) {
        let Some((id, title)) = item.topic.as_ref().and_then(|id| titles.get_key_value(id)) else { continue };
        let place = topics.iter().position(|one| one.topic.id == *id).unwrap_or_else(|| {
            let topic = Titled { id: id.clone(), title: title.clone() };
            let before = earlier.iter().find_map(|shares| shares.get(id));
            topics.push(TopicResultView { topic, ques_length: 0, right_answer: 0, before });
            topics.len() - 1
        });
        topics[place].ques_length += 1;
        topics[place].right_answer += u32::from(item.is_right());
    }
    topics
}
