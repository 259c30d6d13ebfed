//! Shared parts of all screens: messages, confirmations, ages, layout.

use ratatui::{
    Frame,
    layout::{Constraint, Flex, Layout, Rect, Size},
    style::Style,
    text::Line,
    widgets::{Block, Clear, Paragraph},
};
use sabi_core::clock::Instant;

use crate::{screen::Look, text};

/// The smallest supported terminal.
pub const SMALLEST: Size = Size { width: 80, height: 24 };

/// Whether the terminal is too small.
pub fn too_small(size: Size) -> bool {
    size.width < SMALLEST.width || size.height < SMALLEST.height
}

/// The permanent parts of the console.
pub struct Frames {
    /// The screen's name and waiting work.
    pub title: Rect,
    /// The area of the screen.
    pub body: Rect,
    /// User, place, connection, and the last message.
    pub status: Rect,
    /// The keys of the current context.
    pub footer: Rect,
}

/// The areas of the parts.
pub fn frames(size: Size) -> Frames {
    let rows =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1), Constraint::Length(1)]);
    let [title, body, status, footer] = rows.areas(Rect::from((ratatui::layout::Position::ORIGIN, size)));
    Frames { title, body, status, footer }
}

/// A centred box of this size.
pub fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let [row] = Layout::vertical([Constraint::Length(height)]).flex(Flex::Center).areas(area);
    let [middle] = Layout::horizontal([Constraint::Length(width)]).flex(Flex::Center).areas(row);
    middle
}

/// A message in the middle of an empty screen.
pub fn message(frame: &mut Frame, area: Rect, words: &str, style: Style, more: &str) {
    let width = area.width.saturating_sub(4).min(70);
    let mut lines: Vec<Line> = text::plain(words, width).into_iter().map(|line| line.style(style)).collect();
    if !more.is_empty() {
        lines.push(Line::default());
        lines.extend(text::plain(more, width));
    }
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    frame.render_widget(Paragraph::new(lines).centered(), middle(area, width, height));
}

/// A box with lines over the screen.
pub fn dialog(frame: &mut Frame, area: Rect, title: &str, lines: Vec<Line>, look: &Look) {
    let widest = lines.iter().map(Line::width).max().unwrap_or(0).max(text::columns(title) + 2);
    let width = u16::try_from(widest + 4).unwrap_or(u16::MAX).min(area.width);
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let area = middle(area, width, height);
    frame.render_widget(Clear, area);
    let block = Block::bordered().title(format!(" {title} ")).border_style(look.config.theme.brand);
    let inside = block.inner(area).inner(ratatui::layout::Margin::new(1, 0));
    frame.render_widget(block, area);
    frame.render_widget(Paragraph::new(lines), inside);
}

/// The time since `then`, in its largest unit.
pub fn age(then: Instant, now: Instant) -> String {
    let minutes = (now - then).num_minutes();
    match minutes {
        ..1 => "now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..2_880 => format!("{} h ago", minutes / 60),
        2_880..86_400 => format!("{} d ago", minutes / 1_440),
        86_400..1_051_200 => format!("{} mo ago", minutes / 43_200),
        _ => format!("{} y ago", minutes / 525_600),
    }
}

/// A count with its noun, in singular or plural.
pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
