//! Reading a query's answer so that no failed statement goes unseen.

use surrealdb::{
    IndexedResults,
    engine::any::Any,
    method::Query,
    types::{QueryError, SurrealValue},
};

use crate::{Error, Result};

/// The ways in which queries are read. A failed statement arrives inside `Ok`, and in a
/// transaction the first error only says that the statement was not executed; both are handled here.
pub trait QueryExt {
    /// Runs it and checks every statement.
    fn checked(self) -> impl Future<Output = Result<IndexedResults>> + Send;
    /// All rows of the first statement.
    fn all<T: SurrealValue + Send>(self) -> impl Future<Output = Result<Vec<T>>> + Send;
    /// The first row of the first statement.
    fn first<T: SurrealValue + Send>(self) -> impl Future<Output = Result<Option<T>>> + Send;
    /// Runs it for its effect.
    fn done(self) -> impl Future<Output = Result<()>> + Send;
}

impl QueryExt for Query<'_, Any> {
    async fn checked(self) -> Result<IndexedResults> {
        let mut results = self.await?;
        let errors = results.take_errors();
        if errors.is_empty() {
            return Ok(results);
        }
        let mut errors: Vec<_> = errors.into_iter().collect();
        errors.sort_by_key(|(statement, error)| (is_consequence(error), *statement));
        Err(errors.into_iter().next().map_or(Error::Contended, |(_, error)| error.into()))
    }

    async fn all<T: SurrealValue + Send>(self) -> Result<Vec<T>> {
        Ok(self.checked().await?.take(0)?)
    }

    async fn first<T: SurrealValue + Send>(self) -> Result<Option<T>> {
        Ok(self.all().await?.into_iter().next())
    }

    async fn done(self) -> Result<()> {
        self.checked().await.map(drop)
    }
}

/// Whether a statement failed only because another one of its transaction did.
fn is_consequence(error: &surrealdb::Error) -> bool {
    matches!(error.query_details(), Some(QueryError::NotExecuted | QueryError::Cancelled))
}
