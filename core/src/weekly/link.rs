//! Links through which a parent or teacher reads a student's week without an account. The token is random, stored as a
//! hash, and shown once, to the student.

use std::net::IpAddr;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::StudentWeek;
use crate::{
    App, Error, FieldErrors, Refusal, Result,
    clock::Instant,
    messages,
    people::{AccountStatus, Actor, AddressLimit, User},
    random,
    records::Entity,
    store::{Id, Record, retry_tx},
};

/// How long a link works.
const LIFETIME: TimeDelta = TimeDelta::days(90);
/// Links of a student, at most.
const MAX_LINKS: usize = 5;
/// Characters of a recipient's name, at most.
const MAX_NAME_CHARS: usize = 60;

/// A link to a student's week.
#[derive(Debug, Clone, SurrealValue)]
pub struct ProgressLink {
    pub id: Id<ProgressLink>,
    pub user: Id<User>,
    /// The recipient, as the student named them.
    pub name: String,
    /// Whether the page shows the forecast.
    pub show_forecast: bool,
    /// SHA-256 of the token, hex.
    pub hash: String,
    pub expires_at: Instant,
    pub created_at: Instant,
}

impl Record for ProgressLink {
    const TABLE: &'static str = "progress_link";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON progress_link TYPE record<user> REFERENCE ON DELETE CASCADE;\
        DEFINE INDEX IF NOT EXISTS progress_link_hash ON progress_link FIELDS hash UNIQUE;\
        DEFINE INDEX IF NOT EXISTS progress_link_expires ON progress_link FIELDS expires_at;\
        DEFINE INDEX IF NOT EXISTS progress_link_user ON progress_link FIELDS user;";
}

impl Entity for ProgressLink {
    const NOUN: &'static str = "Link";
    // Not the name: it is another person's.
    const AUDITED: &'static [&'static str] = &["show_forecast", "expires_at"];
    const ILLUSTRATED: bool = false;

    fn id(&self) -> &Id<Self> {
        &self.id
    }
}

/// The request to make a link.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewProgressLink {
    /// The recipient's name.
    #[schema(max_length = 60)]
    pub name: String,
    /// Whether the page shows the student's forecast.
    #[serde(default)]
    pub show_forecast: bool,
}

/// A link as its student reads it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProgressLink)]
pub struct ProgressLinkView {
    #[serde(rename = "_id")]
    pub id: Id<ProgressLink>,
    pub name: String,
    pub show_forecast: bool,
    pub created_at: Instant,
    pub expires_at: Instant,
    /// Its address, in the response that creates it; `null` afterwards, because only a hash is stored.
    pub url: Option<String>,
}

/// The content of a link.
#[derive(Debug, Clone)]
pub struct SharedWeek {
    /// The recipient's name.
    pub name: String,
    /// When the link ends.
    pub expires_at: Instant,
    pub week: StudentWeek,
}

impl ProgressLink {
    fn view(self, url: Option<String>) -> ProgressLinkView {
        let Self { id, name, show_forecast, created_at, expires_at, .. } = self;
        ProgressLinkView { id, name, show_forecast, created_at, expires_at, url }
    }
}

impl App {
    /// Creates a link to the caller's week, which works for 90 days.
    ///
    /// # Errors
    /// [`Error::Invalid`] without a name, or for one of more than 60 characters; [`Error::Conflict`], `too-many-links`,
    /// for the sixth that works at a time.
    pub async fn create_progress_link(&self, actor: &Actor, ask: &NewProgressLink) -> Result<ProgressLinkView> {
        let user = actor.user_id()?;
        let name = ask.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut errors = FieldErrors::default();
        errors.title("name", "Name", &name, MAX_NAME_CHARS);
        errors.done()?;
        let (token, now) = (random::hex::<32>(), self.now());
        let link = ProgressLink {
            id: Id::random(),
            user: user.clone(),
            name,
            show_forecast: ask.show_forecast,
            hash: random::token_hash(&token),
            expires_at: now + LIFETIME,
            created_at: now,
        };
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            // Concurrent requests of one student write the account's record, so that they conflict.
            change.lock(vec![user.link()]).await?;
            let sql = "SELECT VALUE id FROM progress_link WHERE user = $user AND expires_at > $now";
            let call = change.query(sql).bind(("user", user.clone())).bind(("now", now));
            let held: Vec<Id<ProgressLink>> = call.all().await?;
            if held.len() >= MAX_LINKS {
                return Err(Error::conflict("too-many-links", messages::TOO_MANY_LINKS));
            }
            change.create(&link).await?;
            change.commit().await
        })
        .await?;
        let url = self.public_url().join(&format!("progress/{token}")).map_err(Error::internal)?;
        Ok(link.view(Some(url.into())))
    }

    /// The caller's links that work, the oldest first.
    pub async fn list_progress_links(&self, actor: &Actor) -> Result<Vec<ProgressLinkView>> {
        let sql = "SELECT * FROM progress_link WHERE user = $user AND expires_at > $now ORDER BY created_at";
        let call = self.store.query(sql).bind(("user", actor.user_id()?.clone())).bind(("now", self.now()));
        let links: Vec<ProgressLink> = call.all().await?;
        Ok(links.into_iter().map(|link| link.view(None)).collect())
    }

    /// Revokes one of the caller's links. Its page is gone at once.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a link that is not the caller's.
    pub async fn revoke_progress_link(&self, actor: &Actor, id: &Id<ProgressLink>) -> Result<()> {
        let user = actor.user_id()?;
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let link: ProgressLink = change.find(id).await?;
            if link.user != *user {
                return Err(Error::NotFound(ProgressLink::NOUN));
            }
            change.delete(&link).await?;
            change.commit().await
        })
        .await
    }

    /// The content of the link with this token. A link that works is accepted from any address; unknown ones count as
    /// failures of the caller's address.
    ///
    /// # Errors
    /// [`Error::NotFound`] for an unknown or revoked link, and if the account is not active; [`Error::Conflict`],
    /// `expired`, after its 90 days; [`Error::TooMany`] after many unknown ones.
    pub async fn open_progress_link(&self, token: &str, from: Option<IpAddr>) -> Result<SharedWeek> {
        let found: Option<ProgressLink> = match token.len() {
            64 => {
                let sql = "SELECT * FROM progress_link WHERE hash = $hash";
                self.store.query(sql).bind(("hash", random::token_hash(token))).first().await?
            }
            _ => None,
        };
        let Some(link) = found else {
            self.limits.admit(AddressLimit::Link, from)?;
            self.limits.fail(AddressLimit::Link, from);
            return Err(Error::NotFound(ProgressLink::NOUN));
        };
        if link.expires_at <= self.now() {
            return Err(Error::Conflict(Refusal::new("expired", messages::LINK_EXPIRED)));
        }
        let user: Option<User> = self.load(&link.user).await?;
        let user = user.filter(|user| user.status == AccountStatus::Active);
        let user = user.ok_or(Error::NotFound(ProgressLink::NOUN))?;
        let week = self.week_of(&user, link.show_forecast).await?;
        Ok(SharedWeek { name: link.name, expires_at: link.expires_at, week })
    }

    /// Deletes links that expired a month ago. Until then their page says so.
    pub async fn delete_expired_progress_links(&self) -> Result<()> {
        let call = self.store.write("DELETE progress_link WHERE expires_at < $then RETURN NONE");
        call.bind(("then", self.now() - TimeDelta::days(30))).done().await
    }
}
