//! Stored counters, because counting rows would scan a whole table.
//!
//! An entity names its counters ([`super::Entity::counters`]); the commit of its change updates them. A busy counter
//! is spread over several rows, so that two changes rarely conflict.

use std::collections::BTreeMap;

use rand::RngExt as _;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, Result,
    store::{Id, Record},
};

/// Rows of a counter that many people change.
const SPREAD: usize = 16;

/// The name of a counter and whether it is spread over several rows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counter {
    name: String,
    spread: bool,
}

impl Counter {
    /// A counter in one row, for changes that conflict in another record anyway.
    pub(crate) fn of(name: impl Into<String>) -> Self {
        Self { name: name.into(), spread: false }
    }

    /// A counter spread over several rows, for changes that have nothing else in common.
    pub(crate) fn shared(name: impl Into<String>) -> Self {
        Self { name: name.into(), spread: true }
    }

    /// The counter's name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The row that a change of this writer updates.
    fn row(&self, writer: usize) -> Id<CounterRow> {
        let part = if self.spread { rand::rng().random_range(0..SPREAD) } else { writer };
        Id::new(format!("{}#{part:02}", self.name))
    }
}

/// SurrealQL for the value of a counter that exists per row of a table. Its name is `$kind/KEY`, with the key of the
/// row at hand. Sums the two parts that the parallel batches of an import (`PARALLEL_BATCHES`) write.
macro_rules! counter_value {
    ($kind:literal) => {
        concat!(
            "((type::record('tally', '",
            $kind,
            "/' + record::id(id) + '#00').n ?? 0) + \
              (type::record('tally', '",
            $kind,
            "/' + record::id(id) + '#01').n ?? 0))"
        )
    };
}
pub(crate) use counter_value;

/// A part of a counter, as it is stored under `NAME#PART`.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct CounterRow {
    pub id: Id<CounterRow>,
    pub name: String,
    pub n: i64,
}

impl Record for CounterRow {
    const TABLE: &'static str = "tally";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS tally_name ON tally FIELDS name;";
}

/// Adds `n` of each row in `counters` to the stored row.
pub(super) const WRITE: &str = "FOR $row IN $counters \
    { UPSERT $row.id SET name = $row.name, n = (n ?? 0) + $row.n RETURN NONE };";

/// The difference for each counter.
#[derive(Debug, Default)]
pub(super) struct CounterChanges(BTreeMap<Counter, i64>);

impl CounterChanges {
    pub(super) fn add(&mut self, counters: Vec<Counter>, by: i64) {
        for counter in counters {
            *self.0.entry(counter).or_default() += by;
        }
    }

    /// The rows to update; empty if nothing changes in total.
    pub(super) fn rows(self, writer: usize) -> Vec<CounterRow> {
        let moved = self.0.into_iter().filter(|(_, by)| *by != 0);
        moved.map(|(counter, n)| CounterRow { id: counter.row(writer), name: counter.name, n }).collect()
    }
}

/// A counter or a record of sums that differs from its rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Drift {
    /// The counter's name.
    pub counter: String,
    /// The stored value; for a record of sums, its number of answers.
    pub kept: i64,
    /// The correct value. If a record of sums has the same number, another of its sums was wrong.
    pub counted: i64,
}

impl Drift {
    /// A wrong record of sums, named by its kind and key.
    pub(crate) fn of<T>(kind: &str, id: &Id<T>, kept: i64, counted: i64) -> Self {
        Self { counter: format!("{kind}/{id}"), kept, counted }
    }
}

#[derive(SurrealValue)]
struct Sum {
    name: String,
    n: i64,
}

impl App {
    /// The values of these counters, by name. A counter that was never changed is left out.
    pub(crate) async fn counter_values(
        &self,
        names: impl IntoIterator<Item = String>,
    ) -> Result<BTreeMap<String, i64>> {
        let sql = "SELECT name, math::sum(n) AS n FROM tally WHERE name IN $names GROUP BY name";
        let names: Vec<String> = names.into_iter().collect();
        let sums: Vec<Sum> = self.store.query(sql).bind(("names", names)).all().await?;
        Ok(sums.into_iter().map(|sum| (sum.name, sum.n)).collect())
    }
}
