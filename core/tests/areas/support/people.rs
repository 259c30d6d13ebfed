//! People who register, the mails that they get, and the whole store as text.

use std::fmt::Display;

use chrono::NaiveDate;
use sabi_core::{
    Error, Result,
    mail::QueuedMail,
    people::{AccountStatus, Actor, Gender, LoginRequest, NewUser, Register, Role, UserView},
};
use serde_json::Value;

use super::{PASSWORD, World};

/// Ngozi's registration form with this address.
pub fn ngozi(email: &str) -> Register {
    Register {
        first_name: "Ngozi".into(),
        last_name: "Adichie".into(),
        email: email.into(),
        dob: NaiveDate::from_ymd_opt(2005, 1, 31),
        gender: Some(Gender::F),
        password: PASSWORD.into(),
        confirm_password: PASSWORD.into(),
        mobile_number: "8031234567".into(),
        mobile_code: "234".into(),
        nationality: "Nigeria".into(),
    }
}

/// An active account with this address, as the back office adds it.
pub fn kofi(email: &str) -> NewUser {
    NewUser {
        first_name: "Kofi".into(),
        last_name: "Mensah".into(),
        email: email.into(),
        dob: NaiveDate::from_ymd_opt(2004, 7, 9),
        gender: Some(Gender::M),
        mobile_code: "233".into(),
        mobile_number: "201234567".into(),
        nationality: "Ghana".into(),
        status: AccountStatus::Active,
        is_super_admin: false,
        password: PASSWORD.into(),
        confirm_password: PASSWORD.into(),
    }
}

/// The token of the link in a mail's text.
#[track_caller]
pub fn token(text: &str) -> String {
    let mut words = text.split(|c: char| !c.is_ascii_hexdigit());
    words.rfind(|word| word.len() == 64).expect("a link with a token").to_owned()
}

/// Whether this is the limit's refusal, and after how many seconds it takes a try again.
#[track_caller]
pub fn wait<T>(result: Result<T>) -> u64 {
    match result.err().expect("an error") {
        Error::TooMany { refusal, retry_after } => {
            assert_eq!(refusal.reason, "too-many-tries");
            retry_after
        }
        other => panic!("not limited: {other:?}"),
    }
}

impl World {
    /// An active student with this address.
    pub async fn add_kofi(&self, email: &str) -> UserView {
        self.create_user(&Actor::Operator, Role::User, kofi(email)).await.unwrap()
    }

    /// Signs in from nowhere in particular.
    pub async fn try_log_in(&self, email: &str, password: &str) -> Result<(UserView, String)> {
        let input =
            LoginRequest { email: email.into(), password: password.into(), bearer: true, otp: None, page: None };
        self.log_in(input, None).await
    }

    /// All mails in the store, the oldest first.
    pub async fn mails(&self) -> Vec<QueuedMail> {
        self.finish_background_work().await;
        self.store.query("SELECT * FROM mail ORDER BY queued_at, id").all().await.unwrap()
    }

    /// The token of the one mail that waits; sends it, so that the next one is alone again.
    pub async fn mailed_token(&self) -> String {
        let mut waiting = self.mails().await;
        waiting.retain(|mail| mail.state == "queued");
        assert_eq!(waiting.len(), 1, "one mail waits");
        assert_eq!(self.send_mails().await.unwrap(), 1);
        token(&waiting[0].text)
    }

    /// The names of all tables.
    pub async fn tables(&self) -> Vec<String> {
        let info: Option<Value> = self.store.query("INFO FOR DB").checked().await.unwrap().take(0).unwrap();
        let tables = info.unwrap()["tables"].as_object().unwrap().clone();
        assert!(tables.contains_key("user") && tables.contains_key("mail"), "{tables:?}");
        tables.into_iter().map(|(name, _)| name).collect()
    }

    /// Every row of every table, with its table.
    pub async fn dump(&self) -> Vec<(String, Value)> {
        self.finish_background_work().await;
        let mut rows = Vec::new();
        for table in self.tables().await {
            let found: Vec<Value> = self.store.query(format!("SELECT * FROM {table}")).all().await.unwrap();
            rows.extend(found.into_iter().map(|row| (table.clone(), row)));
        }
        rows
    }

    /// The tables in which this text stands, in whatever case.
    pub async fn where_is(&self, text: impl Display) -> Vec<String> {
        let wanted = text.to_string().to_lowercase();
        let mut tables: Vec<_> = self.dump().await;
        tables.retain(|(_, row)| row.to_string().to_lowercase().contains(&wanted));
        let mut tables: Vec<_> = tables.into_iter().map(|(table, _)| table).collect();
        tables.dedup();
        tables
    }
}
