//! The texts of a GIFT file: escapes, formulas and markup.

use super::super::markdown;
use crate::html::escaped;
use crate::html::maths::formula_at;

/// The escape character.
pub(super) const ESCAPE: char = '\\';
/// The longest formula that is exempt from the special characters of the format, in bytes.
const MAX_FORMULA_BYTES: usize = 4096;
/// Maximum number of unclosed formulas; after them, formulas are no longer recognised.
const MAX_UNCLOSED: usize = 8;

/// The markup of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Markup {
    /// Not named: read like a cell of a spreadsheet.
    Text,
    Html,
    Plain,
    Markdown,
}

/// How the texts of a question were written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    markup: Markup,
    /// Whether a program escaped every special character, also in formulas.
    is_exported: bool,
}

impl Style {
    pub(super) fn of(is_exported: bool) -> Self {
        Self { markup: Markup::Text, is_exported }
    }

    /// Splits a text into its style and the rest. The style is the one named at the start, such as `[html]`, or else
    /// `self`.
    pub(super) fn taken(self, text: &str) -> (Self, &str) {
        let text = text.trim();
        let named = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let markup = match named.map(|(name, _)| name) {
            Some("html") => Markup::Html,
            Some("moodle") => Markup::Text,
            Some("plain") => Markup::Plain,
            Some("markdown") => Markup::Markdown,
            _ => return (self, text),
        };
        (Self { markup, ..self }, named.map_or(text, |(_, rest)| rest.trim_start()))
    }

    /// Whether its texts are read like cells of a spreadsheet, in which a tag may be a word.
    pub(super) fn is_text(self) -> bool {
        self.markup == Markup::Text
    }

    /// A text as HTML, or as text that may contain HTML.
    pub(super) fn html(self, text: &str) -> String {
        let (style, text) = self.taken(text);
        style.html_of(text)
    }

    /// Like [`Self::html`], for a text whose named style was already removed.
    pub(super) fn html_of(self, text: &str) -> String {
        let text = self.words(text);
        match self.markup {
            Markup::Plain => escaped(&text),
            Markup::Markdown => markdown::html(&text),
            Markup::Text | Markup::Html => text,
        }
    }

    /// A text without its escapes.
    pub(super) fn words(self, text: &str) -> String {
        unescaped(text, self.is_exported)
    }
}

/// The first position of a part that is not escaped and not in a formula.
pub(super) fn find(text: &str, part: &str) -> Option<usize> {
    unescaped_places(text).find(|&at| text[at..].starts_with(part))
}

pub(super) fn find_any(text: &str, signs: &[char]) -> Option<usize> {
    unescaped_places(text).find(|&at| text[at..].starts_with(signs))
}

/// The positions of the characters that are not escaped and not inside `\( … \)`, in order.
fn unescaped_places(text: &str) -> impl Iterator<Item = usize> {
    let (mut is_escaped, mut passed, mut unclosed_left) = (false, 0, MAX_UNCLOSED);
    text.char_indices().filter_map(move |(at, sign)| {
        if at < passed {
            return None;
        }
        let counts = !is_escaped;
        is_escaped = counts && sign == ESCAPE;
        if is_escaped && unclosed_left > 0 && text[at..].starts_with("\\(") {
            match formula(&text[at..]) {
                Some(length) => {
                    (passed, is_escaped) = (at + length, false);
                    return None;
                }
                None => unclosed_left -= 1,
            }
        }
        counts.then_some(at)
    })
}

/// The length of the formula at the start of a text.
fn formula(text: &str) -> Option<usize> {
    let end = (0..=text.len().min(MAX_FORMULA_BYTES)).rev().find(|&end| text.is_char_boundary(end));
    formula_at(&text[..end.unwrap_or_default()])
}

/// Removes the escapes of a text. In a formula that a person wrote, backslashes are LaTeX: `\neq` is no line break.
fn unescaped(text: &str, is_exported: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut unclosed_left = if is_exported { 0 } else { MAX_UNCLOSED };
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        if unclosed_left > 0 && (rest.starts_with("\\(") || rest.starts_with("$$")) {
            if let Some(length) = formula(rest) {
                out.push_str(&formula_text(&rest[..length]));
                rest = &rest[length..];
                continue;
            }
            unclosed_left -= 1;
        }
        rest = &rest[sign.len_utf8()..];
        let next = rest.chars().next().filter(|_| sign == ESCAPE);
        let meant = match next {
            Some('n') => Some('\n'),
            Some(next) if is_special(next) => Some(next),
            _ => None,
        };
        if meant.is_some() {
            rest = &rest[1..];
        }
        out.push(meant.unwrap_or(sign));
    }
    out.trim().to_owned()
}

/// Removes the escapes of a formula. If every command is escaped (`\\frac`), a program escaped all of it.
fn formula_text(formula: &str) -> String {
    let mut commands = commands(formula).peekable();
    let is_escaped = commands.peek().is_some() && commands.all(|backslashes| backslashes % 2 == 0);
    if is_escaped { unescaped(formula, true) } else { latex(formula) }
}

/// The number of backslashes before each word of a formula, without line breaks of the format.
fn commands(formula: &str) -> impl Iterator<Item = usize> {
    let mut backslashes = 0;
    formula.char_indices().filter_map(move |(at, sign)| {
        let last = std::mem::take(&mut backslashes);
        if sign == ESCAPE {
            backslashes = last + 1;
            return None;
        }
        let is_break = sign == 'n' && !formula[at + 1..].starts_with(|next: char| next.is_ascii_alphabetic());
        (last > 0 && sign.is_ascii_alphabetic() && !is_break).then_some(last)
    })
}

/// Removes the escapes of a formula that a person wrote: `\=` and `\~`, because LaTeX has no such commands in
/// formulas, and braces around the arguments of a command, `\frac\{1\}\{2\}`. Everything else is LaTeX.
fn latex(formula: &str) -> String {
    let mut out = String::with_capacity(formula.len());
    let mut braces = Vec::new();
    let mut signs = formula.chars().peekable();
    while let Some(sign) = signs.next() {
        let Some(next) = signs.next_if(|_| sign == ESCAPE) else {
            out.push(sign);
            continue;
        };
        match next {
            '=' | '~' => out.push(next),
            'n' if !signs.peek().is_some_and(char::is_ascii_alphabetic) => out.push('\n'),
            '{' => {
                let is_argument = takes_argument(&out);
                braces.push(is_argument);
                out.push_str(if is_argument { "{" } else { "\\{" });
            }
            '}' => out.push_str(if braces.pop() == Some(true) { "}" } else { "\\}" }),
            next => out.extend([ESCAPE, next]),
        }
    }
    out
}

/// Whether a brace after this text opens an argument: of a command, of `^` or `_`, or after another argument.
fn takes_argument(before: &str) -> bool {
    let before = before.trim_end();
    if before.ends_with(['^', '_']) || before.ends_with('}') && !before.ends_with("\\}") {
        return true;
    }
    let start = before.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
    let name = &before[start.len()..];
    let is_fence =
        ["left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "mid", "in", "notin"].contains(&name);
    start.ends_with(ESCAPE) && !name.is_empty() && !is_fence
}

pub(super) fn is_special(sign: char) -> bool {
    matches!(sign, '~' | '=' | '#' | '{' | '}' | ':' | ESCAPE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_taken_off_once() {
        assert_eq!(unescaped(r"\(a\=b\)\n\q", false), "\\(a=b\\)\n\\q");
        assert_eq!(find(r"a\=b=c", "="), Some(4));
        assert_eq!(find(r"a\\=b", "="), Some(3));
    }

    #[test]
    fn formulas_keep_their_commands() {
        for (written, read) in [
            (r"\(a \neq 0\)", r"\(a \neq 0\)"),
            (r"a\nb \(\nu\) c", "a\nb \\(\\nu\\) c"),
            (r"$$\frac\{a\}\{b\} \= x^\{2\}$$", r"$$\frac{a}{b} = x^{2}$$"),
            (r"\(A = \{1, 2\}\)", r"\(A = \{1, 2\}\)"),
            (r"\(\left\{ x \right\}\)", r"\(\left\{ x \right\}\)"),
            (r"\(\frac{a}{b}\)", r"\(\frac{a}{b}\)"),
            (r"$$a \\ b$$", r"$$a \\ b$$"),
            (r"\\(a \\neq \\frac\{1\}\{2\}\\)", r"\(a \neq \frac{1}{2}\)"),
            (r"$$a \\neq b$$", r"$$a \neq b$$"),
            (r"$$x\n\=y$$", "$$x\n=y$$"),
            (r"never closed \(a\=b", r"never closed \(a=b"),
        ] {
            assert_eq!(unescaped(written, false), read, "{written}");
        }
        assert_eq!(unescaped(r"$$\\\{1\\\}$$", true), r"$$\{1\}$$");
    }

    #[test]
    fn signs_in_formulas_begin_nothing() {
        assert_eq!(find(r"Find \(\frac{1}{2}\) {=a", "{"), Some(21));
        assert_eq!(find(r"never closed \( {=a", "{"), Some(16));
    }
}
