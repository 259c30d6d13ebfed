//! Notifies a student that an administrator changed their registered subjects: by mail, and on the next visit.

use super::{Registration, SubjectsChange};
use crate::{
    App, Error, Result,
    catalogue::{Exam, Subject},
    mail::{self, MailKind, QueuedMail, Values},
    people::{Actor, User},
    records::{Change, Entity as _},
    store::{Id, retry_tx},
};

impl App {
    /// Stores the notice for the student's next visit, and mails it.
    pub(super) async fn notify_student(
        &self,
        change: &mut Change<'_>,
        new: &mut Registration,
        before: &[Id<Subject>],
    ) -> Result<()> {
        let before = titles(change, before).await?;
        let after = titles(change, &new.subjects).await?;
        if let Some(mail) = self.subjects_mail(&new.user, &new.exam, &before, &after).await? {
            change.mail(mail);
        }
        // The next change is compared with what the student last saw.
        let before = new.changed.take().map_or(before, |unseen| unseen.before);
        new.changed = Some(SubjectsChange { at: self.now(), before, refused: None });
        Ok(())
    }

    pub(super) async fn subjects_mail(
        &self,
        user: &Id<User>,
        exam: &Id<Exam>,
        before: &[String],
        after: &[String],
    ) -> Result<Option<QueuedMail>> {
        let Some(user) = self.load(user).await?.filter(|user: &User| !user.is_erased()) else { return Ok(None) };
        let exam: Option<Exam> = self.load(exam).await?;
        let listed = |titles: &[String]| if titles.is_empty() { "none".to_owned() } else { titles.join(", ") };
        let values = Values::default()
            .text("first_name", &user.first_name)
            .text("exam", exam.map(|exam| exam.form.title).unwrap_or_default())
            .text("before", listed(before))
            .text("after", listed(after))
            .text("changed_on", mail::day(self.now()))
            .text("link", self.public_url().join("saved-subjects").map_err(Error::internal)?);
        self.compose(MailKind::SubjectsChanged, &user.email, Some(user.id.clone()), &values).await.map(Some)
    }

    /// Records that the student has seen the notice.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the caller has no such registration.
    pub async fn see_subjects_change(&self, actor: &Actor, id: &Id<Registration>) -> Result<()> {
        let user = actor.user_id()?;
        retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            let old: Registration = change.find(id).await?;
            if old.user != *user {
                return Err(Error::NotFound(Registration::NOUN));
            }
            if old.changed.is_none() {
                return Ok(());
            }
            change.rewrite(&old, &Registration { changed: None, ..old.clone() }).await?;
            change.commit().await
        })
        .await
    }
}

/// The titles of subjects, in order.
pub(super) async fn titles(change: &Change<'_>, subjects: &[Id<Subject>]) -> Result<Vec<String>> {
    change.query("SELECT VALUE title FROM $subjects").bind(("subjects", subjects.to_vec())).all().await
}
