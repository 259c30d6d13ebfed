//! A student's last choice for each question of a subject. Whether it was correct is decided on reading, with the
//! current key, so a corrected key changes nothing here.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;

use crate::{
    bank::{Choice, Question},
    catalogue::Subject,
    exam::QuizResult,
    people::User,
    store::{Id, Packed, Record},
};

/// Maximum number of questions per subject; the most recent ones are kept.
pub const MOST_ANSWERS: usize = 1000;

/// The last answers of a student in a subject.
#[derive(Debug, Clone, SurrealValue)]
pub struct LastAnswers {
    pub id: Id<LastAnswers>,
    pub user: Id<User>,
    pub subject: Id<Subject>,
    /// Oldest first.
    pub answers: Packed<Vec<LastAnswer>>,
}

/// A question, the choice (`None` if left open), and when, in milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastAnswer(pub Id<Question>, pub Option<Id<Choice>>, pub i64);

impl Record for LastAnswers {
    const TABLE: &'static str = "last_answers";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS last_answers_user ON last_answers FIELDS user;";
}

impl LastAnswers {
    /// The key of a student's answers in a subject.
    pub fn key(user: &Id<User>, subject: &Id<Subject>) -> Id<Self> {
        Id::new(format!("{user}-{subject}"))
    }

    /// No answers.
    pub(super) fn none(user: &Id<User>, subject: &Id<Subject>) -> Self {
        let answers = Packed::default();
        Self { id: Self::key(user, subject), user: user.clone(), subject: subject.clone(), answers }
    }

    /// Adds a result, in any order: of two answers to a question the later one is kept, and of all questions the most
    /// recent ones.
    pub(super) fn count(&mut self, result: &QuizResult) {
        let at = result.created_at.timestamp_millis();
        let own = result.marked.iter().filter(|item| item.subject == self.subject);
        let mut answers: HashMap<_, _> =
            std::mem::take(&mut self.answers.0).into_iter().map(|one| (one.0.clone(), one)).collect();
        for item in own {
            let new = LastAnswer(item.question.clone(), item.chosen.clone(), at);
            match answers.get(&item.question) {
                Some(old) if (old.2, &old.1) >= (new.2, &new.1) => {}
                _ => drop(answers.insert(item.question.clone(), new)),
            }
        }
        let mut answers: Vec<_> = answers.into_values().collect();
        answers.sort_by(|a, b| (a.2, &a.0).cmp(&(b.2, &b.0)));
        answers.drain(..answers.len().saturating_sub(MOST_ANSWERS));
        self.answers.0 = answers;
    }
}
