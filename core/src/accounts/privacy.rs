//! What is held about a person, and taking it away again.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{AccountStatus, Actor, User, UserView, limits::Limited, limits::Tries, link::Link, link::Purpose};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    exam::{Attempt, QuizResult, Sheet, engine::Response},
    inbox::Subscriber,
    messages,
    store::{Id, QueryExt, Record as _, retry_tx},
};

/// What stands where a person's own words were.
const ERASED: &str = "(erased)";

/// The domain of addresses that nobody has (RFC 2606).
const NOWHERE: &str = "erased.invalid";

impl User {
    /// Whether nothing but the record of its results is left of this account.
    pub(super) fn is_erased(&self) -> bool {
        self.email.ends_with(NOWHERE)
    }
}

/// Everything held about one person. Texts of mails are not kept once they are sent.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalData {
    pub exported_at: Instant,
    pub account: UserView,
    #[schema(value_type = Vec<Object>)]
    pub registrations: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub subscriptions: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub attempts: Vec<Value>,
    /// The answers of each attempt, under the attempt's id.
    #[schema(value_type = Vec<Object>)]
    pub answers: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub results: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub mails: Vec<Value>,
    /// Messages through the contact form, from this address.
    #[schema(value_type = Vec<Object>)]
    pub messages: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub newsletter: Vec<Value>,
    /// Changes by this person, and changes of this account by others.
    #[schema(value_type = Vec<Object>)]
    pub changes: Vec<Value>,
}

/// The caller's password, asked for again.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ProvePassword {
    pub password: String,
}

impl App {
    /// Everything held about a person; for themself, and for owners.
    pub async fn export_person(&self, actor: &Actor, id: &Id<User>) -> Result<PersonalData> {
        let own = actor.user_id().is_ok_and(|me| me == id);
        if !own && !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let account: User = self.load(id).await?.ok_or(Error::NotFound("User"))?;
        let sql = "SELECT * FROM registration WHERE user = $id; SELECT * FROM subscription WHERE user = $id; \
            SELECT * FROM attempt WHERE user = $id ORDER BY started_at; \
            SELECT * FROM sheet WHERE user = $id ORDER BY started_at; \
            SELECT * FROM quiz WHERE user = $id ORDER BY created_at; \
            SELECT * OMIT html, text FROM mail WHERE user = $id OR string::lowercase(to) = $email ORDER BY queued_at; \
            SELECT * OMIT replies.user FROM contact WHERE email_key = $email ORDER BY created_at; \
            SELECT * FROM $subscriber; \
            SELECT * FROM audit WHERE user = $id OR (entity = 'user' AND record = $key) ORDER BY at;";
        let call = self.store.query(sql).bind(("id", id.clone())).bind(("key", id.to_string()));
        let call = call.bind(("email", account.email_key.clone()));
        let mut results = call.bind(("subscriber", Subscriber::key(&account.email))).checked().await?;
        let mut rows = |statement: usize| -> Result<Vec<Value>> {
            let mut rows: Vec<Value> = results.take(statement)?;
            rows.iter_mut().for_each(unpack);
            Ok(rows)
        };
        Ok(PersonalData {
            exported_at: self.now(),
            account: account.into(),
            registrations: rows(0)?,
            subscriptions: rows(1)?,
            attempts: rows(2)?,
            answers: rows(3)?,
            results: rows(4)?,
            mails: rows(5)?,
            messages: rows(6)?,
            newsletter: rows(7)?,
            changes: rows(8)?,
        })
    }

    /// Erases the caller's own account, by their password.
    pub async fn erase_me(&self, actor: &Actor, proof: ProvePassword) -> Result<()> {
        let user = self.account(actor).await?;
        let mut errors = FieldErrors::default();
        errors.check(!proof.password.is_empty(), "password", messages::PASSWORD_REQUIRED);
        errors.done()?;
        self.prove_password(&user, proof.password, "password").await?;
        self.erase(actor, user).await
    }

    /// Erases somebody's account; for owners.
    pub async fn erase_person(&self, actor: &Actor, id: &Id<User>) -> Result<()> {
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let user: User = self.load(id).await?.ok_or(Error::NotFound("User"))?;
        self.erase(actor, user).await
    }

    /// Takes away all that says who somebody is, and their own words; attempts, marks and payments stay,
    /// so that counts and averages hold.
    async fn erase(&self, actor: &Actor, user: User) -> Result<()> {
        if user.is_super_admin {
            return Err(Error::forbidden("super-admin", messages::SUPER_ADMIN_STAYS));
        }
        let password = self.hasher.hash(User::new_stamp()).await?;
        let email = format!("erased-{}@{NOWHERE}", user.id);
        let nobody = User {
            id: user.id.clone(),
            first_name: "Erased".into(),
            last_name: "account".into(),
            created_at: user.created_at,
            activated_at: user.activated_at,
            ..User::new(&email, user.role, AccountStatus::Blocked, password, self.now())
        };
        let erased = retry_tx(async || {
            let tx = self.store.begin().await?;
            let by_user = |sql: &'static str| tx.query(sql).bind(("user", user.id.clone()));
            let sheets: Vec<Sheet> = by_user("SELECT * FROM sheet WHERE user = $user").all().await?;
            let written: Vec<Sheet> = sheets.into_iter().filter_map(without_words).collect();
            let attempts: Vec<Id<Attempt>> = written.iter().map(|sheet| sheet.attempt.clone()).collect();
            let results = "SELECT * FROM quiz WHERE user = $user AND theories != []";
            let mut results: Vec<QuizResult> = by_user(results).all().await?;
            for answer in results.iter_mut().flat_map(|result| &mut result.theories) {
                answer.answered = answer.answered.as_ref().map(|_| ERASED.into());
            }
            let rows = "FOR $row IN $sheets { UPDATE $row.id CONTENT $row RETURN NONE }; \
                FOR $row IN $results { UPDATE $row.id CONTENT $row RETURN NONE };";
            tx.query(rows).bind(("sheets", written)).bind(("results", results)).done().await?;
            by_user("UPDATE $user CONTENT $nobody RETURN NONE").bind(("nobody", nobody.clone())).done().await?;
            by_user("DELETE registration WHERE user = $user RETURN NONE").done().await?;
            // Replies and tests of templates go to an address, not to an account; a reply quotes its message.
            let sent = by_user(
                "LET $messages = (SELECT VALUE record::id(id) FROM contact WHERE email_key = $email); \
                 UPDATE audit SET before = '{}', after = '{}' WHERE entity = 'contact' AND record IN $messages RETURN NONE; \
                 DELETE contact WHERE email_key = $email RETURN NONE; DELETE $subscriber RETURN NONE; \
                 DELETE mail WHERE user = $user OR string::lowercase(to) = $email RETURN NONE;",
            );
            let sent = sent.bind(("email", user.email_key.clone()));
            sent.bind(("subscriber", Subscriber::key(&user.email))).done().await?;
            let said =
                "UPDATE audit SET before = '{}', after = '{}' WHERE entity = 'user' AND record = $key RETURN NONE";
            tx.query(said).bind(("key", user.id.to_string())).done().await?;
            let links = vec![Link::key(&user.id, Purpose::Activation), Link::key(&user.id, Purpose::Reset)];
            let tries = vec![Tries::key(Limited::SignIn, &user.email), Tries::key(Limited::Forgot, &user.email)];
            let gone = tx.query("DELETE $links RETURN NONE; DELETE $tries RETURN NONE;");
            gone.bind(("links", links)).bind(("tries", tries)).done().await?;
            tx.note(self.audit(actor, "erase", User::TABLE, &user.id)).await?;
            tx.commit().await?;
            Ok(attempts)
        })
        .await?;
        for attempt in erased {
            self.papers.forget(&attempt).await;
        }
        self.sessions.forget(&user.id).await;
        tracing::info!(%actor, user = %user.id, "account erased");
        Ok(())
    }
}

/// The sheet without what the person wrote; `None` where nothing was written.
fn without_words(mut sheet: Sheet) -> Option<Sheet> {
    let mut changed = false;
    for given in sheet.sheet.0.answers.values_mut() {
        if let Some(Response::Text(text)) = &mut given.response {
            *text = ERASED.into();
            changed = true;
        }
    }
    // Another version, so that no server goes on with what it has in memory.
    sheet.version += 1;
    changed.then_some(sheet)
}

/// Values that the store keeps as one JSON text, as JSON.
fn unpack(row: &mut Value) {
    let Value::Object(fields) = row else { return };
    for name in ["paper", "sheet", "before", "after"] {
        if let Some(Value::String(text)) = fields.get(name)
            && let Ok(value) = serde_json::from_str(text)
        {
            fields.insert(name.into(), value);
        }
    }
}
