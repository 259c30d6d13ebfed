//! Checks the links of a template, and the position of its `{{ link }}` (ruling 37).
//!
//! The link of an activation or a reset gives access to an account, so no template may send it to another host: not in
//! the address of a picture, which mail programs load automatically, and not as text after another address, which they
//! make clickable. Checked when a template is saved and again when it is used, because it may be older than the rule.

use url::Url;

use super::language::Problem;
use crate::html::{UPLOADS, tag_end, tag_name};

const LINK: &str = "link";

/// An address in a tag of a template.
enum Address<'a> {
    /// Exactly `{{ link }}`.
    Link,
    Other(&'a str),
}

/// All problems with the addresses of a template whose content is clean HTML. `site` is our public address.
/// `needs_link`: whether the link is required.
pub(super) fn problems(subject: &str, content: &str, site: &Url, needs_link: bool) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut add = |field, line: usize, what: &str| {
        let message = format!("Line {line}: {what}");
        problems.push(Problem { field, line, placeholder: Some(LINK.to_owned()), message });
    };
    if has_link(subject) {
        add("subject", 1, "{{ link }} can only be the address of a link in the content");
    }
    let (mut links, mut at, mut next_line) = (0, 0, 1);
    while let Some(length) = content.get(at..).filter(|rest| !rest.is_empty()).map(piece_length) {
        let piece = &content[at..at + length];
        let line = next_line;
        next_line += piece.matches('\n').count();
        at += length;
        if tag_name(piece).is_none() {
            if has_link(piece) {
                add("content", line, "{{ link }} can only be the whole address of a link: <a href=\"{{ link }}\">");
            }
            continue;
        }
        let addresses: Vec<_> = addresses(piece).collect();
        let whole = addresses.iter().filter(|(_, address)| matches!(address, Address::Link)).count();
        links += whole;
        if piece.matches('{').count() > 2 * whole {
            add("content", line, "a placeholder in a tag can only be {{ link }}, as the whole address of a link");
        }
        for (name, address) in &addresses {
            if let Address::Other(address) = address
                && !is_ours(name, address, site)
            {
                add("content", line, &format!("{address} is not on this site. Mails may only link to this site"));
            }
        }
    }
    if needs_link && links == 0 {
        add("content", 1, "<a href=\"{{ link }}\"> is missing: without it the mail is of no use");
    }
    problems
}

/// The content with absolute addresses of our site.
pub(super) fn absolute(content: &str, site: &Url) -> String {
    let site = site.origin().ascii_serialization();
    let mut out = String::with_capacity(content.len());
    let mut at = 0;
    while let Some(length) = content.get(at..).filter(|rest| !rest.is_empty()).map(piece_length) {
        let piece = &content[at..at + length];
        at += length;
        if tag_name(piece).is_some() {
            let whole = |name: &str| (format!(" {name}=\"/"), format!(" {name}=\"{site}/"));
            let ((href, own_href), (src, own_src)) = (whole("href"), whole("src"));
            out.push_str(&piece.replacen(&href, &own_href, 1).replacen(&src, &own_src, 1));
        } else {
            out.push_str(piece);
        }
    }
    out
}

/// The look of a button, as attributes: mail programs that drop the style sheet keep these.
const BUTTON: &str = "class=\"button\" style=\"display:inline-block; padding:12px 24px; border-radius:8px; \
    background:#0b5d3b; color:#ffffff; text-decoration:none;\"";

/// The clean content with a button in place of each paragraph that consists of `{{ link }}` alone.
pub(super) fn with_buttons(content: &str) -> String {
    let paragraph = |part: &str| {
        let (before, anchor) = part.split_once("<p><a ")?;
        let tag = format!("<a {}", anchor.split_inclusive('>').next()?);
        let is_link = addresses(&tag).any(|(_, address)| matches!(address, Address::Link));
        let is_alone = anchor.ends_with("</a></p>") && anchor.matches("</a>").count() == 1;
        (is_link && is_alone).then(|| format!("{before}<p><a {BUTTON} {anchor}"))
    };
    let parts = content.split_inclusive("</p>");
    parts.map(|part| paragraph(part).unwrap_or_else(|| part.to_owned())).collect()
}

/// The length of the tag, or of the text up to the next one, that `rest` begins with.
fn piece_length(rest: &str) -> usize {
    if rest.starts_with('<') {
        return tag_end(rest, 1).unwrap_or(rest.len());
    }
    rest.find('<').unwrap_or(rest.len())
}

/// Whether `{{ link }}` is printed here; a condition on it does not count.
fn has_link(text: &str) -> bool {
    text.split("{{").skip(1).filter_map(|rest| rest.split("}}").next()).any(is_link_name)
}

fn is_link_name(inside: &str) -> bool {
    inside.trim_matches(|sign: char| sign.is_whitespace() || matches!(sign, '-' | '+')) == LINK
}

/// The addresses of a clean tag. Only an anchor's can be the link.
fn addresses(tag: &str) -> impl Iterator<Item = (&'static str, Address<'_>)> {
    let is_anchor = tag_name(tag) == Some((false, "a"));
    let of = |name: &'static str, start: &str| {
        let (_, rest) = tag.split_once(start)?;
        Some((name, rest.split_once('"')?.0))
    };
    [of("href", " href=\""), of("src", " src=\"")].into_iter().flatten().map(move |(name, address)| {
        let inside = address.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}"));
        let is_link = is_anchor && name == "href" && inside.is_some_and(is_link_name);
        (name, if is_link { Address::Link } else { Address::Other(address) })
    })
}

/// Whether an address of a clean tag is on our own site, and a picture one of our uploads.
fn is_ours(name: &str, address: &str, site: &Url) -> bool {
    if name == "src" {
        return address.starts_with(UPLOADS);
    }
    let on_site = address.starts_with(['/', '#']) && !address.starts_with("//");
    on_site || Url::parse(address).is_ok_and(|url| url.origin() == site.origin())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::clean;

    fn site() -> Url {
        "https://sabi.example".parse().expect("an address")
    }

    fn found(subject: &str, content: &str) -> Vec<String> {
        problems(subject, content, &site(), false).into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn the_link_leaves_in_no_other_hosts_address() {
        for content in [
            "<a href=\"https://evil.test/{{ link }}\">x</a>",
            "<a href=\"https://evil.test/?{{link}}\">x</a>",
            "<a href=\"https://evil.test\">x</a>",
            "<a href=\"https://sabi.example@evil.test\">x</a>",
            "<a href=\"https://sabi.example.evil.test\">x</a>",
            "<a href=\"http://sabi.example\">x</a>",
            "<a href=\"https://sabi.example:8443\">x</a>",
            "<a href=\"https://sabi.example/{{ link }}\">x</a>",
            "<a href=\"mailto:thief@evil.test?body={{ link }}\">x</a>",
            "<a href=\"mailto:thief@evil.test\">x</a>",
            "<a href=\"/{{ first_name }}\">x</a>",
            "<a href=\"/{% if first_name %}a{% endif %}\">x</a>",
            "<a href=\"/{# a #}\">x</a>",
            "<img src=\"/uploads/a.png\" alt=\"{{ link }}\">",
            "<p title=\"{{ link }}\">x</p>",
            "<img title=\" src=\" src=\"https://evil.test/{{ link }}\">",
            "<a title=\" href=\" href=\"https://evil.test/\">{{ link }}</a>",
            "<p>{{ link }}</p>",
            "<p>https://evil.test/{{-link-}}</p>",
            "<p>{{\nlink }}</p>",
            "{{ link }}",
        ] {
            assert_ne!(found("S", content), [""; 0], "{content}");
            // After cleaning, the link is gone or refused.
            let cleaned = clean(content);
            assert!(!cleaned.contains("link") || !found("S", &cleaned).is_empty(), "{cleaned}");
        }
        assert_eq!(found("Open {{ link }}", "<p>x</p>").len(), 1);
        assert_eq!(clean("<img src=\"https://evil.test/{{ link }}\">"), "<img>");
    }

    #[test]
    fn our_own_site_is_fine() {
        for content in [
            "<p>Hello {{ first_name }}</p><a href=\"{{ link }}\">x</a>",
            "<a href=\"{{link}}\" rel=\"noopener noreferrer\">{{ first_name }}</a>",
            "{% if link %}<a href=\"{{ link }}\">x</a>{% endif %}",
            "<a href=\"/plans\">x</a><a href=\"#a\">y</a><a href=\"https://sabi.example/faq?a=1\">z</a>",
            "<img src=\"/uploads/a.png\" alt=\"a\">",
        ] {
            assert_eq!(found("For {{ first_name }}", content), [""; 0], "{content}");
        }
    }

    #[test]
    fn a_required_link_must_be_a_whole_href() {
        assert_eq!(problems("S", "{% if link %}x{% endif %}", &site(), true).len(), 1);
        assert_eq!(problems("S", "<a href=\"{{ link }}\">x</a>", &site(), true), []);
    }

    #[test]
    fn a_link_alone_in_its_paragraph_becomes_a_button() {
        for content in [
            "<p>Hello,</p><p><a href=\"{{ link }}\">Activate</a></p>",
            "<p>Hello,</p>\n<p><a href=\"{{ link }}\" rel=\"noopener noreferrer\"><strong>Activate</strong></a></p>",
        ] {
            assert_eq!(with_buttons(content).replace(&format!("{BUTTON} "), ""), content);
            assert_eq!(with_buttons(content).matches(BUTTON).count(), 1, "{content}");
        }
        for content in [
            "<p>Press <a href=\"{{ link }}\">here</a></p>",
            "<p><a href=\"{{ link }}\">here</a> or later</p>",
            "<p><a href=\"{{ link }}\">here</a> or <a href=\"/plans\">there</a></p>",
            "<p><a href=\"/plans\">Plans</a></p>",
            "<a href=\"{{ link }}\">here</a>",
        ] {
            assert_eq!(with_buttons(content), content);
        }
    }

    #[test]
    fn addresses_of_ours_are_written_out() {
        assert_eq!(
            absolute("<img src=\"/uploads/a.png\"> src=\"/x <a href=\"/plans\">p</a>", &site()),
            "<img src=\"https://sabi.example/uploads/a.png\"> src=\"/x <a href=\"https://sabi.example/plans\">p</a>"
        );
        assert_eq!(absolute("<a href=\"{{ link }}\">p</a>", &site()), "<a href=\"{{ link }}\">p</a>");
    }
}
