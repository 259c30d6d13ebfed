//! Converts Markdown, as Moodle exports it, to HTML.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, TextMergeStream, html::push_html};

use crate::html::{
    escaped,
    maths::{Piece, pieces},
};

/// Replaces a formula while the text around it is parsed. It is removed from texts that contain it.
const FORMULA: char = '\u{e000}';
/// The longest text, in bytes. Longer ones exceed every field and are refused with their row.
const MAX_TEXT_BYTES: usize = 256 * 1024;

/// Converts a text to HTML. Formulas stay as they are, because their characters are not Markdown. A single paragraph
/// has no `<p>`.
pub(super) fn html(source: &str) -> String {
    if source.len() > MAX_TEXT_BYTES {
        return escaped(source);
    }
    let (mut text, mut formulas) = (String::with_capacity(source.len()), Vec::new());
    for piece in pieces(source) {
        match piece {
            Piece::Words(words) => text.extend(words.chars().filter(|sign| *sign != FORMULA)),
            Piece::Maths(formula) => {
                text.push(FORMULA);
                formulas.push(formula);
            }
        }
    }
    let mut in_code = false;
    let events = TextMergeStream::new(Parser::new_ext(&text, Options::ENABLE_TABLES)).map(|event| match event {
        // A soft break continues the line. In a cell it would become a line break.
        Event::SoftBreak => Event::Text(" ".into()),
        Event::Text(words) if !in_code && words.contains(['^', '~']) => Event::InlineHtml(scripts(&words).into()),
        event => {
            match &event {
                Event::Start(Tag::CodeBlock(_)) => in_code = true,
                Event::End(TagEnd::CodeBlock) => in_code = false,
                _ => {}
            }
            event
        }
    });
    let mut html = String::with_capacity(text.len() * 2);
    push_html(&mut html, events);
    let html = html.trim();
    let only = html.strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>"));
    let html = only.filter(|text| !text.contains("<p>")).unwrap_or(html);
    let mut parts = html.split(FORMULA);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (part, formula) in parts.zip(formulas) {
        out.push_str(&escaped(formula));
        out.push_str(part);
    }
    out
}

/// Converts superscripts (`2^10^`), subscripts (`H~2~O`) and strikethrough (`~~no~~`), also within words.
fn scripts(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 16);
    let mut rest = words;
    while let Some(at) = rest.find(['^', '~']) {
        out.push_str(&escaped(&rest[..at]));
        rest = &rest[at..];
        let (sign, element) = match rest {
            _ if rest.starts_with("~~") => ("~~", "del"),
            _ if rest.starts_with('^') => ("^", "sup"),
            _ => ("~", "sub"),
        };
        let inner = rest[sign.len()..].split_once(sign).map(|(inner, _)| inner);
        let inner = inner.filter(|text| !text.is_empty() && (sign == "~~" || !text.contains(char::is_whitespace)));
        match inner {
            Some(text) => {
                out.push_str(&format!("<{element}>{}</{element}>", escaped(text)));
                rest = &rest[2 * sign.len() + text.len()..];
            }
            None => {
                out.push_str(sign);
                rest = &rest[sign.len()..];
            }
        }
    }
    out + &escaped(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_our_markup() {
        for (markdown, read) in [
            ("Which is **not** a gas?", "Which is <strong>not</strong> a gas?"),
            ("*water*", "<em>water</em>"),
            ("a `List<int>` & b", "a <code>List&lt;int&gt;</code> &amp; b"),
            ("2^10^ and H~2~O", "2<sup>10</sup> and H<sub>2</sub>O"),
            ("~~no~~ a ~ b ^ c", "<del>no</del> a ~ b ^ c"),
            ("one\ntwo", "one two"),
            ("one\n\ntwo", "<p>one</p>\n<p>two</p>"),
            (r"If \(a_1 * b_2 < c\) *then*", r"If \(a_1 * b_2 &lt; c\) <em>then</em>"),
            ("$$x_1$$ and $5", "$$x_1$$ and $5"),
            ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
            ("a <u>b</u>", "a <u>b</u>"),
            ("A _____ is", "A _____ is"),
            ("", ""),
        ] {
            assert_eq!(html(markdown), read, "{markdown}");
        }
    }

    #[test]
    fn a_long_text_is_left_as_it_is() {
        assert_eq!(html(&"*a* ".repeat(MAX_TEXT_BYTES)), "*a* ".repeat(MAX_TEXT_BYTES));
    }
}
