//! Re-authentication for dangerous actions: shows that a session is still used by its owner (ruling 36).

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Actor, User,
    limits::AccountLimit,
    open_sessions::{OpenSession, OpenSessions, Origin, ended},
};
use crate::{App, Error, FieldErrors, Refusal, Result, clock::Instant, messages, store::retry_tx};

/// How long a proof is valid.
const PROVED: TimeDelta = TimeDelta::minutes(15);

/// The caller's password or a code of the second factor.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Proof {
    /// For accounts without a second factor.
    pub password: String,
    /// A code of the authenticator app or a recovery code, for accounts with a second factor.
    pub otp: String,
}

impl OpenSession {
    /// Whether the password or a code was entered in this session within the last 15 minutes.
    pub(super) fn is_proved(&self, now: Instant) -> bool {
        // A time in the future was written while the clock was ahead, and proves nothing.
        (TimeDelta::zero()..PROVED).contains(&(now - self.proved_at))
    }
}

impl App {
    /// Re-authenticates the caller, by a code if there is a second factor, else by the password. Valid for 15
    /// minutes.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a wrong one; [`Error::TooMany`]; [`Error::Unauthenticated`] if the session has ended
    /// meanwhile.
    pub async fn prove(&self, actor: &Actor, proof: Proof) -> Result<()> {
        let user = self.account(actor).await?;
        let by_code = self.has_second_factor(&user.id).await?;
        match by_code {
            true => self.use_code(&user, &proof.otp).await?,
            false => {
                let mut errors = FieldErrors::default();
                errors.check(!proof.password.is_empty(), "password", messages::PASSWORD_REQUIRED);
                errors.done()?;
                self.prove_password(&user, proof.password, "password").await?;
            }
        }
        let Actor::User(caller) = actor else { return Ok(()) };
        retry_tx(async || {
            let change = self.unaudited_change().await?;
            let held = OpenSessions::of(&change, &user, self.now()).await?;
            let mut held = held.unwrap_or_else(|| OpenSessions::none(&user.id));
            match held.sessions.iter_mut().find(|one| one.id == caller.session) {
                Some(session) => {
                    session.proved_at = self.now();
                    session.has_code |= by_code;
                }
                None if caller.is_listed || caller.stamp != user.stamp => return Err(ended()),
                // A session that began before sessions were listed: list it now.
                None => {
                    let begun = OpenSession::begun(&caller.session, &user.stamp, Origin::default(), self.now());
                    held.add(OpenSession { has_code: by_code, ..begun });
                }
            }
            held.store(&change).await?;
            change.commit().await
        })
        .await?;
        self.sessions.invalidate(&user.id).await;
        Ok(())
    }

    /// Checks the caller's password again, with the limits of a login.
    pub(crate) async fn prove_password(&self, user: &User, password: String, field: &str) -> Result<()> {
        self.count_try(AccountLimit::Password, &user.email).await?;
        if !self.hasher.verify(&user.email, password, Some(user.password.clone())).await? {
            let message = if field == "oldPassword" { messages::WRONG_OLD_PASSWORD } else { messages::WRONG_PASSWORD };
            return Err(Error::field(field, message));
        }
        self.forget_tries(AccountLimit::Password, &user.email).await
    }
}

impl Actor {
    /// Requires re-authentication within the last 15 minutes, for actions that must not be possible with a hijacked
    /// session alone (rulings 36 and 49). Never required from the operator.
    ///
    /// # Errors
    /// [`Error::Forbidden`] with reason `prove-code` if the account has a second factor, else `prove-password`.
    pub fn require_recent_login(&self) -> Result<()> {
        let Self::User(user) = self else { return Ok(()) };
        if user.is_proved {
            return Ok(());
        }
        Err(Error::Forbidden(match user.has_second_factor {
            true => Refusal::new("prove-code", messages::PROVE_CODE),
            false => Refusal::new("prove-password", messages::PROVE_PASSWORD),
        }))
    }
}
