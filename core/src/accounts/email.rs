//! Addresses: which ones are taken, and when two are the same.

use lettre::Address;
use unicode_normalization::UnicodeNormalization as _;

use super::privacy::NOWHERE;
use crate::{Error, FieldErrors, messages};

/// The form of an address that must be unique: trimmed, composed and in small letters.
pub fn email_key(email: &str) -> String {
    composed(email).to_lowercase()
}

/// An address as it is kept: trimmed, letters and their marks composed.
pub(crate) fn composed(email: &str) -> String {
    email.trim().nfc().collect()
}

/// Asks for an address that a mail can be sent to (spec 1 §5).
pub(crate) fn check_email(errors: &mut FieldErrors, email: &str) {
    errors.check(!email.trim().is_empty(), "email", messages::EMAIL_REQUIRED);
    let email = composed(email);
    errors.check(is_email(&email) && !is_nowhere(&email), "email", messages::EMAIL_INVALID);
}

/// Whether it is an address such as erased people are given, which would keep one of them from being erased.
fn is_nowhere(email: &str) -> bool {
    let domain = email.rsplit_once('@').map(|(_, domain)| domain.to_lowercase()).unwrap_or_default();
    domain.strip_suffix(NOWHERE).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// Whether an address is one that mail servers on the internet know: with a dotted domain, unquoted,
/// at most 254 bytes (RFC 5321 §4.5.3.1.3).
fn is_email(email: &str) -> bool {
    let address: Result<Address, _> = email.parse();
    address.is_ok_and(|address| address.domain().contains('.') && !address.user().starts_with('"'))
        && email.len() <= 254
}

/// The unique index on addresses spoke.
pub(super) fn taken_email(error: Error) -> Error {
    if error.is_taken() { Error::taken("email", messages::EMAIL_TAKEN) } else { error }
}

#[cfg(test)]
mod tests {
    use super::{is_email, is_nowhere};

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
