//! A mock whose paper was fetched ahead: its opening, answers that arrive late, and its end.

use super::*;

/// Fetched at 0, to be opened by 1000; lasts 100 seconds; answers may arrive 500 seconds late.
fn fetched() -> Run {
    let ahead = Ahead { open_until: at(1000), time: TimeDelta::seconds(100), late: TimeDelta::seconds(500) };
    Run { terms: Terms { deadline: None, ahead: Some(ahead), ..terms(Mode::Mock) }, sheet: AnswerSheet::default() }
}

/// Opened at this second, as the server hears at the same moment.
fn opened(second: i64) -> Run {
    let mut run = fetched();
    assert_eq!(run.open(Some(second), second), stored());
    run
}

impl Run {
    fn open(&mut self, opened: Option<i64>, second: i64) -> Result<Outcome, EventRefused> {
        self.step(Event::Open { at: opened.map(at) }, second)
    }

    fn submit(&mut self, answers: Vec<Write>, ended: Option<i64>, second: i64) -> Result<Outcome, EventRefused> {
        self.step(Event::Submit { answers, forced: false, ended_at: ended.map(at) }, second)
    }
}

#[test]
fn nothing_is_taken_before_the_paper_is_opened() {
    let mut run = fetched();
    assert!(run.terms.is_sealed(&run.sheet));
    assert_eq!(run.save(vec![pick(0, 1)], 5), Err(EventRefused::NotOpened));
    assert_eq!(run.submit(vec![pick(0, 1)], None, 5), Err(EventRefused::NotOpened));
    assert_eq!(run.terms.deadline_of(&run.sheet, at(5)), None);
    assert_eq!(run.open(None, 6), stored());
    assert!(!run.terms.is_sealed(&run.sheet));
    assert_eq!(run.save(vec![pick(0, 1)], 7), stored());
    assert_eq!(run.terms.deadline_of(&run.sheet, at(7)), Some(at(106)));
}

#[test]
fn answers_given_in_time_arrive_until_the_limit_and_later_ones_do_not_count() {
    let mut run = opened(200);
    assert_eq!(run.save(vec![pick(0, 1).on(250), pick(1, 1).on(300)], 799), stored());
    assert_eq!(run.save(vec![pick(2, 1).on(301)], 799), ignored(question(2)));
    // Without a time it was given when it arrived.
    assert_eq!(run.save(vec![pick(2, 1)], 800), ignored(question(2)));
    assert_eq!((run.chosen(0), run.chosen(1), run.chosen(2)), (Some("q0c1"), Some("q1c1"), None));
    assert_eq!(run.save(vec![pick(2, 1).on(250)], 801), Err(EventRefused::TimeUp));
    assert_eq!(run.submit(vec![pick(2, 1).on(250)], Some(280), 802), Ok(Outcome::Submitted));
    assert_eq!((run.chosen(2), run.sheet.closed_at), (None, Some(at(300))));
}

#[test]
fn it_ended_when_the_device_says_within_its_answers_and_its_time() {
    for (ended, closed) in [(Some(260), 260), (Some(210), 250), (Some(900), 300), (Some(0), 250), (None, 300)] {
        let mut run = opened(200);
        assert_eq!(run.save(vec![pick(0, 1).on(250)], 700), stored());
        assert_eq!(run.submit(vec![], ended, 710), Ok(Outcome::Submitted), "{ended:?}");
        assert_eq!(run.sheet.closed_at, Some(at(closed)), "{ended:?}");
        assert_eq!(run.sheet.used_seconds(&run.terms), Some(closed - 200), "{ended:?}");
        assert_eq!(run.submit(vec![pick(1, 1).on(240)], ended, 711), Ok(Outcome::Unchanged), "sent again");
    }
    // In any other test the server's clock alone counts.
    let mut run = Run::new(Mode::Mock);
    assert_eq!(run.submit(vec![pick(0, 1)], Some(10), 50), Ok(Outcome::Submitted));
    assert_eq!(run.sheet.closed_at, Some(at(50)));
}

#[test]
fn an_opening_must_be_plausible() {
    let refused = |opened: i64, second: i64| match fetched().open(Some(opened), second) {
        Err(EventRefused::Invalid(problems)) => problems.into_iter().map(|problem| problem.field).collect::<Vec<_>>(),
        other => panic!("{opened} at {second}: {other:?}"),
    };
    assert_eq!(refused(-121, 50), ["openedAt"], "before it was fetched");
    assert_eq!(refused(171, 50), ["openedAt"], "in the future");
    assert_eq!(refused(1121, 1200), ["openedAt"], "too late");
    // A clock may be a little off.
    for (opened, second, taken) in [(-119, 50, 0), (169, 50, 50), (1119, 1200, 1119)] {
        let mut run = fetched();
        assert_eq!(run.open(Some(opened), second), stored());
        assert_eq!(run.sheet.opened_at, Some(at(taken)));
    }
    assert_eq!(Run::new(Mode::Mock).step(Event::Open { at: None }, 5), Err(EventRefused::NotAhead));
}

#[test]
fn of_two_devices_the_earlier_opening_counts() {
    let mut run = opened(300);
    assert_eq!(run.save(vec![pick(0, 1).on(310), pick(1, 1).on(390)], 395), stored());
    assert_eq!(run.open(Some(300), 396), Ok(Outcome::Unchanged), "sent again");
    assert_eq!(run.open(Some(350), 396), Ok(Outcome::Unchanged));
    assert_eq!(run.open(None, 396), Ok(Outcome::Unchanged));
    assert_eq!(run.open(Some(250), 396), stored());
    assert_eq!((run.chosen(0), run.chosen(1)), (Some("q0c1"), None), "given after the time of that opening");
    assert_eq!(run.terms.deadline_of(&run.sheet, at(396)), Some(at(350)));
}

#[test]
fn a_paper_that_nobody_opened_ends_without_a_result() {
    let mut run = fetched();
    let last = 1600 + SUBMIT_GRACE.num_seconds();
    assert_eq!(run.terms.due(&run.sheet), Some(at(1600)));
    // It may have been opened at the last moment, and its answers may be on their way.
    assert_eq!(run.step(Event::Expire, last), Ok(Outcome::Unchanged));
    assert!(!run.terms.is_overdue(at(last)) && run.terms.is_overdue(at(last + 1)));
    assert_eq!(run.step(Event::Expire, last + 1), Ok(Outcome::Cancelled));
    assert_eq!(run.open(Some(900), last + 2), Err(EventRefused::Closed { state: State::Cancelled }));
}

#[test]
fn an_opened_one_ends_with_what_has_arrived() {
    let mut run = opened(200);
    assert_eq!(run.terms.due(&run.sheet), Some(at(800)));
    assert_eq!(run.save(vec![pick(0, 1).on(250)], 400), stored());
    let last = 800 + SUBMIT_GRACE.num_seconds();
    assert_eq!(run.step(Event::Expire, last), Ok(Outcome::Unchanged));
    assert_eq!(run.step(Event::Expire, last + 1), Ok(Outcome::Submitted));
    assert_eq!((run.sheet.closed_at, run.sheet.used_seconds(&run.terms)), (Some(at(300)), Some(100)));
}

#[test]
fn an_opening_that_is_heard_of_too_late_ends_the_test() {
    let mut run = fetched();
    assert_eq!(run.open(Some(200), 801 + SUBMIT_GRACE.num_seconds()), Ok(Outcome::Cancelled));
    assert_eq!(run.save(vec![pick(0, 1).on(250)], 900), Err(EventRefused::Closed { state: State::Cancelled }));
}

#[test]
fn it_can_be_given_back_unopened() {
    for give_back in [Event::Cancel, Event::Submit { answers: vec![], forced: false, ended_at: None }] {
        let mut run = fetched();
        assert_eq!(run.step(give_back, 5), Ok(Outcome::Cancelled));
        assert_eq!(run.open(None, 6), Err(EventRefused::Closed { state: State::Cancelled }));
    }
}
