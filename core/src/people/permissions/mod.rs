//! Who calls, and what they may do. Records, audit log and mails use it, so it lies below them and knows only the store.

mod access;
mod account;
mod actor;

pub use access::Access;
pub use account::{AccountStatus, Gender, Role, User, UserRef};
pub use actor::{Actor, SessionUser};
