//! Addresses that want the newsletter (spec 1 §5, spec 3 §7).

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, FieldErrors, Result,
    clock::Instant,
    people::{Actor, Limited, check_email, email_key},
    records::{Entity, Filter, ListQuery, ListSpec, Listed, Page},
    store::{Id, Record, retry_tx},
};

/// An address. Its hash is the key, so that none is there twice.
#[derive(Debug, Clone, SurrealValue)]
pub struct Subscriber {
    pub id: Id<Subscriber>,
    pub email: String,
    pub created_at: Instant,
}

/// An address as administrators read it.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = Subscriber)]
pub struct SubscriberView {
    #[serde(rename = "_id")]
    pub id: Id<Subscriber>,
    pub email: String,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

impl Record for Subscriber {
    const TABLE: &'static str = "subscriber";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS subscriber_created ON subscriber FIELDS created_at;";
}

impl Entity for Subscriber {
    const NOUN: &'static str = "Subscriber";
    // An address that is taken away stands nowhere any more.
    const AUDITED: &'static [&'static str] = &[];
    const ILLUSTRATED: bool = false;

    fn id(&self) -> &Id<Self> {
        &self.id
    }
}

impl Listed for Subscriber {
    const LIST: ListSpec = ListSpec {
        search: &["email"],
        sort: &[("email", "email"), ("createdAt", "created_at")],
        filters: &[Filter::from("created_at"), Filter::to("created_at")],
        ..ListSpec::of(Self::TABLE)
    };
}

impl Subscriber {
    /// The key of an address.
    pub fn key(email: &str) -> Id<Self> {
        Id::new(hex::encode(&Sha256::digest(email_key(email))[..16]))
    }
}

impl App {
    /// Adds an address; one that is there already stays as it is, and the answer does not tell.
    pub async fn subscribe(&self, email: &str, from: Option<IpAddr>) -> Result<()> {
        let mut errors = FieldErrors::default();
        check_email(&mut errors, email);
        errors.done()?;
        self.limits.count(Limited::Newsletter, from)?;
        let subscriber = Subscriber { id: Subscriber::key(email), email: email.trim().into(), created_at: self.now() };
        let kept = retry_tx(async || {
            let mut change = self.own_change().await?;
            change.create(&subscriber).await?;
            change.commit().await
        });
        match kept.await {
            Err(error) if error.is_taken() => Ok(()),
            other => other,
        }
    }

    /// The addresses, newest first, ten a page.
    pub async fn list_subscribers(&self, query: &ListQuery) -> Result<Page<SubscriberView>> {
        self.rows::<Subscriber>(query).page().await
    }

    /// Deletes an address.
    pub async fn delete_subscriber(&self, actor: &Actor, id: &Id<Subscriber>) -> Result<()> {
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let subscriber: Subscriber = change.find(id).await?;
            change.delete(&subscriber).await?;
            change.commit().await
        })
        .await
    }
}
