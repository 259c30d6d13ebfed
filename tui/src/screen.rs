//! The screen trait: a state that handles keys and responses and draws itself. Screens do not know each other; a
//! screen leaves what it wants in its [`Desk`].

use std::fmt;

use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Position, Rect, Size},
};
use sabi_core::clock::Instant;

use crate::{
    config::Config,
    habits::Habits,
    keys::{Action, Context},
    outbox::{News, Outbox},
    wire::{Answer, Call, Request, Task},
};

/// Who sits at the console, and where it works.
#[derive(Debug, Clone, Default)]
pub struct Who {
    /// Their name.
    pub name: String,
    /// The server's address, or the store of this machine.
    pub place: String,
    /// Whether the back office is open to them.
    pub is_admin: bool,
}

/// A place that can be shown.
#[derive(Debug)]
pub enum Place {
    Submissions,
    Reports,
    Requests,
    Messages,
    Statistics,
    Submission(Box<Task>),
    Report(Box<sabi_core::reports::ReportView>),
    Request(Box<sabi_core::registration::RegistrationView>),
    Message(Box<sabi_core::inbox::ContactView>),
}

/// A question that is graded across submissions, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PinnedQuestion {
    /// The theory question's id.
    pub theory: String,
    /// The id of its subject, and the year of the submission in which it was pinned: others cannot have it.
    pub subject: String,
    pub year: Option<i64>,
    /// Whether the person goes down the list; submissions without the question are passed over that way.
    pub forward: bool,
}

/// What a screen wants of the rest of the console.
#[derive(Debug)]
pub enum Want {
    Ask(Request),
    /// Open another screen above this one.
    Show(Place),
    /// Leave this screen.
    Close,
    /// Show what stands after, or before, this in the list below.
    Step {
        forward: bool,
    },
    /// This is done and leaves the list below; show the next one.
    Done(String),
    /// The list below is to be read again.
    Stale,
    /// Let the person's editor change this.
    Edit(String),
    /// Put this on the clipboard.
    Copy(String),
    /// Tell this in the status line.
    Say(Notice),
    /// Call back with a tick in so many milliseconds.
    Wake(u64),
}

/// A sentence in the status line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub words: String,
    pub is_bad: bool,
}

/// What a screen works with.
pub struct Desk<'a> {
    /// The room that the screen has.
    pub room: Size,
    pub now: Instant,
    pub who: &'a Who,
    pub config: &'a Config,
    pub habits: &'a mut Habits,
    pub pinned: &'a mut Option<PinnedQuestion>,
    pub outbox: &'a mut Outbox,
    /// What the screen wants.
    pub wants: Vec<Want>,
    /// The last number given to a request.
    pub requests: &'a mut u64,
}

impl Desk<'_> {
    /// Sends a call; its number.
    pub fn ask(&mut self, call: Call) -> u64 {
        *self.requests += 1;
        self.wants.push(Want::Ask(Request { number: *self.requests, call }));
        *self.requests
    }

    /// Copies the id of a record to the clipboard, and shows it.
    pub fn copy_id(&mut self, id: &str) {
        self.wants.push(Want::Copy(id.to_owned()));
        self.say(format!("Id copied: {id}"));
    }

    /// Tells something.
    pub fn say(&mut self, words: impl Into<String>) {
        self.wants.push(Want::Say(Notice { words: words.into(), is_bad: false }));
    }

    /// Tells what went wrong.
    pub fn warn(&mut self, words: impl Into<String>) {
        self.wants.push(Want::Say(Notice { words: words.into(), is_bad: true }));
    }
}

/// What a screen is painted with.
pub struct Look<'a> {
    pub now: Instant,
    pub who: &'a Who,
    pub config: &'a Config,
    pub outbox: &'a Outbox,
}

/// A screen.
pub trait Screen: fmt::Debug {
    /// The context that takes the keys.
    fn context(&self) -> Context;

    /// Its name, in the title line.
    fn title(&self, now: Instant) -> String;

    /// It was just opened.
    fn opened(&mut self, desk: &mut Desk);

    /// A key asked for this.
    fn act(&mut self, action: Action, desk: &mut Desk);

    /// A key was pressed that means nothing else while words are typed.
    fn typed(&mut self, _key: KeyEvent, _desk: &mut Desk) {}

    /// Words were pasted.
    fn pasted(&mut self, _words: &str, _desk: &mut Desk) {}

    /// The editor was left, with this text; `None` where nothing was changed.
    fn edited(&mut self, _text: Option<String>, _desk: &mut Desk) {}

    /// An answer came; it is given back where it is none of this screen's.
    fn answered(&mut self, answer: Answer, desk: &mut Desk) -> Option<Answer>;

    /// What came of grades.
    fn told(&mut self, _news: &News, _desk: &mut Desk) {}

    /// Time went on.
    fn ticked(&mut self, _desk: &mut Desk) {}

    /// The room changed.
    fn resized(&mut self, _desk: &mut Desk) {}

    /// The mouse clicked here, counted from the corner of the screen's room.
    fn clicked(&mut self, _at: Position, _desk: &mut Desk) {}

    /// The wheel turned here.
    fn wheeled(&mut self, _at: Position, forward: bool, desk: &mut Desk) {
        self.act(if forward { Action::Down } else { Action::Up }, desk);
    }

    /// The row after, or before, the chosen one is wanted.
    fn step(&mut self, _forward: bool, _desk: &mut Desk) {}

    /// This row is done.
    fn done(&mut self, _id: &str, _desk: &mut Desk) {}

    /// What is shown may have changed at the server.
    fn stale(&mut self, _desk: &mut Desk) {}

    /// It is about to be left.
    fn leaving(&mut self, _desk: &mut Desk) {}

    /// Paints it.
    fn draw(&self, frame: &mut Frame, area: Rect, look: &Look);
}
