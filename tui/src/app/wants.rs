//! Carries out requests of screens to the rest of the console.

use std::collections::VecDeque;

use super::{Effect, Model};
use crate::{screen::Want, screens};

impl Model {
    /// Carries out the requests of the screen at a position of the stack, and those that result.
    pub(super) fn fulfil(&mut self, place: usize, wants: Vec<Want>, effects: &mut Vec<Effect>) {
        let mut open: VecDeque<(usize, Want)> = wants.into_iter().map(|want| (place, want)).collect();
        while let Some((place, want)) = open.pop_front() {
            let below = place.checked_sub(1);
            let mut more = Vec::new();
            match want {
                Want::Ask(request) => effects.push(Effect::Ask(request)),
                Want::Edit(text) => effects.push(Effect::Edit(text)),
                Want::Copy(text) => {
                    self.notify("Copied.".to_owned(), false);
                    effects.push(Effect::Copy(text));
                }
                Want::Wake(millis) => effects.push(Effect::Wake(millis)),
                Want::Say(notice) => self.notice = Some((notice, self.now)),
                Want::Show(shown) => {
                    if !self.stack.is_empty() {
                        self.close(place + 1, effects);
                    }
                    self.stack.push(screens::open(shown));
                    let top = self.stack.len() - 1;
                    let wants = self.at(top, |screen, cx| screen.opened(cx));
                    more = wants.into_iter().map(|want| (top, want)).collect();
                }
                Want::Close if place > 0 => self.close(place, effects),
                // If the bottom screen is to be closed, the list of submissions takes its place.
                Want::Close => self.show_submissions(effects),
                Want::Step { forward } => {
                    if let Some(below) = below {
                        let wants = self.at(below, |screen, cx| screen.step(forward, cx));
                        more = wants.into_iter().map(|want| (below, want)).collect();
                    }
                }
                Want::Done(id) => {
                    self.close(place, effects);
                    if let Some(below) = below {
                        let wants = self.at(below, |screen, cx| screen.row_done(&id, cx));
                        more = wants.into_iter().map(|want| (below, want)).collect();
                    }
                }
                Want::Stale => {
                    if let Some(below) = below {
                        let wants = self.at(below, |screen, cx| screen.stale(cx));
                        more = wants.into_iter().map(|want| (below, want)).collect();
                    }
                }
            }
            open.extend(more);
        }
    }

    /// Closes the screens from a position of the stack on.
    pub(super) fn close(&mut self, from: usize, effects: &mut Vec<Effect>) {
        for place in (from..self.stack.len()).rev() {
            for want in self.at(place, |screen, cx| screen.leaving(cx)) {
                if let Want::Ask(request) = want {
                    effects.push(Effect::Ask(request));
                }
            }
        }
        self.stack.truncate(from);
    }

    fn show_submissions(&mut self, effects: &mut Vec<Effect>) {
        self.go_to(crate::keys::Action::Submissions, crate::screen::Destination::Submissions, effects);
    }
}
