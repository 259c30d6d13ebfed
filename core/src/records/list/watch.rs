//! For tests: how the store's planner executes the statements of a list.

use std::cell::RefCell;

use surrealdb::types::{Value, Variables};

use crate::App;

type Statement = (String, Vec<(String, Value)>);

tokio::task_local! {
    static READ: RefCell<Vec<Statement>>;
}

/// Records the statements of a list for a test of their plans.
pub(super) fn note(chosen: &str, counted: &[String], bound: &[(String, Value)]) {
    let _ = READ.try_with(|read| {
        let chosen = chosen.strip_prefix('(').and_then(|chosen| chosen.strip_suffix(").id")).unwrap_or(chosen);
        let all = std::iter::once(chosen.to_owned()).chain(counted.iter().cloned());
        read.borrow_mut().extend(all.map(|statement| (statement, bound.to_vec())));
    });
}

/// The plans of the statements that a list runs.
pub(crate) async fn plans(app: &App, list: impl Future<Output = ()>) -> Vec<(String, String)> {
    let read = READ
        .scope(RefCell::default(), async {
            list.await;
            READ.with(RefCell::take)
        })
        .await;
    assert!(!read.is_empty());
    let mut plans = Vec::new();
    for (statement, bound) in read {
        let bound = bound.into_iter().fold(Variables::new(), |mut all, (name, value)| {
            all.insert(name, value);
            all
        });
        let mut call = app.store.query(format!("EXPLAIN {statement}"));
        for (name, value) in bound {
            call = call.bind((name, value));
        }
        let plan: Option<String> = call.checked().await.unwrap().take(0).unwrap();
        plans.push((statement, plan.unwrap()));
    }
    plans
}
