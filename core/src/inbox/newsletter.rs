//! Newsletter subscribers (spec 1 §5, spec 3 §7).

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, FieldErrors, Result,
    clock::Instant,
    people::{Actor, AddressLimit, check_email, email_key},
    records::{Entity, Filter, ListQuery, ListSpec, Listed, Page},
    store::{Id, Record, retry_tx},
};

/// A subscribed address. The key is its hash, so no address is stored twice.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Subscriber {
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
    // A deleted address must not remain in the audit log.
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
    /// The key of an address's record.
    pub fn key(email: &str) -> Id<Self> {
        Id::new(hex::encode(&Sha256::digest(email_key(email))[..16]))
    }
}

impl App {
    /// Subscribes an address. If it is already subscribed nothing changes, and the response is the same.
    pub async fn subscribe(&self, email: &str, from: Option<IpAddr>) -> Result<()> {
        let mut errors = FieldErrors::default();
        check_email(&mut errors, email);
        errors.done()?;
        self.limits.count(AddressLimit::Newsletter, from)?;
        let subscriber = Subscriber { id: Subscriber::key(email), email: email.trim().into(), created_at: self.now() };
        let kept = retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            change.create(&subscriber).await?;
            change.commit().await
        });
        match kept.await {
            Err(error) if error.is_taken() => Ok(()),
            other => other,
        }
    }

    /// The addresses, newest first, 10 per page.
    pub async fn list_subscribers(&self, query: &ListQuery) -> Result<Page<Subscriber>> {
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
