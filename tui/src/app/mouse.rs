//! The mouse: the wheel scrolls, a click selects.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::{Effect, Model};
use crate::{chrome, keys::Action};

impl Model {
    pub(super) fn mouse(&mut self, event: MouseEvent, effects: &mut Vec<Effect>) {
        let body = chrome::frames(self.size).body;
        let at = Position { x: event.column, y: event.row };
        if chrome::too_small(self.size) || !body.contains(at) {
            return;
        }
        let at = Position { x: at.x - body.x, y: at.y - body.y };
        let wheel = match event.kind {
            MouseEventKind::ScrollDown => Some(true),
            MouseEventKind::ScrollUp => Some(false),
            _ => None,
        };
        match (wheel, &mut self.help) {
            (Some(forward), Some(help)) => help.act(if forward { Action::Down } else { Action::Up }),
            (Some(forward), None) => self.on_top(effects, |screen, cx| screen.wheeled(at, forward, cx)),
            (None, None) if event.kind == MouseEventKind::Down(MouseButton::Left) => {
                self.on_top(effects, |screen, cx| screen.clicked(at, cx));
            }
            _ => {}
        }
    }
}
