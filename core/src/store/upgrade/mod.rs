//! Brings a store to the shape that this version of Sabi reads: stored data by migrations, each applied
//! once, and what the database guards by definitions, applied where they differ from those before.

use std::collections::HashSet;

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use surrealdb::types::SurrealValue;

use super::{Store, Tx, retry_tx};
use crate::{Error, Result};

/// What this version expects of a store.
pub struct Schema {
    /// Statements `DEFINE KIND IF NOT EXISTS NAME …`; a table's stands before those that name it.
    pub definitions: Vec<String>,
    /// The first brings a store from version 0 to version 1, and so on. Those of a release never change.
    pub migrations: &'static [Migration],
}

/// One change of what is stored.
pub struct Migration {
    /// What it does, in a few words for the operator.
    pub name: &'static str,
    /// How.
    pub step: Step,
}

/// How stored data are changed; all of it is kept with the new version's number, or nothing.
pub enum Step {
    /// Statements, without `BEGIN` and `COMMIT`.
    Sql(&'static str),
    /// Calls in the transaction. They may run again when it meets another one.
    Rust(for<'a> fn(&'a Tx) -> BoxFuture<'a, Result<()>>),
}

/// How a store stands to a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The version that it has: how many migrations it went through. That of the schema for a new one.
    pub version: usize,
    /// The names of the migrations that it is yet to go through.
    pub pending: Vec<&'static str>,
}

/// What a store knows of its own shape.
#[derive(Debug, Clone, Default, Serialize, Deserialize, SurrealValue)]
pub(crate) struct Shape {
    /// How many migrations it went through.
    pub version: i64,
    /// The definitions that were applied last.
    pub definitions: Vec<String>,
    /// Whether a backup is being put into it, or only half of one was.
    #[serde(skip)]
    #[surreal(default)]
    pub restoring: bool,
}

/// The table of the one record [`Shape`].
pub(super) const TABLE: &str = "store_schema";
/// Reads that record.
pub(super) const STORED: &str = "SELECT * FROM store_schema:present";

impl Schema {
    /// The version of a store that went through everything.
    pub fn version(&self) -> usize {
        self.migrations.len()
    }
}

/// How the store stands.
///
/// # Errors
/// [`Error::Unavailable`] for one that a newer version of Sabi wrote.
pub(super) async fn look(store: &Store, schema: &Schema) -> Result<State> {
    let info: Option<Value> = store.query("INFO FOR DB").checked().await?.take(0)?;
    let info = info.unwrap_or_default();
    let has = |table: &str| info["tables"].get(table).is_some();
    let version = match if has(TABLE) { stored(store).await? } else { None } {
        Some(stored) if stored.restoring => {
            let words = "a backup was put into it only in part: restore it again, which begins anew";
            return Err(Error::Unavailable(words.into()));
        }
        Some(stored) => usize::try_from(stored.version).unwrap_or(usize::MAX),
        // Stores of the first releases have accounts and no version.
        None if has("user") => 0,
        None => schema.version(),
    };
    let Some(pending) = schema.migrations.get(version..) else {
        return Err(Error::Unavailable(format!(
            "a newer version of Sabi wrote it (its schema is {version}, this version knows {}); install that version, \
             or restore a backup of before",
            schema.version()
        )));
    };
    Ok(State { version, pending: pending.iter().map(|migration| migration.name).collect() })
}

/// Whether a store that was looked at is as this version leaves it, so that nothing of it has to be written.
pub(super) async fn is_current(store: &Store, schema: &Schema, state: &State) -> Result<bool> {
    let is_defined = stored(store).await?.is_some_and(|stored| stored.definitions == schema.definitions);
    Ok(is_defined && state.pending.is_empty())
}

async fn stored(store: &Store) -> Result<Option<Shape>> {
    store.query(STORED).first().await
}

/// Applies what is pending in a store that was looked at and has this version. Servers that start together
/// on one database apply each migration once.
pub(super) async fn apply(store: &Store, schema: &Schema, version: usize) -> Result<()> {
    // Before any other table is there: a store with tables and without this record is an old one.
    retry_tx(async || store.write("DEFINE TABLE IF NOT EXISTS store_schema SCHEMALESS").done().await).await?;
    let begun = "CREATE ONLY store_schema:present SET version = $version, definitions = [] RETURN NONE";
    match retry_tx(async || store.write(begun).bind(("version", version as u64)).done().await).await {
        Ok(()) | Err(Error::Conflict(_)) => {}
        Err(other) => return Err(other),
    }
    for (number, migration) in (1..).zip(schema.migrations) {
        let applied = retry_tx(async || migrate(store, number, migration).await).await;
        let applied = applied.map_err(|error| match error {
            Error::Unavailable(_) => error,
            other => Error::Internal(format!("migration {number} ({}) failed: {other}", migration.name)),
        })?;
        if applied {
            tracing::info!(number, name = migration.name, "the store was migrated");
        }
    }
    define(store, schema).await
}

/// Applies one migration, unless the store has it.
async fn migrate(store: &Store, number: i64, migration: &Migration) -> Result<bool> {
    let tx = store.begin().await?;
    let version: Option<i64> = tx.query("SELECT VALUE version FROM store_schema:present").first().await?;
    if version.is_some_and(|version| version >= number) {
        return Ok(false);
    }
    match migration.step {
        Step::Sql(sql) => tx.query(sql).done().await?,
        Step::Rust(step) => step(&tx).await?,
    }
    tx.query("UPDATE ONLY store_schema:present SET version = $number RETURN NONE")
        .bind(("number", number))
        .done()
        .await?;
    tx.commit().await?;
    Ok(true)
}

/// Applies the definitions that are new or changed, and removes fields and indexes that are no more. A
/// table is never removed: a migration does that, since its rows go with it.
async fn define(store: &Store, schema: &Schema) -> Result<()> {
    let before = stored(store).await?.map(|stored| stored.definitions).unwrap_or_default();
    if before == schema.definitions {
        return Ok(());
    }
    let names: HashSet<_> = schema.definitions.iter().filter_map(|text| named(text)).collect();
    let gone = before.iter().filter_map(|text| named(text)).filter(|name| !names.contains(name));
    let gone = gone.filter_map(|(kind, name, place)| Some(format!("REMOVE {kind} IF EXISTS {name} ON {}", place?)));
    // A store of the first releases does not say what it has; by its names that is the same.
    let is_known = !before.is_empty();
    let new = schema.definitions.iter().filter(|text| !before.contains(text)).map(|text| match is_known {
        true => text.replacen("IF NOT EXISTS", "OVERWRITE", 1),
        false => text.clone(),
    });
    let statements: Vec<_> = gone.chain(new).collect();
    let indexes = statements.iter().filter(|text| is_known && text.starts_with("DEFINE INDEX")).count();
    if indexes > 0 {
        tracing::info!(indexes, "the store's indexes are built anew, which takes minutes where there is much to index");
    }
    let statements = statements.join(";\n");
    retry_tx(async || store.write(statements.clone()).done().await).await?;
    let noted = "UPDATE ONLY store_schema:present SET definitions = $definitions RETURN NONE";
    retry_tx(async || store.write(noted).bind(("definitions", schema.definitions.clone())).done().await).await
}

/// The kind, the name and, but for a table, the table of what a statement defines.
pub(super) fn named(definition: &str) -> Option<(&str, &str, Option<&str>)> {
    let mut words = definition.split_whitespace();
    let (Some("DEFINE"), Some(kind), Some("IF"), Some("NOT"), Some("EXISTS"), Some(name)) =
        (words.next(), words.next(), words.next(), words.next(), words.next(), words.next())
    else {
        return None;
    };
    // A function's name ends where its parameters begin.
    let name = name.split('(').next().unwrap_or(name);
    let place = if words.next() == Some("ON") { words.next() } else { None };
    Some((kind, name, place))
}

#[cfg(test)]
mod tests;
