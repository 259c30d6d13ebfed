//! Attacks, inequalities and maths, passed through the cleaner.

use proptest::prelude::*;

use super::*;

const PAYLOADS: &[&str] = &[
    "<script>alert(1)</script>",
    "<SCRIPT SRC=http://evil.test/x.js></SCRIPT>",
    "<script\n>alert(1)</script\n>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<script/x>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<img src=\"x\" onerror=\"alert(1)\" onload='alert(2)'>",
    "<IMG SRC=javascript:alert('XSS')>",
    "<img src=\"jav\tascript:alert(1)\">",
    "<img src=\"jav&#x0A;ascript:alert(1)\">",
    "<img src=\" &#14; javascript:alert(1)\">",
    "<img src=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)>",
    "<img src=`javascript:alert(1)`>",
    "<img src='data:image/svg+xml;base64,PHN2Zz4='>",
    "<img/src=x/onerror=alert(1)>",
    "<img \"\"\"><script>alert(1)</script>\">",
    "<a href=\"javascript:alert(1)\">x</a>",
    "<a href=\"JaVaScRiPt:alert(1)\">x</a>",
    "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
    "<a href=\"vbscript:msgbox(1)\">x</a>",
    "<a href=\"&#1;javascript:alert(1)\">x</a>",
    "<a href=x onclick=alert(1)>x</a>",
    "<a style=\"background:url(javascript:alert(1))\" href=x>x</a>",
    "<svg onload=alert(1)>",
    "<svg/onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x></svg>",
    "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    "<math href=\"javascript:alert(1)\">x</math>",
    "<style>@import 'http://evil.test/x.css';</style>",
    "<p style=\"background:url(javascript:alert(1))\">x</p>",
    "<div style=\"width:expression(alert(1))\">x</div>",
    "<link rel=stylesheet href=javascript:alert(1)>",
    "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
    "<base href=\"javascript:alert(1)//\">",
    "<iframe src=\"javascript:alert(1)\"></iframe>",
    "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
    "<object data=\"javascript:alert(1)\"></object>",
    "<embed src=\"javascript:alert(1)\">",
    "<form action=\"javascript:alert(1)\"><input type=submit></form>",
    "<button formaction=javascript:alert(1)>x</button>",
    "<input autofocus onfocus=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)>",
    "<details open ontoggle=alert(1)>x</details>",
    "<body onload=alert(1)>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<table background=\"javascript:alert(1)\"><td background=\"javascript:alert(1)\">x</td></table>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
    "<template><script>alert(1)</script></template>",
    "<textarea></textarea><script>alert(1)</script>",
    "<title><a href=\"</title><img src=x onerror=alert(1)>\">",
    "<!--<img src=\"--><img src=x onerror=alert(1)//\">",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<xss onmouseover=alert(1)>x</xss>",
    "<p onmouseover\u{0}=alert(1)>x</p>",
    "\\(<script>alert(1)</script>\\)",
    "$$<img src=x onerror=alert(1)>$$",
    "\\(a<b title=\"\\)<img src=x onerror=alert(1)>\">",
    "<p title=\"\\(\"><img src=x onerror=alert(1)> \\)</p>",
    "<<script>alert(1);//<</script>",
    "<plaintext><script>alert(1)</script>",
    "<img src=x onerror=alert(1)",
];

/// Checks that clean HTML has only allowed tags, and no active content.
fn harmless(html: &str) -> Result<(), String> {
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let end = tag_end(rest, 1).ok_or("a tag that does not end")?;
        let tag = &rest[..end];
        let (_, name) = tag_name(tag).ok_or_else(|| format!("no tag: {tag}"))?;
        if !TAGS.contains(&name) {
            return Err(format!("element {name}"));
        }
        let mut attributes = tag[1 + name.len()..tag.len() - 1].trim();
        while let Some((key, value)) = attributes.split_once("=\"") {
            let (value, others) = value.split_once('"').ok_or("an open value")?;
            let allowed = [
                "href", "rel", "src", "alt", "width", "height", "start", "colspan", "rowspan", "scope", "span", "lang",
                "dir", "title",
            ];
            if !allowed.contains(&key.trim()) {
                return Err(format!("attribute {key}"));
            }
            let scheme = value.split_once(':').map_or("", |(scheme, _)| scheme);
            let is_fine = match key.trim() {
                "href" => ["http", "https", "mailto"].contains(&scheme) || link(value).as_deref() == Some(value),
                "src" => picture(value).as_deref() == Some(value),
                _ => true,
            };
            if !is_fine {
                return Err(format!("address {value}"));
            }
            attributes = others.trim();
        }
        rest = &rest[end..];
    }
    Ok(())
}

#[test]
fn no_payload_survives() {
    assert!(PAYLOADS.len() >= 50);
    for payload in PAYLOADS {
        for wrapped in [(*payload).to_owned(), format!("<p>a {payload} b</p>"), format!("1 < 2 {payload}")] {
            let cleaned = clean(&wrapped);
            assert_eq!(harmless(&cleaned), Ok(()), "{wrapped} became {cleaned}");
            assert_eq!(clean(&cleaned), cleaned, "cleaning {wrapped} again");
        }
    }
}

#[test]
fn text_stays_what_it_says() {
    for words in
        ["a < b", "x<y>z", "AT&T", "a<b and c>d", "5 > 3 & 2 < 4", "if n<p> 3", "A&B;C", "₦5,000 × π ẹ́", "a &copy b"]
    {
        assert_eq!(text(words), words);
        assert_eq!(text(&clean(words)), words);
    }
    assert_eq!(clean("a < b & x<y>z"), "a &lt; b &amp; x&lt;y&gt;z");
    assert_eq!(text("&copy; &#8358;5 &times; 2"), "© ₦5 × 2");
}

#[test]
fn markup_is_kept_and_put_right() {
    for html in [
        "<p>Select the <em>best</em> option.</p>",
        "H<sub>2</sub>O and 10<sup>2</sup>",
        "<table><tbody><tr><td colspan=\"2\">1</td></tr></tbody></table>",
        "<img src=\"/uploads/a.png\" alt=\"a\">",
        "a<br>b",
        "a &lt; b",
    ] {
        assert_eq!(clean(html), html);
    }
    assert_eq!(clean("<b>x</b> and a<b"), "<b>x</b> and a&lt;b");
    assert_eq!(clean("<p>a<p>b</p>"), "<p>a</p><p>b</p>");
    assert_eq!(text("<p>a<br>b</p><p>c</p> d<sub>2</sub>"), "a b c d2");
}

#[test]
fn pictures_come_from_our_uploads_and_links_lead_where_they_say() {
    for source in ["/api/v1/logout", "https://example.org/a.png", "//example.org/a.png", "/uploads/../api/v1/logout"] {
        assert_eq!(clean(&format!("<img src=\"{source}\" alt=\"a\">")), "<img alt=\"a\">", "{source}");
    }
    for address in ["/\t/example.org", "/&#9;/example.org", "/&#10;\\example.org", "//example.org", "\\\\example.org"] {
        let cleaned = clean(&format!("<a href=\"{address}\">x</a>"));
        assert_eq!(cleaned, "<a rel=\"noopener noreferrer\">x</a>", "{address:?}");
    }
    assert_eq!(clean("<a href=\"/pl&#9;ans\">x</a>"), "<a href=\"/plans\" rel=\"noopener noreferrer\">x</a>");
}

#[test]
fn elements_beyond_the_limits_are_left_out_and_their_text_is_kept() {
    let deep = |html: &str| is_deeper_than(html, 2 * nesting::MAX_DEPTH);
    for part in [
        "<div>a",
        "<div></span>a",
        "<table><tr><td>a",
        "<strong title=1><em>a",
        "<div><table><tr><td></div>a",
        "<p =\"><div>\">a</p>",
        "<div title=\"</div>\">a",
        "<div><textarea></div></textarea>a",
        "<textarea><p a=\"</textarea><div b=\"></div></p></textarea>\">a",
    ] {
        let cleaned = clean(&part.repeat(20_000 / part.len()));
        assert!(!deep(&cleaned), "{part}");
        assert!(text_of(&cleaned).matches('a').count() >= 20_000 / part.len() - 1, "{part}");
    }
    let flat = "<p>a</p>".repeat(1_000);
    assert_eq!(clean(&flat), flat);
    let many = clean(&"<i>a</i>".repeat(30_000));
    assert!(many.matches('<').count() <= nesting::MAX_TAGS);
    assert_eq!(text_of(&many), "a".repeat(30_000));
    assert!(!clean(&"<p>a</p>".repeat(MAX_HTML_BYTES)).contains('<'), "too long for any field, so it is text");
}

#[test]
fn a_few_tags_do_not_become_many() {
    // Each paragraph reopens the formatting that the first one left open.
    let format: String = (0..400).map(|n| format!("<i title=\"{n}\">")).collect();
    let source = format!("<p>{format}</p>{}</i>", "<p>x</p>".repeat(1_500));
    assert!(clean(&source).len() < 2_000_000);
}

#[test]
fn maths_is_not_damaged() {
    assert_eq!(clean(r"\(a<b\)"), r"\(a&lt;b\)");
    assert_eq!(clean(r"\(a<b>c\)"), r"\(a&lt;b&gt;c\)");
    assert_eq!(clean(r"<p>If \(x<y & y>z\)</p>"), r"<p>If \(x&lt;y &amp; y&gt;z\)</p>");
    assert_eq!(clean(r"\(a &lt; b\)"), r"\(a &lt; b\)");
    assert_eq!(
        text(r"<p>$$\begin{matrix}1 & 2\\3 & 4\end{matrix}$$</p>"),
        r"$$\begin{matrix}1 & 2\\3 & 4\end{matrix}$$"
    );
    assert_eq!(clean(r"\(x<sub>1</sub>\)"), r"\(x<sub>1</sub>\)");
    assert_eq!(clean("A$$$AP <b>x</b> B$$$"), "A$$$AP <b>x</b> B$$$");
    assert_eq!(clean("A$$$AP a<b>c B$$$ a</b>"), "A$$$AP a<b>c B$$$ a</b>");
    // If the last two dollar signs were an opening, the space between would be kept as in a formula.
    assert_eq!(clean("A$$$AP\u{a0}x B$$$"), "A$$$AP&nbsp;x B$$$");
}

#[test]
fn line_breaks_of_a_cell_are_shown() {
    assert_eq!(with_breaks("a\nb"), "a<br>b");
    assert_eq!(with_breaks("<p>a</p>\n<p>b</p>"), "<p>a</p>\n<p>b</p>");
    assert_eq!(with_breaks("a <\nb $$x\ny$$"), "a <<br>b $$x y$$");
    assert_eq!(clean(&with_breaks("a <\nb")), "a &lt;<br>b");
}

#[test]
fn texts_that_look_different_compare_different() {
    for (one, other) in [
        ("10<sup>2</sup>", "102"),
        ("<img src=\"/a.png\">", "<img src=\"/b.png\">"),
        (r"\(x\)", r"\(X\)"),
        ("x<sub>1</sub>", "x<sup>1</sup>"),
        ("10<sup>2</sup>3", "10<sup>23</sup>"),
        ("<u>ch</u>emist", "chemi<u>st</u>"),
        ("comPUter", "COMputer"),
    ] {
        assert_ne!(comparable(one), comparable(other));
    }
    assert_eq!(comparable("<p>a  b</p>"), comparable("a b"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn cleaning_is_safe_and_settles(parts in prop::collection::vec(prop::sample::select(vec![
        "<", ">", "</", "/>", "b", "p", "script", "img src=x onerror=alert(1)", "style", " ", "\"", "'", "=", "&", "&lt;", "&amp;lt;", ";", "\\(", "\\)", "$$",
        "a", "<p>", "</p>", "<svg>", "<math>", "<table>", "<td>", "<!--", "-->", "<b>", "</b>", "{", "}", "\\", "é", "\u{a0}", "<a href='javascript:x'>", "<br>", "#", "<textarea>", "<sub>",
    ]), 0..24)) {
        let source = parts.concat();
        let cleaned = clean(&source);
        prop_assert_eq!(harmless(&cleaned), Ok(()), "{} became {}", source, cleaned);
        text(&source);
        comparable(&cleaned);
    }
}

#[test]
fn texts_made_to_be_searched_again_and_again_come_out() {
    for part in [
        "<p ", "<b>", "\\(", "$$", "<!--", "<p =\"", "\\(<b", "&", "</b", "<div><b>", "<b ", "<b x='", "&amp;",
        "<title>",
    ] {
        let cleaned = clean(&part.repeat(20_000 / part.len()));
        assert_eq!(harmless(&cleaned), Ok(()), "{part}");
    }
    // Openings that all reach for the same end, which an earlier tag takes from each.
    for part in ["\\(", "\\({", "<b "] {
        let cleaned = clean(&format!("{}<b>x</b> \\)>", part.repeat(40_000 / part.len())));
        assert_eq!(harmless(&cleaned), Ok(()), "{part}");
    }
}

#[test]
fn a_picture_without_a_source_is_seen_in_clean_text() {
    for (source, lacks) in [
        ("<img alt=\"Fig. 1\">", true),
        ("<p>a <img src=\"https://elsewhere.example/a.png\" width=\"40\"></p>", true),
        ("<img src=\"data:image/png;base64,AA==\">", true),
        ("<img src=\"\">", true),
        ("<img title=\"src=&quot;/uploads/a.png&quot;\">", true),
        ("<img src=\"/uploads/a.png\"> and <img>", true),
        ("<img src=\"/uploads/a.png\" alt=\"\">", false),
        ("The tag &lt;img&gt; shows a picture.", false),
        ("<p>No picture</p>", false),
        ("\\(a<img\\)", false),
    ] {
        assert_eq!(lacks_source(&clean(source)), lacks, "{source}");
    }
}
