//! Encrypts the TOTP secrets of second factors with the installation's key, so that a backup alone does not allow
//! anyone to generate codes.
//!
//! A sealed secret is `v1:` followed by the Base64 of nonce, ciphertext and tag of AES-256-GCM. It is bound to its
//! account: under another account it cannot be opened.

use aws_lc_rs::{
    aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey},
    hmac,
};
use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use surrealdb::types::SurrealValue;

use super::{SecondFactor, Secrets, User};
use crate::{
    App, Error, Result,
    store::{Id, Store},
};

/// The prefix of a sealed secret. Unsealed secrets of earlier versions are Base32, which has no lower case.
const SEALED: &str = "v1:";
/// The label that derives the sealing key from the installation's key, which also signs sessions.
const PURPOSE: &[u8] = b"the key that the secrets of second factors are sealed with";

/// The key for sealing secrets.
pub(super) struct Sealer(RandomizedNonceKey);

impl Sealer {
    /// The sealing key of an installation with this `secret.key`.
    pub fn of(installation: &[u8]) -> Result<Self> {
        let key = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, installation), PURPOSE);
        RandomizedNonceKey::new(&AES_256_GCM, key.as_ref()).map(Self).map_err(Error::internal)
    }

    /// Encrypts a secret of this account.
    fn seal(&self, account: &str, plain: &str) -> Result<String> {
        let mut bytes = plain.as_bytes().to_vec();
        let nonce = self.0.seal_in_place_append_tag(Aad::from(account), &mut bytes).map_err(Error::internal)?;
        let sealed = [nonce.as_ref().as_slice(), &bytes].concat();
        Ok(format!("{SEALED}{}", STANDARD_NO_PAD.encode(sealed)))
    }

    /// Decrypts a secret of this account; `None` if another key sealed it.
    fn open(&self, account: &str, sealed: &str) -> Option<String> {
        let bytes = STANDARD_NO_PAD.decode(sealed.strip_prefix(SEALED)?).ok()?;
        let (nonce, rest) = bytes.split_first_chunk::<NONCE_LEN>()?;
        let mut rest = rest.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let plain = self.0.open_in_place(nonce, Aad::from(account), &mut rest).ok()?;
        String::from_utf8(plain.to_vec()).ok()
    }
}

fn is_sealed(secret: &str) -> bool {
    secret.starts_with(SEALED)
}

impl SecondFactor {
    /// The stored form, with the secret sealed.
    pub(super) fn sealed(mut self, secrets: &Secrets) -> Result<Self> {
        if !is_sealed(&self.secret) {
            self.secret = secrets.sealer().seal(self.user.as_str(), &self.secret)?;
        }
        Ok(self)
    }

    /// Opens the secret. A secret that another key sealed stays sealed: then codes of the app fail, but recovery codes
    /// work.
    pub(super) fn opened(mut self, secrets: &Secrets) -> Self {
        if let Some(plain) = secrets.sealer().open(self.user.as_str(), &self.secret) {
            self.secret = plain;
        }
        self
    }
}

/// A stored secret.
#[derive(SurrealValue)]
struct Stored {
    id: Id<SecondFactor>,
    user: Id<User>,
    secret: String,
}

/// The addresses of the accounts whose second factor these secrets cannot open; without secrets, all sealed ones.
///
/// # Errors
/// Same as reading the store.
pub(crate) async fn lost_second_factors(store: &Store, secrets: Option<&Secrets>) -> Result<Vec<String>> {
    #[derive(SurrealValue)]
    struct Held {
        user: Id<User>,
        email: Option<String>,
        secret: String,
    }
    let sql = "SELECT user, user.email AS email, secret FROM second_factor WHERE since != NONE";
    let held: Vec<Held> = store.query(sql).all().await?;
    let is_lost = |one: &Held| {
        is_sealed(&one.secret)
            && secrets.is_none_or(|secrets| secrets.sealer().open(one.user.as_str(), &one.secret).is_none())
    };
    let lost = held.into_iter().filter(is_lost);
    let mut emails: Vec<String> = lost.map(|one| one.email.unwrap_or_else(|| one.user.to_string())).collect();
    emails.sort_unstable();
    Ok(emails)
}

impl App {
    /// Seals the secrets that an earlier version stored in plain text.
    pub(crate) async fn seal_second_factors(&self) -> Result<()> {
        let sql = "SELECT id, user, secret FROM second_factor WHERE !string::starts_with(secret, $sealed)";
        let plain: Vec<Stored> = self.store.query(sql).bind(("sealed", SEALED)).all().await?;
        for Stored { id, user, secret } in plain {
            let sealed = self.secrets.sealer().seal(user.as_str(), &secret)?;
            // The secret may have been replaced in the meantime.
            let write = self.store.write("UPDATE $id SET secret = $sealed WHERE secret = $secret RETURN NONE");
            write.bind(("id", id)).bind(("sealed", sealed)).bind(("secret", secret)).done().await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    fn sealer(key: u8) -> Sealer {
        Sealer::of(&[key; 32]).unwrap()
    }

    #[test]
    fn a_secret_is_opened_by_its_installation_for_its_account_alone() {
        let sealed = sealer(1).seal("ada", SECRET).unwrap();
        assert!(is_sealed(&sealed) && !is_sealed(SECRET) && !sealed.contains(SECRET));
        assert_eq!(sealer(1).open("ada", &sealed).as_deref(), Some(SECRET));
        assert_eq!(sealer(2).open("ada", &sealed), None, "another installation");
        assert_eq!(sealer(1).open("obi", &sealed), None, "another account");
        assert_ne!(sealer(1).seal("ada", SECRET).unwrap(), sealed, "no two are alike");
    }

    #[test]
    fn a_changed_or_foreign_secret_is_not_decrypted() {
        let sealed = sealer(1).seal("ada", SECRET).unwrap();
        let middle = sealed.len() / 2;
        let other = if sealed.as_bytes()[middle] == b'A' { 'B' } else { 'A' };
        let changed = format!("{}{other}{}", &sealed[..middle], &sealed[middle + 1..]);
        for text in [changed.as_str(), &sealed[..middle], "v1:", "v1:AAAA", "v1:*", "", SECRET] {
            assert_eq!(sealer(1).open("ada", text), None, "{text}");
        }
    }
}
