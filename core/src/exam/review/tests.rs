//! The queue of a question as tables and properties.

use proptest::prelude::*;

use super::*;

const RIGHT: Outcome = Outcome::Right { doubted: false, slow: false };
const DOUBTED: Outcome = Outcome::Right { doubted: true, slow: false };
const SLOW: Outcome = Outcome::Right { doubted: false, slow: true };
use Outcome::Wrong;

/// The memory after these answers, each with its day.
fn after(answers: &[(Outcome, Day)]) -> Option<Memory> {
    answers.iter().fold(None, |before, (outcome, day)| Memory::after(before, *outcome, *day))
}

fn without_exam(today: Day) -> Calendar {
    Calendar::new(today, None)
}

/// The first day on which it is due.
fn due(memory: Memory, exam: Option<Day>) -> Option<Day> {
    let from = memory.day;
    (from..=exam.unwrap_or(from + 3_000)).find(|today| memory.standing(Calendar::new(*today, exam)) == Standing::Due)
}

#[test]
fn a_question_enters_the_queue_when_it_is_missed_or_doubted() {
    for (answers, is_in) in [
        (vec![(RIGHT, 10)], false),
        (vec![(SLOW, 10)], false),
        (vec![(RIGHT, 10), (RIGHT, 11)], false),
        (vec![(Wrong, 10)], true),
        (vec![(DOUBTED, 10)], true),
        (vec![(RIGHT, 10), (Wrong, 20)], true),
    ] {
        assert_eq!(after(&answers).is_some(), is_in, "{answers:?}");
    }
    let missed = after(&[(Wrong, 10)]).unwrap();
    assert_eq!(missed.standing(without_exam(10)), Standing::Waiting);
    assert_eq!(due(missed, None), Some(11), "it returns on the next day");
}

#[test]
fn a_doubted_slow_or_first_right_answer_counts_as_hard() {
    let before = [(Wrong, 10), (RIGHT, 11)];
    let next = |outcome| after(&[before[0], before[1], (outcome, 14)]).unwrap().stability;
    assert!(next(DOUBTED) < next(RIGHT));
    assert_eq!(next(SLOW), next(DOUBTED));
    // The first right answer after a wrong one.
    let missed = after(&[(Wrong, 10)]).unwrap();
    let states = MODEL.next_states(Some(missed.state()), TARGET, 1).unwrap();
    assert_eq!(after(&before).unwrap().stability, states.hard.memory.stability);
}

#[test]
fn it_leaves_after_three_right_answers_in_a_row_on_different_days() {
    let known = [(Wrong, 10), (RIGHT, 11), (RIGHT, 13), (RIGHT, 20)];
    for (answers, is_known) in [
        (known.to_vec(), true),
        (known[..3].to_vec(), false),
        (vec![(Wrong, 10), (RIGHT, 11), (RIGHT, 11), (RIGHT, 11)], false),
        (vec![(Wrong, 10), (RIGHT, 11), (Wrong, 12), (RIGHT, 13), (RIGHT, 14)], false),
        (vec![(Wrong, 10), (RIGHT, 11), (RIGHT, 13), (DOUBTED, 20)], false),
        ([&known[..], &[(Wrong, 40)]].concat(), false),
    ] {
        let standing = after(&answers).unwrap().standing(without_exam(60));
        assert_eq!(standing == Standing::Known, is_known, "{answers:?}: {standing:?}");
    }
    // Only if it will be known on the day of the exam.
    let known = after(&known).unwrap();
    assert_eq!(known.standing(Calendar::new(21, Some(24))), Standing::Known);
    assert_ne!(known.standing(Calendar::new(21, Some(400))), Standing::Known);
}

#[test]
fn after_four_lapses_it_is_to_be_learnt_until_it_is_right() {
    let days: Vec<_> = (10..15).map(|day| (Wrong, day)).collect();
    assert_ne!(after(&days[..4]).unwrap().standing(without_exam(30)), Standing::ToLearn);
    let forgotten = after(&days).unwrap();
    assert_eq!(forgotten.standing(without_exam(30)), Standing::ToLearn);
    assert_eq!(forgotten.standing(Calendar::new(30, Some(31))), Standing::ToLearn);
    let right = Memory::after(Some(forgotten), RIGHT, 30).unwrap();
    assert_eq!(right.standing(without_exam(40)), Standing::Due);
    // A second wrong answer on the same day is no further lapse.
    let on_one_day = [(Wrong, 10); 9];
    assert_eq!(after(&on_one_day).unwrap().lapses, 0);
}

#[test]
fn the_exam_brings_the_next_repetition_forward() {
    let weak = after(&[(Wrong, 10), (RIGHT, 11), (RIGHT, 14)]).unwrap();
    let strong = after(&[(Wrong, 10), (RIGHT, 11), (RIGHT, 14), (RIGHT, 24), (RIGHT, 60)]).unwrap();
    assert_eq!(due(weak, None), Some(19));
    // At most half of the days left.
    assert!(strong.recall(110) < TARGET);
    assert_eq!(due(strong, Some(110)), Some(85));
    // Recall of 0.95 in the last two weeks.
    let standing = |today, exam| weak.standing(Calendar::new(today, Some(exam)));
    assert_eq!(standing(16, 28), Standing::Due);
    assert_eq!((standing(16, 34), standing(19, 34)), (Standing::Waiting, Standing::Due));
    // An exam that has passed brings nothing forward.
    assert_eq!(standing(16, 12), Standing::Waiting);
}

#[test]
fn in_the_last_three_days_what_would_be_forgotten_is_repeated_once() {
    let weak = after(&[(Wrong, 90), (RIGHT, 91)]).unwrap();
    assert!(weak.recall(100) < TARGET);
    for today in 97..=100 {
        assert_eq!(weak.standing(Calendar::new(today, Some(100))), Standing::Due, "{today}");
    }
    for outcome in [RIGHT, Wrong] {
        let again = Memory::after(Some(weak), outcome, 98).unwrap();
        assert_eq!(again.standing(Calendar::new(99, Some(100))), Standing::Waiting);
    }
    let strong = after(&[(Wrong, 10), (RIGHT, 11), (RIGHT, 14), (RIGHT, 24), (RIGHT, 60)]).unwrap();
    assert!(strong.recall(100) >= TARGET);
    assert_ne!(strong.standing(Calendar::new(98, Some(100))), Standing::Due);
}

#[test]
fn a_damaged_memory_is_refused() {
    for text in ["", "AAAA", "AAAAAAAAAAAAAAAA", "no base64 at all"] {
        assert!(Memory::try_from(text.to_owned()).is_err(), "{text}");
    }
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![Just(Wrong), Just(RIGHT), Just(DOUBTED), Just(SLOW)]
}

proptest! {
    #[test]
    fn a_memory_is_stored_exactly_and_stays_sound(answers in prop::collection::vec((outcome(), 0..40_u16), 1..40)) {
        let (mut memory, mut day) = (None, 100);
        for (outcome, days) in answers {
            day += days;
            memory = Memory::after(memory, outcome, day);
            let Some(memory) = memory else { continue };
            let text = String::from(memory);
            prop_assert_eq!(text.len(), 16);
            prop_assert_eq!(Memory::try_from(text).unwrap(), memory);
            prop_assert!((0.0..=1.0).contains(&memory.recall(day + days)));
            prop_assert!(memory.recall(day) >= memory.recall(day + 1));
        }
    }

    #[test]
    fn the_next_repetition_is_within_half_of_the_days_left(
        answers in prop::collection::vec((outcome(), 0..20_u16), 1..12),
        left in 8..200_u16,
    ) {
        let (mut memory, mut day) = (None, 100);
        for (outcome, days) in answers {
            day += days;
            memory = Memory::after(memory, outcome, day);
        }
        let Some(memory) = memory else { return Ok(()) };
        let exam = day + left;
        let queued = [Standing::Due, Standing::Waiting];
        let half = Calendar::new(day + left / 2, Some(exam));
        if queued.contains(&memory.standing(half)) && !half.is_final() {
            prop_assert_eq!(memory.standing(half), Standing::Due);
        }
        // An exam never delays a repetition.
        if let Some(alone) = due(memory, None) && alone < exam - FINAL_DAYS && memory.recall(exam) < TARGET {
            let due = due(memory, Some(exam));
            prop_assert!(due.is_some_and(|due| due <= alone), "{:?} instead of {}", due, alone);
        }
    }
}
