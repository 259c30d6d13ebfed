//! Links for activation and recovery: random, single use, stored as hashes (ruling 11).

use std::net::IpAddr;

use chrono::TimeDelta;
use surrealdb::types::SurrealValue;

use super::{User, limits::AddressLimit};
use crate::{
    App, Error, Result,
    clock::Instant,
    messages, random,
    records::Change,
    store::{Id, Record},
};

/// The purpose of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Activating a new account.
    Activation,
    /// Choosing a new password.
    Reset,
}

impl Purpose {
    const fn word(self) -> &'static str {
        match self {
            Self::Activation => "activation",
            Self::Reset => "reset",
        }
    }

    /// How long the link is valid, and the words for it in a mail (ruling 11).
    pub const fn lifetime(self) -> (TimeDelta, &'static str) {
        match self {
            Self::Activation => (TimeDelta::days(7), "7 days"),
            Self::Reset => (TimeDelta::minutes(30), "30 minutes"),
        }
    }
}

/// A sent link. Its key is person and purpose, so a new link replaces the old one.
#[derive(Debug, Clone, SurrealValue)]
pub struct Link {
    pub id: Id<Link>,
    pub user: Id<User>,
    pub purpose: String,
    /// SHA-256 of the token, hex.
    pub hash: String,
    pub expires_at: Instant,
}

impl Record for Link {
    const TABLE: &'static str = "link";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS link_hash ON link FIELDS hash UNIQUE;\
        DEFINE INDEX IF NOT EXISTS link_expires ON link FIELDS expires_at;";
}

impl Link {
    /// A new link and its token, which only the mail contains: 32 random bytes, hex.
    pub fn new(user: &Id<User>, purpose: Purpose, now: Instant) -> (Self, String) {
        let token = random::hex::<32>();
        let link = Self {
            id: Self::key(user, purpose),
            user: user.clone(),
            purpose: purpose.word().into(),
            hash: random::token_hash(&token),
            expires_at: now + purpose.lifetime().0,
        };
        (link, token)
    }

    /// Stores the link with a change, replacing any older one.
    pub(super) async fn store(&self, change: &Change<'_>) -> Result<()> {
        let call = change.query("UPSERT ONLY $link.id CONTENT $link RETURN NONE");
        call.bind(("link", self.clone())).done().await
    }

    /// The keys of all links that a person can have.
    pub(crate) fn all_of(user: &Id<User>) -> Vec<Id<Self>> {
        vec![Self::key(user, Purpose::Activation), Self::key(user, Purpose::Reset)]
    }

    /// The key of a person's link for this purpose.
    pub fn key(user: &Id<User>, purpose: Purpose) -> Id<Self> {
        Id::new(format!("{user}-{}", purpose.word()))
    }
}

/// The refusal of an invalid link.
pub(super) fn dead_link() -> Error {
    Error::field("token", messages::DEAD_LINK)
}

impl App {
    /// The link of a token and its account, if it is still valid. Used, replaced, expired and unknown links and those
    /// of deleted accounts get the same response, and count as failures of the caller's address. A valid link is
    /// accepted from any address: it cannot be guessed, and a school behind one address must not wait because of one
    /// student.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid link; [`Error::TooMany`] after many of those.
    pub(super) async fn find_link(&self, token: &str, purpose: Purpose, from: Option<IpAddr>) -> Result<(Link, User)> {
        if let Some(found) = self.link_of(token, purpose).await? {
            return Ok(found);
        }
        self.limits.admit(AddressLimit::Link, from)?;
        self.limits.fail(AddressLimit::Link, from);
        Err(dead_link())
    }

    async fn link_of(&self, token: &str, purpose: Purpose) -> Result<Option<(Link, User)>> {
        if token.len() != 64 {
            return Ok(None);
        }
        let sql = "SELECT * FROM link WHERE hash = $hash";
        let found: Option<Link> = self.store.query(sql).bind(("hash", random::token_hash(token))).first().await?;
        // A link that expires later than a new one would was made while the clock was ahead, and would be valid for too
        // long.
        let (lifetime, now) = (purpose.lifetime().0, self.now());
        let holds = |link: &Link| link.expires_at > now && link.expires_at <= now + lifetime * 2;
        let Some(link) = found.filter(|link| link.purpose == purpose.word() && holds(link)) else { return Ok(None) };
        let user: Option<User> = self.load(&link.user).await?;
        Ok(user.map(|user| (link, user)))
    }

    /// Deletes expired links.
    pub async fn delete_expired_links(&self) -> Result<()> {
        let latest_valid = self.now() + Purpose::Activation.lifetime().0 * 2;
        let call = self.store.write("DELETE link WHERE expires_at < $now OR expires_at > $latest_valid RETURN NONE");
        call.bind(("now", self.now())).bind(("latest_valid", latest_valid)).done().await
    }
}

#[cfg(test)]
mod tests {
    use super::Purpose;
    use crate::mail::MailKind;

    #[test]
    fn a_mail_is_not_sent_after_its_link_has_expired() {
        assert_eq!(MailKind::PasswordReset.retried_for(), Purpose::Reset.lifetime().0);
        assert!(MailKind::Activation.retried_for() <= Purpose::Activation.lifetime().0);
    }
}
