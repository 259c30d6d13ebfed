//! The console's state, and every change of it: `update` takes a message and answers with what is
//! to be done. No I/O and no clock here.

mod detail;
mod list;
#[cfg(test)]
mod tests;

use crossterm::event::KeyEvent;
use ratatui::layout::Size;
use sabi_core::{
    clock::Instant,
    exam::{QuizResult, ResultOutcome, UserTheoryPage},
    store::Id,
};

pub use detail::{Detail, Opened, Pane, Question, Sheet};
pub use list::{Filter, List, PageAsk};

use crate::{
    keys::{Action, Context},
    layout,
};

/// Everything that is on the screen, or behind it.
#[derive(Debug)]
pub struct Model {
    /// The terminal's size in cells.
    pub size: Size,
    /// The present, to within a second.
    pub now: Instant,
    pub list: List,
    /// The submission that is opened, if one is.
    pub detail: Option<Detail>,
    /// How far the help is scrolled, where it is shown.
    pub help: Option<usize>,
    /// The last number given to a request.
    requests: u64,
}

/// An event that changes the console.
#[derive(Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(KeyEvent),
    /// Text was pasted.
    Paste(String),
    /// The terminal has another size.
    Resized(Size),
    /// Time went on.
    Tick(Instant),
    /// An answer came.
    Answered(Answer),
    /// The process is asked to end.
    Ended,
}

/// Work that an event asks for; it is done outside of the console's state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Send this request to the API.
    Ask(Request),
    /// Paint every cell anew.
    Redraw,
    /// Leave the console.
    Quit,
}

/// A question to the API. Its number tells its answer from those of requests that were overtaken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    pub number: u64,
    pub call: Call,
}

/// The calls that the console makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    /// A page of submissions.
    List(PageAsk),
    /// One submission with its questions and answers.
    Open(Id<QuizResult>),
}

/// The answer to the request of that number; a failure is a sentence for people.
#[derive(Debug)]
pub struct Answer {
    pub number: u64,
    pub outcome: Result<Content, String>,
}

/// The content of an answer.
#[derive(Debug)]
pub enum Content {
    Page(UserTheoryPage),
    Result(Box<ResultOutcome>),
}

impl Model {
    /// The console at its start, and the first request.
    pub fn start(size: Size, now: Instant) -> (Self, Request) {
        let mut list = List::default();
        let first = list.start(1, layout::rows(size));
        (Self { size, now, list, detail: None, help: None, requests: 1 }, first)
    }

    /// The context that takes the keys.
    pub fn context(&self) -> Context {
        if layout::too_small(self.size) {
            // What cannot be seen is not steered.
            Context::Global
        } else if self.help.is_some() {
            Context::Help
        } else {
            self.below_help()
        }
    }

    /// The context that takes the keys once the help is closed.
    pub fn below_help(&self) -> Context {
        match (&self.detail, &self.list.search) {
            (Some(_), _) => Context::Detail,
            (None, Some(_)) => Context::Search,
            (None, None) => Context::List,
        }
    }

    fn number(&mut self) -> u64 {
        self.requests += 1;
        self.requests
    }

    fn key(&mut self, key: KeyEvent) -> Option<Effect> {
        let context = self.context();
        let Some(action) = context.action(&key) else {
            if context == Context::Search {
                self.list.type_key(key);
            }
            return None;
        };
        match (action, context) {
            (Action::Quit, _) => Some(Effect::Quit),
            (Action::Redraw, _) => Some(Effect::Redraw),
            (Action::Help, _) => {
                self.help = self.help.is_none().then_some(0);
                None
            }
            (_, Context::Help) => {
                self.scroll_help(action);
                None
            }
            (_, Context::Detail) => self.in_detail(action),
            (_, Context::List | Context::Search) => self.in_list(action),
            (_, Context::Global | Context::Anywhere) => None,
        }
    }

    fn scroll_help(&mut self, action: Action) {
        let room = layout::help_rows(self.size);
        let last = crate::screens::help::lines(self.below_help(), self.size.width).len().saturating_sub(room);
        self.help = (action != Action::CloseHelp).then(|| scrolled(self.help.unwrap_or(0), action, room, last));
    }

    fn in_list(&mut self, action: Action) -> Option<Effect> {
        let number = self.number();
        if action == Action::Open {
            let (detail, request) = Detail::open(number, self.list.chosen()?.clone(), self.size);
            self.detail = Some(detail);
            return Some(Effect::Ask(request));
        }
        self.list.act(action, number, layout::rows(self.size)).map(Effect::Ask)
    }

    fn in_detail(&mut self, action: Action) -> Option<Effect> {
        let number = self.number();
        if action == Action::Back {
            self.detail = None;
            return None;
        }
        let asked = self.detail.as_mut()?.act(action, number, self.size);
        asked.map(Effect::Ask)
    }

    fn answered(&mut self, answer: Answer) -> Option<Effect> {
        let number = self.number();
        match answer.outcome {
            Ok(Content::Page(page)) => self.list.filled(answer.number, page, number).map(Effect::Ask),
            Ok(Content::Result(outcome)) => {
                if let Some(detail) = &mut self.detail {
                    detail.filled(answer.number, *outcome, self.size);
                }
                None
            }
            Err(failure) => {
                self.list.failed(answer.number, &failure);
                if let Some(detail) = &mut self.detail {
                    detail.failed(answer.number, &failure);
                }
                None
            }
        }
    }

    /// A list that was asked for in another height is asked for again. On the tick rather than on
    /// the resize, of which there are dozens while a window is dragged.
    fn ticked(&mut self, now: Instant) -> Option<Effect> {
        self.now = now;
        let number = self.number();
        self.list.refit(number, layout::rows(self.size)).map(Effect::Ask)
    }

    fn resized(&mut self, size: Size) {
        self.size = size;
        if let Some(detail) = &mut self.detail {
            detail.lay_out(size);
        }
        if self.help.is_some() {
            // Keeps it within its new bounds.
            self.scroll_help(Action::Help);
        }
    }
}

/// Changes the model by what happened, and tells what is to be done.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let effect = match msg {
        Msg::Key(key) => model.key(key),
        Msg::Paste(text) => {
            if model.context() == Context::Search {
                model.list.paste(&text);
            }
            None
        }
        Msg::Resized(size) => {
            model.resized(size);
            None
        }
        Msg::Tick(now) => model.ticked(now),
        Msg::Answered(answer) => model.answered(answer),
        Msg::Ended => Some(Effect::Quit),
    };
    effect.into_iter().collect()
}

/// Where a view of `room` rows at `at` comes to lie; `last` is as far as it goes.
fn scrolled(at: usize, action: Action, room: usize, last: usize) -> usize {
    let to = match action {
        Action::Up => at.saturating_sub(1),
        Action::Down => at + 1,
        // One row stays in sight.
        Action::PageUp => at.saturating_sub(room.saturating_sub(1).max(1)),
        Action::PageDown => at + room.saturating_sub(1).max(1),
        Action::First => 0,
        Action::Last => last,
        _ => at,
    };
    to.min(last)
}
