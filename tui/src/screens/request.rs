//! A student's wish for other subjects.

use ratatui::{
    Frame,
    layout::Rect,
    style::{Modifier, Style},
    text::Line,
    widgets::Paragraph,
};
use sabi_core::{
    clock::Instant,
    learning::{RegistrationView, SaveSubjects},
};

use crate::{
    chrome,
    keys::{Action, Context},
    screen::{Desk, Look, Screen, Want},
    text,
    wire::{Answer, Call, Failure},
};

/// A student's wish for other subjects.
#[derive(Debug)]
pub struct RequestScreen {
    registration: RegistrationView,
    /// Whether a yes is asked for.
    asks: bool,
    awaited: Option<u64>,
}

impl RequestScreen {
    /// The wish of a row.
    pub fn new(registration: RegistrationView) -> Self {
        Self { registration, asks: false, awaited: None }
    }

    fn approve(&mut self, desk: &mut Desk) {
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
        self.awaited = Some(desk.ask(Call::Approve(save)));
    }
}

impl Screen for RequestScreen {
    fn context(&self) -> Context {
        if self.asks { Context::Confirm } else { Context::Request }
    }

    fn title(&self, now: Instant) -> String {
        let one = &self.registration;
        format!("Subject change · {} · registered {}", one.exam.title, chrome::age(one.created_at, now))
    }

    fn opened(&mut self, _: &mut Desk) {}

    fn act(&mut self, action: Action, desk: &mut Desk) {
        match action {
            Action::Approve => self.asks = true,
            Action::Yes if self.asks => {
                self.asks = false;
                self.approve(desk);
            }
            Action::No => self.asks = false,
            Action::NextSubmission => desk.wants.push(Want::Step { forward: true }),
            Action::PreviousSubmission => desk.wants.push(Want::Step { forward: false }),
            Action::CopyId => desk.copy_id(self.registration.user.as_str()),
            Action::Back => desk.wants.push(Want::Close),
            _ => {}
        }
    }

    fn answered(&mut self, answer: Answer, desk: &mut Desk) -> Option<Answer> {
        if self.awaited.take_if(|awaited| *awaited == answer.number).is_none() {
            return Some(answer);
        }
        match answer.outcome {
            Ok(_) => {
                desk.say("The student's subjects have been changed.");
                desk.wants.push(Want::Done(self.registration.id.to_string()));
            }
            Err(Failure { words, .. }) => desk.warn(text::line(&words)),
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
        frame.render_widget(Paragraph::new(lines), area);
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
