//! The store: opening it, its schema, queries, transactions, and the generic resource.

mod id;
mod in_use;
mod list;
mod open;
mod packed;
mod query;
pub mod resource;
mod schema;
mod tx;

pub use id::{Id, Record};
pub(crate) use list::Rows;
pub use open::Store;
pub use packed::Packed;
pub use query::QueryExt;
pub use tx::{Tx, retry_tx};
