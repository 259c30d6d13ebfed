//! Words in angle brackets that are not our markup, as spreadsheets contain them: "the <head> section", `<script>` in a
//! question about web pages, pasted MathML.
//!
//! [`super::clean`] reads every HTML element as markup and removes those that we do not keep. In a cell that would lose
//! words without notice, so here everything that is not our markup is first escaped as text. That includes tags that
//! are mentioned rather than used: `<b> and </b>`, `<img>` without a picture, and `<br>` between spaces in a question
//! about tags. Markup in such a question is reported.

use std::{borrow::Cow, collections::BTreeSet};

use super::{
    TAGS,
    markup::{Tags, tag_end, tag_name},
    nesting::VOID,
};
use crate::text::is_unseen;

/// Wrapper elements of pasted pages: their tags are removed, their content is kept.
const WRAPPERS: &[&str] = &[
    "address", "article", "aside", "bdi", "bdo", "big", "center", "font", "footer", "header", "kbd", "main", "nav",
    "samp", "section", "tt", "var",
];
/// Elements that are removed with their content.
const CODE: &[&str] = &["iframe", "noscript", "object", "script", "style", "svg"];
/// Elements with optional end tags, inside a list or a table.
const OPEN: &[&str] = &["colgroup", "dd", "dt", "li", "tbody", "td", "tfoot", "th", "thead", "tr"];
/// Attributes that carry meaning but are removed, and therefore reported. Colours and the like are not.
const MEANINGFUL_STYLES: &[&str] = &["underline", "vertical-align", "line-through"];

/// The prefix of a cell in which all tags are markup, although they could be read as words. Clean HTML has no comments.
const DECLARED: &str = "<!--rich-->";
/// Words that show that a question is about tags.
const SUBJECT: [&str; 6] = ["tag", "tags", "html", "html5", "xhtml", "hypertext"];
/// Words between two tags that are mentioned rather than used, as in `<b> and </b>`.
const CONNECTORS: [&str; 10] = ["and", "or", "to", "with", "&", "&amp;", ",", "/", "-", "–"];
/// Elements that editors put around a whole text.
const FRAMES: [&str; 9] = ["p", "div", "ul", "ol", "table", "h1", "h2", "h3", "blockquote"];

/// A cell's text in which every `<` of a tag is markup, and the list of what will be removed.
#[derive(Debug, PartialEq, Eq)]
pub struct Marked<'a> {
    pub source: Cow<'a, str>,
    /// Names of the removed elements and attributes, such as `<font>`.
    pub dropped: Vec<String>,
    /// Tags that were read as markup but may be meant as words, such as `<br>`.
    pub taken: Vec<String>,
}

/// Whether a text is about HTML tags, and so may mention them. The question tags of English grammar do not count.
pub fn speaks_of_tags(text: &str) -> bool {
    let text = text.strip_prefix(DECLARED).unwrap_or(text);
    let is_one_of = |word: &str, words: &[&str]| words.iter().any(|one| word.eq_ignore_ascii_case(one));
    let words: Vec<&str> = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (0..words.len()).any(|at| {
        let mut neighbours = words[at.saturating_sub(1)..words.len().min(at + 2)].iter();
        is_one_of(words[at], &SUBJECT) && !neighbours.any(|word| is_one_of(word, &["question", "questions"]))
    })
}

/// Clean HTML as a cell in which all tags are read as markup. `about_tags` says whether the question is about tags.
pub fn declared(html: &str, about_tags: bool) -> Cow<'_, str> {
    if !html.contains('<') {
        return Cow::Borrowed(html);
    }
    let read = marked(html, about_tags);
    match read.source == html && read.taken.is_empty() {
        true => Cow::Borrowed(html),
        // The reader drops characters without width, trims cells, and would not see spaces after the prefix.
        false => {
            let seen = html.trim_start_matches(|sign: char| sign.is_whitespace() || is_unseen(sign));
            Cow::Owned(format!("{DECLARED}{seen}"))
        }
    }
}

/// Separates markup from words, as described for this module. `about_tags` says whether the question is about tags.
pub fn marked(source: &str, about_tags: bool) -> Marked<'_> {
    if !source.contains('<') {
        return Marked { source: Cow::Borrowed(source), dropped: Vec::new(), taken: Vec::new() };
    }
    let (is_declared, source) = match source.strip_prefix(DECLARED) {
        Some(html) => (true, html),
        None => (false, source),
    };
    // A person who writes `&lt;` writes HTML, and so does an editor, which frames the whole text.
    let is_html = is_declared || source.contains("&lt;") || is_framed(source);
    let about_tags = !is_html && (about_tags || speaks_of_tags(source));
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
    let (mut dropped, mut taken) = (BTreeSet::new(), BTreeSet::new());
    // The end of the tag that is mentioned together with the tag before it.
    let mut named = None;
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
        // Code extends to its end tag; without one it would swallow the rest of the cell.
        let code = if is_pair && CODE.contains(&name) { end_of(&lower, at + length, name) } else { None };
        if let Some(end) = code {
            dropped.insert(format!("<{name}>"));
            out.push_str(&source[at..end]);
            at = end;
            continue;
        }
        let goes = is_pair && WRAPPERS.contains(&name);
        let alone = matches!(name, "br" | "hr") && stands_alone(&source[..at], &source[at + length..]);
        if !is_html && is_ours && !tag.starts_with("</") {
            named = named.or_else(|| named_with(&lower, at + length, name));
        }
        let is_word = named.is_some() && !VOID.contains(&name)
            || !is_declared && name == "img" && !has_source(tag)
            || about_tags && alone;
        if named == Some(at) {
            named = None;
        }
        if (is_ours || goes) && !is_word {
            if about_tags || alone && !is_html && is_between_spaces(&source[..at], &source[at + length..]) {
                taken.insert(format!("<{name}>"));
            }
            if goes {
                dropped.insert(format!("<{name}>"));
            } else if MEANINGFUL_STYLES.iter().any(|word| lower[at..at + length].contains(word))
                && tag.contains("style")
            {
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
    Marked { source: Cow::Owned(out), dropped: dropped.into_iter().collect(), taken: taken.into_iter().collect() }
}

/// Whether a cell without visible text mentions tags: a single one, or several that no editor leaves in an empty text.
pub fn names_tags(source: &str) -> bool {
    let lower = source.to_ascii_lowercase();
    let names: Vec<&str> = lower.match_indices('<').filter_map(|(at, _)| Some(tag_name(&lower[at..])?.1)).collect();
    names.len() == 1 || !names.iter().any(|name| matches!(*name, "p" | "div" | "span" | "br"))
}

/// Whether a text is wrapped in one of the elements that editors put around all texts.
fn is_framed(source: &str) -> bool {
    let text = source.trim().to_ascii_lowercase();
    let Some((false, name)) = tag_name(&text) else { return false };
    let end = format!("</{name}>");
    // `<p> and </p>` mentions two tags.
    let is_pair = tag_end(&text, 1 + name.len()).is_some_and(|from| named_with(&text, from, name).is_some());
    FRAMES.contains(&name) && text.ends_with(&end) && !is_pair
}

/// The position of the end tag of this name, if only a connector precedes it: `<b> and </b>`.
fn named_with(lower: &str, from: usize, name: &str) -> Option<usize> {
    let at = from + lower[from..].find('<')?;
    let between = &lower[from..at];
    let is_set_apart = |sign: char| sign.is_whitespace() || is_quote(sign);
    let is_end = tag_name(&lower[at..]) == Some((true, name));
    let is_named = between.starts_with(is_set_apart)
        && between.ends_with(is_set_apart)
        && CONNECTORS.contains(&between.trim_matches(is_set_apart));
    (is_end && is_named).then_some(at)
}

/// Whether a tag stands between spaces, quotes and punctuation, like a word.
fn stands_alone(before: &str, after: &str) -> bool {
    let begins = before.chars().next_back().is_none_or(|sign| sign.is_whitespace() || is_quote(sign) || sign == '(');
    let ends =
        |sign: char| sign.is_whitespace() || is_quote(sign) || matches!(sign, '?' | '.' | ',' | ';' | ':' | '!' | ')');
    begins && after.chars().next().is_none_or(ends)
}

/// Whether there are words before and after a tag, separated by spaces.
fn is_between_spaces(before: &str, after: &str) -> bool {
    before.ends_with(' ') && after.starts_with(' ') && !before.trim().is_empty() && !after.trim().is_empty()
}

fn is_quote(sign: char) -> bool {
    matches!(sign, '"' | '\'' | '`' | '“' | '”' | '‘' | '’')
}

/// Whether an `<img>` tag has a source.
fn has_source(tag: &str) -> bool {
    let tag = tag.to_ascii_lowercase();
    tag.match_indices("src").any(|(at, _)| {
        tag[..at].ends_with(|sign: char| sign.is_ascii_whitespace() || matches!(sign, '/' | '"' | '\''))
            && tag[at + 3..].trim_start().starts_with('=')
    })
}

/// The end of the end tag of this name.
fn end_of(lower: &str, from: usize, name: &str) -> Option<usize> {
    let mut ends = lower[from..].match_indices("</").map(|(at, _)| from + at);
    let at = ends.find(|&at| tag_name(&lower[at..]) == Some((true, name)))?;
    Some(at + tag_end(&lower[at..], 2 + name.len())?)
}

#[cfg(test)]
mod tests {
    use super::{super::clean, *};

    #[test]
    fn a_text_is_about_tags_of_html_and_not_of_grammar() {
        for (text, is_about) in [
            ("Which tag begins a paragraph?", true),
            ("In HTML, what is a link?", true),
            ("Choose the correct question tag.", false),
            ("Question tags follow a comma.", false),
            ("A tag question asks for agreement.", false),
            ("A stage is set.", false),
        ] {
            assert_eq!(speaks_of_tags(text), is_about, "{text}");
        }
    }

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
            let marked = marked(source, false);
            assert_eq!((clean(&marked.source).as_str(), marked.dropped.len()), (html, 0), "{source}");
        }
    }

    #[test]
    fn tags_that_are_named_are_words() {
        for (source, html, taken) in [
            ("<b> and </b>", "&lt;b&gt; and &lt;/b&gt;", 0),
            ("“<p>” and “</p>” frame it", "“&lt;p&gt;” and “&lt;/p&gt;” frame it", 0),
            ("<i>, </i>", "<i>, </i>", 0),
            ("choose <b>and</b> here", "choose <b>and</b> here", 0),
            ("What does the <br> tag do?", "What does the &lt;br&gt; tag do?", 0),
            ("Which tag is `<br>`?", "Which tag is `&lt;br&gt;`?", 0),
            ("An image: <img> and <img alt=x>", "An image: &lt;img&gt; and &lt;img alt=x&gt;", 0),
            ("one <br> two", "one <br> two", 1),
            ("one<br>two<br> three", "one<br>two<br> three", 0),
            ("Which tag makes <b>this</b> bold?", "Which tag makes <b>this</b> bold?", 1),
            ("<p>Which tag is <b>this</b>?</p>", "<p>Which tag is <b>this</b>?</p>", 0),
            ("In HTML &lt;br&gt; is <b>void</b>", "In HTML &lt;br&gt; is <b>void</b>", 0),
            ("<!--rich-->the tag <br> and <b> and </b>", "the tag <br> and <b> and </b>", 0),
        ] {
            let marked = marked(source, false);
            assert_eq!((clean(&marked.source).as_str(), marked.taken.len()), (html, taken), "{source}");
        }
        assert_eq!(marked("<b>x</b>", true).taken, ["<b>"]);
    }

    #[test]
    fn html_that_could_be_read_as_words_is_declared() {
        for html in ["the tag <br> a", "<b> and </b>", "<img alt=\"a\">", "a <br> b"] {
            let cell = declared(html, false);
            assert!(cell.starts_with(DECLARED), "{cell}");
            assert_eq!(marked(&cell, true), Marked { source: html.into(), dropped: vec![], taken: vec![] });
        }
        for html in ["a", "10<sup>2</sup>", "<p>a <br> b</p>", "a<br>b", "a &lt; b"] {
            assert_eq!(declared(html, false), html);
        }
        assert_eq!(declared("10<sup>2</sup>", true), "<!--rich-->10<sup>2</sup>");
    }

    #[test]
    fn removed_tags_are_named() {
        for (source, html, dropped) in [
            ("<font color=red>a</font>", "a", vec!["<font>"]),
            ("a<script>if (a<b) x</script>b", "ab", vec!["<script>"]),
            ("<style>p</style><p>a</p>", "<p>a</p>", vec!["<style>"]),
            ("a<!-- b -->c", "ac", vec!["a comment"]),
            ("<span style='text-decoration:underline'>a</span>", "<span>a</span>", vec!["the style of <span>"]),
            ("<p style='color:red'>a</p>", "<p>a</p>", vec![]),
        ] {
            let marked = marked(source, false);
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
            assert!(!clean(&marked(source, false).source).contains('<'), "{source}");
        }
    }

    #[test]
    fn any_length_takes_time_in_proportion() {
        for piece in ["<p>", "<b>", "<script>", "</p>", "<!--", "<a b=\"", "<head>"] {
            let _ = marked(&piece.repeat(20_000 / piece.len()), true);
        }
    }
}
