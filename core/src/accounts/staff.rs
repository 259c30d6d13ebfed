//! What administrators and the operator do to accounts (spec 3 §7, ruling 9). A super admin is never
//! deleted, blocked or demoted, and only one makes or changes administrators.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    AccountStatus, Actor, Gender, Profile, Role, User, UserView,
    email::{check_email, composed, email_key, taken_email},
    limits::{Limited, Tries},
    link::{Link, Purpose},
    person::nigeria,
};
use crate::{
    App, Error, FieldErrors, Result, audit, messages,
    store::{Id, Record as _, retry_tx},
};

/// An account as the back office's form sends it: whole, the password only where it changes.
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
    #[serde(default)]
    pub password: String,
    #[serde(default)]
    pub confirm_password: String,
}

impl App {
    /// Changes an account, of this role if one is named; its sessions end when the password, the email or
    /// the status changes.
    pub async fn update_user(
        &self,
        actor: &Actor,
        id: &Id<User>,
        role: Option<Role>,
        input: UpdateUser,
    ) -> Result<UserView> {
        let old = self.account_of(actor, id).await?;
        if role.is_some_and(|role| old.role != role) {
            return Err(Error::NotFound("User"));
        }
        if old.is_super_admin && input.status != AccountStatus::Active {
            return Err(Error::forbidden("super-admin", messages::SUPER_ADMIN_STAYS));
        }
        let UpdateUser { first_name, last_name, dob, gender, mobile_code, mobile_number, nationality, .. } = input;
        let profile = Profile { first_name, last_name, dob, gender, mobile_code, mobile_number, nationality };
        let mut errors = FieldErrors::default();
        profile.check(self, &mut errors);
        check_email(&mut errors, &input.email);
        let new_password = !input.password.is_empty() || !input.confirm_password.is_empty();
        if new_password {
            super::password::check(&mut errors, "password", &input.password, &input.email);
            errors.check(input.password == input.confirm_password, "confirm_password", messages::PASSWORDS_DIFFER);
        }
        errors.done()?;
        let hash = if new_password { Some(self.hasher.hash(input.password).await?) } else { None };
        let user = retry_tx(async || {
            let old = self.account_of(actor, id).await?;
            let mut user = User { status: input.status, ..profile.clone().onto(old.clone()) };
            (user.email, user.email_key) = (composed(&input.email), email_key(&input.email));
            if input.status == AccountStatus::Active {
                user.activated_at.get_or_insert(self.now());
            }
            if let Some(hash) = &hash {
                user.password = hash.clone();
            }
            if hash.is_some() || user.status != old.status || user.email_key != old.email_key {
                user.stamp = User::new_stamp();
            }
            self.write_account(actor, "update", old, user).await
        })
        .await
        .map_err(taken_email)?;
        self.sessions.forget(id).await;
        Ok(user.into())
    }

    /// Sets an account's status and ends its sessions; a super admin's never changes (ruling 9).
    pub async fn set_user_status(&self, actor: &Actor, id: &Id<User>, status: AccountStatus) -> Result<UserView> {
        let user = retry_tx(async || {
            let old = self.account_of(actor, id).await?;
            if old.is_super_admin {
                return Err(Error::forbidden("super-admin", messages::SUPER_ADMIN_STAYS));
            }
            let activated = old.activated_at.or((status == AccountStatus::Active).then(|| self.now()));
            let user = User { status, activated_at: activated, stamp: User::new_stamp(), ..old.clone() };
            self.write_account(actor, "status", old, user).await
        })
        .await?;
        self.sessions.forget(id).await;
        Ok(user.into())
    }

    /// Sets a new password for somebody; ends their sessions and lifts the limit on their sign-ins.
    pub async fn set_user_password(&self, actor: &Actor, id: &Id<User>, password: String) -> Result<UserView> {
        let user = self.account_of(actor, id).await?;
        let mut errors = FieldErrors::default();
        super::password::check(&mut errors, "password", &password, &user.email);
        errors.done()?;
        let password = self.hasher.hash(password).await?;
        let user = retry_tx(async || {
            let old = self.account_of(actor, id).await?;
            let user = User { password: password.clone(), stamp: User::new_stamp(), ..old.clone() };
            self.write_account(actor, "reset-password", old, user).await
        })
        .await?;
        self.sessions.forget(id).await;
        Ok(user.into())
    }

    /// Makes somebody an administrator, or a super admin.
    pub async fn make_admin(&self, actor: &Actor, id: &Id<User>, is_super_admin: bool) -> Result<UserView> {
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let user = retry_tx(async || {
            let old = self.account_of(actor, id).await?;
            let is_super_admin = is_super_admin || old.is_super_admin;
            let user = User { role: Role::Admin, is_super_admin, stamp: User::new_stamp(), ..old.clone() };
            self.write_account(actor, "make-admin", old, user).await
        })
        .await?;
        self.sessions.forget(id).await;
        Ok(user.into())
    }

    /// Deletes an account that nothing refers to. Returns what it was.
    pub async fn delete_user(&self, actor: &Actor, id: &Id<User>) -> Result<Role> {
        let deleted = retry_tx(async || {
            let user = self.account_of(actor, id).await?;
            if user.is_super_admin {
                return Err(Error::forbidden("super-admin", messages::SUPER_ADMIN_STAYS));
            }
            let role = user.role;
            let audit = self.audit(actor, "delete", User::TABLE, id).between(Some(user), None::<User>);
            let sql = format!("BEGIN; DELETE $id; DELETE mail WHERE user = $id; {} COMMIT;", audit::WRITE);
            self.store.query(&sql).bind(("id", id.clone())).bind(("audit", audit)).done().await?;
            Ok(role)
        });
        match deleted.await {
            Err(error @ Error::Internal(_)) => Err(self.in_use("User", error).await),
            other => {
                self.sessions.forget(id).await;
                other
            }
        }
    }

    /// The account, if this caller may change it.
    pub(super) async fn account_of(&self, actor: &Actor, id: &Id<User>) -> Result<User> {
        if !actor.is_admin() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let user: User = self.load(id).await?.ok_or(Error::NotFound("User"))?;
        if user.role == Role::Admin && !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        Ok(user)
    }

    /// Writes an account over `old`, if nobody else changed it since, and notes it on the record. A link
    /// that was mailed for the old state is of no use any more.
    async fn write_account(&self, actor: &Actor, action: &str, old: User, user: User) -> Result<User> {
        let tx = self.store.begin().await?;
        let read: Option<User> = tx.query("SELECT * FROM $id").bind(("id", user.id.clone())).first().await?;
        if read.as_ref() != Some(&old) {
            return Err(Error::Contended);
        }
        let call = tx.query("UPDATE ONLY $id CONTENT $user RETURN NONE").bind(("id", user.id.clone()));
        call.bind(("user", user.clone())).done().await?;
        if user.stamp != old.stamp {
            let links = vec![Link::key(&user.id, Purpose::Activation), Link::key(&user.id, Purpose::Reset)];
            let gone = tx.query("DELETE $links RETURN NONE; DELETE $tries RETURN NONE;").bind(("links", links));
            gone.bind(("tries", Tries::key(Limited::SignIn, &user.email))).done().await?;
        }
        tx.note(self.audit(actor, action, User::TABLE, &user.id).between(Some(old), Some(user.clone()))).await?;
        tx.commit().await?;
        Ok(user)
    }
}
