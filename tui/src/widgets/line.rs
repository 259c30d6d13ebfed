//! A single-line text field. Line breaks are shown as a character, so that a remark of several lines fits.

use crossterm::event::{Event, KeyEvent};
use ratatui::{
    Frame,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
};
use tui_input::{Input, InputRequest, backend::crossterm::EventHandler as _};

use crate::text;

/// The character for a line break.
const BREAK: char = '↵';

/// A single-line text field.
#[derive(Debug, Clone)]
pub struct TextField {
    label: String,
    input: Input,
    /// Maximum length, in characters.
    longest: usize,
    /// Whether the text is hidden.
    is_secret: bool,
}

impl TextField {
    /// A field with this label and initial text.
    pub fn new(label: impl Into<String>, words: &str, longest: usize) -> Self {
        Self { label: label.into(), input: Input::new(shown(words)), longest, is_secret: false }
    }

    /// An empty field with hidden text.
    pub fn secret(label: impl Into<String>, longest: usize) -> Self {
        Self { is_secret: true, ..Self::new(label, "", longest) }
    }

    /// The text as typed.
    pub fn words(&self) -> String {
        self.input.value().replace(BREAK, "\n")
    }

    /// Replaces the text.
    pub fn set(&mut self, words: &str) {
        let words: String = shown(words).chars().take(self.longest).collect();
        self.input = Input::new(words);
    }

    /// Handles a key. A text that is too long can only become shorter.
    pub fn typed(&mut self, key: KeyEvent) {
        let before = self.input.clone();
        self.input.handle_event(&Event::Key(key));
        let length = |input: &Input| input.value().chars().count();
        if length(&self.input) > self.longest.max(length(&before)) {
            self.input = before;
        }
    }

    /// Inserts pasted text.
    pub fn pasted(&mut self, words: &str) {
        let room = self.longest.saturating_sub(self.input.value().chars().count());
        for c in shown(words).chars().take(room) {
            self.input.handle(InputRequest::InsertChar(c));
        }
    }

    /// Inserts a line break.
    pub fn break_line(&mut self) {
        self.pasted("\n");
    }

    /// Draws it in one row, with the cursor visible.
    pub fn draw(&self, frame: &mut Frame, area: Rect) {
        let label = format!("{}: ", self.label);
        frame.render_widget(Line::styled(label.as_str(), Modifier::BOLD), area);
        let start = area.x + u16::try_from(text::columns(&label)).unwrap_or(0).min(area.width);
        let room = area.right().saturating_sub(start);
        let input = if self.is_secret { self.hidden() } else { self.input.clone() };
        let scroll = input.visual_scroll(usize::from(room.saturating_sub(1)));
        let mut skipped = 0;
        let typed = Span::raw(input.value());
        let seen: String = typed
            .styled_graphemes(Style::new())
            .skip_while(|grapheme| {
                let hidden = skipped < scroll;
                skipped += text::columns(grapheme.symbol);
                hidden
            })
            .map(|grapheme| grapheme.symbol)
            .collect();
        frame.render_widget(Line::raw(seen), Rect { x: start, width: room, ..area });
        let cursor = u16::try_from(input.visual_cursor().saturating_sub(scroll)).unwrap_or(0);
        frame.set_cursor_position((start + cursor.min(room.saturating_sub(1)), area.y));
    }

    /// A dot for each character.
    fn hidden(&self) -> Input {
        let dots = self.input.value().chars().map(|_| '•').collect();
        Input::new(dots).with_cursor(self.input.cursor())
    }
}

/// The text in one line, without control characters.
fn shown(words: &str) -> String {
    let words = words.replace("\r\n", "\n").replace(['\n', '\r'], &BREAK.to_string());
    text::harmless(&words.replace('\t', " "))
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyModifiers};
    use ratatui::{Terminal, backend::TestBackend};

    use super::*;

    #[test]
    fn several_lines_fit_in_one_and_nothing_steers_the_terminal() {
        let mut line = TextField::new("Remark", "one\r\ntwo", 12);
        assert_eq!(line.words(), "one\ntwo");
        line.break_line();
        line.pasted("th\u{1b}ree and more");
        assert_eq!(line.words(), "one\ntwo\nthre", "no longer than it may be");
        line.typed(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::NONE));
        assert_eq!(line.words(), "one\ntwo\nthre");
        line.typed(KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE));
        assert_eq!(line.words(), "one\ntwo\nthr");
    }

    #[test]
    fn a_text_that_is_too_long_can_be_shortened() {
        let mut line = TextField::new("Remark", "aaaa", 2);
        line.typed(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::NONE));
        assert_eq!(line.words(), "aaaa");
        line.typed(KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE));
        assert_eq!(line.words(), "aaa");
    }

    #[test]
    fn a_secret_is_dots() {
        let mut line = TextField::secret("Password", 100);
        line.pasted("ekaabo");
        let mut terminal = Terminal::new(TestBackend::new(20, 1)).unwrap();
        terminal.draw(|frame| line.draw(frame, frame.area())).unwrap();
        let row: String = terminal.backend().buffer().content().iter().map(|cell| cell.symbol()).collect();
        assert_eq!(row, "Password: ••••••    ");
        assert_eq!(line.words(), "ekaabo");
    }
}
