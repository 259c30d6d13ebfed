//! The stored account.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    clock::Instant,
    store::{Id, Record},
};

/// Student, moderator or administrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "lowercase")]
#[surreal(untagged, lowercase)]
pub enum Role {
    /// A student.
    User,
    /// Grades theory submissions and decides on reports, and nothing else (ruling 34).
    Moderator,
    /// An administrator.
    Admin,
}

/// Whether an account may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[surreal(untagged)]
pub enum AccountStatus {
    Active,
    /// Not activated yet.
    InActive,
    Blocked,
    Suspended,
}

/// Gender codes of the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[surreal(untagged)]
pub enum Gender {
    M,
    F,
}

/// A stored account. It never leaves core; responses contain a [`UserView`].
#[derive(Debug, Clone, PartialEq, Eq, SurrealValue)]
pub struct User {
    pub id: Id<User>,
    pub first_name: String,
    pub last_name: String,
    /// As typed; `email_key` is the normalised, unique form.
    pub email: String,
    pub email_key: String,
    pub dob: Option<String>,
    pub gender: Option<Gender>,
    pub mobile_code: String,
    pub mobile_number: String,
    pub nationality: String,
    pub role: Role,
    pub status: AccountStatus,
    pub is_super_admin: bool,
    /// Argon2id, PHC string.
    pub password: String,
    /// Part of each session; changed by logout, password, block and role.
    pub stamp: String,
    /// Part of each known device; changed with the second factor, so that devices are forgotten.
    #[surreal(default)]
    pub device_epoch: String,
    /// A student's extra time in timed tests, in percent.
    #[surreal(default)]
    pub extra_time: i64,
    /// When it first became active. An account that was active before cannot activate itself again.
    pub activated_at: Option<Instant>,
    /// Incremented by each change of its owner or an administrator (ruling 33).
    #[surreal(default)]
    pub version: i64,
    pub created_at: Instant,
}

/// A reference to a person, for administrators and moderators.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct UserRef {
    #[serde(rename = "_id")]
    pub id: Id<User>,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
}

impl Record for User {
    const TABLE: &'static str = "user";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS user_email ON user FIELDS email_key UNIQUE;\
        DEFINE INDEX IF NOT EXISTS user_role ON user FIELDS role, created_at;\
        DEFINE INDEX IF NOT EXISTS user_status ON user FIELDS role, status, created_at;";
}
