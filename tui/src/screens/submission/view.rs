//! The layout of a submission: the answers in a strip, or on a wide terminal in a column with the descriptions of the
//! grades; below them the question, and the student's answer beside the model answer.

use ratatui::{
    Frame,
    layout::{Constraint, Layout, Margin, Position, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::{Block, BorderType, Paragraph},
};
use sabi_core::grading::GradingAnswer;

use super::{Claim, Mode, Pane, Submission};
use crate::{chrome, rubric, screen::Look, text, theme::Theme};

/// From this width on, the answers are in a column.
const WIDE: u16 = 110;
/// The width of that column.
const COLUMN: u16 = 32;

/// The areas of all parts.
pub(super) struct Panes {
    strip: Rect,
    column: Option<Rect>,
    areas: [Rect; 3],
    grade: Rect,
    remark: Rect,
}

/// The areas of all parts within this one.
pub(super) fn panes(area: Rect, screen: &Submission) -> Panes {
    let rows = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1), Constraint::Length(1)];
    let [strip, body, grade, remark] = Layout::vertical(rows).areas(area);
    let (column, body) = if area.width >= WIDE {
        let [column, rest] = Layout::horizontal([Constraint::Length(COLUMN), Constraint::Fill(1)]).areas(body);
        (Some(column), rest)
    } else {
        (None, body)
    };
    if screen.zoomed {
        return Panes { strip, column, areas: [body; 3], grade, remark };
    }
    // As high as the question needs, but limited, because the answers are more important.
    let most = if screen.focus == Pane::Question { body.height / 2 } else { body.height / 3 };
    let high = u16::try_from(screen.question_lines + 2).unwrap_or(u16::MAX).clamp(3, most.max(4));
    let [question, answers] = Layout::vertical([Constraint::Length(high), Constraint::Fill(1)]).areas(body);
    let [answer, model] = Layout::horizontal([Constraint::Fill(1); 2]).areas(answers);
    Panes { strip, column, areas: [question, answer, model], grade, remark }
}

/// The width of the question in this area.
pub(super) fn question_width(area: Rect) -> u16 {
    let column = if area.width >= WIDE { COLUMN } else { 0 };
    area.width.saturating_sub(column + 2)
}

impl Panes {
    /// The area of a pane, including borders.
    pub fn area(&self, pane: Pane) -> Rect {
        self.areas[pane as usize]
    }

    /// The area of a pane's content.
    pub fn inside(&self, pane: Pane) -> Rect {
        self.area(pane).inner(Margin::new(1, 1))
    }

    /// The answer whose name is at this position.
    pub fn answer_at(&self, at: Position, screen: &Submission) -> Option<usize> {
        if self.strip.contains(at) {
            let mut x = self.strip.x;
            return chips(screen, self.strip.width).into_iter().find_map(|(place, chip)| {
                x += u16::try_from(text::columns(&chip)).unwrap_or(0);
                (at.x < x).then_some(place)
            });
        }
        let column = self.column.filter(|column| column.contains(at))?;
        let row = usize::from(at.y.checked_sub(column.y + 1)?);
        (row < screen.answers().len()).then_some(row)
    }
}

/// The names of the answers in the strip, around the current one.
fn chips(screen: &Submission, width: u16) -> Vec<(usize, String)> {
    let name = |(place, answer): (usize, &GradingAnswer)| {
        let mark = match (answer.ans_grade, Submission::is_blank(answer)) {
            (Some(grade), _) => grade.to_string(),
            (None, true) => "blank".to_owned(),
            (None, false) => "–".to_owned(),
        };
        (place, format!(" {}:{mark} ", place + 1))
    };
    let mut chips: Vec<_> = screen.answers().iter().enumerate().map(name).collect();
    let room = usize::from(width.saturating_sub(36));
    let wide = |chips: &[(usize, String)]| chips.iter().map(|(_, chip)| text::columns(chip)).sum::<usize>();
    while wide(&chips) > room && chips.len() > 1 {
        // The current one stays visible.
        if chips.first().is_some_and(|(place, _)| *place < screen.at && screen.at - place > 2) {
            chips.remove(0);
        } else if chips.last().is_some_and(|(place, _)| *place > screen.at) {
            chips.pop();
        } else {
            chips.remove(0);
        }
    }
    chips
}

impl Submission {
    pub(super) fn paint(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let theme = &look.config.theme;
        let Some(view) = &self.view else {
            return match &self.failure {
                Some(failure) => {
                    let more = "Press c to try again, Esc to go back.";
                    chrome::message(frame, area, failure, theme.wrong, more);
                }
                None => chrome::message(frame, area, "Loading…", theme.quiet, ""),
            };
        };
        if view.answers.is_empty() {
            return chrome::message(frame, area, "This submission has no theory questions.", Style::new(), "");
        }
        let panes = panes(area, self);
        self.strip(frame, panes.strip, look);
        if let Some(column) = panes.column {
            self.column(frame, column, look);
        }
        for pane in Pane::ALL {
            if !self.zoomed || pane == self.focus {
                self.pane(frame, panes.area(pane), pane, look);
            }
        }
        self.grade_line(frame, panes.grade, look);
        match &self.mode {
            Mode::Remark(line) | Mode::Reason(line) => line.draw(frame, panes.remark),
            Mode::Read => self.remark_line(frame, panes.remark, look),
            Mode::SavedRemarks(chooser) => chooser.draw(frame, area, look),
            Mode::Declare => self.summary(frame, area, look),
        }
    }

    fn strip(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let theme = &look.config.theme;
        let mut spans = Vec::new();
        for (place, chip) in chips(self, area.width) {
            let style = match self.answers().get(place).and_then(|answer| answer.ans_grade) {
                _ if place == self.at => theme.chosen,
                Some(_) => theme.good,
                None => theme.quiet,
            };
            spans.push(Span::styled(chip, style));
        }
        if chips(self, area.width).last().is_some_and(|(place, _)| place + 1 < self.answers().len()) {
            spans.push(Span::styled("…", theme.quiet));
        }
        frame.render_widget(Line::from(spans), area);
        let wanted = self.answers().iter().filter(|answer| !Self::is_blank(answer)).count();
        let progress = format!("{} of {wanted} graded", wanted - self.left().count());
        let (held, style) = match &self.claim {
            Claim::Mine(until) => {
                let left = (*until - look.now).num_seconds().max(0);
                let style = if left < 120 { theme.warn } else { theme.good };
                (format!("yours {}:{:02}", left / 60, left % 60), style)
            }
            Claim::Unavailable(_) => ("read only".to_owned(), theme.warn),
            Claim::Correcting => ("correcting".to_owned(), theme.warn),
            Claim::Loading => ("claiming…".to_owned(), theme.quiet),
        };
        let right = Line::from(vec![Span::raw(format!("{progress} · ")), Span::styled(held, style)]);
        frame.render_widget(right.right_aligned(), area);
    }

    /// The answers below each other, and the descriptions of the grades.
    fn column(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let theme = &look.config.theme;
        let block = Block::bordered().title(" Answers ").border_style(theme.quiet);
        let inside = block.inner(area);
        frame.render_widget(block, area);
        let mut steps = Vec::new();
        for (key, (grade, words)) in rubric::STEPS.iter().enumerate() {
            let mut head = format!("{key} {grade:>3} ");
            let indent = head.len();
            for line in text::plain(words, inside.width.saturating_sub(u16::try_from(indent).unwrap_or(0))) {
                steps.push(Line::styled(format!("{head}{line}"), theme.quiet));
                head = " ".repeat(indent);
            }
        }
        let below = u16::try_from(steps.len()).unwrap_or(0);
        let [rows, words] = Layout::vertical([Constraint::Fill(1), Constraint::Length(below)]).areas(inside);
        let room = usize::from(rows.height);
        let first = self.at.saturating_sub(room / 2).min(self.answers().len().saturating_sub(room));
        let name = |(place, answer): (usize, &GradingAnswer)| {
            let grade = answer.ans_grade.map_or("  –".to_owned(), |grade| format!("{grade:>3}"));
            let gist = answer.theory.as_ref().map(|theory| text::gist(&theory.question)).unwrap_or_default();
            let mark = if answer.remark.is_some() { "✎" } else { " " };
            let words = format!("{:>2} {grade}{mark} {gist}", place + 1);
            let style = match (place == self.at, answer.ans_grade) {
                (true, _) => theme.chosen,
                (false, Some(_)) => theme.good,
                (false, None) => Style::new(),
            };
            let words = text::fit_left(&words, rows.width.into());
            Line::styled(format!("{words:<0$}", usize::from(rows.width)), style)
        };
        let lines: Vec<_> = self.answers().iter().enumerate().skip(first).take(room).map(name).collect();
        frame.render_widget(Paragraph::new(lines), rows);
        frame.render_widget(Paragraph::new(steps), words);
    }

    /// A pane; a double border and a mark show the focus.
    fn pane(&self, frame: &mut Frame, area: Rect, pane: Pane, look: &Look) {
        let Some(shown) = self.shown() else { return };
        let is_focused = pane == self.focus;
        let name = match pane {
            Pane::Question => {
                let subject = shown.subject.as_ref().map_or("", |subject| subject.title.as_str());
                let title = shown.theory.as_ref().map_or("", |theory| theory.title.as_str());
                format!("{title} · {subject}")
            }
            Pane::Answer => "Student's answer".to_owned(),
            Pane::Model => "Model answer".to_owned(),
        };
        let mark = if is_focused { "▶ " } else { "" };
        let room = usize::from(area.width.saturating_sub(4));
        let mut block = Block::bordered().title(format!(" {} ", text::fit(&format!("{mark}{name}"), room)));
        let text = &self.texts[pane as usize];
        if let Some(place) = text.place() {
            block = block.title_bottom(Line::raw(format!(" {place} ")).right_aligned());
        }
        if is_focused {
            block = block.border_type(BorderType::Double).border_style(look.config.theme.brand);
        } else {
            block = block.border_style(look.config.theme.quiet);
        }
        let inside = block.inner(area);
        frame.render_widget(block, area);
        text.draw(frame, inside);
    }

    fn grade_line(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let theme = &look.config.theme;
        let Some(shown) = self.shown() else { return };
        let clash = self.clashes.iter().find(|(at, _)| *at == self.at);
        let line = match (clash, shown.ans_grade) {
            (Some((_, words)), _) => Line::styled(text::fit(words, area.width.into()), theme.wrong),
            (None, Some(grade)) => {
                let is_waiting = look.outbox.pending(&self.task.id, &shown.answer_id).is_some();
                let saved =
                    if is_waiting { Span::styled(" · being sent", theme.warn) } else { Span::raw(" · saved") };
                let words = format!("Grade {grade}: {}", rubric::words(grade));
                let words = text::fit(&words, usize::from(area.width).saturating_sub(14));
                Line::from(vec![Span::styled(words, theme.good.add_modifier(Modifier::BOLD)), saved])
            }
            (None, None) if Self::is_blank(shown) => {
                Line::styled("Nothing was written, so it counts as 0.", theme.quiet)
            }
            (None, None) => match &self.claim {
                Claim::Unavailable(why) => Line::styled(text::fit(why, area.width.into()), theme.warn),
                _ => Line::styled(
                    "No grade yet · 0 none 1 method 2 moderate 3 high 4 full · ? explains them",
                    theme.quiet,
                ),
            },
        };
        frame.render_widget(line, area);
    }

    fn remark_line(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let remark = self.shown().and_then(|answer| answer.remark.as_deref());
        let draft = self.draft.as_ref().filter(|(at, _)| *at == self.at);
        let (words, style) = match (&self.claim, draft, remark) {
            (_, Some((_, words)), _) => (format!("Not saved (r continues): {words}"), look.config.theme.warn),
            (_, None, Some(words)) => (format!("Remark: {}", words.replace('\n', " ↵ ")), Style::new()),
            (Claim::Unavailable(why), None, None) => (why.clone(), look.config.theme.warn),
            (_, None, None) => return,
        };
        frame.render_widget(Line::styled(text::fit(&words, area.width.into()), style), area);
    }

    /// The grades about to be declared.
    fn summary(&self, frame: &mut Frame, area: Rect, look: &Look) {
        let theme = &look.config.theme;
        let answers = self.answers();
        let mut lines = Vec::new();
        for (grade, words) in rubric::STEPS.iter().rev() {
            let with = |answer: &&GradingAnswer| answer.ans_grade.unwrap_or(0) == *grade;
            let n = answers.iter().filter(with).count();
            if n > 0 {
                lines.push(Line::raw(text::fit_left(&format!("{n:>3} × {grade:>3}  {words}"), 68)));
            }
        }
        let remarks = answers.iter().filter(|answer| answer.remark.is_some()).count();
        let sum: i64 = answers.iter().map(|answer| answer.ans_grade.unwrap_or(0)).sum();
        let hundredths = sum * 100 / i64::try_from(answers.len().max(1)).unwrap_or(1);
        lines.push(Line::default());
        let counted = chrome::count(answers.len(), "answer", "answers");
        let remarks = chrome::count(remarks, "remark", "remarks");
        let average = format!("Average {}.{:02} % of {counted}, {remarks}.", hundredths / 100, hundredths % 100);
        lines.push(Line::styled(average, theme.brand));
        lines.push(Line::raw("The student gets a mail. Then only an administrator can change it."));
        lines.push(Line::default());
        lines.push(Line::styled("Declare it? y yes · n no", Modifier::BOLD));
        chrome::dialog(frame, area, "Declare", lines, look);
    }
}

/// The text of one pane for one answer, wrapped. `page` is the address at which a browser shows the submission.
pub(super) fn lines(answer: &GradingAnswer, pane: Pane, width: u16, theme: &Theme, page: &str) -> Vec<Line<'static>> {
    match pane {
        Pane::Question => {
            let Some(theory) = &answer.theory else {
                return vec![Line::styled("This question was deleted.", theme.quiet)];
            };
            let mut lines = text::rich(&theory.question, width);
            if let Some(logo) = theory.logo.as_deref().filter(|logo| !logo.is_empty()) {
                lines.push(Line::default());
                lines.extend(text::plain(&format!("[picture: {logo}]"), width));
            }
            lines
        }
        Pane::Answer => {
            let mut lines = match &answer.theory_answered {
                Some(words) => text::typed(words, width),
                None => vec![Line::styled("Not answered.", theme.quiet)],
            };
            if !answer.photographs.is_empty() {
                let count = chrome::count(answer.photographs.len(), "photograph", "photographs");
                lines.push(Line::default());
                lines.extend(text::plain(&format!("{count}: open in the browser: {page}"), width));
            }
            lines
        }
        Pane::Model => {
            let mut lines = text::rich(&answer.theory_correct_answer, width);
            let working = text::rich(&answer.detailed_answer, width);
            if !working.is_empty() {
                lines.extend([Line::default(), Line::styled("In detail", theme.brand)]);
                lines.extend(working);
            }
            lines
        }
    }
}
