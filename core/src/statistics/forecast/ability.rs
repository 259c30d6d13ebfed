//! The difficulty of a question and the ability of a student, by the Rasch model with a guessing floor.
//!
//! A student of ability θ answers a question of difficulty b correctly with probability c + (1 − c) / (1 + e^(b − θ)),
//! where c is the chance of guessing it (F. M. Lord, *Applications of Item Response Theory*, 1980: the three-parameter
//! model with one discrimination for all). Both θ and b are in logits; 0 is an average question.

/// The number of abilities below 0, and above it, for which a probability is computed.
const STEPS: i32 = 40;
const STEP: f64 = 0.1;
/// The standard deviation of abilities before a student's first answer. Wide, so that answers soon outweigh it.
const PRIOR: f64 = 1.5;
/// The standard deviation of difficulties: of a subject's questions, and of a question before its first answer.
const SPREAD: f64 = 1.0;
/// Shares closer to 0 or 1 than this are treated as this far from them, so that difficulties stay finite.
const EDGE: f64 = 0.02;

/// An answered question.
#[derive(Debug, Clone, Copy)]
pub struct Answer {
    /// The difficulty of the question, in logits.
    pub difficulty: f64,
    /// The chance of guessing it: 1 / number of options.
    pub guess: f64,
    pub is_right: bool,
}

/// A student's ability in a subject, as pairs of an ability in logits and its probability.
#[derive(Debug, Clone)]
pub struct Ability(Vec<(f64, f64)>);

impl Ability {
    /// Estimates the ability by Bayes' theorem from a student's first answers to questions.
    pub fn of(answers: &[Answer]) -> Self {
        let log_likelihood = |ability: f64| {
            let prior = -0.5 * (ability / PRIOR).powi(2);
            let answers = answers.iter().map(|answer| {
                let right = chance(ability, answer.difficulty, answer.guess);
                if answer.is_right { right.ln() } else { (1.0 - right).ln() }
            });
            prior + answers.sum::<f64>()
        };
        let abilities = (-STEPS..=STEPS).map(|step| f64::from(step) * STEP);
        let logs: Vec<_> = abilities.map(|ability| (ability, log_likelihood(ability))).collect();
        // The likelihood of many answers underflows, so each is divided by the greatest.
        let most = logs.iter().fold(f64::NEG_INFINITY, |most, (_, log)| most.max(*log));
        let weights: Vec<_> = logs.into_iter().map(|(ability, log)| (ability, (log - most).exp())).collect();
        let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
        Self(weights.into_iter().map(|(ability, weight)| (ability, weight / total)).collect())
    }

    /// The expected value of a function of the ability.
    pub fn expect(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().map(|(ability, probability)| probability * value(*ability)).sum()
    }
}

/// The probability of a right answer. `ability` and `difficulty` are in logits.
pub fn chance(ability: f64, difficulty: f64, guess: f64) -> f64 {
    guess + (1.0 - guess) / (1.0 + (difficulty - ability).exp())
}

/// The difficulty of a question, from the share of right answers and the mean share of right answers that the same
/// students gave to the other questions of their tests.
///
/// Uses the normal approximation of Rasch estimates (PROX; B. D. Wright and M. H. Stone, *Best Test Design*, 1979): the
/// logit of the students' mean result minus the logit of the question's. With few answers, the estimate stays close to
/// the average.
pub fn difficulty(answers: i64, facility: f64, mean_rest: f64, guess: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a count of answers")]
    let answers = answers as f64;
    let known = |share: f64| ((share - guess) / (1.0 - guess)).clamp(EDGE, 1.0 - EDGE);
    let (own, rest) = (known(facility), known(mean_rest));
    let estimate = flattening() * (logit(rest) - logit(own));
    let information = answers * own * (1.0 - own) * (1.0 - guess) / flattening().powi(2);
    estimate * information / (information + 1.0 / SPREAD.powi(2))
}

/// The factor by which a logistic curve becomes flatter when it is averaged over abilities or difficulties with a
/// standard deviation of [`SPREAD`]. The curve resembles a normal distribution that is 1.7 times as wide.
pub fn flattening() -> f64 {
    (1.0 + (SPREAD / 1.7).powi(2)).sqrt()
}

fn logit(share: f64) -> f64 {
    (share / (1.0 - share)).ln()
}
