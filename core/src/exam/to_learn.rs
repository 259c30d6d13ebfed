//! The questions that a student forgot so often that repeating no longer helps. They are listed with their explanation,
//! to be learnt. A right answer in any test puts a question back into the queue.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{QuestionView, StartAttempt, engine::ItemId, review::Standing};
use crate::{
    App, Error, Result,
    bank::{Choice, ChoiceBody, Question, Revisions},
    catalogue::{Exam, Subject, Topic},
    people::Actor,
    records::{Entity as _, Titled},
    store::Id,
};

/// Questions in the list, at most.
const MAX_QUESTIONS: usize = 100;

/// A question to learn, with its answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionToLearn {
    #[serde(flatten)]
    pub question: QuestionView,
    pub subject: Titled<Subject>,
    /// `null` where the topic was deleted.
    pub topic: Option<Titled<Topic>>,
    pub correct_answer: Option<Choice>,
    /// The explanation, HTML.
    pub description: String,
}

impl App {
    /// The questions that the caller should learn in an exam, at most 100, by subject. Questions of a running mock are
    /// left out until it has ended (ruling 29).
    ///
    /// # Errors
    /// [`Error::NotFound`] without registered subjects of the exam.
    pub async fn questions_to_learn(&self, actor: &Actor, exam: &Id<Exam>) -> Result<Vec<QuestionToLearn>> {
        let user = actor.user_id()?;
        let start = self.complete_today(user, StartAttempt::today(exam.clone())).await?;
        let catalogue = self.exam_catalogue(exam).await?.ok_or(Error::NotFound(Exam::NOUN))?;
        let exam = &catalogue.exam;
        let (banks, queue) = tokio::try_join!(
            self.subject_banks(exam, &start.subjects, start.university.as_ref(), None),
            self.review_queue(user, &exam.id, &start.subjects),
        )?;
        let (subjects, banks) = banks;
        let is_shown = |id: &&Id<Question>| {
            queue.standing(id) == Some(Standing::ToLearn) && !queue.hidden.contains(&ItemId::from((*id).clone()))
        };
        let mut ids = Vec::new();
        for subject in &subjects {
            let own = banks.iter().filter(|(id, _)| *id == subject.id);
            ids.extend(own.flat_map(|(_, bank)| bank.pool.questions()).filter(is_shown).cloned());
        }
        ids.truncate(MAX_QUESTIONS);
        let revisions: Revisions = banks.iter().map(|(_, bank)| (bank.id.clone(), bank.revision)).collect();
        let questions = self.bank_items::<ChoiceBody>(ids.clone(), &revisions).await?;
        let topics: Vec<_> = questions.values().map(|question| question.topic.clone()).collect();
        let call = self.store.query("SELECT id, title FROM $topics").bind(("topics", topics));
        let topics: Vec<Titled<Topic>> = call.all().await?;
        let topics: HashMap<_, _> = topics.into_iter().map(|topic| (topic.id.clone(), topic)).collect();
        let subjects: HashMap<_, _> = subjects.into_iter().map(|row| (row.id, row.title)).collect();
        let view = |id: &Id<Question>| {
            let question = questions.get(id)?;
            let order: Vec<_> = question.body.options.iter().map(|option| option.id.clone()).collect();
            Some(QuestionToLearn {
                question: QuestionView::new(question, &order),
                subject: Titled {
                    id: question.subject.clone(),
                    title: subjects.get(&question.subject).cloned().unwrap_or_default(),
                },
                topic: topics.get(&question.topic).cloned(),
                correct_answer: question.body.choice(&question.body.correct).cloned(),
                description: question.body.description.clone(),
            })
        };
        Ok(ids.iter().filter_map(view).collect())
    }
}
