//! A theory submission: each answer beside its question, its model answer, and its grades.

mod claim;
mod grading;
#[cfg(test)]
mod tests;
mod view;

use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use sabi_core::{
    clock::Instant,
    grading::{Grade, GradingAnswer, GradingView},
};

use crate::{
    chrome,
    keys::{Action, Context},
    outbox::News,
    screen::{Look, Screen, ScreenContext, Want},
    text,
    widgets::{choose::Chooser, line::TextField, scroll::ScrollText},
    wire::{Content, Response, Task},
};

/// A part of the screen that can have the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    Question,
    /// The student's answer.
    Answer,
    /// The model answer and its working.
    Model,
}

impl Pane {
    /// Every pane, in the order of Tab.
    pub const ALL: [Self; 3] = [Self::Question, Self::Answer, Self::Model];

    fn after(self, steps: usize) -> Self {
        Self::ALL[(self as usize + steps) % Self::ALL.len()]
    }
}

/// Who may grade the submission.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// Claimed by this grader until this time, by this machine's clock.
    Mine(Instant),
    /// The submission cannot be graded here, for this reason.
    Unavailable(String),
    /// Declared, and being corrected by this administrator.
    Correcting,
    /// Not known yet.
    Loading,
}

/// The field or dialog that receives keys.
#[derive(Debug)]
enum Mode {
    Read,
    Remark(TextField),
    /// The list of saved remarks. The selected one is inserted into the text field, where it can still be changed.
    SavedRemarks(Chooser),
    /// The reason for changing a declared result.
    Reason(TextField),
    /// The confirmation of declaring.
    Declare,
}

/// A change that can be undone: the answer and its previous state.
#[derive(Debug, Clone)]
struct Done {
    at: usize,
    before: Grade,
}

/// A theory submission.
#[derive(Debug)]
pub struct Submission {
    task: Task,
    /// The submission, once it has arrived, with the grades given here.
    view: Option<GradingView>,
    claim: Claim,
    /// The position of the current answer.
    at: usize,
    focus: Pane,
    /// Whether the focused pane fills the screen.
    zoomed: bool,
    /// The focus before the whole question was shown, and whether its pane filled the screen.
    before_question: Option<(Pane, bool)>,
    /// The number of lines of the question.
    question_lines: usize,
    /// The texts of [`Pane::ALL`].
    texts: [ScrollText; 3],
    mode: Mode,
    /// An unfinished remark, with its answer.
    draft: Option<(usize, String)>,
    done: Vec<Done>,
    /// The requested claim or read.
    awaited: Option<u64>,
    failure: Option<String>,
    /// Whether the user has graded anything here.
    worked: bool,
    /// The reason for changing the declared result, once it was entered.
    reason: Option<String>,
    /// Whether the user is releasing it.
    releasing: bool,
    /// Answers that were graded in two places, each with a message.
    clashes: Vec<(usize, String)>,
}

impl Submission {
    /// The screen of a row.
    pub fn new(task: Task) -> Self {
        Self {
            view: None,
            claim: Claim::Loading,
            at: 0,
            focus: Pane::Answer,
            zoomed: false,
            before_question: None,
            question_lines: 1,
            texts: Default::default(),
            mode: Mode::Read,
            draft: None,
            done: Vec::new(),
            awaited: None,
            failure: None,
            worked: false,
            reason: None,
            releasing: false,
            clashes: Vec::new(),
            task,
        }
    }

    fn answers(&self) -> &[GradingAnswer] {
        self.view.as_ref().map_or(&[], |view| &view.answers)
    }

    fn shown(&self) -> Option<&GradingAnswer> {
        self.answers().get(self.at)
    }

    fn is_pending(&self) -> bool {
        self.view.as_ref().map_or(!self.task.is_declared, |view| view.exam_result == "pending")
    }

    /// Whether nothing was written, which counts as 0.
    fn is_blank(answer: &GradingAnswer) -> bool {
        answer.theory_answered.is_none()
    }

    /// The answers without a grade.
    fn left(&self) -> impl Iterator<Item = usize> {
        let answers = self.answers().iter().enumerate();
        answers.filter(|(_, one)| one.ans_grade.is_none() && !Self::is_blank(one)).map(|(place, _)| place)
    }

    /// Wraps the texts to their panes.
    fn lay_out(&mut self, cx: &ScreenContext) {
        let area = Rect::from((Position::ORIGIN, cx.room));
        let theme = &cx.config.theme;
        let width = view::question_width(area);
        let question = self.shown().and_then(|one| one.theory.as_ref());
        self.question_lines = question.map_or(1, |theory| text::rich(&theory.question, width).len());
        let areas = view::panes(area, self);
        // The store of this machine has no address.
        let server = Some(cx.who.place.trim_end_matches('/')).filter(|place| !place.contains(' '));
        let page = format!("{}/admin/user-theories-exam/{}", server.unwrap_or_default(), self.task.id);
        for pane in Pane::ALL {
            let inside = areas.inside(pane);
            let lines = self.shown().map(|answer| view::lines(answer, pane, inside.width, theme, &page));
            self.texts[pane as usize].fill(lines.unwrap_or_default(), inside.height);
        }
    }

    fn go(&mut self, to: usize, cx: &ScreenContext) {
        if to < self.answers().len() && to != self.at {
            self.at = to;
            self.texts = Default::default();
            self.lay_out(cx);
        }
    }

    fn read(&mut self, action: Action, cx: &mut ScreenContext) {
        if let Some(grade) = action.grade() {
            return self.give(grade, cx);
        }
        match action {
            Action::NextAnswer => self.go(self.at + 1, cx),
            Action::PreviousAnswer => self.go(self.at.saturating_sub(1), cx),
            Action::NextUngraded => self.go_ungraded(cx),
            Action::NextPane => self.move_focus(1, cx),
            Action::PreviousPane => self.move_focus(Pane::ALL.len() - 1, cx),
            Action::WholeQuestion => self.toggle_question(cx),
            Action::Advance => self.toggle_advance(cx),
            Action::SameQuestion => self.toggle_same_question(cx),
            Action::SavedRemarks => self.choose_remark(cx),
            Action::CopyId => cx.copy_id(self.task.id.as_str()),
            Action::Zoom => {
                self.before_question = None;
                self.zoomed = !self.zoomed;
                self.lay_out(cx);
            }
            Action::Remark => self.begin_remark(cx),
            Action::RemarkInEditor => {
                if self.may_grade(cx) {
                    let words = self.remark_so_far();
                    cx.wants.push(Want::Edit(words));
                }
            }
            Action::Undo => self.undo(cx),
            Action::Declare => self.ask_to_declare(cx),
            Action::Release => self.release(cx),
            Action::Claim | Action::Refresh => self.fetch(cx),
            Action::NextSubmission => step(true, cx),
            Action::PreviousSubmission => step(false, cx),
            Action::Back => cx.wants.push(Want::Close),
            Action::Copy => {
                cx.wants.push(Want::Copy(self.texts[self.focus as usize].plain()));
            }
            _ => self.texts[self.focus as usize].act(action),
        }
    }

    /// Shows the question on the whole screen, or returns to the previous view.
    fn toggle_question(&mut self, cx: &ScreenContext) {
        match self.before_question.take() {
            Some(before) => (self.focus, self.zoomed) = before,
            None => {
                self.before_question = Some((self.focus, self.zoomed));
                (self.focus, self.zoomed) = (Pane::Question, true);
            }
        }
        self.lay_out(cx);
    }

    fn move_focus(&mut self, steps: usize, cx: &ScreenContext) {
        self.before_question = None;
        self.focus = self.focus.after(steps);
        self.lay_out(cx);
    }
}

/// Goes to the next or the previous submission.
fn step(forward: bool, cx: &mut ScreenContext) {
    if let Some(question) = cx.pinned.as_mut() {
        question.forward = forward;
    }
    cx.wants.push(Want::Step { forward });
}

/// Saves a remark for reuse.
fn save_for_reuse(remark: &str, cx: &mut ScreenContext) {
    match remark.trim() {
        "" => cx.warn("There is no remark to save yet."),
        remark => {
            cx.habits.save_remark(remark);
            cx.say("Remark saved for reuse.");
        }
    }
}

impl Screen for Submission {
    fn context(&self) -> Context {
        match self.mode {
            Mode::Read => Context::Submission,
            Mode::Remark(_) => Context::Remark,
            Mode::Reason(_) => Context::Words,
            Mode::SavedRemarks(_) => Context::SavedRemarks,
            Mode::Declare => Context::Confirm,
        }
    }

    fn title(&self, now: Instant) -> String {
        let year = self.task.year.map(|year| format!(" {year}")).unwrap_or_default();
        let subjects = self.task.subjects.join(", ");
        let ago = chrome::age(self.task.submitted_at, now);
        format!("{}{year} · {subjects} · {ago}", self.task.exam)
    }

    fn opened(&mut self, cx: &mut ScreenContext) {
        cx.outbox.resume(&self.task.id);
        self.fetch(cx);
    }

    fn act(&mut self, action: Action, cx: &mut ScreenContext) {
        self.renew(cx);
        match (&mut self.mode, action) {
            (Mode::Read, _) => self.read(action, cx),
            (Mode::Remark(line), Action::NewLine) => line.break_line(),
            (Mode::Remark(line), Action::SaveRemark) => save_for_reuse(&line.words(), cx),
            (Mode::Remark(line), Action::SavedRemarks) => {
                self.draft = Some((self.at, line.words()));
                self.choose_remark(cx);
            }
            (Mode::SavedRemarks(chooser), _) => match action {
                Action::Up | Action::Down => chooser.act(action),
                Action::Keep => {
                    let chosen = chooser.chosen().and_then(|(remark, _)| remark);
                    self.use_remark(chosen, cx);
                }
                Action::ForgetRemark => {
                    if let Some((Some(remark), _)) = chooser.chosen() {
                        cx.habits.forget_remark(&remark);
                    }
                    self.choose_remark(cx);
                }
                _ => self.mode = Mode::Read,
            },
            (Mode::Remark(line), Action::Editor) => cx.wants.push(Want::Edit(line.words())),
            (Mode::Remark(line), Action::Keep) => {
                let words = line.words();
                self.mode = Mode::Read;
                self.keep_remark(&words, cx);
            }
            (Mode::Remark(line), _) => {
                self.draft = Some((self.at, line.words()));
                self.mode = Mode::Read;
            }
            (Mode::Reason(line), Action::NewLine) => line.break_line(),
            (Mode::Reason(line), Action::Editor) => cx.wants.push(Want::Edit(line.words())),
            (Mode::Reason(line), Action::Keep) => {
                let why = line.words();
                self.begin_correction(why.trim(), cx);
            }
            (Mode::Reason(_), _) => self.mode = Mode::Read,
            (Mode::Declare, Action::Yes) => {
                self.mode = Mode::Read;
                self.declare(cx);
            }
            (Mode::Declare, _) => self.mode = Mode::Read,
        }
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut ScreenContext) {
        self.renew(cx);
        match &mut self.mode {
            Mode::Remark(line) | Mode::Reason(line) => line.typed(key),
            Mode::SavedRemarks(chooser) => chooser.typed(key),
            _ => {}
        }
    }

    fn pasted(&mut self, words: &str, _: &mut ScreenContext) {
        if let Mode::Remark(line) | Mode::Reason(line) = &mut self.mode {
            line.pasted(words);
        }
    }

    fn edited(&mut self, written: Option<String>, cx: &mut ScreenContext) {
        match (&mut self.mode, written) {
            (Mode::Remark(line) | Mode::Reason(line), Some(words)) => line.set(words.trim_end()),
            (Mode::Read, Some(words)) => self.keep_remark(words.trim_end(), cx),
            _ => {}
        }
    }

    fn answered(&mut self, answer: Response, cx: &mut ScreenContext) -> Option<Response> {
        let Response { number, outcome } = answer;
        if self.awaited.take_if(|awaited| *awaited == number).is_none() {
            return Some(Response { number, outcome });
        }
        match outcome {
            Ok(Content::Grading(view)) => self.take(*view, cx),
            Ok(_) => {}
            Err(failure) => self.not_claimed(failure, cx),
        }
        None
    }

    fn on_news(&mut self, news: &News, cx: &mut ScreenContext) {
        self.hear(news, cx);
    }

    fn ticked(&mut self, cx: &mut ScreenContext) {
        if let Claim::Mine(until) = self.claim
            && until <= cx.now
        {
            self.claim =
                Claim::Unavailable("Your claim has expired. Give a grade or press c to claim it again.".to_owned());
            cx.warn("Your claim has expired. Your grades are kept.");
        }
    }

    fn resized(&mut self, cx: &mut ScreenContext) {
        self.lay_out(cx);
    }

    fn clicked(&mut self, at: Position, cx: &mut ScreenContext) {
        let areas = view::panes(Rect::from((Position::ORIGIN, cx.room)), self);
        if let Some(pane) = Pane::ALL.into_iter().find(|pane| areas.area(*pane).contains(at)) {
            self.focus = pane;
            self.lay_out(cx);
        } else if let Some(place) = areas.answer_at(at, self) {
            self.go(place, cx);
        }
    }

    fn wheeled(&mut self, at: Position, forward: bool, cx: &mut ScreenContext) {
        let areas = view::panes(Rect::from((Position::ORIGIN, cx.room)), self);
        if let Some(pane) = Pane::ALL.into_iter().find(|pane| areas.area(*pane).contains(at)) {
            self.texts[pane as usize].act(if forward { Action::Down } else { Action::Up });
        }
    }

    /// A submission that was only viewed is released at once, and so is one of which only the pinned question is
    /// graded: its grades are saved, and a moderator cannot claim all submissions.
    fn leaving(&mut self, cx: &mut ScreenContext) {
        let is_untouched = self.answers().iter().all(|answer| answer.ans_grade.is_none() && answer.remark.is_none());
        if matches!(self.claim, Claim::Mine(_)) && (is_untouched && !self.worked || cx.pinned.is_some()) {
            let revision = self.view.as_ref().map_or(0, |view| view.revision);
            cx.outbox.follow(&self.task.id, revision, crate::outbox::Then::Release);
        }
    }

    fn draw(&self, frame: &mut Frame, area: Rect, look: &Look) {
        self.paint(frame, area, look);
    }
}
