//! A question report beside the question: it can be decided here, and the question's key or text corrected.

use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::Modifier,
    text::{Line, Span},
    widgets::Block,
};
use sabi_core::{
    clock::Instant,
    exam::{CorrectKey, OptionName, Rekeyed},
    people::Proof,
    reports::{self, DecideReport, ReportState, ReportView},
};

use super::list;
use crate::{
    chrome,
    config::Config,
    keys::{Action, Context},
    screen::{Look, Screen, ScreenContext, Want},
    text,
    widgets::{choose::Chooser, line::TextField, scroll::ScrollText},
    wire::{Asked, Call, Content, Failure, QuestionId, Response},
};

/// The maximum number of changed scores that the preview of a key lists.
const PREVIEWED: usize = 8;

#[derive(Debug)]
enum Mode {
    Read,
    /// The reply to the student.
    Words(ReportState, TextField),
    /// Whether all open reports of the question get this decision, or only this one.
    Together(ReportState, String),
    /// The correct option.
    Key(Chooser),
    /// The effect of a new key.
    Preview(usize, Box<Rekeyed>),
    /// The password or a code, before this option becomes the key.
    Proof(usize, Asks, TextField),
}

/// The credential to enter again before a dangerous action (ruling 36).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asks {
    Password,
    Code,
}

/// The expected response.
#[derive(Debug, Clone, Copy)]
enum Wait {
    Question,
    Decision,
    Preview(usize),
    Key(usize),
    Proof(usize),
    Text,
}

/// A question report and its decision.
#[derive(Debug)]
pub struct ReportScreen {
    report: ReportView,
    /// The current question in the bank.
    asked: Option<Box<Asked>>,
    failure: Option<String>,
    text: ScrollText,
    mode: Mode,
    /// An unfinished reply.
    draft: String,
    awaited: Option<(u64, Wait)>,
}

impl ReportScreen {
    /// The screen of a row.
    pub fn new(report: ReportView) -> Self {
        let draft = report.answer.clone();
        let (asked, failure, text, mode, awaited) = (None, None, ScrollText::default(), Mode::Read, None);
        Self { report, asked, failure, text, mode, draft, awaited }
    }

    fn fetch(&mut self, cx: &mut ScreenContext) {
        self.failure = None;
        self.awaited = Some((cx.ask(Call::Question(self.report.id.clone())), Wait::Question));
        self.lay_out(cx);
    }

    fn lay_out(&mut self, cx: &ScreenContext) {
        let width = cx.room.width.saturating_sub(2);
        let room = cx.room.height.saturating_sub(HEAD + 2);
        self.text.fill(self.lines(width, cx.config), room);
    }

    /// The question with its options, its key and its statistics.
    fn lines(&self, width: u16, config: &Config) -> Vec<Line<'static>> {
        let theme = &config.theme;
        let Some(asked) = &self.asked else {
            let mut lines = text::plain(&self.report.question.stem, width);
            if let Some(failure) = &self.failure {
                lines.extend([Line::default(), Line::styled(failure.clone(), theme.wrong)]);
            }
            return lines;
        };
        let mut lines = Vec::new();
        if let Some(passage) = &asked.passage {
            lines.extend(text::rich(passage, width));
            lines.push(Line::default());
        }
        lines.extend(text::rich(&asked.question, width));
        lines.push(Line::default());
        for (place, (option, is_key)) in asked.options.iter().enumerate() {
            let chosen = asked.figures.as_ref().and_then(|figures| figures.options.get(place));
            let chosen_by = chosen.map(|one| format!("  ({} chose it)", one.chosen)).unwrap_or_default();
            let mark = if *is_key { "✓" } else { " " };
            let style = if *is_key { theme.good.add_modifier(Modifier::BOLD) } else { ratatui::style::Style::new() };
            let words = format!("{mark} {}. {}{chosen_by}", letter(place), text::gist(option));
            lines.extend(text::plain(&words, width).into_iter().map(|line| line.style(style)));
        }
        if let Some(figures) = &asked.figures {
            lines.push(Line::default());
            let share = |value: Option<f64>| value.map_or("–".to_owned(), sabi_api::cells::figure);
            let facts = format!(
                "{} answers, facility {}, discrimination {}",
                figures.attempts,
                share(figures.facility),
                share(figures.discrimination)
            );
            lines.push(Line::styled(facts, theme.quiet));
            if figures.flag.is_some() {
                lines.push(Line::styled(
                    "Strong students prefer another option: the key is probably wrong.",
                    theme.warn,
                ));
            }
        }
        if !asked.answer.trim().is_empty() {
            lines.extend([Line::default(), Line::styled("Explanation", theme.brand)]);
            lines.extend(text::rich(&asked.answer, width));
        }
        lines
    }

    fn begin(&mut self, state: ReportState) {
        let label = match state {
            ReportState::Accepted => "Accept, with a message to the student",
            ReportState::Rejected => "Reject, with the reason (the student reads it)",
            ReportState::Open => "Open again, with a message to the student",
        };
        self.mode = Mode::Words(state, TextField::new(label, &self.draft, reports::MAX_REPORT_CHARS));
    }

    fn decide(&mut self, state: ReportState, words: String, together: bool, cx: &mut ScreenContext) {
        let decision = DecideReport { state, words: Some(words.clone()), version: Some(self.report.version) };
        self.draft = words;
        let report = self.report.id.clone();
        let question = self.report.question.id.clone();
        let call =
            if together { Call::DecideAll { report, question, decision } } else { Call::Decide(report, decision) };
        self.awaited = Some((cx.ask(call), Wait::Decision));
    }

    fn rekey(&mut self, option: usize, dry_run: bool, cx: &mut ScreenContext) {
        let Some(asked) = &self.asked else { return };
        let QuestionId::Objective(id) = asked.id.clone() else { return };
        let ask = CorrectKey { option: OptionName::Number(option + 1), version: Some(asked.version), dry_run };
        let wait = if dry_run { Wait::Preview(option) } else { Wait::Key(option) };
        self.awaited = Some((cx.ask(Call::CorrectKey(id, ask)), wait));
    }

    fn choose_key(&mut self, cx: &mut ScreenContext) {
        match &self.asked {
            _ if !cx.who.is_admin => cx.warn("Only administrators can correct keys."),
            Some(asked) if !asked.options.is_empty() => {
                let option = |(place, (option, _)): (usize, &(String, bool))| {
                    (place.to_string(), format!("{}. {}", letter(place), text::gist(option)))
                };
                let options: Vec<_> = asked.options.iter().enumerate().map(option).collect();
                self.mode = Mode::Key(Chooser::new("The right option", "Keep the current key", &options));
            }
            Some(_) => cx.warn("A theory question has no key."),
            None => cx.warn("The question is still loading."),
        }
    }

    fn act_in_words(&mut self, action: Action, cx: &mut ScreenContext) {
        let Mode::Words(state, line) = &mut self.mode else { return };
        let state = *state;
        match action {
            Action::NewLine => line.break_line(),
            Action::Editor => cx.wants.push(Want::Edit(line.words())),
            Action::Keep => {
                let words = line.words();
                if state == ReportState::Rejected && words.trim().is_empty() {
                    return cx.warn("Enter a reason. The student reads it.");
                }
                if self.report.reports > 1 && state != ReportState::Open {
                    self.mode = Mode::Together(state, words);
                } else {
                    self.mode = Mode::Read;
                    self.decide(state, words, false, cx);
                }
            }
            _ => {
                self.draft = line.words();
                self.mode = Mode::Read;
            }
        }
    }

    fn act_in_key(&mut self, action: Action, cx: &mut ScreenContext) {
        let Mode::Key(chooser) = &mut self.mode else { return };
        match action {
            Action::Keep => {
                let option = chooser.chosen().and_then(|(key, _)| key?.parse().ok());
                self.mode = Mode::Read;
                if let Some(option) = option {
                    self.rekey(option, true, cx);
                }
            }
            Action::Up | Action::Down => chooser.act(action),
            _ => self.mode = Mode::Read,
        }
    }

    fn act_in_proof(&mut self, action: Action, cx: &mut ScreenContext) {
        let Mode::Proof(option, asks, line) = std::mem::replace(&mut self.mode, Mode::Read) else { return };
        if action != Action::Keep {
            return cx.say("The key was not changed.");
        }
        let proof = match asks {
            Asks::Password => Proof { password: line.words(), ..Proof::default() },
            Asks::Code => Proof { otp: line.words(), ..Proof::default() },
        };
        self.awaited = Some((cx.ask(Call::Prove(proof)), Wait::Proof(option)));
    }

    /// Asks for the password or a code, if the server refused the new key for lack of it.
    fn ask_for_proof(&mut self, option: usize, reason: &str) -> bool {
        let (asks, label) = match reason {
            "prove-password" => (Asks::Password, "Your password again"),
            "prove-code" => (Asks::Code, "A code from your authenticator app"),
            _ => return false,
        };
        self.mode = Mode::Proof(option, asks, TextField::secret(label, reports::MAX_REPORT_CHARS));
        true
    }

    fn take(&mut self, wait: Wait, content: Content, cx: &mut ScreenContext) {
        match (wait, content) {
            (Wait::Question | Wait::Text, Content::Question(asked)) => {
                self.asked = asked;
                self.failure = self.asked.is_none().then(|| "The question has been deleted.".to_owned());
                self.lay_out(cx);
                if matches!(wait, Wait::Text) {
                    cx.say("The question's text is saved.");
                }
            }
            (Wait::Decision, Content::Decided(report)) => {
                cx.say(format!("The report is {}.", list::state(report.state)));
                let id = report.id.to_string();
                self.report = *report;
                cx.wants.push(Want::Done(id));
            }
            (Wait::Decision, Content::DecidedAll(report, others)) => {
                let all = chrome::count(others + 1, "report is", "reports are");
                cx.say(format!("{all} {}.", list::state(report.state)));
                self.report = *report;
                cx.wants.extend([Want::Close, Want::Stale]);
            }
            (Wait::Preview(option), Content::Rekeyed(rekeyed)) => self.mode = Mode::Preview(option, rekeyed),
            (Wait::Proof(option), Content::Proved) => self.rekey(option, false, cx),
            (Wait::Key(_), Content::Rekeyed(rekeyed)) => {
                cx.say(format!(
                    "Key corrected. The score of {} of {} results changed.",
                    rekeyed.moved, rekeyed.affected
                ));
                self.fetch(cx);
            }
            _ => {}
        }
    }
}

/// The rows above the question.
const HEAD: u16 = 5;

fn letter(place: usize) -> char {
    u8::try_from(place).map_or('?', |place| char::from(b'A'.saturating_add(place)))
}

impl Screen for ReportScreen {
    fn context(&self) -> Context {
        match self.mode {
            Mode::Read => Context::Report,
            Mode::Words(..) => Context::Words,
            Mode::Key(_) => Context::Choose,
            Mode::Preview(..) | Mode::Together(..) => Context::Confirm,
            Mode::Proof(..) => Context::Secret,
        }
    }

    fn title(&self, now: Instant) -> String {
        let question = &self.report.question;
        format!("Report · {} {} · {}", question.subject.title, question.year, chrome::age(self.report.created_at, now))
    }

    fn opened(&mut self, cx: &mut ScreenContext) {
        self.fetch(cx);
    }

    fn act(&mut self, action: Action, cx: &mut ScreenContext) {
        match (&self.mode, action) {
            (Mode::Words(..), _) => self.act_in_words(action, cx),
            (Mode::Key(_), _) => self.act_in_key(action, cx),
            (Mode::Proof(..), _) => self.act_in_proof(action, cx),
            (Mode::Preview(option, _), Action::Yes) => {
                let option = *option;
                self.mode = Mode::Read;
                self.rekey(option, false, cx);
            }
            (Mode::Preview(..), _) => self.mode = Mode::Read,
            (Mode::Together(..), _) => {
                if let Mode::Together(state, words) = std::mem::replace(&mut self.mode, Mode::Read) {
                    self.decide(state, words, action == Action::Yes, cx);
                }
            }
            (Mode::Read, Action::Accept) => self.begin(ReportState::Accepted),
            (Mode::Read, Action::Reject) => self.begin(ReportState::Rejected),
            (Mode::Read, Action::Reopen) => self.begin(ReportState::Open),
            (Mode::Read, Action::CorrectKey) => self.choose_key(cx),
            (Mode::Read, Action::EditText) => match &self.asked {
                _ if !cx.who.is_admin => cx.warn("Only administrators can edit questions."),
                Some(asked) => cx.wants.push(Want::Edit(asked.question.clone())),
                None => cx.warn("The question is still loading."),
            },
            (Mode::Read, Action::NextSubmission) => cx.wants.push(Want::Step { forward: true }),
            (Mode::Read, Action::PreviousSubmission) => cx.wants.push(Want::Step { forward: false }),
            (Mode::Read, Action::Refresh) => self.fetch(cx),
            (Mode::Read, Action::CopyId) => cx.copy_id(&self.report.question.id),
            (Mode::Read, Action::Copy) => cx.wants.push(Want::Copy(self.text.plain())),
            (Mode::Read, Action::Back) => cx.wants.push(Want::Close),
            (Mode::Read, _) => self.text.act(action),
        }
    }

    fn typed(&mut self, key: KeyEvent, _: &mut ScreenContext) {
        match &mut self.mode {
            Mode::Words(_, line) | Mode::Proof(.., line) => line.typed(key),
            Mode::Key(chooser) => chooser.typed(key),
            _ => {}
        }
    }

    fn pasted(&mut self, words: &str, _: &mut ScreenContext) {
        if let Mode::Words(_, line) | Mode::Proof(.., line) = &mut self.mode {
            line.pasted(words);
        }
    }

    fn edited(&mut self, written: Option<String>, cx: &mut ScreenContext) {
        let Some(written) = written else { return };
        match (&mut self.mode, &self.asked) {
            (Mode::Words(_, line), _) => line.set(written.trim_end()),
            (Mode::Read, Some(asked)) => {
                let (report, question) = (self.report.id.clone(), asked.id.clone());
                let text = written.trim_end().to_owned();
                let call = Call::Reword { report, question, text, version: asked.version };
                self.awaited = Some((cx.ask(call), Wait::Text));
            }
            _ => {}
        }
    }

    fn answered(&mut self, answer: Response, cx: &mut ScreenContext) -> Option<Response> {
        let Response { number, outcome } = answer;
        let Some((_, wait)) = self.awaited.take_if(|(awaited, _)| *awaited == number) else {
            return Some(Response { number, outcome });
        };
        match (outcome, wait) {
            (Ok(content), _) => self.take(wait, content, cx),
            (Err(Failure { words, .. }), Wait::Question) => {
                self.failure = Some(text::line(&words));
                self.lay_out(cx);
            }
            (Err(Failure { reason, .. }), Wait::Key(option)) if self.ask_for_proof(option, &reason) => {}
            (Err(Failure { words, .. }), _) => cx.warn(text::line(&words)),
        }
        None
    }

    fn resized(&mut self, cx: &mut ScreenContext) {
        self.lay_out(cx);
    }

    fn draw(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let [head, body] = Layout::vertical([Constraint::Length(HEAD), Constraint::Fill(1)]).areas(area);
        self.draw_head(frame, head, look);
        let mut block = Block::bordered().title(format!(" Question {} ", text::fit(&self.report.question.title, 30)));
        if let Some(place) = self.text.place() {
            block = block.title_bottom(Line::raw(format!(" {place} ")).right_aligned());
        }
        let inside = block.inner(body);
        frame.render_widget(block, body);
        self.text.draw(frame, inside);
        let last = Rect { y: head.bottom().saturating_sub(1), height: 1, ..head };
        match &self.mode {
            Mode::Words(_, line) | Mode::Proof(.., line) => line.draw(frame, last),
            Mode::Key(chooser) => chooser.draw(frame, area, look),
            Mode::Preview(option, rekeyed) => draw_preview(*option, rekeyed, frame, area, look),
            Mode::Together(state, _) => self.draw_together(*state, frame, area, look),
            Mode::Read => {}
        }
    }
}

impl ReportScreen {
    /// Draws the report above the question.
    fn draw_head(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let (theme, width, report) = (&look.config.theme, usize::from(area.width), &self.report);
        let many = chrome::count(usize::try_from(report.reports).unwrap_or(0), "report", "reports");
        let by = report.user.as_ref().map(|user| format!(" by {} {}", user.first_name, user.last_name));
        let facts = format!(
            "{} · {}{} · {many} of this question",
            list::state(report.state),
            list::reason(report.reason),
            by.unwrap_or_default()
        );
        let answer = if report.answer.is_empty() { String::new() } else { format!("Answered: {}", report.answer) };
        let mut lines = vec![Line::styled(text::fit(&facts, width), theme.brand)];
        lines.extend(text::plain(&report.words, area.width).into_iter().take(2));
        lines.push(Line::styled(text::fit(&answer, width), theme.quiet));
        frame.render_widget(ratatui::widgets::Paragraph::new(lines), area);
    }

    /// Draws the question whether all open reports of the question get this decision.
    fn draw_together(&self, state: ReportState, frame: &mut Frame, area: Rect, look: &Look) {
        let name = if state == ReportState::Accepted { "Accept" } else { "Reject" };
        let lines = vec![
            Line::raw(format!("{} students reported this question.", self.report.reports)),
            Line::raw("All open reports of it can get the same decision and the same message."),
            Line::default(),
            Line::styled(format!("{name} them all? y all · n only this one"), Modifier::BOLD),
        ];
        chrome::dialog(frame, area, name, lines, look);
    }
}

/// Draws the effect of a new key, and asks for confirmation.
fn draw_preview(option: usize, rekeyed: &Rekeyed, frame: &mut Frame, area: Rect, look: &Look) {
    let moved = format!(
        "{} the question; {} another score:",
        chrome::count(rekeyed.affected, "result contains", "results contain"),
        chrome::count(rekeyed.moved, "gets", "get")
    );
    let mut lines = vec![Line::raw(format!("The right option becomes {}.", letter(option))), Line::raw(moved)];
    for one in rekeyed.changed.iter().take(PREVIEWED) {
        let name = text::line(&format!("{} {}", one.user.first_name, one.user.last_name));
        lines.push(Line::raw(format!("  {:<30} {:>5.1} → {:>5.1}", text::fit(&name, 30), one.before, one.after)));
    }
    let more = rekeyed.changed.len().saturating_sub(PREVIEWED);
    if more > 0 {
        lines.push(Line::styled(format!("  and {more} more"), look.config.theme.quiet));
    }
    lines.extend([Line::default(), Line::from(Span::styled("Correct the key? y yes · n no", Modifier::BOLD))]);
    chrome::dialog(frame, area, "Correct the key", lines, look);
}

#[cfg(test)]
mod tests;
