//! The caller and their permissions. Records, audit log and mails use it, so this layer is below them and depends only
//! on the store.

mod access;
mod account;
mod actor;

pub use access::Access;
pub use account::{AccountStatus, Gender, Role, User, UserRef};
pub use actor::{Actor, SessionUser};
