//! Marking: which answers are correct, and the measures derived from that.
//!
//! Pure, and the only code of the server that marks (ruling 14). For tests taken offline,
//! `web/src/shared/offline/marking.ts` does the same on the device; `cases.json` beside it holds both to the same
//! results. Counts are integers until the last step and halves round up, so recounting by hand gives the same numbers.
//! Sources: spec 2 §9 and ruling 17.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bank::{Choice, Question};
use crate::catalogue::Subject;
use crate::store::Id;

/// The facts about an objective question that marking needs.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// The question.
    pub question: &'a Id<Question>,
    /// Its subject.
    pub subject: &'a Id<Subject>,
    /// The correct option.
    pub correct: &'a Id<Choice>,
    /// Whether the question was withdrawn: it counts for nobody.
    pub withdrawn: bool,
}

/// The outcome of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Answered with the correct option.
    Correct,
    /// Answered with another option.
    Wrong,
    /// Not answered, whether it was viewed or not. Its stored name comes from the documents.
    #[serde(rename = "unseen")]
    Unanswered,
}

/// Counts of questions. `correct + wrong + unseen = total`; withdrawn questions are not part of the total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// All questions.
    pub total: u32,
    /// Answered correctly.
    pub correct: u32,
    /// Answered incorrectly.
    pub wrong: u32,
    /// Not answered, viewed or not (the documents' `unseenCount`).
    pub unseen: u32,
    /// In the paper, and withdrawn since.
    #[serde(default, skip_serializing_if = "is_none")]
    pub withdrawn: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none(count: &u32) -> bool {
    *count == 0
}

/// A marked paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The whole paper.
    pub tally: Tally,
    /// Each subject of the paper.
    pub subjects: BTreeMap<Id<Subject>, Tally>,
    /// Each question that counts.
    pub items: BTreeMap<Id<Question>, Mark>,
}

/// Marks the questions of a paper; `answer` returns the chosen option of a question, if any. A question listed twice
/// counts once, a withdrawn one not at all.
pub fn mark<'a>(
    keys: impl IntoIterator<Item = Key<'a>>,
    answer: impl Fn(&Id<Question>) -> Option<&'a Id<Choice>>,
) -> Marks {
    let mut marks = Marks::default();
    for key in keys {
        if key.withdrawn {
            marks.tally.withdrawn += 1;
            marks.subjects.entry(key.subject.clone()).or_default().withdrawn += 1;
            continue;
        }
        let mark = match answer(key.question) {
            Some(choice) if choice == key.correct => Mark::Correct,
            Some(_) => Mark::Wrong,
            None => Mark::Unanswered,
        };
        if marks.items.insert(key.question.clone(), mark).is_none() {
            marks.tally.count(mark);
            let subject = marks.subjects.entry(key.subject.clone()).or_default();
            subject.count(mark);
        }
    }
    marks
}

impl Tally {
    fn count(&mut self, mark: Mark) {
        self.total += 1;
        match mark {
            Mark::Correct => self.correct += 1,
            Mark::Wrong => self.wrong += 1,
            Mark::Unanswered => self.unseen += 1,
        }
    }

    /// Percentage of questions answered, with one decimal.
    pub fn progress(&self) -> f64 {
        percent(self.total - self.unseen, self.total)
    }

    /// Percentage of all questions answered correctly, with one decimal.
    pub fn accuracy(&self) -> f64 {
        percent(self.correct, self.total)
    }

    /// The score of a JAMB UTME mock, as a student sees it first: correct/total × 400, rounded. All questions of the
    /// mock count equally. Its page shows two more: a score for each subject ([`Self::jamb_subject_score`]), and the
    /// score that JAMB would report ([`Marks::jamb_scale`]).
    pub fn out_of_400(&self) -> u32 {
        share(self.correct, self.total, 400)
    }

    /// What one subject contributes to a JAMB UTME mock of 180 questions: correct/180 × 400, with one decimal. The
    /// `withdrawn` questions of the whole paper are not among the 180. The subjects of a whole mock add up to
    /// [`Self::out_of_400`], apart from rounding.
    pub fn jamb_subject_score(&self, withdrawn: u32) -> f64 {
        f64::from(share(self.correct, 180_u32.saturating_sub(withdrawn), 4000)) / 10.0
    }
}

/// The score on the scale that JAMB itself reports: each subject out of 100 (ruling 17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JambScale {
    /// The sum of the subjects.
    pub total: u32,
    /// The maximum of the total: 400 for JAMB's four subjects, 100 per subject for fewer.
    pub out_of: u32,
    /// Each subject out of 100, rounded.
    pub subjects: BTreeMap<Id<Subject>, u32>,
}

impl Marks {
    /// The score on JAMB's own scale, shown below the score of [`Tally::out_of_400`]. The total is the sum of the
    /// rounded subject scores, so a question of a short subject counts more.
    pub fn jamb_scale(&self) -> JambScale {
        let subjects: BTreeMap<_, _> =
            self.subjects.iter().map(|(id, tally)| (id.clone(), share(tally.correct, tally.total, 100))).collect();
        JambScale { total: subjects.values().sum(), out_of: subjects.values().map(|_| 100).sum(), subjects }
    }
}

/// The colour of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Low.
    Red,
    /// Medium.
    Yellow,
    /// High.
    Green,
}

/// The scores of a colour, both ends inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Range {
    pub colour: Colour,
    pub from: u32,
    pub to: u32,
}

/// The ranges of a JAMB UTME mock, out of 400 (spec 2 §9).
pub const JAMB_RANGES: [Range; 3] = [
    Range { colour: Colour::Red, from: 0, to: 199 },
    Range { colour: Colour::Yellow, from: 200, to: 299 },
    Range { colour: Colour::Green, from: 300, to: 400 },
];

/// The colour of a JAMB UTME mock out of 400.
pub fn jamb_colour(out_of_400: u32) -> Colour {
    match out_of_400 {
        0..200 => Colour::Red,
        200..300 => Colour::Yellow,
        300.. => Colour::Green,
    }
}

/// `part` of `total` in percent with one decimal; 0 if `total` is 0.
pub fn percent(part: u32, total: u32) -> f64 {
    f64::from(share(part, total, 1000)) / 10.0
}

/// The share of the allotted seconds that was left, in percent with two decimals. `None` if untimed (study, or no time
/// allotted).
pub fn speed(allotted: Option<u32>, used: u32) -> Option<f64> {
    let allotted = allotted.filter(|&seconds| seconds > 0)?;
    let saved = allotted.saturating_sub(used);
    Some(f64::from(share(saved, allotted, 10_000)) / 100.0)
}

/// The overall percentage of a test with objective and theory questions, with one decimal: each part counts half.
/// Without a graded theory answer it is the objective part alone.
pub fn overall(objective: f64, theory: Option<f64>) -> f64 {
    theory.map_or(objective, |theory| ((objective + theory) * 5.0).round() / 10.0)
}

/// The WAEC grade of a percentage, A1 to F9 (ruling 17), based on the rounded percentage, so that the two never
/// disagree on a screen.
pub fn waec_grade(percent: f64) -> &'static str {
    const STEPS: [(f64, &str); 8] = [
        (75.0, "A1"),
        (70.0, "B2"),
        (65.0, "B3"),
        (60.0, "C4"),
        (55.0, "C5"),
        (50.0, "C6"),
        (45.0, "D7"),
        (40.0, "E8"),
    ];
    STEPS.iter().find(|(least, _)| percent >= *least).map_or("F9", |(_, grade)| grade)
}

/// The index, in a list of `(min_percentage, max_percentage)`, of the band that contains a percentage, both ends
/// inclusive (spec 2 §9); of several, the highest. Editors enter whole numbers, so 49.5, between the bands 0–49 and
/// 50–100, belongs to the lower one.
pub fn advice_band(percent: f64, bands: &[(f64, f64)]) -> Option<usize> {
    let holding = |value: f64| {
        bands
            .iter()
            .enumerate()
            .filter(|(_, (min, max))| (*min..=*max).contains(&value))
            .max_by(|(_, a), (_, b)| a.0.total_cmp(&b.0))
            .map(|(place, _)| place)
    };
    holding(percent).or_else(|| holding(percent.floor()))
}

/// `part / total × scale`, rounded half up; 0 if `total` is 0.
fn share(part: u32, total: u32, scale: u32) -> u32 {
    let (part, total, scale) = (u64::from(part), u64::from(total), u64::from(scale));
    let rounded = (2 * part * scale + total).checked_div(2 * total);
    rounded.map_or(0, |value| u32::try_from(value).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
