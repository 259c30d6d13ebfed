//! What entities have in common: how they are listed and changed, and how a refusal names them. This floor
//! stands on the store and knows who acts and what goes on record; the entities stand on it.

mod in_use;
mod list;
mod resource;

pub(crate) use list::Rows;
pub use list::{Column, Filter, FilterKind, ListQuery, ListSpec, Listed, Page};
pub(crate) use resource::changed;
pub use resource::{Paths, Ref, Resource, Titled, Toasts};
