//! A contact message and the replies to it.

use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    text::Line as Row,
};
use sabi_core::{
    clock::{Instant, west_africa},
    inbox::{ContactReply, ContactView},
};

use crate::{
    chrome,
    keys::{Action, Context},
    screen::{Desk, Look, Screen, Want},
    text,
    widgets::{line::Line, scroll::ScrollText},
    wire::{Answer, Call, Content, Failure},
};

/// The longest reply, in characters; as HTML it is longer.
const LONGEST: usize = 10_000;

/// A contact message.
#[derive(Debug)]
pub struct MessageScreen {
    contact: ContactView,
    replies: Vec<ContactReply>,
    text: ScrollText,
    line: Option<Line>,
    draft: String,
    /// The requests for the replies, and for sending a reply.
    reading: Option<u64>,
    sending: Option<u64>,
}

impl MessageScreen {
    /// The screen of a row.
    pub fn new(contact: ContactView) -> Self {
        let (text, draft) = (ScrollText::default(), String::new());
        Self { contact, replies: Vec::new(), text, line: None, draft, reading: None, sending: None }
    }

    fn lay_out(&mut self, desk: &Desk) {
        let width = desk.room.width;
        let theme = &desk.config.theme;
        let one = &self.contact;
        let from = text::line(&format!("{} {} <{}> {}", one.first_name, one.last_name, one.email, one.mobile_no));
        let mut lines =
            vec![Row::styled(text::line(&one.subject), theme.brand), Row::styled(from, theme.quiet), Row::default()];
        lines.extend(text::plain(&one.message, width));
        for reply in &self.replies {
            let at = west_africa(reply.created_at).format("Replied on %-d %b %Y %H:%M WAT").to_string();
            lines.extend([Row::default(), Row::styled(at, theme.brand)]);
            lines.extend(text::rich(&reply.reply_message, width));
        }
        self.text.fill(lines, desk.room.height.saturating_sub(1));
    }

    fn send(&mut self, words: &str, desk: &mut Desk) {
        self.draft = words.to_owned();
        if words.trim().is_empty() {
            return desk.warn("The reply is empty.");
        }
        let paragraphs =
            words.trim().split("\n\n").map(|part| format!("<p>{}</p>", text::escape(part).replace('\n', "<br>")));
        self.sending = Some(desk.ask(Call::Reply(self.contact.id.clone(), paragraphs.collect())));
    }
}

impl Screen for MessageScreen {
    fn context(&self) -> Context {
        if self.line.is_some() { Context::Words } else { Context::Message }
    }

    fn title(&self, now: Instant) -> String {
        format!("Message · {}", chrome::age(self.contact.created_at, now))
    }

    fn opened(&mut self, desk: &mut Desk) {
        self.reading = Some(desk.ask(Call::Replies(self.contact.id.clone())));
        self.lay_out(desk);
    }

    fn act(&mut self, action: Action, desk: &mut Desk) {
        match (&mut self.line, action) {
            (Some(line), Action::NewLine) => line.break_line(),
            (Some(line), Action::Editor) => desk.wants.push(Want::Edit(line.words())),
            (Some(line), Action::Keep) => {
                let words = line.words();
                self.line = None;
                self.send(&words, desk);
            }
            (Some(line), _) => {
                self.draft = line.words();
                self.line = None;
            }
            (None, Action::Reply) => self.line = Some(Line::new("Reply", &self.draft, LONGEST)),
            (None, Action::NextSubmission) => desk.wants.push(Want::Step { forward: true }),
            (None, Action::PreviousSubmission) => desk.wants.push(Want::Step { forward: false }),
            (None, Action::CopyId) => desk.copy_id(self.contact.id.as_str()),
            (None, Action::Copy) => desk.wants.push(Want::Copy(self.text.plain())),
            (None, Action::Back) => desk.wants.push(Want::Close),
            (None, _) => self.text.act(action),
        }
    }

    fn typed(&mut self, key: KeyEvent, _: &mut Desk) {
        if let Some(line) = &mut self.line {
            line.typed(key);
        }
    }

    fn pasted(&mut self, words: &str, _: &mut Desk) {
        if let Some(line) = &mut self.line {
            line.pasted(words);
        }
    }

    fn edited(&mut self, written: Option<String>, _: &mut Desk) {
        if let (Some(line), Some(words)) = (&mut self.line, written) {
            line.set(words.trim_end());
        }
    }

    fn answered(&mut self, answer: Answer, desk: &mut Desk) -> Option<Answer> {
        let Answer { number, outcome } = answer;
        if self.sending.take_if(|awaited| *awaited == number).is_some() {
            match outcome {
                Ok(_) => {
                    self.draft.clear();
                    desk.say("Reply sent.");
                    desk.wants.push(Want::Stale);
                    self.reading = Some(desk.ask(Call::Replies(self.contact.id.clone())));
                }
                Err(Failure { words, .. }) => desk.warn(text::line(&words)),
            }
            return None;
        }
        if self.reading.take_if(|awaited| *awaited == number).is_none() {
            return Some(Answer { number, outcome });
        }
        match outcome {
            Ok(Content::Replies(replies)) => {
                self.replies = replies;
                self.lay_out(desk);
            }
            Ok(_) => {}
            Err(Failure { words, .. }) => desk.warn(text::line(&words)),
        }
        None
    }

    fn resized(&mut self, desk: &mut Desk) {
        self.lay_out(desk);
    }

    fn draw(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let [body, last] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(area);
        self.text.draw(frame, body);
        match (&self.line, self.draft.is_empty()) {
            (Some(line), _) => line.draw(frame, last),
            (None, false) => {
                let words = format!("Not sent (r continues): {}", self.draft);
                let words = text::fit(&words, last.width.into());
                frame.render_widget(Row::styled(words, look.config.theme.warn), last);
            }
            (None, true) => {}
        }
    }
}
