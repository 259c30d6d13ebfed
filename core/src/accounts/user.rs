//! A person with an account.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::Actor;
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    messages,
    store::{
        Id, QueryExt, Record,
        resource::{ListQuery, Page},
    },
};

/// Student or administrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "lowercase")]
#[surreal(untagged, lowercase)]
pub enum Role {
    /// A student.
    User,
    /// An administrator.
    Admin,
}

/// Whether an account may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[surreal(untagged)]
pub enum AccountStatus {
    Active,
    /// Not activated yet.
    InActive,
    Blocked,
    Suspended,
}

/// Gender codes of the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[surreal(untagged)]
pub enum Gender {
    M,
    F,
}

/// A stored account. Never leaves core: callers read a [`UserView`].
#[derive(Debug, Clone, SurrealValue)]
pub struct User {
    pub id: Id<User>,
    pub first_name: String,
    pub last_name: String,
    /// As typed; `email_key` is the normalised, unique form.
    pub email: String,
    pub email_key: String,
    pub dob: Option<String>,
    pub gender: Option<Gender>,
    pub mobile_code: String,
    pub mobile_number: String,
    pub nationality: String,
    pub role: Role,
    pub status: AccountStatus,
    pub is_super_admin: bool,
    /// Argon2id, PHC string.
    pub password: String,
    /// Sessions carry it; changed by logout, password, block and role.
    pub stamp: String,
    pub created_at: Instant,
}

impl Record for User {
    const TABLE: &'static str = "user";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS user_email ON user FIELDS email_key UNIQUE;";
}

/// An account as callers read it.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[schema(as = User)]
pub struct UserView {
    #[serde(rename = "_id")]
    pub id: Id<User>,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// `YYYY-MM-DD`.
    pub dob: Option<String>,
    pub gender: Option<Gender>,
    pub mobile_code: String,
    pub mobile_number: String,
    pub nationality: String,
    pub role: Role,
    #[serde(rename = "accountStatus")]
    pub status: AccountStatus,
    #[serde(rename = "isSuperAdmin")]
    pub is_super_admin: bool,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

impl From<User> for UserView {
    fn from(user: User) -> Self {
        let User { id, first_name, last_name, email, dob, gender, mobile_code, mobile_number, .. } = user;
        let User { nationality, role, status, is_super_admin, created_at, .. } = user;
        Self {
            id,
            first_name,
            last_name,
            email,
            dob,
            gender,
            mobile_code,
            mobile_number,
            nationality,
            role,
            status,
            is_super_admin,
            created_at,
        }
    }
}

/// An account as the back office and the command line add it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct NewUser {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub dob: Option<NaiveDate>,
    pub gender: Option<Gender>,
    #[serde(default = "nigeria")]
    pub mobile_code: String,
    #[serde(default)]
    pub mobile_number: String,
    #[serde(default)]
    pub nationality: String,
    #[serde(rename = "accountStatus", default = "inactive")]
    pub status: AccountStatus,
    /// Taken from an operator or a super admin only.
    #[serde(rename = "isSuperAdmin", default)]
    pub is_super_admin: bool,
    pub password: String,
    pub confirm_password: String,
}

fn nigeria() -> String {
    "234".into()
}

fn inactive() -> AccountStatus {
    AccountStatus::InActive
}

/// The form of an address that must be unique: trimmed and in small letters.
pub(super) fn email_key(email: &str) -> String {
    email.trim().to_lowercase()
}

/// Whether an address has the shape of one: one `@`, a dotted domain, no blanks, at most 254 bytes.
fn is_email(email: &str) -> bool {
    let Some((local, domain)) = email.rsplit_once('@') else { return false };
    let blank = |c: char| c.is_whitespace() || c.is_control();
    !local.is_empty()
        && local.len() <= 64
        && email.len() <= 254
        && !email.contains(blank)
        && !local.contains('@')
        && domain.contains('.')
        && domain.split('.').all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'))
        && domain.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '.')
}

impl App {
    /// Adds an account (spec 3 §7). Only an owner makes administrators (ruling 9).
    pub async fn create_user(&self, actor: &Actor, role: Role, input: NewUser) -> Result<UserView> {
        if (role == Role::Admin || input.is_super_admin) && !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let mut errors = FieldErrors::default();
        errors.text("first_name", "First name", &input.first_name, 60);
        errors.text("last_name", "Last name", &input.last_name, 60);
        errors.check(!input.email.trim().is_empty(), "email", messages::EMAIL_REQUIRED);
        errors.check(is_email(input.email.trim()), "email", messages::EMAIL_INVALID);
        let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        errors.check(
            digits(&input.mobile_code) && input.mobile_code.len() <= 6,
            "mobile_code",
            "Mobile code is digits",
        );
        errors.check(
            digits(&input.mobile_number) && input.mobile_number.len() <= 15,
            "mobile_number",
            "Mobile number is digits",
        );
        errors.check(input.nationality.chars().count() <= 80, "nationality", "Nationality is the name of a country");
        let youngest = self.now().date_naive() - chrono::Duration::days(self.settings.min_age_days);
        errors.check(input.dob.is_none_or(|dob| dob <= youngest), "dob", "Date of birth is too recent");
        super::password::check(&mut errors, "password", &input.password, &input.email);
        errors.check(input.password == input.confirm_password, "confirm_password", "Passwords do not match");
        errors.done()?;
        let user = User {
            id: Id::random(),
            first_name: input.first_name.trim().into(),
            last_name: input.last_name.trim().into(),
            email: input.email.trim().into(),
            email_key: email_key(&input.email),
            dob: input.dob.map(|dob| dob.to_string()),
            gender: input.gender,
            mobile_code: input.mobile_code,
            mobile_number: input.mobile_number,
            nationality: input.nationality,
            role,
            status: input.status,
            is_super_admin: role == Role::Admin && input.is_super_admin,
            password: self.hasher.hash(input.password).await?,
            stamp: Id::<User>::random().to_string(),
            created_at: self.now(),
        };
        let written = self
            .store
            .query("CREATE ONLY $id CONTENT $user")
            .bind(("id", user.id.clone()))
            .bind(("user", user.clone()));
        written.done().await.map_err(|error| match error {
            Error::Conflict(_) => Error::taken("email", messages::EMAIL_TAKEN),
            other => other,
        })?;
        tracing::info!(%actor, user = %user.id, ?role, "account added");
        Ok(user.into())
    }

    /// Finds an account by its address.
    pub(crate) async fn user_by_email(&self, email: &str) -> Result<Option<User>> {
        self.store.query("SELECT * FROM user WHERE email_key = $key").bind(("key", email_key(email))).first().await
    }

    /// An account; the person themself or an administrator may read it.
    pub async fn find_user(&self, actor: &Actor, id: &Id<User>) -> Result<UserView> {
        actor.may_see(id)?;
        self.load(id).await?.map(User::into).ok_or(Error::NotFound("User"))
    }

    /// The accounts of one role, newest first, ten a page.
    pub async fn list_users(&self, role: Role, query: &ListQuery) -> Result<Page<UserView>> {
        let q = query.q.clone().unwrap_or_default().trim().to_lowercase();
        let clause = "role = $role AND ($q = '' OR string::contains(string::lowercase(first_name + ' ' + last_name + ' ' + email), $q))";
        let sql = format!(
            "SELECT * OMIT password, stamp FROM user WHERE {clause}{}{}; SELECT count() AS n FROM user WHERE {clause} GROUP ALL;",
            query.order("created_at DESC, id")?,
            query.window(Some(10))?,
        );
        let mut results = self.store.query(&sql).bind(("role", role)).bind(("q", q)).checked().await?;
        let total: Option<i64> = results.take((1, "n"))?;
        Ok(Page { rows: results.take(0)?, total: total.unwrap_or(0).unsigned_abs() })
    }
}

#[cfg(test)]
mod tests {
    use super::is_email;

    #[test]
    fn addresses() {
        for good in ["ada@sabi.test", "ada+jamb@mail.example.ng", "ọlá@ìbàdàn.ng", "A.B@x-y.co"] {
            assert!(is_email(good), "{good}");
        }
        for bad in [
            "",
            "ada",
            "@x.ng",
            "ada@",
            "ada@ng",
            "a b@x.ng",
            "ada@x..ng",
            "ada@-x.ng",
            "a@b@x.ng",
            &format!("{}@x.ng", "a".repeat(300)),
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
