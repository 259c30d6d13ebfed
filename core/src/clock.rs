//! The only place that reads the time.

#[cfg(debug_assertions)]
use std::sync::LazyLock;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Duration, NaiveDate, NaiveTime, SubsecRound, Utc};
use tokio::time::Instant as Steady;

/// An instant in UTC, with millisecond precision (ruling 4).
pub type Instant = DateTime<Utc>;

/// West Africa Time is one hour ahead of UTC, all year.
const UTC_OFFSET_SECONDS: i64 = 3_600;
const DAY_SECONDS: i64 = 86_400;

/// The instant shifted so that it formats as West Africa Time, which is UTC+1 all year. Days and times that people read
/// are of this zone.
pub fn west_africa(at: Instant) -> Instant {
    at + Duration::seconds(UTC_OFFSET_SECONDS)
}

/// The last midnight in West Africa Time.
pub fn midnight(at: Instant) -> Instant {
    let local = west_africa(at);
    at - (local - local.date_naive().and_time(NaiveTime::MIN).and_utc())
}

/// The first instant of a date in West Africa Time.
pub fn start_of_date(date: NaiveDate) -> Instant {
    date.and_time(NaiveTime::MIN).and_utc() - Duration::seconds(UTC_OFFSET_SECONDS)
}

/// A day in West Africa Time, counted from 1 January 1970.
pub type Day = u16;

/// The day of an instant.
pub fn day_of(at: Instant) -> Day {
    let day = (at.timestamp() + UTC_OFFSET_SECONDS).div_euclid(DAY_SECONDS);
    Day::try_from(day.clamp(0, i64::from(Day::MAX))).unwrap_or_default()
}

/// The day of a date, `YYYY-MM-DD`.
pub fn day_of_date(date: &str) -> Option<Day> {
    let date: NaiveDate = date.parse().ok()?;
    Day::try_from((date - NaiveDate::default()).num_days()).ok()
}

/// The moment at which a day begins.
pub fn start_of(day: Day) -> Instant {
    Instant::from_timestamp(i64::from(day) * DAY_SECONDS - UTC_OFFSET_SECONDS, 0).unwrap_or(Instant::UNIX_EPOCH)
}

/// A source of time: the machine's clock, or a manual one in tests.
pub trait Clock: Send + Sync {
    /// The current time, with millisecond precision.
    fn now(&self) -> Instant;
}

/// The machine's clock. In debug builds, `SABI_CLOCK_AHEAD` moves it ahead by a number of seconds, for browser tests
/// that cover weeks.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the time")]
    fn now(&self) -> Instant {
        let now = Utc::now().trunc_subsecs(3) + ahead();
        // Times are sent with milliseconds (ruling 4), but the library omits them when they are zero. So such an
        // instant is moved by one millisecond; that affects one in a thousand.
        if now.timestamp_subsec_millis() == 0 { now + Duration::milliseconds(1) } else { now }
    }
}

#[cfg(debug_assertions)]
#[expect(clippy::disallowed_methods, reason = "for tests alone, so it is no setting")]
fn ahead() -> Duration {
    static AHEAD: LazyLock<Duration> = LazyLock::new(|| {
        let seconds = std::env::var("SABI_CLOCK_AHEAD").ok().and_then(|seconds| seconds.parse().ok());
        Duration::seconds(seconds.unwrap_or_default())
    });
    *AHEAD
}

#[cfg(not(debug_assertions))]
fn ahead() -> Duration {
    Duration::zero()
}

/// The smallest difference that counts as a jump.
const JUMP: Duration = Duration::seconds(30);

/// Detects that the clock was changed, by comparing it with a monotonic clock.
#[derive(Debug)]
pub(crate) struct ClockJumpDetector(Instant, Steady);

impl ClockJumpDetector {
    /// Starts from the current readings of both clocks.
    pub fn from(clock: Instant, steady: Steady) -> Self {
        Self(clock, steady)
    }

    /// How far the clock was moved since the last call, if it was.
    pub fn check(&mut self, clock: Instant, steady: Steady) -> Option<Duration> {
        let passed = Duration::from_std(steady - self.1).unwrap_or_default();
        let jump = clock - self.0 - passed;
        *self = Self(clock, steady);
        (jump.abs() >= JUMP).then_some(jump)
    }
}

/// A clock for tests that moves only when a test advances it.
#[derive(Clone)]
pub struct ManualClock(Arc<Mutex<Instant>>);

impl ManualClock {
    /// A clock that shows `start`.
    pub fn at(start: Instant) -> Self {
        Self(Arc::new(Mutex::new(start.trunc_subsecs(3))))
    }

    /// Advances the clock.
    pub fn advance(&self, by: Duration) {
        *self.guard() += by;
    }

    fn guard(&self) -> std::sync::MutexGuard<'_, Instant> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Instant {
        *self.guard()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_in_west_africa_begins_at_23_utc() {
        let at = |text: &str| text.parse::<Instant>().unwrap();
        assert_eq!(midnight(at("2026-03-02T22:59:59.999Z")), at("2026-03-01T23:00:00Z"));
        assert_eq!(midnight(at("2026-03-02T23:00:00Z")), at("2026-03-02T23:00:00Z"));
    }

    #[test]
    fn days_are_those_of_west_africa() {
        let at = |time: &str| format!("2026-03-02T{time}:00Z").parse::<Instant>().unwrap();
        let day = day_of_date("2026-03-02").unwrap();
        assert_eq!(day_of(at("22:59")), day);
        assert_eq!(day_of(at("23:00")), day + 1);
        assert_eq!(start_of(day + 1), at("23:00"));
        assert_eq!(day_of_date("some day"), None);
    }

    #[test]
    fn a_clock_that_is_moved_is_reported_once_and_a_running_clock_is_not() {
        let (start, steady) = (Instant::UNIX_EPOCH, Steady::now());
        let after = |seconds: u64| steady + std::time::Duration::from_secs(seconds);
        let at = |seconds: i64| start + Duration::seconds(seconds);
        let mut jumps = ClockJumpDetector::from(start, steady);
        assert_eq!(jumps.check(at(5), after(5)), None);
        // A correction of a few seconds, or a machine that was busy for a minute.
        assert_eq!(jumps.check(at(20), after(10)), None);
        assert_eq!(jumps.check(at(80), after(70)), None);
        assert_eq!(jumps.check(at(3_685), after(75)), Some(Duration::seconds(3_600)));
        assert_eq!(jumps.check(at(3_690), after(80)), None);
        assert_eq!(jumps.check(at(95), after(85)), Some(Duration::seconds(-3_600)));
    }

    #[test]
    fn the_present_always_has_milliseconds_and_nothing_finer() {
        // Long enough to see each millisecond of a second, and its turn.
        let start = std::time::Instant::now();
        while start.elapsed() < std::time::Duration::from_millis(1_050) {
            let text = serde_json::to_string(&SystemClock.now()).unwrap();
            assert_eq!(text.len(), "\"2026-11-21T04:10:05.414Z\"".len(), "{text}");
        }
    }
}
