//! A student's change request.

use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
    text::Line,
    widgets::Paragraph,
};
use sabi_core::{
    clock::Instant,
    registration::{MAX_REASON_CHARS, RefuseChange, RegistrationView, SaveSubjects},
};

use crate::{
    chrome,
    keys::{Action, Context},
    screen::{Look, Screen, ScreenContext, Want},
    text,
    widgets::line::TextField,
    wire::{Call, Content, Failure, Response},
};

/// A student's change request.
#[derive(Debug)]
pub struct RequestScreen {
    registration: RegistrationView,
    /// Whether the confirmation is shown.
    asks: bool,
    /// The reason for declining, while it is typed.
    line: Option<TextField>,
    draft: String,
    awaited: Option<u64>,
}

impl RequestScreen {
    /// The screen of a row.
    pub fn new(registration: RegistrationView) -> Self {
        Self { registration, asks: false, line: None, draft: String::new(), awaited: None }
    }

    fn approve(&mut self, cx: &mut ScreenContext) {
        let one = &self.registration;
        let save = SaveSubjects {
            user_id: one.user.clone(),
            exam_id: one.exam.id.clone(),
            category_id: one.category.as_ref().map(|category| category.id.clone()),
            course_id: one.course.as_ref().map(|course| course.id.clone()),
            user_subscription: None,
            subjects: one.subjects_update.iter().map(|subject| subject.id.clone()).collect(),
            subjects_update: Vec::new(),
            subjects_processed: Vec::new(),
            update_request: false,
            version: Some(one.version),
        };
        self.awaited = Some(cx.ask(Call::Approve(save)));
    }

    fn act_in_words(&mut self, action: Action, cx: &mut ScreenContext) {
        let Some(line) = &mut self.line else { return };
        match action {
            Action::NewLine => line.break_line(),
            Action::Editor => cx.wants.push(Want::Edit(line.words())),
            other => {
                self.draft = line.words();
                self.line = None;
                if other == Action::Keep {
                    let ask = RefuseChange { reason: self.draft.clone(), version: Some(self.registration.version) };
                    self.awaited = Some(cx.ask(Call::Refuse(self.registration.id.clone(), ask)));
                }
            }
        }
    }
}

impl Screen for RequestScreen {
    fn context(&self) -> Context {
        match (&self.line, self.asks) {
            (Some(_), _) => Context::Words,
            (None, true) => Context::Confirm,
            (None, false) => Context::Request,
        }
    }

    fn title(&self, now: Instant) -> String {
        let one = &self.registration;
        format!("Subject change · {} · registered {}", one.exam.title, chrome::age(one.created_at, now))
    }

    fn opened(&mut self, _: &mut ScreenContext) {}

    fn act(&mut self, action: Action, cx: &mut ScreenContext) {
        if self.line.is_some() {
            return self.act_in_words(action, cx);
        }
        match action {
            Action::Approve => self.asks = true,
            Action::Reject if !self.asks => {
                self.line =
                    Some(TextField::new("Refuse, with a message to the student", &self.draft, MAX_REASON_CHARS));
            }
            Action::Yes if self.asks => {
                self.asks = false;
                self.approve(cx);
            }
            Action::No => self.asks = false,
            Action::NextSubmission => cx.wants.push(Want::Step { forward: true }),
            Action::PreviousSubmission => cx.wants.push(Want::Step { forward: false }),
            Action::CopyId => cx.copy_id(self.registration.user.as_str()),
            Action::Back => cx.wants.push(Want::Close),
            _ => {}
        }
    }

    fn typed(&mut self, key: KeyEvent, _: &mut ScreenContext) {
        if let Some(line) = &mut self.line {
            line.typed(key);
        }
    }

    fn pasted(&mut self, words: &str, _: &mut ScreenContext) {
        if let Some(line) = &mut self.line {
            line.pasted(words);
        }
    }

    fn edited(&mut self, written: Option<String>, _: &mut ScreenContext) {
        if let (Some(line), Some(words)) = (&mut self.line, written) {
            line.set(words.trim_end());
        }
    }

    fn answered(&mut self, answer: Response, cx: &mut ScreenContext) -> Option<Response> {
        if self.awaited.take_if(|awaited| *awaited == answer.number).is_none() {
            return Some(answer);
        }
        match answer.outcome {
            Ok(content) => {
                cx.say(match content {
                    Content::Refused => "The change has been refused, and the student gets a mail.",
                    _ => "The student's subjects have been changed.",
                });
                cx.wants.push(Want::Done(self.registration.id.to_string()));
            }
            Err(Failure { words, .. }) => cx.warn(text::line(&words)),
        }
        None
    }

    fn draw(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let theme = &look.config.theme;
        let one = &self.registration;
        let titled = |title: Option<&str>| text::line(title.unwrap_or("none"));
        let student = text::line(&format!("{} {}", one.student.first_name, one.student.last_name));
        let mut lines = vec![
            Line::raw(format!("Student     {student}")),
            Line::raw(format!("Id          {}", one.user)),
            Line::raw(format!("Course      {}", titled(one.course.as_ref().map(|course| course.title.as_str())))),
            Line::raw(format!("University  {}", titled(one.university.as_ref().map(|place| place.title.as_str())))),
            Line::default(),
            Line::styled("Registered now", theme.brand),
        ];
        let wanted = |id: &str| one.subjects_update.iter().any(|subject| subject.id.as_str() == id);
        for subject in &one.subjects {
            let goes = !wanted(subject.id.as_str());
            let (mark, style) = if goes { ("− ", theme.wrong) } else { ("  ", Style::new()) };
            lines.push(Line::styled(format!("{mark}{}", text::line(&subject.title)), style));
        }
        lines.extend([Line::default(), Line::styled("Asked for", theme.brand)]);
        for subject in &one.subjects_update {
            let comes = !one.subjects.iter().any(|held| held.id == subject.id);
            let (mark, style) = if comes { ("+ ", theme.good) } else { ("  ", Style::new()) };
            lines.push(Line::styled(format!("{mark}{}", text::line(&subject.title)), style));
        }
        let [body, last] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(area);
        frame.render_widget(Paragraph::new(lines), body);
        if let Some(line) = &self.line {
            line.draw(frame, last);
        }
        if self.asks {
            let lines = vec![
                Line::raw("The requested subjects replace the registered ones."),
                Line::raw("A student can change subjects only once."),
                Line::default(),
                Line::styled("Approve it? y yes · n no", Modifier::BOLD),
            ];
            chrome::dialog(frame, area, "Approve", lines, look);
        }
    }
}
