//! A list of choices, filtered by the typed text.

use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    text::Line,
    widgets::{Block, Clear},
};

use super::line::TextField;
use crate::{chrome, keys::Action, screen::Look, text};

/// A list of choices.
#[derive(Debug)]
pub struct Chooser {
    title: &'static str,
    /// Keys and titles. The key `None` stands for any.
    options: Vec<(Option<String>, String)>,
    words: TextField,
    at: usize,
}

impl Chooser {
    /// Offers these choices, preceded by `any`.
    pub fn new(title: &'static str, any: &str, options: &[(String, String)]) -> Self {
        let mut chooser = Self::of(title, options);
        chooser.options.insert(0, (None, any.to_owned()));
        chooser
    }

    /// Offers only these choices.
    pub fn of(title: &'static str, options: &[(String, String)]) -> Self {
        let options = options.iter().map(|(key, title)| (Some(key.clone()), title.clone())).collect();
        Self { title, options, words: TextField::new("Only", "", 60), at: 0 }
    }

    /// The choices that match the typed text.
    fn left(&self) -> Vec<&(Option<String>, String)> {
        let words = self.words.words().to_lowercase();
        self.options.iter().filter(|(_, title)| title.to_lowercase().contains(words.trim())).collect()
    }

    /// The selected choice.
    pub fn chosen(&self) -> Option<(Option<String>, String)> {
        self.left().get(self.at).map(|one| (*one).clone())
    }

    /// Moves the selection.
    pub fn act(&mut self, action: Action) {
        let last = self.left().len().saturating_sub(1);
        self.at = match action {
            Action::Up => self.at.saturating_sub(1),
            Action::Down => self.at + 1,
            _ => self.at,
        }
        .min(last);
    }

    /// Handles a key.
    pub fn typed(&mut self, key: KeyEvent) {
        self.words.typed(key);
        self.at = 0;
    }

    /// Draws it centred.
    pub fn draw(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let left = self.left();
        let height = u16::try_from(self.options.len()).unwrap_or(u16::MAX).saturating_add(3).min(area.height);
        let area = chrome::middle(area, 60.min(area.width), height);
        frame.render_widget(Clear, area);
        let block = Block::bordered().title(format!(" {} ", self.title)).border_style(look.config.theme.brand);
        let inside = block.inner(area);
        frame.render_widget(block, area);
        let [words, rows] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(inside);
        self.words.draw(frame, words);
        let room = usize::from(rows.height);
        let first = self.at.saturating_sub(room / 2).min(left.len().saturating_sub(room));
        for (place, (_, title)) in left.iter().enumerate().skip(first).take(room) {
            let y = rows.y + u16::try_from(place - first).unwrap_or(0);
            let (mark, style) = if place == self.at {
                ("▶ ", look.config.theme.chosen)
            } else {
                ("  ", ratatui::style::Style::new())
            };
            let words = text::fit_left(&format!("{mark}{}", text::line(title)), rows.width.into());
            frame.render_widget(
                Line::styled(format!("{words:<0$}", usize::from(rows.width)), style),
                Rect { y, height: 1, ..rows },
            );
        }
    }
}
