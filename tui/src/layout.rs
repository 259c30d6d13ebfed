//! Where everything stands on a terminal of a given size. `update` scrolls by it, the screens
//! paint by it.

use ratatui::layout::{Constraint, Layout, Margin, Rect, Size};

use crate::app::Pane;

/// The smallest terminal that shows anything useful.
pub const SMALLEST: Size = Size { width: 36, height: 10 };

/// Whether the terminal is too small to show anything useful.
pub fn too_small(size: Size) -> bool {
    size.width < SMALLEST.width || size.height < SMALLEST.height
}

/// The parts that every screen has.
pub struct Frames {
    /// The name of the screen.
    pub title: Rect,
    /// What goes on: search, failure, or the facts of what is shown.
    pub status: Rect,
    pub body: Rect,
    /// The keys that count here.
    pub footer: Rect,
}

/// The parts of the screen.
pub fn frames(size: Size) -> Frames {
    let rows =
        Layout::vertical([Constraint::Length(1), Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]);
    let [title, status, body, footer] = rows.areas(Rect::from((ratatui::layout::Position::ORIGIN, size)));
    Frames { title, status, body, footer }
}

/// Rows of the list, below its heading.
pub fn rows(size: Size) -> u64 {
    u64::from(frames(size).body.height.saturating_sub(1))
}

/// How many rows of the help fit.
pub fn help_rows(size: Size) -> usize {
    usize::from(frames(size).body.height)
}

/// The panes of an opened submission.
#[derive(Debug)]
pub struct Panes {
    /// The names of the panes, where only the one in focus is shown.
    pub tabs: Option<Rect>,
    /// By [`Pane::ALL`], borders included where there are any.
    areas: [Rect; 4],
}

/// The panes: answers beside each other on a wide terminal, stacked on a narrower one, and one at
/// a time on a small one.
pub fn panes(size: Size, focus: Pane) -> Panes {
    let body = frames(size).body;
    if body.width < 60 || body.height < 14 {
        let [tabs, pane] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(body);
        return Panes { tabs: Some(tabs), areas: [pane; 4] };
    }
    let wide = body.width >= 100;
    let list = Constraint::Length(if wide { 30 } else { 24 });
    let [list, texts] = Layout::horizontal([list, Constraint::Fill(1)]).areas(body);
    // The pane in focus has more room.
    let share = |pane| Constraint::Fill(if pane == focus { 2 } else { 1 });
    let [question, answer, model] = if wide {
        let [question, answers] = Layout::vertical([Constraint::Fill(1), Constraint::Fill(2)]).areas(texts);
        let [answer, model] = Layout::horizontal([Constraint::Fill(1); 2]).areas(answers);
        [question, answer, model]
    } else {
        Layout::vertical(Pane::TEXTS.map(share)).areas(texts)
    };
    Panes { tabs: None, areas: [list, question, answer, model] }
}

impl Panes {
    /// Where a pane stands, borders included.
    pub fn area(&self, pane: Pane) -> Rect {
        self.areas[pane as usize]
    }

    /// Where the content of a pane stands.
    pub fn inside(&self, pane: Pane) -> Rect {
        let border = u16::from(self.tabs.is_none());
        self.area(pane).inner(Margin::new(border, border))
    }

    /// How many rows of content a pane shows.
    pub fn room(&self, pane: Pane) -> usize {
        usize::from(self.inside(pane).height)
    }

    /// How many columns of content a pane shows.
    pub fn width(&self, pane: Pane) -> u16 {
        self.inside(pane).width
    }
}
