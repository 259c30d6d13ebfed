//! Contact messages and replies (spec 1 §5, spec 3 §7).

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use surrealdb::types::{SurrealValue, Value};
use utoipa::ToSchema;

use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    html,
    mail::{MailKind, Values},
    messages,
    people::{Actor, AddressLimit, User, check_email, check_name, email_key},
    records::{Entity, Filter, FilterKind, ListQuery, ListSpec, Listed, Page},
    store::{Id, Record, retry_tx},
};

/// A message and the replies to it.
#[derive(Debug, Clone, SurrealValue)]
pub struct Contact {
    pub id: Id<Contact>,
    #[surreal(flatten)]
    pub form: ContactInput,
    pub email_key: String,
    pub replies: Vec<ContactReply>,
    pub created_at: Instant,
}

/// A reply, mailed when it was written.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactReply {
    /// Clean HTML.
    pub reply_message: String,
    /// Who replied; `None` for the operator.
    pub user: Option<Id<User>>,
    pub created_at: Instant,
}

/// A message as administrators read it.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContactMessage)]
pub struct ContactView {
    #[serde(rename = "_id")]
    pub id: Id<Contact>,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub mobile_no: String,
    pub subject: String,
    pub message: String,
    pub is_reply: bool,
    pub created_at: Instant,
}

/// The contact form.
#[derive(Debug, Clone, Default, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ContactInput {
    pub first_name: String,
    pub last_name: String,
    pub mobile_no: String,
    pub email: String,
    pub subject: String,
    /// Plain text.
    #[schema(max_length = 5000)]
    pub message: String,
}

/// The form for a reply.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReplyInput {
    /// HTML.
    #[schema(max_length = 20000)]
    pub reply_message: String,
}

impl Record for Contact {
    const TABLE: &'static str = "contact";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS is_reply ON contact VALUE array::len(replies) > 0;\
        DEFINE INDEX IF NOT EXISTS contact_created ON contact FIELDS created_at;\
        DEFINE INDEX IF NOT EXISTS contact_reply ON contact FIELDS is_reply, created_at;\
        DEFINE INDEX IF NOT EXISTS contact_email ON contact FIELDS email_key;";
}

impl Entity for Contact {
    const NOUN: &'static str = "Message";
    // A deleted message must be gone for good, so the audit log only records that it was deleted.
    const AUDITED: &'static [&'static str] = &[];
    const ILLUSTRATED: bool = false;

    fn id(&self) -> &Id<Self> {
        &self.id
    }
}

impl Listed for Contact {
    const LIST: ListSpec = ListSpec {
        search: &["first_name + ' ' + last_name + ' ' + email + ' ' + subject + ' ' + message"],
        sort: &[
            ("firstName", "first_name"),
            ("lastName", "last_name"),
            ("email", "email"),
            ("mobileNo", "mobile_no"),
            ("subject", "subject"),
            ("isReply", "is_reply"),
            ("createdAt", "created_at"),
        ],
        filters: &[
            Filter { name: "isReply", column: "is_reply", kind: FilterKind::Flag },
            Filter::from("created_at"),
            Filter::to("created_at"),
        ],
        ..ListSpec::of(Self::TABLE)
    };
}

impl App {
    /// Stores a message from a visitor.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the texts of spec 1 §5; [`Error::TooMany`].
    pub async fn create_contact(&self, mut form: ContactInput, from: Option<IpAddr>) -> Result<()> {
        let mut errors = FieldErrors::default();
        check_name(&mut errors, "firstName", "First name", &form.first_name);
        check_name(&mut errors, "lastName", "Last name", &form.last_name);
        check_email(&mut errors, &form.email);
        errors.check(!form.mobile_no.trim().is_empty(), "mobileNo", messages::MOBILE_REQUIRED);
        errors.check(form.mobile_no.trim().chars().count() >= 10, "mobileNo", messages::MOBILE_SHORT);
        errors.check(form.mobile_no.chars().count() <= 25, "mobileNo", "Mobile no cannot exceed 25 characters");
        errors.title("subject", "Subject", &form.subject, 160);
        errors.text("message", "Message", &form.message, 5000);
        errors.done()?;
        self.limits.count(AddressLimit::Contact, from)?;
        let ContactInput { first_name, last_name, mobile_no, email, subject, message } = &mut form;
        for text in [first_name, last_name, mobile_no, email, subject, message] {
            *text = text.trim().into();
        }
        let (id, email_key) = (Id::random(), email_key(&form.email));
        let contact = Contact { id, form, email_key, replies: Vec::new(), created_at: self.now() };
        retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            change.create(&contact).await?;
            change.commit().await
        })
        .await
    }

    /// The messages, newest first, 10 per page.
    pub async fn list_contacts(&self, query: &ListQuery) -> Result<Page<ContactView>> {
        self.rows::<Contact>(query).page().await
    }

    /// One message.
    pub async fn find_contact(&self, id: &Id<Contact>) -> Result<ContactView> {
        let found = self.store.query("SELECT * FROM $id").bind(("id", id.clone())).first().await?;
        found.ok_or(Error::NotFound(Contact::NOUN))
    }

    /// The replies to a message, oldest first.
    pub async fn list_contact_replies(&self, id: &Id<Contact>) -> Result<Vec<ContactReply>> {
        Ok(self.contact(id).await?.replies)
    }

    /// Stores a reply to a message and queues its mail in one commit.
    pub async fn reply_to_contact(&self, actor: &Actor, id: &Id<Contact>, input: ReplyInput) -> Result<()> {
        let mut errors = FieldErrors::default();
        let reply = html::clean_field(&mut errors, "replyMessage", &input.reply_message, None);
        errors.check(!html::text(&reply).trim().is_empty(), "replyMessage", messages::EMPTY_REPLY);
        errors.check(reply.chars().count() <= 20_000, "replyMessage", "Reply cannot exceed 20000 characters");
        errors.done()?;
        let Contact { form, .. } = self.contact(id).await?;
        let values = Values::default()
            .text("first_name", &form.first_name)
            .text("subject", &form.subject)
            .text("message", &form.message)
            .html("reply", &reply);
        let mail = self.compose(MailKind::ContactReply, &form.email, None, &values).await?;
        let kept = ContactReply { reply_message: reply, user: actor.user_id().ok().cloned(), created_at: self.now() };
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            change.find(id).await?;
            let call = change.query("UPDATE $id SET replies += $reply RETURN NONE").bind(("id", id.clone()));
            call.bind(("reply", kept.clone())).done().await?;
            let entry = change.entry("reply", Contact::TABLE, id);
            change.note(entry.map(|entry| entry.with("reply", html::text(&kept.reply_message))));
            change.mail(mail.clone());
            change.commit().await
        })
        .await
    }

    /// Deletes a message with its replies.
    pub async fn delete_contact(&self, actor: &Actor, id: &Id<Contact>) -> Result<()> {
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let contact: Contact = change.find(id).await?;
            change.delete(&contact).await?;
            change.commit().await
        })
        .await
    }

    async fn contact(&self, id: &Id<Contact>) -> Result<Contact> {
        self.load(id).await?.ok_or(Error::NotFound("Message"))
    }
}
