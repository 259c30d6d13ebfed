//! Admission of starts, depending on running attempts and earlier starts.

use chrono::{DateTime, TimeDelta};
use proptest::prelude::*;

use super::{commit::are_items_active, *};
use crate::{
    catalogue::ExamType,
    exam::{PaperPart, PaperQuestion},
    store::{Packed, Store},
};

fn at(second: i64) -> Instant {
    DateTime::from_timestamp(1_750_000_000 + second, 0).expect("a time")
}

fn running(n: usize, exam: &str, mode: Mode) -> Running {
    Running { id: Id::new(format!("a{n}")), exam: Id::new(exam), mode, ahead: false }
}

fn limits(starts: Vec<i64>, running: Vec<Running>) -> StartLimits {
    let at = starts.into_iter().map(at).collect();
    StartLimits {
        starts: Starts { id: Id::new("u"), version: 7, at },
        fetched: HashSet::new(),
        in_mocks: HashSet::new(),
        running,
    }
}

/// The reason of a refusal, and the attempts that it names.
fn refused(result: Result<Starts, Obstacle>) -> (&'static str, Vec<String>) {
    match result.expect_err("a refusal") {
        Obstacle::Attempts(reason, _, named) => (reason, named.iter().map(ToString::to_string).collect()),
        Obstacle::Starts(Error::TooMany { refusal, .. }) => (refusal.reason, Vec::new()),
        Obstacle::Starts(other) => panic!("{other:?}"),
    }
}

#[test]
fn one_mock_of_an_exam_runs_at_a_time() {
    let jamb = Id::new("jamb");
    let mock = || vec![running(1, "jamb", Mode::Mock), running(2, "waec", Mode::Mock)];
    assert_eq!(refused(limits(vec![], mock()).admit(Some(&jamb), at(50))), ("running-mock", vec!["a1".into()]));
    assert!(limits(vec![], mock()).admit(Some(&Id::new("bece")), at(50)).is_ok(), "another exam's");
    assert!(limits(vec![], mock()).admit(None, at(50)).is_ok(), "study and practice beside it");
    let practice = vec![running(1, "jamb", Mode::Practice)];
    assert!(limits(vec![], practice).admit(Some(&jamb), at(50)).is_ok());
    let fetched = vec![Running { ahead: true, ..running(1, "jamb", Mode::Mock) }];
    let refused = limits(vec![], fetched).admit(Some(&jamb), at(50));
    assert!(matches!(refused, Err(Obstacle::Attempts("running-mock", messages::FETCHED_MOCK, _))));
}

#[test]
fn ten_attempts_run_at_a_time() {
    let study = |count: usize| (0..count).map(|n| running(n, "jamb", Mode::Study)).collect();
    assert!(limits(vec![], study(9)).admit(None, at(0)).is_ok());
    let (reason, named) = refused(limits(vec![], study(10)).admit(None, at(0)));
    assert_eq!((reason, named.len(), named[0].as_str()), ("too-many-running", 10, "a0"));
    assert!(limits(vec![], study(10)).count(at(0)).is_ok(), "what ends at once runs beside none");
}

#[test]
fn the_thirty_first_start_waits_for_the_first_to_be_ten_minutes_old() {
    let refused = limits((0..30).collect(), vec![]).admit(None, at(100));
    let Err(Obstacle::Starts(Error::TooMany { refusal, retry_after })) = refused else {
        panic!("thirty starts in ten minutes")
    };
    assert_eq!((refusal.reason, retry_after), ("too-many-starts", 501));
    let admitted = limits((0..30).collect(), vec![]).admit(None, at(600)).expect("one left the window");
    assert_eq!((admitted.at.len(), admitted.version), (30, 7));
    // The clock was ahead and has been corrected. Nobody is locked out until it catches up.
    assert!(limits((5_000..5_030).collect(), vec![]).admit(None, at(100)).is_ok());
}

proptest! {
    #[test]
    fn waiting_for_retry_after_admits_and_never_more_than_thirty_in_ten_minutes(
        pauses in prop::collection::vec(0..40_i64, 0..200),
    ) {
        let (mut starts, mut taken, mut now) = (limits(vec![], vec![]).starts, Vec::new(), 0);
        for pause in pauses {
            now += pause;
            let limits = |starts: &Starts| StartLimits { starts: starts.clone(), ..limits(vec![], vec![]) };
            match limits(&starts).admit(None, at(now)) {
                Ok(next) => starts = next,
                Err(Obstacle::Starts(Error::TooMany { retry_after, .. })) => {
                    prop_assert!((1..=601).contains(&retry_after));
                    now += i64::try_from(retry_after).expect("seconds");
                    starts = limits(&starts).admit(None, at(now)).expect("after the wait that was told");
                }
                Err(other) => return Err(TestCaseError::fail(format!("{other:?}"))),
            }
            taken.push(at(now));
            let recent = taken.iter().filter(|one| at(now) - **one < TimeDelta::minutes(10)).count();
            prop_assert!(recent <= MAX_STARTS);
        }
    }
}

/// A paper of this question and this theory question, drawn from the year `y19`.
fn attempt(question: &str, theory: &str) -> Attempt {
    let subject = Id::new("physics");
    let questions = vec![PaperQuestion { question: Id::new(question), options: Vec::new() }];
    Attempt {
        id: Id::new("a1"),
        user: Id::new("u"),
        exam: Id::new("jamb"),
        assessment: Id::new("practice"),
        mode: Mode::Practice,
        exam_type: ExamType::Objective,
        year: None,
        from_today: false,
        university: None,
        subjects: vec![subject.clone()],
        years: vec![Id::new("y19")],
        paper: Packed(vec![PaperPart { subject, questions, theories: vec![Id::new(theory)] }]),
        minutes: None,
        extra_minutes: 0,
        power_safe: false,
        started_at: at(0),
        deadline: None,
        ahead: None,
    }
}

#[tokio::test]
async fn a_paper_is_kept_only_while_its_items_are_active_in_the_years_it_was_drawn_from() {
    let store = Store::open_empty("mem://").await.unwrap();
    let items = "CREATE question:here, theory:here SET status = true, year = subject_year:y19; \
        CREATE question:off, theory:off SET status = false, year = subject_year:y19; \
        CREATE question:moved, theory:moved SET status = true, year = subject_year:y20;";
    store.write(items).done().await.unwrap();
    let is_kept = async |question, theory| are_items_active(&store, &[&attempt(question, theory)]).await.unwrap();
    assert!(is_kept("here", "here").await);
    for (question, theory) in [("off", "here"), ("here", "off"), ("moved", "here"), ("here", "moved"), ("gone", "here")]
    {
        assert!(!is_kept(question, theory).await, "{question} {theory}");
    }
}
