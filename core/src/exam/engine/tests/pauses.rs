//! The power-safe clock, compared with a model that counts seconds.

use proptest::prelude::*;

use super::*;

/// Practice of 100 seconds with a power-safe clock.
fn power_safe() -> Run {
    let mut run = Run::new(Mode::Practice);
    run.terms.power_safe = true;
    run
}

fn stop(second: i64, seconds: i64) -> Option<DateTime<Utc>> {
    Some(at(second + seconds))
}

#[test]
fn the_clock_stops_after_twenty_seconds_of_silence() {
    let mut run = power_safe();
    assert_eq!(run.save(vec![pick(0, 1)], 10), stored());
    assert_eq!(run.terms.deadline_of(&run.sheet, at(30)), stop(100, 0));
    assert_eq!(run.terms.deadline_of(&run.sheet, at(31)), stop(100, 1));
    assert_eq!(run.terms.deadline_of(&run.sheet, at(630)), stop(100, 600));
    assert_eq!(run.save(vec![], 630), stored());
    assert_eq!((run.sheet.paused(), run.sheet.heard_at), (TimeDelta::minutes(10), Some(at(630))));
    // Thirty seconds of the hundred are used.
    assert_eq!(run.save(vec![pick(1, 2)], 640), stored());
    assert_eq!(
        run.step(Event::Submit { answers: vec![pick(2, 0)], forced: false, ended_at: None }, 650),
        Ok(Outcome::Submitted)
    );
    assert_eq!((run.sheet.used_seconds(&run.terms), run.chosen(2)), (Some(50), Some("q2c0")));
    // The deadline of an ended test does not move.
    assert_eq!(run.terms.deadline_of(&run.sheet, at(5000)), stop(100, 600));
}

#[test]
fn a_clock_that_ran_out_before_it_could_stop_stays_out() {
    let mut run = power_safe();
    for second in [15, 30, 45, 60, 75, 85] {
        assert_eq!(run.save(vec![pick(0, 1)], second), stored());
    }
    assert_eq!(run.terms.due(&run.sheet), stop(100, 0));
    assert_eq!(run.save(vec![pick(0, 2)], 101), Err(EventRefused::TimeUp));
    assert_eq!(run.step(Event::Expire, 131), Ok(Outcome::Submitted));
    assert_eq!((run.sheet.closed_at, run.sheet.used_seconds(&run.terms)), (Some(at(100)), Some(100)));
}

#[test]
fn the_clock_pauses_for_at_most_an_hour_in_all() {
    let mut run = power_safe();
    let hour = 3600;
    assert_eq!(run.save(vec![pick(0, 1)], 0), stored());
    assert_eq!(run.terms.due(&run.sheet), stop(100, hour));
    assert_eq!(run.step(Event::Expire, 130 + hour), Ok(Outcome::Unchanged));
    assert!(!run.terms.is_overdue(at(130 + hour)));
    assert_eq!(run.save(vec![pick(1, 1)], 100 + hour), stored());
    assert_eq!(run.terms.due(&run.sheet), stop(100, hour));
    assert_eq!(run.save(vec![], 101 + hour), Err(EventRefused::TimeUp));
    assert_eq!(run.step(Event::Expire, 131 + hour), Ok(Outcome::Submitted));
    assert_eq!((run.sheet.closed_at, run.sheet.used_seconds(&run.terms)), (stop(100, hour), Some(100)));
}

#[test]
fn looking_at_an_answer_counts_as_contact_and_a_refused_save_does_not() {
    let mut run = power_safe();
    assert_eq!(run.step(Event::Reveal { item: question(1) }, 50), stored());
    assert_eq!((run.sheet.paused(), run.sheet.heard_at), (TimeDelta::seconds(30), Some(at(50))));
    assert_eq!(run.step(save(7, vec![]), 60), Err(EventRefused::StaleRevision { current: 0 }));
    assert_eq!(run.sheet.heard_at, Some(at(50)));
}

#[test]
fn no_other_clock_stops() {
    for mode in [Mode::Study, Mode::Practice, Mode::Mock] {
        let mut run = Run::new(mode);
        run.save(vec![pick(0, 1)], 10).unwrap();
        assert_eq!((run.sheet.heard_at, run.sheet.paused_ms), (None, 0));
        assert_eq!(run.terms.deadline_of(&run.sheet, at(90)), run.terms.deadline);
    }
}

/// A model of the clock that counts the seconds it runs.
struct Clock {
    ran: i64,
    stood: i64,
    silent: i64,
}

impl Clock {
    fn tick(&mut self) {
        self.silent += 1;
        // A clock that has used all its pause does not stop any more.
        if self.silent > SILENCE.num_seconds() && self.stood < MAX_PAUSE.num_seconds() && self.ran < 100 {
            self.stood += 1;
        } else {
            self.ran += 1;
        }
    }
}

proptest! {
    #[test]
    fn the_clock_counts_the_seconds_that_it_runs(gaps in prop::collection::vec(
        prop_oneof![4 => 1..20_i64, 3 => 18..60_i64, 1 => 500..4000_i64], 1..30,
    )) {
        let mut run = power_safe();
        let mut clock = Clock { ran: 0, stood: 0, silent: 0 };
        let mut second = 0;
        for gap in gaps {
            (0..gap).for_each(|_| clock.tick());
            second += gap;
            let left = 100 - clock.ran;
            let saved = run.save(vec![pick(0, 1)], second);
            prop_assert_eq!(saved == stored(), left >= 0, "second {} with {} left", second, left);
            if left < 0 {
                prop_assert_eq!(saved, Err(EventRefused::TimeUp));
                break;
            }
            clock.silent = 0;
            prop_assert_eq!(run.terms.deadline_of(&run.sheet, at(second)), stop(second, left));
            prop_assert_eq!(run.sheet.paused().num_seconds(), clock.stood);
        }
        let over = run.terms.due(&run.sheet).unwrap() + SUBMIT_GRACE + TimeDelta::seconds(1);
        apply(&run.terms, &mut run.sheet, Event::Expire, over).unwrap();
        if run.sheet.state == State::Submitted {
            prop_assert!(run.sheet.used_seconds(&run.terms) <= Some(100));
            prop_assert!(run.sheet.paused() <= MAX_PAUSE);
        }
    }
}
