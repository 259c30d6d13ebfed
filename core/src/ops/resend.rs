//! Sends a mail again. The text of a sent mail was deleted, so it is written again from the record that it is about.

use surrealdb::types::SurrealValue;

use crate::{
    App, Error, Result,
    exam::QuizResult,
    mail::{MailKind, QueuedMail},
    messages,
    people::{Actor, User, require_right_to_change},
    plans::{Payment, Subscription},
    records::Change,
    store::{Id, Record, retry_tx},
};

impl App {
    /// Sends a mail to a person again, to the present address of the account. A mail with a link gets a new one, and
    /// the old link becomes invalid.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Forbidden`] for the mail of an administrator, except for super admins;
    /// [`Error::Conflict`]: `not-resendable` if it cannot be written again, `still-queued` while one of this kind to
    /// this person is not sent yet.
    pub async fn resend_mail(&self, actor: &Actor, id: &Id<QueuedMail>) -> Result<()> {
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let mail: QueuedMail = change.find(id).await?;
            let kind = MailKind::from_slug(&mail.kind).ok_or_else(not_resendable)?;
            let user: User = change.find(mail.user.as_ref().ok_or_else(not_resendable)?).await.map_err(gone)?;
            require_right_to_change(actor, &user)?;
            let sql = "SELECT VALUE id FROM mail WHERE user = $user AND state = 'queued' AND kind = $kind LIMIT 1";
            let call = change.query(sql).bind(("user", user.id.clone())).bind(("kind", mail.kind.clone()));
            if call.first::<Id<QueuedMail>>().await?.is_some() {
                return Err(Error::conflict("still-queued", messages::STILL_QUEUED));
            }
            let again = match kind {
                MailKind::Activation | MailKind::PasswordReset => self.link_again(&change, &user, kind).await?,
                MailKind::SubscriptionReceipt => self.receipt_again(&change, &mail).await?,
                MailKind::ResultDeclared => self.declared_again(&change, &mail).await?,
                _ => None,
            };
            change.mail(again.ok_or_else(not_resendable)?);
            let entry = change.entry("resend-mail", User::TABLE, &user.id);
            change.note(entry.map(|entry| entry.with("kind", mail.kind.as_str())));
            change.commit().await
        })
        .await
    }

    async fn receipt_again(&self, change: &Change<'_>, mail: &QueuedMail) -> Result<Option<QueuedMail>> {
        let Some(about) = &mail.about else { return Ok(None) };
        let payment: Option<Payment> = read(change, Id::new(about.as_str())).await?;
        let key = match &payment {
            Some(payment) => payment.subscription.clone(),
            None => Some(Id::new(about.as_str())),
        };
        let Some(key) = key else { return Ok(None) };
        let Some(given) = Subscription::held(change, &key).await? else { return Ok(None) };
        self.receipt(&given.user, &given, payment.as_ref()).await
    }

    async fn declared_again(&self, change: &Change<'_>, mail: &QueuedMail) -> Result<Option<QueuedMail>> {
        let Some(about) = &mail.about else { return Ok(None) };
        let quiz: Option<QuizResult> = read(change, Id::new(about.as_str())).await?;
        match quiz.as_ref().and_then(|quiz| Some((quiz, quiz.total_avg_grade?))) {
            Some((quiz, total)) => self.declared_mail(change, quiz, total).await,
            None => Ok(None),
        }
    }
}

async fn read<R: Record + SurrealValue>(change: &Change<'_>, id: Id<R>) -> Result<Option<R>> {
    change.query("SELECT * FROM $id").bind(("id", id)).first().await
}

fn not_resendable() -> Error {
    Error::conflict("not-resendable", messages::NOT_RESENDABLE)
}

/// Explains that the account was deleted.
fn gone(error: Error) -> Error {
    if matches!(error, Error::NotFound(_)) { not_resendable() } else { error }
}
