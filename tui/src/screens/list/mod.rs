//! A list: a page of rows, its states, search and filters. The four queues differ in their [`ListKind`].

mod acts;
mod kinds;
#[cfg(test)]
mod tests;
mod view;

use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Constraint, Position, Rect},
};
use sabi_core::{clock::Instant, records::Page};

pub use kinds::{Messages, Reports, Requests, Submissions, reason, state};

use crate::{
    habits::Filters,
    keys::{Action, Context},
    screen::{Destination, Look, PinnedQuestion, Screen, ScreenContext, Want},
    text,
    widgets::{choose::Chooser, line::TextField},
    wire::{Call, Choices, Content, Failure, PageRequest, Response},
};

/// The delay between the last typed character and the search, in milliseconds.
const SEARCH_DELAY_MS: u64 = 200;
/// Interval between automatic reloads of a list, in seconds.
const RELOAD_SECONDS: i64 = 30;
/// The rows above the list: its states and its headings.
const HEADER_ROWS: u16 = 2;

/// A column: its heading, its width, and the text for a row at a given time.
pub struct Column<R> {
    pub heading: &'static str,
    pub width: Constraint,
    pub cell: fn(&R, Instant) -> String,
}

/// The differences between the lists.
pub trait ListKind: std::fmt::Debug {
    type Row: std::fmt::Debug;
    /// The name of the list.
    const TITLE: &'static str;
    /// The tabs, one for each state of rows: its word on the screen, and the message if there are no rows.
    /// `tui/src/effects/calls.rs` makes the API's filter from the word.
    const TABS: &'static [(&'static str, &'static str)];
    /// The searched fields, in words; empty if it cannot be searched.
    const SEARCHED: &'static str;
    /// Whether it can be filtered by exam or subject.
    const FILTERED: bool = false;

    fn call(ask: PageRequest) -> Call;
    fn take(content: Content) -> Result<Page<Self::Row>, Content>;
    fn id(row: &Self::Row) -> &str;
    fn open(row: &Self::Row) -> Destination;
    /// Whether somebody else works on it, so that moving to the next row skips it.
    fn is_skipped(_row: &Self::Row) -> bool {
        false
    }
    /// Whether it can contain the question being graded across submissions.
    fn can_have(_row: &Self::Row, _question: &PinnedQuestion) -> bool {
        true
    }
    fn columns(width: u16) -> Vec<Column<Self::Row>>;
}

/// The field or dialog that receives keys.
#[derive(Debug)]
enum ListMode {
    Rows,
    /// The search field. Cancelling it restores the previous search.
    Search {
        line: TextField,
        before: String,
        sent: String,
    },
    Exam(Chooser),
    Subject(Chooser),
}

/// The row to open next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    First,
    Last,
    /// The first row, if there is one. The message about the completed action stays.
    AfterDone,
}

/// A list of one kind: a page of its rows, with state, search and filters.
#[derive(Debug)]
pub struct ListScreen<K: ListKind> {
    rows: Vec<K::Row>,
    /// The number of matches on all pages.
    total: u64,
    /// The request whose response is shown, and when it arrived.
    shown: Option<(PageRequest, Instant)>,
    /// The selected row of this page.
    selected: usize,
    tab: usize,
    words: String,
    exam: Option<(String, String)>,
    subject: Option<(String, String)>,
    mode: ListMode,
    choices: Option<Choices>,
    /// The number of the request for the choices, and the filter that they are for.
    choosing: Option<(u64, Action)>,
    /// The requested page, with its request's number.
    awaited: Option<(u64, PageRequest)>,
    /// The last failed request, and why.
    failure: Option<(PageRequest, String)>,
    /// The row to open once the page has arrived.
    then_open: Option<Next>,
    /// Whether the user moved the selection; until then the first free row is selected.
    is_moved: bool,
}

impl<K: ListKind> Default for ListScreen<K> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            total: 0,
            shown: None,
            selected: 0,
            tab: 0,
            words: String::new(),
            exam: None,
            subject: None,
            mode: ListMode::Rows,
            choices: None,
            choosing: None,
            awaited: None,
            failure: None,
            then_open: None,
            is_moved: false,
        }
    }
}

/// Whether moving to the next row stops at this one.
fn is_next<K: ListKind>(row: &K::Row, cx: &ScreenContext) -> bool {
    !K::is_skipped(row) && cx.pinned.as_ref().is_none_or(|question| K::can_have(row, question))
}

/// Rows per page: as many as are visible.
fn limit(cx: &ScreenContext) -> u64 {
    u64::from(cx.room.height.saturating_sub(HEADER_ROWS)).clamp(10, 100)
}

impl<K: ListKind> ListScreen<K> {
    /// The selected row.
    pub fn chosen(&self) -> Option<&K::Row> {
        self.rows.get(self.selected)
    }

    /// The page that is shown or requested.
    fn page(&self) -> u64 {
        let shown = self.shown.as_ref().map(|(ask, _)| ask);
        self.awaited.as_ref().map(|(_, ask)| ask).or(shown).map_or(1, |ask| ask.page)
    }

    /// The number of pages, at least one.
    fn pages(&self) -> u64 {
        let limit = self.shown.as_ref().map_or(1, |(ask, _)| ask.limit);
        self.total.div_ceil(limit).max(1)
    }

    fn ask(&mut self, page: u64, cx: &mut ScreenContext) {
        let ask = PageRequest {
            page,
            limit: limit(cx),
            tab: K::TABS.get(self.tab).map_or("", |(word, _)| word),
            words: self.words.clone(),
            exam: self.exam.as_ref().map(|(id, _)| id.clone()),
            subject: self.subject.as_ref().map(|(id, _)| id.clone()),
        };
        self.failure = None;
        let number = cx.ask(K::call(ask.clone()));
        self.awaited = Some((number, ask));
    }

    /// Restores the filters of the last visit.
    fn restore_filters(&mut self, cx: &ScreenContext) {
        let Some(Filters { state, exam, subject }) = cx.habits.filters.get(K::TITLE).cloned() else { return };
        self.tab = K::TABS.iter().position(|(word, _)| *word == state).unwrap_or(0);
        if K::FILTERED {
            (self.exam, self.subject) = (exam, subject);
        }
    }

    /// Saves the current filters.
    pub(super) fn remember_filters(&self, cx: &mut ScreenContext) {
        let state = if self.tab == 0 { "" } else { K::TABS.get(self.tab).map_or("", |(word, _)| word) };
        let filters = Filters { state: state.to_owned(), exam: self.exam.clone(), subject: self.subject.clone() };
        if filters == Filters::default() {
            cx.habits.filters.remove(K::TITLE);
        } else {
            cx.habits.filters.insert(K::TITLE.to_owned(), filters);
        }
    }

    /// Requests the first page with other filters; the old rows disappear.
    fn ask_anew(&mut self, cx: &mut ScreenContext) {
        (self.shown, self.total, self.selected, self.is_moved) = (None, 0, 0, false);
        self.rows.clear();
        self.ask(1, cx);
    }

    fn turn_page(&mut self, to: u64, cx: &mut ScreenContext) {
        if (1..=self.pages()).contains(&to) && to != self.page() {
            self.ask(to, cx);
        }
    }

    fn filled(&mut self, ask: PageRequest, page: Page<K::Row>, cx: &mut ScreenContext) {
        let chosen = self.chosen().map(|row| K::id(row).to_owned());
        let turned = self.shown.as_ref().is_some_and(|(shown, _)| shown.limit == ask.limit && shown.page != ask.page);
        (self.rows, self.total) = (page.rows, page.total);
        let last = self.rows.len().saturating_sub(1);
        self.selected = match chosen.filter(|_| !turned) {
            Some(id) => self.rows.iter().position(|row| K::id(row) == id).unwrap_or(self.selected).min(last),
            None => 0,
        };
        if !self.is_moved && !turned {
            self.selected = self.rows.iter().position(|row| !K::is_skipped(row)).unwrap_or(0);
        }
        let beyond = self.rows.is_empty() && ask.page > 1;
        self.shown = Some((ask, cx.now));
        if beyond {
            return self.ask(self.pages(), cx);
        }
        if let Some(next) = self.then_open.take() {
            let free = |row: &K::Row| is_next::<K>(row, cx);
            let found = match next {
                Next::Last => self.rows.iter().rposition(free),
                Next::First | Next::AfterDone => self.rows.iter().position(free),
            };
            match found {
                Some(place) => self.open_at(place, cx),
                None if next == Next::AfterDone => {}
                None if next == Next::First && self.page() < self.pages() => {
                    self.then_open = Some(next);
                    self.ask(self.page() + 1, cx);
                }
                None if next == Next::Last && self.page() > 1 => {
                    self.then_open = Some(next);
                    self.ask(self.page() - 1, cx);
                }
                None => cx.say("Nothing else is waiting."),
            }
        }
    }

    fn open_at(&mut self, place: usize, cx: &mut ScreenContext) {
        (self.selected, self.is_moved) = (place, true);
        if let Some(row) = self.rows.get(place) {
            cx.wants.push(Want::Show(K::open(row)));
        }
    }

    /// Searches for the typed text.
    fn search(&mut self, cx: &mut ScreenContext) {
        let ListMode::Search { line, sent, .. } = &mut self.mode else { return };
        let words = line.words().trim().to_owned();
        if words != *sent {
            sent.clone_from(&words);
            self.words = words;
            self.ask_anew(cx);
        }
    }
}

impl<K: ListKind> Screen for ListScreen<K> {
    fn context(&self) -> Context {
        match self.mode {
            ListMode::Rows => Context::List,
            ListMode::Search { .. } => Context::Search,
            ListMode::Exam(_) | ListMode::Subject(_) => Context::Choose,
        }
    }

    fn title(&self, _: Instant) -> String {
        K::TITLE.to_owned()
    }

    fn opened(&mut self, cx: &mut ScreenContext) {
        self.restore_filters(cx);
        self.ask(1, cx);
    }

    fn act(&mut self, action: Action, cx: &mut ScreenContext) {
        match (&mut self.mode, action) {
            (ListMode::Rows, _) => self.act_on_rows(action, cx),
            (ListMode::Search { .. }, Action::Keep) => {
                self.search(cx);
                self.mode = ListMode::Rows;
            }
            (ListMode::Search { before, .. }, _) => {
                let before = std::mem::take(before);
                self.mode = ListMode::Rows;
                if before != self.words {
                    self.words = before;
                    self.ask_anew(cx);
                }
            }
            (ListMode::Exam(chooser) | ListMode::Subject(chooser), Action::Up | Action::Down) => chooser.act(action),
            (ListMode::Exam(chooser), Action::Keep) => {
                self.exam = chooser.chosen().and_then(|(id, title)| Some((id?, title)));
                self.mode = ListMode::Rows;
                self.remember_filters(cx);
                self.ask_anew(cx);
            }
            (ListMode::Subject(chooser), Action::Keep) => {
                self.subject = chooser.chosen().and_then(|(id, title)| Some((id?, title)));
                self.mode = ListMode::Rows;
                self.remember_filters(cx);
                self.ask_anew(cx);
            }
            (ListMode::Exam(_) | ListMode::Subject(_), _) => self.mode = ListMode::Rows,
        }
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut ScreenContext) {
        match &mut self.mode {
            ListMode::Search { line, .. } => {
                line.typed(key);
                cx.wants.push(Want::Wake(SEARCH_DELAY_MS));
            }
            ListMode::Exam(chooser) | ListMode::Subject(chooser) => chooser.typed(key),
            ListMode::Rows => {}
        }
    }

    fn pasted(&mut self, words: &str, cx: &mut ScreenContext) {
        if let ListMode::Search { line, .. } = &mut self.mode {
            line.pasted(&text::line(words));
            cx.wants.push(Want::Wake(SEARCH_DELAY_MS));
        }
    }

    fn answered(&mut self, answer: Response, cx: &mut ScreenContext) -> Option<Response> {
        let Response { number, outcome } = answer;
        if let Some((_, action)) = self.choosing.take_if(|(awaited, _)| *awaited == number) {
            match outcome {
                Ok(Content::Choices(choices)) => {
                    self.choices = Some(choices);
                    self.choose(action, cx);
                }
                Ok(_) => {}
                Err(Failure { words, .. }) => cx.warn(words),
            }
            return None;
        }
        let Some((_, ask)) = self.awaited.take_if(|(awaited, _)| *awaited == number) else {
            return Some(Response { number, outcome });
        };
        match outcome.map(K::take) {
            Ok(Ok(page)) => self.filled(ask, page, cx),
            Ok(Err(_)) => {}
            Err(Failure { words, .. }) => {
                self.then_open = None;
                self.failure = Some((ask, text::line(&words)));
            }
        }
        None
    }

    /// Reloads a list whose height has changed, on a tick because dragging a window causes dozens of resizes. Also
    /// sends a typed search, and reloads old rows.
    fn ticked(&mut self, cx: &mut ScreenContext) {
        self.search(cx);
        let awaited = self.awaited.as_ref().map(|(_, ask)| ask);
        let shown = self.shown.as_ref().map(|(ask, _)| ask);
        let Some(ask) = awaited.or(shown) else { return };
        if self.failure.is_some() {
            return;
        }
        if ask.limit != limit(cx) {
            let chosen = if awaited.is_some() { 0 } else { u64::try_from(self.selected).unwrap_or(0) };
            let before = (ask.page - 1) * ask.limit + chosen;
            return self.ask(before / limit(cx) + 1, cx);
        }
        let is_old = self.shown.as_ref().is_some_and(|(_, at)| (cx.now - *at).num_seconds() >= RELOAD_SECONDS);
        if is_old && self.awaited.is_none() {
            self.ask(self.page(), cx);
        }
    }

    fn clicked(&mut self, at: Position, cx: &mut ScreenContext) {
        let room = usize::from(cx.room.height.saturating_sub(HEADER_ROWS));
        let first = self.first(room);
        let Some(row) = at.y.checked_sub(HEADER_ROWS) else { return };
        let place = first + usize::from(row);
        if place < self.rows.len() && matches!(self.mode, ListMode::Rows) {
            // A second click opens.
            if place == self.selected {
                self.open_at(place, cx)
            } else {
                (self.selected, self.is_moved) = (place, true)
            }
        }
    }

    fn step(&mut self, forward: bool, cx: &mut ScreenContext) {
        let places: Vec<usize> = if forward {
            (self.selected + 1..self.rows.len()).collect()
        } else {
            (0..self.selected.min(self.rows.len())).rev().collect()
        };
        let free = places.into_iter().find(|place| self.rows.get(*place).is_some_and(|row| is_next::<K>(row, cx)));
        if let Some(place) = free {
            return self.open_at(place, cx);
        }
        let page = if forward { self.page() + 1 } else { self.page().saturating_sub(1) };
        if (1..=self.pages()).contains(&page) {
            self.then_open = Some(if forward { Next::First } else { Next::Last });
            return self.ask(page, cx);
        }
        cx.say(if forward { "This is the last one." } else { "This is the first one." });
    }

    fn row_done(&mut self, id: &str, cx: &mut ScreenContext) {
        if let Some(place) = self.rows.iter().position(|row| K::id(row) == id) {
            self.rows.remove(place);
            self.total = self.total.saturating_sub(1);
            self.selected = place;
        }
        let rest = self.rows.iter().skip(self.selected).position(|row| is_next::<K>(row, cx));
        match rest {
            Some(after) => {
                self.open_at(self.selected + after, cx);
                self.ask(self.page(), cx);
            }
            None => {
                self.then_open = Some(Next::AfterDone);
                self.ask(1, cx);
            }
        }
    }

    fn stale(&mut self, cx: &mut ScreenContext) {
        self.ask(self.page(), cx);
    }

    fn draw(&self, frame: &mut Frame, area: Rect, look: &Look) {
        self.paint(frame, area, look);
    }
}
