//! Forgotten and changed passwords (spec 1 §2, rulings 8 and 11).

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Actor, LoginPage, Role, User,
    limits::{AccountLimit, Tries},
    link::{Link, Purpose, dead_link},
    open_sessions::END_SESSIONS,
};
use crate::{
    App, FieldErrors, Result,
    mail::{MailKind, QueuedMail},
    messages,
    store::retry_tx,
};

/// A new password, with a mailed link.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct NewPassword {
    pub password: String,
    pub confirm_password: String,
}

/// A new password, with the old one.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChangePassword {
    pub old_password: String,
    pub new_password: String,
    pub confirm_password: String,
}

impl App {
    /// Mails a link to choose a new password, if the address has an account. The response is the same if it has none.
    /// The administrators' page ignores students' accounts.
    pub async fn forgot_password(
        &self,
        email: &str,
        login_page: Option<LoginPage>,
        from: Option<IpAddr>,
    ) -> Result<()> {
        self.ask_for_mail(email, from).await?;
        let (app, email) = (self.clone(), email.to_owned());
        let work = async move {
            let fits = |user: &User| (login_page.is_none() || user.role != Role::User) && !user.is_erased();
            let Some(user) = app.user_by_email(&email).await?.filter(fits) else { return Ok(()) };
            let page = if login_page.is_some() { STAFF_RESET } else { RESET };
            let (link, mail) = app.linked(&user, Purpose::Reset, MailKind::PasswordReset, page).await?;
            app.send_link(link, mail).await
        };
        self.spawn_detached_after_random_delay(work).await
    }

    /// A link to choose a new password, and its mail, to the login page of the account's role.
    pub(super) async fn reset_link(&self, user: &User) -> Result<(Link, QueuedMail)> {
        let page = if user.role == Role::User { RESET } else { STAFF_RESET };
        self.linked(user, Purpose::Reset, MailKind::PasswordReset, page).await
    }

    /// Checks that a mailed token can still set a new password. The token stays unused.
    ///
    /// # Errors
    /// Like [`App::reset_password`], and with the same limits: [`Error::Invalid`] under `token`, or [`Error::TooMany`].
    pub async fn check_reset_link(&self, token: &str, from: Option<IpAddr>) -> Result<()> {
        self.find_link(token, Purpose::Reset, from).await.map(drop)
    }

    /// Sets a new password with a mailed token, ends every session and resets the login limit.
    pub async fn reset_password(&self, token: &str, input: NewPassword, from: Option<IpAddr>) -> Result<()> {
        let (link, user) = self.find_link(token, Purpose::Reset, from).await?;
        let mut errors = FieldErrors::default();
        super::password::check(&mut errors, "password", &input.password, &user.email);
        errors.check(input.password == input.confirm_password, "confirm_password", messages::PASSWORDS_DIFFER);
        errors.done()?;
        let password = self.hasher.hash(&user.email, input.password).await?;
        let reset = format!("{END_SESSIONS} {SET_PASSWORD}");
        retry_tx(async || {
            let change = self.unaudited_change().await?;
            // Compares the token as well as the key, because an older link must not use up a newer one.
            let sql = "DELETE $id WHERE hash = $hash RETURN BEFORE";
            let call = change.query(sql).bind(("id", link.id.clone())).bind(("hash", link.hash.clone()));
            let taken: Vec<Link> = call.all().await?;
            if taken.is_empty() {
                return Err(dead_link());
            }
            let call = change.query(&reset).bind(("id", user.id.clone())).bind(("password", password.clone()));
            call.bind(("stamp", User::new_stamp())).done().await?;
            let tries = Tries::key(AccountLimit::Login, &user.email);
            change.query("DELETE $tries RETURN NONE").bind(("tries", tries)).done().await?;
            change.commit().await
        })
        .await?;
        self.sessions.invalidate(&user.id).await;
        tracing::info!(user = %user.id, "password reset");
        Ok(())
    }

    /// Sets a new password with the old one. Ends every session and returns a new one for the caller.
    pub async fn change_password(&self, actor: &Actor, input: ChangePassword) -> Result<String> {
        let user = self.account(actor).await?;
        let mut errors = FieldErrors::default();
        errors.check(!input.old_password.is_empty(), "oldPassword", "Old password is required");
        super::password::check(&mut errors, "newPassword", &input.new_password, &user.email);
        errors.check(input.new_password == input.confirm_password, "confirmPassword", messages::PASSWORDS_DIFFER);
        errors.done()?;
        // Somebody who finds an open session must not be able to guess the password without limits.
        self.prove_password(&user, input.old_password, "oldPassword").await?;
        let password = self.hasher.hash(&user.email, input.new_password).await?;
        let stamp = User::new_stamp();
        // A link that was mailed before must not work any more.
        let sql = format!("UPDATE $id SET stamp = $stamp RETURN NONE; {SET_PASSWORD} DELETE $link RETURN NONE;");
        let token = retry_tx(async || {
            let change = self.unaudited_change().await?;
            let token = self.restart_session(&change, actor, &user, &stamp).await?;
            let call = change.query(&sql).bind(("id", user.id.clone())).bind(("password", password.clone()));
            let link = Link::key(&user.id, Purpose::Reset);
            call.bind(("stamp", stamp.clone())).bind(("link", link)).done().await?;
            change.commit().await?;
            Ok(token)
        })
        .await?;
        self.sessions.invalidate(&user.id).await;
        tracing::info!(user = %user.id, "password changed");
        Ok(token)
    }
}

/// The pages that choose a new password: for everybody, and for staff.
const RESET: &str = "password/reset";
const STAFF_RESET: &str = "admin/reset-password";

const SET_PASSWORD: &str = "UPDATE $id SET password = $password RETURN NONE;";
