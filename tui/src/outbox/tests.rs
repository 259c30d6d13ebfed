use super::*;
use crate::{
    trial::{after, now, offline, refused, view},
    wire::{Content, Failure, Response},
};

fn quiz() -> Id<QuizResult> {
    "quiz1".into()
}

fn grade(place: usize, value: Option<i64>) -> Grade {
    Grade { answer_id: format!("answer{place}"), ans_grade: value, remark: None }
}

fn pending(place: usize, value: i64) -> Pending {
    Pending { number: place + 1, grade: grade(place, Some(value)), before: grade(place, None) }
}

/// The only request that is ready, as number 1.
fn ready(outbox: &mut Outbox) -> Option<Call> {
    outbox.ready(now(), || 1).pop().map(|request| request.call)
}

fn stands(grades: &[(usize, i64)], revision: i64) -> Result<Content, Failure> {
    Ok(Content::Grading(Box::new(view("quiz1", grades, revision))))
}

fn answer(outbox: &mut Outbox, outcome: Result<Content, Failure>) -> (Vec<News>, Option<Call>) {
    let (news, asked) = outbox.answered(Response { number: 1, outcome }, 1).unwrap();
    (news, asked.map(|request| request.call))
}

#[test]
fn a_grade_given_during_a_save_is_sent_next() {
    let mut outbox = Outbox::default();
    outbox.grade(&quiz(), 7, pending(0, 25));
    let Some(Call::Save(_, save)) = ready(&mut outbox) else { panic!() };
    assert_eq!((save.revision, save.grades.as_slice()), (7, [grade(0, Some(25))].as_slice()));
    assert!(ready(&mut outbox).is_none(), "one at a time");
    outbox.grade(&quiz(), 7, pending(0, 50));
    outbox.grade(&quiz(), 7, pending(2, 100));
    answer(&mut outbox, stands(&[(0, 25)], 8));
    let Some(Call::Save(_, save)) = ready(&mut outbox) else { panic!() };
    assert_eq!(save.revision, 8);
    assert_eq!(save.grades, [grade(0, Some(50)), grade(2, Some(100))]);
    answer(&mut outbox, stands(&[(0, 50), (2, 100)], 9));
    assert_eq!((outbox.waiting(), ready(&mut outbox).is_none()), (0, true));
}

#[test]
fn declaring_follows_the_grades() {
    let mut outbox = Outbox::default();
    outbox.grade(&quiz(), 0, pending(0, 25));
    outbox.follow(&quiz(), 0, Then::Declare);
    assert!(matches!(ready(&mut outbox), Some(Call::Save(..))));
    answer(&mut outbox, stands(&[(0, 25)], 1));
    assert!(matches!(ready(&mut outbox), Some(Call::Declare(_))));
    let (news, _) = answer(&mut outbox, stands(&[(0, 25)], 1));
    assert!(matches!(news.as_slice(), [News::Declared(_)]));
    assert_eq!(outbox.waiting(), 0);
}

#[test]
fn a_declaration_whose_answer_was_lost_counts_as_done() {
    let mut outbox = Outbox::default();
    outbox.follow(&quiz(), 0, Then::Declare);
    ready(&mut outbox);
    answer(&mut outbox, Err(offline()));
    assert!(matches!(ready(&mut outbox), Some(Call::Declare(_))));
    let (_, asked) = answer(&mut outbox, Err(refused("declared", "It is declared.")));
    assert!(matches!(asked, Some(Call::Read(_))));
    let (news, _) = answer(&mut outbox, stands(&[(0, 25)], 1));
    assert!(matches!(news.as_slice(), [News::Declared(_)]));
}

#[test]
fn a_claim_that_ran_out_is_claimed_again_and_the_grades_follow() {
    let mut outbox = Outbox::default();
    outbox.grade(&quiz(), 3, pending(0, 25));
    ready(&mut outbox);
    let (news, asked) = answer(&mut outbox, Err(refused("claim-expired", "Your claim has expired.")));
    assert!(news.is_empty() && matches!(asked, Some(Call::Claim(_))));
    let (news, _) = answer(&mut outbox, stands(&[], 3));
    assert!(matches!(news.as_slice(), [News::Stands(_)]));
    assert!(matches!(ready(&mut outbox), Some(Call::Save(..))));
}

#[test]
fn a_claim_that_went_to_another_keeps_the_grades_until_it_is_ours_again() {
    let mut outbox = Outbox::default();
    outbox.grade(&quiz(), 3, pending(0, 25));
    ready(&mut outbox);
    answer(&mut outbox, Err(refused("claim-expired", "Your claim has expired.")));
    let (news, _) = answer(&mut outbox, Err(refused("claimed", "Kwame Mensah grades it until 15:40.")));
    assert!(matches!(news.as_slice(), [News::Lost { words, .. }] if words.starts_with("Kwame")));
    assert_eq!((outbox.waiting(), outbox.held_up(), ready(&mut outbox).is_none()), (1, 1, true));
    outbox.resume(&quiz());
    assert!(matches!(ready(&mut outbox), Some(Call::Save(..))));
}

#[test]
fn grades_given_elsewhere_stay_and_are_reported() {
    let mut outbox = Outbox::default();
    outbox.grade(&quiz(), 3, pending(0, 25));
    outbox.grade(&quiz(), 3, pending(2, 75));
    outbox.follow(&quiz(), 3, Then::Declare);
    ready(&mut outbox);
    let (_, asked) = answer(&mut outbox, Err(refused("stale-revision", "Changed elsewhere.")));
    assert!(matches!(asked, Some(Call::Read(_))));
    let (news, _) = answer(&mut outbox, stands(&[(0, 100)], 5));
    let [News::Stands(_), News::Conflict { answers, .. }] = news.as_slice() else { panic!("{news:?}") };
    assert_eq!((answers.len(), answers[0].theirs.ans_grade), (1, Some(100)));
    let Some(Call::Save(_, save)) = ready(&mut outbox) else { panic!() };
    assert_eq!((save.revision, save.grades), (5, vec![grade(2, Some(75))]), "the other one is nobody's");
    assert_eq!(outbox.then(&quiz()), None, "what was not seen is not declared");
}

#[test]
fn a_save_whose_answer_was_lost_is_no_conflict() {
    let mut outbox = Outbox::default();
    outbox.grade(&quiz(), 3, pending(0, 25));
    ready(&mut outbox);
    answer(&mut outbox, Err(offline()));
    ready(&mut outbox);
    answer(&mut outbox, Err(refused("stale-revision", "Changed elsewhere.")));
    let (news, _) = answer(&mut outbox, stands(&[(0, 25)], 4));
    assert!(matches!(news.as_slice(), [News::Stands(_)]), "{news:?}");
    assert_eq!(outbox.waiting(), 0);
}

#[test]
fn a_permanent_refusal_is_reported_with_its_grades() {
    let mut outbox = Outbox::default();
    outbox.grade(&quiz(), 3, pending(0, 25));
    ready(&mut outbox);
    let (news, _) = answer(&mut outbox, Err(refused("declared", "It is declared.")));
    assert!(matches!(news.as_slice(), [News::Refused { grades, .. }] if grades.len() == 1));
    assert_eq!(outbox.waiting(), 0);
}

#[test]
fn a_lost_server_is_asked_with_growing_gaps() {
    let mut outbox = Outbox::default();
    outbox.grade(&quiz(), 3, pending(0, 25));
    let mut gaps = Vec::new();
    let mut at = 0;
    for _ in 0..6 {
        outbox.went_offline(after(at));
        let gap = (0..100).find(|gap| outbox.should_knock(after(at + gap))).unwrap();
        gaps.push(gap);
        at += gap;
    }
    assert_eq!(gaps, [2, 4, 8, 16, 30, 30]);
    assert!(outbox.ready(after(at - 1), || 1).is_empty());
    assert!(outbox.came_back() && !outbox.came_back());
    assert!(matches!(ready(&mut outbox), Some(Call::Save(..))));
}

#[test]
fn unsent_grades_are_stored_and_found_again() {
    let mut outbox = Outbox::default();
    assert_eq!(outbox.to_save(), None);
    outbox.grade(&quiz(), 3, pending(0, 25));
    outbox.follow(&quiz(), 3, Then::Declare);
    let kept = outbox.to_save().unwrap();
    assert_eq!(outbox.to_save(), None, "nothing has changed since");
    let mut found = Outbox::restored(&kept);
    assert_eq!(found.waiting(), 2);
    let Some(Call::Save(_, save)) = ready(&mut found) else { panic!() };
    assert_eq!(save.revision, 3);
    for damaged in ["", "[", "{}", "[{\"id\": 1}]"] {
        assert_eq!(Outbox::restored(damaged).waiting(), 0, "{damaged}");
    }
}

#[test]
fn the_unsent_grades_of_two_consoles_are_joined() {
    let kept = |numbers: &[usize], then: Option<Then>| {
        let mut outbox = Outbox::default();
        for number in numbers {
            outbox.grade(&quiz(), 3, pending(*number, 25));
        }
        if let Some(then) = then {
            outbox.follow(&quiz(), 3, then);
        }
        outbox.to_save().unwrap()
    };
    let texts = [kept(&[0, 1], None), kept(&[1, 2], Some(Then::Declare))];
    let joined = Outbox::restored(&Outbox::merged(&texts).unwrap());
    assert_eq!((joined.waiting(), joined.then(&quiz())), (4, Some(Then::Declare)));
    assert!(Outbox::merged(&["[{\"id\": 1}]".into()]).is_err());
}
