//! Account management by administrators and the operator (spec 3 §7, ruling 9). A super admin is never deleted,
//! blocked or demoted. Only super admins create and change administrators, and change a moderator's email or
//! password.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    AccountStatus, Actor, Gender, Profile, Role, User, UserView,
    address::{check_email, composed, email_key, taken_email},
    limits::{AccountLimit, Tries},
    link::Link,
    open_sessions::{DROP_DEVICES, OpenSessions},
    profile::nigeria,
    second_factor::SecondFactor,
};
use crate::{
    App, Error, FieldErrors, Result, messages,
    records::Entity as _,
    store::{Id, retry_tx},
};

/// The maximum extra time of a student, in percent.
const MAX_EXTRA_TIME: i64 = 100;

/// The complete form of an account; the password only if it is changed.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UpdateUser {
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
    #[serde(rename = "accountStatus")]
    pub status: AccountStatus,
    /// A student's extra time in timed tests, in percent: 0 to 100.
    #[serde(rename = "extraTime", default)]
    pub extra_time: i64,
    #[serde(default)]
    pub password: String,
    #[serde(default)]
    pub confirm_password: String,
}

impl User {
    /// The account as its form shows it.
    pub fn form(&self) -> UpdateUser {
        let profile = Profile::of(self);
        let Profile { first_name, last_name, dob, gender, mobile_code, mobile_number, nationality } = profile;
        UpdateUser {
            first_name,
            last_name,
            email: self.email.clone(),
            dob,
            gender,
            mobile_code,
            mobile_number,
            nationality,
            status: self.status,
            extra_time: self.extra_time,
            password: String::new(),
            confirm_password: String::new(),
        }
    }
}

impl App {
    /// Overwrites an account, regardless of its version. Fails if the account has another role than `role`.
    pub async fn update_user(
        &self,
        actor: &Actor,
        id: &Id<User>,
        role: Option<Role>,
        input: UpdateUser,
    ) -> Result<UserView> {
        self.edit_user(actor, id, role, None, |_| Ok(input.clone())).await
    }

    /// Changes an account. `edit` changes the form that is built from the stored account. Fails if the account has
    /// another role than `role`. The account's sessions end if password, email or status change.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `changed` if `version` is given and is not the account's (ruling 33);
    /// [`Error::Forbidden`] for a new email or password of a moderator, except for super admins. A new email or
    /// password of anybody needs [`Actor::require_recent_login`].
    pub async fn edit_user(
        &self,
        actor: &Actor,
        id: &Id<User>,
        role: Option<Role>,
        version: Option<i64>,
        input: impl Fn(&User) -> Result<UpdateUser> + Send + Sync,
    ) -> Result<UserView> {
        let old: User = self.load(id).await?.ok_or(Error::NotFound(User::NOUN))?;
        require_right_to_change(actor, &old)?;
        let edit = |old: &User, hash: Option<&String>| {
            if role.is_some_and(|role| old.role != role) {
                return Err(Error::NotFound(User::NOUN));
            }
            let input = input(old)?;
            if old.is_super_admin && input.status != AccountStatus::Active {
                return Err(Error::forbidden("super-admin", messages::SUPER_ADMIN_STAYS));
            }
            if input.has_password() || email_key(&input.email) != old.email_key {
                self.may_change_credentials(actor, old)?;
            }
            input.check(self, old)?;
            let (status, extra_time) = (input.status, input.extra_time);
            let mut user = User { status, extra_time, ..input.profile().onto(old.clone()) };
            (user.email, user.email_key) = (composed(&input.email), email_key(&input.email));
            if input.status == AccountStatus::Active {
                user.activated_at.get_or_insert(self.now());
            }
            if let Some(hash) = hash {
                user.password = hash.clone();
            }
            if hash.is_some() || user.status != old.status || user.email_key != old.email_key {
                user.stamp = User::new_stamp();
            }
            Ok(user)
        };
        // Refusals come before the slow hashing, and hashing comes before the change starts.
        edit(&old, None)?;
        let asked = input(&old)?;
        let hash = if asked.has_password() { Some(self.hasher.hash(&old.email, asked.password).await?) } else { None };
        self.change_account(actor, "update", id, version, |old| edit(old, hash.as_ref())).await
    }

    /// Sets an account's status and ends its sessions. A super admin's status cannot change (ruling 9).
    pub async fn set_user_status(&self, actor: &Actor, id: &Id<User>, status: AccountStatus) -> Result<UserView> {
        let edit = |old: &User| {
            if old.is_super_admin {
                return Err(Error::forbidden("super-admin", messages::SUPER_ADMIN_STAYS));
            }
            let activated_at = old.activated_at.or((status == AccountStatus::Active).then(|| self.now()));
            Ok(User { status, activated_at, stamp: User::new_stamp(), ..old.clone() })
        };
        self.change_account(actor, "status", id, None, edit).await
    }

    /// Sets a new password for an account, ends its sessions and resets its login limit.
    pub async fn set_user_password(&self, actor: &Actor, id: &Id<User>, password: String) -> Result<UserView> {
        let user: User = self.load(id).await?.ok_or(Error::NotFound(User::NOUN))?;
        self.may_change_credentials(actor, &user)?;
        let mut errors = FieldErrors::default();
        super::password::check(&mut errors, "password", &password, &user.email);
        errors.done()?;
        let password = self.hasher.hash(&user.email, password).await?;
        let edit = |old: &User| {
            self.may_change_credentials(actor, old)?;
            Ok(User { password: password.clone(), stamp: User::new_stamp(), ..old.clone() })
        };
        self.change_account(actor, "reset-password", id, None, edit).await
    }

    /// Makes somebody an administrator or a super admin.
    pub async fn make_admin(&self, actor: &Actor, id: &Id<User>, is_super_admin: bool) -> Result<UserView> {
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        actor.require_recent_login()?;
        let edit = |old: &User| {
            let is_super_admin = is_super_admin || old.is_super_admin;
            Ok(User { role: Role::Admin, is_super_admin, stamp: User::new_stamp(), ..old.clone() })
        };
        self.change_account(actor, "make-admin", id, None, edit).await
    }

    /// Deletes an account without references, together with its links and counts. Deleting an administrator needs
    /// [`Actor::require_recent_login`]. Returns the role that it had. An account with results can only be erased
    /// ([`App::erase_person`]).
    pub async fn delete_user(&self, actor: &Actor, id: &Id<User>) -> Result<Role> {
        let deleted = retry_tx(async || {
            let mut change = self.change(actor).await?;
            let user: User = change.find(id).await?;
            require_right_to_change(actor, &user)?;
            if user.is_super_admin {
                return Err(Error::forbidden("super-admin", messages::SUPER_ADMIN_STAYS));
            }
            if user.role == Role::Admin {
                actor.require_recent_login()?;
            }
            change.delete(&user).await?;
            let gone = change.query(
                "DELETE mail WHERE user = $id RETURN NONE; DELETE $sessions RETURN NONE; DELETE $factor RETURN NONE; \
                 DELETE $links RETURN NONE; DELETE $tries RETURN NONE;",
            );
            let gone = gone.bind(("links", Link::all_of(id))).bind(("tries", Tries::all_of(&user.email)));
            let gone = gone.bind(("sessions", OpenSessions::key(id))).bind(("factor", SecondFactor::key(id)));
            gone.bind(("id", id.clone())).done().await?;
            change.commit().await?;
            Ok(user.role)
        });
        match deleted.await {
            Err(error @ Error::Internal(_)) => Err(self.in_use(id, error).await),
            other => {
                self.sessions.invalidate(id).await;
                other
            }
        }
    }

    /// Refuses callers who may not change the email and password of this account. Only super admins change a
    /// moderator's, because they allow grading under the moderator's name. Both give access to the account, so they
    /// need re-authentication (rulings 36 and 49).
    fn may_change_credentials(&self, actor: &Actor, user: &User) -> Result<()> {
        require_right_to_change(actor, user)?;
        if user.role != Role::User && !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        actor.require_recent_login()
    }

    /// Applies `edit` to the account. A new stamp ends its sessions and invalidates links that were mailed for the
    /// old state.
    async fn change_account(
        &self,
        actor: &Actor,
        action: &str,
        id: &Id<User>,
        version: Option<i64>,
        edit: impl Fn(&User) -> Result<User> + Send + Sync,
    ) -> Result<UserView> {
        let changed = retry_tx(async || {
            let mut change = self.change(actor).await?;
            let old: User = change.find(id).await?;
            require_right_to_change(actor, &old)?;
            change.expect_version(&old, version).await?;
            let user = User { version: old.version + 1, ..edit(&old)? };
            change.update_by(action, &old, &user).await?;
            if user.stamp != old.stamp {
                let gone =
                    change.query(format!("{DROP_DEVICES} DELETE $links RETURN NONE; DELETE $tries RETURN NONE;"));
                let gone = gone.bind(("ids", [user.id.clone()])).bind(("links", Link::all_of(&user.id)));
                gone.bind(("tries", Tries::key(AccountLimit::Login, &user.email))).done().await?;
            }
            change.commit().await?;
            Ok(user)
        });
        let user = changed.await.map_err(taken_email)?;
        self.sessions.invalidate(id).await;
        Ok(user.into())
    }
}

impl UpdateUser {
    fn profile(&self) -> Profile {
        let Self { first_name, last_name, dob, gender, mobile_code, mobile_number, nationality, .. } = self.clone();
        Profile { first_name, last_name, dob, gender, mobile_code, mobile_number, nationality }
    }

    fn has_password(&self) -> bool {
        !self.password.is_empty() || !self.confirm_password.is_empty()
    }

    fn check(&self, app: &App, old: &User) -> Result<()> {
        let mut errors = FieldErrors::default();
        self.profile().check(app, Some(old), &mut errors);
        check_email(&mut errors, &self.email);
        errors.check(
            (0..=MAX_EXTRA_TIME).contains(&self.extra_time),
            "extraTime",
            "Extra time must be from 0 to 100 percent.",
        );
        if self.has_password() {
            super::password::check(&mut errors, "password", &self.password, &self.email);
            errors.check(self.password == self.confirm_password, "confirm_password", messages::PASSWORDS_DIFFER);
        }
        errors.done()
    }
}

/// Refuses callers who may not change this account: only super admins change administrators (ruling 9).
pub(crate) fn require_right_to_change(actor: &Actor, user: &User) -> Result<()> {
    let may = actor.is_owner() || (actor.is_admin() && user.role != Role::Admin);
    if may { Ok(()) } else { Err(Error::forbidden("forbidden", messages::FORBIDDEN)) }
}
