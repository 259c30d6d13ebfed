//! Marking: a table of cases, and a comparison with an independent recount.

use proptest::prelude::*;

use super::*;

fn tally(correct: u32, wrong: u32, unseen: u32) -> Tally {
    Tally { total: correct + wrong + unseen, correct, wrong, unseen, withdrawn: 0 }
}

#[test]
fn measures() {
    // correct, wrong, unseen, progress, accuracy, out of 400, jamb subject
    let rows = [
        (0, 0, 0, 0.0, 0.0, 0, 0.0),
        (0, 0, 180, 0.0, 0.0, 0, 0.0),
        (180, 0, 0, 100.0, 100.0, 400, 400.0),
        (1, 1, 1, 66.7, 33.3, 133, 2.2),
        (2, 0, 1, 66.7, 66.7, 267, 4.4),
        (1, 0, 15, 6.3, 6.3, 25, 2.2),
        (1, 0, 31, 3.1, 3.1, 13, 2.2), // 12.5 goes up
        (45, 15, 0, 100.0, 75.0, 300, 100.0),
        (37, 3, 0, 100.0, 92.5, 370, 82.2),
    ];
    for (correct, wrong, unseen, progress, accuracy, of_400, subject) in rows {
        let tally = tally(correct, wrong, unseen);
        let got = (tally.progress(), tally.accuracy(), tally.out_of_400(), tally.jamb_subject_score(0));
        assert_eq!(got, (progress, accuracy, of_400, subject), "{tally:?}");
    }
}

#[test]
fn speed_is_the_share_of_time_saved() {
    let rows = [
        (None, 10, None),
        (Some(0), 10, None),
        (Some(3600), 0, Some(100.0)),
        (Some(3600), 3600, Some(0.0)),
        (Some(3600), 4000, Some(0.0)),
        (Some(900), 600, Some(33.33)),
        (Some(900), 300, Some(66.67)),
    ];
    for (allotted, used, expected) in rows {
        assert_eq!(speed(allotted, used), expected, "{used} of {allotted:?}");
    }
}

#[test]
fn waec_grades_begin_at_their_bound() {
    let rows = [
        (100.0, "A1"),
        (75.0, "A1"),
        (74.9, "B2"),
        (70.0, "B2"),
        (69.9, "B3"),
        (65.0, "B3"),
        (64.9, "C4"),
        (60.0, "C4"),
        (59.9, "C5"),
        (55.0, "C5"),
        (54.9, "C6"),
        (50.0, "C6"),
        (49.9, "D7"),
        (45.0, "D7"),
        (44.9, "E8"),
        (40.0, "E8"),
        (39.9, "F9"),
        (0.0, "F9"),
    ];
    for (percent, grade) in rows {
        assert_eq!(waec_grade(percent), grade, "{percent}");
    }
}

#[test]
fn advice_is_of_the_band_that_holds_the_percentage() {
    let bands = [(50.0, 74.0), (0.0, 49.0), (75.0, 100.0)];
    let rows = [(0.0, 1), (49.0, 1), (49.5, 1), (50.0, 0), (74.9, 0), (75.0, 2), (100.0, 2)];
    for (percent, band) in rows {
        assert_eq!(advice_band(percent, &bands), Some(band), "{percent}");
    }
    assert_eq!(advice_band(50.0, &[(0.0, 50.0), (50.0, 100.0)]), Some(1));
    assert_eq!(advice_band(30.0, &[(50.0, 100.0)]), None);
    assert_eq!(advice_band(30.0, &[]), None);
}

#[test]
fn jamb_scale_adds_subjects_out_of_100() {
    let subjects = [
        ("english", tally(45, 15, 0)), // 75
        ("maths", tally(13, 20, 7)),   // 32.5, up to 33
        ("physics", tally(40, 0, 0)),
        ("biology", tally(0, 0, 40)),
    ];
    let marks = Marks { subjects: subjects.map(|(id, tally)| (Id::new(id), tally)).into(), ..Marks::default() };
    let scale = marks.jamb_scale();
    assert_eq!((scale.total, scale.out_of), (208, 400));
    assert_eq!(scale.subjects[&Id::new("maths")], 33);
    assert_eq!(Marks::default().jamb_scale().out_of, 0);
}

#[test]
fn a_withdrawn_question_counts_for_nobody() {
    let (subject, [right, broken]) = (Id::new("s"), ["right", "broken"].map(Id::new));
    let correct = Id::new("c");
    let key = |question, withdrawn| Key { question, subject: &subject, correct: &correct, withdrawn };
    for chosen in [Some(&correct), None] {
        let marks =
            mark([key(&right, false), key(&broken, true)], |id| if *id == right { Some(&correct) } else { chosen });
        assert_eq!(marks.tally, Tally { withdrawn: 1, ..tally(1, 0, 0) });
        assert_eq!((marks.tally.accuracy(), marks.tally.out_of_400()), (100.0, 400));
    }
    // The best that one subject of 40 can reach, where another question of the 180 was withdrawn.
    assert_eq!([0, 1].map(|withdrawn| tally(40, 0, 0).jamb_subject_score(withdrawn)), [88.9, 89.4]);
}

#[test]
fn a_question_listed_twice_counts_once() {
    let (question, subject, correct) = (Id::new("q"), Id::new("s"), Id::new("c"));
    let key = Key { question: &question, subject: &subject, correct: &correct, withdrawn: false };
    assert_eq!(mark([key, key], |_| Some(&correct)).tally, tally(1, 0, 0));
}

/// A question of a generated paper: subject, options, the correct one, the chosen one.
#[derive(Clone, Debug)]
struct GeneratedQuestion {
    question: Id<Question>,
    subject: Id<Subject>,
    options: Vec<Id<Choice>>,
    correct: usize,
    chosen: Option<usize>,
    withdrawn: bool,
}

fn paper() -> impl Strategy<Value = Vec<GeneratedQuestion>> {
    let row = (0..4_u8, 0..5_usize, prop::option::of(0..5_usize), prop::bool::weighted(0.1));
    prop::collection::vec(row, 0..60).prop_map(|rows| {
        rows.into_iter()
            .enumerate()
            .map(|(n, (subject, correct, chosen, withdrawn))| GeneratedQuestion {
                question: Id::new(format!("q{n}")),
                subject: Id::new(format!("s{subject}")),
                options: (0..5).map(|o| Id::new(format!("q{n}o{o}"))).collect(),
                correct,
                chosen,
                withdrawn,
            })
            .collect()
    })
}

fn marked(rows: &[GeneratedQuestion]) -> Marks {
    let answers: BTreeMap<_, _> =
        rows.iter().filter_map(|row| Some((&row.question, &row.options[row.chosen?]))).collect();
    let keys = rows.iter().map(|row| Key {
        question: &row.question,
        subject: &row.subject,
        correct: &row.options[row.correct],
        withdrawn: row.withdrawn,
    });
    mark(keys, |question| answers.get(question).copied())
}

/// Recounts the rows by position, without ids.
fn recount<'a>(rows: impl Iterator<Item = &'a GeneratedQuestion> + Clone) -> Tally {
    let count =
        |test: fn(&GeneratedQuestion) -> bool| rows.clone().filter(|row| !row.withdrawn && test(row)).count() as u32;
    Tally {
        total: count(|_| true),
        correct: count(|row| row.chosen == Some(row.correct)),
        wrong: count(|row| row.chosen.is_some_and(|chosen| chosen != row.correct)),
        unseen: count(|row| row.chosen.is_none()),
        withdrawn: rows.filter(|row| row.withdrawn).count() as u32,
    }
}

proptest! {
    #[test]
    fn marks_equal_a_recount(rows in paper()) {
        let marks = marked(&rows);
        prop_assert_eq!(marks.tally, recount(rows.iter()));
        let Tally { total, correct, wrong, unseen, withdrawn } = marks.tally;
        prop_assert_eq!(correct + wrong + unseen, total);
        prop_assert_eq!((total + withdrawn) as usize, rows.len());
        prop_assert_eq!(marks.subjects.values().map(|tally| tally.total).sum::<u32>(), total);
        for (subject, tally) in &marks.subjects {
            prop_assert_eq!(*tally, recount(rows.iter().filter(|row| row.subject == *subject)));
        }
        for row in &rows {
            let expected = match row.chosen {
                _ if row.withdrawn => None,
                None => Some(Mark::Unanswered),
                Some(chosen) if chosen == row.correct => Some(Mark::Correct),
                Some(_) => Some(Mark::Wrong),
            };
            prop_assert_eq!(marks.items.get(&row.question).copied(), expected);
        }
    }

    #[test]
    fn marks_do_not_depend_on_order(
        (rows, shuffled) in paper().prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle())),
        turn in 0..5_usize,
    ) {
        // The options are rotated, and the positions of the key and of the answer with them.
        let turned: Vec<GeneratedQuestion> = shuffled
            .into_iter()
            .map(|mut row| {
                row.options.rotate_left(turn);
                let back = 5 - turn;
                row.correct = (row.correct + back) % 5;
                row.chosen = row.chosen.map(|chosen| (chosen + back) % 5);
                row
            })
            .collect();
        prop_assert_eq!(marked(&turned), marked(&rows));
    }

    #[test]
    fn measures_are_in_range(correct in 0..1000_u32, wrong in 0..1000_u32, unseen in 0..1000_u32, used in 0..9000_u32) {
        let tally = tally(correct, wrong, unseen);
        let range = 0.0..=100.0;
        prop_assert!(range.contains(&tally.progress()));
        prop_assert!(range.contains(&tally.accuracy()));
        prop_assert!(tally.out_of_400() <= 400);
        prop_assert!(speed(Some(tally.total), used).is_none_or(|speed| range.contains(&speed)));
    }
}
