//! Upgrades a store to this version of Sabi: data by migrations, each applied once, and definitions where they differ
//! from the stored ones.

use std::collections::HashSet;

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use surrealdb::types::SurrealValue;

use super::{Store, Tx, retry_tx};
use crate::{Error, Result};

/// The schema of this version.
pub struct Schema {
    /// Statements `DEFINE KIND IF NOT EXISTS NAME …`; a table comes before the definitions that name it.
    pub definitions: Vec<String>,
    /// The first one upgrades version 0 to version 1, and so on. Released migrations never change.
    pub migrations: &'static [Migration],
}

/// One change of the stored data.
pub struct Migration {
    /// A short description for the operator.
    pub name: &'static str,
    /// The change itself.
    pub step: Step,
}

/// How the data is changed. The change and the new version number are stored together, or not at all.
pub enum Step {
    /// Statements, without `BEGIN` and `COMMIT`.
    Sql(&'static str),
    /// A function in the transaction. It may run again after a conflict.
    Rust(for<'a> fn(&'a Tx) -> BoxFuture<'a, Result<()>>),
}

/// A store compared with a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Its version: the number of applied migrations. A new store has that of the schema.
    pub version: usize,
    /// The names of the pending migrations.
    pub pending: Vec<&'static str>,
}

/// The schema that a store records about itself.
#[derive(Debug, Clone, Default, Serialize, Deserialize, SurrealValue)]
pub(crate) struct StoredSchema {
    /// The number of applied migrations.
    pub version: i64,
    /// The definitions applied last.
    pub definitions: Vec<String>,
    /// Whether a restore is in progress or was interrupted.
    #[serde(skip)]
    #[surreal(default)]
    pub restoring: bool,
}

/// The table of the one record [`StoredSchema`].
pub(super) const TABLE: &str = "store_schema";
/// Reads that record.
pub(super) const STORED: &str = "SELECT * FROM store_schema:present";

impl Schema {
    /// The version of a store with all migrations.
    pub fn version(&self) -> usize {
        self.migrations.len()
    }
}

/// Compares the store with the schema.
///
/// # Errors
/// [`Error::Unavailable`] for a store of a newer version of Sabi.
pub(super) async fn inspect(store: &Store, schema: &Schema) -> Result<State> {
    let info: Option<Value> = store.query("INFO FOR DB").checked().await?.take(0)?;
    let info = info.unwrap_or_default();
    let has = |table: &str| info["tables"].get(table).is_some();
    let version = match if has(TABLE) { stored(store).await? } else { None } {
        Some(stored) if stored.restoring => {
            let words = "a backup was restored only in part: restore it again from the beginning";
            return Err(Error::Unavailable(words.into()));
        }
        Some(stored) => usize::try_from(stored.version).unwrap_or(usize::MAX),
        // Stores of the first releases have accounts and no version.
        None if has("user") => 0,
        None => schema.version(),
    };
    let Some(pending) = schema.migrations.get(version..) else {
        return Err(Error::Unavailable(format!(
            "a newer version of Sabi wrote it (its schema is {version}, this version knows {}); install that \
             version, or restore an older backup",
            schema.version()
        )));
    };
    Ok(State { version, pending: pending.iter().map(|migration| migration.name).collect() })
}

/// Whether the store is up to date, so that nothing has to be written.
pub(super) async fn is_current(store: &Store, schema: &Schema, state: &State) -> Result<bool> {
    let is_defined = stored(store).await?.is_some_and(|stored| stored.definitions == schema.definitions);
    Ok(is_defined && state.pending.is_empty())
}

async fn stored(store: &Store) -> Result<Option<StoredSchema>> {
    store.query(STORED).first().await
}

/// Applies what is pending in a store of this version. Servers that start together on one database apply each
/// migration once.
pub(super) async fn apply(store: &Store, schema: &Schema, version: usize) -> Result<()> {
    // Created before any other table: a store that has tables but not this one counts as an old store.
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

/// Applies one migration, unless the store already has it.
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

/// Applies new and changed definitions, and removes fields and indexes that are no longer defined. It never removes a
/// table, because its rows would be lost; a migration does that.
async fn define(store: &Store, schema: &Schema) -> Result<()> {
    let before = stored(store).await?.map(|stored| stored.definitions).unwrap_or_default();
    if before == schema.definitions {
        return Ok(());
    }
    let names: HashSet<_> = schema.definitions.iter().filter_map(|text| named(text)).collect();
    let gone = before.iter().filter_map(|text| named(text)).filter(|name| !names.contains(name));
    let gone = gone.filter_map(|(kind, name, place)| Some(format!("REMOVE {kind} IF EXISTS {name} ON {}", place?)));
    // A store of the first releases has no list of definitions; its names are the same.
    let is_known = !before.is_empty();
    let new = schema.definitions.iter().filter(|text| !before.contains(text)).map(|text| match is_known {
        true => text.replacen("IF NOT EXISTS", "OVERWRITE", 1),
        false => text.clone(),
    });
    let statements: Vec<_> = gone.chain(new).collect();
    let indexes = statements.iter().filter(|text| is_known && text.starts_with("DEFINE INDEX")).count();
    if indexes > 0 {
        tracing::info!(indexes, "rebuilding the store's indexes, which can take minutes");
    }
    let statements = statements.join(";\n");
    retry_tx(async || store.write(statements.clone()).done().await).await?;
    let noted = "UPDATE ONLY store_schema:present SET definitions = $definitions RETURN NONE";
    retry_tx(async || store.write(noted).bind(("definitions", schema.definitions.clone())).done().await).await
}

/// Kind and name of a definition, and its table unless it is a table.
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
