//! When a missed question is asked again.
//!
//! Pure: [`Memory::after`] updates the memory of a question after an answer; [`Memory::standing`] says whether the
//! question is due, given the date of the exam and today. The memory model is FSRS-6 with its default parameters (crate
//! `fsrs`); nothing is trained.

use std::sync::LazyLock;

use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use fsrs::{FSRS, FSRS6_DEFAULT_DECAY, MemoryState, current_retrievability};
use serde::{Deserialize, Serialize};

use crate::clock::Day;

/// A question is due when the probability of recall falls to this.
const TARGET: f32 = 0.90;
/// The target in the last two weeks before the exam.
const LATE_TARGET: f32 = 0.95;
/// The number of days before the exam with [`LATE_TARGET`].
const LATE_DAYS: Day = 14;
/// In the last days before the exam, each question whose recall on exam day would be below [`TARGET`] is repeated once.
const FINAL_DAYS: Day = 3;
/// Right answers in a row, on different days, after which a question may leave the queue.
const RUN: u8 = 3;
/// After this many lapses, repeating no longer helps: the student should learn the question from its explanation.
const MAX_LAPSES: u8 = 4;
/// The bytes of a packed [`Memory`].
const BYTES: usize = 12;

static MODEL: LazyLock<FSRS> = LazyLock::new(FSRS::default);

/// How a question was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Wrong, or left open in a mock.
    Wrong,
    /// Right.
    Right {
        /// Whether the student marked it for review.
        doubted: bool,
        /// Whether it took more than twice the median time of the test.
        slow: bool,
    },
}

/// A student's memory of a question that was missed or doubted at least once. Holds no answer key; 12 bytes in the
/// store.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Memory {
    /// The number of days after which recall falls to 0.90.
    stability: f32,
    /// From 1 (easy) to 10.
    difficulty: f32,
    /// The day of the last answer.
    day: Day,
    /// Wrong answers since the question entered the queue, up to [`MAX_LAPSES`]. Several in a row on one day count
    /// once. A right answer at the maximum resets the count.
    lapses: u8,
    /// Right answers in a row on different days; 0 if the last answer was wrong. A doubted answer restarts the count at
    /// 1.
    run: u8,
}

/// Today, and the day of the exam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calendar {
    today: Day,
    /// Not before today.
    exam: Option<Day>,
}

/// A question's place in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It is to be repeated now.
    Due,
    /// It is to be repeated later.
    Waiting,
    /// It has left the queue: it is known on the day of the exam.
    Known,
    /// It has left the queue: it was forgotten too often.
    ToLearn,
}

impl Memory {
    /// The memory after an answer. `None` while the question is not in the queue: it was never missed or doubted.
    ///
    /// Grades: wrong is Again. Right is Hard if it was doubted, slow, or the first right answer after a wrong one;
    /// otherwise Good. A doubted answer starts the run of right answers anew.
    pub fn after(before: Option<Self>, outcome: Outcome, day: Day) -> Option<Self> {
        if before.is_none() && matches!(outcome, Outcome::Right { doubted: false, .. }) {
            return None;
        }
        let day = before.map_or(day, |before| before.day.max(day));
        let elapsed = before.map_or(0, |before| day - before.day);
        // The model refuses only numbers that are not finite, and ours always are.
        let Ok(next) = MODEL.next_states(before.map(|one| one.state()), TARGET, elapsed.into()) else { return before };
        let (state, lapses, run) = match (outcome, before) {
            (Outcome::Wrong, None) => (next.again, 0, 0),
            (Outcome::Wrong, Some(before)) => {
                let is_again = before.run == 0 && elapsed == 0;
                (next.again, (before.lapses + u8::from(!is_again)).min(MAX_LAPSES), 0)
            }
            (Outcome::Right { .. }, None) => (next.hard, 0, 1),
            (Outcome::Right { doubted, slow }, Some(before)) => {
                let is_first = before.run == 0;
                let run = match (doubted || is_first, elapsed) {
                    (true, _) => 1,
                    (false, 0) => before.run,
                    (false, _) => before.run.saturating_add(1),
                };
                // A right answer at the maximum gives repetition another chance.
                let lapses = if before.lapses < MAX_LAPSES { before.lapses } else { 0 };
                (if doubted || slow || is_first { next.hard } else { next.good }, lapses, run)
            }
        };
        let MemoryState { stability, difficulty } = state.memory;
        Some(Self { stability, difficulty, day, lapses, run })
    }

    /// The probability that the student recalls the question on a day, 0 to 1.
    pub fn recall(&self, day: Day) -> f32 {
        current_retrievability(self.state(), day.saturating_sub(self.day).into(), FSRS6_DEFAULT_DECAY)
    }

    /// The question's place in the queue. The next repetition is due when recall has fallen to the target, but no later
    /// than halfway from the last answer to the exam.
    pub fn standing(&self, calendar: Calendar) -> Standing {
        let Calendar { today, exam } = calendar;
        let is_safe = exam.is_none_or(|exam| self.recall(exam) >= TARGET);
        if self.lapses >= MAX_LAPSES {
            Standing::ToLearn
        } else if self.run >= RUN && is_safe {
            Standing::Known
        } else if today >= self.next(calendar) {
            Standing::Due
        } else {
            Standing::Waiting
        }
    }

    /// The day of the next repetition; `Day::MAX` if there is none.
    fn next(&self, calendar: Calendar) -> Day {
        let after = |target: f32| {
            let days = MODEL.next_interval(Some(self.stability), target, 3).round().clamp(1.0, f32::from(Day::MAX));
            // Clamped and rounded, so the cast is exact.
            self.day.saturating_add(days as Day)
        };
        let Some(exam) = calendar.exam else { return after(TARGET) };
        if calendar.is_final() {
            let is_open = self.day < exam.saturating_sub(FINAL_DAYS) && self.recall(exam) < TARGET;
            return if is_open { calendar.today } else { Day::MAX };
        }
        let half = self.day.saturating_add((exam.saturating_sub(self.day) / 2).max(1));
        let target = if exam - calendar.today <= LATE_DAYS { LATE_TARGET } else { TARGET };
        after(target).min(half)
    }

    fn state(&self) -> MemoryState {
        MemoryState { stability: self.stability, difficulty: self.difficulty }
    }

    fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..4].copy_from_slice(&self.stability.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.difficulty.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.day.to_le_bytes());
        bytes[10..].copy_from_slice(&[self.lapses, self.run]);
        bytes
    }

    fn from_bytes([s0, s1, s2, s3, d0, d1, d2, d3, y0, y1, lapses, run]: [u8; BYTES]) -> Option<Self> {
        let (stability, difficulty) = (f32::from_le_bytes([s0, s1, s2, s3]), f32::from_le_bytes([d0, d1, d2, d3]));
        let is_sound = stability.is_finite() && stability > 0.0 && (1.0..=10.0).contains(&difficulty);
        is_sound.then(|| Self { stability, difficulty, day: Day::from_le_bytes([y0, y1]), lapses, run })
    }
}

impl From<Memory> for String {
    fn from(memory: Memory) -> Self {
        STANDARD_NO_PAD.encode(memory.to_bytes())
    }
}

impl TryFrom<String> for Memory {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let bytes = STANDARD_NO_PAD.decode(text).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.and_then(Self::from_bytes).ok_or("the memory of a question is damaged")
    }
}

impl Calendar {
    /// Today and the day of the exam; an exam that has passed has no effect.
    pub fn new(today: Day, exam: Option<Day>) -> Self {
        Self { today, exam: exam.filter(|exam| *exam >= today) }
    }

    /// Today.
    pub fn today(self) -> Day {
        self.today
    }

    /// The days to the exam.
    pub fn days_left(self) -> Option<Day> {
        self.exam.map(|exam| exam - self.today)
    }

    /// The same exam, as seen this many days later.
    pub fn after(self, days: Day) -> Self {
        Self::new(self.today.saturating_add(days), self.exam)
    }

    /// Whether at most [`FINAL_DAYS`] remain; a day may then have several sessions.
    pub fn is_final(self) -> bool {
        self.days_left().is_some_and(|left| left <= FINAL_DAYS)
    }
}

#[cfg(test)]
mod tests;
