//! Forecasts the score that a student would reach today, with an interval that contains nine of ten scores.
//!
//! The difficulty of each question comes from all students' results ([`ability`]), a student's ability in a subject
//! from their first answers to its questions. The expected score and its variance follow from both ([`outlook`]).
//! Repeated answers are ignored: they measure the memory of one question, not knowledge of the subject.

mod ability;
mod check;
mod outlook;
mod view;

pub(super) use ability::difficulty;
pub use check::ForecastCheck;
pub use view::{Forecast, GradeRange, ScoreRange, SubjectForecast};

#[cfg(test)]
mod tests;
