//! The links in the footer of the public site.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use url::Url;
use utoipa::ToSchema;

use crate::{App, FieldErrors, Result};

/// The longest link, in characters.
const MAX_LINK_CHARS: usize = 300;

/// Sabi's pages on social networks and its app in a store. An empty link is not shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(default)]
pub struct SiteLinks {
    pub facebook: String,
    pub instagram: String,
    pub x: String,
    pub youtube: String,
    pub tiktok: String,
    pub whatsapp: String,
    pub app: String,
}

/// A link as it is stored, trimmed. A link that is too long or not an `https://` address is an error of its field. An
/// empty one removes the link.
pub(super) fn checked(errors: &mut FieldErrors, field: &str, link: &str) -> String {
    let link = link.trim();
    errors.check(link.chars().count() <= MAX_LINK_CHARS, field, "A link cannot exceed 300 characters");
    errors.check(link.is_empty() || is_https(link), field, "Enter the whole address, starting with https://");
    link.into()
}

/// Whether a link is an `https://` address without user info, which could disguise the host.
fn is_https(link: &str) -> bool {
    let is_plain = !link.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '@'));
    is_plain && link.starts_with("https://") && Url::parse(link).is_ok_and(|url| url.has_host())
}

impl App {
    /// The links in the footer of the public site.
    pub async fn site_links(&self) -> Result<SiteLinks> {
        Ok(self.home_setting().await?.form.links)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_a_whole_https_address_or_empty() {
        for (link, stored) in [
            ("", Some("")),
            (" https://facebook.com/sabi ", Some("https://facebook.com/sabi")),
            (
                "https://play.google.com/store/apps/details?id=ng.sabi",
                Some("https://play.google.com/store/apps/details?id=ng.sabi"),
            ),
            ("http://facebook.com/sabi", None),
            ("facebook.com/sabi", None),
            ("javascript:alert(1)", None),
            ("https://", None),
            ("https://sabi.example@evil.test/", None),
            ("https://a b.test/", None),
            ("/exams", None),
        ] {
            let mut errors = FieldErrors::default();
            let clean = checked(&mut errors, "facebookLink", link);
            assert_eq!(errors.is_empty().then_some(clean.as_str()), stored, "{link}");
        }
        let mut errors = FieldErrors::default();
        checked(&mut errors, "xLink", &format!("https://x.com/{}", "a".repeat(300)));
        assert!(!errors.is_empty(), "a link longer than 300 characters");
    }
}
