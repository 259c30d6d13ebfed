//! Mail templates that administrators edit (spec 3 §3, ruling 26).

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    html,
    mail::{MailKind, Placeholder, QueuedMail, Rendered, TemplateError, Values},
    messages,
    people::{Actor, User},
    records::{Entity as _, ListSpec, Listed, Paths, Resource, Stored as _, Toasts, entity},
    store::{Id, Record, Tx, retry_tx},
};

entity! {
    /// The stored template of one kind of mail. Its key is the kind's slug.
    EmailTemplate: EmailTemplateInput {
        title: String,
    }
    const NOUN: &'static str = "Email template";
}

/// A template as administrators write it.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct EmailTemplateInput {
    pub subject: String,
    /// HTML with `{{ placeholder }}`s; clean when it is stored.
    #[schema(max_length = 50000)]
    pub content: String,
    /// An inactive template is not used; the mail is sent with Sabi's default text.
    #[serde(default = "yes")]
    pub status: bool,
}

fn yes() -> bool {
    true
}

impl Record for EmailTemplate {
    const TABLE: &'static str = "email_template";
}

impl Listed for EmailTemplate {
    const LIST: ListSpec = ListSpec {
        search: &["subject"],
        sort: &[("subject", "subject")],
        order: "createdAt",
        ..ListSpec::titled(Self::TABLE)
    };
}

impl Resource for EmailTemplate {
    const PATHS: Paths = Paths {
        list: "/admin/emailtemplates",
        one: "/admin/emailtemplates/{id}",
        add: None,
        update: "/admin/emailtemplates/update/{id}",
        delete: None,
    };
    const TOASTS: Toasts = Toasts { added: "", updated: "Email template updated successfully", deleted: "" };
    const LIST_FIELD: &'static str = "emailtemplates";
    const OWN_ID: Option<&'static str> = Some("templateId");
    type View = Self;

    fn check_form(&mut self, app: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.title("subject", "Subject", &self.subject, 200);
        errors.text("content", "Content", &self.content, 50_000);
        html::clean_in_place(errors, "content", &mut self.content, current.map(|old| &old.content));
        let kind = current.and_then(|template| MailKind::from_slug(template.id.as_str()));
        let problems = kind.map(|kind| kind.check(&self.subject, &self.content, &app.public_url()));
        for problem in problems.unwrap_or_default() {
            errors.add(problem.field, problem.message);
        }
    }

    fn require_right_to_change(&self, actor: &Actor) -> Result<()> {
        let opens_account = MailKind::from_slug(self.id.as_str()).is_some_and(MailKind::opens_account);
        if !opens_account {
            return Ok(());
        }
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        actor.require_recent_login()
    }
}

impl EmailTemplate {
    /// The default template of a kind.
    pub fn default_of(kind: MailKind, now: Instant) -> Self {
        let (subject, content) = (kind.subject().into(), kind.content().into());
        let template = Self::new(EmailTemplateInput { subject, content, status: true }, now);
        Self { id: Id::new(kind.slug()), title: kind.title().into(), ..template }
    }
}

/// Migration: adds the template of new-device mails.
pub(crate) async fn add_new_device_mail(tx: &Tx) -> Result<()> {
    add_template(tx, MailKind::NewDevice).await
}

/// Migration: adds the template of subjects-changed mails.
pub(crate) async fn add_subjects_changed_mail(tx: &Tx) -> Result<()> {
    add_template(tx, MailKind::SubjectsChanged).await
}

/// Migration: adds the template of declined-change mails.
pub(crate) async fn add_subjects_refused_mail(tx: &Tx) -> Result<()> {
    add_template(tx, MailKind::SubjectsRefused).await
}

/// Migration: adds the template of security alerts.
pub(crate) async fn add_security_alert_mail(tx: &Tx) -> Result<()> {
    add_template(tx, MailKind::SecurityAlert).await
}

/// Migration: adds the template of weekly mails.
pub(crate) async fn add_weekly_progress_mail(tx: &Tx) -> Result<()> {
    add_template(tx, MailKind::WeeklyProgress).await
}

/// Adds a template to a store that has templates but not this one.
async fn add_template(tx: &Tx, kind: MailKind) -> Result<()> {
    let before: Vec<EmailTemplate> = tx.query("SELECT * FROM email_template").all().await?;
    // Last in the list, which is ordered by creation time.
    let Some(last) = before.iter().map(|one| one.created_at).max() else { return Ok(()) };
    let template = EmailTemplate::default_of(kind, last + TimeDelta::milliseconds(1));
    if before.iter().any(|one| one.id == template.id) {
        return Ok(());
    }
    tx.query("CREATE ONLY $new.id CONTENT $new RETURN NONE").bind(("new", template)).done().await
}

/// A template rendered with sample values, and its placeholders.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TemplatePreview {
    pub subject: String,
    /// A complete HTML document.
    pub html: String,
    pub text: String,
    #[schema(value_type = Vec<Object>)]
    pub placeholders: &'static [Placeholder],
}

/// The recipient of a test mail.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct TemplateTest {
    /// The caller's own address if missing. Required for an operator, who has none.
    pub email: Option<String>,
}

impl App {
    /// Renders this text as template `id` with sample values; nothing is saved.
    pub fn preview_template(&self, id: &str, input: &EmailTemplateInput) -> Result<TemplatePreview> {
        let kind = MailKind::from_slug(id).ok_or(Error::NotFound(EmailTemplate::NOUN))?;
        let content = html::clean(&input.content);
        let mut errors = FieldErrors::default();
        for problem in kind.check(&input.subject, &content, &self.public_url()) {
            errors.add(problem.field, problem.message);
        }
        errors.done()?;
        let rendered = kind.render(&input.subject, &content, &self.public_url(), &kind.samples());
        let rendered = rendered.map_err(Error::internal)?;
        let Rendered { subject, html, text } = rendered;
        Ok(TemplatePreview { subject, html, text, placeholders: kind.placeholders() })
    }

    /// Sends the saved template with sample values to the caller or to the given address.
    pub async fn test_template(&self, actor: &Actor, id: &str, test: TemplateTest) -> Result<String> {
        let kind = MailKind::from_slug(id).ok_or(Error::NotFound(EmailTemplate::NOUN))?;
        let own = match actor {
            Actor::User(user) => self.load::<User>(&user.id).await?.map(|user| user.email),
            Actor::Operator => None,
        };
        let to = test.email.filter(|email| !email.trim().is_empty()).or(own).unwrap_or_default();
        let mut errors = FieldErrors::default();
        crate::people::check_email(&mut errors, &to);
        errors.done()?;
        let mail = self.compose(kind, &to, None, &kind.samples()).await?;
        self.queue_mail(mail).await?;
        Ok(to)
    }

    /// A mail of this kind to `to`, rendered with the stored template and ready to be queued.
    pub(crate) async fn compose(
        &self,
        kind: MailKind,
        to: &str,
        user: Option<Id<User>>,
        values: &Values,
    ) -> Result<QueuedMail> {
        let stored: Option<EmailTemplate> = self.load(&Id::new(kind.slug())).await?;
        let template = stored.filter(|one| one.status).unwrap_or_else(|| EmailTemplate::default_of(kind, self.now()));
        let site = self.public_url();
        let rendered = kind.render(&template.subject, &template.content, &site, values);
        let rendered = rendered.or_else(|error: TemplateError| {
            // A saved template was checked, but rules or the public address may have changed since. The mail is still
            // sent, with the default template.
            tracing::error!(kind = kind.slug(), %error, "the stored template cannot be used");
            kind.render(kind.subject(), kind.content(), &site, values)
        });
        let mail = QueuedMail::new(kind, to, user, rendered.map_err(Error::internal)?, self.now());
        Ok(QueuedMail { unsubscribe: values.unsubscribe_url().map(str::to_owned), ..mail })
    }

    /// Queues a mail that belongs to no other change.
    pub(crate) async fn queue_mail(&self, mail: QueuedMail) -> Result<()> {
        retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            change.mail(mail.clone());
            change.commit().await
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_templates_can_be_saved_unchanged() {
        let site = "https://sabi.example".parse().expect("an address");
        for kind in MailKind::ALL.iter().copied() {
            let cleaned = html::clean(kind.content());
            assert!(kind.check(kind.subject(), &cleaned, &site).is_empty(), "{}", kind.slug());
            assert_eq!(cleaned.contains("href=\"{{ link }}\""), kind.content().contains("href=\"{{ link }}\""));
        }
    }

    #[test]
    fn only_one_of_our_placeholders_may_be_an_address() {
        assert!(html::clean("<a href=\"{{ link }}\">x</a>").contains("{{ link }}"));
        for bad in ["{{ first_name }}", "{{ link }}.evil.test", "javascript:{{ link }}", "{{ link }}{{ link }}"] {
            let cleaned = html::clean(&format!("<a href=\"{bad}\">x</a>"));
            assert!(!cleaned.contains("href"), "{cleaned}");
        }
    }
}
