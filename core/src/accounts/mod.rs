//! People: who they are, how they prove it, what they may do.

mod access;
mod actor;
mod email;
mod export;
mod limits;
mod link;
mod open_sessions;
mod password;
mod person;
mod privacy;
mod recovery;
mod registration;
mod second_factor;
mod secrets;
mod session;
mod staff;
mod user;

pub use access::Access;
pub use actor::{Actor, SessionUser};
pub(crate) use email::check_email;
pub use email::email_key;
pub use export::{Exports, PersonalData, PersonalExport};
pub use limits::{Limited, Limits, Tries};
pub use link::{Link, Purpose};
pub use open_sessions::{OpenSession, OpenSessions, Origin, Proof, SessionView};
pub use password::Hasher;
pub use person::Profile;
pub use privacy::ProvePassword;
pub use recovery::{ChangePassword, NewPassword};
pub use registration::Register;
pub use second_factor::{OneTimeCode, RecoveryCodes, SecondFactor, SecondFactorSetup, SecondFactorState};
pub use secrets::{Secrets, random_id};
pub use session::{Bearer, Door, NewSession, Sessions, SignIn};
pub use staff::UpdateUser;
pub use user::{ACTIVE_STUDENTS, AccountStatus, Gender, NewUser, Role, User, UserRef, UserView, students_of};
