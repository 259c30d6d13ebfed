//! The help: the whole key table.

use ratatui::{
    Frame,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Paragraph,
};

use super::chrome;
use crate::{
    app::Model,
    keys::{Context, TABLE},
    layout::Frames,
    text,
};

pub fn draw(frame: &mut Frame, frames: &Frames, model: &Model) {
    let lines = lines(model.below_help(), frames.body.width);
    let scroll = model.help.unwrap_or(0);
    let seen = (scroll + usize::from(frames.body.height)).min(lines.len());
    let place = format!("{}–{seen} of {}", scroll + 1, lines.len());
    chrome::title(frame, frames.title, "Keys", &[&place]);
    let lines: Vec<_> = lines.into_iter().skip(scroll).collect();
    frame.render_widget(Paragraph::new(lines), frames.body);
}

/// The lines of the help, those of the screen that it was asked on first.
pub fn lines(asked_on: Context, width: u16) -> Vec<Line<'static>> {
    let widest = TABLE.iter().map(|binding| text::columns(&binding.label())).max().unwrap_or(0);
    let indent = widest + 4;
    let room = width.saturating_sub(u16::try_from(indent).unwrap_or(0));
    let mut contexts = Context::ALL;
    contexts.sort_by_key(|context| *context != asked_on);
    let mut lines = Vec::new();
    for context in contexts {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::styled(context.title(), chrome::BRAND));
        for binding in context.bindings() {
            let mut key = format!("  {}", binding.label());
            for words in text::plain(binding.help, room) {
                let gap = " ".repeat(indent - text::columns(&key));
                let bold = Style::new().add_modifier(Modifier::BOLD);
                let mut line = Line::from(vec![Span::styled(std::mem::take(&mut key), bold), Span::raw(gap)]);
                line.extend(words);
                lines.push(line);
            }
        }
    }
    lines
}
