//! Passwords: what is asked of them, and hashing on a bounded pool.

use std::sync::Arc;

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
};

use super::email::email_key;
use crate::{Error, FieldErrors, Result};

/// The commonest passwords of eight letters and more, in small letters: refused whatever else is right
/// with them. Counted over public breaches, as the Django project publishes them, and those that an
/// exam suggests.
const COMMON: &str = include_str!("common-passwords.txt");

/// 8 to 128 characters, not among the common ones, not the email (ruling 11).
pub(super) fn check(errors: &mut FieldErrors, field: &str, password: &str, email: &str) {
    let length = password.chars().count();
    let lower = password.to_lowercase();
    errors.check(!password.is_empty(), field, crate::messages::PASSWORD_REQUIRED);
    errors.check((8..=128).contains(&length), field, "Password must be 8 to 128 characters");
    errors.check(lower != email_key(email), field, "Password cannot be your email");
    errors.check(!COMMON.lines().any(|common| common == lower), field, "This password is too common");
}

/// Hashes and verifies with argon2id (m = 19 MiB, t = 2, p = 1), a few at a time, so that a rush
/// of sign-ins leaves the other requests their share of the machine.
pub struct Hasher {
    seats: Arc<Semaphore>,
    /// Verified against when nobody has the address, so that both answers take the same time.
    decoy: String,
}

impl Hasher {
    /// A pool of half the cores, at least one.
    pub fn new() -> Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let seats = Arc::new(Semaphore::new((cores / 2).max(1)));
        Ok(Self { seats, decoy: hash("no account has this password")? })
    }

    /// Hashes a password.
    pub async fn hash(&self, password: String) -> Result<String> {
        self.seat().await?.work(move || hash(&password)).await?
    }

    /// Whether the password is the one of `stored`; without one the same work is done and it is not.
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<bool> {
        self.verify_if(|| Ok(()), password, stored).await
    }

    /// As [`Hasher::verify`], for callers who may have used up their tries while they waited for a seat.
    ///
    /// # Errors
    /// What `admit` refuses with when it is their turn.
    pub async fn verify_if(
        &self,
        admit: impl FnOnce() -> Result<()>,
        password: String,
        stored: Option<String>,
    ) -> Result<bool> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.clone());
        let seat = self.seat().await?;
        admit()?;
        let fits = seat
            .work(move || {
                let parsed = PasswordHash::new(&stored).map_err(Error::internal)?;
                Ok::<_, Error>(argon2()?.verify_password(password.as_bytes(), &parsed).is_ok())
            })
            .await??;
        Ok(fits && known)
    }

    async fn seat(&self) -> Result<Seat> {
        self.seats.clone().acquire_owned().await.map(|_permit| Seat { _permit }).map_err(Error::internal)
    }
}

/// A turn to hash. It is the work's: it goes on when whoever asked for it has gone.
struct Seat {
    _permit: OwnedSemaphorePermit,
}

impl Seat {
    async fn work<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let work = move || {
            let _seat = self;
            work()
        };
        spawn_blocking(work).await.map_err(Error::internal)
    }
}

fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(19_456, 2, 1, None).map_err(Error::internal)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
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
    async fn who_goes_away_leaves_the_seat_to_the_work() {
        let hasher = Hasher { seats: Arc::new(Semaphore::new(1)), decoy: String::new() };
        let (end, ended) = mpsc::channel::<()>();
        let mut asked = Box::pin(async { hasher.seat().await?.work(move || ended.recv()).await });
        assert!(poll!(&mut asked).is_pending());
        drop(asked);
        assert_eq!(hasher.seats.available_permits(), 0, "the work goes on");
        end.send(()).unwrap();
        hasher.seat().await.unwrap().work(|| ()).await.unwrap();
    }
}
