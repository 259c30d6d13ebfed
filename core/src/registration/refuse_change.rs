//! Declines a student's request to change subjects.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{RefusedChange, Registration, RegistrationView, SubjectsChange, subjects_change::titles};
use crate::{
    App, Error, FieldErrors, Result,
    catalogue::Exam,
    mail::{MailKind, QueuedMail, Values},
    messages,
    people::{Actor, User},
    store::{Id, retry_tx},
};

/// The longest reason, in characters.
pub const MAX_REASON_CHARS: usize = 500;

/// The request to decline a change of subjects.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RefuseChange {
    /// The reason, for the student; may be empty.
    // The schema allows more than the limit, so that our own message is used.
    #[schema(max_length = 2000)]
    pub reason: String,
    /// The version of the registration that the decision is based on (ruling 33).
    pub version: Option<i64>,
}

impl App {
    /// Declines a student's request to change subjects. The registered subjects stay. The student is notified by mail
    /// and on the next visit, and may request another change.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the reason is too long; [`Error::Conflict`] with reason `no-request` if there is no
    /// request, and with reason `changed` if `version` is given and outdated.
    pub async fn refuse_subjects_change(
        &self,
        actor: &Actor,
        id: &Id<Registration>,
        ask: &RefuseChange,
    ) -> Result<RegistrationView> {
        let reason = ask.reason.trim();
        let mut errors = FieldErrors::default();
        errors.check(reason.chars().count() <= MAX_REASON_CHARS, "reason", messages::REASON_TOO_LONG);
        errors.done()?;
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let old: Registration = change.find(id).await?;
            change.expect_version(&old, ask.version).await?;
            if old.subjects_update.is_empty() {
                return Err(Error::conflict("no-request", messages::NO_CHANGE_ASKED));
            }
            let asked = titles(&change, &old.subjects_update).await?;
            // A change that the student has not seen yet is shown together with the refusal.
            let before = match &old.changed {
                Some(unseen) => unseen.before.clone(),
                None => titles(&change, &old.subjects).await?,
            };
            if let Some(mail) = self.refusal_mail(&old, &asked, reason).await? {
                change.mail(mail);
            }
            let refused = Some(RefusedChange { asked, reason: reason.to_owned() });
            let changed = Some(SubjectsChange { at: self.now(), before, refused });
            let new = Registration { subjects_update: Vec::new(), changed, version: old.version + 1, ..old.clone() };
            change.update_by("refuse", &old, &new).await?;
            change.commit().await
        })
        .await?;
        self.find_registration(id).await
    }

    async fn refusal_mail(&self, one: &Registration, asked: &[String], reason: &str) -> Result<Option<QueuedMail>> {
        let Some(user) = self.load(&one.user).await?.filter(|user: &User| !user.is_erased()) else { return Ok(None) };
        let exam: Option<Exam> = self.load(&one.exam).await?;
        let values = Values::default()
            .text("first_name", &user.first_name)
            .text("exam", exam.map(|exam| exam.form.title).unwrap_or_default())
            .text("asked", asked.join(", "))
            .text("reason", reason)
            .text("link", self.public_url().join("saved-subjects").map_err(Error::internal)?);
        self.compose(MailKind::SubjectsRefused, &user.email, Some(user.id.clone()), &values).await.map(Some)
    }
}
