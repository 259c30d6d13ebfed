//! The console: a stack of screens, their shared state, and every change of it. `update` takes a message and returns
//! effects to carry out. No I/O and no clock here.

mod answers;
mod mouse;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod tests;
mod view;
mod wants;

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Size;
use sabi_core::clock::Instant;

pub use view::draw;

use crate::{
    chrome,
    config::Config,
    habits::Habits,
    keys::{Action, Context},
    outbox::Outbox,
    screen::{Destination, Notice, PinnedQuestion, Screen, ScreenContext, Want, Who},
    screens::help,
    widgets::scroll::ScrollText,
    wire::{Counters, Request, Response},
};

/// Interval between updates of the counters, in seconds.
const RECOUNT_SECONDS: i64 = 30;
/// How long a message stays in the status line, in seconds.
const NOTICE_SECONDS: i64 = 12;
/// How long quitting waits for unsent work before the console warns, in seconds.
const WARN_AFTER_SECONDS: i64 = 5;

/// The whole state of the console.
#[derive(Debug)]
pub struct Model {
    /// The terminal's size in cells.
    pub size: Size,
    /// The current time, at most a second old.
    pub now: Instant,
    pub who: Who,
    pub config: Config,
    pub habits: Habits,
    /// The question being graded across submissions.
    pinned: Option<PinnedQuestion>,
    /// The habits last written to disk.
    remembered: Habits,
    /// The list at the bottom, and the screens opened from it.
    pub stack: Vec<Box<dyn Screen>>,
    /// The help, if it is shown.
    pub help: Option<ScrollText>,
    pub outbox: Outbox,
    counters: Option<Counters>,
    /// The request for the counters, and when they were last received.
    counting: Option<u64>,
    counted_at: Option<Instant>,
    notice: Option<(Notice, Instant)>,
    mouse: bool,
    /// Why grades could not be written to this machine's disk.
    pub save_failure: Option<String>,
    /// Since when the console is quitting.
    leaving: Option<Instant>,
    /// The number of the last request.
    requests: u64,
}

/// An event that changes the console.
#[derive(Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(KeyEvent),
    /// Text was pasted.
    Paste(String),
    Mouse(MouseEvent),
    /// The terminal has another size.
    Resized(Size),
    /// Time has passed.
    Tick(Instant),
    /// A response arrived.
    Answered(Response),
    /// The external editor was closed: its text, `None` if unchanged, or why it could not be used.
    Edited(Result<Option<String>, String>),
    /// Why the outbox is not on this machine's disk; `None` once it is.
    SaveFailed(Option<String>),
    /// Why the habits cannot be written to disk.
    Unremembered(String),
    /// Where the unsent grades of an earlier console are that this version cannot read.
    Damaged(String),
    /// The process was asked to end.
    Ended,
}

/// Work to be carried out outside of the console's state.
#[derive(Debug)]
pub enum Effect {
    /// Send this request to the API.
    Ask(Request),
    /// Store this on the machine until the server has it.
    Save(String),
    /// Write the habits, as JSON, to this machine's disk.
    Remember(String),
    /// Open this text in the external editor.
    Edit(String),
    /// Copy this to the clipboard.
    Copy(String),
    /// Send a tick after this many milliseconds.
    Wake(u64),
    /// Capture the mouse, or leave it to the terminal.
    Mouse(bool),
    /// Reconnect with the account that is saved now.
    Reconnect,
    /// Redraw every cell.
    Redraw,
    /// Suspend until the shell continues the process.
    Suspend,
    /// Quit the console.
    Quit,
}

impl Model {
    /// The console at its start, with the outbox of an earlier one, and the first effects.
    pub fn start(
        who: Who,
        config: Config,
        habits: Habits,
        left_behind: &str,
        size: Size,
        now: Instant,
    ) -> (Self, Vec<Effect>) {
        let mouse = config.mouse;
        let mut model = Self {
            size,
            now,
            who,
            config,
            pinned: None,
            remembered: habits.clone(),
            habits,
            stack: Vec::new(),
            help: None,
            outbox: Outbox::restored(left_behind),
            counters: None,
            counting: None,
            counted_at: None,
            notice: None,
            mouse,
            save_failure: None,
            leaving: None,
            requests: 0,
        };
        let mut effects = Vec::new();
        match model.outbox.waiting() {
            0 => {}
            n => model.notify(format!("{} from last time: being sent.", chrome::count(n, "grade", "grades")), false),
        }
        model.fulfil(0, vec![Want::Show(Destination::Submissions)], &mut effects);
        model.flush(&mut effects);
        (model, effects)
    }

    /// The context that receives keys.
    pub fn context(&self) -> Context {
        if self.help.is_some() { Context::Help } else { self.below_help() }
    }

    /// The context that receives keys once the help is closed.
    fn below_help(&self) -> Context {
        self.stack.last().map_or(Context::Global, |screen| screen.context())
    }

    fn notify(&mut self, words: String, is_bad: bool) {
        self.notice = Some((Notice { words, is_bad }, self.now));
    }

    /// Runs `work` on the screen at a position of the stack, and returns what it wants.
    fn at(&mut self, place: usize, work: impl FnOnce(&mut dyn Screen, &mut ScreenContext)) -> Vec<Want> {
        let room = chrome::frames(self.size).body.as_size();
        let Self { stack, now, who, config, habits, pinned, outbox, requests, .. } = self;
        let mut cx =
            ScreenContext { room, now: *now, who, config, habits, pinned, outbox, wants: Vec::new(), requests };
        if let Some(screen) = stack.get_mut(place) {
            work(screen.as_mut(), &mut cx);
        }
        cx.wants
    }

    fn on_top(&mut self, effects: &mut Vec<Effect>, work: impl FnOnce(&mut dyn Screen, &mut ScreenContext)) {
        let top = self.stack.len().saturating_sub(1);
        let wants = self.at(top, work);
        self.fulfil(top, wants, effects);
    }

    fn on_each(&mut self, effects: &mut Vec<Effect>, mut work: impl FnMut(&mut dyn Screen, &mut ScreenContext)) {
        for place in 0..self.stack.len() {
            let wants = self.at(place, &mut work);
            self.fulfil(place, wants, effects);
        }
    }

    fn key(&mut self, key: KeyEvent, effects: &mut Vec<Effect>) {
        let context = self.context();
        let action = self.config.keys.action(context, &key);
        if action != Some(Action::Quit) && self.leaving.take().is_some() {
            // Any other key cancels quitting, and its message.
            self.notice = None;
        }
        if chrome::too_small(self.size) {
            // A screen that is not visible receives no keys.
            let kept = [Action::Quit, Action::Redraw, Action::Suspend];
            return action
                .into_iter()
                .filter(|action| kept.contains(action))
                .for_each(|one| self.everywhere(one, effects));
        }
        match action {
            Some(action) => self.act(action, context, effects),
            None if context.is_typed() => self.on_top(effects, |screen, cx| screen.typed(key, cx)),
            None => {}
        }
    }

    fn act(&mut self, action: Action, context: Context, effects: &mut Vec<Effect>) {
        let root = match action {
            Action::Submissions => Some(Destination::Submissions),
            Action::Reports => Some(Destination::Reports),
            Action::Requests => Some(Destination::Requests),
            Action::Messages => Some(Destination::Messages),
            Action::Statistics => Some(Destination::Statistics),
            _ => None,
        };
        match (action, context, root) {
            (Action::Help, ..) => {
                self.help = if self.help.is_some() { None } else { Some(ScrollText::default()) };
                self.lay_out_help();
            }
            (Action::Quit | Action::Redraw | Action::Suspend | Action::Mouse, ..) => self.everywhere(action, effects),
            (_, _, Some(root)) => self.go_to(action, root, effects),
            (Action::CloseHelp, ..) => self.help = None,
            (_, Context::Help, _) => {
                if let Some(help) = &mut self.help {
                    help.act(action);
                }
            }
            _ => {
                if action == Action::Refresh && self.outbox.is_signed_out {
                    self.outbox.is_signed_out = false;
                    effects.push(Effect::Reconnect);
                }
                self.on_top(effects, |screen, cx| screen.act(action, cx));
            }
        }
    }

    fn everywhere(&mut self, action: Action, effects: &mut Vec<Effect>) {
        match action {
            Action::Quit => self.leave(effects),
            Action::Redraw => effects.push(Effect::Redraw),
            Action::Suspend => effects.push(Effect::Suspend),
            Action::Mouse => {
                self.mouse = !self.mouse;
                effects.push(Effect::Mouse(self.mouse));
                let words = if self.mouse {
                    "The mouse scrolls and selects."
                } else {
                    "The mouse is the terminal's: select and copy."
                };
                self.notify(words.to_owned(), false);
            }
            _ => {}
        }
    }

    fn go_to(&mut self, action: Action, root: Destination, effects: &mut Vec<Effect>) {
        self.help = None;
        if !self.who.is_admin && matches!(action, Action::Requests | Action::Messages) {
            return self.notify("Only administrators can read these.".to_owned(), true);
        }
        self.close(0, effects);
        self.fulfil(0, vec![Want::Show(root)], effects);
    }

    /// Quits the console once everything is sent; the second time immediately.
    fn leave(&mut self, effects: &mut Vec<Effect>) {
        let open = self.outbox.waiting();
        if open == 0 || self.leaving.is_some() {
            return effects.push(Effect::Quit);
        }
        self.leaving = Some(self.now);
        if self.outbox.offline.is_some() || self.outbox.is_signed_out || self.outbox.held_up() == open {
            self.warn_before_leaving();
        } else {
            self.notify("Sending your grades…".to_owned(), false);
        }
    }

    fn warn_before_leaving(&mut self) {
        let waiting = chrome::count(self.outbox.waiting(), "grade is", "grades are");
        let again = self.config.keys.name(Context::Global, Action::Quit);
        let words = match &self.save_failure {
            None => format!("{waiting} not sent; kept on this machine until next time. {again} again quits."),
            Some(why) => {
                format!("{waiting} not sent and CANNOT be kept on this machine: {why}. {again} again loses it.")
            }
        };
        self.notify(words, true);
    }

    fn lay_out_help(&mut self) {
        let body = chrome::frames(self.size).body;
        let lines = help::lines(self.below_help(), body.width, &self.config, self.who.is_admin);
        if let Some(help) = &mut self.help {
            help.fill(lines, body.height);
        }
    }

    fn ticked(&mut self, now: Instant, effects: &mut Vec<Effect>) {
        self.now = now;
        self.notice.take_if(|(_, since)| (now - *since).num_seconds() >= NOTICE_SECONDS);
        if self.leaving.is_some_and(|since| (now - since).num_seconds() == WARN_AFTER_SECONDS) {
            self.warn_before_leaving();
        }
        self.on_each(effects, |screen, cx| screen.ticked(cx));
        let is_old = self.counted_at.is_none_or(|at| (now - at).num_seconds() >= RECOUNT_SECONDS);
        if (is_old && self.outbox.offline.is_none()) || self.outbox.should_knock(now) {
            self.count(effects);
        }
    }

    fn resized(&mut self, size: Size, effects: &mut Vec<Effect>) {
        self.size = size;
        self.on_each(effects, |screen, cx| screen.resized(cx));
        self.lay_out_help();
    }

    /// Sends what is ready, and stores what is not sent.
    fn flush(&mut self, effects: &mut Vec<Effect>) {
        let Self { outbox, requests, now, .. } = self;
        let ready = outbox.ready(*now, || {
            *requests += 1;
            *requests
        });
        effects.extend(ready.into_iter().map(Effect::Ask));
        effects.extend(outbox.to_save().map(Effect::Save));
        if self.habits != self.remembered {
            self.remembered = self.habits.clone();
            effects.push(Effect::Remember(self.habits.to_json()));
        }
        if self.leaving.is_some() && self.outbox.waiting() == 0 {
            effects.push(Effect::Quit);
        }
    }
}

/// Applies a message to the model, and returns effects to carry out.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let mut effects = Vec::new();
    match msg {
        Msg::Key(key) => model.key(key, &mut effects),
        Msg::Paste(words) => {
            if model.context().is_typed() && !chrome::too_small(model.size) {
                model.on_top(&mut effects, |screen, cx| screen.pasted(&words, cx));
            }
        }
        Msg::Mouse(event) => model.mouse(event, &mut effects),
        Msg::Resized(size) => model.resized(size, &mut effects),
        Msg::Tick(now) => model.ticked(now, &mut effects),
        Msg::Answered(answer) => model.answered(answer, &mut effects),
        Msg::Edited(Ok(written)) => model.on_top(&mut effects, |screen, cx| screen.edited(written, cx)),
        Msg::Edited(Err(why)) => model.notify(why, true),
        Msg::SaveFailed(why) => {
            if let Some(why) = &why {
                model.notify(format!("Grades cannot be kept on this machine: {why}."), true);
            }
            model.save_failure = why;
        }
        Msg::Unremembered(why) => model.notify(format!("Settings cannot be saved on this machine: {why}."), true),
        Msg::Damaged(path) => model.notify(
            format!("Unsent grades from last time cannot be read, and may have to be given again. They are in {path}."),
            true,
        ),
        Msg::Ended => effects.push(Effect::Quit),
    }
    model.flush(&mut effects);
    effects
}
