//! Tests of the engine's rules, one by one. `sequences` tests sequences of events.

use super::*;

mod ahead;
mod pauses;
mod sequences;

fn at(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_750_000_000 + second, 0).expect("a time")
}

fn question(n: usize) -> ItemId {
    ItemId::Question(Id::new(format!("q{n}")))
}

fn theory(n: usize) -> ItemId {
    ItemId::Theory(Id::new(format!("t{n}")))
}

/// Three questions of four options, and a theory question with the id of a question. Lasts 100 seconds.
fn terms(mode: Mode) -> Terms {
    let mut items: BTreeMap<_, _> = (0..3)
        .map(|n| {
            let choices = (0..4).map(|c| Id::new(format!("q{n}c{c}"))).collect();
            (question(n), choices)
        })
        .collect();
    items.insert(ItemId::Theory(Id::new("q0")), vec![]);
    items.insert(theory(0), vec![]);
    Terms {
        mode,
        started_at: at(0),
        deadline: (mode != Mode::Study).then(|| at(100)),
        power_safe: false,
        ahead: None,
        items,
    }
}

fn pick(n: usize, choice: usize) -> Write {
    Write { item: question(n), response: Some(Response::Choice(Id::new(format!("q{n}c{choice}")))), at: None }
}

fn text(text: &str) -> Write {
    Write { item: theory(0), response: Some(Response::Text(text.to_owned())), at: None }
}

fn clear(n: usize) -> Write {
    Write { item: question(n), response: None, at: None }
}

impl Write {
    fn on(self, second: i64) -> Self {
        let at = Some(at(second));
        Self { at, ..self }
    }
}

fn save(revision: u64, answers: Vec<Write>) -> Event {
    Event::Save { revision, answers, review: None, seen: vec![], mark: vec![] }
}

/// A save that marks these questions at once.
fn save_and_mark(revision: u64, answers: Vec<Write>, mark: Vec<ItemId>) -> Event {
    Event::Save { revision, answers, review: None, seen: vec![], mark }
}

/// An answer sheet under test.
struct Run {
    terms: Terms,
    sheet: AnswerSheet,
}

impl Run {
    fn new(mode: Mode) -> Self {
        Self { terms: terms(mode), sheet: AnswerSheet::default() }
    }

    fn step(&mut self, event: Event, second: i64) -> Result<Outcome, EventRefused> {
        let before = self.sheet.clone();
        let outcome = apply(&self.terms, &mut self.sheet, event, at(second));
        if outcome.is_err() {
            assert_eq!(self.sheet, before, "a refusal leaves the sheet as it was");
        }
        outcome
    }

    /// Saves with the current revision.
    fn save(&mut self, answers: Vec<Write>, second: i64) -> Result<Outcome, EventRefused> {
        self.step(save(self.sheet.revision, answers), second)
    }

    /// The same, and marks these questions at once.
    fn mark(&mut self, answers: Vec<Write>, mark: Vec<ItemId>, second: i64) -> Result<Outcome, EventRefused> {
        self.step(save_and_mark(self.sheet.revision, answers, mark), second)
    }

    fn chosen(&self, n: usize) -> Option<&str> {
        self.sheet.choice(&Id::new(format!("q{n}"))).map(Id::as_str)
    }
}

fn stored() -> Result<Outcome, EventRefused> {
    Ok(Outcome::Stored { ignored: vec![] })
}

fn ignored(item: ItemId) -> Result<Outcome, EventRefused> {
    let ignored = vec![item];
    Ok(Outcome::Stored { ignored })
}

#[test]
fn a_save_is_kept_and_raises_the_revision() {
    let mut run = Run::new(Mode::Mock);
    assert_eq!(run.save(vec![pick(0, 1), text("osmosis")], 5), stored());
    assert_eq!((run.sheet.revision, run.sheet.saved_at), (1, Some(at(5))));
    assert_eq!(run.chosen(0), Some("q0c1"));
    assert_eq!(run.sheet.answered().count(), 2);
}

#[test]
fn a_save_with_another_revision_is_stale() {
    let mut run = Run::new(Mode::Mock);
    assert_eq!(run.save(vec![pick(0, 1)], 5), stored());
    for revision in [0, 2, u64::MAX] {
        let refused = run.step(save(revision, vec![pick(0, 2)]), 6);
        assert_eq!(refused, Err(EventRefused::StaleRevision { current: 1 }));
    }
    assert_eq!(run.chosen(0), Some("q0c1"));
}

#[test]
fn saves_end_at_the_deadline() {
    let mut run = Run::new(Mode::Mock);
    assert_eq!(run.save(vec![pick(0, 1)], 100), stored());
    assert_eq!(run.save(vec![pick(0, 2)], 101), Err(EventRefused::TimeUp));
    let mut run = Run::new(Mode::Study);
    assert_eq!(run.save(vec![pick(0, 1)], 1_000_000), stored());
}

#[test]
fn an_answer_to_another_question_is_named_and_nothing_is_saved() {
    let wrong = |item, response| Write { item, response: Some(response), at: None };
    let of_another = Response::Choice(Id::new("q1c0"));
    let event = Event::Save {
        revision: 0,
        answers: vec![
            pick(0, 1),
            pick(9, 0),
            wrong(question(0), of_another.clone()),
            wrong(question(0), Response::Text("q0c1".into())),
            wrong(theory(0), of_another),
            text(&"ẹ".repeat(MAX_TEXT + 1)),
            text("a\0b"),
            wrong(theory(9), Response::Text("x".into())),
        ],
        review: Some(vec![question(0), question(9)]),
        seen: vec![theory(9)],
        mark: vec![],
    };
    let mut run = Run::new(Mode::Mock);
    let Err(EventRefused::Invalid(problems)) = run.step(event, 5) else {
        panic!("taken");
    };
    let fields: Vec<_> = problems.iter().map(|p| p.field.as_str()).collect();
    let expected = [
        "answers[1].question",
        "answers[2].answer",
        "answers[3].answer",
        "answers[4].answer",
        "answers[5].answer",
        "answers[6].answer",
        "answers[7].theory",
        "review[1]",
        "seen[0]",
    ];
    assert_eq!(fields, expected);
    assert_eq!(run.sheet, AnswerSheet::default());
    assert_eq!(run.save(vec![text(&"ẹ".repeat(MAX_TEXT))], 6), stored());
}

#[test]
fn the_last_writer_of_an_item_wins() {
    let mut run = Run::new(Mode::Mock);
    assert_eq!(run.save(vec![pick(0, 1).on(20)], 30), stored());
    // older loses without an error; the same time again, the one that arrives wins
    assert_eq!(run.save(vec![pick(0, 2).on(19)], 31), ignored(question(0)));
    assert_eq!(run.chosen(0), Some("q0c1"));
    assert_eq!(run.save(vec![pick(0, 2).on(20)], 32), stored());
    assert_eq!(run.chosen(0), Some("q0c2"));
    // a clock ahead is held to now, so the other device is not locked out
    assert_eq!(run.save(vec![pick(0, 3).on(9_999)], 33), stored());
    assert_eq!(run.save(vec![pick(0, 0)], 34), stored());
    assert_eq!(run.chosen(0), Some("q0c0"));
    // a time before the start is held to the start
    assert_eq!(run.save(vec![pick(1, 0).on(-500)], 35), stored());
    assert_eq!(run.sheet.answers[&question(1)].at, at(0));
}

#[test]
fn a_server_clock_set_back_loses_nothing() {
    let mut run = Run::new(Mode::Mock);
    assert_eq!(run.save(vec![pick(0, 1)], 40), stored());
    assert_eq!(run.save(vec![pick(0, 2)], 35), stored());
    assert_eq!(run.chosen(0), Some("q0c2"));
    let mut run = Run::new(Mode::Mock);
    assert_eq!(run.save(vec![pick(0, 1).on(5)], -10), stored());
}

#[test]
fn a_cleared_answer_stays_cleared() {
    let mut run = Run::new(Mode::Mock);
    assert_eq!(run.save(vec![pick(0, 1).on(10)], 10), stored());
    assert_eq!(run.save(vec![clear(0).on(20)], 20), stored());
    assert_eq!(run.save(vec![pick(0, 1).on(10)], 21), ignored(question(0)));
    assert_eq!(run.chosen(0), None);
    assert_eq!(run.save(vec![pick(0, 2).on(22)], 22), stored());
    assert_eq!(run.chosen(0), Some("q0c2"));
    assert_eq!(run.save(vec![text("x")], 23), stored());
    assert_eq!(run.save(vec![text(" \n")], 24), stored());
    assert_eq!(run.sheet.answers[&theory(0)].response, None);
}

#[test]
fn review_is_replaced_and_seen_adds() {
    let mut run = Run::new(Mode::Mock);
    let event =
        |revision, review: Option<Vec<_>>, seen| Event::Save { revision, answers: vec![], review, seen, mark: vec![] };
    let first = event(0, Some(vec![question(0)]), vec![question(0)]);
    let second = event(1, Some(vec![theory(0)]), vec![question(1)]);
    let third = event(2, None, vec![]);
    for (second, event) in [first, second, third].into_iter().enumerate() {
        assert_eq!(run.step(event, second as i64), stored());
    }
    assert_eq!(run.sheet.review, [theory(0)].into());
    assert_eq!(run.sheet.seen, [question(0), question(1)].into());
}

#[test]
fn a_mock_reveals_nothing() {
    let mut run = Run::new(Mode::Mock);
    let item = question(0);
    assert_eq!(run.step(Event::Reveal { item }, 5), Err(EventRefused::NotInMock));
}

#[test]
fn a_reveal_is_recorded_once_and_keeps_the_revision() {
    let mut run = Run::new(Mode::Practice);
    let reveal = |item| Event::Reveal { item };
    assert_eq!(run.step(reveal(question(0)), 5), stored());
    assert_eq!(run.step(reveal(question(0)), 6), Ok(Outcome::Unchanged));
    let refused = run.step(reveal(question(9)), 7);
    assert!(matches!(refused, Err(EventRefused::Invalid(problems)) if problems[0].field == "question"));
    assert_eq!(run.step(reveal(theory(0)), 101), Err(EventRefused::TimeUp));
    assert_eq!(run.sheet.revealed, [question(0)].into());
    assert_eq!(run.sheet.revision, 0);
}

#[test]
fn practice_settles_an_item_that_was_shown() {
    let mut run = Run::new(Mode::Practice);
    assert_eq!(run.save(vec![pick(0, 1)], 5), stored());
    for n in [0, 1] {
        let item = question(n);
        assert_eq!(run.step(Event::Reveal { item }, 6), stored());
    }
    assert_eq!(run.save(vec![pick(0, 2)], 7), ignored(question(0)));
    assert_eq!(run.save(vec![pick(0, 1)], 7), stored()); // the same again is no loss
    assert_eq!(run.save(vec![pick(1, 0).on(1)], 8), ignored(question(1)));
    let answers = vec![pick(0, 2), pick(1, 2)];
    let submit = run.step(Event::Submit { answers, forced: false, ended_at: None }, 9);
    assert_eq!(submit, Ok(Outcome::Submitted));
    assert_eq!((run.chosen(0), run.chosen(1)), (Some("q0c1"), None));
}

#[test]
fn study_takes_a_change_after_a_look() {
    let mut run = Run::new(Mode::Study);
    let item = question(0);
    assert_eq!(run.save(vec![pick(0, 1)], 5), stored());
    assert_eq!(run.step(Event::Reveal { item }, 6), stored());
    assert_eq!(run.save(vec![pick(0, 2)], 7), stored());
    assert_eq!(run.chosen(0), Some("q0c2"));
}

#[test]
fn in_study_the_first_choice_counts_once_it_is_marked() {
    let mut run = Run::new(Mode::Study);
    assert_eq!(run.mark(vec![pick(0, 1)], vec![question(0)], 5), stored());
    assert_eq!((run.sheet.marked.clone(), run.sheet.revealed.clone()), ([question(0)].into(), [question(0)].into()));
    assert!(!run.sheet.was_in_view(&question(0)), "the choice came before the key");
    // however it comes, and whatever time it names
    for (answers, mark) in
        [(vec![pick(0, 2)], vec![]), (vec![pick(0, 2).on(3)], vec![question(0)]), (vec![clear(0).on(9_999)], vec![])]
    {
        assert_eq!(run.mark(answers, mark, 6), ignored(question(0)));
        assert_eq!(run.chosen(0), Some("q0c1"));
    }
    // a replay of the very same save is no loss
    assert_eq!(run.mark(vec![pick(0, 1)], vec![question(0)], 7), stored());
    let answers = vec![pick(0, 3), pick(1, 2)];
    assert_eq!(run.step(Event::Submit { answers, forced: false, ended_at: None }, 8), Ok(Outcome::Submitted));
    assert_eq!((run.chosen(0), run.chosen(1)), (Some("q0c1"), Some("q1c2")));
}

#[test]
fn a_question_is_marked_only_with_a_stored_choice() {
    let mut run = Run::new(Mode::Study);
    assert_eq!(run.mark(vec![], vec![question(0)], 5), stored());
    assert_eq!(run.mark(vec![clear(1)], vec![question(1)], 6), stored());
    assert_eq!((run.sheet.marked.len(), run.sheet.revealed.len()), (0, 0), "no key without a choice");
    // A choice that was given before counts too, and one after a look.
    assert_eq!(run.save(vec![pick(0, 1)], 7), stored());
    assert_eq!(run.step(Event::Reveal { item: question(1) }, 8), stored());
    assert_eq!(run.mark(vec![pick(1, 3)], vec![question(0), question(1)], 9), stored());
    assert_eq!(run.sheet.marked, [question(0), question(1)].into());
    assert_eq!([0, 1].map(|n| run.sheet.was_in_view(&question(n))), [false, true]);
    assert_eq!(
        run.save(vec![pick(0, 2), pick(1, 2)], 10).map(|_| (run.chosen(0), run.chosen(1))),
        Ok((Some("q0c1"), Some("q1c3")))
    );
}

#[test]
fn only_study_marks_at_once_and_only_questions_of_the_paper() {
    for mode in [Mode::Practice, Mode::Mock] {
        let mut run = Run::new(mode);
        assert_eq!(run.mark(vec![pick(0, 1)], vec![question(0)], 5), Err(EventRefused::OnlyInStudy));
        assert_eq!(run.sheet, AnswerSheet::default());
    }
    let mut run = Run::new(Mode::Study);
    let refused = run.mark(vec![pick(0, 1)], vec![question(0), question(9), theory(0)], 5);
    let Err(EventRefused::Invalid(problems)) = refused else { panic!("taken") };
    assert_eq!(problems.iter().map(|one| one.field.as_str()).collect::<Vec<_>>(), ["mark[1]", "mark[2]"]);
    assert_eq!(run.sheet, AnswerSheet::default());
    assert_eq!(run.mark(vec![pick(0, 1)], vec![question(0)], 5), stored());
    assert_eq!(
        run.step(save_and_mark(0, vec![], vec![question(0)]), 6),
        Err(EventRefused::StaleRevision { current: 1 })
    );
}

#[test]
fn submit_by_the_clock() {
    // when, with what saved before, the outcome, the answer that stands, seconds used
    let rows = [
        (60, false, Outcome::Submitted, Some("q0c2"), 60),
        (100, false, Outcome::Submitted, Some("q0c2"), 100),
        (101, false, Outcome::Cancelled, None, 100),
        (101, true, Outcome::Submitted, Some("q0c1"), 100),
        (130, true, Outcome::Submitted, Some("q0c1"), 100),
        (131, true, Outcome::Submitted, Some("q0c1"), 100),
    ];
    for (second, saved, outcome, answer, used) in rows {
        let mut run = Run::new(Mode::Mock);
        if saved {
            assert_eq!(run.save(vec![pick(0, 1)], 50), stored());
        }
        let answers = vec![pick(0, 2)];
        let submit = Event::Submit { answers, forced: false, ended_at: None };
        assert_eq!(run.step(submit.clone(), second), Ok(outcome), "{second}");
        assert_eq!(run.chosen(0), answer, "{second}");
        assert_eq!(run.sheet.used_seconds(&run.terms), Some(used), "{second}");
        let closed = run.sheet.clone();
        assert_eq!(run.step(submit, second + 1), Ok(Outcome::Unchanged));
        assert_eq!(run.sheet, closed);
    }
}

#[test]
fn a_submit_that_does_not_belong_is_refused() {
    for second in [50, 120] {
        let mut run = Run::new(Mode::Mock);
        let answers = vec![pick(0, 0), pick(0, 9)];
        let refused = run.step(Event::Submit { answers, forced: false, ended_at: None }, second);
        assert!(matches!(refused, Err(EventRefused::Invalid(problems)) if problems[0].field == "answered[1].answer"));
        assert_eq!(run.sheet.state, State::Running);
    }
}

#[test]
fn a_forced_submit_leaves_out_only_the_answers_that_do_not_belong() {
    let mut run = Run::new(Mode::Mock);
    let answers = vec![pick(0, 0), pick(0, 9), pick(7, 0), text("a\0b"), pick(1, 2)];
    assert_eq!(run.terms.refused(&answers), [question(0), question(7), theory(0)]);
    assert_eq!(run.step(Event::Submit { answers, forced: true, ended_at: None }, 100), Ok(Outcome::Submitted));
    assert_eq!((run.chosen(0), run.chosen(1)), (Some("q0c0"), Some("q1c2")));
    assert_eq!(run.sheet.answered().count(), 2);
}

#[test]
fn an_answer_given_after_its_model_answer_was_shown_is_marked_so() {
    let mut run = Run::new(Mode::Study);
    let essay = |words: &str| Write { item: ItemId::Theory(Id::new("q0")), ..text(words) };
    assert_eq!(run.save(vec![text("Osmosis."), essay("First.")], 5), stored());
    for item in [theory(0), ItemId::Theory(Id::new("q0"))] {
        assert_eq!(run.step(Event::Reveal { item }, 6), stored());
    }
    assert_eq!(run.save(vec![text("Osmosis."), essay("Copied.")], 7), stored());
    let copied = ItemId::Theory(Id::new("q0"));
    assert_eq!(run.sheet.opened_first, [copied.clone()].into(), "the same words again are no change");
    assert_eq!(run.save(vec![essay("First.")], 8), stored());
    assert_eq!(run.sheet.opened_first, [copied].into());
    let mut settled = Run::new(Mode::Practice);
    assert_eq!(settled.step(Event::Reveal { item: theory(0) }, 5), stored());
    assert_eq!(settled.save(vec![text("Copied.")], 6), ignored(theory(0)));
    assert!(settled.sheet.opened_first.is_empty());
}

#[test]
fn nothing_answered_is_cancelled() {
    let mut run = Run::new(Mode::Practice);
    assert_eq!(run.save(vec![pick(0, 1)], 5), stored());
    let answers = vec![clear(0), text("  ")];
    let submit = run.step(Event::Submit { answers, forced: false, ended_at: None }, 6);
    assert_eq!(submit, Ok(Outcome::Cancelled));
    assert_eq!(run.sheet.state, State::Cancelled);
}

#[test]
fn the_server_ends_an_attempt_left_alone() {
    let mut run = Run::new(Mode::Mock);
    assert_eq!(run.save(vec![pick(0, 1)], 5), stored());
    assert_eq!(run.step(Event::Expire, 130), Ok(Outcome::Unchanged));
    assert_eq!(run.step(Event::Expire, 131), Ok(Outcome::Submitted));
    assert_eq!(run.step(Event::Expire, 132), Ok(Outcome::Unchanged));
    let mut run = Run::new(Mode::Mock);
    assert_eq!(run.step(Event::Expire, 131), Ok(Outcome::Cancelled));
    let mut run = Run::new(Mode::Study);
    assert_eq!(run.step(Event::Expire, 1_000_000), Ok(Outcome::Unchanged));
}

#[test]
fn a_closed_attempt_takes_nothing() {
    let mut run = Run::new(Mode::Practice);
    assert_eq!(run.step(Event::Cancel, 5), Ok(Outcome::Cancelled));
    assert_eq!(run.step(Event::Cancel, 6), Ok(Outcome::Unchanged));
    let state = State::Cancelled;
    assert_eq!(run.save(vec![pick(0, 0)], 7), Err(EventRefused::Closed { state }));
    // not even once the time is up
    assert_eq!(run.save(vec![pick(0, 0)], 500), Err(EventRefused::Closed { state }));
    let item = question(0);
    assert_eq!(run.step(Event::Reveal { item }, 7), Err(EventRefused::Closed { state }));

    let mut run = Run::new(Mode::Practice);
    let answers = vec![pick(0, 0)];
    assert_eq!(run.step(Event::Submit { answers, forced: false, ended_at: None }, 5), Ok(Outcome::Submitted));
    let state = State::Submitted;
    assert_eq!(run.step(Event::Cancel, 6), Err(EventRefused::Closed { state }));
}

#[test]
fn a_late_cancel_does_not_undo_the_clock() {
    let mut run = Run::new(Mode::Mock);
    assert_eq!(run.save(vec![pick(0, 1)], 5), stored());
    assert_eq!(run.step(Event::Cancel, 131), Err(EventRefused::TimeUp));
    assert_eq!(run.step(Event::Cancel, 130), Ok(Outcome::Cancelled));
}

#[test]
fn a_question_and_a_theory_may_share_an_id() {
    let mut run = Run::new(Mode::Mock);
    let essay = Write { item: ItemId::Theory(Id::new("q0")), ..text("essay") };
    assert_eq!(run.save(vec![pick(0, 1), essay], 5), stored());
    assert_eq!(run.sheet.answered().count(), 2);
}

#[test]
fn a_sheet_survives_storage() {
    let mut run = Run::new(Mode::Practice);
    let answers = vec![pick(0, 1), clear(1), text("₦ π ẹ́")];
    assert_eq!(run.save(answers, 5), stored());
    let stored = serde_json::to_string(&run.sheet).expect("written");
    assert!(stored.contains(r#""question:q0""#));
    let read: AnswerSheet = serde_json::from_str(&stored).expect("read");
    assert_eq!(read, run.sheet);
    assert!("q0".parse::<ItemId>().is_err());
}

const DAY: i64 = 86_400;

#[test]
fn study_ends_when_it_was_left_alone_for_thirty_days() {
    let mut run = Run::new(Mode::Study);
    assert_eq!(run.save(vec![pick(0, 1)], 10 * DAY), stored());
    assert_eq!(run.step(Event::Expire, 40 * DAY), Ok(Outcome::Unchanged));
    assert_eq!(run.step(Event::Reveal { item: question(1) }, 40 * DAY), stored());
    assert_eq!(run.step(Event::Expire, 70 * DAY), Ok(Outcome::Unchanged));
    // An attempt that the clock has ended cannot be continued, even if the sweeper has not seen it yet.
    assert_eq!(run.save(vec![pick(1, 1)], 70 * DAY + 1), Err(EventRefused::TimeUp));
    assert_eq!(run.step(Event::Expire, 70 * DAY + 1), Ok(Outcome::Submitted));
    assert_eq!(run.sheet.closed_at, Some(at(40 * DAY)), "over when it was last used");
    let mut empty = Run::new(Mode::Study);
    assert_eq!(empty.step(Event::Expire, 30 * DAY + 1), Ok(Outcome::Cancelled));
    let mut submitted = Run::new(Mode::Study);
    assert_eq!(submitted.save(vec![pick(0, 1)], DAY), stored());
    assert_eq!(
        submitted.step(Event::Submit { answers: vec![], forced: false, ended_at: None }, 5 * DAY),
        Ok(Outcome::Submitted)
    );
    assert_eq!(submitted.sheet.closed_at, Some(at(5 * DAY)));
}

#[test]
fn the_sweeper_looks_at_a_deadline_or_at_the_midnight_after_thirty_idle_days() {
    for mode in [Mode::Practice, Mode::Mock] {
        assert_eq!(terms(mode).due(&AnswerSheet::default()), Some(at(100)));
    }
    let study = terms(Mode::Study);
    let used = |second: i64| {
        study.due(&AnswerSheet { saved_at: Some(at(second)), ..AnswerSheet::default() }).expect("a moment")
    };
    for second in (0..4 * DAY).step_by(3_601) {
        let due = used(second);
        assert!(due > at(second) + IDLE && due <= at(second) + IDLE + TimeDelta::days(1), "{second}: {due}");
        assert_eq!(due.time(), NaiveTime::MIN, "most saves leave it as it is");
    }
}
