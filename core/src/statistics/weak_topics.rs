//! The weak topics of a student.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, Error, Result,
    catalogue::{Exam, Subject, Topic},
    exam::{score::percent, student_totals::Progress},
    messages,
    people::{Actor, User},
    records::{Entity as _, Titled},
    store::Id,
};

/// A student's answers in a topic in the last 90 days.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WeakTopic {
    pub subject: Titled<Subject>,
    pub topic: Titled<Topic>,
    pub answered: i64,
    pub right: i64,
    /// Percentage of right answers, with one decimal.
    pub accuracy: f64,
}

#[derive(SurrealValue)]
struct TopicRow {
    id: Id<Topic>,
    title: String,
    subject: Titled<Subject>,
}

impl App {
    /// The caller's topics of an exam by accuracy over the last 90 days, worst first; of equal ones, those with more
    /// answers first. Leaves out topics with fewer than five answers, and answers that were given after the right one
    /// had been shown.
    pub async fn weak_topics(&self, actor: &Actor, exam: &Id<Exam>) -> Result<Vec<WeakTopic>> {
        self.weak_topics_of(actor.user_id()?, exam).await
    }

    /// [`Self::weak_topics`] for any student, without a check of access.
    pub(crate) async fn weak_topics_of(&self, user: &Id<User>, exam: &Id<Exam>) -> Result<Vec<WeakTopic>> {
        if exam.as_str().is_empty() {
            return Err(Error::field("examId", messages::SELECT_EXAM));
        }
        let _: Exam = self.load(exam).await?.ok_or(Error::NotFound(Exam::NOUN))?;
        let progress: Option<Progress> = self.load(&Progress::key(user, exam)).await?;
        let sums = progress.map(|progress| progress.sums.0).unwrap_or_default();
        let sums: BTreeMap<_, _> = sums.measured_topics(self.now()).collect();
        let sql = "SELECT id, title, subject.{id, title} AS subject FROM $topics";
        let call = self.store.query(sql).bind(("topics", sums.keys().cloned().collect::<Vec<_>>()));
        let rows: Vec<TopicRow> = call.all().await?;
        let mut rows: HashMap<_, _> = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
        let topics = sums.into_iter().filter_map(|(id, sums)| Some((rows.remove(&id)?, sums)));
        let mut topics: Vec<_> = topics
            .map(|(row, sums)| WeakTopic {
                subject: row.subject,
                topic: Titled { id: row.id, title: row.title },
                answered: sums.answered,
                right: sums.right,
                accuracy: percent(whole(sums.right), whole(sums.answered)),
            })
            .collect();
        // By the exact share, then by stable fields.
        topics.sort_by(|a, b| {
            let share = (a.right * b.answered).cmp(&(b.right * a.answered));
            share.then(b.answered.cmp(&a.answered)).then_with(|| a.topic.id.cmp(&b.topic.id))
        });
        Ok(topics)
    }
}

fn whole(n: i64) -> u32 {
    u32::try_from(n).unwrap_or(0)
}
