//! The public side of an entity, readable without login.

use std::marker::PhantomData;

use serde::Serialize;
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{ListQuery, ListSpec, Listed, Resource};
use crate::{App, Error, Result, store::Id};

/// An entity whose active records everybody may read, with a response type of its own.
pub trait Published: Resource {
    /// The public paths, below `/api/v1`.
    const PUBLIC_PATHS: &'static [PublicPath];
    /// The projection and order of the public list. By default they are those of the back office. Columns that
    /// [`Self::Public`] lacks are read but not sent.
    const PUBLIC_LIST: ListSpec = Self::LIST;
    /// The response field of the list (ruling 1).
    const PUBLIC_FIELD: &'static str = "data";
    /// The condition under which a record is public.
    const PUBLIC_CLAUSE: &'static str = "status = true";
    /// The public response type.
    type Public: SurrealValue + Serialize + ToSchema + Send;
}

/// A public path of an entity.
#[derive(Debug, Clone, Copy)]
pub struct PublicPath {
    /// The path below `/api/v1`, with at most one parameter.
    pub path: &'static str,
    /// The list filter for its parameter.
    pub filter: Option<&'static str>,
}

impl PublicPath {
    /// A path to all public records.
    pub const fn to_all(path: &'static str) -> Self {
        Self { path, filter: None }
    }

    /// A path that ends in a parameter for this filter.
    pub const fn by(filter: &'static str, path: &'static str) -> Self {
        Self { path, filter: Some(filter) }
    }
}

/// The public side of an entity, as a list.
struct PublicSide<R>(PhantomData<R>);

impl<R: Published> Listed for PublicSide<R> {
    const LIST: ListSpec = R::PUBLIC_LIST;
}

impl App {
    /// All public records, or those that match a filter of the list.
    pub async fn list_published<R: Published>(&self, filter: Option<(&str, &str)>) -> Result<Vec<R::Public>> {
        let filters = filter.map(|(name, value)| (name.to_owned(), value.to_owned())).into_iter().collect();
        let query = ListQuery { filters, ..ListQuery::default() };
        Ok(self.rows::<PublicSide<R>>(&query).only(R::PUBLIC_CLAUSE).page().await?.rows)
    }

    /// One public record, in the back office's response type.
    ///
    /// # Errors
    /// [`Error::NotFound`] if no active record has this id.
    pub async fn find_published<R: Published>(&self, id: &Id<R>) -> Result<R::View> {
        let sql = format!("SELECT {} FROM $id WHERE {}", R::LIST.select, R::PUBLIC_CLAUSE);
        let found: Option<R::View> = self.store.query(sql).bind(("id", id.clone())).first().await?;
        found.ok_or(Error::NotFound(R::NOUN))
    }
}
