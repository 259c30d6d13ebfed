//! Addresses that rich text may contain.

use std::borrow::Cow;

use url::Url;

/// The path below which pictures are served.
pub(crate) const UPLOADS: &str = "/uploads/";

/// The address of an uploaded picture on this server.
pub(crate) fn upload_address(name: &str) -> String {
    format!("{UPLOADS}{name}")
}

/// The address of a link as browsers read it; `None` if it would lead to another site while looking like a path of
/// ours.
///
/// Browsers drop tabs and line breaks inside an address, trim spaces, and read `\` as `/`. So `/<tab>/host` means
/// `//host`, which is another site.
pub(super) fn link(address: &str) -> Option<Cow<'_, str>> {
    let plain = as_browsers_read(address);
    if Url::parse(&plain).is_ok() {
        // It has a scheme, which the cleaner has checked.
        return Some(plain);
    }
    let on_site = plain.starts_with('/') && !plain.starts_with("//") && !plain.contains('\\');
    (on_site || is_placeholder(&plain) || plain.starts_with('#')).then_some(plain)
}

/// The address of a picture, if it is one of our uploads.
pub(super) fn picture(address: &str) -> Option<Cow<'_, str>> {
    let plain = as_browsers_read(address);
    let name = plain.strip_prefix(UPLOADS)?;
    let is_name = name.starts_with(|sign: char| sign.is_ascii_alphanumeric())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
    is_name.then_some(plain)
}

/// Whether the address is a placeholder of a mail template.
fn is_placeholder(address: &str) -> bool {
    address.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}")).is_some_and(|name| name.trim() == "link")
}

/// Removes the characters that browsers ignore (URL Standard §4.4).
fn as_browsers_read(address: &str) -> Cow<'_, str> {
    let trimmed = address.trim_matches(|sign: char| sign <= ' ');
    if trimmed.contains(['\t', '\n', '\r']) {
        return Cow::Owned(trimmed.replace(['\t', '\n', '\r'], ""));
    }
    Cow::Borrowed(trimmed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_stay_on_our_site_or_name_another() {
        for (address, read) in [
            ("/plans?x=1#y", "/plans?x=1#y"),
            ("#top", "#top"),
            (" https://example.org/a ", "https://example.org/a"),
            ("ht\ntps://example.org", "https://example.org"),
            ("mailto:a@example.org", "mailto:a@example.org"),
            ("/pl\tans", "/plans"),
            ("{{ link }}", "{{ link }}"),
        ] {
            assert_eq!(link(address).as_deref(), Some(read), "{address:?}");
        }
        for away in [
            "//host",
            "/\t/host",
            "/\n/host",
            "\t//host",
            "/\\host",
            "\\\\host",
            "/\r\n\\host",
            "a.html",
            "",
            "{{ a }}",
        ] {
            assert_eq!(link(away), None, "{away:?}");
        }
    }

    #[test]
    fn pictures_are_our_uploads() {
        assert_eq!(picture("/uploads/0f-a_b.png").as_deref(), Some("/uploads/0f-a_b.png"));
        for other in [
            "/api/v1/logout",
            "/uploads/../api/v1/logout",
            "/uploads/..",
            "/uploads/a/../../api",
            "/uploads/%2e%2e/api",
            "/uploads/a.png?x",
            "/uploads/",
            "/uploads//host/a.png",
            "uploads/a.png",
            "https://example.org/uploads/a.png",
            "//example.org/uploads/a.png",
            "{{ link }}",
        ] {
            assert_eq!(picture(other), None, "{other}");
        }
    }
}
