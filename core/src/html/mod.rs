//! Rich text: cleaned on the way in (ruling 25), and read back as plain text.
//!
//! A field may hold plain text or HTML. `a < b`, `x<y>z` and `AT&T` are text and stay what they
//! say; `<p>`, `<sub>` or `<table>` are markup and are kept; scripts, styles, handlers and
//! `data:` or `javascript:` addresses never come through. Maths keeps its signs: `\(a<b\)` comes
//! out as `\(a&lt;b\)`, which a browser shows as `a<b`.
//!
//! Pictures are our own uploads: one from elsewhere would tell its host who reads, and an address of
//! ours that does something would do it for each reader. Any other `src` is taken out.

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

/// What a rich field may hold.
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
/// Elements whose content goes with them: it is code, or means nothing without them.
const DROPPED: &[&str] = &[
    "script", "style", "template", "noscript", "textarea", "title", "iframe", "object", "svg", "math", "noembed",
    "noframes", "xmp", "select",
];
/// Elements that end a word: their tags read as a space in plain text.
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

// Built once: it is a dozen hash tables, and an import cleans a hundred thousand cells.
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

/// The longest text that is read as HTML, in bytes; every rich field is shorter.
const LONGEST: usize = 256 * 1024;

/// The field as safe HTML. Cleaning twice changes nothing more.
///
/// Takes time in proportion to its length: tags beyond [`nesting::MOST_TAGS`] and deeper than
/// [`nesting::DEEPEST`] are left out, their content kept, and what is too long for any field is text.
pub fn clean(source: &str) -> String {
    // One sign after the other: each search runs at the speed of memchr, in any profile.
    if !['<', '>', '&', '\0', '\u{a0}'].into_iter().any(|sign| source.contains(sign)) {
        return source.to_owned();
    }
    if source.len() > LONGEST {
        return source.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    }
    let escaped = escape_text(source);
    if escaped.has_markup { CLEANER.clean(&escaped.html).to_string() } else { escaped.html }
}

/// As [`clean`], of a field of a form. A picture without a source is an error, unless it stands in the stored text as
/// well: who changes something else is not held up by it.
pub(crate) fn clean_field(errors: &mut FieldErrors, field: &str, source: &str, stored: Option<&str>) -> String {
    // What is stored was cleaned then. To clean it again could change a record that is saved as it was read.
    if stored == Some(source) {
        return source.to_owned();
    }
    let cleaned = clean(source);
    let is_refused = stored != Some(cleaned.as_str()) && lacks_source(&cleaned);
    errors.check(!is_refused, field, messages::PICTURE_WITHOUT_SOURCE);
    cleaned
}

/// The field as plain text: markup stripped, entities decoded, runs of white space made one.
pub fn text(source: &str) -> String {
    text_of(&clean(source))
}

/// As [`text`], of a field that is clean already.
pub fn text_of(cleaned: &str) -> String {
    plain(cleaned, |_, _| {})
}

/// As [`text_of`], but with what tells two fields apart though it is no text: pictures by their
/// address, `10<sup>2</sup>` as `10^{2}`, `<u>ch</u>emist` as `={ch}emist`. For comparing, not for
/// showing.
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

/// Whether an address is one of our uploads, as it stands.
pub(crate) fn is_upload(address: &str) -> bool {
    picture(address).is_some_and(|read| read == address)
}

/// Line breaks of a spreadsheet cell as `<br>`, unless its HTML already says where lines end.
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
