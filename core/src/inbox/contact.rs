//! Contact messages and replies (spec 1 §5, spec 3 §7).

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
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
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub email_key: String,
    pub mobile_no: String,
    pub subject: String,
    /// Plain text.
    pub message: String,
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
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
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
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ContactInput {
    pub first_name: String,
    pub last_name: String,
    pub mobile_no: String,
    pub email: String,
    pub subject: String,
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

impl From<Contact> for ContactView {
    fn from(contact: Contact) -> Self {
        let Contact { id, first_name, last_name, email, mobile_no, subject, message, replies, created_at, .. } =
            contact;
        let is_reply = !replies.is_empty();
        Self { id, first_name, last_name, email, mobile_no, subject, message, is_reply, created_at }
    }
}

impl App {
    /// Stores a message from a visitor.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the texts of spec 1 §5; [`Error::TooMany`].
    pub async fn create_contact(&self, input: ContactInput, from: Option<IpAddr>) -> Result<()> {
        let mut errors = FieldErrors::default();
        check_name(&mut errors, "firstName", "First name", &input.first_name);
        check_name(&mut errors, "lastName", "Last name", &input.last_name);
        check_email(&mut errors, &input.email);
        errors.check(!input.mobile_no.trim().is_empty(), "mobileNo", messages::MOBILE_REQUIRED);
        errors.check(input.mobile_no.trim().chars().count() >= 10, "mobileNo", messages::MOBILE_SHORT);
        errors.check(input.mobile_no.chars().count() <= 25, "mobileNo", "Mobile no cannot exceed 25 characters");
        errors.title("subject", "Subject", &input.subject, 160);
        errors.text("message", "Message", &input.message, 5000);
        errors.done()?;
        self.limits.count(AddressLimit::Contact, from)?;
        let contact = Contact {
            id: Id::random(),
            first_name: input.first_name.trim().into(),
            last_name: input.last_name.trim().into(),
            email: input.email.trim().into(),
            email_key: email_key(&input.email),
            mobile_no: input.mobile_no.trim().into(),
            subject: input.subject.trim().into(),
            message: input.message.trim().into(),
            replies: Vec::new(),
            created_at: self.now(),
        };
        retry_tx(async || {
            let mut change = self.own_change().await?;
            change.create(&contact).await?;
            change.commit().await
        })
        .await
    }

    /// The messages, newest first, 10 per page.
    pub async fn list_contacts(&self, query: &ListQuery) -> Result<Page<ContactView>> {
        Ok(self.rows::<Contact>(query).page().await?.map(|contact: Contact| contact.into()))
    }

    /// One message.
    pub async fn find_contact(&self, id: &Id<Contact>) -> Result<ContactView> {
        Ok(self.contact(id).await?.into())
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
        let contact = self.contact(id).await?;
        let values = Values::default()
            .text("first_name", &contact.first_name)
            .text("subject", &contact.subject)
            .text("message", &contact.message)
            .html("reply", &reply);
        let mail = self.compose(MailKind::ContactReply, &contact.email, None, &values).await?;
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
