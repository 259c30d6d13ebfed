//! Security mails to a person, except those about new devices.

use url::Url;

use super::{
    Role, User,
    limits::{AccountLimit, Tries},
    open_sessions::{Origin, device},
};
use crate::{
    App, Error, Result,
    mail::{self, MailKind, QueuedMail, Values},
    store::retry_tx,
};

/// A security event of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SecurityEvent {
    FactorSetUp,
    CodesRenewed,
    FactorRemoved,
    /// By a super admin or the operator, for a person with a lost device.
    FactorReset,
    /// At login, after the right password.
    WrongCode,
}

impl SecurityEvent {
    /// The mail's sentence about the event.
    const fn sentence(self) -> &'static str {
        match self {
            Self::FactorSetUp => "A second factor was set up for your Sabi account.",
            Self::CodesRenewed => "New recovery codes were made for your Sabi account. The old ones no longer work.",
            Self::FactorRemoved => "The second factor of your Sabi account was removed.",
            Self::FactorReset => {
                "The second factor of your Sabi account was reset. You can log in with your password and set up a new one."
            }
            Self::WrongCode => "Someone entered the right password for your Sabi account, then a wrong code.",
        }
    }
}

impl App {
    /// The mail about a security event, with the device.
    pub(super) async fn security_alert(&self, user: &User, event: SecurityEvent, origin: &str) -> Result<QueuedMail> {
        let values = Values::default()
            .text("first_name", &user.first_name)
            .text("event", event.sentence())
            .text("origin", origin)
            .text("happened_at", mail::moment(self.now()))
            .text("link", self.account_page(user)?);
        self.compose(MailKind::SecurityAlert, &user.email, Some(user.id.clone()), &values).await
    }

    /// Mails a person that somebody entered a wrong code after their right password; at most three times an hour.
    pub(super) async fn mail_wrong_code(&self, user: &User, origin: Origin<'_>) -> Result<()> {
        let address =
            origin.address.map_or_else(|| "the server's own machine".into(), |from| from.to_canonical().to_string());
        let origin = format!("{}, {address}", device(origin.agent));
        let key = Tries::key(AccountLimit::AlertMail, &user.email);
        let queued = retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            self.count_try_in(change.tx(), AccountLimit::AlertMail, &key).await?;
            change.mail(self.security_alert(user, SecurityEvent::WrongCode, &origin).await?);
            change.commit().await
        });
        match queued.await {
            Err(Error::TooMany { .. }) => Ok(()),
            queued => queued,
        }
    }

    /// The page where a person sees their sessions and changes their password.
    pub(super) fn account_page(&self, user: &User) -> Result<Url> {
        let page = if user.role == Role::User { "account-setting" } else { "admin/account" };
        self.public_url().join(page).map_err(Error::internal)
    }
}
