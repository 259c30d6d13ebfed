//! Levels of access.

use serde::{Deserialize, Serialize};

use super::Actor;

/// Who may call an operation. The operation itself checks who owns a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// Everyone.
    Public,
    /// Everyone who is logged in.
    SignedIn,
    /// Moderators, administrators and the operator.
    Moderator,
    /// Administrators and the operator.
    Admin,
    /// Super admins and the operator.
    Owner,
    /// The operator: anyone who can read the data folder.
    Operator,
}

impl Access {
    /// Whether this caller is allowed; `None` is a caller without a session.
    pub fn admits(self, actor: Option<&Actor>) -> bool {
        match (self, actor) {
            (Self::Public, _) | (Self::SignedIn, Some(_)) => true,
            (_, None) => false,
            (Self::Moderator, Some(actor)) => actor.is_moderator(),
            (Self::Admin, Some(actor)) => actor.is_admin(),
            (Self::Owner, Some(actor)) => actor.is_owner(),
            (Self::Operator, Some(actor)) => matches!(actor, Actor::Operator),
        }
    }
}
