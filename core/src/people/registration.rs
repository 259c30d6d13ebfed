//! From a visitor to an active account (spec 1 §4, rulings 10 to 12).

use std::net::IpAddr;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    AccountStatus, Gender, NewSession, Origin, Profile, Role, User, UserView,
    address::check_email,
    limits::{AccountLimit, AddressLimit},
    link::{Link, Purpose, dead_link},
    profile::nigeria,
    refusals::shown_address,
};
use crate::{
    App, Error, FieldErrors, Result,
    mail::{MailKind, QueuedMail, Values},
    messages,
    records::Change,
    store::{Id, retry_tx},
};

/// The request to register. Role, status and similar fields are not read.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Register {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// `YYYY-MM-DD`.
    pub dob: Option<NaiveDate>,
    pub gender: Option<Gender>,
    pub password: String,
    pub confirm_password: String,
    pub mobile_number: String,
    #[serde(default = "nigeria")]
    pub mobile_code: String,
    /// The name of a country.
    pub nationality: String,
}

/// A new account.
#[derive(Debug)]
pub struct NewAccount {
    /// The account, which is inactive.
    pub user: UserView,
    /// The device token of the browser that registered: the account's activation signs in there (ruling 53).
    pub device: String,
}

/// An account that was just activated.
pub struct Activated {
    /// The account's address.
    pub email: String,
    /// The session of the browser that registered; none in any other browser.
    pub session: Option<NewSession>,
}

impl App {
    /// Creates an inactive account and queues the mail with its activation link in the same commit.
    ///
    /// # Errors
    /// [`Error::Invalid`] with every failing field; [`Error::Conflict`] (code 11000) if the address has an account;
    /// [`Error::TooMany`].
    pub async fn register(&self, input: Register, from: Option<IpAddr>) -> Result<NewAccount> {
        let Register { first_name, last_name, dob, gender, mobile_code, mobile_number, nationality, .. } = input;
        let profile = Profile { first_name, last_name, dob, gender, mobile_code, mobile_number, nationality };
        let mut errors = FieldErrors::default();
        profile.check(self, None, &mut errors);
        errors.check(!profile.nationality.is_empty(), "nationality", "Country is required");
        check_email(&mut errors, &input.email);
        super::password::check(&mut errors, "password", &input.password, &input.email);
        errors.check(input.password == input.confirm_password, "confirm_password", messages::PASSWORDS_DIFFER);
        errors.done()?;
        // Counted first, so that nobody can ask without limit whether addresses have accounts.
        self.limits.count(AddressLimit::Register, from)?;
        if self.user_by_email(&input.email).await?.is_some() {
            return Err(Error::taken("email", messages::EMAIL_TAKEN));
        }
        let password = self.hasher.hash(&input.email, input.password).await?;
        let user = profile.onto(User::new(&input.email, Role::User, AccountStatus::InActive, password, self.now()));
        retry_tx(async || {
            let (link, mail) = self.activation(&user).await?;
            let mut change = self.unaudited_change().await?;
            change.create(&user).await?;
            link.store(&change).await?;
            change.mail(mail);
            change.commit().await
        })
        .await
        .map_err(super::address::taken_email)?;
        tracing::info!(user = %user.id, "registered");
        Ok(NewAccount { device: self.new_device(&user)?, user: user.into() })
    }

    /// Activates the account of a mailed token in an unknown browser.
    ///
    /// # Errors
    /// Same as [`Self::activate_on`].
    pub async fn activate(&self, token: &str, from: Option<IpAddr>) -> Result<Activated> {
        self.activate_on(Origin { address: from, ..Origin::default() }, token).await
    }

    /// Activates the account of a mailed token (spec 1 §2), and signs in on the device that registered it (ruling 53),
    /// unless the account's password was changed since.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid link; [`Error::TooMany`] after many of those.
    pub async fn activate_on(&self, origin: Origin<'_>, token: &str) -> Result<Activated> {
        let from = origin.address;
        let (link, _) = self.find_link(token, Purpose::Activation, from).await?;
        let activated = retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            // Deleting the link uses it up; a second activation finds nothing.
            let sql = "DELETE $id WHERE hash = $hash RETURN BEFORE";
            let taken = change.query(sql).bind(("id", link.id.clone())).bind(("hash", link.hash.clone()));
            if taken.all::<Link>().await?.is_empty() {
                return Err(dead_link());
            }
            // The account was deleted meanwhile.
            let old: User = change.find(&link.user).await.map_err(|error| match error {
                Error::NotFound(_) => dead_link(),
                other => other,
            })?;
            let mut user = old.clone();
            if old.status == AccountStatus::InActive {
                user.status = AccountStatus::Active;
                user.activated_at = Some(self.now());
                user.version += 1;
                change.rewrite(&old, &user).await?;
            }
            change.commit().await?;
            self.sessions.invalidate(&link.user).await;
            tracing::info!(user = %link.user, address = %shown_address(from), "activated");
            Ok(user)
        });
        let activated = activated.await;
        if matches!(activated, Err(Error::Invalid(_))) {
            self.limits.fail(AddressLimit::Link, from);
        }
        let user = activated?;
        // The link is used up: without a session the person logs in.
        let session = self.session_of_known_device(&user, origin, user.created_at).await;
        let session = session.unwrap_or_else(|error| {
            let address = shown_address(from);
            tracing::error!(%error, user = %user.id, %address, "an activation did not sign in");
            None
        });
        Ok(Activated { email: user.email, session })
    }

    /// Sends a new activation link if the account was never activated. The response is the same for every address.
    pub async fn resend_activation(&self, email: &str, from: Option<IpAddr>) -> Result<()> {
        self.ask_for_mail(email, from).await?;
        let (app, email) = (self.clone(), email.to_owned());
        let work = async move {
            let Some(user) = app.user_by_email(&email).await?.filter(awaits_activation) else { return Ok(()) };
            let (link, mail) = app.activation(&user).await?;
            app.send_link(link, mail).await
        };
        self.spawn_detached_after_random_delay(work).await
    }

    /// Checks the address of a requested mail and counts the request.
    pub(super) async fn ask_for_mail(&self, email: &str, from: Option<IpAddr>) -> Result<()> {
        let mut errors = FieldErrors::default();
        check_email(&mut errors, email);
        errors.done()?;
        self.limits.count(AddressLimit::Forgot, from)?;
        self.count_try(AccountLimit::Forgot, email).await
    }

    /// Stores a link and its mail in one commit.
    pub(super) async fn send_link(&self, link: Link, mail: QueuedMail) -> Result<()> {
        retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            link.store(&change).await?;
            change.mail(mail.clone());
            change.commit().await
        })
        .await
    }

    /// Writes another mail with a link for this person, which replaces the old link. `None` if the account is active,
    /// blocked or erased, so that it needs none.
    pub(crate) async fn link_again(
        &self,
        change: &Change<'_>,
        user: &User,
        kind: MailKind,
    ) -> Result<Option<QueuedMail>> {
        let (link, mail) = match kind {
            MailKind::Activation if awaits_activation(user) => self.activation(user).await?,
            MailKind::PasswordReset if !user.is_erased() => self.reset_link(user).await?,
            _ => return Ok(None),
        };
        link.store(change).await?;
        Ok(Some(mail))
    }

    async fn activation(&self, user: &User) -> Result<(Link, QueuedMail)> {
        self.linked(user, Purpose::Activation, MailKind::Activation, "activate-account").await
    }

    /// A link of this purpose, and the mail with its address at `page`.
    pub(super) async fn linked(
        &self,
        user: &User,
        purpose: Purpose,
        kind: MailKind,
        page: &str,
    ) -> Result<(Link, QueuedMail)> {
        let (link, token) = Link::new(&user.id, purpose, self.now());
        let address = self.public_url().join(&format!("{page}/{token}")).map_err(Error::internal)?;
        let values = Values::default()
            .text("first_name", &user.first_name)
            .text("link", address)
            .text("valid_for", purpose.lifetime().1);
        let mail = self.compose(kind, &user.email, Some(Id::clone(&user.id)), &values).await?;
        Ok((link, mail))
    }
}

/// Whether the account was never active, and can be activated by a link.
fn awaits_activation(user: &User) -> bool {
    user.status == AccountStatus::InActive && user.activated_at.is_none()
}
