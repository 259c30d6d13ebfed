//! The migration of stored email addresses.

use surrealdb::types::{RecordId, SurrealValue};

use crate::{
    Result,
    inbox::Subscriber,
    people::address::{PUNYCODE, composed, email_key},
    store::Tx,
};

/// Converts stored addresses with a Punycode domain to the form for lookups. If two accounts have the same
/// address, the one that already has this form keeps it, and the other is not changed.
pub(crate) async fn unify_addresses(tx: &Tx) -> Result<()> {
    for (table, address, key) in
        [("user", "email", "email_key"), ("contact", "email", "email_key"), ("mail", "to", "to_key")]
    {
        let sql = format!(
            "DEFINE TABLE IF NOT EXISTS {table} SCHEMALESS; \
             SELECT id, `{address}` AS address FROM {table} WHERE {key} != NONE AND string::contains({key}, '{PUNYCODE}')"
        );
        let found: Vec<Addressed> = tx.query(sql).checked().await?.take(1)?;
        for row in found {
            let (address, unified) = (composed(&row.address), email_key(&row.address));
            if table == "user" && row.is_taken(tx, &unified).await? {
                tracing::warn!(account = ?row.id, "another account has the same email in a different spelling");
                continue;
            }
            let email = if table == "user" { ", email = $address" } else { "" };
            let call = tx.query(format!("UPDATE $id SET {key} = $key{email} RETURN NONE"));
            call.bind(("id", row.id)).bind(("key", unified)).bind(("address", address)).done().await?;
        }
    }
    let sql = format!(
        "DEFINE TABLE IF NOT EXISTS subscriber SCHEMALESS; \
         SELECT * FROM subscriber WHERE string::contains(string::lowercase(email), '{PUNYCODE}')"
    );
    let subscribers: Vec<Subscriber> = tx.query(sql).checked().await?.take(1)?;
    for old in subscribers {
        let new = Subscriber { id: Subscriber::key(&old.email), ..old.clone() };
        let call = tx.query("DELETE $old RETURN NONE; UPSERT ONLY $new.id CONTENT $new RETURN NONE;");
        call.bind(("old", old.id)).bind(("new", new)).done().await?;
    }
    Ok(())
}

/// A row with an address.
#[derive(SurrealValue)]
struct Addressed {
    id: RecordId,
    address: String,
}

impl Addressed {
    async fn is_taken(&self, tx: &Tx, key: &str) -> Result<bool> {
        let call = tx.query("SELECT VALUE id FROM user WHERE email_key = $key AND id != $id");
        let others: Vec<RecordId> = call.bind(("key", key.to_owned())).bind(("id", self.id.clone())).all().await?;
        Ok(!others.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::unify_addresses;
    use crate::{App, people::User, store::Id};

    #[tokio::test]
    async fn stored_addresses_are_given_their_one_form() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::open(crate::Settings::in_memory(folder.path())).await.unwrap();
        let punycode = format!("@{}", idna::domain_to_ascii("\u{ec}b\u{e0}d\u{e0}n.ng").unwrap());
        let row = "CREATE $id SET email = $email, email_key = $email RETURN NONE";
        let row = async |id: &str, email: String| {
            app.store.write(row).bind(("id", Id::<User>::new(id))).bind(("email", email)).done().await.unwrap();
        };
        row("ada", format!("ada{punycode}")).await;
        row("ola", format!("ola{punycode}")).await;
        row("ola2", "ola@\u{ec}b\u{e0}d\u{e0}n.ng".into()).await;
        row("kofi", "kofi@sabi.test".into()).await;
        let others = "CREATE contact SET email = $email, email_key = $email, replies = [] RETURN NONE; \
                      CREATE mail SET `to` = $email, to_key = $email RETURN NONE";
        app.store.write(others).bind(("email", format!("ada{punycode}"))).done().await.unwrap();
        for _ in 0..2 {
            let tx = app.store.begin().await.unwrap();
            unify_addresses(&tx).await.unwrap();
            tx.commit().await.unwrap();
        }
        let keys = async |sql: &'static str| app.store.query(sql).all::<String>().await.unwrap();
        let ada = "ada@\u{ec}b\u{e0}d\u{e0}n.ng";
        let taken = format!("ola{punycode}");
        let unified = "ola@\u{ec}b\u{e0}d\u{e0}n.ng";
        assert_eq!(
            keys("SELECT VALUE email_key FROM (SELECT * FROM user ORDER BY id)").await,
            [ada, "kofi@sabi.test", &taken, unified]
        );
        assert_eq!(keys("SELECT VALUE email_key FROM contact").await, [ada]);
        assert_eq!(keys("SELECT VALUE to_key FROM mail").await, [ada]);
    }
}
