//! Replaces the addresses of pictures in rich text before it is cleaned.

use std::{borrow::Cow, ops::Range};

use super::markup::{Tags, tag_end, tag_name};

/// The field with `put` applied to each `<img src>`; `put` returns the new address.
pub fn with_pictures(source: &str, mut put: impl FnMut(&str) -> Option<String>) -> Cow<'_, str> {
    let lower = source.to_ascii_lowercase();
    if !lower.contains("<img") {
        return Cow::Borrowed(source);
    }
    let tags = Tags::new(source);
    let mut out = String::with_capacity(source.len());
    let mut from = 0;
    for (at, _) in lower.match_indices("<img") {
        let length = tags.length_at(at).filter(|_| tag_name(&lower[at..]) == Some((false, "img")));
        let found = length.and_then(|length| source_of(&source[at..at + length]));
        let Some((whole, value)) = found.filter(|_| at >= from) else { continue };
        let address = source[at..][value].replace("&amp;", "&");
        if let Some(address) = put(address.trim()) {
            out.push_str(&source[from..at + whole.start]);
            out.push('"');
            out.push_str(&address.replace('&', "&amp;").replace('"', "&quot;"));
            out.push('"');
            from = at + whole.end;
        }
    }
    out.push_str(&source[from..]);
    Cow::Owned(out)
}

/// Whether a clean field has a picture without a source: one from another host, or one that was pasted and not
/// uploaded, whose address the cleaner removed.
pub fn lacks_source(cleaned: &str) -> bool {
    cleaned.match_indices("<img").any(|(at, _)| {
        let rest = &cleaned[at..];
        let tag = tag_end(rest, "<img".len()).map_or(rest, |end| &rest[..end]);
        tag_name(rest) == Some((false, "img")) && source_of(tag).is_none_or(|(_, value)| value.is_empty())
    })
}

/// The position of the first `src` value of a tag: with its quotes, and without.
fn source_of(tag: &str) -> Option<(Range<usize>, Range<usize>)> {
    let bytes = tag.as_bytes();
    let until = |from: usize, ends: &dyn Fn(u8) -> bool| {
        bytes[from..].iter().position(|byte| ends(*byte)).map_or(bytes.len(), |at| from + at)
    };
    let mut at = "<img".len();
    loop {
        at = until(at, &|byte| !byte.is_ascii_whitespace() && byte != b'/');
        let end = until(at, &|byte| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'>' | b'/'));
        if end == at {
            return None;
        }
        let name = &tag[at..end];
        at = until(end, &|byte| !byte.is_ascii_whitespace());
        if bytes.get(at) != Some(&b'=') {
            continue;
        }
        at = until(at + 1, &|byte| !byte.is_ascii_whitespace());
        let (whole, value) = match bytes.get(at)? {
            quote @ (b'"' | b'\'') => {
                let end = until(at + 1, &|byte| byte == *quote);
                (at..(end + 1).min(bytes.len()), at + 1..end)
            }
            _ => {
                let end = until(at, &|byte| byte.is_ascii_whitespace() || byte == b'>');
                (at..end, at..end)
            }
        };
        if name.eq_ignore_ascii_case("src") {
            return Some((whole, value));
        }
        at = whole.end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_put_in_place() {
        let put = |address: &str| address.strip_suffix(".png").map(|name| format!("/uploads/{name}&.png"));
        for (source, placed) in [
            ("a <img src=\"b.png\"> c", "a <img src=\"/uploads/b&amp;.png\"> c"),
            ("<IMG alt='x>y' SRC = 'b.png' width=3>", "<IMG alt='x>y' SRC = \"/uploads/b&amp;.png\" width=3>"),
            ("<img src=b.png><img src=c.gif>", "<img src=\"/uploads/b&amp;.png\"><img src=c.gif>"),
            (
                "<img data-src=\"a.png\" src=\"b.png\" src=\"c.png\"/>",
                "<img data-src=\"a.png\" src=\"/uploads/b&amp;.png\" src=\"c.png\"/>",
            ),
            ("<img alt=src>", "<img alt=src>"),
            ("<img src=\"b.png", "<img src=\"b.png"),
            ("<imgs src='b.png'>", "<imgs src='b.png'>"),
            ("no picture, a<b", "no picture, a<b"),
        ] {
            assert_eq!(with_pictures(source, put), placed, "{source}");
        }
    }
}
