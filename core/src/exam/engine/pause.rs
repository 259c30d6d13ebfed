//! The power-safe clock of practice: it stops while the server hears nothing from the student's device.
//!
//! A working device sends a save, possibly an empty one, every few seconds. When the power, the phone or the network
//! fails, the saves stop. After [`SILENCE`] without a save the clock stops until the next one, for [`MAX_PAUSE`] in
//! all. A mock never has such a clock.

use chrono::{DateTime, TimeDelta, Utc};

use super::{AnswerSheet, Terms};

/// How long a device may be silent before the clock stops.
pub const SILENCE: TimeDelta = TimeDelta::seconds(20);
/// The longest total pause of an attempt's clock.
pub const MAX_PAUSE: TimeDelta = TimeDelta::minutes(60);

impl Terms {
    /// The last moment at which an answer counts, as known at `now`. It moves while the clock is stopped. `None` in
    /// study, and until a paper that was fetched ahead is opened.
    pub fn deadline_of(&self, sheet: &AnswerSheet, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if let Some(ahead) = &self.ahead {
            return Some(sheet.opened_at? + ahead.time);
        }
        let now = sheet.closed_at.map_or(now, |end| now.min(end));
        Some(self.deadline? + self.pause(sheet, now))
    }

    /// The latest possible deadline if the device sends nothing more.
    pub(super) fn latest_deadline(&self, sheet: &AnswerSheet) -> Option<DateTime<Utc>> {
        let most = if self.stops_at(sheet).is_some() { MAX_PAUSE } else { sheet.paused() };
        Some(self.deadline? + most)
    }

    /// The total pause until `now`.
    pub fn pause(&self, sheet: &AnswerSheet, now: DateTime<Utc>) -> TimeDelta {
        let Some(stops_at) = self.stops_at(sheet) else { return sheet.paused() };
        (sheet.paused() + (now - stops_at).max(TimeDelta::zero())).min(MAX_PAUSE)
    }

    /// When the clock stops if the device stays silent; `None` if the time is up before that, or if the clock never
    /// stops.
    fn stops_at(&self, sheet: &AnswerSheet) -> Option<DateTime<Utc>> {
        let deadline = self.deadline.filter(|_| self.power_safe)? + sheet.paused();
        let stops_at = sheet.heard_at.unwrap_or(self.started_at).max(self.started_at) + SILENCE;
        (stops_at < deadline).then_some(stops_at)
    }
}

impl AnswerSheet {
    /// The total pause until the device was last heard.
    pub fn paused(&self) -> TimeDelta {
        TimeDelta::milliseconds(self.paused_ms)
    }

    /// Records that the device was heard. A stopped clock continues.
    pub(super) fn hear(&mut self, terms: &Terms, now: DateTime<Utc>) {
        if terms.power_safe {
            self.paused_ms = terms.pause(self, now).num_milliseconds();
            self.heard_at = self.heard_at.max(Some(now));
        }
    }
}
