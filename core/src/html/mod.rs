//! Rich text: cleaned when it is stored (ruling 25), and converted to plain text.
//!
//! A field may contain plain text or HTML. `a < b`, `x<y>z` and `AT&T` are text and keep their meaning. `<p>`, `<sub>`
//! or `<table>` are markup and are kept. Scripts, styles, handlers and `data:` or `javascript:` addresses are removed.
//! Maths is escaped like text: `\(a<b\)` becomes `\(a&lt;b\)`, which a browser shows as `a<b`.
//!
//! Pictures must be our own uploads. A picture from another host would reveal readers to that host, and an address of
//! ours with a side effect would trigger it for each reader. Any other `src` is removed.

mod address;
mod markup;
pub mod maths;
mod nesting;
mod pictures;
mod words;

use std::{borrow::Cow, collections::HashMap, collections::HashSet, sync::LazyLock};

pub(crate) use address::{UPLOADS, upload_address};
use address::{link, picture};
use ammonia::Builder;
use markup::{Tags, escape_text};
pub(crate) use markup::{tag_end, tag_name};
pub(crate) use nesting::is_deeper_than;
pub(crate) use pictures::{lacks_source, with_pictures};
pub(crate) use words::{Marked, declared, marked, names_tags, speaks_of_tags};

use crate::{FieldErrors, messages};

/// The elements that a rich field may contain.
const TAGS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
];
/// Elements that are removed with their content: it is code, or meaningless without them.
const DROPPED: &[&str] = &[
    "script", "style", "template", "noscript", "textarea", "title", "iframe", "object", "svg", "math", "noembed",
    "noframes", "xmp", "select",
];
/// Elements that separate words: their tags become a space in plain text.
const BLOCKS: &[&str] = &[
    "blockquote",
    "br",
    "caption",
    "dd",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

// Built once: it consists of a dozen hash tables, and an import cleans a hundred thousand cells.
static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let attributes = HashMap::from([
        ("a", HashSet::from(["href"])),
        ("img", HashSet::from(["src", "alt", "width", "height"])),
        ("ol", HashSet::from(["start"])),
        ("td", HashSet::from(["colspan", "rowspan"])),
        ("th", HashSet::from(["colspan", "rowspan", "scope"])),
        ("col", HashSet::from(["span"])),
        ("colgroup", HashSet::from(["span"])),
    ]);
    let mut builder = Builder::default();
    builder
        .tags(TAGS.iter().copied().collect())
        .clean_content_tags(DROPPED.iter().copied().collect())
        .tag_attributes(attributes)
        .generic_attributes(HashSet::from(["lang", "dir", "title"]))
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .attribute_filter(|element, attribute, value| match (element, attribute) {
            ("img", "src") => picture(value),
            (_, "href") => link(value),
            _ => Some(value.into()),
        });
    builder
});

/// The longest text that is parsed as HTML, in bytes; every rich field is shorter.
const MAX_HTML_BYTES: usize = 256 * 1024;

/// The field as safe HTML. Idempotent.
///
/// Runs in linear time: tags beyond [`nesting::MAX_TAGS`] or [`nesting::MAX_DEPTH`] are removed and their content kept.
/// A text that is too long for any field is treated as plain text.
pub fn clean(source: &str) -> String {
    // One character at a time, because each search then runs at the speed of memchr in every build profile.
    if !['<', '>', '&', '\0', '\u{a0}'].into_iter().any(|sign| source.contains(sign)) {
        return source.to_owned();
    }
    if source.len() > MAX_HTML_BYTES {
        return escaped(source);
    }
    let text = escape_text(source);
    if text.has_markup { CLEANER.clean(&text.html).to_string() } else { text.html }
}

/// Plain text as HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Like [`clean`], for a form field. A picture without a source is an error, unless the stored text already has it: it
/// must not block other changes.
pub(crate) fn clean_field(errors: &mut FieldErrors, field: &str, source: &str, stored: Option<&str>) -> String {
    // The stored text is clean already. Cleaning it again could change a record that is saved unchanged.
    if stored == Some(source) {
        return source.to_owned();
    }
    let cleaned = clean(source);
    let is_refused = stored != Some(cleaned.as_str()) && lacks_source(&cleaned);
    errors.check(!is_refused, field, messages::PICTURE_WITHOUT_SOURCE);
    cleaned
}

/// Like [`clean_field`], in place.
pub(crate) fn clean_in_place(errors: &mut FieldErrors, field: &str, text: &mut String, stored: Option<&String>) {
    *text = clean_field(errors, field, text, stored.map(String::as_str));
}

/// The field as plain text: markup removed, entities decoded, white space collapsed.
pub fn text(source: &str) -> String {
    text_of(&clean(source))
}

/// Like [`text`], for a clean field.
pub fn text_of(cleaned: &str) -> String {
    plain(cleaned, |_, _| {})
}

/// Like [`text_of`], but keeps non-text differences: pictures by address, `10<sup>2</sup>` as `10^{2}`,
/// `<u>ch</u>emist` as `={ch}emist`. For comparing, not for display.
pub fn comparable(cleaned: &str) -> String {
    plain(cleaned, |tag, out| match tag_name(tag) {
        Some((false, "sup")) => out.push_str("^{"),
        Some((false, "sub")) => out.push_str("_{"),
        Some((false, "u")) => out.push_str("={"),
        Some((true, "sup" | "sub" | "u")) => out.push('}'),
        Some((false, "img")) => {
            let address = tag.split_once(" src=\"").and_then(|(_, rest)| rest.split_once('"'));
            out.push('[');
            out.push_str(address.map_or("", |(address, _)| address));
            out.push(']');
        }
        _ => {}
    })
}

/// Whether an address is literally one of our uploads.
pub(crate) fn is_upload(address: &str) -> bool {
    picture(address).is_some_and(|read| read == address)
}

/// Converts line breaks of a spreadsheet cell to `<br>`, unless its HTML already has block elements.
pub fn with_breaks(source: &str) -> Cow<'_, str> {
    if !source.contains('\n') {
        return Cow::Borrowed(source);
    }
    let tags = Tags::new(source);
    let lower = source.to_ascii_lowercase();
    let has_blocks = source.match_indices('<').any(|(at, _)| {
        let name = tag_name(&lower[at..]).map(|(_, name)| name);
        name.is_some_and(|name| BLOCKS.contains(&name)) && tags.length_at(at).is_some()
    });
    if has_blocks {
        return Cow::Borrowed(source);
    }
    let pieces = maths::pieces(source).into_iter().map(|piece| match piece {
        maths::Piece::Words(words) => words.replace('\n', "<br>"),
        maths::Piece::Maths(formula) => formula.replace('\n', " "),
    });
    Cow::Owned(pieces.collect())
}

fn plain(html: &str, mut on_tag: impl FnMut(&str, &mut String)) -> String {
    let is_plain =
        html.is_ascii() && !['<', '&', '\n', '\t', '\r', '\x0b', '\x0c'].into_iter().any(|sign| html.contains(sign));
    if is_plain && !html.contains("  ") && !html.starts_with(' ') && !html.ends_with(' ') {
        return html.to_owned();
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with('<') {
            let length = tag_end(rest, 1).unwrap_or(rest.len());
            let tag = &rest[..length];
            if tag_name(tag).is_some_and(|(_, name)| BLOCKS.contains(&name)) {
                out.push(' ');
            }
            on_tag(tag, &mut out);
            length
        } else {
            let entities = [("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&nbsp;", ' '), ("&quot;", '"')];
            let found = entities.into_iter().find(|(entity, _)| rest.starts_with(entity));
            let (entity, sign) = found.unwrap_or(("&", '&'));
            out.push(sign);
            entity.len()
        };
        rest = &rest[length..];
    }
    out.push_str(rest);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
