//! Email addresses: which are accepted, and when two are the same.

use lettre::Address;
use surrealdb::types::{RecordId, SurrealValue};
use unicode_normalization::UnicodeNormalization as _;
use url::Host;

use super::privacy::NOWHERE;
use crate::{Error, FieldErrors, Result, inbox::Subscriber, messages, store::Tx};

/// The prefix of domain labels in Punycode.
const PUNYCODE: &str = "xn--";

/// The unique form of an address: [`composed`], in lower case.
pub fn email_key(email: &str) -> String {
    composed(email).to_lowercase()
}

/// The stored form of an address: trimmed, Unicode composed, an internationalised domain in Unicode rather than
/// Punycode. So an address has one form, however it is typed.
pub(crate) fn composed(email: &str) -> String {
    let email: String = email.trim().nfc().collect();
    let unified = |email: &str| {
        let (local, domain) = email.rsplit_once('@')?;
        let is_international = !domain.is_ascii() || domain.to_ascii_lowercase().contains(PUNYCODE);
        let ascii = idna::domain_to_ascii(domain).ok().filter(|_| is_international)?;
        let (domain, read) = idna::domain_to_unicode(&ascii);
        read.is_ok().then(|| format!("{local}@{domain}"))
    };
    unified(&email).unwrap_or(email)
}

/// Requires an address that can receive mail (spec 1 §5).
pub(crate) fn check_email(errors: &mut FieldErrors, email: &str) {
    errors.check(!email.trim().is_empty(), "email", messages::EMAIL_REQUIRED);
    let email = composed(email);
    errors.check(is_email(&email) && !is_nowhere(&email), "email", messages::EMAIL_INVALID);
}

/// Whether it has the form of an erased person's address, which would block an erasure.
fn is_nowhere(email: &str) -> bool {
    let domain = email.rsplit_once('@').map(|(_, domain)| domain.to_lowercase()).unwrap_or_default();
    domain.strip_suffix(NOWHERE).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// Whether internet mail servers accept the address: a dotted domain that is not an IP address, unquoted, at most 254
/// bytes (RFC 5321 §4.5.3.1.3).
fn is_email(email: &str) -> bool {
    let is_public = |domain: &str| domain.contains('.') && matches!(Host::parse(domain), Ok(Host::Domain(_)));
    let address: Result<Address, _> = email.parse();
    address.is_ok_and(|address| is_public(address.domain()) && !address.user().starts_with('"')) && email.len() <= 254
}

/// Migration: converts stored addresses with a Punycode domain to the form for lookups. If two accounts have the same
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
                tracing::warn!(account = ?row.id, "another account has the same email, written in another form");
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

/// Maps a unique-index violation to a field error.
pub(super) fn taken_email(error: Error) -> Error {
    if error.is_taken() { Error::taken("email", messages::EMAIL_TAKEN) } else { error }
}

#[cfg(test)]
mod tests {
    use super::{composed, email_key, is_email, is_nowhere, unify_addresses};
    use crate::{App, accounts::User, store::Id};

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

    #[test]
    fn an_address_has_one_form_however_it_is_typed() {
        let ola = "\u{1ecd}l\u{e1}@\u{ec}b\u{e0}d\u{e0}n.ng";
        let punycode = format!("\u{1ecd}l\u{e1}@{}", idna::domain_to_ascii("\u{ec}b\u{e0}d\u{e0}n.ng").unwrap());
        assert!(punycode.contains("xn--"), "{punycode}");
        for typed in [
            ola,
            "o\u{323}la\u{301}@i\u{300}ba\u{300}da\u{300}n.ng",
            "  \u{1ecd}l\u{e1}@\u{cc}B\u{c0}D\u{c0}N.NG ",
            &punycode,
            &punycode.to_uppercase(),
        ] {
            assert_eq!(email_key(typed), ola, "{typed}");
            assert!(is_email(&composed(typed)), "{typed}");
        }
        // An address in ASCII is kept as it was typed.
        assert_eq!(composed(" Ada.Lovelace+JAMB@Example.com"), "Ada.Lovelace+JAMB@Example.com");
        assert_eq!(email_key(" Ada.Lovelace+JAMB@Example.com"), "ada.lovelace+jamb@example.com");
        // What is no domain stays as it is, to be refused.
        assert_eq!(composed("a@xn--.ng"), "a@xn--.ng");
    }

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
            "\"a b\"@x.ng",
            "a@x.ng\r\nBcc: b@x.ng",
            &format!("{}@x.ng", "a".repeat(300)),
            "a@[10.0.0.1]",
            "a@[IPv6:2001:db8::1]",
            "a@10.0.0.1",
            "a@0x7f.0.0.1",
        ] {
            assert!(!is_email(bad), "{bad}");
        }
        // With a dot at its end a domain is the same to mail servers.
        assert!(!is_email("ada@erased.invalid."));
        for (email, is_so) in [
            ("ada@erased.invalid", true),
            ("ada@Mail.Erased.INVALID", true),
            ("ada@un-erased.invalid", false),
            ("ada@erased.invalid.ng", false),
        ] {
            assert_eq!(is_nowhere(email), is_so, "{email}");
        }
    }
}
