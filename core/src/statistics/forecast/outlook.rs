//! The score that a student would reach today, as an expectation with its variance.

use super::ability::{Ability, chance, flattening};

/// The standard deviation of the difference between topics that were never practised and the rest of the subject, as a
/// share of the topics' questions.
const UNPRACTISED: f64 = 0.15;
/// The standard score (z) of an interval that contains nine of ten results.
pub const NINE_OF_TEN: f64 = 1.645;
/// With one mock more than this, the spread of the mocks counts half.
const MOCKS_OF_WEIGHT: f64 = 3.0;

/// The properties of a subject's paper that a forecast depends on.
#[derive(Debug, Clone, Copy)]
pub struct Paper {
    /// The number of its questions in the exam.
    pub questions: u32,
    /// The chance of guessing one.
    pub guess: f64,
    /// The share of questions that the student leaves open in mocks.
    pub left_open: f64,
    /// The share of the subject's questions in topics that the student never practised.
    pub unpractised: f64,
}

/// An expected result and its variance, as a share of all points or in points.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Outlook {
    pub mean: f64,
    pub variance: f64,
}

impl Outlook {
    /// The expected share of right answers in a paper. The variance adds up that of the ability, of the draw of
    /// questions, and of the topics never practised.
    pub fn of(ability: &Ability, paper: &Paper) -> Self {
        let reached = 1.0 - paper.left_open;
        // Over questions of all difficulties.
        let right = |ability: f64| chance(ability / flattening(), 0.0, paper.guess);
        let share = |ability: f64| reached * right(ability);
        let mean = ability.expect(share);
        let of_ability = ability.expect(|ability| (share(ability) - mean).powi(2));
        let of_questions = ability.expect(|ability| share(ability) * (1.0 - share(ability)));
        let of_topics = (paper.unpractised * UNPRACTISED).powi(2);
        Self { mean, variance: of_ability + of_questions / f64::from(paper.questions.max(1)) + of_topics }
    }

    /// The same result in points; `points` is the maximum of the scale.
    pub fn scaled(self, points: f64) -> Self {
        Self { mean: self.mean * points, variance: self.variance * points * points }
    }

    /// The sum of independent results.
    pub fn sum(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().fold(Self::default(), |sum, part| Self {
            mean: sum.mean + part.mean,
            variance: sum.variance + part.variance,
        })
    }

    /// Widens the variance if the student's mocks, given in the same points, spread further than it explains. With few
    /// mocks the excess counts only in part, because they say little about a spread.
    pub fn widened_by(self, mocks: &[f64]) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "at most a hundred mocks")]
        let count = mocks.len() as f64;
        if count < 2.0 {
            return self;
        }
        let mean = mocks.iter().sum::<f64>() / count;
        let spread = mocks.iter().map(|mock| (mock - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let weight = (count - 1.0) / (count - 1.0 + MOCKS_OF_WEIGHT);
        Self { variance: self.variance + weight * (spread - self.variance).max(0.0), ..self }
    }

    /// The interval that contains the result nine times of ten.
    pub fn interval(self) -> (f64, f64) {
        let reach = NINE_OF_TEN * self.variance.sqrt();
        (self.mean - reach, self.mean + reach)
    }
}
