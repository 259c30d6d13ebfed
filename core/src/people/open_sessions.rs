//! The open sessions of a person: where each began, and ending each one alone (ruling 36).

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;
use woothee::parser::Parser;

use super::{
    Actor, User,
    account_admin::require_right_to_change,
    limits::{AccountLimit, Tries},
    secrets::{Claims, Session},
};
use crate::{
    App, Error, Refusal, Result,
    clock::Instant,
    mail::{self, MailKind, QueuedMail, Values},
    messages,
    records::{Change, Entity as _},
    store::{Id, Record, retry_tx},
};

/// Maximum sessions per person; another one ends the oldest.
const MAX_SESSIONS: usize = 50;
/// The stored length of a User-Agent.
const MAX_AGENT_CHARS: usize = 300;

/// Ends all sessions of the account `$id` by giving it the new stamp `$stamp`. Its devices get no more reminders.
pub(super) const END_SESSIONS: &str =
    "UPDATE $id SET stamp = $stamp RETURN NONE; DELETE push_device WHERE user = $id RETURN NONE;";
/// Deletes the devices for reminders of the accounts `$ids`. Their new stamps, which end their sessions, must already
/// be written.
pub(super) const DROP_DEVICES: &str = "DELETE push_device WHERE user IN $ids RETURN NONE;";

/// The origin of a call.
#[derive(Debug, Clone, Copy, Default)]
pub struct Origin<'a> {
    /// The caller's address; `None` on the server's own machine.
    pub address: Option<IpAddr>,
    /// The device token of the last login.
    pub device: Option<&'a str>,
    /// The caller's `User-Agent`.
    pub agent: Option<&'a str>,
}

/// The sessions of a person, under the person's key.
#[derive(Debug, Clone, SurrealValue)]
pub struct OpenSessions {
    pub id: Id<OpenSessions>,
    pub user: Id<User>,
    /// The newest one last.
    pub sessions: Vec<OpenSession>,
}

/// One session.
#[derive(Debug, Clone, PartialEq, Eq, SurrealValue)]
pub struct OpenSession {
    /// The `jti` of its tokens.
    pub id: String,
    /// The user's stamp at its start. The session is invalid once the user has another stamp.
    pub stamp: String,
    pub began_at: Instant,
    /// When its token was last signed. A cookie is renewed once a day, a token of the command line never.
    pub used_at: Instant,
    /// When the password (or a code, if there is a second factor) was last entered in it.
    pub proved_at: Instant,
    /// Whether a code of the second factor was entered in it. If not, it becomes invalid once the account has a second
    /// factor.
    #[surreal(default)]
    pub has_code: bool,
    pub device: String,
    pub address: Option<String>,
}

/// A session in responses.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub struct SessionView {
    #[serde(rename = "_id")]
    pub id: String,
    pub began_at: Instant,
    /// When it was last used, to within a day. For a token that is not a cookie: when it began.
    pub used_at: Instant,
    /// The device's name, such as `Chrome on Android`.
    pub device: String,
    /// The network address at its start.
    pub address: Option<String>,
    /// Whether it is the session of this call.
    pub is_current: bool,
}

impl Record for OpenSessions {
    const TABLE: &'static str = "open_sessions";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON open_sessions TYPE record<user> \
                                  REFERENCE ON DELETE CASCADE;";
}

impl OpenSession {
    pub(super) fn begun(id: &str, stamp: &str, origin: Origin<'_>, now: Instant) -> Self {
        Self {
            id: id.to_owned(),
            stamp: stamp.to_owned(),
            began_at: now,
            used_at: now,
            proved_at: now,
            has_code: false,
            device: device(origin.agent),
            address: origin.address.map(|address| address.to_canonical().to_string()),
        }
    }

    /// Device and address, as in mails.
    pub(super) fn origin(&self) -> String {
        let address = self.address.as_deref().unwrap_or("the server's own machine");
        format!("{}, {address}", self.device)
    }

    fn is_open(&self, stamp: &str, now: Instant) -> bool {
        self.stamp == stamp && Session::lasts(self.began_at, self.used_at, now)
    }
}

impl OpenSessions {
    /// The key of a person's sessions.
    pub(crate) fn key(user: &Id<User>) -> Id<Self> {
        user.cast()
    }

    /// The open sessions of a person.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] if all sessions have ended since `user` was read.
    pub(super) async fn of(change: &Change<'_>, user: &User, now: Instant) -> Result<Option<Self>> {
        let read = "SELECT VALUE stamp FROM ONLY $user; SELECT * FROM ONLY $id;";
        let read = change.query(read).bind(("user", user.id.clone())).bind(("id", Self::key(&user.id)));
        let mut found = read.checked().await?;
        let (stamp, held): (Option<String>, Option<Self>) = (found.take(0)?, found.take(1)?);
        if stamp.as_ref() != Some(&user.stamp) {
            return Err(ended());
        }
        Ok(held.map(|mut held| {
            held.sessions.retain(|one| one.is_open(&user.stamp, now));
            held
        }))
    }

    /// No sessions.
    pub(super) fn none(user: &Id<User>) -> Self {
        Self { id: Self::key(user), user: user.clone(), sessions: Vec::new() }
    }

    pub(super) async fn store(self, change: &Change<'_>) -> Result<()> {
        let call = change.query("UPSERT ONLY $held.id CONTENT $held RETURN NONE");
        call.bind(("held", self)).done().await
    }

    pub(super) fn add(&mut self, session: OpenSession) {
        self.sessions.push(session);
        self.sessions.drain(..self.sessions.len().saturating_sub(MAX_SESSIONS));
    }
}

/// The refusal of an ended session.
pub(super) fn ended() -> Error {
    Error::Unauthenticated(Refusal::new("unauthenticated", messages::UNAUTHORISED))
}

/// Refuses callers who may not end the sessions of this account (ruling 49).
fn may_end(actor: &Actor, user: &User) -> Result<()> {
    require_right_to_change(actor, user)?;
    if actor.user_id().is_ok_and(|own| *own == user.id) { Ok(()) } else { actor.require_recent_login() }
}

/// A readable device name from a User-Agent.
pub(super) fn device(agent: Option<&str>) -> String {
    let agent: String = agent.unwrap_or_default().chars().take(MAX_AGENT_CHARS).collect();
    if agent.starts_with("sabi/") {
        return "Sabi's command line".into();
    }
    let Some(read) = Parser::new().parse(&agent) else { return "Unknown device".into() };
    match (read.name, read.os) {
        ("UNKNOWN", "UNKNOWN") => "Unknown device".into(),
        (name, "UNKNOWN") => name.into(),
        ("UNKNOWN", os) => os.into(),
        (name, os) => format!("{name} on {os}"),
    }
}

impl App {
    /// Begins a session and returns its token. A login from an unknown device is mailed to its owner, except the
    /// first one, at most three times an hour. `has_code`: whether a code of the second factor was given. `proved_at`:
    /// when the password (or code) was entered.
    ///
    /// # Errors
    /// [`Error::TooMany`] after 30 logins of the account within ten minutes.
    pub(super) async fn begin_session(
        &self,
        user: &User,
        origin: Origin<'_>,
        is_known: bool,
        has_code: bool,
        proved_at: Instant,
    ) -> Result<String> {
        let session = Session::begin(user.id.as_str(), &user.stamp, self.now());
        let opened = OpenSession::begun(&session.jti, &session.stamp, origin, self.now());
        let opened = OpenSession { has_code, proved_at, ..opened };
        let signed_in = Tries::key(AccountLimit::LoginSuccess, &user.email);
        let mailed = Tries::key(AccountLimit::NewDeviceMail, &user.email);
        retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            let held = OpenSessions::of(&change, user, self.now()).await?;
            self.count_try_in(change.tx(), AccountLimit::LoginSuccess, &signed_in).await?;
            if held.is_some() && !is_known {
                match self.count_try_in(change.tx(), AccountLimit::NewDeviceMail, &mailed).await {
                    Ok(_) => change.mail(self.new_device_mail(user, &opened).await?),
                    Err(Error::TooMany { .. }) => {}
                    Err(other) => return Err(other),
                }
            }
            let mut held = held.unwrap_or_else(|| OpenSessions::none(&user.id));
            held.add(opened.clone());
            held.store(&change).await?;
            change.commit().await
        })
        .await?;
        self.sessions.invalidate(&user.id).await;
        self.secrets.sign(&Claims::Session(session))
    }

    /// Starts a new session for `actor` in a change that ends all sessions with the new stamp `stamp`. The reminders of
    /// the caller's device continue.
    pub(super) async fn restart_session(
        &self,
        change: &Change<'_>,
        actor: &Actor,
        user: &User,
        stamp: &str,
    ) -> Result<String> {
        let session = Session::begin(user.id.as_str(), stamp, self.now());
        let before = OpenSessions::of(change, user, self.now()).await?;
        let before = before.and_then(|held| held.sessions.into_iter().find(|one| actor.is_in(&one.id)));
        let ended = match actor {
            Actor::User(caller) => Some(caller.session.clone()),
            _ => None,
        };
        let begun = OpenSession::begun(&session.jti, stamp, Origin::default(), self.now());
        let begun = match before {
            Some(OpenSession { device, address, has_code, proved_at, .. }) => {
                // In an account with a second factor, entering the password does not count as re-authentication.
                let proved_at = if has_code { proved_at } else { begun.proved_at };
                OpenSession { device, address, has_code, proved_at, ..begun }
            }
            None => begun,
        };
        let held = OpenSessions { sessions: vec![begun], ..OpenSessions::none(&user.id) };
        held.store(change).await?;
        let devices = "DELETE push_device WHERE user = $user AND session != $ended RETURN NONE; \
            UPDATE push_device SET session = $begun WHERE user = $user RETURN NONE";
        let devices = change.query(devices).bind(("user", user.id.clone())).bind(("ended", ended));
        devices.bind(("begun", session.jti.clone())).done().await?;
        self.secrets.sign(&Claims::Session(session))
    }

    async fn new_device_mail(&self, user: &User, session: &OpenSession) -> Result<QueuedMail> {
        let address = self.account_page(user)?;
        let values = Values::default()
            .text("first_name", &user.first_name)
            .text("device", &session.device)
            .text("address", session.address.as_deref().unwrap_or("the server's own machine"))
            .text("signed_in_at", mail::moment(session.began_at))
            .text("link", address);
        self.compose(MailKind::NewDevice, &user.email, Some(user.id.clone()), &values).await
    }

    /// The caller's open sessions, latest first.
    pub async fn own_sessions(&self, actor: &Actor) -> Result<Vec<SessionView>> {
        let user = self.account(actor).await?;
        self.sessions_of(actor, &user).await
    }

    /// The open sessions of an account, latest first, for callers who may change the account.
    pub async fn list_sessions(&self, actor: &Actor, id: &Id<User>) -> Result<Vec<SessionView>> {
        let user: User = self.load(id).await?.ok_or(Error::NotFound(User::NOUN))?;
        require_right_to_change(actor, &user)?;
        self.sessions_of(actor, &user).await
    }

    async fn sessions_of(&self, actor: &Actor, user: &User) -> Result<Vec<SessionView>> {
        let held = self.store.query("SELECT * FROM $id").bind(("id", OpenSessions::key(&user.id)));
        let held: Option<OpenSessions> = held.first().await?;
        let open = held.into_iter().flat_map(|held| held.sessions).filter(|one| one.is_open(&user.stamp, self.now()));
        let view = |one: OpenSession| {
            let is_current = actor.is_in(&one.id);
            let OpenSession { id, began_at, used_at, device, address, .. } = one;
            SessionView { id, began_at, used_at, device, address, is_current }
        };
        let mut views: Vec<_> = open.map(view).collect();
        views.reverse();
        Ok(views)
    }

    /// Ends one of the caller's sessions. Its device gets no more reminders.
    pub async fn end_own_session(&self, actor: &Actor, session: &str) -> Result<()> {
        let user = self.account(actor).await?;
        self.end_session_of(None, &user.id, session).await
    }

    /// Ends a session of an account; audited. For callers who may change the account, after
    /// [`Actor::require_recent_login`] unless it is their own.
    pub async fn end_session(&self, actor: &Actor, id: &Id<User>, session: &str) -> Result<()> {
        self.end_session_of(Some(actor), id, session).await
    }

    async fn end_session_of(&self, by: Option<&Actor>, id: &Id<User>, session: &str) -> Result<()> {
        retry_tx(async || {
            let mut change = match by {
                Some(actor) => self.change(actor).await?,
                None => self.unaudited_change().await?,
            };
            let user: User = change.find(id).await?;
            if let Some(actor) = by {
                may_end(actor, &user)?;
            }
            let held = OpenSessions::of(&change, &user, self.now()).await?;
            let mut held = held.ok_or(Error::NotFound("Session"))?;
            let before = held.sessions.len();
            held.sessions.retain(|one| one.id != session);
            if held.sessions.len() == before {
                return Err(Error::NotFound("Session"));
            }
            held.store(&change).await?;
            let devices = "DELETE push_device WHERE user = $user AND session = $ended RETURN NONE";
            let devices = change.query(devices).bind(("user", user.id.clone()));
            devices.bind(("ended", session.to_owned())).done().await?;
            let entry = change.entry("end-session", User::TABLE, user.id.as_str());
            change.note(entry);
            change.commit().await
        })
        .await?;
        self.sessions.invalidate(id).await;
        Ok(())
    }

    /// Ends all sessions of an account; audited. For callers who may change the account, after
    /// [`Actor::require_recent_login`] unless it is their own.
    pub async fn end_sessions(&self, actor: &Actor, id: &Id<User>) -> Result<()> {
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let user: User = change.find(id).await?;
            may_end(actor, &user)?;
            let call = change.query(END_SESSIONS).bind(("id", user.id.clone()));
            call.bind(("stamp", User::new_stamp())).done().await?;
            let entry = change.entry("end-sessions", User::TABLE, user.id.as_str());
            change.note(entry);
            change.commit().await
        })
        .await?;
        self.sessions.invalidate(id).await;
        Ok(())
    }

    /// Records that a session's token was renewed, which keeps the session in the list. Failures are only logged, because
    /// the next renewal records it too.
    pub(super) async fn note_use(&self, user: &Id<User>, session: &str) {
        let sql = "UPDATE $id SET sessions[WHERE id = $used].used_at = $now RETURN NONE";
        let recorded = retry_tx(async || {
            let call = self.store.write(sql).bind(("id", OpenSessions::key(user))).bind(("used", session.to_owned()));
            call.bind(("now", self.now())).done().await
        });
        if let Err(error) = recorded.await {
            tracing::debug!(%error, "the use of a session could not be recorded");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{AccountStatus, ChangePassword, NewUser, Role};

    #[tokio::test]
    async fn a_login_that_was_overtaken_by_a_new_password_begins_nothing_and_ends_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::open(crate::Settings::in_memory(folder.path())).await.unwrap();
        let password = "a-test-needs-no-secret".to_owned();
        let new = NewUser {
            first_name: "Kofi".into(),
            last_name: "Mensah".into(),
            email: "kofi@sabi.test".into(),
            dob: None,
            gender: None,
            mobile_code: String::new(),
            mobile_number: String::new(),
            nationality: String::new(),
            status: AccountStatus::Active,
            is_super_admin: false,
            confirm_password: password.clone(),
            password: password.clone(),
        };
        let id = app.create_user(&Actor::Operator, Role::User, new).await.unwrap().id;
        let stale: User = app.load(&id).await.unwrap().unwrap();
        let token = app.begin_session(&stale, Origin::default(), false, false, app.now()).await.unwrap();
        let actor = app.authenticate(&token).await.unwrap().unwrap();
        let new_password = "another-good-passphrase".to_owned();
        let change = ChangePassword { old_password: password, confirm_password: new_password.clone(), new_password };
        let token = app.change_password(&actor, change).await.unwrap();

        let late = app.begin_session(&stale, Origin::default(), false, false, app.now()).await;
        assert!(matches!(late, Err(Error::Unauthenticated(_))));
        assert!(app.authenticate(&token).await.unwrap().is_some());
    }

    #[test]
    fn a_device_has_a_name_that_people_know() {
        let phone = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 \
                     Mobile Safari/537.36";
        let laptop = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0";
        for (agent, name) in [
            (Some(phone), "Chrome on Android"),
            (Some(laptop), "Firefox on Windows 10"),
            (Some("sabi/0.1.0"), "Sabi's command line"),
            (Some("\u{1F600}<script>"), "Unknown device"),
            (Some(""), "Unknown device"),
            (None, "Unknown device"),
        ] {
            assert_eq!(device(agent), name);
        }
    }
}
