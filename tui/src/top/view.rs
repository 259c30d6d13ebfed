//! The live screen of a server.

use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::Style,
    text::{Line, Span},
    widgets::{Block, Paragraph, Sparkline},
};

use super::{
    reading::Figures,
    words::{parts, routes, title},
};
use crate::theme::Theme;

/// Maximum number of readings in the curve.
const CURVE: usize = 400;
/// The minimum width of a part, in columns.
const PART: u16 = 44;

/// The state of the screen.
pub struct View {
    place: String,
    figures: Option<Figures>,
    /// Requests per second, latest last.
    curve: Vec<u64>,
    failure: Option<String>,
}

impl View {
    /// The screen of a server before the first reading.
    pub fn new(place: String) -> Self {
        Self { place, figures: None, curve: Vec::new(), failure: None }
    }

    /// Shows new figures.
    pub fn take(&mut self, figures: Figures) {
        if self.curve.len() == CURVE {
            self.curve.remove(0);
        }
        self.curve.push(figures.requests_per_second.round() as u64);
        (self.figures, self.failure) = (Some(figures), None);
    }

    /// Shows an error; the last figures stay.
    pub fn fail(&mut self, failure: String) {
        self.failure = Some(failure);
    }

    /// Draws the screen.
    pub fn draw(&self, frame: &mut Frame, theme: &Theme) {
        let [head, body, foot] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)]).areas(frame.area());
        let quit = match &self.failure {
            Some(failure) => Line::styled(format!("{failure}  (retrying; q quits)"), theme.wrong),
            None => Line::styled("q quits", theme.quiet),
        };
        frame.render_widget(quit, foot);
        let Some(figures) = &self.figures else {
            return frame.render_widget(Line::styled(format!("Sabi at {}: reading…", self.place), theme.brand), head);
        };
        frame.render_widget(Line::styled(title(figures, &self.place), theme.brand), head);
        let columns: u16 = if body.width >= 2 * PART { 2 } else { 1 };
        let parts = parts(figures);
        let rows: Vec<&[_]> = parts.chunks(usize::from(columns)).collect();
        let tallest =
            |row: &&[super::words::FigureGroup]| row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0) + 2;
        let heights = rows.iter().map(|row| Constraint::Length(u16::try_from(tallest(row)).unwrap_or(u16::MAX)));
        let areas = Layout::vertical(heights.chain([Constraint::Length(6), Constraint::Min(0)])).split(body);
        for (row, area) in rows.iter().zip(areas.iter()) {
            let cells = Layout::horizontal(vec![Constraint::Fill(1); row.len()]).split(*area);
            for ((heading, lines), cell) in row.iter().zip(cells.iter()) {
                part(frame, *cell, heading, lines, theme);
            }
        }
        if let [.., curve, below] = &*areas {
            let shown = usize::from(curve.width.saturating_sub(2));
            let from = self.curve.len().saturating_sub(shown);
            let line = Sparkline::default().data(self.curve.get(from..).unwrap_or_default()).style(theme.good);
            frame.render_widget(
                line.block(Block::bordered().title(" Requests per second ").border_style(theme.quiet)),
                *curve,
            );
            part(frame, *below, "Busiest routes", &routes(figures), theme);
        }
    }
}

fn part(frame: &mut Frame, area: Rect, heading: &str, lines: &[(String, String)], theme: &Theme) {
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let lines = lines.iter().map(|(name, value)| {
        let style = match (name.as_str(), value.as_str()) {
            ("condition", "ready") => theme.good,
            ("condition", "shut" | "full") => theme.wrong,
            ("condition", _) => theme.warn,
            ("errors/s" | "panics" | "failed mails", value) if !matches!(value, "0" | "0.0") => theme.wrong,
            _ => Style::new(),
        };
        Line::from(vec![Span::styled(format!("{name:<width$}  "), theme.quiet), Span::styled(value.clone(), style)])
    });
    let block = Block::bordered().title(format!(" {heading} ")).border_style(theme.quiet);
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).block(block), area);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ratatui::{Terminal, backend::TestBackend};

    use super::*;
    use crate::theme::{Depth, Palette};

    fn shown(view: &View, width: u16, height: u16) -> String {
        let theme = Theme::new(Palette::Terminal, &BTreeMap::new(), Depth::None);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view.draw(frame, &theme)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn the_screen_shows_the_figures_and_says_when_they_are_old() {
        let mut view = View::new("http://sabi.test".into());
        assert!(shown(&view, 100, 40).contains("reading…"));
        view.take(Figures {
            version: "9.9".into(),
            requests_per_second: 1234.4,
            saves_per_second: 56.78,
            store_condition: "low".into(),
            queues: [("failed_mails".to_owned(), 3.0)].into(),
            ..Figures::default()
        });
        for (width, height) in [(100, 40), (80, 24), (40, 10), (3, 2)] {
            let screen = shown(&view, width, height);
            if width == 100 {
                for part in ["Sabi 9.9 at http://sabi.test", "1234", "56.8", "low", "failed mails", "q quits"] {
                    assert!(screen.contains(part), "{part}\n{screen}");
                }
            }
        }
        view.fail("the server is away".into());
        let screen = shown(&view, 100, 40);
        assert!(screen.contains("the server is away") && screen.contains("1234"), "{screen}");
    }
}
