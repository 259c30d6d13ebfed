//! Logging in, and sessions.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use moka::future::Cache;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    AccountStatus, Actor, Role, SessionUser, User, UserView,
    limits::{AccountLimit, Tries},
    open_sessions::{END_SESSIONS, OpenSession, OpenSessions, Origin},
    refusals::shown_address,
    second_factor::SecondFactor,
    secrets::{Claims, Device, Session},
};
use crate::{
    App, Error, FieldErrors, Refusal, Result,
    clock::Instant,
    messages,
    store::{Id, retry_tx},
};

/// The route of a login in the log.
const ROUTE: &str = "/api/v1/login";
/// The refusal reason of a login with the right password and a wrong code.
pub(super) const WRONG_CODE: &str = "wrong-code";

/// A cache of users for session checks, and of accounts for their owners, at most a second old (ruling 8).
pub struct SessionCache {
    known: Cache<Id<User>, Arc<Known>>,
    /// Accounts, each with the value of [`Self::changes`] before it was read.
    accounts: Cache<Id<User>, (u64, UserView)>,
    /// Counts the changes of accounts and sessions in this process. An account that was read before the latest change
    /// is read again, so that a change shows at once, even if it happened during the read.
    changes: AtomicU64,
}

/// A user in the cache.
#[derive(SurrealValue)]
struct Known {
    id: Id<User>,
    role: Role,
    is_super_admin: bool,
    status: AccountStatus,
    stamp: String,
    /// The open sessions, and some ended ones.
    sessions: Option<Vec<OpenSession>>,
    /// When a code became required.
    second_factor: Option<Instant>,
}

impl Known {
    /// The user of this session, if it is valid. If the account has a second factor, only sessions in which a code was
    /// entered are valid. A session from before sessions were listed is valid for students only, because a change of
    /// the second factor can end only listed ones.
    fn by(&self, session: &Session, app: &App) -> Option<SessionUser> {
        let listed = self.sessions.iter().flatten().find(|one| one.id == session.jti && one.stamp == session.stamp);
        let has_second_factor = self.second_factor.is_some();
        let has_code = listed.is_some_and(|one| one.has_code) || !has_second_factor;
        let is_known = listed.is_some() || (!session.is_listed && self.role == Role::User);
        let holds = self.stamp == session.stamp && is_known && has_code;
        holds.then(|| SessionUser {
            id: self.id.clone(),
            role: self.role,
            is_super_admin: self.is_super_admin,
            status: self.status,
            stamp: self.stamp.clone(),
            session: session.jti.clone(),
            is_listed: session.is_listed,
            is_proved: listed.is_some_and(|one| one.is_proved(app.now())),
            has_second_factor,
            must_set_up: !has_second_factor && app.settings.require_second_factor.covers(self.role),
        })
    }
}

impl SessionCache {
    /// An empty cache.
    pub fn new() -> Self {
        let second = Duration::from_secs(1);
        Self {
            known: Cache::builder().max_capacity(20_000).time_to_live(second).build(),
            accounts: Cache::builder().max_capacity(20_000).time_to_live(second).build(),
            changes: AtomicU64::new(0),
        }
    }

    /// Drops this user from the cache.
    pub(crate) async fn invalidate(&self, user: &Id<User>) {
        self.changes.fetch_add(1, Ordering::AcqRel);
        self.known.invalidate(user).await;
    }

    /// Drops every user from the cache.
    pub(crate) fn clear(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
        self.known.invalidate_all();
    }
}

impl Default for SessionCache {
    fn default() -> Self {
        Self::new()
    }
}

/// The login page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Door)]
pub enum LoginPage {
    /// `/admin/login`, which refuses students.
    Admin,
}

/// The request to log in.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct LoginRequest {
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub password: String,
    /// The code of the second factor, or a recovery code, if the account has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otp: Option<String>,
    /// Return a token in the body instead of a cookie, for the command line.
    #[serde(default)]
    pub bearer: bool,
    /// The administrators' page checks the role.
    #[serde(rename = "door")]
    pub page: Option<LoginPage>,
}

/// The request to log out; without it, everywhere.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct LogoutRequest {
    /// Whether every session of the account ends, which is the default, or the caller's session alone.
    #[serde(default)]
    pub everywhere: Option<bool>,
}

/// A new session.
#[derive(Clone)]
pub struct NewSession {
    /// The account.
    pub user: UserView,
    /// The session's token.
    pub token: String,
    /// The device token for the next login.
    pub device: String,
}

impl App {
    /// Logs in from an unknown device: the account and its session token.
    ///
    /// # Errors
    /// Same as [`Self::log_in_on`].
    pub async fn log_in(&self, input: LoginRequest, from: Option<IpAddr>) -> Result<(UserView, String)> {
        let origin = Origin { address: from, ..Origin::default() };
        let NewSession { user, token, .. } = self.log_in_on(origin, input).await?;
        Ok((user, token))
    }

    /// Logs in. A device that the account knows has its own count, so that strangers who guess cannot lock out the
    /// owner. A login from another device is mailed to the owner.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] for a wrong address or password, with reason `second-factor` if a code is missing,
    /// and `wrong-code`; [`Error::TooMany`], also after 30 logins within ten minutes; [`Error::Forbidden`] for an
    /// inactive, blocked or suspended account, or one without access here, but only after the right password (ruling
    /// 8), in the words of spec 1 §4. Staff always get `staff-inactive`, because no mail activates them.
    pub async fn log_in_on(&self, origin: Origin<'_>, input: LoginRequest) -> Result<NewSession> {
        let from = origin.address;
        let mut errors = FieldErrors::default();
        errors.check(!input.email.trim().is_empty(), "email", messages::EMAIL_REQUIRED);
        errors.check(input.email.contains('@'), "email", messages::EMAIL_INVALID);
        errors.check(!input.password.is_empty(), "password", messages::PASSWORD_REQUIRED);
        errors.done()?;
        let shown = self.device_of(origin);
        let user = if input.email.len() > 300 { None } else { self.user_by_email(&input.email).await? };
        // After a change of password, a device no longer has its own count of failures, but a login from it is still
        // not mailed as new.
        let is_seen = shown.as_ref().zip(user.as_ref()).is_some_and(|(device, user)| device.is_of(user));
        let known = shown
            .filter(|device| is_seen && user.as_ref().is_some_and(|user| device.stamp == password_fingerprint(user)));
        let tries = match &known {
            Some(device) => Tries::of_device(&device.jti),
            None => Tries::key(AccountLimit::Login, &input.email),
        };
        let admit =
            |has_no_failures| if known.is_some() { Ok(()) } else { self.limits.admit_login(from, has_no_failures) };
        admit(self.tries_at(AccountLimit::Login, &tries).await? == 0)?;
        self.tries_at(AccountLimit::LoginSuccess, &Tries::key(AccountLimit::LoginSuccess, &input.email)).await?;
        let has_no_failures = self.count_try_at(AccountLimit::Login, &tries).await? == 0;
        let attempt = self.limits.login_attempt(from, has_no_failures);
        let stored = user.as_ref().map(|user| user.password.clone());
        let long = input.password.len() > 1024;
        let password = if long { String::new() } else { input.password };
        // Checked again while waiting to hash, so that concurrent attempts stop once their address is blocked.
        let fits = self.hasher.verify_if(&input.email, || admit(has_no_failures), password, stored).await? && !long;
        let Some(user) = user.filter(|_| fits) else {
            // Without the email as typed: somebody may have typed the password into that field.
            tracing::warn!(address = %shown_address(from), "a login failed");
            return Err(Error::Unauthenticated(Refusal::new("bad-credentials", messages::BAD_CREDENTIALS)));
        };
        // A right password without a valid code is still a failed attempt, so codes cannot be guessed faster than
        // passwords.
        let has_code = self.check_code(&user, input.otp.as_deref()).await;
        if let Err(Error::Unauthenticated(refusal)) = &has_code
            && refusal.reason == WRONG_CODE
        {
            self.log_refusal(Some(user.id.as_str()), from, ROUTE, WRONG_CODE);
            // The login is refused even if its mail cannot be queued.
            if let Err(error) = self.mail_wrong_code(&user, origin).await {
                tracing::error!(%error, address = %shown_address(from), "a wrong code was not mailed");
            }
        }
        let has_code = has_code?;
        attempt.pass();
        self.forget_tries_at(&tries).await?;
        match (input.page, user.role, user.status) {
            (Some(LoginPage::Admin), Role::User, _) => {
                return Err(Error::forbidden("not-allowed", messages::NOT_ALLOWED_HERE));
            }
            (_, _, AccountStatus::Active) => {}
            (_, Role::Admin | Role::Moderator, _) => {
                return Err(Error::forbidden("staff-inactive", messages::ADMIN_NOT_ACTIVE));
            }
            (_, _, AccountStatus::InActive) => return Err(Error::forbidden("inactive", messages::ACCOUNT_INACTIVE)),
            (_, _, AccountStatus::Blocked) => return Err(Error::forbidden("blocked", messages::ACCOUNT_BLOCKED)),
            (_, _, AccountStatus::Suspended) => return Err(Error::forbidden("suspended", messages::ACCOUNT_SUSPENDED)),
        }
        let token = self.begin_session(&user, origin, is_seen, has_code, self.now()).await?;
        tracing::info!(user = %user.id, address = %shown_address(from), "signed in");
        let device = self.signed_device(&user, known.map(|device| device.jti))?;
        Ok(NewSession { token, device, user: user.into() })
    }

    /// Starts a session without a password, on a device on which the account's present password was entered before.
    /// Returns `None` on other devices, for accounts that are not active, and for accounts with a second factor. Only
    /// for a caller that has just proved to receive the account's mail. `entered_at` is when the password was entered
    /// on the device.
    pub(super) async fn session_of_known_device(
        &self,
        user: &User,
        origin: Origin<'_>,
        entered_at: Instant,
    ) -> Result<Option<NewSession>> {
        let is_known = |device: &Device| device.is_of(user) && device.stamp == password_fingerprint(user);
        let Some(device) = self.device_of(origin).filter(is_known) else { return Ok(None) };
        if user.status != AccountStatus::Active || self.has_second_factor(&user.id).await? {
            return Ok(None);
        }
        let token = self.begin_session(user, origin, true, false, entered_at).await?;
        tracing::info!(user = %user.id, address = %shown_address(origin.address), "signed in by activation");
        let device = self.signed_device(user, Some(device.jti))?;
        Ok(Some(NewSession { token, device, user: user.clone().into() }))
    }

    /// The token of a new device on which the account's password was just entered.
    pub(super) fn new_device(&self, user: &User) -> Result<String> {
        self.signed_device(user, None)
    }

    fn signed_device(&self, user: &User, id: Option<String>) -> Result<String> {
        self.secrets.sign(&Claims::Device(Device::known(user, password_fingerprint(user), id, self.now())))
    }

    /// The device of a call, if its token is valid.
    fn device_of(&self, origin: Origin<'_>) -> Option<Device> {
        match self.secrets.read(origin.device?, self.now())? {
            Claims::Device(device) => Some(device),
            _ => None,
        }
    }

    /// The bearer of this token, if it is valid: signed by us, not expired, the account active and its stamp
    /// unchanged.
    pub async fn authenticate(&self, token: &str) -> Result<Option<Actor>> {
        let session = match self.secrets.read(token, self.now()) {
            Some(Claims::Session(session)) => session,
            Some(Claims::Operator { server, .. }) if self.listens_on(&server) => return Ok(Some(Actor::Operator)),
            _ => return Ok(None),
        };
        let user = self.session_user(&session).await?.filter(|user| user.status == AccountStatus::Active);
        Ok(user.map(|user| Actor::User(Arc::new(user))))
    }

    /// A renewed token, if the current one is older than a day. The renewal is recorded as the session's last use. A
    /// session ends 14 days after its last renewal and 30 days after it began.
    pub async fn renew(&self, token: &str) -> Result<Option<String>> {
        let Some(Claims::Session(session)) = self.secrets.read(token, self.now()) else { return Ok(None) };
        let Some(renewed) = session.renewed(self.now()) else { return Ok(None) };
        self.note_use(&Id::new(session.sub), &session.jti).await;
        self.secrets.sign(&Claims::Session(renewed)).map(Some)
    }

    /// The user of this session, if it is valid, at most a second old. An apparently invalid session is looked up
    /// again: it may have begun within that second, here or at another server.
    async fn session_user(&self, session: &Session) -> Result<Option<SessionUser>> {
        let id = Id::new(session.sub.clone());
        if let Some(user) = self.sessions.known.get(&id).await.and_then(|known| known.by(session, self)) {
            return Ok(Some(user));
        }
        let read = "SELECT id, role, is_super_admin, status, stamp, $sessions.sessions AS sessions, \
                    $factor.since AS second_factor FROM $id";
        let call = self.store.query(read).bind(("id", id.clone())).bind(("sessions", OpenSessions::key(&id)));
        let Some(known) = call.bind(("factor", SecondFactor::key(&id))).first::<Known>().await? else {
            return Ok(None);
        };
        let known = Arc::new(known);
        self.sessions.known.insert(id, known.clone()).await;
        Ok(known.by(session, self))
    }

    /// The caller's own account, at most a second old. A change by this process shows at once; if others may write to
    /// the store, the account is always read.
    pub async fn own_account(&self, actor: &Actor) -> Result<UserView> {
        let id = actor.user_id()?;
        if !self.may_use_cache() {
            return self.find_user(actor, id).await;
        }
        let changes = self.sessions.changes.load(Ordering::Acquire);
        if let Some((_, account)) = self.sessions.accounts.get(id).await.filter(|(at, _)| *at == changes) {
            return Ok(account);
        }
        let account = self.find_user(actor, id).await?;
        self.sessions.accounts.insert(id.clone(), (changes, account.clone())).await;
        Ok(account)
    }

    /// Ends every session of the caller.
    pub async fn log_out(&self, actor: &Actor) -> Result<()> {
        let Actor::User(user) = actor else { return Ok(()) };
        retry_tx(async || {
            let call = self.store.write(END_SESSIONS).bind(("id", user.id.clone()));
            call.bind(("stamp", User::new_stamp())).done().await
        })
        .await?;
        self.sessions.invalidate(&user.id).await;
        Ok(())
    }

    /// Ends only the caller's session, or all of them if it began before sessions were listed. Its device gets no more
    /// reminders.
    pub async fn log_out_here(&self, actor: &Actor) -> Result<()> {
        let Actor::User(user) = actor else { return Ok(()) };
        match self.end_own_session(actor, &user.session).await {
            Err(Error::NotFound(_)) => self.log_out(actor).await,
            ended => ended,
        }
    }
}

/// A fingerprint of a password's salted hash, to detect a new password.
fn password_fingerprint(user: &User) -> String {
    hex::encode(&Sha256::digest(&user.password)[..8])
}
