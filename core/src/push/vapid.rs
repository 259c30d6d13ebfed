//! Identifies this installation to push services: VAPID, RFC 8292.

use aws_lc_rs::{
    agreement::{ECDH_P256, PrivateKey},
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;
use url::Url;

use crate::{Error, Result, clock::Instant, people::Secrets};

/// How long a token is valid. Push services accept at most 24 hours.
const LIFETIME: TimeDelta = TimeDelta::hours(12);
/// The label that derives the key from the installation's key.
const PURPOSE: &str = "the key of web push";

/// The key pair that signs for push services.
pub(super) struct VapidKey {
    signing: EncodingKey,
    /// The public key in base64url, as browsers take it (`applicationServerKey`).
    public: String,
}

#[derive(Serialize)]
struct Claims<'a> {
    /// The origin of the push service.
    aud: String,
    exp: i64,
    /// Where the push service's operator reaches us.
    sub: &'a str,
}

impl VapidKey {
    /// The key pair of an installation. It is derived from `secret.key`, so all servers with that file have the same
    /// one, and no backup contains it.
    pub fn of(secrets: &Secrets) -> Result<Self> {
        // One number in 2^32 is not a valid key of the curve.
        for n in 0..4 {
            let bytes = secrets.derive_key(&format!("{PURPOSE}, {n}"))?;
            if let Ok(key) = PrivateKey::from_private_key(&ECDH_P256, &bytes) {
                return Self::from_key(&key, &bytes);
            }
        }
        Err(Error::internal("no key for web push could be derived"))
    }

    fn from_key(key: &PrivateKey, bytes: &[u8]) -> Result<Self> {
        let public = key.compute_public_key().map_err(Error::internal)?;
        let signing = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_private_key_and_public_key(signing, bytes, public.as_ref());
        let document = pair.map_err(Error::internal)?.to_pkcs8v1().map_err(Error::internal)?;
        let signing = EncodingKey::from_ec_der(document.as_ref());
        Ok(Self { signing, public: URL_SAFE_NO_PAD.encode(public.as_ref()) })
    }

    pub fn public(&self) -> &str {
        &self.public
    }

    /// The value of `Authorization` for the push service of this endpoint. `contact` is an https: or mailto: address.
    pub fn authorization(&self, endpoint: &Url, contact: &str, now: Instant) -> Result<String> {
        let aud = endpoint.origin().ascii_serialization();
        let claims = Claims { aud, exp: (now + LIFETIME).timestamp(), sub: contact };
        let token = encode(&Header::new(Algorithm::ES256), &claims, &self.signing).map_err(Error::internal)?;
        Ok(format!("vapid t={token}, k={}", self.public))
    }
}

#[cfg(test)]
mod tests {
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::{Value, json};

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn a_token_names_the_push_service_and_is_signed_with_the_public_key() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::open(folder.path()).unwrap();
        let key = VapidKey::of(&secrets).unwrap();
        let endpoint = Url::parse("https://push.example:444/v2/abc?x=1").unwrap();
        let now = Instant::UNIX_EPOCH + TimeDelta::days(20_000);
        let value = key.authorization(&endpoint, "mailto:a@sabi.test", now).unwrap();
        let (token, public) = value.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!((public, bytes(public).len()), (key.public(), 65));
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(public));
        public.verify(signed.as_bytes(), &bytes(signature)).unwrap();
        let (header, claims) = signed.split_once('.').unwrap();
        let read = |part: &str| serde_json::from_slice::<Value>(&bytes(part)).unwrap();
        assert_eq!(read(header), json!({ "typ": "JWT", "alg": "ES256" }));
        let exp = now.timestamp() + 12 * 3600;
        assert_eq!(read(claims), json!({ "aud": "https://push.example:444", "exp": exp, "sub": "mailto:a@sabi.test" }));
    }

    #[test]
    fn servers_with_the_same_secret_have_the_same_key_and_others_do_not() {
        let [one, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let public = |folder: &tempfile::TempDir| VapidKey::of(&Secrets::open(folder.path()).unwrap()).unwrap().public;
        assert_eq!(public(&one), public(&one));
        assert_ne!(public(&one), public(&other));
    }
}
