//! The installation's secret, and the tokens that are signed with it.

use std::{fs, io, path::Path};

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, crypto, decode, encode};
use rand::RngExt as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use url::Url;

use super::{User, sealing::Sealer};
use crate::{App, Error, Result, clock::Instant, files::create_private, store::retry_tx};

const DAY: i64 = 24 * 3600;
/// For how long a session lasts that nobody uses, in seconds.
const SESSION_IDLE: i64 = 14 * DAY;
/// For how long a session lasts however much it is used.
const SESSION_MOST: i64 = 30 * DAY;
/// How often a session that is used is signed anew, which is what its idle time counts from.
const SESSION_RENEWAL: i64 = DAY;
/// For how long a device is known after a sign-in.
const DEVICE: i64 = 365 * DAY;
/// How long an operator's token and a server's proof last; they are made anew for each call.
const OPERATOR: i64 = 300;

/// The file of the installation's key, in the data folder.
const FILE: &str = "secret.key";

/// The server's secrets, made on first start in the data folder, readable by its owner alone.
pub struct Secrets {
    encoding: EncodingKey,
    decoding: DecodingKey,
    /// What tells it from another secret, and nothing else about it.
    mark: String,
    sealer: Sealer,
}

/// What a token says. Times are in seconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Claims {
    Session(Session),
    Device(Device),
    /// Its bearer can read the data folder of the server at this address.
    Operator {
        server: String,
        iat: i64,
        exp: i64,
    },
    /// The server at this address has the secret, says who was asked with this nonce.
    Proof {
        nonce: String,
        server: String,
        iat: i64,
        exp: i64,
    },
}

/// Somebody's session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Session {
    /// The user's id.
    pub sub: String,
    /// The user's stamp at the sign-in; the session ends when it changes.
    pub stamp: String,
    /// The session's own id, the same for as long as it is renewed.
    pub jti: String,
    /// Whether it holds only while it stands among its user's sessions; those of before they were listed hold
    /// without.
    #[serde(default)]
    pub is_listed: bool,
    /// When it began.
    pub auth_time: i64,
    /// When it was signed last.
    pub iat: i64,
    pub exp: i64,
}

/// A device from which somebody signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Device {
    /// The user's id.
    pub sub: String,
    /// The mark of the password with which it was done; a new password makes devices unknown.
    pub stamp: String,
    /// The account's [`User::device_epoch`] at the sign-in.
    #[serde(default)]
    pub epoch: String,
    /// The device's own id.
    pub jti: String,
    pub iat: i64,
    pub exp: i64,
}

impl Session {
    /// A session that begins now.
    pub fn begin(sub: &str, stamp: &str, now: Instant) -> Self {
        let now = now.timestamp();
        let (sub, stamp, jti) = (sub.to_owned(), stamp.to_owned(), random_id());
        Self { sub, stamp, jti, is_listed: true, auth_time: now, iat: now, exp: 0 }.until_idle()
    }

    /// Whether a session lasts until now that began then and was signed last then.
    pub fn lasts(began: Instant, signed: Instant, now: Instant) -> bool {
        let end = (began.timestamp() + SESSION_MOST).min(signed.timestamp() + SESSION_IDLE);
        now.timestamp() < end
    }

    /// The session as it goes on from now, where it is time to sign it anew.
    pub fn renewed(&self, now: Instant) -> Option<Self> {
        let now = now.timestamp();
        let is_fresh = (0..SESSION_RENEWAL).contains(&(now - self.iat));
        let later = || Self { auth_time: self.auth_time.min(now), iat: now, ..self.clone() }.until_idle();
        (!is_fresh).then(later)
    }

    fn until_idle(self) -> Self {
        Self { exp: (self.auth_time + SESSION_MOST).min(self.iat + SESSION_IDLE), ..self }
    }
}

impl Device {
    /// A device that is known from now on; an older one keeps its id.
    pub fn known(user: &User, stamp: String, id: Option<String>, now: Instant) -> Self {
        let now = now.timestamp();
        let (sub, epoch) = (user.id.to_string(), user.device_epoch.clone());
        Self { sub, stamp, epoch, jti: id.unwrap_or_else(random_id), iat: now, exp: now + DEVICE }
    }
}

impl Claims {
    /// When it was signed, when it ends, and how far ahead the clock may have been that signed it. Of a
    /// clock that was further ahead nothing is taken: it would hold until the clock catches up.
    const fn times(&self) -> (i64, i64, i64) {
        match self {
            Self::Session(Session { iat, exp, .. }) | Self::Device(Device { iat, exp, .. }) => (*iat, *exp, DAY),
            Self::Operator { iat, exp, .. } | Self::Proof { iat, exp, .. } => (*iat, *exp, OPERATOR),
        }
    }
}

impl Secrets {
    /// Reads `secret.key` in `data`, or makes it.
    pub fn open(data: &Path) -> Result<Self> {
        if let Some(secrets) = Self::load(data)? {
            return Ok(secrets);
        }
        let path = data.join(FILE);
        let mut key = vec![0u8; 32];
        rand::rng().fill(key.as_mut_slice());
        fs::create_dir_all(data)
            .and_then(|()| create_private(&path, &key))
            .map_err(|error| unreadable(&path, &error))?;
        Self::of(&key)
    }

    /// Reads `secret.key` in `data`; `None` where there is none.
    ///
    /// # Errors
    /// [`Error::Unavailable`] for a file that cannot be read or holds no key.
    pub fn load(data: &Path) -> Result<Option<Self>> {
        let path = data.join(FILE);
        match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Ok(key) if key.len() < 32 => {
                Err(Error::Unavailable(format!("{} is not a key of 32 bytes", path.display())))
            }
            read => read.map_err(|error| unreadable(&path, &error)).and_then(|key| Self::of(&key)).map(Some),
        }
    }

    fn of(key: &[u8]) -> Result<Self> {
        let mark = hex::encode(Sha256::new_with_prefix(b"the mark of a secret of Sabi").chain_update(key).finalize());
        let (encoding, decoding) = (EncodingKey::from_secret(key), DecodingKey::from_secret(key));
        Ok(Self { encoding, decoding, mark, sealer: Sealer::of(key)? })
    }

    pub(super) fn sealer(&self) -> &Sealer {
        &self.sealer
    }

    /// The signature of a backup with these contents.
    pub(crate) fn sign_backup(&self, contents: &[u8]) -> Result<String> {
        crypto::sign(&backup_text(contents), &self.encoding, Algorithm::HS256).map_err(Error::internal)
    }

    /// Whether [`Self::sign_backup`] made this signature of a backup with these contents.
    pub(crate) fn has_signed_backup(&self, contents: &[u8], signature: &str) -> bool {
        crypto::verify(signature, &backup_text(contents), &self.decoding, Algorithm::HS256).unwrap_or(false)
    }

    /// A token that proves to the server at this address that its bearer can read the data folder. No
    /// other server takes it.
    pub fn operator_token(&self, server: &Url, now: Instant) -> Result<String> {
        let iat = now.timestamp();
        self.sign(&Claims::Operator { server: server.to_string(), iat, exp: iat + OPERATOR })
    }

    /// The answer to whoever asks with this nonce whether the server at this address has the secret.
    pub fn prove(&self, nonce: &str, server: &Url, now: Instant) -> Result<String> {
        let iat = now.timestamp();
        self.sign(&Claims::Proof { nonce: nonce.to_owned(), server: server.to_string(), iat, exp: iat + OPERATOR })
    }

    /// Whether a server that was asked with this nonce at this address has the secret. What another
    /// server passes on does not say so: it names that one's address.
    pub fn is_proven(&self, proof: &str, nonce: &str, server: &Url, now: Instant) -> bool {
        let claims = self.read(proof, now);
        matches!(claims, Some(Claims::Proof { nonce: of, server: at, .. }) if of == nonce && at == server.as_str())
    }

    /// A number for this text, always the same one, that nobody can foresee who does not have the secret. No token is
    /// signed over a text with a space in it, so none tells of it.
    pub fn draw(&self, what: &str) -> Result<u64> {
        let text = format!("a draw: {what}");
        let mac = crypto::sign(text.as_bytes(), &self.encoding, Algorithm::HS256).map_err(Error::internal)?;
        Ok(Sha256::digest(mac).iter().take(8).fold(0, |number, byte| (number << 8) | u64::from(*byte)))
    }

    pub(super) fn sign(&self, claims: &Claims) -> Result<String> {
        encode(&Header::new(Algorithm::HS256), claims, &self.encoding).map_err(Error::internal)
    }

    /// What a token of ours says, while it holds.
    pub(super) fn read(&self, token: &str, now: Instant) -> Option<Claims> {
        let mut rules = Validation::new(Algorithm::HS256);
        rules.validate_exp = false;
        let claims = decode::<Claims>(token, &self.decoding, &rules).ok()?.claims;
        let (iat, exp, leeway) = claims.times();
        let now = now.timestamp();
        (exp > now && iat <= now + leeway).then_some(claims)
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::Unavailable(format!("{}: {error}", path.display()))
}

/// What is signed of a backup. No token is signed over a text with a space in it, so none passes for a backup's.
fn backup_text(contents: &[u8]) -> Vec<u8> {
    format!("a backup: {}", hex::encode(Sha256::digest(contents))).into_bytes()
}

/// A nonce, or an id of a session or device: 128 random bits, hex.
pub fn random_id() -> String {
    let mut bytes = [0u8; 16];
    rand::rng().fill(&mut bytes);
    hex::encode(bytes)
}

impl App {
    /// Says loudly when the servers over a database elsewhere do not have the same secret: who signs in at one is a
    /// stranger to the others. The store remembers the secret of the server that began last, so that a secret which
    /// was changed on all servers is told once.
    pub async fn compare_secret(&self) -> Result<()> {
        if !self.store.is_remote() {
            return Ok(());
        }
        let mark = &self.secrets.mark;
        let known = self.store.query("SELECT VALUE secret_mark FROM store_schema:present").first().await?;
        let known: Option<String> = known.flatten();
        if known.as_ref() == Some(mark) {
            return Ok(());
        }
        if known.is_some() {
            tracing::error!(
                "THIS SERVER HAS ANOTHER secret.key than the one that used this store last. People who signed in there \
                 are strangers here: copy secret.key from one data folder to those of all servers"
            );
        }
        let noted = "UPDATE ONLY store_schema:present SET secret_mark = $mark RETURN NONE";
        retry_tx(async || self.store.write(noted).bind(("mark", mark.clone())).done().await).await
    }

    /// The proof of [`Secrets::prove`] for whoever asks this server.
    pub fn prove_server(&self, nonce: &str) -> Result<String> {
        let is_nonce = (16..=64).contains(&nonce.len()) && nonce.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_nonce {
            return Err(Error::field("nonce", "Nonce must be 16 to 64 letters and digits."));
        }
        self.secrets.prove(nonce, &self.listening_url(), self.now())
    }
}
