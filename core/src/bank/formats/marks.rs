//! Stores parts of a question before its stem, if the format has no field for them.
//!
//! A passage is written before the stem, so that students of another system can read it too, between two comments
//! that our reader recognises: `<!--sabi:passage Harmattan-->…<!--/sabi-->`. Cleaned HTML has no comments, so a text
//! cannot contain them.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::FileItem;

const END: &str = "<!--/sabi-->";

/// A part between two marks. `name` is plain text.
pub(super) fn marked(part: &str, name: &str, html: &str) -> String {
    format!("<!--sabi:{part} {}-->{html}{END}", utf8_percent_encode(name, NON_ALPHANUMERIC))
}

/// The name and text of the part at the start, and the rest.
pub(super) fn take<'a>(html: &'a str, part: &str) -> Option<(String, &'a str, &'a str)> {
    let rest = html.trim_start().strip_prefix("<!--sabi:")?.strip_prefix(part)?.strip_prefix(' ')?;
    let (name, rest) = rest.split_once("-->")?;
    let (text, rest) = rest.split_once(END)?;
    Some((percent_decode_str(name).decode_utf8_lossy().into_owned(), text, rest))
}

/// Writes passage and picture before the stem.
pub(super) fn stem(item: &FileItem) -> String {
    let mut html = String::new();
    if !item.passage.is_empty() {
        html.push_str(&marked("passage", &item.group, &item.passage));
    }
    if !item.image.is_empty() {
        html.push_str(&marked("image", "", &format!("<img src=\"{}\">", item.image)));
    }
    html + &item.question
}

/// Splits a stem that was read into passage, picture and stem, and sets them in the item.
pub(super) fn take_stem(item: &mut FileItem, html: &str) {
    let mut rest = html;
    if let Some((group, passage, after)) = take(rest, "passage") {
        (item.group, item.passage, rest) = (group, passage.to_owned(), after);
    }
    if let Some((_, picture, after)) = take(rest, "image") {
        let address = picture.split_once("src=\"").and_then(|(_, rest)| rest.split_once('"'));
        (item.image, rest) = (address.map_or(String::new(), |(address, _)| address.to_owned()), after);
    }
    item.question = rest.to_owned();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_front_comes_off_again() {
        let item = FileItem {
            passage: "<p>Read.</p>".into(),
            group: "A --> b".into(),
            question: "Why?".into(),
            image: "/uploads/a.png".into(),
            ..FileItem::default()
        };
        for item in [item.clone(), FileItem { passage: String::new(), group: String::new(), ..item }] {
            let mut read = FileItem::default();
            take_stem(&mut read, &stem(&item));
            assert_eq!(read, item);
        }
    }

    #[test]
    fn foreign_comments_are_no_marks() {
        for html in ["<!--sabi:passage x-->never ended", "<!-- note -->Why?", "Why? <!--sabi:passage x-->a<!--/sabi-->"]
        {
            let mut read = FileItem::default();
            take_stem(&mut read, html);
            assert_eq!(read.question, html);
        }
    }
}
