//! Item analysis: sums to which an answer can be added or removed, and the measures from them.
//!
//! Pure, and in whole numbers, so that removing an answer restores exactly the earlier sums. The measures are those
//! of classical item analysis:
//!
//! - *Facility* is the share of right answers. Questions that were left open do not count: skipped ones cannot be
//!   distinguished from those never reached, which are left out by convention.
//! - *Discrimination* is the point-biserial correlation of a right answer with the rest of the test (Henrysson's
//!   corrected item-total correlation). The rest of the test is the share of its other questions that were answered
//!   correctly; open ones count as not correct, as in number-right scoring.
//! - A *key is suspect* when strong students prefer another option: see [`ItemSums::suspect`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::forecast::difficulty;
use crate::{
    bank::{Choice, Question},
    store::Id,
};

/// The resolution of the rest of a test, so that its sums are whole numbers.
const SCALE: i64 = 10_000;
/// Minimum number of answers for discrimination.
pub const MIN_FOR_DISCRIMINATION: i64 = 10;
/// Minimum number of answers to flag a key.
pub const MIN_FOR_SUSPICION: i64 = 30;

/// One objective question of a test, as it was answered and marked.
#[derive(Debug, Clone, Copy)]
pub struct Marked<'a> {
    pub question: &'a Id<Question>,
    pub chosen: Option<&'a Id<Choice>>,
    /// The key.
    pub correct: &'a Id<Choice>,
}

/// The sums of one question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemSums {
    /// Answers.
    pub attempts: i64,
    /// Right answers.
    pub right: i64,
    /// The sums of each option.
    pub options: BTreeMap<Id<Choice>, OptionSums>,
    /// Answers with other questions in the test. Their rest of the test is called `r` below.
    rated: i64,
    /// The right answers among the rated ones.
    rated_right: i64,
    /// Σr.
    rests: i64,
    /// Σr².
    squares: i64,
    /// Σr over the right answers.
    right_rests: i64,
}

/// The sums of one option of a question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionSums {
    /// How often it was chosen.
    pub chosen: i64,
    /// How often it was chosen in a test with other questions.
    rated: i64,
    /// Σr over those choices.
    rests: i64,
}

/// The contribution of one test to the sums of each of its answered questions. `test` has the questions whose answers
/// count, each once.
pub fn contributions<'a>(test: &[Marked<'a>]) -> Vec<(&'a Id<Question>, ItemSums)> {
    let is_right = |item: &Marked<'_>| item.chosen == Some(item.correct);
    let right = count(test.iter().filter(|item| is_right(item)).count());
    let others = count(test.len()) - 1;
    let one = |item: &Marked<'a>| {
        let chosen = item.chosen?;
        let x = i64::from(is_right(item));
        // Rounds half up.
        let rest = (2 * (right - x) * SCALE + others).checked_div(2 * others);
        let (rated, r) = (i64::from(rest.is_some()), rest.unwrap_or(0));
        let option = OptionSums { chosen: 1, rated, rests: r };
        let sums = ItemSums {
            attempts: 1,
            right: x,
            options: BTreeMap::from([(chosen.clone(), option)]),
            rated,
            rated_right: x * rated,
            rests: r,
            squares: r * r,
            right_rests: x * r,
        };
        Some((item.question, sums))
    };
    test.iter().filter_map(one).collect()
}

impl ItemSums {
    /// Adds sums (`sign` 1) or removes them (`sign` -1).
    pub fn add(&mut self, other: &Self, sign: i64) {
        self.attempts += sign * other.attempts;
        self.right += sign * other.right;
        self.rated += sign * other.rated;
        self.rated_right += sign * other.rated_right;
        self.rests += sign * other.rests;
        self.squares += sign * other.squares;
        self.right_rests += sign * other.right_rests;
        for (option, sums) in &other.options {
            let own = self.options.entry(option.clone()).or_default();
            own.chosen += sign * sums.chosen;
            own.rated += sign * sums.rated;
            own.rests += sign * sums.rests;
            if *own == OptionSums::default() {
                self.options.remove(option);
            }
        }
    }

    /// Whether they are empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The share of right answers, 0 to 1; `None` without an answer.
    pub fn facility(&self) -> Option<f64> {
        (self.attempts > 0).then(|| rounded(ratio(self.right, self.attempts)))
    }

    /// The point-biserial correlation of a right answer with the rest of the test, -1 to 1; `None` for fewer than
    /// [`MIN_FOR_DISCRIMINATION`] answers, and if all answers or all rests are equal.
    pub fn discrimination(&self) -> Option<f64> {
        self.correlation(self.rated_right, self.right_rests)
    }

    /// The point-biserial correlation of choosing this option with the rest of the test, with the same limits.
    pub fn discrimination_of(&self, option: &Id<Choice>) -> Option<f64> {
        let sums = self.options.get(option)?;
        self.correlation(sums.rated, sums.rests)
    }

    /// The difficulty in logits, 0 for an average question (see [`difficulty`]); `None` for fewer than
    /// [`MIN_FOR_DISCRIMINATION`] answers. `options` is how many options the question has.
    pub fn difficulty(&self, options: usize) -> Option<f64> {
        if self.rated < MIN_FOR_DISCRIMINATION || options < 2 {
            return None;
        }
        let mean_rest = ratio(self.rests, self.rated * SCALE);
        #[expect(clippy::cast_precision_loss, reason = "at most a few options")]
        let guess = 1.0 / options as f64;
        Some(rounded(difficulty(self.rated, ratio(self.rated_right, self.rated), mean_rest, guess)))
    }

    /// The option that is probably right if `key` probably is not. Among the other `options` of the question (removed
    /// options do not count), it is the one that correlates most with the rest of the test, if that is above zero by
    /// more than two standard errors (2/√n), above the key's own, and with at least [`MIN_FOR_SUSPICION`] answers.
    pub fn suspect<'a>(&self, key: &Id<Choice>, options: &'a [Id<Choice>]) -> Option<&'a Id<Choice>> {
        if self.rated < MIN_FOR_SUSPICION {
            return None;
        }
        let others = options.iter().filter(|option| *option != key);
        let rated = others.filter_map(|option| Some((option, self.discrimination_of(option)?)));
        let (option, most) = rated.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let is_preferred = most > 2.0 / float(self.rated).sqrt();
        let is_above_key = self.discrimination_of(key).is_none_or(|own| most > own);
        (is_preferred && is_above_key).then_some(option)
    }

    /// The correlation between a yes/no variable with `yes` yeses, whose rests sum to `rests`, and the rests of all
    /// answers.
    fn correlation(&self, yes: i64, rests: i64) -> Option<f64> {
        if self.rated < MIN_FOR_DISCRIMINATION {
            return None;
        }
        let [n, yes, rests, all, squares] = [self.rated, yes, rests, self.rests, self.squares].map(i128::from);
        let (of_yes, of_rests) = (n * yes - yes * yes, n * squares - all * all);
        if of_yes <= 0 || of_rests <= 0 {
            return None;
        }
        let covariance = n * rests - yes * all;
        #[expect(clippy::cast_precision_loss, reason = "four digits of a correlation are enough")]
        let value = covariance as f64 / ((of_yes as f64).sqrt() * (of_rests as f64).sqrt());
        Some(rounded(value.clamp(-1.0, 1.0)))
    }
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "counts of answers")]
fn float(n: i64) -> f64 {
    n as f64
}

fn ratio(part: i64, whole: i64) -> f64 {
    float(part) / float(whole)
}

/// Rounded to four decimals, as displayed.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test whose questions were answered with these options, `-` for none; the key is always `a`.
    fn taken(answers: &str) -> Vec<(Id<Question>, Option<Id<Choice>>)> {
        let answer = |letter: char| (letter != '-').then(|| Id::new(letter.to_string()));
        answers.chars().enumerate().map(|(n, letter)| (Id::new(format!("q{n}")), answer(letter))).collect()
    }

    /// The sums of the first question over these tests.
    fn first(tests: &[&str]) -> ItemSums {
        let key = Id::new("a");
        let mut sums = ItemSums::default();
        for test in tests {
            let test = taken(test);
            let marked: Vec<_> = test
                .iter()
                .map(|(question, chosen)| Marked { question, chosen: chosen.as_ref(), correct: &key })
                .collect();
            for (_, one) in contributions(&marked).iter().filter(|(question, _)| question.as_str() == "q0") {
                sums.add(one, 1);
            }
        }
        sums
    }

    #[test]
    fn facility_is_of_those_who_answered() {
        let sums = first(&["aa", "ba", "-a", "ab"]);
        assert_eq!((sums.attempts, sums.right, sums.facility()), (3, 2, Some(0.6667)));
        assert_eq!(first(&["-a"]).facility(), None);
    }

    #[test]
    fn discrimination_is_pearsons_correlation_with_the_rest() {
        let tests = ["aaaaa", "aaaab", "aaabb", "aabbb", "abbbb", "aaaaa", "baaab", "baabb", "babbb", "bbbbb", "aab--"];
        let rest = |test: &str| test.chars().skip(1).filter(|letter| *letter == 'a').count() as f64 / 4.0;
        let points: Vec<(f64, f64)> =
            tests.iter().map(|test| (f64::from(u8::from(test.starts_with('a'))), rest(test))).collect();
        let n = points.len() as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
        let (x, r) = (mean(&|point| point.0), mean(&|point| point.1));
        let covariance = mean(&|point| (point.0 - x) * (point.1 - r));
        let (sx, sr) = (mean(&|point| (point.0 - x).powi(2)).sqrt(), mean(&|point| (point.1 - r).powi(2)).sqrt());
        let found = first(&tests).discrimination().unwrap();
        assert!((found - covariance / (sx * sr)).abs() < 0.000_1, "{found}");
    }

    #[test]
    fn too_few_or_all_alike_have_no_discrimination() {
        assert_eq!(first(&["aa", "bb", "ab"]).discrimination(), None, "too few");
        assert_eq!(first(&["aa"; 12]).discrimination(), None, "all alike");
        assert_eq!(first(&["a"; 12]).discrimination(), None, "nothing beside it");
        let apart = [["aaaa"; 6], ["bbbb"; 6]].concat();
        assert_eq!(first(&apart).discrimination(), Some(1.0));
        let against = [["abbb"; 6], ["baaa"; 6]].concat();
        assert_eq!(first(&against).discrimination(), Some(-1.0));
    }

    #[test]
    fn a_key_is_suspect_when_strong_students_prefer_another_option() {
        let key = Id::new("a");
        let options = ["a", "b", "c"].map(Id::new);
        let wrong_key = [&["caaa"; 15][..], &["abbb"; 10], &["babb"; 10]].concat();
        assert_eq!(first(&wrong_key).suspect(&key, &options).map(Id::as_str), Some("c"));
        let sound = [&["aaaa"; 15][..], &["cbbb"; 10], &["babb"; 10]].concat();
        assert_eq!(first(&sound).suspect(&key, &options), None);
        assert_eq!(first(&wrong_key[..29]).suspect(&key, &options), None, "too few");
        // Nobody chose the key.
        let never = [["caaa"; 20], ["babb"; 20]].concat();
        assert_eq!(first(&never).suspect(&key, &options).map(Id::as_str), Some("c"));
        // An option whose text was changed has another id, so earlier choices of it do not count against the key.
        assert_eq!(first(&never).suspect(&key, &options[..2]), None);
    }

    #[test]
    fn removing_an_answer_restores_the_sums() {
        let mut sums = first(&["aab", "bab", "c-a"]);
        let same = sums.clone();
        sums.add(&first(&["cca", "aaa"]), 1);
        assert_ne!(sums, same);
        sums.add(&first(&["aaa", "cca"]), -1);
        assert_eq!(sums, same);
        sums.add(&same, -1);
        assert!(sums.is_empty());
    }
}
