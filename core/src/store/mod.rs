//! The store: opening and upgrading it, queries, transactions, and the generic resource.

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
mod set_aside;
pub(crate) mod space;
mod tx;
mod upgrade;

pub use id::{Id, Record};
pub(crate) use list::Rows;
pub use open::{Condition, Store};
pub use packed::Packed;
pub use query::Call;
pub use tx::{Tx, retry_tx};
pub use upgrade::{Migration, Schema, State, Step};
