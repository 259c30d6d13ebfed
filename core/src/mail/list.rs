//! The list of mails for administrators: recipient, kind and state, without the texts, which may contain a link that
//! gives access to an account.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::QueuedMail;
use crate::{
    App, Error, Result,
    clock::Instant,
    people::{address::email_key, permissions::Actor},
    records::{Entity, Filter, FilterKind, ListQuery, ListSpec, Listed, Page},
    store::{Id, Record as _, retry_tx},
};

/// A mail without its text.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailView {
    #[serde(rename = "_id")]
    pub id: Id<QueuedMail>,
    /// The slug of its template.
    pub kind: String,
    pub to: String,
    pub subject: String,
    /// `queued`, `sent` or `failed`.
    pub state: String,
    /// The number of failed attempts.
    pub failures: i64,
    /// The error of the last attempt.
    pub problem: Option<String>,
    pub queued_at: Instant,
    pub sent_at: Option<Instant>,
    /// Whether its text can be written and sent again.
    pub can_resend: bool,
}

impl Entity for QueuedMail {
    const NOUN: &'static str = "Mail";
    // The audit log contains neither the address nor the mail server's response.
    const AUDITED: &'static [&'static str] = &["kind", "state"];
    const ILLUSTRATED: bool = false;

    fn id(&self) -> &Id<Self> {
        &self.id
    }
}

impl Listed for QueuedMail {
    const LIST: ListSpec = ListSpec {
        select: "id, kind, to, subject, state, failures, problem, queued_at, sent_at, state != 'queued' AND \
            user != NONE AND (kind IN ['activation', 'password-reset'] OR about != NONE) AS can_resend",
        // The table is too large to search by parts of a text, so addresses are only found whole.
        search: &[],
        sort: &[("kind", "kind"), ("state", "state"), ("queuedAt", "queued_at")],
        filters: &[
            Filter { name: "state", column: "state", kind: FilterKind::Word(&["queued", "sent", "failed"]) },
            Filter { name: "address", column: "to_key", kind: FilterKind::Text },
            Filter::from("queued_at"),
            Filter::to("queued_at"),
        ],
        order: "-queuedAt",
        ..ListSpec::of(Self::TABLE)
    };
}

impl App {
    /// The mails, newest first, 10 per page.
    pub async fn list_mails(&self, query: &ListQuery) -> Result<Page<MailView>> {
        let mut query = query.clone();
        if let Some(address) = query.filters.get_mut("address") {
            *address = email_key(address);
        }
        self.rows::<QueuedMail>(&query).page().await
    }

    /// Removes a failed mail from the list.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Conflict`] with reason `not-failed` if it may still be sent or was sent.
    pub async fn dismiss_mail(&self, actor: &Actor, id: &Id<QueuedMail>) -> Result<()> {
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let mail: QueuedMail = change.find(id).await?;
            if mail.state != "failed" {
                return Err(Error::conflict("not-failed", "Only a mail that could not be sent can be removed."));
            }
            change.delete(&mail).await?;
            change.commit().await
        })
        .await
    }
}
