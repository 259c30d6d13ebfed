//! Limits the nesting depth of elements before the HTML parser sees them.
//!
//! At each tag the parser may walk up all open elements, so its time grows with tags times depth. This count is never
//! lower than the parser's: an end tag closes the innermost element or nothing, and implied end tags are only counted
//! in the most common cases.

use super::markup::{tag_end, tag_name};

/// The maximum nesting depth in a rich field.
pub const MAX_DEPTH: usize = 40;
/// The maximum number of tags in a rich field.
pub const MAX_TAGS: usize = 4_000;
/// Elements without content, which are never open.
pub(super) const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "image", "img", "input", "keygen", "link", "meta", "param", "source",
    "track", "wbr",
];

/// The open elements at a position of a text.
#[derive(Default)]
pub(super) struct Nesting<'a> {
    /// Their names, and whether the parser will see the tag.
    open: Vec<(&'a str, bool)>,
    depth: usize,
    tags: usize,
}

impl<'a> Nesting<'a> {
    /// Takes the next tag and returns whether it is within the limits. A tag that is not must be removed with its end
    /// tag, and its content kept.
    pub fn admits(&mut self, is_end: bool, name: &'a str) -> bool {
        let has_room = self.tags < MAX_TAGS;
        if is_end {
            let kept = if self.open.last().is_some_and(|(open, _)| *open == name) { self.close() } else { true };
            self.tags += usize::from(kept);
            return kept && has_room;
        }
        while self.open.last().is_some_and(|(open, _)| is_ended_by(open, name)) {
            self.close();
        }
        let is_void = VOID.contains(&name);
        let kept = has_room && (is_void || self.depth < MAX_DEPTH);
        self.tags += usize::from(kept);
        if !is_void {
            self.open.push((name, kept));
            self.depth += usize::from(kept);
        }
        kept
    }

    fn close(&mut self) -> bool {
        let kept = self.open.pop().is_some_and(|(_, kept)| kept);
        self.depth -= usize::from(kept);
        kept
    }
}

/// Whether an open element with an optional end tag ends where an element `name` begins.
fn is_ended_by(open: &str, name: &str) -> bool {
    match name {
        "p" | "li" | "option" => open == name,
        "dt" | "dd" => matches!(open, "dt" | "dd"),
        "td" | "th" => matches!(open, "td" | "th"),
        "tr" => matches!(open, "td" | "th" | "tr"),
        _ => false,
    }
}

/// Whether clean HTML nests elements more than `most` deep.
pub fn is_deeper_than(html: &str, most: usize) -> bool {
    let lower = html.to_ascii_lowercase();
    let mut open: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(found) = lower[at..].find('<') {
        at += found;
        let Some((is_end, name)) = tag_name(&lower[at..]) else {
            at += 1;
            continue;
        };
        if is_end {
            open.pop_if(|innermost| *innermost == name);
        } else if !VOID.contains(&name) {
            open.push(name);
        }
        if open.len() > most {
            return true;
        }
        at += tag_end(&lower[at..], 1).unwrap_or(lower.len() - at);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_innermost_element_is_closed() {
        for deep in ["<div></span>", "<div><table><tr><td></div>", "<b title=1></p>", "<div title=\"</div>\">"] {
            assert!(is_deeper_than(&deep.repeat(30), 20), "{deep}");
        }
        for flat in ["<p>a</p>", "<br>", "<img src=\"/uploads/a.png\">", "<ul><li>a</li></ul>", "a < b"] {
            assert!(!is_deeper_than(&flat.repeat(30), 20), "{flat}");
        }
    }

    #[test]
    fn elements_that_are_usually_left_open_do_not_nest() {
        for flat in ["<p>a", "<li>a", "<dt>a<dd>b", "<tr><td>a<td>b", "<br>"] {
            let mut nesting = Nesting::default();
            let source = flat.repeat(500);
            let mut tags = source.match_indices('<').filter_map(|(at, _)| tag_name(&source[at..]));
            assert!(tags.all(|(is_end, name)| nesting.admits(is_end, name)), "{flat}");
        }
    }
}
