//! The store: opening it, its schema, queries, transactions, and the generic resource.

mod address;
mod engine;
mod id;
mod in_use;
mod list;
mod log_copies;
mod open;
mod packed;
mod query;
pub mod resource;
mod schema;
pub(crate) mod space;
mod tx;

pub use id::{Id, Record};
pub(crate) use list::Rows;
pub use open::{Condition, Store};
pub use packed::Packed;
pub use query::Call;
pub use tx::{Tx, retry_tx};
