//! The actions in a list.

use super::{HEADER_ROWS, ListKind, ListMode, ListScreen};
use crate::{
    keys::Action,
    screen::ScreenContext,
    widgets::{choose::Chooser, line::TextField, scroll::scrolled},
    wire::Call,
};

/// The longest search, in characters.
const MAX_SEARCH_CHARS: usize = 100;

impl<K: ListKind> ListScreen<K> {
    pub(super) fn choose(&mut self, action: Action, cx: &mut ScreenContext) {
        if !K::FILTERED {
            return cx.say(format!("{} cannot be filtered by exam or subject.", K::TITLE));
        }
        let Some(choices) = &self.choices else {
            self.choosing = Some((cx.ask(Call::Choices), action));
            return;
        };
        self.mode = match action {
            Action::ChooseExam => ListMode::Exam(Chooser::new("Exam", "All exams", &choices.exams)),
            _ => ListMode::Subject(Chooser::new("Subject", "All subjects", &choices.subjects)),
        };
    }

    /// Carries out an action while the rows have the keys, and no search field or chooser is open.
    pub(super) fn act_on_rows(&mut self, action: Action, cx: &mut ScreenContext) {
        match action {
            Action::Open => self.open_at(self.selected, cx),
            Action::NextPage => self.turn_page(self.page() + 1, cx),
            Action::PreviousPage => self.turn_page(self.page().saturating_sub(1), cx),
            Action::Refresh => {
                let page = self.failure.as_ref().map_or(self.page(), |(ask, _)| ask.page);
                self.ask(page, cx);
            }
            Action::NextTab | Action::PreviousTab if K::TABS.len() > 1 => {
                let steps = if action == Action::NextTab { 1 } else { K::TABS.len() - 1 };
                self.tab = (self.tab + steps) % K::TABS.len();
                self.remember_filters(cx);
                self.ask_anew(cx);
            }
            Action::NextTab | Action::PreviousTab => cx.say("This list has only one state."),
            Action::Search if K::SEARCHED.is_empty() => cx.say("This list cannot be searched."),
            Action::Search => {
                let line = TextField::new("Search", &self.words, MAX_SEARCH_CHARS);
                self.mode = ListMode::Search { line, before: self.words.clone(), sent: self.words.clone() };
            }
            Action::ClearSearch => {
                let narrowed = !self.words.is_empty() || self.exam.is_some() || self.subject.is_some();
                (self.words, self.exam, self.subject) = (String::new(), None, None);
                self.remember_filters(cx);
                if narrowed {
                    self.ask_anew(cx);
                }
            }
            Action::ChooseExam | Action::ChooseSubject => self.choose(action, cx),
            Action::CopyId => {
                if let Some(row) = self.chosen() {
                    cx.copy_id(K::id(row));
                }
            }
            Action::Down if self.selected + 1 >= self.rows.len() && self.page() < self.pages() => {
                self.turn_page(self.page() + 1, cx);
            }
            _ => {
                let room = usize::from(cx.room.height.saturating_sub(HEADER_ROWS));
                self.is_moved = true;
                self.selected = scrolled(self.selected, action, room, self.rows.len().saturating_sub(1));
            }
        }
    }
}
