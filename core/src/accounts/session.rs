//! Signing in, and what proves it afterwards.

use std::{net::IpAddr, sync::Arc, time::Duration};

use moka::future::Cache;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::{
    AccountStatus, Actor, Role, SessionUser, User, UserView,
    limits::{Limited, Tries},
    secrets::{Claims, Device, Session},
};
use crate::{
    App, Error, FieldErrors, Refusal, Result, messages,
    store::{Id, retry_tx},
};

/// What sessions know of their users, for at most a second (ruling 8).
pub struct Sessions(Cache<Id<User>, Arc<SessionUser>>);

impl Sessions {
    /// An empty cache.
    pub fn new() -> Self {
        Self(Cache::builder().max_capacity(20_000).time_to_live(Duration::from_secs(1)).build())
    }

    /// Reads this user anew at the next request.
    pub(super) async fn forget(&self, user: &Id<User>) {
        self.0.invalidate(user).await;
    }

    /// Reads every user anew at the next request.
    pub(crate) fn forget_all(&self) {
        self.0.invalidate_all();
    }
}

impl Default for Sessions {
    fn default() -> Self {
        Self::new()
    }
}

/// Which door somebody signs in at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Door {
    /// `/admin/login`: students are turned away.
    Admin,
}

/// What is sent to sign in.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SignIn {
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub password: String,
    /// Ask for a token in the body instead of a cookie, as the command line does.
    #[serde(default)]
    pub bearer: bool,
    /// The admin door checks the role.
    pub door: Option<Door>,
}

/// Somebody who has just signed in.
#[derive(Clone)]
pub struct NewSession {
    /// The account.
    pub user: UserView,
    /// The session's token.
    pub token: String,
    /// What the device shows at the next sign-in.
    pub device: String,
}

/// Who bears a token that holds.
#[derive(Clone)]
pub struct Bearer {
    /// The one who calls.
    pub actor: Actor,
    /// The token of the same session to go on with, where it is time for one.
    pub renewed: Option<String>,
}

impl App {
    /// Signs in from a device that is not known: the account and its session token.
    ///
    /// # Errors
    /// As [`Self::sign_in_on`].
    pub async fn sign_in(&self, input: SignIn, from: Option<IpAddr>) -> Result<(UserView, String)> {
        let NewSession { user, token, .. } = self.sign_in_on(None, input, from).await?;
        Ok((user, token))
    }

    /// Signs in. `from` is the caller's address, where there is one; `device` is what the device was given
    /// at its last sign-in. A device that is known to the account is counted by itself, so that strangers
    /// who guess cannot shut the account's owner out.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] for a wrong address or password; [`Error::TooMany`]; [`Error::Forbidden`]
    /// for an account that is inactive, blocked, suspended or no administrator's, which is told only after
    /// the right password (ruling 8), in the words of spec 1 §4.
    pub async fn sign_in_on(&self, device: Option<&str>, input: SignIn, from: Option<IpAddr>) -> Result<NewSession> {
        let mut errors = FieldErrors::default();
        errors.check(!input.email.trim().is_empty(), "email", messages::EMAIL_REQUIRED);
        errors.check(input.email.contains('@'), "email", messages::EMAIL_INVALID);
        errors.check(!input.password.is_empty(), "password", messages::PASSWORD_REQUIRED);
        errors.done()?;
        let shown = device.and_then(|token| match self.secrets.read(token, self.now())? {
            Claims::Device(device) => Some(device),
            _ => None,
        });
        if shown.is_none() {
            self.limits.admit(Limited::SignIn, from)?;
        }
        let user = if input.email.len() > 300 { None } else { self.user_by_email(&input.email).await? };
        let is_of = |device: &Device, user: &User| device.sub == user.id.as_str() && device.stamp == mark(user);
        let known = shown.filter(|device| user.as_ref().is_some_and(|user| is_of(device, user)));
        let tries = match &known {
            Some(device) => Tries::of_device(&device.jti),
            None => {
                self.limits.admit(Limited::SignIn, from)?;
                Tries::key(Limited::SignIn, &input.email)
            }
        };
        self.count_try_at(Limited::SignIn, &tries).await?;
        let trial = self.limits.trial(Limited::SignIn, from);
        let stored = user.as_ref().map(|user| user.password.clone());
        let long = input.password.len() > 1024;
        let fits = self.hasher.verify(if long { String::new() } else { input.password }, stored).await? && !long;
        let Some(user) = user.filter(|_| fits) else {
            // Without the address that was typed: it may be a password in the wrong field.
            tracing::warn!(?from, "a sign-in failed");
            return Err(Error::Unauthenticated(Refusal::new("bad-credentials", messages::BAD_CREDENTIALS)));
        };
        trial.pass();
        self.forget_tries_at(&tries).await?;
        match (input.door, user.role, user.status) {
            (Some(Door::Admin), Role::User, _) => {
                return Err(Error::forbidden("not-allowed", messages::NOT_ALLOWED_HERE));
            }
            (_, _, AccountStatus::Active) => {}
            (_, Role::Admin | Role::Moderator, _) => {
                return Err(Error::forbidden("inactive", messages::ADMIN_NOT_ACTIVE));
            }
            (_, _, AccountStatus::InActive) => return Err(Error::forbidden("inactive", messages::ACCOUNT_INACTIVE)),
            (_, _, AccountStatus::Blocked) => return Err(Error::forbidden("blocked", messages::ACCOUNT_BLOCKED)),
            (_, _, AccountStatus::Suspended) => return Err(Error::forbidden("suspended", messages::ACCOUNT_SUSPENDED)),
        }
        tracing::info!(user = %user.id, "signed in");
        let token = self.session_token(&user.id, &user.stamp)?;
        let device = Device::known(user.id.as_str(), mark(&user), known.map(|device| device.jti), self.now());
        Ok(NewSession { token, device: self.secrets.sign(&Claims::Device(device))?, user: user.into() })
    }

    /// Who bears this token, if it still holds: signed by us, not run out, the account active and
    /// its stamp unchanged.
    pub async fn authenticate(&self, token: &str) -> Result<Option<Actor>> {
        Ok(self.bearer(token).await?.map(|bearer| bearer.actor))
    }

    /// As [`Self::authenticate`], with the token to go on with. A session ends 14 days after it was last
    /// renewed, and 30 days after it began; nothing is written for it.
    pub async fn bearer(&self, token: &str) -> Result<Option<Bearer>> {
        let session = match self.secrets.read(token, self.now()) {
            Some(Claims::Session(session)) => session,
            Some(Claims::Operator { server, .. }) if self.is_at(&server) => {
                return Ok(Some(Bearer { actor: Actor::Operator, renewed: None }));
            }
            _ => return Ok(None),
        };
        let Some(user) = self.session_user(&Id::new(session.sub.clone())).await? else { return Ok(None) };
        if user.stamp != session.stamp || user.status != AccountStatus::Active {
            return Ok(None);
        }
        let renewed = session.renewed(self.now()).map(|session| self.secrets.sign(&Claims::Session(session)));
        Ok(Some(Bearer { actor: Actor::User(user), renewed: renewed.transpose()? }))
    }

    /// The user as the store had it at most a second ago.
    async fn session_user(&self, id: &Id<User>) -> Result<Option<Arc<SessionUser>>> {
        if let Some(user) = self.sessions.0.get(id).await {
            return Ok(Some(user));
        }
        let Some(User { id, role, is_super_admin, status, stamp, .. }) = self.load(id).await? else { return Ok(None) };
        let user = Arc::new(SessionUser { id: id.clone(), role, is_super_admin, status, stamp });
        self.sessions.0.insert(id, user.clone()).await;
        Ok(Some(user))
    }

    /// Ends every session of the caller.
    pub async fn sign_out(&self, actor: &Actor) -> Result<()> {
        let Actor::User(user) = actor else { return Ok(()) };
        retry_tx(async || {
            let call = self.store.write("UPDATE $id SET stamp = $stamp RETURN NONE").bind(("id", user.id.clone()));
            call.bind(("stamp", User::new_stamp())).done().await
        })
        .await?;
        self.sessions.forget(&user.id).await;
        Ok(())
    }

    /// The token of a new session that carries this stamp.
    pub(super) fn session_token(&self, user: &Id<User>, stamp: &str) -> Result<String> {
        self.secrets.sign(&Claims::Session(Session::begin(user.as_str(), stamp, self.now())))
    }
}

/// What tells a password from the one before it and says nothing else about it: of its salted hash.
fn mark(user: &User) -> String {
    hex::encode(&Sha256::digest(&user.password)[..8])
}
