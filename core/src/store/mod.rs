//! The store: opening and upgrading, queries and transactions. It knows no entity.

mod address;
pub(crate) mod definitions;
pub(crate) mod dialect;
mod disk_speed;
mod engine;
mod id;
mod log_copies;
mod open;
mod own;
mod packed;
mod query;
mod reading_copy;
mod sessions;
mod snapshot;
pub(crate) mod space;
mod tx;
mod upgrade;
mod upgrade_copy;

pub use disk_speed::DiskSpeed;
pub use id::{Id, Record};
pub use open::{Condition, Store};
pub use packed::Packed;
pub use query::Call;
pub(crate) use snapshot::Snapshot;
pub use tx::{Tx, retries, retry_tx};
pub(crate) use upgrade::StoredSchema;
pub use upgrade::{Migration, Schema, State, Step};
