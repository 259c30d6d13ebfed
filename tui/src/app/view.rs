//! Draws the frame of every screen (title, status line, footer) and the top screen.

use ratatui::{
    Frame,
    buffer::Buffer,
    layout::{Rect, Size},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::{Clear, Paragraph, Wrap},
};

use sabi_core::clock::west_africa;

use super::Model;
use crate::{
    chrome::{self, Frames, SMALLEST},
    keys::{Action, Binding, Context},
    screen::Look,
    text,
};

/// Paints the console.
pub fn draw(frame: &mut Frame, model: &Model) {
    let area = frame.area();
    // A resize may reach the frame before the model.
    let size = Size { width: area.width.min(model.size.width), height: area.height.min(model.size.height) };
    if chrome::too_small(size) {
        let Size { width, height } = SMALLEST;
        let words = format!(
            "The window is too small: the console needs {width}×{height}, this is {}×{}. Your grades are kept.",
            area.width, area.height
        );
        return frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), area);
    }
    let frames = chrome::frames(model.size);
    let look = Look { now: model.now, who: &model.who, config: &model.config, outbox: &model.outbox };
    title(frame, frames.title, model);
    match (&model.help, model.stack.last()) {
        (Some(help), _) => help.draw(frame, frames.body),
        (None, Some(screen)) => screen.draw(frame, frames.body, &look),
        (None, None) => {}
    }
    footer(frame, frames.footer, model);
    status(frame, &frames, model);
    blank_halved(frame.buffer_mut());
}

/// Blanks each wide character whose second half was painted over. Ratatui considers the character unchanged when the
/// next cell becomes free, and half of it would stay on the screen.
fn blank_halved(buffer: &mut Buffer) {
    let area = buffer.area;
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right().saturating_sub(1) {
            if text::columns(buffer[(x, y)].symbol()) == 2 && buffer[(x + 1, y)].symbol() != " " {
                buffer[(x, y)].set_symbol(" ");
            }
        }
    }
}

/// The screen's name on the left, waiting work on the right.
fn title(frame: &mut Frame, area: Rect, model: &Model) {
    let right = model.counters.map_or(String::new(), |counters| {
        let reports = chrome::count(usize::try_from(counters.reports).unwrap_or(usize::MAX), "report", "reports");
        format!("{} waiting · {} mine · {reports}", counters.waiting, counters.mine)
    });
    let name = match (&model.help, model.stack.last()) {
        (Some(_), _) => "Keys".to_owned(),
        (None, Some(screen)) => screen.title(model.now),
        (None, None) => String::new(),
    };
    let room = usize::from(area.width).saturating_sub(text::columns(&right) + 2);
    frame.render_widget(Line::styled(text::fit(&format!("Sabi · {name}"), room), model.config.theme.brand), area);
    frame.render_widget(Line::raw(right).right_aligned(), area);
}

/// The last message on the left; user, place and connection on the right.
fn status(frame: &mut Frame, frames: &Frames, model: &Model) {
    let area = frames.status;
    let theme = &model.config.theme;
    let outbox = &model.outbox;
    let waiting = match outbox.waiting() {
        0 => String::new(),
        n => format!(", {n} to send"),
    };
    let (line, style) = if outbox.is_signed_out {
        let again = model.config.keys.name(Context::List, Action::Refresh);
        (format!("○ signed out{waiting}: `sabi login`, then {again}"), theme.wrong)
    } else if let Some(offline) = outbox.offline {
        (format!("○ offline since {}{waiting}", west_africa(offline.since).format("%H:%M")), theme.wrong)
    } else if outbox.held_up() > 0 {
        (format!("● connected{waiting}"), theme.warn)
    } else {
        (format!("● connected{waiting}"), theme.good)
    };
    let who = text::line(&format!("{} @ {}", model.who.name, model.who.place));
    let wide = usize::from(area.width);
    let line = Span::styled(text::fit(&line, wide), style);
    let notice = model.notice.as_ref().map(|(notice, _)| notice);
    let wanted = notice.map_or(0, |notice| text::columns(&notice.words).min(wide / 2) + 2);
    let who = text::fit(&who, wide.saturating_sub(line.width() + 2 + wanted).min(60));
    let right = Line::from(vec![Span::styled(who, theme.quiet), Span::raw("  "), line]);
    let room = wide.saturating_sub(right.width() + 2);
    frame.render_widget(right.right_aligned(), area);
    if let Some(notice) = notice {
        let style = if notice.is_bad { theme.wrong } else { theme.good };
        // A message that does not fit beside them replaces the footer's keys for a while.
        let fits = text::columns(&notice.words) <= room;
        let (area, room) = if fits { (area, room) } else { (frames.footer, wide) };
        let area = Rect { width: u16::try_from(room).unwrap_or(area.width), ..area };
        frame.render_widget(Clear, area);
        frame.render_widget(Line::styled(text::fit(&notice.words, room), style), area);
    }
}

/// The keys of this context, as many as fit. Keys that work everywhere have priority.
fn footer(frame: &mut Frame, area: Rect, model: &Model) {
    let context = model.context();
    let mut room = usize::from(area.width);
    let mut take = |binding: &&Binding| {
        let wide = text::columns(&shown(binding)) + 2;
        // The last one needs no gap.
        let fits = wide <= room + 2;
        if fits {
            room = room.saturating_sub(wide);
        }
        fits
    };
    let own = |binding: &&Binding| binding.context == context;
    let may = |binding: &&Binding| model.who.is_admin || !binding.is_for_administrators();
    let brief = || model.config.keys.layers(context).filter(|binding| !binding.brief.is_empty()).filter(may);
    let mut kept: Vec<_> = brief().filter(|binding| !own(binding)).filter(|binding| take(binding)).collect();
    let near: Vec<_> = brief().filter(own).filter(|binding| take(binding)).collect();
    kept.splice(0..0, near);
    let spans = kept.into_iter().flat_map(|binding| {
        let shown = shown(binding);
        let (key, words) = shown.split_once(' ').unwrap_or((&shown, ""));
        let key = Span::styled(key.to_owned(), Style::new().add_modifier(Modifier::BOLD));
        [key, Span::raw(format!(" {words}  "))]
    });
    frame.render_widget(spans.collect::<Line>(), area);
}

/// A binding in the footer: its key and its label, merged if several keys belong together.
fn shown(binding: &Binding) -> String {
    if binding.brief.contains(' ') && binding.brief.starts_with(|first: char| first.is_ascii_digit()) {
        return binding.brief.to_owned();
    }
    let key = binding.keys.first().map(|key| key.label()).unwrap_or_default();
    format!("{key} {}", binding.brief)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_character_that_is_painted_over_leaves_no_half_behind() {
        let mut before = Buffer::with_lines(["漢字 gives", "漢字 gives"]);
        before[(3, 0)].set_symbol("│");
        blank_halved(&mut before);
        let symbols: String = (0..5).map(|x| before[(x, 0)].symbol()).collect();
        assert_eq!(symbols, "漢  │ ", "the first character is whole, the second is blank");
        let after = Buffer::with_lines(["漢字 gives", "漢字 gives"]);
        let drawn: Vec<_> = before.diff(&after).into_iter().map(|(x, y, cell)| (x, y, cell.symbol())).collect();
        assert_eq!(drawn, [(2, 0, "字")], "and is painted again once the place is free");
    }
}
