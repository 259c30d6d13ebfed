//! Accounts of people.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    AccountStatus, Actor, Gender, Profile, Role, User,
    address::{ERASED_DOMAIN, check_email, composed, email_key, taken_email},
    profile::nigeria,
};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    messages,
    records::{Counter, Entity, Filter, FilterKind, ListQuery, ListSpec, Listed, Page},
    store::{Id, Record as _, retry_tx},
};

impl Entity for User {
    const NOUN: &'static str = "User";
    const AUDITED: &'static [&'static str] = &[
        "first_name",
        "last_name",
        "email",
        "dob",
        "gender",
        "mobile_code",
        "mobile_number",
        "nationality",
        "role",
        "status",
        "is_super_admin",
        "extra_time",
        "activated_at",
    ];
    const ILLUSTRATED: bool = false;

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }

    fn counters(&self) -> Vec<Counter> {
        if self.role != Role::User {
            return Vec::new();
        }
        let active = (self.status == AccountStatus::Active).then(|| Counter::shared(ACTIVE_STUDENTS));
        [Counter::shared(students_of(self.created_at))].into_iter().chain(active).collect()
    }
}

/// The counter of active students.
pub const ACTIVE_STUDENTS: &str = "active-students";

/// The counter of students whose account was created in this instant's month (UTC).
pub fn students_of(month: Instant) -> String {
    format!("students/{}", month.format("%Y-%m"))
}

impl Listed for User {
    const LIST: ListSpec = ListSpec {
        select: "* OMIT password, stamp",
        search: &["first_name + ' ' + last_name + ' ' + email"],
        sort: &[
            ("first_name", "first_name"),
            ("last_name", "last_name"),
            ("email", "email"),
            ("gender", "gender"),
            ("mobile_number", "mobile_number"),
            ("nationality", "nationality"),
            ("accountStatus", "status"),
            ("isSuperAdmin", "is_super_admin"),
            ("createdAt", "created_at"),
        ],
        filters: &[
            // Compared with `email_key`, the normalised form.
            Filter { name: "email", column: "email_key", kind: FilterKind::Text },
            Filter {
                name: "accountStatus",
                column: "status",
                kind: FilterKind::Word(&["Active", "InActive", "Blocked", "Suspended"]),
            },
            Filter::from("created_at"),
            Filter::to("created_at"),
        ],
        ..ListSpec::of(Self::TABLE)
    };
}

/// An account as callers read it.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = User)]
pub struct UserView {
    #[serde(rename = "_id")]
    pub id: Id<User>,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// `YYYY-MM-DD`.
    pub dob: Option<String>,
    pub gender: Option<Gender>,
    pub mobile_code: String,
    pub mobile_number: String,
    pub nationality: String,
    pub role: Role,
    #[serde(rename = "accountStatus")]
    pub status: AccountStatus,
    #[serde(rename = "isSuperAdmin")]
    pub is_super_admin: bool,
    /// A student's extra time in timed tests, in percent; set by an administrator.
    #[serde(rename = "extraTime")]
    #[surreal(default)]
    pub extra_time: i64,
    /// When it first became active; missing while it waits for activation.
    #[serde(rename = "activatedAt")]
    pub activated_at: Option<Instant>,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

impl From<User> for UserView {
    fn from(user: User) -> Self {
        let User { id, first_name, last_name, email, dob, gender, mobile_code, mobile_number, .. } = user;
        let User { nationality, role, status, is_super_admin, extra_time, activated_at, version, created_at, .. } =
            user;
        Self {
            id,
            first_name,
            last_name,
            email,
            dob,
            gender,
            mobile_code,
            mobile_number,
            nationality,
            role,
            status,
            is_super_admin,
            extra_time,
            activated_at,
            version,
            created_at,
        }
    }
}

/// A new account, added by the back office or the command line.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct NewUser {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub dob: Option<NaiveDate>,
    pub gender: Option<Gender>,
    #[serde(default = "nigeria")]
    pub mobile_code: String,
    #[serde(default)]
    pub mobile_number: String,
    #[serde(default)]
    pub nationality: String,
    #[serde(rename = "accountStatus", default = "inactive")]
    pub status: AccountStatus,
    /// Accepted from the operator or a super admin only.
    #[serde(rename = "isSuperAdmin", default)]
    pub is_super_admin: bool,
    pub password: String,
    pub confirm_password: String,
}

fn inactive() -> AccountStatus {
    AccountStatus::InActive
}

impl User {
    /// An account with only an address and a hashed password.
    pub(crate) fn new(email: &str, role: Role, status: AccountStatus, password: String, now: Instant) -> Self {
        Self {
            id: Id::random(),
            first_name: String::new(),
            last_name: String::new(),
            email: composed(email),
            email_key: email_key(email),
            dob: None,
            gender: None,
            mobile_code: nigeria(),
            mobile_number: String::new(),
            nationality: String::new(),
            role,
            status,
            is_super_admin: false,
            password,
            stamp: Self::new_stamp(),
            device_epoch: String::new(),
            extra_time: 0,
            activated_at: (status == AccountStatus::Active).then_some(now),
            version: 0,
            created_at: now,
        }
    }

    /// Whether this account is erased.
    pub(crate) fn is_erased(&self) -> bool {
        Self::is_erased_address(&self.email)
    }

    /// Whether this is the address of an erased person.
    pub(crate) fn is_erased_address(email: &str) -> bool {
        email.rsplit_once('@').is_some_and(|(_, domain)| domain == ERASED_DOMAIN)
    }

    /// A new random stamp. Sessions with an earlier stamp become invalid.
    pub(crate) fn new_stamp() -> String {
        Id::<Self>::random().to_string()
    }
}

impl App {
    /// Adds an account (spec 3 §7). Only super admins add administrators (ruling 9) and moderators (ruling 34), after
    /// [`Actor::require_recent_login`].
    pub async fn create_user(&self, actor: &Actor, role: Role, input: NewUser) -> Result<UserView> {
        if (role != Role::User || input.is_super_admin) && !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        if role != Role::User {
            actor.require_recent_login()?;
        }
        let NewUser { first_name, last_name, dob, gender, mobile_code, mobile_number, nationality, .. } = input;
        let profile = Profile { first_name, last_name, dob, gender, mobile_code, mobile_number, nationality };
        let mut errors = FieldErrors::default();
        profile.check(self, None, &mut errors);
        check_email(&mut errors, &input.email);
        super::password::check(&mut errors, "password", &input.password, &input.email);
        errors.check(input.password == input.confirm_password, "confirm_password", messages::PASSWORDS_DIFFER);
        errors.done()?;
        let password = self.hasher.hash(&input.email, input.password).await?;
        let user = profile.onto(User::new(&input.email, role, input.status, password, self.now()));
        let user = User { is_super_admin: role == Role::Admin && input.is_super_admin, ..user };
        let created = retry_tx(async || {
            let mut change = self.change(actor).await?;
            change.create(&user).await?;
            change.commit().await
        });
        created.await.map_err(taken_email)?;
        Ok(user.into())
    }

    /// Finds an account by its address.
    pub(crate) async fn user_by_email(&self, email: &str) -> Result<Option<User>> {
        self.store.query("SELECT * FROM user WHERE email_key = $key").bind(("key", email_key(email))).first().await
    }

    /// An account, for its owner or an administrator.
    pub async fn find_user(&self, actor: &Actor, id: &Id<User>) -> Result<UserView> {
        actor.require_access_to(id)?;
        self.load(id).await?.map(User::into).ok_or(Error::NotFound("User"))
    }

    /// The accounts of one role, newest first, 10 per page.
    pub async fn list_users(&self, role: Role, query: &ListQuery) -> Result<Page<UserView>> {
        self.rows::<User>(query).only("role = $role").bind("role", role).page().await
    }
}
