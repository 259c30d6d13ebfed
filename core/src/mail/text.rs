//! The plain-text part of a mail: no markup, and each link on its own line, where mail programs recognise it and do not
//! break it.

use std::{cell::RefCell, rc::Rc};

use html2text::render::TextDecorator;

/// Columns per line. Only links may be longer.
const WIDTH: usize = 72;
/// The first private-use character that marks the end of a link; the link's number is added to it.
const FIRST_MARK: u32 = 0xF_0000;
/// The last private-use character that marks the end of a link.
const LAST_MARK: u32 = 0xF_FFFD;

/// The plain text of `html`.
///
/// # Errors
/// An error of `html2text`.
pub(super) fn plain_text(html: &str) -> Result<String, html2text::Error> {
    let html: String = html.chars().filter(|char| link_number(*char).is_none()).collect();
    let links = Links::default();
    let config = html2text::config::with_decorator(Plain(Rc::clone(&links))).allow_width_overflow();
    let marked = config.string_from_read(html.as_bytes(), WIDTH)?;
    let mut lines = Vec::new();
    for line in marked.lines() {
        split_at_links(line.trim_end(), &links.borrow(), &mut lines);
    }
    Ok(lines.join("\n").trim_matches('\n').to_owned())
}

/// Adds a line of text to `lines`, with each link that ends in it on its own line.
fn split_at_links(line: &str, links: &[String], lines: &mut Vec<String>) {
    let mut rest = line;
    while let Some((at, mark, number)) = rest.char_indices().find_map(|(at, char)| Some((at, char, link_number(char)?)))
    {
        let label = rest[..at].trim_end();
        if label.ends_with(char::is_alphanumeric) {
            lines.push(format!("{label}:"));
        } else if !label.is_empty() {
            lines.push(label.to_owned());
        }
        lines.extend(links.get(number).cloned());
        rest = rest[at + mark.len_utf8()..].trim_start();
    }
    // A full stop after a link would stand alone on its line.
    if rest.len() == line.len() || rest.contains(char::is_alphanumeric) {
        lines.push(rest.to_owned());
    }
}

/// The number of the link that ends at this character, if it is one of our marks.
fn link_number(char: char) -> Option<usize> {
    let number = u32::from(char).checked_sub(FIRST_MARK).filter(|number| *number <= LAST_MARK - FIRST_MARK)?;
    usize::try_from(number).ok()
}

/// The addresses in the order of their links, shared by the parts of a document.
type Links = Rc<RefCell<Vec<String>>>;

/// Writes text without markup, and a mark after each link.
struct Plain(Links);

impl TextDecorator for Plain {
    type Annotation = ();

    fn decorate_link_start(&mut self, url: &str) -> (String, ()) {
        self.0.borrow_mut().push(url.to_owned());
        (String::new(), ())
    }

    fn decorate_link_end(&mut self) -> String {
        let last = u32::try_from(self.0.borrow().len()).ok().and_then(|links| links.checked_sub(1));
        let mark = last.map(|last| FIRST_MARK.saturating_add(last)).filter(|mark| *mark <= LAST_MARK);
        mark.and_then(char::from_u32).map(String::from).unwrap_or_default()
    }

    fn decorate_em_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_em_end(&self) -> String {
        String::new()
    }

    fn decorate_strong_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_strong_end(&self) -> String {
        String::new()
    }

    fn decorate_strikeout_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_strikeout_end(&self) -> String {
        String::new()
    }

    fn decorate_code_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_code_end(&self) -> String {
        String::new()
    }

    fn decorate_preformat_first(&self) {}

    fn decorate_preformat_cont(&self) {}

    fn decorate_image(&mut self, _src: &str, title: &str) -> (String, ()) {
        (format!("[{title}]"), ())
    }

    fn header_prefix(&self, _level: usize) -> String {
        String::new()
    }

    fn quote_prefix(&self) -> String {
        "> ".to_owned()
    }

    fn unordered_item_prefix(&self) -> String {
        "* ".to_owned()
    }

    fn ordered_item_prefix(&self, i: i64) -> String {
        format!("{i}. ")
    }

    fn make_subblock_decorator(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn each_link_is_on_its_own_line() {
        let long = format!("https://sabi.example/{}", "a1B2".repeat(40));
        let table = [
            ("<p><a href=\"{}\">See it</a></p>", "See it:\n{}"),
            ("<p>Go <a href=\"{}\">there</a> now</p>", "Go there:\n{}\nnow"),
            ("<p>Go <a href=\"{}\">there</a>.</p><p>Bye</p>", "Go there:\n{}\n\nBye"),
            ("<p>Well? <a href=\"{}\">Go!</a></p>", "Well? Go!\n{}"),
            ("<ul><li><a href=\"{}\">one</a></li><li>two</li></ul>", "* one:\n{}\n* two"),
            ("<p><a href=\"{}\">a</a> or <a href=\"{}\">b</a></p>", "a:\n{}\nor b:\n{}"),
        ];
        for (html, text) in table {
            assert_eq!(plain_text(&html.replace("{}", &long)).unwrap(), text.replace("{}", &long), "{html}");
        }
    }

    #[test]
    fn no_markup_is_left() {
        let html = "<h2>Dear <em>Ada</em></h2><p><strong>Well</strong> <code>done</code></p>";
        assert_eq!(plain_text(html).unwrap(), "Dear Ada\n\nWell done");
    }

    #[test]
    fn nobody_can_write_a_mark() {
        let html = "<p>\u{F0000}x\u{F0001} <a href=\"https://sabi.example/\">home</a></p>";
        assert_eq!(plain_text(html).unwrap(), "x home:\nhttps://sabi.example/");
    }
}
