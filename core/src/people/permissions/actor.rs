//! The caller of an operation.

use std::{fmt, sync::Arc};

use super::{AccountStatus, Role, User};
use crate::{Error, Refusal, Result, messages, store::Id};

/// The caller. Every call that changes something or reads something private takes one.
#[derive(Debug, Clone)]
pub enum Actor {
    /// The operator, who can read the data folder's key: the command line on the server's machine.
    Operator,
    /// Somebody who is logged in.
    User(Arc<SessionUser>),
}

/// A session's view of its user, at most a second old (ruling 8).
#[derive(Debug, Clone)]
pub struct SessionUser {
    /// The user.
    pub id: Id<User>,
    /// Student, moderator or administrator.
    pub role: Role,
    /// Whether a super admin.
    pub is_super_admin: bool,
    /// The current status; an administrator may have changed it since the login.
    pub status: AccountStatus,
    /// The stamp that a session must carry; a new one ends all old sessions.
    pub stamp: String,
    /// The id of the session of the call.
    pub session: String,
    /// Whether the session is valid only while it is listed among its user's sessions.
    pub is_listed: bool,
    /// Whether the password or a code was entered within the last 15 minutes.
    pub is_proved: bool,
    /// Whether a login requires a code.
    pub has_second_factor: bool,
    /// Whether they must set up the required second factor first (ruling 36).
    pub must_set_up: bool,
}

impl Actor {
    /// The user's id; an error for the operator, who has none.
    pub fn user_id(&self) -> Result<&Id<User>> {
        match self {
            Self::User(user) => Ok(&user.id),
            Self::Operator => Err(Error::forbidden("not-a-student", "Only a student account can do this.")),
        }
    }

    /// The id of the session of the call; empty for the operator, who needs none.
    pub(crate) fn session(&self) -> &str {
        match self {
            Self::User(user) => &user.session,
            Self::Operator => "",
        }
    }

    /// Whether the call comes from this session.
    pub(crate) fn is_in(&self, session: &str) -> bool {
        matches!(self, Self::User(user) if user.session == session)
    }

    /// Whether they can only use their own account page until they set up a second factor.
    pub fn must_set_up(&self) -> bool {
        matches!(self, Self::User(user) if user.must_set_up)
    }

    /// Whether they may use the back office.
    pub fn is_admin(&self) -> bool {
        match self {
            Self::Operator => true,
            Self::User(user) => user.role == Role::Admin && !user.must_set_up,
        }
    }

    /// Whether they may grade and decide on reports: moderators and administrators.
    pub fn is_moderator(&self) -> bool {
        match self {
            Self::Operator => true,
            Self::User(user) => user.role != Role::User && !user.must_set_up,
        }
    }

    /// Whether they may appoint and demote administrators.
    pub fn is_owner(&self) -> bool {
        match self {
            Self::Operator => true,
            Self::User(user) => self.is_admin() && user.is_super_admin,
        }
    }

    /// Refuses everyone but this user and administrators (ruling 9).
    pub fn require_access_to(&self, user: &Id<User>) -> Result<()> {
        match self {
            _ if self.is_admin() => Ok(()),
            Self::User(me) if me.id == *user => Ok(()),
            _ => Err(Error::Forbidden(Refusal::new("forbidden", messages::FORBIDDEN))),
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operator => out.write_str("operator"),
            Self::User(user) => write!(out, "{}", user.id),
        }
    }
}
