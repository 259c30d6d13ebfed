//! The one who calls.

use std::{fmt, sync::Arc};

use super::{AccountStatus, Role, User};
use crate::{Error, Refusal, Result, messages, store::Id};

/// Who makes a call; every call that changes or reads something private is given one.
#[derive(Debug, Clone)]
pub enum Actor {
    /// Whoever can read the data folder's key: the command line on the server's own machine.
    Operator,
    /// Somebody who signed in.
    User(Arc<SessionUser>),
}

/// What a session knows of its user, re-read at least once a second (ruling 8).
#[derive(Debug, Clone)]
pub struct SessionUser {
    /// The user.
    pub id: Id<User>,
    /// Student, moderator or administrator.
    pub role: Role,
    /// Whether a super admin.
    pub is_super_admin: bool,
    /// As an administrator may have changed it since the sign-in.
    pub status: AccountStatus,
    /// The stamp that a session must carry; a new one ends all old sessions.
    pub stamp: String,
    /// The id of the session by which they call.
    pub session: String,
    /// Whether it holds only while it stands among its user's sessions.
    pub is_listed: bool,
    /// Whether password or code was given within the last quarter of an hour.
    pub is_proved: bool,
    /// Whether a code is asked for when they sign in.
    pub has_second_factor: bool,
    /// Whether they may do nothing but set up the second factor that they must have (ruling 36).
    pub must_set_up: bool,
}

impl Actor {
    /// The signed-in user's id; an operator has none and is refused.
    pub fn user_id(&self) -> Result<&Id<User>> {
        match self {
            Self::User(user) => Ok(&user.id),
            Self::Operator => Err(Error::forbidden("not-a-student", "This needs a student's account.")),
        }
    }

    /// Whether they call by this session.
    pub(super) fn is_in(&self, session: &str) -> bool {
        matches!(self, Self::User(user) if user.session == session)
    }

    /// Whether nothing is open to them but their own account until they set up a second factor.
    pub fn must_set_up(&self) -> bool {
        matches!(self, Self::User(user) if user.must_set_up)
    }

    /// Whether the back office is open to them.
    pub fn is_admin(&self) -> bool {
        match self {
            Self::Operator => true,
            Self::User(user) => user.role == Role::Admin && !user.must_set_up,
        }
    }

    /// Whether theory submissions and reports are theirs to decide: moderators' and administrators'.
    pub fn is_moderator(&self) -> bool {
        match self {
            Self::Operator => true,
            Self::User(user) => user.role != Role::User && !user.must_set_up,
        }
    }

    /// Whether they may make and unmake administrators.
    pub fn is_owner(&self) -> bool {
        match self {
            Self::Operator => true,
            Self::User(user) => self.is_admin() && user.is_super_admin,
        }
    }

    /// Refuses everyone but this user and administrators (ruling 9).
    pub fn may_see(&self, user: &Id<User>) -> Result<()> {
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
