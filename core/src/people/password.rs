//! Passwords: rules, and hashing on a bounded pool.
//!
//! A password is hashed in its Unicode normal form (NFKC), because other keyboards produce other code points for the
//! same letters. Older hashes of the raw code points still match.

use std::borrow::Cow;

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use tokio::task::spawn_blocking;
use unicode_normalization::{UnicodeNormalization as _, is_nfkc};

use super::address::email_key;
use crate::{
    Error, FieldErrors, Result,
    fair_permits::{FairPermit, FairPermits},
};

/// The most common passwords of at least eight characters, in lower case, which are always refused. From public
/// breaches as published by the Django project, and words that an exam suggests.
const COMMON: &str = include_str!("common-passwords.txt");
/// Names of the product and of exams. A password made of these and digits is easy to guess.
const NAMES: [&str; 10] = ["sabi", "jamb", "utme", "waec", "wassce", "neco", "bece", "gce", "nabteb", "post"];

/// 8 to 128 characters, not among the common ones, not the email (ruling 11).
pub(super) fn check(errors: &mut FieldErrors, field: &str, password: &str, email: &str) {
    let password = normalised(password);
    let length = password.chars().count();
    let lower = password.to_lowercase();
    errors.check(!password.is_empty(), field, crate::messages::PASSWORD_REQUIRED);
    errors.check((8..=128).contains(&length), field, "Password must be 8 to 128 characters.");
    errors.check(lower != email_key(email), field, "Password cannot be your email");
    errors.check(!is_common(&lower), field, "This password is too common");
}

/// Whether a lower-case password is easy to guess: blank, in the list, made of names and digits, or one repeated
/// word.
fn is_common(lower: &str) -> bool {
    let letters: String = lower.chars().filter(|sign| sign.is_alphabetic()).collect();
    let is_named = !letters.is_empty() && is_of_names(&letters);
    lower.trim().is_empty() || COMMON.lines().any(|common| common == lower) || is_named || repeats(lower)
}

/// Whether a text consists only of [`NAMES`].
fn is_of_names(text: &str) -> bool {
    text.is_empty() || NAMES.iter().any(|name| text.strip_prefix(name).is_some_and(is_of_names))
}

/// Whether a text is one repeated word, whatever is between.
fn repeats(text: &str) -> bool {
    let signs: Vec<char> = text.chars().filter(|sign| sign.is_alphanumeric()).collect();
    let is_period =
        |period: usize| signs.len().is_multiple_of(period) && signs[period..] == signs[..signs.len() - period];
    (1..=signs.len() / 2).any(is_period)
}

/// The form of a password that is hashed.
fn normalised(password: &str) -> Cow<'_, str> {
    if is_nfkc(password) { password.into() } else { password.nfkc().collect::<String>().into() }
}

/// Hashes and verifies with argon2id (m = 19 MiB, t = 2, p = 1), a few at a time, so that many concurrent logins
/// leave capacity for other requests, and fairly: see [`FairPermits`].
pub struct Hasher {
    permits: FairPermits,
    /// The hash that is verified for unknown addresses, so that both responses take the same time.
    decoy: String,
}

impl Hasher {
    /// A pool of half the cores, at least one.
    pub fn new() -> Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self::with((cores / 2).max(1), hash("no account has this password")?))
    }

    fn with(permits: usize, decoy: String) -> Self {
        Self { permits: FairPermits::new(permits), decoy }
    }

    /// Hashes a password of the account with this email.
    pub async fn hash(&self, account: &str, password: String) -> Result<String> {
        self.permit(account).await?.work(move || hash(&normalised(&password))).await?
    }

    /// Whether the password matches `stored`. Without a stored hash, does the same work and returns `false`.
    pub async fn verify(&self, account: &str, password: String, stored: Option<String>) -> Result<bool> {
        self.verify_if(account, || Ok(()), password, stored).await
    }

    /// Like [`Hasher::verify`], for callers who may use up their attempts while they wait for a permit.
    ///
    /// # Errors
    /// The error of `admit`, which is called after the permit was acquired.
    pub async fn verify_if(
        &self,
        account: &str,
        admit: impl FnOnce() -> Result<()>,
        password: String,
        stored: Option<String>,
    ) -> Result<bool> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.clone());
        let permit = self.permit(account).await?;
        admit()?;
        let fits = permit.work(move || fits(&password, &stored)).await??;
        Ok(fits && known)
    }

    async fn permit(&self, account: &str) -> Result<HashPermit> {
        Ok(HashPermit(self.permits.acquire(email_key(account)).await?))
    }
}

/// A permit to hash. The work owns it, because the work continues if the caller disconnects.
struct HashPermit(FairPermit);

impl HashPermit {
    async fn work<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let work = move || {
            let _permit = self.0;
            work()
        };
        spawn_blocking(work).await.map_err(Error::internal)
    }
}

fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(19_456, 2, 1, None).map_err(Error::internal)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Whether a password matches a hash: in its normal form or, for older hashes, as typed.
fn fits(password: &str, stored: &str) -> Result<bool> {
    let (stored, argon2) = (PasswordHash::new(stored).map_err(Error::internal)?, argon2()?);
    let is = |password: &str| argon2.verify_password(password.as_bytes(), &stored).is_ok();
    let normal = normalised(password);
    Ok(is(&normal) || (normal != password && is(password)))
}

fn hash(password: &str) -> Result<String> {
    argon2()?.hash_password(password.as_bytes()).map(|hash| hash.to_string()).map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures::poll;

    use super::*;

    #[tokio::test]
    async fn work_keeps_the_permit_of_a_caller_who_disconnected() {
        let hasher = Hasher::with(1, String::new());
        let (end, ended) = mpsc::channel::<()>();
        let mut asked = Box::pin(async { hasher.permit("ada@sabi.test").await?.work(move || ended.recv()).await });
        assert!(poll!(&mut asked).is_pending());
        drop(asked);
        assert_eq!(hasher.permits.available(), 0, "the work goes on");
        end.send(()).unwrap();
        hasher.permit("ada@sabi.test").await.unwrap().work(|| ()).await.unwrap();
    }

    #[tokio::test]
    async fn an_account_has_one_permit_however_its_address_is_typed() {
        let hasher = Hasher::with(2, String::new());
        let held = hasher.permit("ada@sabi.test").await.unwrap();
        let mut same = Box::pin(hasher.permit("Ada@Sabi.Test"));
        assert!(poll!(&mut same).is_pending());
        hasher.permit("obi@sabi.test").await.unwrap();
        drop(held);
        same.await.unwrap();
    }

    #[test]
    fn a_password_fits_however_its_letters_are_composed() {
        let (composed, decomposed) = ("p\u{e0}ssw\u{1ecd}rd-\u{fb01}ne", "pa\u{300}sswo\u{323}rd-fine");
        let stored = hash(&normalised(composed)).unwrap();
        for typed in [composed, decomposed] {
            assert!(fits(typed, &stored).unwrap(), "{typed}");
        }
        assert!(!fits("password-fine", &stored).unwrap());
        // An old hash is one of the unnormalised code points.
        let old = hash(decomposed).unwrap();
        assert!(fits(decomposed, &old).unwrap());
        assert!(!fits("password-fine", &old).unwrap());
    }

    #[test]
    fn common_passwords_are_refused() {
        for common in [
            "        ",
            "\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}",
            "password1",
            "Sabi2026!",
            "JAMB-2026",
            "\u{ff2a}AMB2026",
            "waec12345",
            "post utme 26",
            "jambutme2026",
            "12sabi34sabi",
            "Ada ada ADA",
            "passpass",
            "lagoslagos",
            "aaaaaaaaaaaa",
            "kx7-kx7-kx7",
        ] {
            let mut errors = FieldErrors::default();
            check(&mut errors, "password", common, "ada@sabi.test");
            let told: Vec<_> = errors.iter().map(|(_, message)| message).collect();
            assert_eq!(told, ["This password is too common."], "{common:?}");
        }
        for good in [
            "84629173",
            "sabinus-2026",
            "jambite rivers",
            "lagos lagoon",
            "a-test-needs-no-secret",
            "\u{e0}b\u{e8}k\u{e9} Eko 9",
        ] {
            let mut errors = FieldErrors::default();
            check(&mut errors, "password", good, "ada@sabi.test");
            assert!(errors.is_empty(), "{good:?} {errors}");
        }
    }
}
