//! Distinguishes markup from text that contains `<`, `>` or `&`.

use std::{
    cell::{Cell, OnceCell},
    collections::HashSet,
    sync::LazyLock,
};

use super::{maths::formula_at, nesting::Nesting};

/// All HTML elements, whether we keep or drop them. `<y>` is not one, so it is text.
static ELEMENTS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let names = "a abbr address animate applet area article aside audio b base bdi bdo big blockquote \
     body br button canvas caption center cite code col colgroup dd del details dfn dialog \
     div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 \
     h4 h5 h6 head header hr html i iframe image img input ins isindex kbd keygen label \
     legend li link main map mark marquee math menu meta nav noembed noframes noscript object \
     ol option p param pre q s samp script section select small source span strike strong \
     style sub summary sup svg table tbody td template textarea tfoot th thead title tr track \
     tt u ul var video wbr xmp";
    names.split(' ').collect()
});

/// Elements whose content the parser does not read as markup, up to their end tag. They are code or form fields, and
/// none is kept.
const RAW: &[&str] = &["iframe", "noembed", "noframes", "noscript", "script", "style", "textarea", "title", "xmp"];
/// Searches for the end of a formula that find none may read this many times the text's length in all. So a text of many
/// unclosed formulas does not take quadratic time.
const SEARCH_FACTOR: usize = 8;

/// The result of [`escape_text`].
pub(super) struct Escaped {
    /// The text with every character that is not markup written as an entity.
    pub html: String,
    /// Whether tags, comments or unusual entities remain for the HTML parser.
    pub has_markup: bool,
}

/// Escapes `<`, `>` and `&` wherever they are text or maths, and keeps tags within the limits of number and depth.
/// Comments and raw elements are removed, so that the parser sees the same tags as this function.
pub(super) fn escape_text(source: &str) -> Escaped {
    let tags = Tags::new(source);
    let mut html = String::with_capacity(source.len() + 16);
    let mut has_markup = false;
    let mut nesting = Nesting::default();
    let mut search_budget = SEARCH_FACTOR * source.len();
    let mut at = 0;
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let next = rest.find(['<', '>', '&', '\\', '$', '\0', '\u{a0}']).unwrap_or(rest.len());
        html.push_str(&rest[..next]);
        at += next;
        let rest = &rest[next..];
        let Some(sign) = rest.chars().next() else {
            break;
        };
        let taken = match sign {
            '<' => match tags.length_at(at) {
                Some(length) => {
                    has_markup = true;
                    match tags.name_at(at) {
                        None => length,
                        Some((is_end, name)) if RAW.contains(&name) => {
                            if is_end {
                                length
                            } else {
                                tags.raw_length_at(at, length, name)
                            }
                        }
                        Some((is_end, name)) => {
                            if nesting.admits(is_end, name) {
                                html.push_str(&rest[..length]);
                            }
                            length
                        }
                    }
                }
                None => {
                    html.push_str("&lt;");
                    1
                }
            },
            '>' => {
                html.push_str("&gt;");
                1
            }
            '&' => {
                let length = push_ampersand(rest, &mut html);
                has_markup |= length > 1 && !matches!(&rest[..length], "&lt;" | "&gt;" | "&amp;");
                length
            }
            '\0' => 1,
            '\u{a0}' => {
                html.push_str("&nbsp;");
                2
            }
            '$' if rest.starts_with("$$$") => {
                let word = rest.bytes().take_while(|byte| *byte == b'$').count();
                html.push_str(&rest[..word]);
                word
            }
            _ => {
                let opens = search_budget > 0 && (rest.starts_with("\\(") || rest.starts_with("$$"));
                let closed = if opens { formula_at(rest) } else { None };
                let formula = closed.filter(|length| !tags.any_within(at, at + length));
                if opens && formula.is_none() {
                    search_budget = search_budget.saturating_sub(closed.unwrap_or(rest.len()));
                }
                match formula {
                    Some(length) => {
                        escape_formula(&rest[..length], &mut html);
                        length
                    }
                    None => {
                        html.push(sign);
                        1
                    }
                }
            }
        };
        at += taken;
    }
    Escaped { html, has_markup }
}

fn escape_formula(formula: &str, html: &mut String) {
    let mut at = 0;
    while let Some(sign) = formula[at..].chars().next() {
        at += match sign {
            '<' => {
                html.push_str("&lt;");
                1
            }
            '>' => {
                html.push_str("&gt;");
                1
            }
            '&' => push_ampersand(&formula[at..], html),
            '\0' => 1,
            sign => {
                html.push(sign);
                sign.len_utf8()
            }
        };
    }
}

/// Pushes the entity at the start of `rest`, or a lone `&` as `&amp;`; returns the number of bytes consumed.
fn push_ampersand(rest: &str, html: &mut String) -> usize {
    let length = entity_length(rest).unwrap_or(1);
    html.push_str(if length == 1 { "&amp;" } else { &rest[..length] });
    length
}

fn entity_length(rest: &str) -> Option<usize> {
    let name = &rest.as_bytes()[1..rest.len().min(34)];
    let end = name.iter().position(|&byte| byte == b';')?;
    let name = &name[..end];
    let known = match name {
        [b'#', b'x' | b'X', digits @ ..] => {
            !digits.is_empty() && digits.len() < 7 && digits.iter().all(u8::is_ascii_hexdigit)
        }
        [b'#', digits @ ..] => !digits.is_empty() && digits.len() < 8 && digits.iter().all(u8::is_ascii_digit),
        [first, others @ ..] => first.is_ascii_alphabetic() && others.iter().all(u8::is_ascii_alphanumeric),
        [] => false,
    };
    known.then_some(end + 2)
}

/// Finds the tags of a text.
pub(super) struct Tags<'a> {
    source: &'a str,
    lower: String,
    /// The position of the first tag that never ends. Everything from there on is text. It bounds the search: no input
    /// makes it run to the end of the text repeatedly.
    endless: Cell<usize>,
    /// The position of the last end tag for each first letter.
    last_ends: OnceCell<[usize; 26]>,
}

impl<'a> Tags<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        let lower = if source.contains('<') { source.to_ascii_lowercase() } else { String::new() };
        Self { source, lower, endless: Cell::new(usize::MAX), last_ends: OnceCell::new() }
    }

    /// The length of the tag or comment at `at`, if there is one.
    pub(super) fn length_at(&self, at: usize) -> Option<usize> {
        if at >= self.endless.get() {
            return None;
        }
        let rest = &self.source[at..];
        if rest.starts_with("<!--") {
            let end = rest.find("-->").map(|end| end + 3);
            return self.or_endless(at, end);
        }
        let (closing, name) = tag_name(&self.lower[at..])?;
        if !ELEMENTS.contains(name) {
            return None;
        }
        let head = 1 + usize::from(closing) + name.len();
        // `a<b and c>d` is an inequality: a one-letter element needs an end tag later on, and its attributes need
        // values.
        if name.len() == 1 && !closing {
            if self.last_end(name) <= at {
                return None;
            }
            let words = &rest[head..];
            let plain = words.find(['<', '>', '=']).filter(|&sign| !words[sign..].starts_with('='));
            if let Some(sign) = plain {
                let is_bare = words[sign..].starts_with('>') && words[..sign].trim_end_matches('/').trim().is_empty();
                return is_bare.then_some(head + sign + 1);
            }
        }
        self.or_endless(at, tag_end(rest, head))
    }

    /// The name of the tag at `at`, and whether it is an end tag; `None` for a comment.
    fn name_at(&self, at: usize) -> Option<(bool, &str)> {
        tag_name(&self.lower[at..])
    }

    /// The length of the raw element at `at` with a start tag of `length`: including its content and end tag, or the
    /// rest of the text if there is no end tag.
    fn raw_length_at(&self, at: usize, length: usize, name: &str) -> usize {
        let mut from = at + length;
        while let Some(found) = self.lower[from..].find("</") {
            from += found;
            if tag_name(&self.lower[from..]) == Some((true, name)) {
                let end = tag_end(&self.source[from..], 2 + name.len());
                return end.map_or(self.source.len(), |end| from + end) - at;
            }
            from += 2;
        }
        self.source.len() - at
    }

    fn or_endless(&self, at: usize, end: Option<usize>) -> Option<usize> {
        if end.is_none() {
            self.endless.set(at);
        }
        end
    }

    fn last_end(&self, name: &str) -> usize {
        let ends = self.last_ends.get_or_init(|| {
            let mut ends = [0; 26];
            for (at, _) in self.lower.match_indices("</") {
                let name = tag_name(&self.lower[at..]).map(|(_, name)| name.as_bytes());
                if let Some([letter @ b'a'..=b'z']) = name {
                    ends[usize::from(letter - b'a')] = at;
                }
            }
            ends
        });
        let letter = name.bytes().next().map(|letter| usize::from(letter.wrapping_sub(b'a')));
        letter.and_then(|letter| ends.get(letter)).copied().unwrap_or(0)
    }

    fn any_within(&self, from: usize, to: usize) -> bool {
        self.source[from..to].match_indices('<').any(|(at, _)| self.length_at(from + at).is_some())
    }
}

/// The name of the tag at the start of `lower`, and whether it is an end tag.
pub(crate) fn tag_name(lower: &str) -> Option<(bool, &str)> {
    let inner = lower.strip_prefix('<')?;
    let (closing, inner) = match inner.strip_prefix('/') {
        Some(inner) => (true, inner),
        None => (false, inner),
    };
    let end = inner.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(inner.len());
    let follows = inner[end..].chars().next();
    let ends_well = follows.is_some_and(|sign| matches!(sign, '>' | '/') || sign.is_ascii_whitespace());
    (end > 0 && ends_well).then(|| (closing, &inner[..end]))
}

/// The end of the tag, including `>`, parsed from `head` (after its name) like browsers do (HTML §13.2.5): a `>` inside
/// a quoted value does not end it.
pub(crate) fn tag_end(tag: &str, head: usize) -> Option<usize> {
    #[derive(Clone, Copy)]
    enum At {
        /// In the tag name.
        Tag,
        /// Between attributes.
        Words,
        /// In an attribute name.
        Name,
        /// After a name, where `=` may follow.
        AfterName,
        /// After the `=`.
        BeforeValue,
        /// In an unquoted value, where a quote is an ordinary character.
        Bare,
        /// In a value with this quote.
        Quoted(u8),
    }
    let mut state = At::Tag;
    for (at, &byte) in tag.as_bytes().iter().enumerate().skip(head) {
        let is_space = byte.is_ascii_whitespace();
        state = match (state, byte) {
            (At::Quoted(open), _) if byte == open => At::Words,
            (At::Quoted(_), _) => state,
            (_, b'>') => return Some(at + 1),
            (At::BeforeValue, b'"' | b'\'') => At::Quoted(byte),
            (At::BeforeValue, _) if is_space => At::BeforeValue,
            (At::BeforeValue, _) => At::Bare,
            (At::Bare, _) if !is_space => At::Bare,
            (At::Tag, _) if !is_space && byte != b'/' => At::Tag,
            (At::Name | At::AfterName, b'=') => At::BeforeValue,
            (At::Name | At::AfterName, _) if is_space => At::AfterName,
            (_, b'/') => At::Words,
            (_, _) if is_space => At::Words,
            (_, _) => At::Name,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inequalities_are_text_and_tags_are_markup() {
        for text in ["a<b", "a < b > c", "x<y>z", "a<b and c>d", "if a<p> then", "1<2", "<3", "</", "<"] {
            assert!(!escape_text(text).has_markup, "{text}");
        }
        for html in ["<p>a", "<b>x</b>", "x<br>y", "<img src='a'>", "<P CLASS=x>y</P>", "<!--x-->"] {
            let marked = escape_text(html).has_markup;
            assert_eq!(marked, html != "<p>a", "{html}");
        }
    }

    #[test]
    fn a_tag_ends_where_browsers_end_it() {
        for (tag, end) in [
            ("<p>x", 3),
            ("<p title=\"a>b\">x", 15),
            ("<p title = 'a>b' >x", 18),
            ("<p =\">\">x", 6),
            ("<p a=b\">\">x", 8),
            ("<p/a=\">\">x", 9),
            ("<p a=\"\"b='>'>x", 13),
            ("<p a=/>x", 7),
            ("<p \"=\">\">x", 9),
            ("</p a='>'>x", 10),
        ] {
            assert_eq!(tag_end(tag, 2), Some(end), "{tag}");
        }
        assert_eq!(tag_end("<p a=\">x", 2), None);
    }

    #[test]
    fn the_parser_sees_no_raw_text_and_no_comment() {
        for (html, seen) in [
            ("a<script><b>x</b></script>b<br>", "ab<br>"),
            ("a<!-- <div> -->b<br>", "ab<br>"),
            ("a<TEXTAREA></textareas></TextArea x='>'>b", "ab"),
            ("a<title>b", "a"),
            ("a</style>b", "ab"),
            ("<textarea><p a=\"</textarea><i>b</i>", "<i>b</i>"),
        ] {
            assert_eq!(escape_text(html).html, seen, "{html}");
        }
    }
}
