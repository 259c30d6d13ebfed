//! The score per topic in a result.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::QuizResult;
use crate::{
    App, Result,
    catalogue::{Subject, Topic},
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
}

impl App {
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
) -> Vec<TopicResultView> {
    let mut topics: Vec<TopicResultView> = Vec::new();
    for item in quiz.marked.iter().filter(|item| item.subject == subject.id) {
        let Some((id, title)) = item.topic.as_ref().and_then(|id| titles.get_key_value(id)) else { continue };
        let place = topics.iter().position(|one| one.topic.id == *id).unwrap_or_else(|| {
            let topic = Titled { id: id.clone(), title: title.clone() };
            topics.push(TopicResultView { topic, ques_length: 0, right_answer: 0 });
            topics.len() - 1
        });
        topics[place].ques_length += 1;
        topics[place].right_answer += u32::from(item.chosen.as_ref() == Some(&item.correct));
    }
    topics
}
