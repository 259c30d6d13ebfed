//! The mail queue: a mail is stored by the commit that causes it, until it is sent (ruling 26).

use futures::{StreamExt as _, stream};
use lettre::message::Mailbox;
use surrealdb::types::SurrealValue;
use tokio::sync::Notify;

use super::{
    Mail, MailKind, Rendered, SendError, Transport, backoff::MAX_RETRY_PAUSE, defaults::MAX_RETRIED_FOR, next_try,
};
use crate::{
    App, Error, Result, Settings,
    clock::Instant,
    people::{address::email_key, permissions::User},
    store::{Id, Record, Tx, retry_tx},
};

/// Mails per batch.
const BATCH: usize = 20;
/// Mails that somebody waits for; they are sent first.
const LINKS: [MailKind; 2] = [MailKind::Activation, MailKind::PasswordReset];
/// Mails sent concurrently.
const AT_ONCE: usize = 4;
/// The lease of a mail, after which another server may send it.
const LEASE_MINUTES: i64 = 5;

/// The mail transport, and the signal for the mail worker.
pub struct Mailer {
    transport: Transport,
    queued: Notify,
    from: Option<String>,
}

/// A queued mail. Its text is deleted once it is sent, because it may contain a link that gives access to an account.
#[derive(Debug, Clone, SurrealValue)]
pub struct QueuedMail {
    pub id: Id<QueuedMail>,
    pub kind: String,
    /// The recipient's account, if there is one.
    pub user: Option<Id<User>>,
    pub to: String,
    /// The normalised address for lookups. Empty in a store that is not migrated yet.
    #[surreal(default)]
    pub to_key: String,
    pub subject: String,
    pub html: String,
    pub text: String,
    /// The address that unsubscribes from such mails; deleted with the texts.
    #[surreal(default)]
    pub unsubscribe: Option<String>,
    /// `queued`, `sent` or `failed`.
    pub state: String,
    pub failures: i64,
    pub queued_at: Instant,
    pub due_at: Instant,
    pub sent_at: Option<Instant>,
    /// The error of the last attempt.
    pub problem: Option<String>,
    /// The key of the record that the mail is about. The text can be written again from it.
    #[surreal(default)]
    pub about: Option<String>,
}

impl Record for QueuedMail {
    const TABLE: &'static str = "mail";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS mail_due ON mail FIELDS state, due_at;\
        DEFINE INDEX IF NOT EXISTS mail_kind ON mail FIELDS state, kind, due_at;\
        DEFINE INDEX IF NOT EXISTS mail_user ON mail FIELDS user;\
        DEFINE INDEX IF NOT EXISTS mail_queued ON mail FIELDS queued_at;\
        DEFINE INDEX IF NOT EXISTS mail_state ON mail FIELDS state, queued_at;\
        DEFINE INDEX IF NOT EXISTS mail_to ON mail FIELDS to_key, queued_at;";
}

/// Migration: adds the normalised address.
pub(crate) async fn key_addresses(tx: &Tx) -> Result<()> {
    let old: Vec<QueuedMail> = tx.query("SELECT * FROM mail WHERE to_key = NONE").all().await?;
    for mail in old {
        let call = tx.query("UPDATE $id SET to_key = $key RETURN NONE").bind(("id", mail.id));
        call.bind(("key", email_key(&mail.to))).done().await?;
    }
    Ok(())
}

impl QueuedMail {
    /// A mail that is due immediately.
    pub fn new(kind: MailKind, to: &str, user: Option<Id<User>>, rendered: Rendered, now: Instant) -> Self {
        let Rendered { subject, html, text } = rendered;
        Self {
            id: Id::random(),
            kind: kind.slug().into(),
            user,
            to: to.into(),
            to_key: email_key(to),
            subject,
            html,
            text,
            unsubscribe: None,
            state: "queued".into(),
            failures: 0,
            queued_at: now,
            due_at: now,
            sent_at: None,
            problem: None,
            about: None,
        }
    }

    /// Names the record that the mail is about, so that the mail can be sent again.
    pub(crate) fn about(self, record: String) -> Self {
        Self { about: Some(record), ..self }
    }
}

impl Mailer {
    /// The transport of the settings.
    pub fn open(settings: &Settings) -> Result<Self> {
        let outbox = settings.data.join("outbox");
        let transport = Transport::open(settings.mail_url.as_deref(), settings.mail_ca.as_deref(), &outbox)
            .map_err(|error| Error::setting("mail-url", error))?;
        let usable = settings.mail_from.as_ref().is_none_or(|from| from.parse::<Mailbox>().is_ok());
        if !usable {
            return Err(Error::setting("mail-from", "it is not an address such as Sabi <no-reply@sabi.example>"));
        }
        Ok(Self { transport, queued: Notify::new(), from: settings.mail_from.clone() })
    }

    /// Signals that a mail was queued.
    pub(crate) fn wake(&self) {
        self.queued.notify_one();
    }

    /// Waits until a mail is queued in this process.
    pub async fn wait_for_mail(&self) {
        self.queued.notified().await;
    }
}

impl App {
    /// Sends the mails that are due, urgent ones first, and returns how many were sent. A failed one is retried
    /// later; one that can never be sent is kept as failed.
    pub async fn send_mails(&self) -> Result<usize> {
        self.send_mails_while(|| true).await
    }

    /// Like [`Self::send_mails`], starting none once `goes_on` returns `false`.
    pub async fn send_mails_while(&self, goes_on: impl Fn() -> bool) -> Result<usize> {
        let due = self.due_mails().await?;
        let goes_on = &goes_on;
        let sent = stream::iter(due).map(|mail| async move {
            let is_mine = goes_on() && self.lease(&mail).await?;
            Ok::<_, crate::Error>(is_mine && self.send_mail(mail).await?)
        });
        // All sends run to the end even if one fails, because a mail that is being handed over must not be dropped.
        let sent: Vec<Result<bool>> = sent.buffer_unordered(AT_ONCE).collect().await;
        sent.into_iter().try_fold(0, |count, left| Ok(count + usize::from(left?)))
    }

    /// The mails of the next batch: urgent ones first, then the oldest.
    async fn due_mails(&self) -> Result<Vec<QueuedMail>> {
        let find = async |only: &str, most: usize| {
            let sql = format!(
                "SELECT * FROM mail WHERE state = 'queued'{only} AND (due_at <= $now OR due_at > $latest_valid) \
                 ORDER BY due_at LIMIT {most}"
            );
            let call =
                self.store.query(&sql).bind(("now", self.now())).bind(("latest_valid", self.now() + MAX_RETRY_PAUSE));
            call.bind(("links", LINKS.map(MailKind::slug).to_vec())).all::<QueuedMail>().await
        };
        let mut due = find(" AND kind IN $links", BATCH).await?;
        if due.len() < BATCH {
            let others =
                find("", BATCH).await?.into_iter().filter(|mail| !LINKS.map(MailKind::slug).contains(&&*mail.kind));
            due.extend(others.take(BATCH - due.len()));
        }
        Ok(due)
    }

    /// Leases a mail, so that no other server sends it meanwhile. If the server dies, the lease expires.
    async fn lease(&self, mail: &QueuedMail) -> Result<bool> {
        let sql = "UPDATE $id SET due_at = $until WHERE state = 'queued' AND due_at = $seen RETURN VALUE due_at";
        let until = self.now() + chrono::Duration::minutes(LEASE_MINUTES);
        let call = self.store.write(sql).bind(("id", mail.id.clone())).bind(("until", until));
        match call.bind(("seen", mail.due_at)).all::<Instant>().await {
            Ok(taken) => Ok(!taken.is_empty()),
            Err(Error::Contended) => Ok(false),
            Err(other) => Err(other),
        }
    }

    async fn send_mail(&self, mail: QueuedMail) -> Result<bool> {
        let now = self.now();
        // If the clock was ahead when it was queued, its time counts from now, so that retries end.
        let mail = QueuedMail { queued_at: mail.queued_at.min(now), ..mail };
        let outcome = self.mail.transport.send(&self.message(&mail)).await;
        let done = |state: &str| QueuedMail {
            state: state.into(),
            html: String::new(),
            text: String::new(),
            unsubscribe: None,
            ..mail.clone()
        };
        let next = match &outcome {
            Ok(()) => QueuedMail { sent_at: Some(now), problem: None, ..done("sent") },
            Err(SendError::Permanent(problem)) => {
                tracing::error!(mail = %mail.id, kind = mail.kind, problem, "a mail can never be sent");
                QueuedMail { problem: Some(problem.clone()), ..done("failed") }
            }
            Err(SendError::Temporary(problem)) => {
                let failures = mail.failures + 1;
                let retried_for = MailKind::from_slug(&mail.kind).map_or(MAX_RETRIED_FOR, MailKind::retried_for);
                let again = next_try(u32::try_from(failures).unwrap_or(u32::MAX), mail.queued_at, now, retried_for);
                let problem = Some(problem.clone());
                match again {
                    Some(due_at) => {
                        tracing::warn!(mail = %mail.id, kind = mail.kind, problem, %due_at, "a mail waits for its next attempt");
                        QueuedMail { failures, due_at, problem, ..mail.clone() }
                    }
                    None => {
                        tracing::error!(mail = %mail.id, kind = mail.kind, problem, "a mail was given up");
                        QueuedMail { failures, problem, ..done("failed") }
                    }
                }
            }
        };
        // Erasing an account deletes its mails, and UPDATE does not create them again.
        let sql = "UPDATE $mail.id CONTENT $mail RETURN NONE";
        retry_tx(async || self.store.write(sql).bind(("mail", next.clone())).done().await).await?;
        let [sent, retried, failed] = &self.metrics.mails;
        let counter = match next.state.as_str() {
            "sent" => sent,
            "failed" => failed,
            _ => retried,
        };
        counter.increment(1);
        Ok(outcome.is_ok())
    }

    fn message(&self, mail: &QueuedMail) -> Mail {
        let host = self.public_url().domain().unwrap_or("localhost").to_owned();
        let from = self.mail.from.clone().unwrap_or_else(|| format!("Sabi <no-reply@{host}>"));
        let QueuedMail { id, to, subject, html, text, unsubscribe, queued_at, .. } = mail.clone();
        Mail { id: id.to_string(), queued_at, from, to, reply_to: None, unsubscribe, subject, html, text }
    }
}
