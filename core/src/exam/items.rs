//! Finding the questions of an attempt again: from the bank in memory, the rest from the store.

use std::{collections::HashMap, sync::Arc};

use super::Attempt;
use crate::{
    App, Result,
    bank::{Question, Theory},
    store::Id,
};

/// The content of a paper by id. An item may be missing only if it was deleted.
pub(super) struct Items {
    pub questions: HashMap<Id<Question>, Arc<Question>>,
    pub theories: HashMap<Id<Theory>, Arc<Theory>>,
}

impl App {
    /// The content of an attempt's items, inactive ones too: what was asked is still shown and marked.
    pub(super) async fn items(&self, attempt: &Attempt) -> Result<Items> {
        let banks = self.active_among(&attempt.years).await?;
        let mut items = Items { questions: HashMap::new(), theories: HashMap::new() };
        let (mut missing, mut missing_theories) = (Vec::new(), Vec::new());
        for id in attempt.questions().map(|item| &item.question) {
            match banks.iter().find_map(|bank| bank.bank.question(id)) {
                Some(question) => drop(items.questions.insert(id.clone(), question.clone())),
                None => missing.push(id.clone()),
            }
        }
        for id in attempt.theories() {
            match banks.iter().find_map(|bank| bank.bank.theory(id)) {
                Some(theory) => drop(items.theories.insert(id.clone(), theory.clone())),
                None => missing_theories.push(id.clone()),
            }
        }
        if !missing.is_empty() {
            let found: Vec<Question> = self.store.query("SELECT * FROM $ids").bind(("ids", missing)).all().await?;
            items.questions.extend(found.into_iter().map(|question| (question.id.clone(), Arc::new(question))));
        }
        if !missing_theories.is_empty() {
            let call = self.store.query("SELECT * FROM $ids").bind(("ids", missing_theories));
            let found: Vec<Theory> = call.all().await?;
            items.theories.extend(found.into_iter().map(|theory| (theory.id.clone(), Arc::new(theory))));
        }
        Ok(items)
    }
}
