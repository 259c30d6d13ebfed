//! The list of submissions: its page, its search, and what it waits for.

use crossterm::event::{Event, KeyEvent};
use sabi_core::exam::{UserTheory, UserTheoryPage};
use tui_input::{Input, InputRequest, backend::crossterm::EventHandler as _};

use super::{Call, Request, scrolled};
use crate::{keys::Action, text};

/// The longest search, in characters.
const LONGEST: usize = 100;

/// The state of the submissions that are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Filter {
    #[default]
    Pending,
    Declared,
    All,
}

impl Filter {
    /// Its word, as the API and people say it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Declared => "declared",
            Self::All => "all",
        }
    }

    fn next(self) -> Self {
        match self {
            Self::Pending => Self::Declared,
            Self::Declared => Self::All,
            Self::All => Self::Pending,
        }
    }
}

/// A page of the list, as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageAsk {
    /// One-based.
    pub page: u64,
    /// How many rows a page has.
    pub limit: u64,
    pub filter: Filter,
    /// Words to look for; empty for none.
    pub words: String,
}

/// The list of submissions.
#[derive(Debug, Default)]
pub struct List {
    /// What the rows are an answer to.
    pub shown: Option<PageAsk>,
    pub rows: Vec<UserTheory>,
    /// How many match, on all pages together.
    pub total: u64,
    /// The chosen row of this page.
    pub selected: usize,
    pub filter: Filter,
    /// The words that are searched for.
    pub words: String,
    /// The words as they are typed; `None` while nobody types.
    pub search: Option<Input>,
    /// The page that is awaited, with its request's number.
    pub awaited: Option<(u64, PageAsk)>,
    /// The request that failed last, and why.
    pub failure: Option<(PageAsk, String)>,
}

impl List {
    /// Makes the first request.
    pub(super) fn start(&mut self, number: u64, rows: u64) -> Request {
        self.ask(number, 1, rows)
    }

    /// The chosen submission.
    pub fn chosen(&self) -> Option<&UserTheory> {
        self.rows.get(self.selected)
    }

    /// How many pages there are, at least one.
    pub fn pages(&self) -> u64 {
        let limit = self.shown.as_ref().map_or(1, |shown| shown.limit);
        self.total.div_ceil(limit).max(1)
    }

    /// The page that is shown or about to be.
    fn page(&self) -> u64 {
        self.awaited.as_ref().map(|(_, ask)| ask).or(self.shown.as_ref()).map_or(1, |ask| ask.page)
    }

    pub(super) fn act(&mut self, action: Action, number: u64, rows: u64) -> Option<Request> {
        match action {
            Action::NextPage => {
                let next = self.page() + 1;
                (next <= self.pages()).then(|| self.ask(number, next, rows))
            }
            Action::PreviousPage => {
                let previous = self.page() - 1;
                (previous > 0).then(|| self.ask(number, previous, rows))
            }
            Action::Refresh => {
                let page = self.failure.as_ref().map_or(self.page(), |(ask, _)| ask.page);
                Some(self.ask(number, page, rows))
            }
            Action::NextState => {
                self.filter = self.filter.next();
                Some(self.ask_anew(number, rows))
            }
            Action::Search => {
                self.search = Some(Input::new(self.words.clone()));
                None
            }
            Action::LeaveSearch => {
                self.search = None;
                None
            }
            Action::ApplySearch => {
                let words = self.search.take()?.value().trim().to_owned();
                self.search_for(words, number, rows)
            }
            Action::ClearSearch => self.search_for(String::new(), number, rows),
            _ => {
                let room = usize::try_from(rows).unwrap_or(usize::MAX);
                self.selected = scrolled(self.selected, action, room, self.rows.len().saturating_sub(1));
                None
            }
        }
    }

    fn search_for(&mut self, words: String, number: u64, rows: u64) -> Option<Request> {
        if words == self.words {
            return None;
        }
        self.words = words;
        Some(self.ask_anew(number, rows))
    }

    /// Asks for the first page of other rows; those of before are no longer shown.
    fn ask_anew(&mut self, number: u64, rows: u64) -> Request {
        self.shown = None;
        self.rows.clear();
        self.total = 0;
        self.selected = 0;
        self.ask(number, 1, rows)
    }

    fn ask(&mut self, number: u64, page: u64, rows: u64) -> Request {
        let ask = PageAsk { page, limit: limit(rows), filter: self.filter, words: self.words.clone() };
        self.failure = None;
        self.awaited = Some((number, ask.clone()));
        Request { number, call: Call::List(ask) }
    }

    /// Asks again where the page was asked for in another height, so that the chosen row
    /// stays in sight.
    pub(super) fn refit(&mut self, number: u64, rows: u64) -> Option<Request> {
        let awaited = self.awaited.as_ref().map(|(_, ask)| ask);
        let ask = awaited.or(self.shown.as_ref())?;
        if ask.limit == limit(rows) || self.failure.is_some() {
            return None;
        }
        let chosen = if awaited.is_some() { 0 } else { u64::try_from(self.selected).unwrap_or(0) };
        let before = (ask.page - 1) * ask.limit + chosen;
        Some(self.ask(number, before / limit(rows) + 1, rows))
    }

    /// Takes the page that is awaited; any other comes too late. Asks again, as `number`, where the
    /// rows ran out before this page.
    pub(super) fn filled(&mut self, answered: u64, page: UserTheoryPage, number: u64) -> Option<Request> {
        let (_, ask) = self.awaited.take_if(|(awaited, _)| *awaited == answered)?;
        let chosen = self.chosen().map(|row| row.id.clone());
        let turned = self.shown.as_ref().is_some_and(|shown| shown.limit == ask.limit && shown.page != ask.page);
        self.rows = page.rows;
        self.total = page.total;
        self.selected = match chosen.filter(|_| !turned) {
            Some(id) => {
                let same = self.rows.iter().position(|row| row.id == id);
                same.unwrap_or(self.selected).min(self.rows.len().saturating_sub(1))
            }
            None => 0,
        };
        let beyond = self.rows.is_empty() && ask.page > 1;
        let rows = ask.limit;
        self.shown = Some(ask);
        beyond.then(|| self.ask(number, self.pages(), rows))
    }

    /// Notes that the awaited page did not come.
    pub(super) fn failed(&mut self, answered: u64, failure: &str) {
        if let Some((_, ask)) = self.awaited.take_if(|(awaited, _)| *awaited == answered) {
            self.failure = Some((ask, text::line(failure)));
        }
    }

    /// Adds a typed key to the words.
    pub(super) fn type_key(&mut self, key: KeyEvent) {
        if let Some(input) = &mut self.search {
            let before = input.clone();
            input.handle_event(&Event::Key(key));
            if input.value().chars().count() > LONGEST {
                *input = before;
            }
        }
    }

    /// Adds words from the clipboard to those that are typed.
    pub(super) fn paste(&mut self, words: &str) {
        if let Some(input) = &mut self.search {
            let room = LONGEST.saturating_sub(input.value().chars().count());
            for c in text::line(words).chars().take(room) {
                input.handle(InputRequest::InsertChar(c));
            }
        }
    }
}

/// Rows a page: as many as can be seen, within 10 and 50.
fn limit(rows: u64) -> u64 {
    rows.clamp(10, 50)
}

#[cfg(test)]
mod tests;
