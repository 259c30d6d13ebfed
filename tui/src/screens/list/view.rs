//! Draws a list.

use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
    text::Line,
};

use super::{HEADER_ROWS, ListKind, ListMode, ListScreen};
use crate::{
    chrome,
    keys::{Action, Context},
    screen::Look,
    text,
};

impl<K: ListKind> ListScreen<K> {
    /// The first visible row: if not all fit, the selected one is in the middle.
    pub(super) fn first(&self, room: usize) -> usize {
        self.selected.saturating_sub(room / 2).min(self.rows.len().saturating_sub(room))
    }

    pub(super) fn paint(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let [status, body] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
        self.status(frame, status, look);
        let key = |action| look.config.keys.name(Context::List, action);
        match (&self.failure, self.rows.is_empty(), &self.awaited) {
            (Some((_, failure)), true, _) => {
                let again = format!("Press {} to try again.", key(Action::Refresh));
                chrome::message(frame, body, failure, look.config.theme.wrong, &again);
            }
            (_, true, Some(_)) => chrome::message(frame, body, "Loading…", look.config.theme.quiet, ""),
            (_, true, None) => {
                let (words, more) = self.nothing(look);
                chrome::message(frame, body, &words, Style::new(), &more);
            }
            (_, false, _) => self.table(frame, body, look),
        }
        if let ListMode::Exam(chooser) | ListMode::Subject(chooser) = &self.mode {
            chooser.draw(frame, body, look);
        }
    }

    fn nothing(&self, look: &Look) -> (String, String) {
        let key = |action| look.config.keys.name(Context::List, action);
        let words = K::TABS.get(self.tab).map_or("", |(_, words)| words).to_owned();
        let again = format!("{} reloads the list", key(Action::Refresh));
        let more = match K::TABS.len() {
            1 => format!("{again}."),
            _ => format!("{again}, {} shows another state.", key(Action::NextTab)),
        };
        if !self.words.is_empty() {
            let words = format!("Nothing found for “{}”.", text::line(&self.words));
            return (words, format!("{} clears the search.", key(Action::ClearSearch)));
        }
        if self.exam.is_some() || self.subject.is_some() {
            return (words, format!("{} clears the filters.", key(Action::ClearSearch)));
        }
        (words, more)
    }

    /// The states and filters; while typing, the search; after an error, the error beside the rows.
    fn status(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let theme = &look.config.theme;
        let right = self.facts();
        let room = usize::from(area.width).saturating_sub(text::columns(&right) + 2);
        frame.render_widget(Line::styled(right, theme.quiet).right_aligned(), area);
        let left = Rect { width: u16::try_from(room).unwrap_or(area.width), ..area };
        if let ListMode::Search { line, .. } = &self.mode {
            return line.draw(frame, left);
        }
        if let Some((_, failure)) = self.failure.as_ref().filter(|_| !self.rows.is_empty()) {
            let again = look.config.keys.name(Context::List, Action::Refresh);
            let words = format!("{again} tries again: {failure}");
            return frame.render_widget(Line::styled(text::fit(&words, room), theme.wrong), left);
        }
        let mut spans = Vec::new();
        for (place, (word, _)) in K::TABS.iter().enumerate() {
            let style = if place == self.tab { theme.chosen } else { theme.quiet };
            spans.push(ratatui::text::Span::styled(format!(" {word} "), style));
        }
        let mut words = String::new();
        for (name, value) in [("exam", &self.exam), ("subject", &self.subject)] {
            if let Some((_, title)) = value {
                words.push_str(&format!(" · {name}: {}", text::line(title)));
            }
        }
        if !self.words.is_empty() {
            words.push_str(&format!(" · search: {}", text::line(&self.words)));
        }
        if self.awaited.is_some() && self.shown.is_none() {
            words.push_str(" · loading…");
        }
        let taken: usize = spans.iter().map(ratatui::text::Span::width).sum();
        spans.push(text::fit_after_space(&words, room.saturating_sub(taken)).into());
        frame.render_widget(Line::from(spans), left);
    }

    /// Which rows are shown.
    fn facts(&self) -> String {
        let Some((shown, _)) = self.shown.as_ref().filter(|_| !self.rows.is_empty()) else { return String::new() };
        let before = (shown.page - 1) * shown.limit;
        let last = before + u64::try_from(self.rows.len()).unwrap_or(0);
        format!("{}–{last} of {}", before + 1, self.total)
    }

    fn table(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let columns = K::columns(area.width);
        let [heading, body] = Layout::vertical([Constraint::Length(HEADER_ROWS - 1), Constraint::Fill(1)]).areas(area);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let [_, rest] = Layout::horizontal([Constraint::Length(2), Constraint::Fill(1)]).areas(heading);
        // Computed once for all rows, to keep key presses fast.
        let places = Layout::horizontal(columns.iter().map(|column| column.width)).spacing(1).split(rest);
        row(frame, heading, " ", columns.iter().map(|column| column.heading.to_owned()), &places, bold);
        let room = usize::from(body.height);
        let first = self.first(room);
        for (place, one) in self.rows.iter().enumerate().skip(first).take(room) {
            let y = body.y + u16::try_from(place - first).unwrap_or(0);
            let is_chosen = place == self.selected;
            let (mark, style) = if is_chosen { ("▶", look.config.theme.chosen) } else { (" ", Style::new()) };
            let cells = columns.iter().map(|column| (column.cell)(one, look.now));
            row(frame, Rect { y, height: 1, ..body }, mark, cells, &places, style);
        }
    }
}

/// Draws a row with its cells in these areas.
fn row(frame: &mut Frame, area: Rect, mark: &str, cells: impl Iterator<Item = String>, places: &[Rect], style: Style) {
    frame.buffer_mut().set_style(area, style);
    frame.render_widget(mark, area);
    for (cell, place) in cells.zip(places) {
        frame.render_widget(text::fit(&cell, place.width.into()), Rect { y: area.y, ..*place });
    }
}
