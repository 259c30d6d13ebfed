//! The actions in a list.

use super::{HEADER_ROWS, ListKind, ListScreen, Mode};
use crate::{
    keys::Action,
    screen::Desk,
    widgets::{choose::Chooser, line::Line, scroll::scrolled},
    wire::Call,
};

/// The longest search, in characters.
const LONGEST: usize = 100;

impl<K: ListKind> ListScreen<K> {
    pub(super) fn choose(&mut self, action: Action, desk: &mut Desk) {
        if !K::FILTERED {
            return desk.say(format!("{} cannot be filtered by exam or subject.", K::TITLE));
        }
        let Some(choices) = &self.choices else {
            self.choosing = Some((desk.ask(Call::Choices), action));
            return;
        };
        self.mode = match action {
            Action::ChooseExam => Mode::Exam(Chooser::new("Exam", "All exams", &choices.exams)),
            _ => Mode::Subject(Chooser::new("Subject", "All subjects", &choices.subjects)),
        };
    }

    pub(super) fn rest(&mut self, action: Action, desk: &mut Desk) {
        match action {
            Action::Open => self.open_at(self.selected, desk),
            Action::NextPage => self.turn(self.page() + 1, desk),
            Action::PreviousPage => self.turn(self.page().saturating_sub(1), desk),
            Action::Refresh => {
                let page = self.failure.as_ref().map_or(self.page(), |(ask, _)| ask.page);
                self.ask(page, desk);
            }
            Action::NextTab | Action::PreviousTab if K::TABS.len() > 1 => {
                let steps = if action == Action::NextTab { 1 } else { K::TABS.len() - 1 };
                self.tab = (self.tab + steps) % K::TABS.len();
                self.remember_filters(desk);
                self.ask_anew(desk);
            }
            Action::NextTab | Action::PreviousTab => desk.say("This list has only one state."),
            Action::Search if K::SEARCHED.is_empty() => desk.say("This list cannot be searched."),
            Action::Search => {
                let line = Line::new("Search", &self.words, LONGEST);
                self.mode = Mode::Search { line, before: self.words.clone(), sent: self.words.clone() };
            }
            Action::ClearSearch => {
                let narrowed = !self.words.is_empty() || self.exam.is_some() || self.subject.is_some();
                (self.words, self.exam, self.subject) = (String::new(), None, None);
                self.remember_filters(desk);
                if narrowed {
                    self.ask_anew(desk);
                }
            }
            Action::ChooseExam | Action::ChooseSubject => self.choose(action, desk),
            Action::CopyId => {
                if let Some(row) = self.chosen() {
                    desk.copy_id(K::id(row));
                }
            }
            Action::Down if self.selected + 1 >= self.rows.len() && self.page() < self.pages() => {
                self.turn(self.page() + 1, desk);
            }
            _ => {
                let room = usize::from(desk.room.height.saturating_sub(HEADER_ROWS));
                self.is_moved = true;
                self.selected = scrolled(self.selected, action, room, self.rows.len().saturating_sub(1));
            }
        }
    }
}
