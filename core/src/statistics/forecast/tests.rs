//! The forecast against banks and students whose difficulties and abilities are known.

use std::collections::BTreeMap;

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

use super::{
    ability::{Ability, Answer, chance, difficulty},
    outlook::{NINE_OF_TEN, Outlook, Paper},
};
use crate::{
    bank::{Choice, Question},
    statistics::item::{ItemSums, Marked, contributions},
    store::Id,
};

/// The chance of guessing one of four options.
const GUESS: f64 = 0.25;
/// The questions of each simulated subject in the bank.
const BANK: usize = 300;
/// The questions of each subject in a mock of JAMB UTME.
const PAPERS: [usize; 4] = [60, 40, 40, 40];

/// A normally distributed number (Box and Muller).
fn normal(random: &mut StdRng) -> f64 {
    let (radius, angle): (f64, f64) = (random.random::<f64>().max(f64::MIN_POSITIVE), random.random());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

/// A subject: the true difficulty of each question, and the one estimated from the results of a class.
struct Bank(Vec<(f64, f64)>);

impl Bank {
    /// A bank that a class of `class` students has answered in three tests of 40 questions each.
    fn answered_by(class: usize, random: &mut StdRng) -> Self {
        let truth: Vec<f64> = (0..BANK).map(|_| normal(random)).collect();
        let ids: Vec<Id<Question>> = (0..BANK).map(|place| Id::new(place.to_string())).collect();
        let [right, wrong] = ["right", "wrong"].map(Id::<Choice>::new);
        let mut sums: BTreeMap<Id<Question>, ItemSums> = BTreeMap::new();
        for _ in 0..class {
            let ability = normal(random);
            for _ in 0..3 {
                let places = rand::seq::index::sample(random, BANK, 40);
                let answered = places.into_iter().map(|place| {
                    let is_right = random.random_bool(chance(ability, truth[place], GUESS));
                    let chosen = Some(if is_right { &right } else { &wrong });
                    Marked { question: &ids[place], chosen, correct: &right }
                });
                let test: Vec<_> = answered.collect();
                for (question, one) in contributions(&test) {
                    sums.entry(question.clone()).or_default().add(&one, 1);
                }
            }
        }
        let estimate = |id| sums.get(id).and_then(|sums| sums.difficulty(4)).unwrap_or(0.0);
        Self(truth.into_iter().zip(ids.iter().map(estimate)).collect())
    }

    /// The answers of a student of this ability to a random sample of the bank.
    fn answers(&self, ability: f64, questions: usize, random: &mut StdRng) -> Vec<Answer> {
        let places = rand::seq::index::sample(random, BANK, questions);
        let answered = places.into_iter().map(|place| {
            let (truth, estimate) = self.0[place];
            let is_right = random.random_bool(chance(ability, truth, GUESS));
            Answer { difficulty: estimate, guess: GUESS, is_right }
        });
        answered.collect()
    }
}

/// The score in a JAMB mock: each subject out of 100, rounded.
#[expect(clippy::cast_precision_loss, reason = "at most 60 questions")]
fn mock(banks: &[Bank], abilities: &[f64], random: &mut StdRng) -> f64 {
    let subject = |((bank, ability), questions): ((&Bank, &f64), usize)| {
        let right = bank.answers(*ability, questions, random).iter().filter(|answer| answer.is_right).count();
        (right as f64 / questions as f64 * 100.0).round()
    };
    banks.iter().zip(abilities).zip(PAPERS).map(subject).sum()
}

/// How far the scores of exams lie from their forecasts, in standard deviations: of `students` with five exams each.
fn distances(students: usize, first_answers: usize, random: &mut StdRng) -> Vec<f64> {
    let banks: Vec<Bank> = (0..4).map(|_| Bank::answered_by(150, random)).collect();
    let mut distances = Vec::new();
    for _ in 0..students {
        let general = normal(random) * 0.8;
        let abilities: Vec<f64> = (0..4).map(|_| general + normal(random) * 0.6).collect();
        let subjects = banks.iter().zip(&abilities).zip(PAPERS).map(|((bank, ability), questions)| {
            let estimate = Ability::of(&bank.answers(*ability, first_answers, random));
            let questions = u32::try_from(questions).unwrap();
            let paper = Paper { questions, guess: GUESS, left_open: 0.0, unpractised: 0.0 };
            Outlook::of(&estimate, &paper).scaled(100.0)
        });
        let outlook = Outlook::sum(subjects.collect::<Vec<_>>());
        let mocks = [0; 2].map(|_| mock(&banks, &abilities, random));
        let outlook = outlook.widened_by(&mocks);
        let distance = |score: f64| (score - outlook.mean).abs() / outlook.variance.sqrt();
        distances.extend((0..5).map(|_| distance(mock(&banks, &abilities, random))));
    }
    distances
}

/// The share of distances of at most `reach` standard deviations.
#[expect(clippy::cast_precision_loss, reason = "ten thousand exams")]
fn share_within(distances: &[f64], reach: f64) -> f64 {
    distances.iter().filter(|distance| **distance <= reach).count() as f64 / distances.len() as f64
}

fn ten_thousand_exams() -> Vec<f64> {
    let mut random = StdRng::seed_from_u64(38);
    (0..10).flat_map(|_| distances(200, 150, &mut random)).collect()
}

#[test]
fn nine_of_ten_true_scores_lie_in_the_interval() {
    let share = share_within(&ten_thousand_exams(), NINE_OF_TEN);
    assert!((0.88..=0.92).contains(&share), "{share} of 10,000 exams");
}

/// Draws `docs/architecture/forecast.svg`: how many scores lie in intervals of several widths.
#[test]
#[ignore = "draws a picture"]
fn draw_the_calibration() {
    // Percent of scores that an interval should contain, and its standard score.
    const INTERVALS: [(f64, f64); 7] =
        [(30.0, 0.385), (50.0, 0.674), (60.0, 0.842), (70.0, 1.036), (80.0, 1.282), (90.0, 1.645), (95.0, 1.960)];
    let distances = ten_thousand_exams();
    let point = |(expected, reach): (f64, f64)| {
        let (x, y) = (40.0 + 3.0 * expected, 340.0 - 300.0 * share_within(&distances, reach));
        format!(r##"<circle cx="{x:.0}" cy="{y:.0}" r="5" fill="#0b6e4f"/>"##)
    };
    let points: String = INTERVALS.map(point).concat();
    let picture = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 380 400" font-family="sans-serif" font-size="13">
<rect width="380" height="400" fill="#fff"/><path d="M40 40V340H340" fill="none" stroke="#555"/>
<path d="M40 340L340 40" stroke="#999" stroke-dasharray="4 4"/>{points}
<text x="190" y="385" text-anchor="middle">scores that should lie in the interval, percent</text>
<text x="16" y="190" text-anchor="middle" transform="rotate(-90 16 190)">scores that do, of 10,000 exams</text>
<text x="36" y="358">0</text><text x="325" y="358">100</text><text x="12" y="45">100</text></svg>
"##
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/architecture/forecast.svg");
    std::fs::write(path, picture).unwrap();
}

#[test]
fn difficulties_are_recovered_from_results() {
    let mut random = StdRng::seed_from_u64(7);
    let bank = Bank::answered_by(600, &mut random);
    let error = bank.0.iter().map(|(truth, estimate)| (truth - estimate).powi(2)).sum::<f64>() / 300.0;
    assert!(error.sqrt() < 0.4, "root mean square error {}", error.sqrt());
}

#[test]
fn a_question_is_average_without_answers_and_finite_at_the_edges() {
    assert_eq!(ItemSums::default().difficulty(4), None);
    let easy = difficulty(100, 1.0, 0.6, GUESS);
    let hard = difficulty(100, 0.1, 0.6, GUESS);
    assert!(easy.is_finite() && hard.is_finite() && easy < -1.0 && hard > 1.0, "{easy} {hard}");
    // Few answers say little.
    assert!(difficulty(1, 1.0, 0.6, GUESS) > easy / 2.0);
}

#[test]
fn more_right_answers_give_a_higher_and_more_answers_a_narrower_forecast() {
    let paper = Paper { questions: 40, guess: GUESS, left_open: 0.0, unpractised: 0.0 };
    let outlook = |right: usize, all: usize| {
        let answer = |place| Answer { difficulty: 0.0, guess: GUESS, is_right: place < right };
        Outlook::of(&Ability::of(&(0..all).map(answer).collect::<Vec<_>>()), &paper)
    };
    let (half, most, many) = (outlook(20, 40), outlook(36, 40), outlook(200, 400));
    assert!(most.mean > half.mean + 0.2);
    assert!(many.variance < half.variance);
    // Without an answer the forecast is wide and between guessing and everything.
    let none = outlook(0, 0);
    assert!((0.4..0.8).contains(&none.mean) && none.variance > half.variance);
}

#[test]
fn open_questions_lower_and_unpractised_topics_widen_it() {
    let ability = Ability::of(&[]);
    let paper = Paper { questions: 40, guess: GUESS, left_open: 0.0, unpractised: 0.0 };
    let plain = Outlook::of(&ability, &paper);
    let open = Outlook::of(&ability, &Paper { left_open: 0.2, ..paper });
    let unpractised = Outlook::of(&ability, &Paper { unpractised: 0.5, ..paper });
    assert!((open.mean - plain.mean * 0.8).abs() < 1e-9);
    assert!(unpractised.variance > plain.variance && unpractised.mean == plain.mean);
}

#[test]
fn mocks_that_spread_widely_widen_it() {
    let outlook = Outlook { mean: 240.0, variance: 100.0 };
    assert_eq!(outlook.widened_by(&[]), outlook);
    assert_eq!(outlook.widened_by(&[150.0]), outlook);
    assert_eq!(outlook.widened_by(&[239.0, 240.0, 241.0]), outlook);
    let wide = outlook.widened_by(&[180.0, 240.0, 300.0]);
    assert!(wide.variance > 500.0 && wide.mean == outlook.mean);
}
