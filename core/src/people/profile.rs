//! The caller's own profile, and the validation of personal data, shared by registration, profile and back office (spec
//! 1 §3 and §5, ruling 12).

use chrono::{Duration, NaiveDate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Actor, Country, Gender, User, UserView,
    name::{MAX_NAME_CHARS, check_name},
};
use crate::{
    App, Error, FieldErrors, Result, messages,
    store::{Id, retry_tx},
};

/// A profile, as its owner edits it. Other fields (email, role, status, …) are not read (ruling 10).
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct Profile {
    #[serde(default)]
    pub first_name: String,
    #[serde(default)]
    pub last_name: String,
    /// `YYYY-MM-DD`.
    pub dob: Option<NaiveDate>,
    pub gender: Option<Gender>,
    #[serde(default = "nigeria")]
    pub mobile_code: String,
    #[serde(default)]
    pub mobile_number: String,
    /// The name of a country.
    #[serde(default)]
    pub nationality: String,
}

/// The default dial code of forms (spec 1 §9).
pub(super) fn nigeria() -> String {
    "234".into()
}

impl Profile {
    /// The profile of an account.
    pub(super) fn of(user: &User) -> Self {
        Self {
            first_name: user.first_name.clone(),
            last_name: user.last_name.clone(),
            // Stored values were checked when they were stored.
            dob: user.dob.as_deref().and_then(|dob| dob.parse().ok()),
            gender: user.gender,
            mobile_code: user.mobile_code.clone(),
            mobile_number: user.mobile_number.clone(),
            nationality: user.nationality.clone(),
        }
    }

    /// Adds every failing field. Names and a date of birth that the account already has are not checked again.
    pub(super) fn check(&self, app: &App, old: Option<&User>, errors: &mut FieldErrors) {
        let kept = old.map(Self::of).unwrap_or_default();
        for (field, label, name, kept) in [
            ("first_name", "First name", &self.first_name, &kept.first_name),
            ("last_name", "Last name", &self.last_name, &kept.last_name),
        ] {
            if name == kept {
                errors.text(field, label, name, MAX_NAME_CHARS);
            } else {
                check_name(errors, field, label, name);
            }
        }
        let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        errors.check(
            digits(&self.mobile_code) && self.mobile_code.len() <= 7,
            "mobile_code",
            "Dial code must be at most 7 digits.",
        );
        errors.check(
            digits(&self.mobile_number) && self.mobile_number.len() <= 15,
            "mobile_number",
            "Mobile number must be at most 15 digits.",
        );
        let known = self.nationality.is_empty() || Country::is_known(&self.nationality);
        errors.check(known, "nationality", "Choose a country from the list.");
        let dob = self.dob.filter(|dob| kept.dob != Some(*dob));
        let today = app.now().date_naive();
        let youngest = today - Duration::days(app.settings.min_age_days);
        errors.check(dob.is_none_or(|dob| dob <= youngest), "dob", messages::TOO_YOUNG);
        let oldest = today - Duration::days(130 * 365);
        errors.check(dob.is_none_or(|dob| dob >= oldest), "dob", "Check your year of birth");
    }

    /// The account with this data applied.
    pub(super) fn onto(self, user: User) -> User {
        let line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        User {
            first_name: line(self.first_name),
            last_name: line(self.last_name),
            dob: self.dob.map(|dob| dob.to_string()),
            gender: self.gender,
            mobile_code: self.mobile_code,
            mobile_number: self.mobile_number,
            nationality: self.nationality,
            ..user
        }
    }
}

impl App {
    /// Changes the caller's own profile, without the email and the fields that administrators set.
    pub async fn update_profile(&self, actor: &Actor, input: Profile) -> Result<UserView> {
        let user = retry_tx(async || {
            let mut change = self.unaudited_change().await?;
            let old: User = change.find(actor.user_id()?).await?;
            let mut errors = FieldErrors::default();
            input.check(self, Some(&old), &mut errors);
            errors.done()?;
            let user = User { version: old.version + 1, ..input.clone().onto(old.clone()) };
            change.rewrite(&old, &user).await?;
            change.commit().await?;
            Ok(user)
        })
        .await?;
        self.sessions.invalidate(&user.id).await;
        Ok(user.into())
    }

    /// The caller's stored account.
    pub(crate) async fn account(&self, actor: &Actor) -> Result<User> {
        let id: &Id<User> = actor.user_id()?;
        self.load(id).await?.ok_or(Error::NotFound("User"))
    }
}
