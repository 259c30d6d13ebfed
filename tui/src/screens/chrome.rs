//! What every screen shares: title, messages, footer, and the styles.

use ratatui::{
    Frame,
    layout::{Constraint, Flex, Layout, Rect},
    style::{Color, Modifier, Style},
    text::{Line, Span},
    widgets::Paragraph,
};
use sabi_core::{clock::Instant, exam::UserTheory};

use crate::{
    keys::{Binding, Context},
    text,
};

/// The brand's green; the terminal's own palette keeps it readable on any background.
pub const BRAND: Style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
/// The style of what is in focus or chosen.
pub const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);
/// The style of what is said beside the matter.
pub const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
/// The style of what went wrong.
pub const WRONG: Style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);

/// The title on the left; on the right the first of the facts that fits.
pub fn title(frame: &mut Frame, area: Rect, left: &str, right: &[&str]) {
    let left = text::fit(&format!("Sabi · {left}"), area.width.into());
    let room = usize::from(area.width).saturating_sub(text::columns(&left) + 2);
    frame.render_widget(Line::styled(left, BRAND), area);
    if let Some(right) = right.iter().find(|facts| text::columns(facts) <= room) {
        frame.render_widget(Line::raw(*right).right_aligned(), area);
    }
}

/// A failure in one line, beside what was there before it.
pub fn failure(frame: &mut Frame, area: Rect, failure: &str) {
    let width = usize::from(area.width);
    let mut words = format!("{failure} Press r to try again.");
    if text::columns(&words) > width {
        words = format!("Press r to try again: {failure}");
    }
    frame.render_widget(Line::styled(text::fit(&words, width), WRONG), area);
}

/// A message in the middle of an empty screen.
pub fn message(frame: &mut Frame, area: Rect, words: &str, style: Style, more: &str) {
    let width = area.width.saturating_sub(4).min(70);
    let mut lines: Vec<Line> = text::plain(words, width).into_iter().map(|line| line.style(style)).collect();
    if !more.is_empty() {
        lines.push(Line::default());
        lines.extend(text::plain(more, width));
    }
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let [middle] = Layout::vertical([Constraint::Length(height)]).flex(Flex::Center).areas(area);
    let [middle] = Layout::horizontal([Constraint::Length(width)]).flex(Flex::Center).areas(middle);
    frame.render_widget(Paragraph::new(lines).centered(), middle);
}

/// The keys of this context, as many as fit; those that hold everywhere come first to be kept.
pub fn footer(frame: &mut Frame, area: Rect, context: Context) {
    let mut room = usize::from(area.width);
    let mut take = |binding: &Binding| {
        let wide = text::columns(&binding.keys[0].label()) + 1 + text::columns(binding.brief) + 2;
        // The last one needs no gap.
        let fits = wide <= room + 2;
        if fits {
            room = room.saturating_sub(wide);
        }
        fits
    };
    let own = |binding: &&Binding| binding.context == context;
    let mut kept: Vec<_> = context.footer().filter(|binding| !own(binding)).filter(|binding| take(binding)).collect();
    let near: Vec<_> = context.footer().filter(own).filter(|binding| take(binding)).collect();
    kept.splice(0..0, near);
    let spans = kept.into_iter().flat_map(|binding| {
        let key = Span::styled(binding.keys[0].label(), Style::new().add_modifier(Modifier::BOLD));
        [key, Span::raw(format!(" {}  ", binding.brief))]
    });
    frame.render_widget(spans.collect::<Line>(), area);
}

/// How long ago, in its largest unit.
pub fn age(then: Instant, now: Instant) -> String {
    let minutes = (now - then).num_minutes();
    match minutes {
        ..1 => "now".to_owned(),
        1..60 => format!("{minutes} min"),
        60..2_880 => format!("{} h", minutes / 60),
        2_880..86_400 => format!("{} d", minutes / 1_440),
        86_400..1_051_200 => format!("{} mo", minutes / 43_200),
        _ => format!("{} y", minutes / 525_600),
    }
}

/// The student's name, or the address where there is none; moderators are not told either.
pub fn student(submission: &UserTheory) -> String {
    let Some(user) = &submission.user else { return "Anonymous".to_owned() };
    let name = text::line(&format!("{} {}", user.first_name, user.last_name));
    if name.is_empty() { text::line(&user.email) } else { name }
}
