//! A wrapped text that scrolls.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Text},
    widgets::Paragraph,
};

use crate::keys::Action;

/// A wrapped text that scrolls.
#[derive(Debug, Default)]
pub struct ScrollText {
    pub lines: Vec<Line<'static>>,
    /// The first visible line.
    pub scroll: usize,
    /// The number of visible lines.
    pub room: usize,
}

impl ScrollText {
    /// Replaces the lines, keeping the scroll position if possible.
    pub fn fill(&mut self, lines: Vec<Line<'static>>, room: u16) {
        (self.lines, self.room) = (lines, room.into());
        self.scroll = self.scroll.min(self.last());
    }

    fn last(&self) -> usize {
        self.lines.len().saturating_sub(self.room)
    }

    /// Scrolls.
    pub fn act(&mut self, action: Action) {
        self.scroll = scrolled(self.scroll, action, self.room, self.last());
    }

    /// Which lines are visible, if not all are.
    pub fn place(&self) -> Option<String> {
        let (all, room) = (self.lines.len(), self.room);
        (all > room).then(|| format!("{}–{} of {all}", self.scroll + 1, (self.scroll + room).min(all)))
    }

    /// Draws the visible lines.
    pub fn draw(&self, frame: &mut Frame, area: Rect) {
        let lines: Vec<_> = self.lines.iter().skip(self.scroll).take(area.height.into()).cloned().collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// The text without its styles.
    pub fn plain(&self) -> String {
        Text::from(self.lines.clone()).lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }
}

/// The new scroll position of a view of `room` rows at `at`; `last` is the maximum.
pub fn scrolled(at: usize, action: Action, room: usize, last: usize) -> usize {
    // One row of the previous page stays visible.
    let page = room.saturating_sub(1).max(1);
    let to = match action {
        Action::Up => at.saturating_sub(1),
        Action::Down => at + 1,
        Action::PageUp => at.saturating_sub(page),
        Action::PageDown => at + page,
        Action::First => 0,
        Action::Last => last,
        _ => at,
    };
    to.min(last)
}
