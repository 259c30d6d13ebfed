//! Finding the questions of an attempt again: from the bank in memory, the rest from the store.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use super::Attempt;
use crate::{
    App, Result,
    bank::{Question, Theory},
    store::{Id, QueryExt},
};

/// The content of a paper by id. An item may be missing only if it was deleted.
pub(super) struct Items {
    pub questions: HashMap<Id<Question>, Arc<Question>>,
    pub theories: HashMap<Id<Theory>, Arc<Theory>>,
}

impl App {
    /// The content of an attempt's items, inactive ones too: what was asked is still shown and marked.
    pub(super) async fn items(&self, attempt: &Attempt) -> Result<Items> {
        let mut items = Items { questions: HashMap::new(), theories: HashMap::new() };
        let asked: HashSet<_> = attempt.questions().map(|item| &item.question).collect();
        let asked_theories: HashSet<_> = attempt.theories().collect();
        for (_, bank) in self.active_years(&attempt.subjects, None).await? {
            if attempt.years.contains(&bank.id) {
                let questions = bank.bank.questions().iter().filter(|question| asked.contains(&question.id));
                items.questions.extend(questions.map(|question| (question.id.clone(), question.clone())));
                let theories = bank.bank.theories().iter().filter(|theory| asked_theories.contains(&theory.id));
                items.theories.extend(theories.map(|theory| (theory.id.clone(), theory.clone())));
            }
        }
        let missing: Vec<_> = attempt
            .questions()
            .map(|item| &item.question)
            .filter(|id| !items.questions.contains_key(id))
            .cloned()
            .collect();
        if !missing.is_empty() {
            let found: Vec<Question> = self.store.query("SELECT * FROM $ids").bind(("ids", missing)).all().await?;
            items.questions.extend(found.into_iter().map(|question| (question.id.clone(), Arc::new(question))));
        }
        let missing: Vec<_> = attempt.theories().filter(|id| !items.theories.contains_key(id)).cloned().collect();
        if !missing.is_empty() {
            let found: Vec<Theory> = self.store.query("SELECT * FROM $ids").bind(("ids", missing)).all().await?;
            items.theories.extend(found.into_iter().map(|theory| (theory.id.clone(), Arc::new(theory))));
        }
        Ok(items)
    }
}
