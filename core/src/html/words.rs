//! Words in angle brackets that are no markup of ours, as spreadsheets have them: "the <head> section",
//! `<script>` in a question about web pages, MathML that a program pasted.
//!
//! [`super::clean`] takes every element of HTML for markup and leaves out those that we do not keep. In a
//! cell that would take words away in silence, so there what is no markup of ours is written as text first.

use std::{borrow::Cow, collections::BTreeSet};

use super::{
    TAGS,
    markup::{Tags, tag_end, tag_name},
    nesting::VOID,
};

/// Elements of pasted pages that say nothing by themselves: their tags go, what stands in them stays.
const WRAPPERS: &[&str] = &[
    "address", "article", "aside", "bdi", "bdo", "big", "center", "font", "footer", "header", "kbd", "main", "nav",
    "samp", "section", "tt", "var",
];
/// Elements that go with what stands in them.
const CODE: &[&str] = &["iframe", "noscript", "object", "script", "style", "svg"];
/// Elements whose end tags are commonly left out, inside a list or a table.
const OPEN: &[&str] = &["colgroup", "dd", "dt", "li", "tbody", "td", "tfoot", "th", "thead", "tr"];
/// Attributes that mean something and are left out: colours and the like mean nothing.
const TELLING: &[&str] = &["underline", "vertical-align", "line-through"];

/// A cell's text in which every `<` of a tag is markup, and what will be left out of it.
#[derive(Debug, PartialEq, Eq)]
pub struct Marked<'a> {
    pub source: Cow<'a, str>,
    /// Names of what is left out, such as `<font>`.
    pub dropped: Vec<String>,
}

/// Tells markup from words, as the module says.
pub fn marked(source: &str) -> Marked<'_> {
    if !source.contains('<') {
        return Marked { source: Cow::Borrowed(source), dropped: Vec::new() };
    }
    let tags = Tags::new(source);
    let lower = source.to_ascii_lowercase();
    let found = |at: usize| tags.length_at(at).map(|length| (tag_name(&lower[at..]), length));
    let (mut begun, mut ended) = (BTreeSet::new(), BTreeSet::new());
    for (at, _) in lower.match_indices('<') {
        if let Some((Some((is_end, name)), _)) = found(at) {
            if is_end {
                ended.insert(name)
            } else {
                begun.insert(name)
            };
        }
    }
    let in_list = ["table", "ul", "ol", "dl"].iter().any(|list| begun.contains(list) && ended.contains(list));
    let mut out = String::with_capacity(source.len());
    let mut dropped = BTreeSet::new();
    let mut at = 0;
    while let Some(next) = source[at..].find('<') {
        out.push_str(&source[at..at + next]);
        at += next;
        let Some((tag, length)) = found(at) else {
            out.push('<');
            at += 1;
            continue;
        };
        let Some((_, name)) = tag else {
            dropped.insert("a comment".to_owned());
            at += length;
            continue;
        };
        let is_pair = begun.contains(name) && ended.contains(name);
        let tag = &source[at..at + length];
        let is_ours = TAGS.contains(&name)
            && (is_pair || (VOID.contains(&name) && !tag.starts_with("</")) || (in_list && OPEN.contains(&name)));
        // Code goes up to its end; without one it would take the rest of the cell along.
        let code = if is_pair && CODE.contains(&name) { end_of(&lower, at + length, name) } else { None };
        if let Some(end) = code {
            dropped.insert(format!("<{name}>"));
            out.push_str(&source[at..end]);
            at = end;
            continue;
        }
        let goes = is_pair && WRAPPERS.contains(&name);
        if is_ours || goes {
            if goes {
                dropped.insert(format!("<{name}>"));
            } else if TELLING.iter().any(|word| lower[at..at + length].contains(word)) && tag.contains("style") {
                dropped.insert(format!("the style of <{name}>"));
            }
            out.push_str(tag);
        } else {
            out.push_str("&lt;");
            out.push_str(&tag[1..]);
        }
        at += length;
    }
    out.push_str(&source[at..]);
    Marked { source: Cow::Owned(out), dropped: dropped.into_iter().collect() }
}

/// Where the end tag of this name ends.
fn end_of(lower: &str, from: usize, name: &str) -> Option<usize> {
    let mut ends = lower[from..].match_indices("</").map(|(at, _)| from + at);
    let at = ends.find(|&at| tag_name(&lower[at..]) == Some((true, name)))?;
    Some(at + tag_end(&lower[at..], 2 + name.len())?)
}

#[cfg(test)]
mod tests {
    use super::{super::clean, *};

    #[test]
    fn words_in_angle_brackets_stay_words() {
        for (source, html) in [
            ("the <head> section", "the &lt;head&gt; section"),
            ("Use <script> here", "Use &lt;script&gt; here"),
            ("List<String> and Map<K, V>", "List&lt;String&gt; and Map&lt;K, V&gt;"),
            ("<math><mi>x</mi></math>", "&lt;math&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;/math&gt;"),
            ("<title>", "&lt;title&gt;"),
            ("<html><body>", "&lt;html&gt;&lt;body&gt;"),
            ("a <table> is", "a &lt;table&gt; is"),
            ("</p>", "&lt;/p&gt;"),
            ("a <sup>2</sup> <i>b</i><br>c", "a <sup>2</sup> <i>b</i><br>c"),
            ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
            ("x<y and \\(a<b>c\\)", "x&lt;y and \\(a&lt;b&gt;c\\)"),
            ("<img src=\"/uploads/a.png\">", "<img src=\"/uploads/a.png\">"),
            ("<input type=text>", "&lt;input type=text&gt;"),
            ("a\u{a0}<head>", "a&nbsp;&lt;head&gt;"),
        ] {
            let marked = marked(source);
            assert_eq!((clean(&marked.source).as_str(), marked.dropped.len()), (html, 0), "{source}");
        }
    }

    #[test]
    fn what_goes_is_named() {
        for (source, html, dropped) in [
            ("<font color=red>a</font>", "a", vec!["<font>"]),
            ("a<script>if (a<b) x</script>b", "ab", vec!["<script>"]),
            ("<style>p</style><p>a</p>", "<p>a</p>", vec!["<style>"]),
            ("a<!-- b -->c", "ac", vec!["a comment"]),
            ("<span style='text-decoration:underline'>a</span>", "<span>a</span>", vec!["the style of <span>"]),
            ("<p style='color:red'>a</p>", "<p>a</p>", vec![]),
        ] {
            let marked = marked(source);
            assert_eq!(
                (clean(&marked.source).as_str(), marked.dropped),
                (html, dropped.iter().map(|s| s.to_string()).collect()),
                "{source}"
            );
        }
    }

    #[test]
    fn nothing_dangerous_comes_through_as_markup() {
        for source in
            ["<script>alert(1)", "<SCRIPT >x</SCRIPT\n>", "<svg onload=x>", "<iframe src=x>", "<style>@import"]
        {
            assert!(!clean(&marked(source).source).contains('<'), "{source}");
        }
    }

    #[test]
    fn any_length_takes_time_in_proportion() {
        for piece in ["<p>", "<b>", "<script>", "</p>", "<!--", "<a b=\"", "<head>"] {
            let _ = marked(&piece.repeat(20_000 / piece.len()));
        }
    }
}
