//! A contact message and the replies to it.

use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    text::Line,
};
use sabi_core::{
    clock::{Instant, west_africa},
    html,
    inbox::{ContactReply, ContactView},
};

use crate::{
    chrome,
    keys::{Action, Context},
    screen::{Look, Screen, ScreenContext, Want},
    text,
    widgets::{line::TextField, scroll::ScrollText},
    wire::{Call, Content, Failure, Response},
};

/// The longest reply, in characters; as HTML it is longer.
const MAX_REPLY_CHARS: usize = 10_000;

/// A contact message.
#[derive(Debug)]
pub struct MessageScreen {
    contact: ContactView,
    replies: Vec<ContactReply>,
    text: ScrollText,
    line: Option<TextField>,
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

    fn lay_out(&mut self, cx: &ScreenContext) {
        let width = cx.room.width;
        let theme = &cx.config.theme;
        let one = &self.contact;
        let from = text::line(&format!("{} {} <{}> {}", one.first_name, one.last_name, one.email, one.mobile_no));
        let mut lines =
            vec![Line::styled(text::line(&one.subject), theme.brand), Line::styled(from, theme.quiet), Line::default()];
        lines.extend(text::plain(&one.message, width));
        for reply in &self.replies {
            let at = west_africa(reply.created_at).format("Replied on %-d %b %Y %H:%M WAT").to_string();
            lines.extend([Line::default(), Line::styled(at, theme.brand)]);
            lines.extend(text::rich(&reply.reply_message, width));
        }
        self.text.fill(lines, cx.room.height.saturating_sub(1));
    }

    fn send(&mut self, words: &str, cx: &mut ScreenContext) {
        self.draft = words.to_owned();
        if words.trim().is_empty() {
            return cx.warn("The reply is empty.");
        }
        let paragraphs =
            words.trim().split("\n\n").map(|part| format!("<p>{}</p>", html::escaped(part).replace('\n', "<br>")));
        self.sending = Some(cx.ask(Call::Reply(self.contact.id.clone(), paragraphs.collect())));
    }
}

impl Screen for MessageScreen {
    fn context(&self) -> Context {
        if self.line.is_some() { Context::Words } else { Context::Message }
    }

    fn title(&self, now: Instant) -> String {
        format!("Message · {}", chrome::age(self.contact.created_at, now))
    }

    fn opened(&mut self, cx: &mut ScreenContext) {
        self.reading = Some(cx.ask(Call::Replies(self.contact.id.clone())));
        self.lay_out(cx);
    }

    fn act(&mut self, action: Action, cx: &mut ScreenContext) {
        match (&mut self.line, action) {
            (Some(line), Action::NewLine) => line.break_line(),
            (Some(line), Action::Editor) => cx.wants.push(Want::Edit(line.words())),
            (Some(line), Action::Keep) => {
                let words = line.words();
                self.line = None;
                self.send(&words, cx);
            }
            (Some(line), _) => {
                self.draft = line.words();
                self.line = None;
            }
            (None, Action::Reply) => self.line = Some(TextField::new("Reply", &self.draft, MAX_REPLY_CHARS)),
            (None, Action::NextSubmission) => cx.wants.push(Want::Step { forward: true }),
            (None, Action::PreviousSubmission) => cx.wants.push(Want::Step { forward: false }),
            (None, Action::CopyId) => cx.copy_id(self.contact.id.as_str()),
            (None, Action::Copy) => cx.wants.push(Want::Copy(self.text.plain())),
            (None, Action::Back) => cx.wants.push(Want::Close),
            (None, _) => self.text.act(action),
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
        let Response { number, outcome } = answer;
        if self.sending.take_if(|awaited| *awaited == number).is_some() {
            match outcome {
                Ok(_) => {
                    self.draft.clear();
                    cx.say("Reply sent.");
                    cx.wants.push(Want::Stale);
                    self.reading = Some(cx.ask(Call::Replies(self.contact.id.clone())));
                }
                Err(Failure { words, .. }) => cx.warn(text::line(&words)),
            }
            return None;
        }
        if self.reading.take_if(|awaited| *awaited == number).is_none() {
            return Some(Response { number, outcome });
        }
        match outcome {
            Ok(Content::Replies(replies)) => {
                self.replies = replies;
                self.lay_out(cx);
            }
            Ok(_) => {}
            Err(Failure { words, .. }) => cx.warn(text::line(&words)),
        }
        None
    }

    fn resized(&mut self, cx: &mut ScreenContext) {
        self.lay_out(cx);
    }

    fn draw(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let [body, last] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(area);
        self.text.draw(frame, body);
        match (&self.line, self.draft.is_empty()) {
            (Some(line), _) => line.draw(frame, last),
            (None, false) => {
                let words = format!("Not sent (r continues): {}", self.draft);
                let words = text::fit(&words, last.width.into());
                frame.render_widget(Line::styled(words, look.config.theme.warn), last);
            }
            (None, true) => {}
        }
    }
}
