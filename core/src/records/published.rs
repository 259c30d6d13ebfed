//! What everybody may read of an entity, without signing in.

use std::marker::PhantomData;

use serde::Serialize;
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{ListQuery, ListSpec, Listed, Resource};
use crate::{App, Error, Result, store::Id};

/// An entity of which everybody may read what is in use, in a shape of its own beside the back office's.
pub trait Published: Resource {
    /// Where it is read, below `/api/v1`.
    const PUBLIC_PATHS: &'static [PublicPath];
    /// How it is read: projection and order.
    const PUBLIC_LIST: ListSpec;
    /// The field of the answer that holds them (ruling 1).
    const PUBLIC_FIELD: &'static str = "data";
    /// What makes a record public.
    const PUBLIC_CLAUSE: &'static str = "status = true";
    /// What everybody reads.
    type Public: SurrealValue + Serialize + ToSchema + Send;
}

/// A path by which everybody reads an entity.
#[derive(Debug, Clone, Copy)]
pub struct PublicPath {
    /// The path below `/api/v1`, with at most one parameter.
    pub path: &'static str,
    /// The filter of the list that its parameter stands for.
    pub filter: Option<&'static str>,
}

impl PublicPath {
    /// A path to all of them.
    pub const fn to_all(path: &'static str) -> Self {
        Self { path, filter: None }
    }

    /// A path, ending in a parameter, to those that the filter passes.
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
    /// What everybody may read of an entity, whole, or what a filter of its list passes.
    pub async fn list_published<R: Published>(&self, filter: Option<(&str, &str)>) -> Result<Vec<R::Public>> {
        let filters = filter.map(|(name, value)| (name.to_owned(), value.to_owned())).into_iter().collect();
        let query = ListQuery { filters, ..ListQuery::default() };
        Ok(self.rows::<PublicSide<R>>(&query).only(R::PUBLIC_CLAUSE).page().await?.rows)
    }

    /// One that everybody may read, as the back office reads it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none in use with this id.
    pub async fn find_published<R: Published>(&self, id: &Id<R>) -> Result<R::View> {
        let sql = format!("SELECT {} FROM $id WHERE {}", R::LIST.select, R::PUBLIC_CLAUSE);
        let found: Option<R::View> = self.store.query(sql).bind(("id", id.clone())).first().await?;
        found.ok_or(Error::NotFound(R::NOUN))
    }
}
