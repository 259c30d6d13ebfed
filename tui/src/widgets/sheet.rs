//! A text that is wrapped to its room and scrolled.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Text},
    widgets::Paragraph,
};

use crate::keys::Action;

/// A text that is wrapped to its room.
#[derive(Debug, Default)]
pub struct Sheet {
    pub lines: Vec<Line<'static>>,
    /// The first line in sight.
    pub scroll: usize,
    /// How many lines are in sight.
    pub room: usize,
}

impl Sheet {
    /// Puts other lines into this room, where it was scrolled to if that is still there.
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

    /// Which lines are in sight, where not all are.
    pub fn place(&self) -> Option<String> {
        let (all, room) = (self.lines.len(), self.room);
        (all > room).then(|| format!("{}–{} of {all}", self.scroll + 1, (self.scroll + room).min(all)))
    }

    /// Paints what is in sight.
    pub fn draw(&self, frame: &mut Frame, area: Rect) {
        let lines: Vec<_> = self.lines.iter().skip(self.scroll).take(area.height.into()).cloned().collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// The text without its styles.
    pub fn plain(&self) -> String {
        Text::from(self.lines.clone()).lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }
}

/// Where a view of `room` rows at `at` comes to lie; `last` is as far as it goes.
pub fn scrolled(at: usize, action: Action, room: usize, last: usize) -> usize {
    // One row stays in sight.
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
