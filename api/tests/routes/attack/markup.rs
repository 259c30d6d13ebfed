//! Reads HTML that claims to be safe, far more strictly than any browser: whatever is not plainly
//! harmless is a fault.

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
const ATTRIBUTES: &[&str] = &[
    "href", "src", "alt", "width", "height", "start", "colspan", "rowspan", "scope", "span", "lang", "dir", "title",
    "rel",
];

/// The first problem of the markup, if any.
pub fn fault(html: &str) -> Option<String> {
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        match tag(&rest[at..]) {
            Ok(length) => rest = &rest[at + length..],
            Err(fault) => return Some(format!("{fault} in {html:?}")),
        }
    }
    None
}

/// The length of the harmless tag at the start of `text`.
fn tag(text: &str) -> Result<usize, String> {
    let body = text[1..].strip_prefix('/').unwrap_or(&text[1..]);
    let name: String = body.chars().take_while(char::is_ascii_alphanumeric).collect();
    if !TAGS.contains(&name.as_str()) {
        return Err(format!("tag {name:?}"));
    }
    let mut rest = &body[name.len()..];
    loop {
        if let Some(after) = rest.strip_prefix('>').or_else(|| rest.strip_prefix(" />")) {
            return Ok(text.len() - after.len());
        }
        let Some((name, value)) = rest.strip_prefix(' ').and_then(|rest| rest.split_once("=\"")) else {
            return Err(format!("loose end {rest:?}"));
        };
        let Some((value, after)) = value.split_once('"') else { return Err("open quote".into()) };
        if !ATTRIBUTES.contains(&name) {
            return Err(format!("attribute {name:?}"));
        }
        if matches!(name, "href" | "src") && !is_harmless(value) {
            return Err(format!("address {value:?}"));
        }
        rest = after;
    }
}

fn is_harmless(address: &str) -> bool {
    let on_site = address.starts_with('/') && !address.starts_with("//") && !address.contains('\\');
    ["http://", "https://", "mailto:", "#"].iter().any(|start| address.to_ascii_lowercase().starts_with(start))
        || on_site
        || address == "{{ link }}"
}

#[test]
fn the_reader_knows_harm_when_it_sees_it() {
    for harmful in [
        "<script>alert(1)</script>",
        "<p onclick=\"x\">",
        "<p style=\"x\">",
        "<img src=\"x\">",
        "<a href=\"javascript:x\">",
        "<a href=\"//evil.test\">",
        "<a href='http://x'>",
        "<p",
        "< p>",
    ] {
        assert!(fault(harmful).is_some(), "{harmful}");
    }
    for harmless in [
        "a &lt; b",
        "<p>x</p>",
        "<img src=\"/uploads/x.png\" alt=\"\">",
        "<a href=\"https://x.ng\" rel=\"noopener\">x</a>",
    ] {
        assert_eq!(fault(harmless), None);
    }
}
