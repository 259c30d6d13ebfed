//! Retry times of mails.

use chrono::{DateTime, TimeDelta, Utc};

const FIRST: TimeDelta = TimeDelta::seconds(30);
/// The longest pause. A mail that is due later than that was queued while the clock was ahead.
pub const MAX_RETRY_PAUSE: TimeDelta = TimeDelta::hours(1);
/// The time of the next attempt after `failures` temporary failures, the last one at `now`: 30 seconds, doubling to at
/// most an hour. `None` once that is more than `retried_for` after `since`, when the mail was queued. A mail that an
/// operator sends again is a new one.
pub fn next_try(
    failures: u32,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
    retried_for: TimeDelta,
) -> Option<DateTime<Utc>> {
    // 2^7 × 30 s exceeds an hour, so larger exponents are not needed.
    let doublings = failures.saturating_sub(1).min(7);
    let next = now + (FIRST * 2_i32.pow(doublings)).min(MAX_RETRY_PAUSE);
    (next - since <= retried_for).then_some(next)
}
