//! People: who they are, how they prove it, what they may do.

mod actor;
mod password;
mod session;
mod user;

pub use actor::{Actor, SessionUser};
pub use password::Hasher;
pub use session::{Door, Secrets, Sessions, SignIn};
pub use user::{AccountStatus, Gender, NewUser, Role, User, UserView};
