//! Email addresses: which are accepted, and when two are the same.

use lettre::Address;
use unicode_normalization::UnicodeNormalization as _;
use url::Host;

use crate::{Error, FieldErrors, Result, messages};

/// The domain of erased persons' addresses. Nobody can own it (RFC 2606).
pub(crate) const ERASED_DOMAIN: &str = "erased.invalid";
/// The prefix of domain labels in Punycode.
pub(crate) const PUNYCODE: &str = "xn--";

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

/// Whether the address has the form of an erased person's. Such an address would block an erasure.
fn is_nowhere(email: &str) -> bool {
    let domain = email.rsplit_once('@').map(|(_, domain)| domain.to_lowercase()).unwrap_or_default();
    domain.strip_suffix(ERASED_DOMAIN).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// Whether internet mail servers accept the address: a dotted domain that is not an IP address, unquoted, at most 254
/// bytes (RFC 5321 §4.5.3.1.3).
fn is_email(email: &str) -> bool {
    let is_public = |domain: &str| domain.contains('.') && matches!(Host::parse(domain), Ok(Host::Domain(_)));
    let address: Result<Address, _> = email.parse();
    address.is_ok_and(|address| is_public(address.domain()) && !address.user().starts_with('"')) && email.len() <= 254
}

/// Maps a unique-index violation to a field error.
pub(super) fn taken_email(error: Error) -> Error {
    if error.is_taken() { Error::taken("email", messages::EMAIL_TAKEN) } else { error }
}

#[cfg(test)]
mod tests {
    use super::{composed, email_key, is_email, is_nowhere};

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
        // An ASCII address is stored as it was typed.
        assert_eq!(composed(" Ada.Lovelace+JAMB@Example.com"), "Ada.Lovelace+JAMB@Example.com");
        assert_eq!(email_key(" Ada.Lovelace+JAMB@Example.com"), "ada.lovelace+jamb@example.com");
        // An invalid domain is left unchanged, and refused later.
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
        // Mail servers ignore a dot at the end of a domain.
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
