//! Makes texts from people and from the bank safe for a terminal: control characters are removed, HTML becomes styled
//! and wrapped lines, maths stays readable.

use html2text::{
    config,
    render::{TaggedLine, TextDecorator},
};
use ratatui::{
    style::{Modifier, Style},
    text::{Line, Span},
};
use sabi_core::html::{
    self,
    maths::{Piece, pieces},
};

use crate::maths;

/// The text in one line, without control characters.
pub fn line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    harmless(&spaced).split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The text in at most `width` columns, cut with an ellipsis.
pub fn fit(text: &str, width: usize) -> String {
    cut(line(text), width)
}

/// Like [`fit`], but keeps leading and repeated spaces, for tables.
pub fn fit_left(text: &str, width: usize) -> String {
    cut(harmless(text), width)
}

fn cut(text: String, width: usize) -> String {
    let text = Span::raw(text);
    if text.width() <= width {
        return text.content.into_owned();
    }
    let mut used = 0;
    let fitting = text.styled_graphemes(Style::new()).take_while(|grapheme| {
        used += columns(grapheme.symbol);
        used < width
    });
    let mut fitted: String = fitting.map(|grapheme| grapheme.symbol).collect();
    if width > 0 {
        fitted.push('…');
    }
    fitted
}

/// Like [`fit`], with a space before the text.
pub fn fit_after_space(text: &str, width: usize) -> String {
    let words = fit(text, width.saturating_sub(1));
    if words.is_empty() { words } else { format!(" {words}") }
}

/// The number of columns that a text takes.
pub fn columns(text: &str) -> usize {
    Span::raw(text).width()
}

/// A typed text, wrapped; its line breaks are kept.
pub fn plain(text: &str, width: u16) -> Vec<Line<'static>> {
    let mut marked = String::with_capacity(text.len() + 64);
    for line in text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', "    ").split('\n') {
        let words = line.trim_start_matches(' ');
        // White space would be collapsed, so indentation and gaps become no-break spaces.
        marked.extend(std::iter::repeat_n('\u{a0}', line.len() - words.len()));
        marked.push_str(&html::escaped(&words.replace("  ", " \u{a0}")));
        marked.push_str("<br>");
    }
    render(&marked, width)
}

/// A student's typed answer, wrapped: line breaks are kept and formulas converted.
pub fn typed(text: &str, width: u16) -> Vec<Line<'static>> {
    let drawn = |piece: Piece| match piece {
        Piece::Words(words) => words.to_owned(),
        Piece::Maths(formula) => maths::readable(formula),
    };
    plain(&pieces(text).into_iter().map(drawn).collect::<String>(), width)
}

/// HTML as lines wrapped to the width.
pub fn rich(source: &str, width: u16) -> Vec<Line<'static>> {
    render(&readable(source), width)
}

/// HTML in one line, without markup.
pub fn gist(source: &str) -> String {
    line(&html::text(&readable(source)))
}

/// Converts the maths in HTML to text.
fn readable(source: &str) -> String {
    let source = marked(&html::clean(source));
    let written = |piece: Piece| match piece {
        Piece::Words(words) => words.to_owned(),
        Piece::Maths(formula) => html::escaped(&maths::readable(&html::text(formula))),
    };
    pieces(&source).into_iter().map(written).collect()
}

/// Converts markup that the renderer does not support: subscripts, superscripts, and the underlined words that
/// questions on English are about.
fn marked(html: &str) -> String {
    let html = html.replace("<u>", "<a href=\"#\">").replace("</u>", "</a>");
    let html = scripts(&html, "<sub>", "</sub>", maths::below);
    scripts(&html, "<sup>", "</sup>", maths::above)
}

fn scripts(html: &str, open: &str, close: &str, write: fn(&str) -> String) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(open) {
        let Some((inner, after)) = after.split_once(close) else { break };
        out.push_str(before);
        out.push_str(&html::escaped(&write(&html::text(inner))));
        rest = after;
    }
    out.push_str(rest);
    out
}

fn render(html: &str, width: u16) -> Vec<Line<'static>> {
    let width = usize::from(width.max(1));
    let decorated = config::with_decorator(Marks).allow_width_overflow().lines_from_read(html.as_bytes(), width);
    let Ok(lines) = decorated else {
        // HTML that the renderer refuses is readable without its markup.
        return vec![Line::raw(harmless(&html::text(html)))];
    };
    let mut lines: Vec<Line> = lines.into_iter().map(|line| styled(&line)).collect();
    let blank = |line: &Line| line.spans.iter().all(|span| span.content.trim().is_empty());
    lines.truncate(lines.iter().rposition(|line| !blank(line)).map_or(0, |last| last + 1));
    lines.drain(..lines.iter().position(|line| !blank(line)).unwrap_or(0));
    lines
}

fn styled(line: &TaggedLine<Vec<Style>>) -> Line<'static> {
    let span = |piece: &html2text::render::TaggedLineElement<Vec<Style>>| match piece {
        html2text::render::TaggedLineElement::Str(text) => {
            let style = text.tag.iter().fold(Style::new(), |style, mark| style.patch(*mark));
            Some(Span::styled(harmless(&text.s), style))
        }
        html2text::render::TaggedLineElement::FragmentStart(_) => None,
    };
    line.iter().filter_map(span).collect()
}

/// The text without control and bidirectional characters.
pub fn harmless(text: &str) -> String {
    text.chars().filter(|c| !steers(*c)).collect()
}

/// Whether a character controls a terminal, is invisible, or changes the text direction.
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{feff}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

/// The style of HTML markup on a terminal.
#[derive(Clone)]
struct Marks;

impl TextDecorator for Marks {
    type Annotation = Style;

    fn decorate_link_start(&mut self, _url: &str) -> (String, Style) {
        (String::new(), Modifier::UNDERLINED.into())
    }
    fn decorate_link_end(&mut self) -> String {
        String::new()
    }
    fn decorate_em_start(&self) -> (String, Style) {
        (String::new(), Modifier::ITALIC.into())
    }
    fn decorate_em_end(&self) -> String {
        String::new()
    }
    fn decorate_strong_start(&self) -> (String, Style) {
        (String::new(), Modifier::BOLD.into())
    }
    fn decorate_strong_end(&self) -> String {
        String::new()
    }
    fn decorate_strikeout_start(&self) -> (String, Style) {
        (String::new(), Modifier::CROSSED_OUT.into())
    }
    fn decorate_strikeout_end(&self) -> String {
        String::new()
    }
    fn decorate_code_start(&self) -> (String, Style) {
        (String::new(), Style::new())
    }
    fn decorate_code_end(&self) -> String {
        String::new()
    }
    fn decorate_preformat_first(&self) -> Style {
        Style::new()
    }
    fn decorate_preformat_cont(&self) -> Style {
        Style::new()
    }
    fn decorate_image(&mut self, src: &str, title: &str) -> (String, Style) {
        let label = if title.is_empty() { src } else { title };
        (format!("[picture: {label}]"), Style::new())
    }
    fn header_prefix(&self, _level: usize) -> String {
        "# ".to_owned()
    }
    fn quote_prefix(&self) -> String {
        "│ ".to_owned()
    }
    fn unordered_item_prefix(&self) -> String {
        "• ".to_owned()
    }
    fn ordered_item_prefix(&self, i: i64) -> String {
        format!("{i}. ")
    }
    fn make_subblock_decorator(&self) -> Self {
        self.clone()
    }
}

#[cfg(test)]
mod tests;
