//! One submission opened: its questions, the pane in focus, and how far each pane is scrolled.

use ratatui::{layout::Size, text::Line};
use sabi_core::exam::{ResultOutcome, TheoryResultView, UserTheory};

use super::{Call, Request, scrolled};
use crate::{keys::Action, layout, screens::detail::sheet, text};

/// A part of the screen that can have the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    /// The list of questions.
    Questions,
    /// The question.
    Question,
    /// The student's answer.
    Answer,
    /// The model answer and its working.
    Model,
}

impl Pane {
    /// Every pane, in the order of Tab.
    pub const ALL: [Self; 4] = [Self::Questions, Self::Question, Self::Answer, Self::Model];
    /// The panes that show a text.
    pub const TEXTS: [Self; 3] = [Self::Question, Self::Answer, Self::Model];

    fn after(self, steps: usize) -> Self {
        Self::ALL[(self as usize + steps) % Self::ALL.len()]
    }
}

/// A submission that was opened from the list.
#[derive(Debug)]
pub struct Detail {
    /// The submission, as its row in the list tells it.
    pub submission: UserTheory,
    /// The content, once it has come.
    pub opened: Option<Opened>,
    pub focus: Pane,
    /// The number of the request whose answer is awaited.
    pub awaited: Option<u64>,
    /// Why the last request failed.
    pub failure: Option<String>,
}

/// The content of a submission.
#[derive(Debug)]
pub struct Opened {
    pub outcome: ResultOutcome,
    /// The theory questions of all subjects.
    pub questions: Vec<Question>,
    /// The question that is shown.
    pub at: usize,
    /// The texts of [`Pane::TEXTS`].
    pub sheets: [Sheet; 3],
    /// The question and the widths that the texts are wrapped for.
    wrapped: Option<(usize, [u16; 3])>,
}

/// A theory question with its answers.
#[derive(Debug)]
pub struct Question {
    /// The subject's title.
    pub subject: String,
    /// The question in one line.
    pub gist: String,
    pub result: TheoryResultView,
}

/// A text that is wrapped to its pane.
#[derive(Debug, Default)]
pub struct Sheet {
    pub lines: Vec<Line<'static>>,
    /// The first line in sight.
    pub scroll: usize,
}

impl Detail {
    pub(super) fn open(number: u64, submission: UserTheory, size: Size) -> (Self, Request) {
        let call = Call::Open(submission.id.clone());
        // Where the question is in sight anyway, the answer is given the room.
        let alone = layout::panes(size, Pane::Question).tabs.is_some();
        let focus = if alone { Pane::Question } else { Pane::Answer };
        let detail = Self { submission, opened: None, focus, awaited: Some(number), failure: None };
        (detail, Request { number, call })
    }

    pub(super) fn act(&mut self, action: Action, number: u64, size: Size) -> Option<Request> {
        match action {
            Action::Refresh => {
                self.awaited = Some(number);
                self.failure = None;
                return Some(Request { number, call: Call::Open(self.submission.id.clone()) });
            }
            Action::NextPane => self.focus = self.focus.after(1),
            Action::PreviousPane => self.focus = self.focus.after(Pane::ALL.len() - 1),
            Action::NextQuestion => self.turn(Action::Down),
            Action::PreviousQuestion => self.turn(Action::Up),
            _ if self.focus == Pane::Questions => self.turn(action),
            _ => self.scroll(action, size),
        }
        self.lay_out(size);
        None
    }

    /// Goes to another question.
    fn turn(&mut self, action: Action) {
        if let Some(opened) = &mut self.opened {
            let last = opened.questions.len().saturating_sub(1);
            opened.at = scrolled(opened.at, action, last, last);
        }
    }

    fn scroll(&mut self, action: Action, size: Size) {
        let room = layout::panes(size, self.focus).room(self.focus);
        if let Some(opened) = &mut self.opened
            && let Some(place) = Pane::TEXTS.iter().position(|pane| *pane == self.focus)
        {
            let sheet = &mut opened.sheets[place];
            sheet.scroll = scrolled(sheet.scroll, action, room, sheet.lines.len().saturating_sub(room));
        }
    }

    /// Takes the content that is awaited; any other comes too late.
    pub(super) fn filled(&mut self, answered: u64, outcome: ResultOutcome, size: Size) {
        if self.awaited.take_if(|awaited| *awaited == answered).is_none() {
            return;
        }
        let subjects = outcome.subject_results.iter();
        let questions: Vec<_> = subjects
            .flat_map(|one| one.theories.iter().map(|theory| Question::new(&one.subject.title, theory)))
            .collect();
        // What is read again stays where it was.
        let (at, sheets) = self.opened.take().map(|before| (before.at, before.sheets)).unwrap_or_default();
        let at = at.min(questions.len().saturating_sub(1));
        self.opened = Some(Opened { outcome, questions, at, sheets, wrapped: Some((at, [0; 3])) });
        self.lay_out(size);
    }

    /// Notes that the awaited content did not come.
    pub(super) fn failed(&mut self, answered: u64, failure: &str) {
        if self.awaited.take_if(|awaited| *awaited == answered).is_some() {
            self.failure = Some(text::line(failure));
        }
    }

    /// Wraps the texts to their panes where either changed, and keeps the scrolling within them.
    pub(super) fn lay_out(&mut self, size: Size) {
        let panes = layout::panes(size, self.focus);
        let Some(opened) = &mut self.opened else { return };
        let Some(shown) = opened.questions.get(opened.at) else { return };
        let wanted = (opened.at, Pane::TEXTS.map(|pane| panes.width(pane)));
        if opened.wrapped != Some(wanted) {
            let same = opened.wrapped.is_some_and(|(at, _)| at == opened.at);
            for (place, pane) in Pane::TEXTS.into_iter().enumerate() {
                let scroll = if same { opened.sheets[place].scroll } else { 0 };
                opened.sheets[place] = Sheet { lines: sheet(shown, pane, wanted.1[place]), scroll };
            }
            opened.wrapped = Some(wanted);
        }
        for (place, pane) in Pane::TEXTS.into_iter().enumerate() {
            let sheet = &mut opened.sheets[place];
            sheet.scroll = sheet.scroll.min(sheet.lines.len().saturating_sub(panes.room(pane)));
        }
    }
}

impl Question {
    fn new(subject: &str, result: &TheoryResultView) -> Self {
        let mut result = result.clone();
        result.theory.title = text::line(&result.theory.title);
        Self { subject: text::line(subject), gist: text::gist(&result.theory.question), result }
    }

    /// Whether the student wrote anything.
    pub fn answered(&self) -> bool {
        self.result.results_detail.theory_answered.as_deref().is_some_and(|answer| !answer.trim().is_empty())
    }
}

#[cfg(test)]
mod tests;
