//! A simulated cohort: students who miss 504 questions in 90 days and repeat 20 a day until the exam. Their memory is
//! 30 % weaker than the model believes, and a quarter of what they have forgotten they guess. Compares Today with the
//! random practice of mistakes and with fixed intervals, and checks what the model predicts.

use fsrs::{FSRS, FSRS6_DEFAULT_DECAY, MemoryState, current_retrievability};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::SliceRandom as _};

use super::*;

const STUDENTS: u64 = 24;
const MISTAKES: usize = 504;
const EXAM: u16 = 190;
const FIRST: u16 = 100;
const STRENGTH: f32 = 0.7;
const GUESSED: f32 = 0.25;
/// The relative sizes of the topics.
const TOPICS: [f32; 8] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
/// The days of a box of cards.
const FIXED: [u16; 5] = [1, 3, 7, 14, 30];

/// A missed question of a student.
struct Missed {
    at: Candidate,
    /// The memory as it is, but for [`STRENGTH`].
    state: MemoryState,
    day: u16,
    is_wrong: bool,
    /// How often it was right in a row.
    level: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Strategy {
    Today,
    Fixed,
    Random,
}

/// The chance of a right answer, remembered or guessed, that was predicted, and whether it was right.
type Predicted = (f32, bool);

impl Missed {
    fn new(n: usize, day: u16) -> Self {
        let topic = n % TOPICS.len();
        let share = TOPICS[topic] / TOPICS.iter().sum::<f32>();
        let state = FSRS::default().next_states(None, 0.9, 0).unwrap().again.memory;
        Self { at: candidate(n, topic, share, missed(day)), state, day, is_wrong: true, level: 0 }
    }

    /// The chance that it is remembered.
    fn recall(&self, day: u16) -> f32 {
        let state = MemoryState { stability: self.state.stability * STRENGTH, ..self.state };
        current_retrievability(state, f32::from(day - self.day), FSRS6_DEFAULT_DECAY)
    }

    fn answer(&mut self, day: u16, is_right: bool) {
        let next = FSRS::default().next_states(Some(self.state), 0.9, (day - self.day).into()).unwrap();
        self.state = match (is_right, self.is_wrong) {
            (false, _) => next.again.memory,
            (true, true) => next.hard.memory,
            (true, false) => next.good.memory,
        };
        self.level = if is_right { self.level + 1 } else { 0 };
        (self.day, self.is_wrong) = (day, !is_right);
        let Past::Remembered(memory) = self.at.past else { unreachable!() };
        let outcome = if is_right { Outcome::Right { doubted: false, slow: false } } else { Outcome::Wrong };
        self.at.past = Past::Remembered(Memory::after(Some(memory), outcome, day).unwrap());
    }
}

/// The places of the questions that are repeated on a day.
fn session(strategy: Strategy, all: &[Missed], day: u16, rng: &mut StdRng) -> Vec<usize> {
    let place = |one: &Candidate| one.question.as_str()[1..].parse::<usize>().unwrap();
    match strategy {
        Strategy::Today => {
            let calendar = Calendar::new(day, Some(EXAM));
            let mut chosen: Vec<usize> = Vec::new();
            // The last days have further sessions.
            loop {
                let open = all.iter().map(|one| &one.at).filter(|one| !chosen.contains(&place(one)));
                let next = select(Purpose::Today(calendar), open.cloned(), &TopicShares::default());
                chosen.extend(next.iter().map(place));
                if next.is_empty() || !calendar.is_final() {
                    return chosen;
                }
            }
        }
        Strategy::Fixed => {
            let due = |one: &Missed| Some(one.day + FIXED.get(one.level)?).filter(|due| *due <= day);
            let mut places: Vec<_> = (0..all.len()).filter(|&n| due(&all[n]).is_some()).collect();
            places.sort_by_key(|&n| due(&all[n]));
            places.truncate(SESSION);
            places
        }
        Strategy::Random => {
            let mut places: Vec<_> = (0..all.len()).filter(|&n| all[n].is_wrong).collect();
            places.shuffle(rng);
            places.truncate(SESSION);
            places
        }
    }
}

/// The mean recall on the day of the exam, and the predictions of Today.
fn run(strategy: Strategy) -> (f32, Vec<Predicted>) {
    let (mut recall, mut predicted) = (0.0, Vec::new());
    for student in 0..STUDENTS {
        let mut rng = StdRng::seed_from_u64(student);
        let mut all: Vec<Missed> = Vec::new();
        for day in FIRST..EXAM {
            for n in session(strategy, &all, day, &mut rng) {
                let one = &mut all[n];
                let is_right = rng.random::<f32>() < one.recall(day) || rng.random::<f32>() < GUESSED;
                if let Past::Remembered(memory) = one.at.past {
                    let recall = memory.recall(day);
                    predicted.push((recall + (1.0 - recall) * GUESSED, is_right));
                }
                one.answer(day, is_right);
            }
            let missed_by = |day: u16| MISTAKES * usize::from(day - FIRST) / usize::from(EXAM - FIRST);
            all.extend((missed_by(day)..missed_by(day + 1)).map(|n| Missed::new(n, day)));
        }
        assert_eq!(all.len(), MISTAKES);
        recall += all.iter().map(|one| one.recall(EXAM)).sum::<f32>() / MISTAKES as f32;
    }
    (recall / STUDENTS as f32, predicted)
}

#[test]
fn today_beats_random_practice_and_fixed_intervals() {
    let (today, predicted) = run(Strategy::Today);
    let (fixed, _) = run(Strategy::Fixed);
    let (random, _) = run(Strategy::Random);
    assert!(today >= random + 0.05 && today >= fixed + 0.01, "Today {today}, fixed {fixed}, random {random}");
    check_predictions(predicted);
}

/// Predictions are right within 0.05 in each of ten bins, better than a constant, and neither too easy nor too hard.
fn check_predictions(mut predicted: Vec<Predicted>) {
    let mean = |all: &[Predicted]| {
        let right = all.iter().filter(|(_, is_right)| *is_right).count() as f32;
        (all.iter().map(|(chance, _)| chance).sum::<f32>() / all.len() as f32, right / all.len() as f32)
    };
    let loss = |chance: &dyn Fn(f32) -> f32| {
        let of = |&(p, is_right): &Predicted| -(if is_right { chance(p) } else { 1.0 - chance(p) }).ln();
        predicted.iter().map(of).sum::<f32>() / predicted.len() as f32
    };
    let (_, right) = mean(&predicted);
    assert!((0.80..=0.92).contains(&right), "{right} of the due questions are answered rightly");
    let (ours, constant) = (loss(&|p| p), loss(&|_| right));
    assert!(ours < constant, "log loss {ours}, of a constant {constant}");
    // The order of equal predictions must not follow the answers.
    predicted.shuffle(&mut StdRng::seed_from_u64(7));
    predicted.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    for (place, bin) in predicted.chunks(predicted.len().div_ceil(10)).enumerate() {
        let (expected, right) = mean(bin);
        assert!((expected - right).abs() <= 0.05, "{expected} expected, {right} right, bin {place}");
    }
}
