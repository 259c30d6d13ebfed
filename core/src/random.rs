//! Random ids and tokens. Their bytes come from a generator that is seeded by the operating system.

use rand::RngExt as _;
use sha2::{Digest as _, Sha256};

/// Crockford's base 32 in small letters: no letter that is read as a digit.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Random letters and digits of 5 bits each. `count` is their number.
pub fn letters<T: FromIterator<char>>(count: usize) -> T {
    let mut rng = rand::rng();
    (0..count).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect()
}

/// Random bytes.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::rng().fill(&mut bytes);
    bytes
}

/// `N` random bytes in hex.
pub fn hex<const N: usize>() -> String {
    hex::encode(bytes::<N>())
}

/// A nonce, or the id of a session or a device: 128 bits in hex.
pub fn token() -> String {
    hex::<16>()
}

/// The SHA-256 digest of a token in hex. The store keeps this instead of the token, so that nobody who reads the store
/// can use it.
pub fn token_hash(token: &str) -> String {
    hex::encode(Sha256::digest(token))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn letters_are_those_of_the_alphabet_and_differ() {
        let all: HashSet<String> = (0..1_000).map(|_| letters(16)).collect();
        assert_eq!(all.len(), 1_000);
        assert!(all.iter().all(|one| one.len() == 16 && one.bytes().all(|byte| LETTERS.contains(&byte))));
    }

    #[test]
    fn a_token_has_128_bits_in_hex() {
        let (one, other) = (token(), token());
        assert!(one.len() == 32 && one.bytes().all(|byte| byte.is_ascii_hexdigit()), "{one}");
        assert_ne!(one, other);
    }
}
