//! The list of theory submissions, oldest first.

use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
};
use sabi_core::{clock::Instant, exam::UserTheory};

use super::chrome::{self, CHOSEN, QUIET, WRONG};
use crate::{
    app::{Filter, List, Model},
    layout::Frames,
    text,
};

/// A column: its heading, its width, and what it says of a submission at a given time.
struct Column {
    heading: &'static str,
    width: Constraint,
    cell: fn(&UserTheory, Instant) -> String,
}

pub fn draw(frame: &mut Frame, frames: &Frames, model: &Model) {
    let list = &model.list;
    let (long, short) = facts(list);
    chrome::title(frame, frames.title, "Theory submissions", &[&long, &short]);
    status(frame, frames.status, list);
    match (&list.failure, list.rows.is_empty(), &list.awaited) {
        (Some((_, failure)), true, _) => {
            chrome::message(frame, frames.body, failure, WRONG, "Press r to try again.");
        }
        (_, true, Some(_)) => chrome::message(frame, frames.body, "Loading…", QUIET, ""),
        (_, true, None) => {
            let (words, more) = nothing(list);
            chrome::message(frame, frames.body, &words, Style::new(), more);
        }
        (_, false, _) => table(frame, frames.body, model),
    }
}

/// Which of the submissions are shown, in long and in short.
fn facts(list: &List) -> (String, String) {
    let Some(shown) = list.shown.as_ref().filter(|_| !list.rows.is_empty()) else { return Default::default() };
    let before = (shown.page - 1) * shown.limit;
    let last = before + u64::try_from(list.rows.len()).unwrap_or(0);
    let rows = format!("{}–{last} of {}", before + 1, list.total);
    (format!("{rows}, page {} of {}", shown.page, list.pages()), rows)
}

fn nothing(list: &List) -> (String, &'static str) {
    if !list.words.is_empty() {
        return (format!("Nothing found for “{}”.", list.words), "Esc drops the search, s shows another state.");
    }
    let words = match list.filter {
        Filter::Pending => "No theory submission waits.",
        Filter::Declared => "No theory submission has been declared yet.",
        Filter::All => "No theory submission has been made yet.",
    };
    (words.to_owned(), "r reads the list again, s shows another state.")
}

/// The state and the search; while typing, the words; after a failure beside rows, the failure.
fn status(frame: &mut Frame, area: Rect, list: &List) {
    if let Some(input) = &list.search {
        return prompt(frame, area, input);
    }
    if let Some((_, failure)) = list.failure.as_ref().filter(|_| !list.rows.is_empty()) {
        return chrome::failure(frame, area, failure);
    }
    let mut words = format!("State: {}", list.filter.word());
    if !list.words.is_empty() {
        words.push_str(&format!(" · Search: {}", text::line(&list.words)));
    }
    if list.awaited.is_some() && !list.rows.is_empty() {
        words.push_str(" · Loading…");
    }
    frame.render_widget(Line::raw(text::fit(&words, area.width.into())), area);
}

fn prompt(frame: &mut Frame, area: Rect, input: &tui_input::Input) {
    const LABEL: &str = "Search: ";
    frame.render_widget(Line::styled(LABEL, Modifier::BOLD), area);
    let start = area.x + u16::try_from(LABEL.len()).unwrap_or(0);
    let room = area.right().saturating_sub(start);
    let scroll = input.visual_scroll(usize::from(room.saturating_sub(1)));
    let mut skipped = 0;
    let typed = Span::raw(input.value());
    let seen: String = typed
        .styled_graphemes(Style::new())
        .skip_while(|grapheme| {
            let hidden = skipped < scroll;
            skipped += text::columns(grapheme.symbol);
            hidden
        })
        .map(|grapheme| grapheme.symbol)
        .collect();
    frame.render_widget(Line::raw(seen), Rect { x: start, width: room, ..area });
    let cursor = u16::try_from(input.visual_cursor().saturating_sub(scroll)).unwrap_or(0);
    frame.set_cursor_position((start + cursor.min(room.saturating_sub(1)), area.y));
}

fn table(frame: &mut Frame, area: Rect, model: &Model) {
    let columns = columns(area.width);
    let [heading, body] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    row(frame, heading, " ", columns.iter().map(|column| column.heading.to_owned()), &columns, bold);
    let room = usize::from(body.height);
    let list = &model.list;
    // The chosen row in the middle where not all of them fit.
    let first = list.selected.saturating_sub(room / 2).min(list.rows.len().saturating_sub(room));
    for (place, submission) in list.rows.iter().enumerate().skip(first).take(room) {
        let y = body.y + u16::try_from(place - first).unwrap_or(0);
        let (mark, style) = if place == list.selected { ("▶", CHOSEN) } else { (" ", Style::new()) };
        let cells = columns.iter().map(|column| (column.cell)(submission, model.now));
        row(frame, Rect { y, height: 1, ..body }, mark, cells, &columns, style);
    }
}

fn row(
    frame: &mut Frame,
    area: Rect,
    mark: &str,
    cells: impl Iterator<Item = String>,
    columns: &[Column],
    style: Style,
) {
    let [margin, rest] = Layout::horizontal([Constraint::Length(2), Constraint::Fill(1)]).areas(area);
    let places = Layout::horizontal(columns.iter().map(|column| column.width)).spacing(1).split(rest);
    frame.buffer_mut().set_style(area, style);
    frame.render_widget(mark, margin);
    for (cell, place) in cells.zip(places.iter()) {
        frame.render_widget(text::fit(&cell, place.width.into()), *place);
    }
}

/// The columns that a terminal of this width has room for.
fn columns(width: u16) -> Vec<Column> {
    let column = |heading, width, cell| Column { heading, width, cell };
    let wide = width >= 110;
    let student = column("Student", Constraint::Fill(4), |row, _| chrome::student(row));
    let exam = column("Exam", Constraint::Fill(3), |row, _| row.exam.title.clone());
    let subjects = column("Subject(s)", Constraint::Fill(4), subjects);
    let year =
        column("Year", Constraint::Length(4), |row, _| row.year.map(|year| year.to_string()).unwrap_or_default());
    let (heading, room) = if wide { ("Answered", 8) } else { ("Ans.", 5) };
    let answered =
        column(heading, Constraint::Length(room), |row, _| format!("{}/{}", row.answered_count, row.theory_count));
    let submitted = if wide {
        column("Submitted (UTC)", Constraint::Length(17), |row, _| {
            row.submitted_at.format("%-d %b %Y %H:%M").to_string()
        })
    } else {
        column("Date", Constraint::Length(6), |row, _| row.submitted_at.format("%-d %b").to_string())
    };
    let age = column("Age", Constraint::Length(6), |row, now| chrome::age(row.submitted_at, now));
    let state = column("State", Constraint::Length(8), |row, _| row.exam_result.clone());
    if width < 60 {
        vec![student, exam, answered, age]
    } else {
        vec![student, exam, subjects, year, answered, submitted, age, state]
    }
}

fn subjects(row: &UserTheory, _: Instant) -> String {
    row.subjects.iter().map(|subject| subject.title.as_str()).collect::<Vec<_>>().join(", ")
}
