//! The receipt by mail.

use super::{Subscription, payment::Payment};
use crate::{
    App, Error, Result,
    catalogue::{Exam, University},
    mail::{self, MailKind, QueuedMail, Values},
    people::User,
    store::Id,
    text::grouped,
};

impl App {
    /// The receipt for a subscription, about the payment if there is one; none for an erased account.
    pub(crate) async fn receipt(
        &self,
        user: &Id<User>,
        given: &Subscription,
        payment: Option<&Payment>,
    ) -> Result<Option<QueuedMail>> {
        let Some(user) = self.load(user).await?.filter(|user: &User| !user.is_erased()) else { return Ok(None) };
        let exam: Option<Exam> = self.load(&given.exam).await?;
        let university: Option<University> = match &given.university {
            Some(university) => self.load(university).await?,
            None => None,
        };
        let plan = payment.map_or(&given.terms.plan_name, |payment| &payment.terms.plan_name);
        let values = Values::default()
            .text("first_name", &user.first_name)
            .text("plan", plan)
            .text("exam", exam.map(|exam| exam.form.title).unwrap_or_default())
            .text("university", university.map(|university| university.form.title).unwrap_or_default())
            .text("amount", naira(payment.map_or(0, |payment| payment.amount)))
            .text("reference", payment.map(|payment| payment.id.to_string()).unwrap_or_default())
            .text(
                "paid_on",
                mail::day(payment.and_then(|payment| payment.paid_at).unwrap_or_else(|| given.last_given())),
            )
            .text("expires_on", mail::day(given.expire_at))
            .text("link", self.public_url().join("dashboard").map_err(Error::internal)?);
        let about = payment.map_or_else(|| given.id.to_string(), |payment| payment.id.to_string());
        let mail = self.compose(MailKind::SubscriptionReceipt, &user.email, Some(user.id.clone()), &values).await?;
        Ok(Some(mail.about(about)))
    }
}

/// Formats kobo as naira: `₦2,500`.
pub fn naira(kobo: i64) -> String {
    let (whole, rest) = (kobo / 100, kobo % 100);
    let naira = grouped(&whole.to_string());
    if rest == 0 { format!("₦{naira}") } else { format!("₦{naira}.{rest:02}") }
}

#[cfg(test)]
mod tests {
    use super::naira;

    #[test]
    fn an_amount_is_read_in_naira() {
        for (kobo, words) in
            [(0, "₦0"), (50, "₦0.50"), (100_000, "₦1,000"), (250_005, "₦2,500.05"), (1_000_000_000, "₦10,000,000")]
        {
            assert_eq!(naira(kobo), words);
        }
    }
}
