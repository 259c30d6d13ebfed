//! Signing in, and what proves it afterwards.

use std::{
    fs,
    io::{Read as _, Write as _},
    net::IpAddr,
    path::Path,
    sync::Arc,
    time::Duration,
};

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use moka::future::Cache;
use rand::RngExt as _;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{AccountStatus, Actor, Role, SessionUser, User, UserView, limits::Limited};
use crate::{
    App, Error, FieldErrors, Refusal, Result, messages,
    store::{Id, QueryExt, retry_tx},
};

/// How long a session lasts without a new sign-in.
const SESSION_DAYS: i64 = 30;
/// How long an operator's token lasts; it is made anew for each command.
const OPERATOR_SECONDS: i64 = 300;

/// The server's secrets, made on first start in the data folder, readable by its owner alone.
pub struct Secrets {
    encoding: EncodingKey,
    decoding: DecodingKey,
}

impl Secrets {
    /// Reads `secret.key` in `data`, or makes it.
    pub fn open(data: &Path) -> Result<Self> {
        let path = data.join("secret.key");
        let key = match fs::File::open(&path) {
            Ok(mut file) => {
                let mut key = Vec::new();
                file.read_to_end(&mut key).map_err(Error::internal)?;
                key
            }
            Err(_) => create_key(data, &path)?,
        };
        if key.len() < 32 {
            return Err(Error::internal(format!("{} is not a key of 32 bytes", path.display())));
        }
        Ok(Self { encoding: EncodingKey::from_secret(&key), decoding: DecodingKey::from_secret(&key) })
    }

    /// A token that proves that its bearer can read the data folder.
    pub fn operator_token(&self, now: crate::clock::Instant) -> Result<String> {
        self.sign(&Claims {
            sub: String::new(),
            kind: Kind::Operator,
            stamp: String::new(),
            exp: now.timestamp() + OPERATOR_SECONDS,
        })
    }

    fn sign(&self, claims: &Claims) -> Result<String> {
        encode(&Header::new(Algorithm::HS256), claims, &self.encoding).map_err(Error::internal)
    }

    fn read(&self, token: &str, now: crate::clock::Instant) -> Option<Claims> {
        let mut rules = Validation::new(Algorithm::HS256);
        rules.validate_exp = false;
        let claims = decode::<Claims>(token, &self.decoding, &rules).ok()?.claims;
        (claims.exp > now.timestamp()).then_some(claims)
    }
}

fn create_key(data: &Path, path: &Path) -> Result<Vec<u8>> {
    let mut key = vec![0u8; 32];
    rand::rng().fill(key.as_mut_slice());
    let write = || -> std::io::Result<()> {
        fs::create_dir_all(data)?;
        let mut options = fs::File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        file.write_all(&key)?;
        file.sync_all()
    };
    write().map_err(|e| Error::internal(format!("{}: {e}", path.display())))?;
    Ok(std::mem::take(&mut key))
}

#[derive(Serialize, Deserialize)]
struct Claims {
    sub: String,
    kind: Kind,
    stamp: String,
    exp: i64,
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Session,
    Operator,
}

/// What sessions know of their users, for at most a second (ruling 8).
pub struct Sessions(Cache<Id<User>, Arc<SessionUser>>);

impl Sessions {
    /// An empty cache.
    pub fn new() -> Self {
        Self(Cache::builder().max_capacity(20_000).time_to_live(Duration::from_secs(1)).build())
    }
}

impl Sessions {
    /// Reads this user anew at the next request.
    pub(super) async fn forget(&self, user: &Id<User>) {
        self.0.invalidate(user).await;
    }
}

impl Sessions {
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

impl App {
    /// Signs in: the account and its session token. `from` is the caller's address, where there is one.
    ///
    /// That an account is inactive, blocked, suspended or no administrator's is told only after the
    /// right password (ruling 8); the words are those of spec 1 §4.
    pub async fn sign_in(&self, input: SignIn, from: Option<IpAddr>) -> Result<(UserView, String)> {
        let mut errors = FieldErrors::default();
        errors.check(!input.email.trim().is_empty(), "email", messages::EMAIL_REQUIRED);
        errors.check(input.email.contains('@'), "email", messages::EMAIL_INVALID);
        errors.check(!input.password.is_empty(), "password", messages::PASSWORD_REQUIRED);
        errors.done()?;
        self.limits.admit(Limited::SignIn, from)?;
        self.count_try(Limited::SignIn, &input.email).await?;
        let user = if input.email.len() > 300 { None } else { self.user_by_email(&input.email).await? };
        let stored = user.as_ref().map(|user| user.password.clone());
        let long = input.password.len() > 1024;
        let fits = self.hasher.verify(if long { String::new() } else { input.password }, stored).await? && !long;
        let Some(user) = user.filter(|_| fits) else {
            self.limits.fail(Limited::SignIn, from);
            // Without the address that was typed: it may be a password in the wrong field.
            tracing::warn!(?from, "a sign-in failed");
            return Err(Error::Unauthenticated(Refusal::new("bad-credentials", messages::BAD_CREDENTIALS)));
        };
        self.forget_tries(Limited::SignIn, &input.email).await?;
        match (input.door, user.role, user.status) {
            (Some(Door::Admin), Role::User, _) => {
                return Err(Error::forbidden("not-allowed", messages::NOT_ALLOWED_HERE));
            }
            (_, _, AccountStatus::Active) => {}
            (_, Role::Admin, _) => return Err(Error::forbidden("inactive", messages::ADMIN_NOT_ACTIVE)),
            (_, _, AccountStatus::InActive) => return Err(Error::forbidden("inactive", messages::ACCOUNT_INACTIVE)),
            (_, _, AccountStatus::Blocked) => return Err(Error::forbidden("blocked", messages::ACCOUNT_BLOCKED)),
            (_, _, AccountStatus::Suspended) => return Err(Error::forbidden("suspended", messages::ACCOUNT_SUSPENDED)),
        }
        tracing::info!(user = %user.id, "signed in");
        let token = self.session_token(&user.id, &user.stamp)?;
        Ok((user.into(), token))
    }

    /// Who bears this token, if it still holds: signed by us, not run out, the account active and
    /// its stamp unchanged.
    pub async fn authenticate(&self, token: &str) -> Result<Option<Actor>> {
        let Some(claims) = self.secrets.read(token, self.now()) else { return Ok(None) };
        if claims.kind == Kind::Operator {
            return Ok(Some(Actor::Operator));
        }
        let id = Id::<User>::new(claims.sub);
        let user = match self.sessions.0.get(&id).await {
            Some(user) => user,
            None => {
                let Some(user) = self.load(&id).await? else { return Ok(None) };
                let user = Arc::new(SessionUser {
                    id: user.id,
                    role: user.role,
                    is_super_admin: user.is_super_admin,
                    status: user.status,
                    stamp: user.stamp,
                });
                self.sessions.0.insert(id, user.clone()).await;
                user
            }
        };
        let holds = user.stamp == claims.stamp && user.status == AccountStatus::Active;
        Ok(holds.then_some(Actor::User(user)))
    }

    /// Ends every session of the caller.
    pub async fn sign_out(&self, actor: &Actor) -> Result<()> {
        let Actor::User(user) = actor else { return Ok(()) };
        retry_tx(async || {
            let call = self.store.query("UPDATE $id SET stamp = $stamp RETURN NONE").bind(("id", user.id.clone()));
            call.bind(("stamp", User::new_stamp())).done().await
        })
        .await?;
        self.sessions.forget(&user.id).await;
        Ok(())
    }

    /// A token of a session that carries this stamp.
    pub(super) fn session_token(&self, user: &Id<User>, stamp: &str) -> Result<String> {
        let exp = (self.now() + chrono::Duration::days(SESSION_DAYS)).timestamp();
        self.secrets.sign(&Claims { sub: user.to_string(), kind: Kind::Session, stamp: stamp.into(), exp })
    }
}
