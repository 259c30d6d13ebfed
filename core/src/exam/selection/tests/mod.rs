//! The selection as tables and properties, and a simulated cohort.

mod cohort;

use proptest::prelude::*;

use super::*;
use crate::exam::review::Outcome;

fn candidate(n: usize, topic: usize, share: f32, past: Past) -> Candidate {
    Candidate {
        question: Id::new(format!("q{n}")),
        subject: Id::new("physics"),
        topic: Id::new(format!("t{topic}")),
        share,
        past,
        chance: None,
    }
}

/// A memory of a question that was missed on a day and is due from the next.
fn missed(day: u16) -> Past {
    Past::Remembered(Memory::after(None, Outcome::Wrong, day).unwrap())
}

/// How a student does in topics, given as (topic, right, wrong).
fn topics(shares: &[(usize, u32, u32)]) -> TopicShares {
    let mut all = TopicShares::default();
    for (topic, right, wrong) in shares {
        (0..*right).for_each(|_| all.add(&Id::new(format!("t{topic}")), true));
        (0..*wrong).for_each(|_| all.add(&Id::new(format!("t{topic}")), false));
    }
    all
}

fn names(chosen: &[Candidate]) -> Vec<&str> {
    chosen.iter().map(|one| one.question.as_str()).collect()
}

#[test]
fn what_is_due_comes_first_and_what_gains_most_before_the_rest() {
    let today = Purpose::Today(Calendar::new(20, None));
    let all = [
        candidate(0, 0, 0.5, Past::New),
        candidate(1, 1, 0.1, missed(19)),
        candidate(2, 2, 0.4, missed(19)),
        candidate(3, 1, 0.1, missed(5)),
        candidate(4, 1, 0.1, missed(20)),
        candidate(5, 1, 0.1, Past::Answered),
        candidate(6, 3, 0.1, Past::New),
        candidate(7, 2, 0.1, Past::New),
    ];
    let topics = topics(&[(0, 4, 1), (2, 5, 0), (3, 1, 4)]);
    // One missed today waits, and the topic 2 is not weak.
    assert_eq!(names(&select(today, all.clone(), &topics)), ["q2", "q3", "q1", "q6", "q0"]);
    assert_eq!(names(&select(today, all, &TopicShares::default())), ["q2", "q3", "q1"]);
}

#[test]
fn mistakes_come_in_sets_the_weakest_topics_first() {
    let topics = topics(&[(0, 3, 1), (1, 1, 3)]);
    let all: Vec<_> = (0..50).map(|n| candidate(n, n % 2, 0.5, Past::Missed)).collect();
    let set = |set| select(Purpose::Mistakes { set }, all.clone(), &topics);
    assert_eq!(set(None).len(), 50);
    assert!(set(Some(1)).iter().all(|one| one.topic == Id::new("t1")), "{:?}", set(Some(1)));
    let sizes: Vec<_> = (1..=4).map(|n| set(Some(n)).len()).collect();
    assert_eq!(sizes, [20, 20, 10, 0]);
    let other =
        [candidate(0, 0, 0.5, Past::Answered), candidate(1, 0, 0.5, Past::New), candidate(2, 0, 0.5, missed(1))];
    assert_eq!(select(Purpose::Mistakes { set: None }, other, &topics), []);
}

/// A question of a topic that the student answers rightly with this probability.
fn likely(n: usize, past: Past, chance: f64) -> Candidate {
    Candidate { chance: Some(chance), ..candidate(n, 0, 0.5, past) }
}

#[test]
fn weak_topics_are_practised_where_practice_teaches_most() {
    let all = [
        likely(0, Past::New, 0.95),
        likely(1, Past::Answered, 0.7),
        likely(2, Past::New, 0.65),
        likely(3, Past::Missed, 0.8),
        likely(4, Past::New, 0.5),
        likely(5, Past::New, 0.85),
        likely(6, Past::New, 0.88),
        candidate(7, 0, 0.5, Past::New),
    ];
    let weak = |most| select(Purpose::WeakTopics { most }, all.clone(), &TopicShares::default());
    assert_eq!(names(&weak(3)), ["q2", "q5", "q3"]);
    assert_eq!(names(&weak(20)), ["q2", "q5", "q3", "q1", "q6", "q0", "q4"]);
}

proptest! {
    #[test]
    fn practice_of_weak_topics_leaves_the_range_only_where_there_are_too_few(
        all in prop::collection::vec((0..3_u8, 0.2..1.0_f64), 0..80),
        most in 1..40_usize,
    ) {
        let past = |kind| match kind { 0 => Past::New, 1 => Past::Answered, _ => Past::Missed };
        let all: Vec<_> = all.into_iter().enumerate().map(|(n, (kind, chance))| likely(n, past(kind), chance)).collect();
        let chosen = select(Purpose::WeakTopics { most }, all.clone(), &TopicShares::default());
        prop_assert_eq!(chosen.len(), most.min(all.len()));
        let is_inside = |one: &&Candidate| one.chance.is_some_and(|chance| (0.65..=0.85).contains(&chance));
        let inside = all.iter().filter(is_inside).count();
        prop_assert_eq!(chosen.iter().filter(is_inside).count(), inside.min(most));
        // Questions outside the range are nearer than those left out.
        let far = |one: &Candidate| distance(one.chance.unwrap_or_default());
        let farthest = chosen.iter().map(far).max().unwrap_or_default();
        for left in all.iter().filter(|one| !chosen.contains(one)) {
            prop_assert!(far(left) >= farthest);
        }
        let mut once = names(&chosen);
        once.sort_unstable();
        once.dedup();
        prop_assert_eq!(once.len(), chosen.len());
    }

    #[test]
    fn a_session_is_short_and_varied_and_has_each_question_once(
        all in prop::collection::vec((0..6_usize, 0..3_u8, 1..30_u16), 0..120),
        exam in prop::option::of(30..60_u16),
    ) {
        let past = |kind, day| match kind { 0 => Past::New, 1 => Past::Answered, _ => missed(day) };
        let all: Vec<_> = all
            .into_iter()
            .enumerate()
            .map(|(n, (topic, kind, day))| candidate(n, topic, 0.1 + topic as f32 / 10.0, past(kind, day)))
            .collect();
        let topics = topics(&[(0, 1, 9), (1, 5, 5), (2, 9, 1), (3, 9, 0)]);
        let calendar = Calendar::new(30, exam);
        let chosen = select(Purpose::Today(calendar), all.clone(), &topics);
        prop_assert!(chosen.len() <= SESSION);
        for topic in 0..6 {
            let topic = Id::new(format!("t{topic}"));
            prop_assert!(chosen.iter().filter(|one| one.topic == topic).count() <= MAX_OF_TOPIC);
        }
        let mut once = names(&chosen);
        once.sort_unstable();
        once.dedup();
        prop_assert_eq!(once.len(), chosen.len());
        let is_due = |one: &&Candidate| {
            matches!(one.past, Past::Remembered(memory) if memory.standing(calendar) == Standing::Due)
        };
        let due = chosen.iter().take_while(is_due).count();
        for one in &chosen[due..] {
            prop_assert!(one.past == Past::New && topics.is_weak(&one.topic));
        }
        // A new question never comes before one that is due.
        if due < chosen.len() {
            for one in all.iter().filter(is_due) {
                let full = chosen.iter().filter(|chosen| chosen.topic == one.topic).count() == MAX_OF_TOPIC;
                prop_assert!(full || chosen.contains(one));
            }
        }
    }
}
