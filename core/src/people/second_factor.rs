//! The second factor of administrators and moderators (ruling 36): codes of an authenticator app (RFC 6238) and ten
//! single-use recovery codes.

use qrcode::{Color, QrCode};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use surrealdb::types::SurrealValue;
use totp_rs::{Builder, Secret, Totp};
use utoipa::ToSchema;

use super::{
    Actor, Role, User,
    limits::AccountLimit,
    open_sessions::{END_SESSIONS, OpenSessions, ended},
    security_alert::SecurityEvent,
    session::WRONG_CODE,
};
use crate::{
    App, Error, Refusal, Result,
    clock::Instant,
    messages, random,
    records::Entity,
    settings::RequireSecondFactor,
    store::{Id, Record, retry_tx},
};

/// The number of recovery codes.
const RECOVERY_CODES: usize = 10;
/// The length of a recovery code: 23 letters of 5 bits are 115 bits. Earlier ones of 16 letters stay valid.
const RECOVERY_LETTERS: usize = 23;
/// The length of a secret in bytes: 160 bits, as RFC 4226 §4 recommends.
const SECRET: usize = 20;
/// How long a code of the app is shown, in seconds (RFC 6238 §5.2).
const STEP: u64 = 30;

impl RequireSecondFactor {
    /// Whether a person with this role must have one.
    pub fn covers(self, role: Role) -> bool {
        match role {
            Role::User => false,
            Role::Moderator => self == Self::Staff,
            Role::Admin => self != Self::Nobody,
        }
    }
}

/// The shared secret of a person's authenticator app and this server, under the person's key.
#[derive(Debug, Clone, SurrealValue)]
pub struct SecondFactor {
    pub id: Id<SecondFactor>,
    pub user: Id<User>,
    /// In Base32, the form for apps; sealed in the store.
    pub secret: String,
    /// When the second factor became required; `None` until a code has proved that the app has the secret.
    pub since: Option<Instant>,
    /// The time step of the last accepted code, because no code is accepted twice (RFC 6238 §5.2).
    pub last_step: i64,
    /// SHA-256 of each unused recovery code, hex.
    pub recovery: Vec<String>,
}

impl Record for SecondFactor {
    const TABLE: &'static str = "second_factor";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON second_factor TYPE record<user> \
                                  REFERENCE ON DELETE CASCADE;";
}

impl Entity for SecondFactor {
    const NOUN: &'static str = "Second factor";
    const AUDITED: &'static [&'static str] = &["since"];
    const ILLUSTRATED: bool = false;

    fn id(&self) -> &Id<Self> {
        &self.id
    }
}

/// The data for an authenticator app.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SecondFactorSetup {
    /// The secret in Base32, in groups of four with spaces between them, to be typed.
    pub secret: String,
    /// The same as an `otpauth:` address.
    pub uri: String,
    /// The address as a QR code: its rows, each a text of `1` (dark) and `0`.
    pub qr: Vec<String>,
}

/// The state of a person's second factor.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorState {
    /// When it became required.
    pub since: Option<Instant>,
    /// How many recovery codes are left.
    pub recovery_codes: usize,
    /// Whether the back office requires it.
    pub required: bool,
}

/// New recovery codes; shown once.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

/// A code of the app, or a recovery code.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct OneTimeCode {
    pub otp: String,
}

impl SecondFactor {
    /// The key of a person's second factor.
    pub(crate) fn key(user: &Id<User>) -> Id<Self> {
        user.cast()
    }

    fn begin(user: &Id<User>) -> Self {
        let secret = Secret::from(random::bytes::<SECRET>()).to_base32();
        Self { id: Self::key(user), user: user.clone(), secret, since: None, last_step: 0, recovery: Vec::new() }
    }

    fn totp(&self, account: &str) -> Result<Totp> {
        let secret = Secret::try_from_base32(&self.secret).map_err(Error::internal)?;
        // A colon would end the account's name in the address.
        let account = account.replace(':', " ");
        let totp = Builder::new().with_secret(secret).with_skew(0).with_step_duration(STEP);
        let totp = totp.with_account_name(account).with_issuer(Some("Sabi"));
        totp.build().map_err(Error::internal)
    }

    /// The factor after the use of this code, if the code is valid now: the app's code of the current time step or of
    /// the previous one, which allows for typing (RFC 6238 §5.2), or an unused recovery code.
    fn accept(&self, code: &str, now: Instant) -> Option<Self> {
        let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
        if plain.len() == 6 && plain.bytes().all(|byte| byte.is_ascii_digit()) {
            let time = u64::try_from(now.timestamp()).ok()?;
            let totp = self.totp("").ok()?;
            let step = totp.check(&plain, time).or_else(|| totp.check(&plain, time.checked_sub(STEP)?))?;
            let step = i64::try_from(step).ok()?;
            return (step > self.last_step).then(|| Self { last_step: step, ..self.clone() });
        }
        let hash = hash(&plain);
        let left: Vec<_> = self.recovery.iter().filter(|one| **one != hash).cloned().collect();
        (left.len() < self.recovery.len()).then(|| Self { recovery: left, ..self.clone() })
    }

    /// Replaces all recovery codes and returns the new ones.
    fn renew(&mut self) -> Vec<String> {
        let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| random::letters(RECOVERY_LETTERS)).collect();
        self.recovery = codes.iter().map(|code| hash(code)).collect();
        codes.iter().map(|code| grouped(code, "-")).collect()
    }
}

/// A code in groups of four with this separator.
fn grouped(code: &str, between: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(between)
}

fn hash(code: &str) -> String {
    hex::encode(Sha256::digest(code.to_lowercase()))
}

fn wrong_code() -> Error {
    Error::field("otp", messages::WRONG_CODE)
}

impl App {
    /// The state of the caller's second factor.
    pub async fn second_factor(&self, actor: &Actor) -> Result<SecondFactorState> {
        let user = self.account(actor).await?;
        let factor = self.factor_of(&user.id).await?;
        let required = self.settings.require_second_factor.covers(user.role);
        let (since, recovery_codes) = factor.map_or((None, 0), |factor| (factor.since, factor.recovery.len()));
        Ok(SecondFactorState { since, recovery_codes, required })
    }

    /// Creates a secret for the caller's app. It is required once [`Self::confirm_second_factor`] has proved that the
    /// app has it.
    ///
    /// # Errors
    /// Same as [`Actor::require_recent_login`]; [`Error::Conflict`] with reason `student` for students, and
    /// `has-second-factor`.
    pub async fn begin_second_factor(&self, actor: &Actor) -> Result<SecondFactorSetup> {
        let user = self.account(actor).await?;
        if user.role == Role::User {
            return Err(Error::conflict("student", messages::NO_SECOND_FACTOR_FOR_STUDENTS));
        }
        actor.require_recent_login()?;
        let factor = SecondFactor::begin(&user.id);
        let kept = "UPSERT ONLY $factor.id CONTENT $factor RETURN NONE";
        retry_tx(async || {
            let tx = self.store.begin().await?;
            let held: Option<SecondFactor> =
                tx.query("SELECT * FROM $id").bind(("id", factor.id.clone())).first().await?;
            if held.is_some_and(|held| held.since.is_some()) {
                return Err(Error::conflict("has-second-factor", messages::HAS_SECOND_FACTOR));
            }
            tx.query(kept).bind(("factor", factor.clone().sealed(&self.secrets)?)).done().await?;
            tx.commit().await
        })
        .await?;
        let uri = factor.totp(&user.email)?.to_url().map_err(Error::internal)?;
        let code = QrCode::new(&uri).map_err(Error::internal)?;
        let dark = |color: &Color| if *color == Color::Dark { '1' } else { '0' };
        let qr = code.to_colors().chunks(code.width()).map(|row| row.iter().map(dark).collect()).collect();
        Ok(SecondFactorSetup { secret: grouped(&factor.secret, " "), uri, qr })
    }

    /// Requires the second factor from now on, after a code from the app has proved that it has the secret. Like every
    /// change of a factor, it ends the caller's other sessions, forgets the account's devices and is mailed to the
    /// caller.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a wrong code; [`Error::Conflict`] if none was set up, or one is already required.
    pub async fn confirm_second_factor(&self, actor: &Actor, input: OneTimeCode) -> Result<RecoveryCodes> {
        self.change_factor(actor, &input.otp, "second-factor", SecurityEvent::FactorSetUp, |factor| {
            factor.since = Some(self.now());
            Some(factor.renew())
        })
        .await
    }

    /// Creates ten new recovery codes and invalidates the others.
    pub async fn renew_recovery_codes(&self, actor: &Actor, input: OneTimeCode) -> Result<RecoveryCodes> {
        self.change_factor(actor, &input.otp, "recovery-codes", SecurityEvent::CodesRenewed, |factor| {
            Some(factor.renew())
        })
        .await
    }

    /// Removes the caller's second factor, with a code.
    pub async fn drop_second_factor(&self, actor: &Actor, input: OneTimeCode) -> Result<()> {
        self.change_factor(actor, &input.otp, "no-second-factor", SecurityEvent::FactorRemoved, |_| None)
            .await
            .map(drop)
    }

    /// Checks a code of the caller and stores the factor as changed by `edit`: with recovery codes to show, or `None`
    /// to remove it. Ends the caller's other sessions, forgets the account's devices and mails the caller.
    async fn change_factor(
        &self,
        actor: &Actor,
        code: &str,
        action: &str,
        event: SecurityEvent,
        edit: impl Fn(&mut SecondFactor) -> Option<Vec<String>> + Send + Sync,
    ) -> Result<RecoveryCodes> {
        let user = self.account(actor).await?;
        let is_new = event == SecurityEvent::FactorSetUp;
        self.count_try(AccountLimit::Code, &user.email).await?;
        let codes = retry_tx(async || {
            let mut change = self.change(actor).await?;
            let held: Option<SecondFactor> =
                change.query("SELECT * FROM $id").bind(("id", SecondFactor::key(&user.id))).first().await?;
            let held = held.filter(|held| held.since.is_none() == is_new);
            let held = held.ok_or_else(|| match is_new {
                true => Error::conflict("no-second-factor", messages::SECOND_FACTOR_NOT_BEGUN),
                false => Error::conflict("no-second-factor", messages::NO_SECOND_FACTOR),
            })?;
            let mut factor = held.opened(&self.secrets).accept(code, self.now()).ok_or_else(wrong_code)?;
            let codes = edit(&mut factor);
            let kept = match &codes {
                Some(_) => "UPDATE ONLY $factor.id CONTENT $factor RETURN NONE",
                None => "DELETE ONLY $factor.id RETURN BEFORE",
            };
            change.query(kept).bind(("factor", factor.sealed(&self.secrets)?)).done().await?;
            let mut open = OpenSessions::of(&change, &user, self.now()).await?.ok_or_else(ended)?;
            open.sessions.retain(|one| actor.is_in(&one.id));
            let session = open.sessions.first_mut().ok_or_else(ended)?;
            session.has_code = codes.is_some();
            session.proved_at = self.now();
            let kept = session.id.clone();
            change.mail(self.security_alert(&user, event, &session.origin()).await?);
            open.store(&change).await?;
            let others = change.query("DELETE push_device WHERE user = $user AND session != $kept RETURN NONE");
            others.bind(("user", user.id.clone())).bind(("kept", kept)).done().await?;
            change
                .query(FORGET_DEVICES)
                .bind(("id", user.id.clone()))
                .bind(("epoch", User::new_stamp()))
                .done()
                .await?;
            let entry = change.entry(action, User::TABLE, user.id.as_str());
            change.note(entry);
            change.commit().await?;
            Ok(codes)
        })
        .await?;
        self.sessions.invalidate(&user.id).await;
        self.forget_tries(AccountLimit::Code, &user.email).await?;
        Ok(RecoveryCodes { recovery_codes: codes.unwrap_or_default() })
    }

    /// Removes the second factor of a person with a lost device, ends their sessions and mails them; audited.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but super admins and the operator; [`Error::Conflict`] with reason
    /// `own-second-factor` for the caller's own, which takes a code; [`Error::NotFound`].
    pub async fn reset_second_factor(&self, actor: &Actor, id: &Id<User>) -> Result<()> {
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        if actor.user_id().is_ok_and(|own| own == id) {
            return Err(Error::conflict("own-second-factor", messages::OWN_SECOND_FACTOR));
        }
        actor.require_recent_login()?;
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let user: User = change.find(id).await?;
            let gone = change.query("DELETE $id RETURN BEFORE").bind(("id", SecondFactor::key(id)));
            let gone: Option<SecondFactor> = gone.first().await?;
            gone.ok_or_else(|| Error::conflict("no-second-factor", messages::NO_SECOND_FACTOR))?;
            let alert = self.security_alert(&user, SecurityEvent::FactorReset, "an administrator").await?;
            change.mail(alert);
            let call = change.query(format!("{END_SESSIONS} UPDATE $id SET device_epoch = $stamp RETURN NONE"));
            call.bind(("id", user.id.clone())).bind(("stamp", User::new_stamp())).done().await?;
            let entry = change.entry("reset-second-factor", User::TABLE, user.id.as_str());
            change.note(entry);
            change.commit().await
        })
        .await?;
        self.sessions.invalidate(id).await;
        Ok(())
    }

    /// Whether a login of this person requires a code.
    pub(crate) async fn has_second_factor(&self, user: &Id<User>) -> Result<bool> {
        Ok(self.factor_of(user).await?.is_some_and(|factor| factor.since.is_some()))
    }

    async fn factor_of(&self, user: &Id<User>) -> Result<Option<SecondFactor>> {
        self.store.query("SELECT * FROM $id").bind(("id", SecondFactor::key(user))).first().await
    }

    /// Checks the code of a login if its account has a second factor. Returns whether a code was checked.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] with reason `second-factor` if a code is missing, `wrong-code` if it is invalid;
    /// [`Error::TooMany`] after ten wrong codes of the account, over all devices.
    pub(super) async fn check_code(&self, user: &User, code: Option<&str>) -> Result<bool> {
        if !self.has_second_factor(&user.id).await? {
            return Ok(false);
        }
        let Some(code) = code.filter(|code| !code.trim().is_empty()) else {
            return Err(Error::Unauthenticated(Refusal::new("second-factor", messages::CODE_NEEDED)));
        };
        self.use_code(user, code).await.map_err(|error| match error {
            Error::Invalid(_) => Error::Unauthenticated(Refusal::new(WRONG_CODE, messages::WRONG_CODE)),
            other => other,
        })?;
        Ok(true)
    }

    /// Consumes a code. Wrong ones count for the account, wherever they are given.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a wrong one; [`Error::TooMany`].
    pub(super) async fn use_code(&self, user: &User, code: &str) -> Result<()> {
        self.count_try(AccountLimit::Code, &user.email).await?;
        retry_tx(async || {
            let tx = self.store.begin().await?;
            let held = tx.query("SELECT * FROM $id").bind(("id", SecondFactor::key(&user.id)));
            let held: Option<SecondFactor> = held.first().await?;
            let used = held.and_then(|held| held.opened(&self.secrets).accept(code, self.now()));
            let used = used.ok_or_else(wrong_code)?.sealed(&self.secrets)?;
            tx.query("UPDATE ONLY $used.id CONTENT $used RETURN NONE").bind(("used", used)).done().await?;
            tx.commit().await
        })
        .await?;
        self.forget_tries(AccountLimit::Code, &user.email).await
    }
}

/// Makes all known devices of an account unknown.
const FORGET_DEVICES: &str = "UPDATE $id SET device_epoch = $epoch RETURN NONE";

#[cfg(test)]
mod tests {
    use chrono::{TimeZone as _, Utc};

    use super::*;

    /// RFC 6238, appendix B: the SHA-1 secret, and the last six of the eight digits at each time.
    const CODES: [(i64, &str); 5] = [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_111_111_111, "050471"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
    ];

    fn factor() -> SecondFactor {
        let secret = Secret::from(*b"12345678901234567890").to_base32();
        SecondFactor { secret, ..SecondFactor::begin(&Id::new("ada")) }
    }

    fn at(seconds: i64) -> Instant {
        Utc.timestamp_opt(seconds, 0).unwrap()
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        for (time, code) in CODES {
            assert!(factor().accept(code, at(time)).is_some(), "{code} at {time}");
            assert!(
                factor().accept(&format!(" {} {} ", &code[..3], &code[3..]), at(time)).is_some(),
                "as apps show it"
            );
        }
    }

    #[test]
    fn a_code_counts_once_in_its_own_step_and_in_the_next() {
        // Its step lasts from 20 s before this time to 9 s after it.
        let (time, code) = CODES[4];
        for (away, counts) in [(-51, false), (-21, false), (-20, true), (9, true), (10, true), (39, true), (40, false)]
        {
            assert_eq!(factor().accept(code, at(time + away)).is_some(), counts, "{away} s away");
        }
        let used = factor().accept(code, at(time)).unwrap();
        assert!(used.accept(code, at(time)).is_none());
        assert!(used.accept(code, at(time + 29)).is_none());
    }

    #[test]
    fn a_recovery_code_counts_once_however_it_is_typed() {
        let mut factor = factor();
        let codes = factor.renew();
        assert_eq!(codes.len(), 10);
        let typed = codes[3].to_uppercase().replace('-', " ");
        let used = factor.accept(&typed, at(0)).unwrap();
        assert_eq!(used.recovery.len(), 9);
        assert!(used.accept(&codes[3], at(0)).is_none());
        assert!(used.accept(&codes[4], at(0)).is_some());
        assert!(codes.iter().all(|code| code.replace('-', "").len() == 23), "115 bits: {codes:?}");
        for wrong in ["", "abc", "000000", &codes[4][..18]] {
            assert!(used.accept(wrong, at(0)).is_none(), "{wrong:?}");
        }
        let others = {
            let mut other = used.clone();
            other.renew();
            other
        };
        assert!(others.accept(&codes[4], at(0)).is_none(), "new ones end the old");
    }
    #[test]
    fn a_recovery_code_of_an_earlier_version_counts() {
        let short = "0123-4567-89ab-cdef";
        let factor = SecondFactor { recovery: vec![hash(&short.replace('-', ""))], ..factor() };
        assert!(factor.accept(short, at(0)).is_some_and(|used| used.recovery.is_empty()));
    }
}
