//! Queries, with a check that no failed statement is missed.

use std::{borrow::Cow, time::Instant};

use surrealdb::{
    IndexedResults,
    types::{QueryError, SurrealValue, Variables},
};

use super::{Store, Tx};
use crate::{Error, Result};

/// A query with its values. Run it with `checked`, `all`, `first` or `done`.
#[must_use = "a query does nothing until it is run"]
pub struct Call<'a> {
    executor: Executor<'a>,
    sql: Cow<'a, str>,
    values: Variables,
}

/// Where a query runs.
enum Executor<'a> {
    Store(&'a Store),
    List(&'a Store),
    Write(&'a Store),
    Tx(&'a Tx),
}

impl<'a> Call<'a> {
    pub(super) fn of_store(store: &'a Store, sql: impl Into<Cow<'a, str>>) -> Self {
        Self { executor: Executor::Store(store), sql: sql.into(), values: Variables::new() }
    }

    pub(super) fn of_list(store: &'a Store, sql: impl Into<Cow<'a, str>>) -> Self {
        Self { executor: Executor::List(store), sql: sql.into(), values: Variables::new() }
    }

    pub(super) fn of_write(store: &'a Store, sql: impl Into<Cow<'a, str>>) -> Self {
        Self { executor: Executor::Write(store), sql: sql.into(), values: Variables::new() }
    }

    pub(super) fn of_tx(tx: &'a Tx, sql: impl Into<Cow<'a, str>>) -> Self {
        Self { executor: Executor::Tx(tx), sql: sql.into(), values: Variables::new() }
    }

    /// Binds `$name`.
    pub fn bind(mut self, (name, value): (impl Into<String>, impl SurrealValue)) -> Self {
        self.values.insert(name, value);
        self
    }

    /// Runs it and checks every statement. The database returns failed statements inside `Ok`, and in a transaction
    /// the first error only says that its statement was not executed. Both are handled here.
    pub async fn checked(self) -> Result<IndexedResults> {
        let begun = Instant::now();
        let (store, answered) = match self.executor {
            Executor::Store(_) if writes(&self.sql) => {
                return Err(Error::internal("a read query must not write"));
            }
            Executor::Store(store) | Executor::List(store) => {
                (store, store.engine(false)?.query(&self.sql, self.values).await)
            }
            Executor::Write(store) => (store, store.engine(true)?.query(&self.sql, self.values).await),
            Executor::Tx(tx) => (tx.store(), tx.open().query(&self.sql, self.values).await),
        };
        let took = begun.elapsed();
        store.metrics().took(
            |meters| match self.executor {
                Executor::Store(_) | Executor::List(_) => &meters.read,
                Executor::Write(_) => &meters.write,
                Executor::Tx(_) => &meters.transaction,
            },
            took,
        );
        let mut results = answered.map_err(|error| store.convert_error(error))?;
        let mut errors: Vec<_> = results.take_errors().into_iter().collect();
        if errors.is_empty() {
            return Ok(results);
        }
        errors.sort_by_key(|(statement, error)| (is_consequence(error), *statement));
        let mut errors: Vec<_> = errors.into_iter().map(|(_, error)| store.convert_error(error)).collect();
        // A commit that failed because of the disk is reported only by its own row, after those of the statements.
        let fault = errors.iter().position(|error| matches!(error, Error::Unavailable(_)));
        Err(errors.swap_remove(fault.unwrap_or(0)))
    }

    /// All rows of the first statement.
    pub async fn all<T: SurrealValue + Send>(self) -> Result<Vec<T>> {
        Ok(self.checked().await?.take(0)?)
    }

    /// The first row of the first statement.
    pub async fn first<T: SurrealValue + Send>(self) -> Result<Option<T>> {
        Ok(self.all().await?.into_iter().next())
    }

    /// Runs it for its effect.
    pub async fn done(self) -> Result<()> {
        self.checked().await.map(drop)
    }
}

/// Whether a query may change something. Values are bound and our names are lower case, so upper-case keywords
/// decide.
pub(super) fn writes(sql: &str) -> bool {
    const CHANGES: [&str; 10] =
        ["CREATE", "INSERT", "UPDATE", "UPSERT", "DELETE", "RELATE", "DEFINE", "REMOVE", "ALTER", "REBUILD"];
    sql.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').any(|word| CHANGES.contains(&word))
}

/// Whether a statement failed only because another statement of its transaction did.
fn is_consequence(error: &surrealdb::Error) -> bool {
    matches!(error.query_details(), Some(QueryError::NotExecuted | QueryError::Cancelled))
}

#[cfg(test)]
mod tests {
    use super::writes;

    #[test]
    fn a_statement_that_changes_data_is_recognised() {
        for sql in [
            "UPDATE $id SET stamp = $stamp RETURN NONE",
            "BEGIN; LET $written = (UPDATE $id SET n = 1); COMMIT;",
            "CREATE ONLY $id CONTENT $record",
            "DEFINE TABLE IF NOT EXISTS user SCHEMALESS;",
            "INSERT INTO question $questions",
            "SELECT * FROM user;DELETE $id",
        ] {
            assert!(writes(sql), "{sql}");
        }
        for sql in [
            "SELECT * FROM user WHERE status = 'CREATED' AND update_request = true",
            "RETURN 1",
            "SELECT VALUE created_at FROM DELETED_USERS",
        ] {
            assert!(!writes(sql), "{sql}");
        }
    }
}
