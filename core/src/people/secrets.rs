//! The installation's secret and the tokens signed with it.

use std::{fs, io, path::Path};

use aws_lc_rs::constant_time::verify_slices_are_equal;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, crypto, decode, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use url::Url;

use super::{User, sealing::Sealer};
use crate::{App, Error, Result, clock::Instant, files::create_private, random, store::retry_tx};

const DAY: i64 = 24 * 3600;
/// Lifetime of an unused session, in seconds.
const SESSION_IDLE: i64 = 14 * DAY;
/// Maximum lifetime of a session.
const SESSION_MAX: i64 = 30 * DAY;
/// How often the token of a used session is renewed. The idle time counts from there.
const SESSION_RENEWAL: i64 = DAY;
/// How long a device is known after a login.
const DEVICE: i64 = 365 * DAY;
/// Lifetime of an operator's token and a server's proof; both are created for each call.
const OPERATOR: i64 = 300;

/// The file of the installation's key, in the data folder.
const FILE: &str = "secret.key";

/// The server's secrets, created in the data folder at the first start, readable by its owner only.
pub struct Secrets {
    encoding: EncodingKey,
    decoding: DecodingKey,
    /// How tokens are decoded. [`Secrets::read`] checks their times itself, with the clock that tests can move.
    validation: Validation,
    /// A fingerprint of the secret.
    mark: String,
    sealer: Sealer,
}

/// The claims of a token. Times are in seconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Claims {
    Session(Session),
    Device(Device),
    /// The bearer can read the data folder of the server at this address.
    Operator {
        server: String,
        iat: i64,
        exp: i64,
    },
    /// The response to this nonce: the server at this address has the secret.
    Proof {
        nonce: String,
        server: String,
        iat: i64,
        exp: i64,
    },
}

/// A session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Session {
    /// The user's id.
    pub sub: String,
    /// The user's stamp at login; the session ends when it changes.
    pub stamp: String,
    /// The session's id, which survives renewals.
    pub jti: String,
    /// Whether the session is valid only while it is listed among its user's sessions. False for sessions that began
    /// before sessions were listed.
    #[serde(default)]
    pub is_listed: bool,
    /// When it began.
    pub auth_time: i64,
    /// When it was last signed.
    pub iat: i64,
    pub exp: i64,
}

/// A known device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Device {
    /// The user's id.
    pub sub: String,
    /// A fingerprint of the password at login. After a change of password, the device has no own count of failures.
    pub stamp: String,
    /// The account's [`User::device_epoch`] at login.
    #[serde(default)]
    pub epoch: String,
    /// The device's own id.
    pub jti: String,
    pub iat: i64,
    pub exp: i64,
}

impl Session {
    /// A session that starts now.
    pub fn begin(sub: &str, stamp: &str, now: Instant) -> Self {
        let now = now.timestamp();
        let (sub, stamp, jti) = (sub.to_owned(), stamp.to_owned(), random::token());
        Self { sub, stamp, jti, is_listed: true, auth_time: now, iat: now, exp: 0 }.until_idle()
    }

    /// Whether a session with these times of start and last renewal is still valid.
    pub fn lasts(began: Instant, signed: Instant, now: Instant) -> bool {
        let end = (began.timestamp() + SESSION_MAX).min(signed.timestamp() + SESSION_IDLE);
        now.timestamp() < end
    }

    /// The renewed session, if it is time to renew it.
    pub fn renewed(&self, now: Instant) -> Option<Self> {
        let now = now.timestamp();
        let is_fresh = (0..SESSION_RENEWAL).contains(&(now - self.iat));
        let later = || Self { auth_time: self.auth_time.min(now), iat: now, ..self.clone() }.until_idle();
        (!is_fresh).then(later)
    }

    fn until_idle(self) -> Self {
        Self { exp: (self.auth_time + SESSION_MAX).min(self.iat + SESSION_IDLE), ..self }
    }
}

impl Device {
    /// A device that is known from now on; a device that was known before keeps its id.
    pub fn known(user: &User, stamp: String, id: Option<String>, now: Instant) -> Self {
        let now = now.timestamp();
        let (sub, epoch) = (user.id.to_string(), user.device_epoch.clone());
        Self { sub, stamp, epoch, jti: id.unwrap_or_else(random::token), iat: now, exp: now + DEVICE }
    }

    /// Whether the account knows this device and has not forgotten it since.
    pub fn is_of(&self, user: &User) -> bool {
        self.sub == user.id.as_str() && self.epoch == user.device_epoch
    }
}

impl Claims {
    /// When it was signed, when it ends, and how far ahead the signing clock may have been. A token from a clock
    /// further ahead is rejected: it would be valid until the clock catches up.
    const fn times(&self) -> (i64, i64, i64) {
        match self {
            Self::Session(Session { iat, exp, .. }) | Self::Device(Device { iat, exp, .. }) => (*iat, *exp, DAY),
            Self::Operator { iat, exp, .. } | Self::Proof { iat, exp, .. } => (*iat, *exp, OPERATOR),
        }
    }
}

impl Secrets {
    /// Reads `secret.key` in `data`, or creates it.
    pub fn open(data: &Path) -> Result<Self> {
        if let Some(secrets) = Self::load(data)? {
            return Ok(secrets);
        }
        let path = data.join(FILE);
        let key = random::bytes::<32>();
        fs::create_dir_all(data)
            .and_then(|()| create_private(&path, &key))
            .map_err(|error| unreadable(&path, &error))?;
        Self::of(&key)
    }

    /// Reads `secret.key` in `data`; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the file cannot be read or contains no key.
    pub fn load(data: &Path) -> Result<Option<Self>> {
        let path = data.join(FILE);
        match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Ok(key) if key.len() < 32 => Err(Error::Unavailable(format!("{} is not a 32-byte key", path.display()))),
            read => read.map_err(|error| unreadable(&path, &error)).and_then(|key| Self::of(&key)).map(Some),
        }
    }

    fn of(key: &[u8]) -> Result<Self> {
        let mark = hex::encode(Sha256::new_with_prefix(b"the mark of a secret of Sabi").chain_update(key).finalize());
        let (encoding, decoding) = (EncodingKey::from_secret(key), DecodingKey::from_secret(key));
        let mut validation = Validation::new(Algorithm::HS256);
        validation.validate_exp = false;
        Ok(Self { encoding, decoding, validation, mark, sealer: Sealer::of(key)? })
    }

    pub(super) fn sealer(&self) -> &Sealer {
        &self.sealer
    }

    /// Signs a backup with these contents.
    pub(crate) fn sign_backup(&self, contents: &[u8]) -> Result<String> {
        crypto::sign(&backup_text(contents), &self.encoding, Algorithm::HS256).map_err(Error::internal)
    }

    /// Checks a signature of [`Self::sign_backup`].
    pub(crate) fn has_signed_backup(&self, contents: &[u8], signature: &str) -> bool {
        crypto::verify(signature, &backup_text(contents), &self.decoding, Algorithm::HS256).unwrap_or(false)
    }

    /// A token that proves to the server at this address that its bearer can read the data folder. No other server
    /// accepts it.
    pub fn operator_token(&self, server: &Url, now: Instant) -> Result<String> {
        let iat = now.timestamp();
        self.sign(&Claims::Operator { server: server.to_string(), iat, exp: iat + OPERATOR })
    }

    /// The proof for this nonce that the server at this address has the secret.
    pub fn prove(&self, nonce: &str, server: &Url, now: Instant) -> Result<String> {
        let iat = now.timestamp();
        self.sign(&Claims::Proof { nonce: nonce.to_owned(), server: server.to_string(), iat, exp: iat + OPERATOR })
    }

    /// Checks a server's proof for this nonce and address. A proof relayed from another server names that server's
    /// address and is rejected.
    pub fn is_proven(&self, proof: &str, nonce: &str, server: &Url, now: Instant) -> bool {
        let claims = self.read(proof, now);
        matches!(claims, Some(Claims::Proof { nonce: of, server: at, .. }) if of == nonce && at == server.as_str())
    }

    /// A deterministic number for this text that is unpredictable without the secret. No token is signed over a text
    /// with a space, so no token reveals it.
    pub fn draw(&self, what: &str) -> Result<u64> {
        let text = format!("a draw: {what}");
        let mac = crypto::sign(text.as_bytes(), &self.encoding, Algorithm::HS256).map_err(Error::internal)?;
        Ok(Sha256::digest(mac).iter().take(8).fold(0, |number, byte| (number << 8) | u64::from(*byte)))
    }

    /// A key for one purpose, the same on all servers with this secret.
    pub(crate) fn derive_key(&self, purpose: &str) -> Result<[u8; 32]> {
        let text = format!("a key: {purpose}");
        let mac = crypto::sign(text.as_bytes(), &self.encoding, Algorithm::HS256).map_err(Error::internal)?;
        Ok(Sha256::digest(mac).into())
    }

    /// The signature of a text for the address of a link: 64 hexadecimal digits, which no log shows.
    pub(crate) fn sign_link(&self, what: &str) -> Result<String> {
        self.sign_text(&format!("a link: {what}"))
    }

    /// The signature of a text for an offline pack: 64 hexadecimal digits.
    pub(crate) fn sign_pack(&self, what: &str) -> Result<String> {
        self.sign_text(&format!("a pack: {what}"))
    }

    /// Checks a signature of [`Self::sign_pack`].
    pub(crate) fn has_signed_pack(&self, what: &str, signature: &str) -> bool {
        self.sign_pack(what).is_ok_and(|own| is_equal(&own, signature))
    }

    fn sign_text(&self, text: &str) -> Result<String> {
        let mac = crypto::sign(text.as_bytes(), &self.encoding, Algorithm::HS256).map_err(Error::internal)?;
        Ok(hex::encode(Sha256::digest(mac)))
    }

    /// Checks a signature of [`Self::sign_link`].
    pub(crate) fn has_signed_link(&self, what: &str, signature: &str) -> bool {
        self.sign_link(what).is_ok_and(|own| is_equal(&own, signature))
    }

    pub(super) fn sign(&self, claims: &Claims) -> Result<String> {
        encode(&Header::new(Algorithm::HS256), claims, &self.encoding).map_err(Error::internal)
    }

    /// The claims of a valid token.
    pub(super) fn read(&self, token: &str, now: Instant) -> Option<Claims> {
        let claims = decode::<Claims>(token, &self.decoding, &self.validation).ok()?.claims;
        let (iat, exp, leeway) = claims.times();
        let now = now.timestamp();
        (exp > now && iat <= now + leeway).then_some(claims)
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::Unavailable(format!("{}: {error}", path.display()))
}

/// Compares two signatures in a time that does not depend on where they differ.
fn is_equal(own: &str, given: &str) -> bool {
    verify_slices_are_equal(own.as_bytes(), given.as_bytes()).is_ok()
}

/// The signed text of a backup. No token is signed over a text with a space, so no token can pass as a backup's
/// signature.
fn backup_text(contents: &[u8]) -> Vec<u8> {
    format!("a backup: {}", hex::encode(Sha256::digest(contents))).into_bytes()
}

impl App {
    /// Logs an error if the servers over one database have different secrets: a login at one server is then invalid
    /// at the others. The store remembers the secret of the server that started last, so a secret that was changed on
    /// all servers is reported once.
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
                "this server's secret.key differs from the one that last used this store, so sessions from there \
                 are not valid here: copy secret.key from one data folder to those of all servers"
            );
        }
        let noted = "UPDATE ONLY store_schema:present SET secret_mark = $mark RETURN NONE";
        retry_tx(async || self.store.write(noted).bind(("mark", mark.clone())).done().await).await
    }

    /// The proof of [`Secrets::prove`] for this server.
    pub fn prove_server(&self, nonce: &str) -> Result<String> {
        let is_nonce = (16..=64).contains(&nonce.len()) && nonce.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_nonce {
            return Err(Error::field("nonce", "Nonce must be 16 to 64 letters and digits."));
        }
        self.secrets.prove(nonce, &self.listening_url(), self.now())
    }
}
