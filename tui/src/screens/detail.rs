//! One submission: its questions, and the one that is shown beside its answers.

use ratatui::{
    Frame,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::{Block, Paragraph},
};
use sabi_core::exam::{TheoryResultView, UserTheory};

use super::chrome::{self, BRAND, CHOSEN, QUIET, WRONG};
use crate::{
    app::{Detail, Model, Opened, Pane, Question},
    layout::{self, Frames, Panes},
    text,
};

pub fn draw(frame: &mut Frame, frames: &Frames, model: &Model, detail: &Detail) {
    let submission = &detail.submission;
    let right = format!("{}, {}", submission.exam_result, chrome::age(submission.submitted_at, model.now));
    chrome::title(frame, frames.title, &chrome::student(submission), &[&right, &submission.exam_result]);
    status(frame, frames.status, detail);
    match (&detail.opened, &detail.failure) {
        (Some(opened), _) if opened.questions.is_empty() => {
            chrome::message(frame, frames.body, "This submission holds no theory question.", Style::new(), "");
        }
        (Some(opened), _) => {
            let panes = layout::panes(model.size, detail.focus);
            draw_panes(frame, &panes, detail.focus, opened);
        }
        (None, Some(failure)) => {
            chrome::message(frame, frames.body, failure, WRONG, "Press r to try again, Esc to go back.");
        }
        (None, None) => chrome::message(frame, frames.body, "Loading…", QUIET, ""),
    }
}

fn status(frame: &mut Frame, area: Rect, detail: &Detail) {
    if let Some(failure) = detail.failure.as_ref().filter(|_| detail.opened.is_some()) {
        return chrome::failure(frame, area, failure);
    }
    let mut words = facts(&detail.submission);
    if let Some(opened) = &detail.opened {
        let marked = opened.outcome.subject_results.iter().filter(|subject| !subject.results.is_empty());
        let (right, all) = marked.fold((0, 0), |(right, all), one| (right + one.right_answer, all + one.ques_length));
        if all > 0 {
            words.push_str(&format!(" · objective part {right} of {all} right"));
        }
        if detail.awaited.is_some() {
            words = format!("Loading… · {words}");
        }
    }
    frame.render_widget(Line::raw(text::fit(&words, area.width.into())), area);
}

fn facts(submission: &UserTheory) -> String {
    let mut facts = vec![submission.exam.title.clone(), submission.assessment.title.clone()];
    facts.extend(submission.year.map(|year| year.to_string()));
    facts.push(format!("{} of {} answered", submission.answered_count, submission.theory_count));
    facts.push(submission.submitted_at.format("%-d %b %Y %H:%M UTC").to_string());
    facts.extend(submission.user.as_ref().map(|user| user.email.clone()));
    facts.join(" · ")
}

fn draw_panes(frame: &mut Frame, panes: &Panes, focus: Pane, opened: &Opened) {
    let Some(tabs) = panes.tabs else {
        for pane in Pane::ALL {
            border(frame, panes, pane, pane == focus, opened);
            content(frame, panes, pane, opened);
        }
        return;
    };
    let mut names = Vec::new();
    for pane in Pane::ALL {
        let name = if pane == Pane::Questions {
            format!("{}/{}", opened.at + 1, opened.questions.len())
        } else {
            short(pane).to_owned()
        };
        let (name, style) = if pane == focus { (format!("[{name}]"), CHOSEN) } else { (format!(" {name} "), QUIET) };
        names.push(Span::styled(name, style));
    }
    frame.render_widget(Line::from(names), tabs);
    if let Some(place) = place(panes, focus, opened) {
        let room = tabs.width.saturating_sub(34);
        if text::columns(&place) <= room.into() {
            frame.render_widget(Line::raw(place).right_aligned(), tabs);
        }
    }
    content(frame, panes, focus, opened);
}

fn short(pane: Pane) -> &'static str {
    match pane {
        Pane::Questions => "Questions",
        Pane::Question => "Question",
        Pane::Answer => "Answer",
        Pane::Model => "Model",
    }
}

/// The border, with the pane's name; a double one and a mark tell which is in focus.
fn border(frame: &mut Frame, panes: &Panes, pane: Pane, focused: bool, opened: &Opened) {
    let area = panes.area(pane);
    let shown = &opened.questions[opened.at];
    let name = match pane {
        Pane::Questions => format!("Questions {}/{}", opened.at + 1, opened.questions.len()),
        Pane::Question => format!("{} · {}", shown.result.theory.title, shown.subject),
        Pane::Answer => match shown.result.results_detail.result_grade {
            Some(grade) => format!("Student's answer · grade {grade}"),
            None => "Student's answer".to_owned(),
        },
        Pane::Model => "Model answer".to_owned(),
    };
    let mark = if focused { "▶ " } else { "" };
    let room = usize::from(area.width.saturating_sub(4));
    let mut block = Block::bordered().title(format!(" {} ", text::fit(&format!("{mark}{name}"), room)));
    if let Some(place) = place(panes, pane, opened) {
        block = block.title_bottom(Line::raw(format!(" {place} ")).right_aligned());
    }
    if focused {
        block = block.border_type(ratatui::widgets::BorderType::Double).border_style(BRAND);
    }
    frame.render_widget(block, area);
}

/// Which lines of a text are in sight, where not all are.
fn place(panes: &Panes, pane: Pane, opened: &Opened) -> Option<String> {
    let sheet = &opened.sheets[Pane::TEXTS.iter().position(|text| *text == pane)?];
    let (all, room) = (sheet.lines.len(), panes.room(pane));
    (all > room).then(|| format!("{}–{} of {all}", sheet.scroll + 1, (sheet.scroll + room).min(all)))
}

fn content(frame: &mut Frame, panes: &Panes, pane: Pane, opened: &Opened) {
    let area = panes.inside(pane);
    let room = usize::from(area.height);
    let lines = match Pane::TEXTS.iter().position(|text| *text == pane) {
        Some(place) => {
            let sheet = &opened.sheets[place];
            sheet.lines.iter().skip(sheet.scroll).take(room).cloned().collect()
        }
        None => questions(opened, area.width, room),
    };
    frame.render_widget(Paragraph::new(lines), area);
}

/// The questions under their subjects; the one that is shown in sight.
fn questions(opened: &Opened, width: u16, room: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut chosen = 0;
    let mut under = None;
    for (place, one) in opened.questions.iter().enumerate() {
        if under != Some(&one.subject) {
            lines.push(Line::styled(text::fit(&one.subject, width.into()), Modifier::BOLD));
            under = Some(&one.subject);
        }
        if place == opened.at {
            chosen = lines.len();
        }
        let (mark, style) = if place == opened.at { ("▶", CHOSEN) } else { (" ", Style::new()) };
        let answered = if one.answered() { "✓" } else { "–" };
        let words =
            text::fit(&format!("{} {}", one.result.theory.title, one.gist), usize::from(width.saturating_sub(3)));
        lines.push(Line::styled(format!("{mark}{answered} {words}"), style));
    }
    let first = chosen.saturating_sub(room / 2).min(lines.len().saturating_sub(room));
    lines.drain(..first);
    lines.truncate(room);
    lines
}

/// The text of one pane for one question, wrapped.
pub fn sheet(question: &Question, pane: Pane, width: u16) -> Vec<Line<'static>> {
    let TheoryResultView { theory, results_detail: detail } = &question.result;
    match pane {
        Pane::Questions => Vec::new(),
        Pane::Question => {
            let mut lines = text::rich(&theory.question, width);
            if let Some(logo) = theory.logo.as_deref().filter(|logo| !logo.is_empty()) {
                lines.push(Line::default());
                lines.extend(text::plain(&format!("[picture: {logo}]"), width));
            }
            lines
        }
        Pane::Answer if question.answered() => {
            text::plain(detail.theory_answered.as_deref().unwrap_or_default(), width)
        }
        Pane::Answer => vec![Line::styled("Not answered.", QUIET)],
        Pane::Model => {
            let mut lines = text::rich(&detail.theory_correct_answer, width);
            let working = text::rich(&detail.detailed_answer, width);
            if !working.is_empty() {
                lines.extend([Line::default(), Line::styled("In detail", BRAND)]);
                lines.extend(working);
            }
            lines
        }
    }
}
