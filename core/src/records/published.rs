//! What everybody may read of an entity, without signing in.

use std::marker::PhantomData;

use serde::Serialize;
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{ListSpec, Listed, Resource};
use crate::{App, Error, Result, store::Id};

/// An entity of which everybody may read what is in use, in a shape of its own beside the back office's.
pub trait Published: Resource {
    /// Where it is read, below `/api/v1`.
    const PUBLIC_PATH: &'static str;
    /// How it is read: projection and order.
    const PUBLIC_LIST: ListSpec;
    /// The field of the answer that holds them (ruling 1).
    const PUBLIC_FIELD: &'static str = "data";
    /// What makes a record public.
    const PUBLIC_CLAUSE: &'static str = "status = true";
    /// What everybody reads.
    type Public: SurrealValue + Serialize + ToSchema + Send;
}

/// The public side of an entity, as a list.
struct PublicSide<R>(PhantomData<R>);

impl<R: Published> Listed for PublicSide<R> {
    const LIST: ListSpec = R::PUBLIC_LIST;
}

impl App {
    /// What everybody may read of an entity, whole.
    pub async fn list_published<R: Published>(&self) -> Result<Vec<R::Public>> {
        let all = Default::default();
        Ok(self.rows::<PublicSide<R>>(&all).only(R::PUBLIC_CLAUSE).page().await?.rows)
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
