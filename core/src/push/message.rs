//! Encrypts a message for one browser: RFC 8291, with the content coding of RFC 8188 in a single record. A push service
//! forwards it and cannot read it.

use aws_lc_rs::{
    aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    agreement::{ECDH_P256, ParsedPublicKey, PrivateKey, UnparsedPublicKey, agree},
    error::Unspecified,
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::{Error, Result, random};

/// The largest text of a message, in bytes. Push services accept at least 3993 (RFC 8291 §4).
const MAX_TEXT_BYTES: usize = 3000;
/// The length of an uncompressed point of P-256, in bytes.
const POINT: usize = 65;
/// The length of the salt and of a browser's authentication secret, in bytes.
const SECRET: usize = 16;
/// The record size that the header names. The only record is shorter.
const RECORD: u32 = 4096;
/// Ends the last record (RFC 8188 §2).
const LAST: u8 = 2;

/// The keys of a browser's subscription.
pub(super) struct DeviceKeys {
    /// `p256dh`: the uncompressed point.
    point: [u8; POINT],
    /// `auth`.
    secret: [u8; SECRET],
}

impl DeviceKeys {
    /// Reads `p256dh`; `None` unless it is a point of P-256 in base64url.
    pub fn read_point(text: &str) -> Option<[u8; POINT]> {
        let point: [u8; POINT] = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?.try_into().ok()?;
        let is_valid = ParsedPublicKey::try_from(UnparsedPublicKey::new(&ECDH_P256, point)).is_ok();
        (point[0] == 4 && is_valid).then_some(point)
    }

    /// Reads `auth`; `None` unless it is 16 bytes in base64url.
    pub fn read_secret(text: &str) -> Option<[u8; SECRET]> {
        URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?.try_into().ok()
    }

    /// Reads both; `None` if one is invalid.
    pub fn read(p256dh: &str, auth: &str) -> Option<Self> {
        Some(Self { point: Self::read_point(p256dh)?, secret: Self::read_secret(auth)? })
    }

    /// Encrypts a message, with a new key pair and salt each time.
    pub fn encrypt(&self, text: &[u8]) -> Result<Vec<u8>> {
        if text.len() > MAX_TEXT_BYTES {
            return Err(Error::internal("a push message is too large"));
        }
        let sender = PrivateKey::generate(&ECDH_P256).map_err(Error::internal)?;
        self.encrypt_with(&sender, random::bytes(), text).map_err(Error::internal)
    }

    fn encrypt_with(&self, sender: &PrivateKey, salt: [u8; SECRET], text: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let own = sender.compute_public_key()?;
        let peer = UnparsedPublicKey::new(&ECDH_P256, self.point);
        let shared = agree(sender, peer, Unspecified, |shared| {
            let info: [&[u8]; 3] = [b"WebPush: info\0", &self.point, own.as_ref()];
            expand::<32>(&Salt::new(HKDF_SHA256, &self.secret).extract(shared), &info)
        })?;
        let keys = Salt::new(HKDF_SHA256, &salt).extract(&shared);
        let key: [u8; 16] = expand(&keys, &[b"Content-Encoding: aes128gcm\0"])?;
        let nonce: [u8; NONCE_LEN] = expand(&keys, &[b"Content-Encoding: nonce\0"])?;
        let mut record = [text, &[LAST]].concat();
        // The key is new, so the nonce is used once.
        let nonce = Nonce::assume_unique_for_key(nonce);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
        key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;
        Ok([&salt, RECORD.to_be_bytes().as_slice(), &[POINT as u8], own.as_ref(), &record].concat())
    }
}

/// The length of derived bytes.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Derives `N` bytes.
fn expand<const N: usize>(key: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    key.expand(info, Length(N))?.fill(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 8291, appendix A.
    const P256DH: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn a_message_is_encrypted_as_in_the_example_of_the_standard() {
        let sender = bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let sender = PrivateKey::from_private_key(&ECDH_P256, &sender).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let keys = DeviceKeys::read(P256DH, AUTH).unwrap();
        let body = keys.encrypt_with(&sender, salt, b"When I grow up, I want to be a watermelon").unwrap();
        assert_eq!(
            URL_SAFE_NO_PAD.encode(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl\
             7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn no_two_messages_are_alike_and_none_is_too_large() {
        let keys = DeviceKeys::read(P256DH, AUTH).unwrap();
        assert_ne!(keys.encrypt(b"14 questions to repeat").unwrap(), keys.encrypt(b"14 questions to repeat").unwrap());
        assert!(keys.encrypt(&[b'x'; MAX_TEXT_BYTES]).unwrap().len() <= 4096);
        assert!(keys.encrypt(&[b'x'; MAX_TEXT_BYTES + 1]).is_err());
    }

    #[test]
    fn keys_that_no_browser_makes_are_refused() {
        let compressed = URL_SAFE_NO_PAD.encode([&[2], &bytes(P256DH)[1..33]].concat());
        let off_the_curve = URL_SAFE_NO_PAD.encode([&bytes(P256DH)[..64], &[0]].concat());
        for point in ["", "BA", "*", &compressed, &off_the_curve, &P256DH[..80]] {
            assert!(DeviceKeys::read(point, AUTH).is_none(), "{point}");
        }
        for secret in ["", "BTBZ", "BTBZMqHH6r4Tts7J/aSIgg", &AUTH.repeat(2)] {
            assert!(DeviceKeys::read(P256DH, secret).is_none(), "{secret}");
        }
        // Some browsers' libraries pad.
        assert!(DeviceKeys::read(&format!("{P256DH}="), &format!("{AUTH}==")).is_some());
    }
}
