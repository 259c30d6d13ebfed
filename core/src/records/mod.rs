//! The shared behaviour of entities: lists, changes, names and refusals. This layer depends on the store and on
//! callers; entities and the side effects of their changes depend on it.

mod all;
mod change;
mod counter;
mod entity;
mod exported_row;
mod idempotency;
mod in_use;
mod list;
mod naming;
mod published;
mod resource;
mod resources;
mod shared_lock;
mod side_effect;
mod stored;

pub use all::{ChangedAll, MAX_AT_ONCE};
pub(crate) use all::{changed_count, check_count};
pub use change::Change;
pub use counter::{Counter, Drift};
pub(crate) use counter::{CounterRow, counter_value};
pub use entity::Entity;
pub(crate) use exported_row::ExportedRow;
pub(crate) use idempotency::IdempotencyRow;
pub use idempotency::{CreatedRecords, IDEMPOTENCY_KEY, IdempotentRequest, MAX_KEY_CHARS};
pub(crate) use in_use::{counted, in_words};
pub(crate) use list::Rows;
#[cfg(test)]
pub(crate) use list::plans;
pub use list::{Column, Filter, FilterKind, ListQuery, ListSpec, Listed, Page};
pub(crate) use naming::NameLock;
pub use naming::Naming;
pub use published::{PublicPath, Published};
pub use resource::{Paths, Ref, Resource, Titled, Toasts, Verbs, paths, toasts};
pub use resources::{ResourceVisitor, Resources};
pub(crate) use shared_lock::SharedLock;
pub(crate) use side_effect::{Counters, SideEffect, StoredFields, Write};
pub use stored::{Stored, StoredFieldMap, entity, stored_schema};
