//! The power-safe clock of practice: it stops while the student's device is silent.
//!
//! The power fails, the phone dies, the network goes: a device that is there lets itself be heard by a save, an
//! empty one too, every few seconds. After [`SILENCE`] without one the clock stops, until the next, for
//! [`MOST_PAUSE`] in all. A mock never has such a clock.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Sheet, Terms};

/// How long a device may be silent before the clock stops.
pub const SILENCE: TimeDelta = TimeDelta::seconds(20);
/// The longest that the clock of one attempt stands still, in all.
pub const MOST_PAUSE: TimeDelta = TimeDelta::minutes(60);

impl Terms {
    /// The last moment at which an answer counts, as far as it is known at `now`: while the clock stands still
    /// it moves along.
    pub fn deadline_of(&self, sheet: &Sheet, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let now = sheet.closed_at.map_or(now, |end| now.min(end));
        Some(self.deadline? + self.pause(sheet, now))
    }

    /// The latest deadline that is possible if nothing more is heard of the device.
    pub(super) fn latest_deadline(&self, sheet: &Sheet) -> Option<DateTime<Utc>> {
        let most = if self.stops_at(sheet).is_some() { MOST_PAUSE } else { sheet.paused() };
        Some(self.deadline? + most)
    }

    /// How long the clock has stood still until `now`.
    pub fn pause(&self, sheet: &Sheet, now: DateTime<Utc>) -> TimeDelta {
        let Some(stops_at) = self.stops_at(sheet) else { return sheet.paused() };
        (sheet.paused() + (now - stops_at).max(TimeDelta::zero())).min(MOST_PAUSE)
    }

    /// When the clock stops if the device stays silent; never where the time is up before.
    fn stops_at(&self, sheet: &Sheet) -> Option<DateTime<Utc>> {
        let deadline = self.deadline.filter(|_| self.power_safe)? + sheet.paused();
        let stops_at = sheet.heard_at.unwrap_or(self.started_at).max(self.started_at) + SILENCE;
        (stops_at < deadline).then_some(stops_at)
    }
}

impl Sheet {
    /// How long the clock stood still until the device was last heard.
    pub fn paused(&self) -> TimeDelta {
        TimeDelta::milliseconds(self.paused_ms)
    }

    /// The device is heard: a clock that stood still goes on.
    pub(super) fn hear(&mut self, terms: &Terms, now: DateTime<Utc>) {
        if terms.power_safe {
            self.paused_ms = terms.pause(self, now).num_milliseconds();
            self.heard_at = self.heard_at.max(Some(now));
        }
    }
}
