//! The bank looked through and counted.

use std::collections::BTreeMap;

use futures::TryStreamExt as _;
use sabi_core::{
    bank::{BankFault, BankScope, FaultKind, ImportReport, ImportRequest, ItemKind, SubjectYear, SubjectYearInput},
    people::Actor,
};

use crate::support::{World, fields};

const OPERATOR: Actor = Actor::Operator;

fn of(exam: &str, subject: &str, year: i64) -> BankScope {
    BankScope { exam: Some(exam.into()), subject: Some(subject.into()), year: Some(year) }
}

async fn check(world: &World, scope: BankScope) -> sabi_core::Result<Vec<BankFault>> {
    Ok(world.check_bank(scope).try_collect::<Vec<_>>().await?.concat())
}

#[tokio::test]
async fn the_bank_check_finds_each_problem_where_it_is() {
    let world = World::demo().await;
    let scope = || of("jamb-utme", "Physics", 2019);
    let before = check(&world, scope()).await.unwrap();
    let physics = world.subject("jamb-utme", "Physics").await;
    let sql = "UPDATE question SET description = '' WHERE year = $year RETURN NONE";
    let year = SubjectYear::key(&physics.id, 2019);
    world.store.write(sql).bind(("year", year)).done().await.unwrap();
    let after = check(&world, scope()).await.unwrap();
    let count = |faults: &[BankFault], kind| faults.iter().filter(|fault| fault.kind == kind).count() as u64;
    let stats = world.bank_stats(&scope()).await.unwrap();
    assert_eq!(count(&after, FaultKind::NoExplanation), stats[0].active);
    assert_eq!(stats[0].explained, 0);
    assert!(count(&before, FaultKind::NoExplanation) < stats[0].active);
    let fault = after.iter().find(|fault| fault.kind == FaultKind::NoExplanation).unwrap();
    assert_eq!((fault.exam.as_str(), fault.subject.as_str(), fault.year), ("jamb-utme", "Physics", 2019));
    assert!(fault.question.is_some() && !fault.stem.as_deref().unwrap().is_empty(), "{fault:?}");
}

#[tokio::test]
async fn an_empty_year_and_a_picture_that_is_gone_are_found() {
    let world = World::demo().await;
    let physics = world.subject("jamb-utme", "Physics").await;
    let input = SubjectYearInput { subject: physics.id.clone(), year: 2001, university: vec![], status: Some(true) };
    world.create::<SubjectYear>(&OPERATOR, input).await.unwrap();
    let empty = check(&world, of("jamb-utme", "Physics", 2001)).await.unwrap();
    assert_eq!(empty.iter().map(|fault| fault.kind).collect::<Vec<_>>(), [FaultKind::EmptyYear]);

    let picture = format!("/uploads/{}.png", "a".repeat(64));
    let sql = "UPDATE (SELECT VALUE id FROM question WHERE year = $year LIMIT 1) SET logo = $logo RETURN NONE";
    let year = SubjectYear::key(&physics.id, 2019);
    world.store.write(sql).bind(("year", year)).bind(("logo", picture)).done().await.unwrap();
    let found = check(&world, of("JAMB-UTME", "physics", 2019)).await.unwrap();
    assert_eq!(found.iter().filter(|fault| fault.kind == FaultKind::MissingPicture).count(), 1, "{found:?}");
    assert_eq!(world.bank_stats(&of("jamb-utme", "Physics", 2019)).await.unwrap()[0].pictured, 1);
}

#[tokio::test]
async fn the_numbers_match_the_bank_and_a_wrong_name_is_reported() {
    let world = World::demo().await;
    let mut by_subject = BTreeMap::new();
    for year in world.bank_stats(&BankScope::default()).await.unwrap() {
        let total: &mut (u64, u64) = by_subject.entry((year.exam, year.subject)).or_default();
        total.0 += year.questions;
        total.1 += year.theories;
    }
    for exam in world.list_question_subjects().await.unwrap() {
        for subject in exam.subjects {
            let counted = by_subject[&(exam.exam_slug.clone(), subject.title.clone())];
            let kept = (subject.total_questions.unsigned_abs(), subject.total_theories.unsigned_abs());
            assert_eq!(counted, kept, "{}", subject.title);
        }
    }
    assert_eq!(fields(check(&world, of("no-such", "Physics", 2019)).await)[0], "exam");
    assert_eq!(fields(check(&world, of("jamb-utme", "Alchemy", 2019)).await)[0], "subject");
    assert_eq!(fields(world.bank_stats(&of("jamb-utme", "Physics", 1990)).await), ["year"]);
}

#[tokio::test]
async fn theories_and_what_is_switched_off_are_looked_at_too() {
    let world = World::demo().await;
    let year = |subject| SubjectYear::key(subject, 2019);
    let physics = world.subject("jamb-utme", "Physics").await.id;
    let sql = "UPDATE question SET description = '', status = false WHERE year = $year RETURN NONE";
    world.store.write(sql).bind(("year", year(&physics))).done().await.unwrap();
    let found = check(&world, of("jamb-utme", "Physics", 2019)).await.unwrap();
    assert!(found.iter().any(|fault| fault.kind == FaultKind::NoExplanation), "{found:?}");
    assert!(found.iter().any(|fault| fault.kind == FaultKind::EmptyYear) && found.len() > 10, "{found:?}");

    let maths = world.subject("wassce-waec-ssce", "Mathematics").await.id;
    let sql = "UPDATE theory SET question = 'Find $$x', logo = $logo WHERE year = $year RETURN NONE";
    let logo = format!("/uploads/{}.png", "a".repeat(64));
    world.store.write(sql).bind(("year", year(&maths))).bind(("logo", logo)).done().await.unwrap();
    let found = check(&world, of("wassce-waec-ssce", "Mathematics", 2019)).await.unwrap();
    let of_theories: Vec<_> = found.iter().filter(|fault| fault.theory.is_some()).map(|fault| fault.kind).collect();
    for kind in [FaultKind::TornMaths, FaultKind::MissingPicture, FaultKind::DuplicateStem] {
        assert!(of_theories.contains(&kind), "{kind:?}: {found:?}");
    }
    assert!(found.iter().all(|fault| fault.theory.is_none() || fault.question.is_none()));
}

/// Imports rows into a year of Physics.
async fn import(world: &World, year: i64, rows: String) -> ImportReport {
    let ask = ImportRequest { exam: "jamb-utme".into(), subject: "Physics".into(), year, ..ImportRequest::default() };
    world.import_items(ItemKind::Choice, &OPERATOR, rows.into_bytes(), ask, &|_| ()).await.unwrap()
}

/// The stems in which these kinds of faults are found, in alphabetical order.
async fn stems(world: &World, year: i64, kinds: &[FaultKind]) -> Vec<String> {
    let found = check(world, of("jamb-utme", "Physics", year)).await.unwrap();
    let mut stems: Vec<_> =
        found.into_iter().filter(|fault| kinds.contains(&fault.kind)).filter_map(|fault| fault.stem).collect();
    stems.sort();
    stems
}

#[tokio::test]
async fn options_that_name_others_stay_in_place_or_are_found() {
    let world = World::demo().await;
    let options = [
        "All of the above",
        "None of the above",
        "Both A and B",
        "A and C only",
        "Both A and B are correct",
        "All except C",
        "Options A and C are correct",
        "A, B",
        "B and C above",
        "I and II",
        "A/B",
        "1 and 2",
        "No correct option",
    ];
    let mut rows = String::from("question,A,B,C,D,answer,answerDesc\n");
    for (number, option) in options.iter().enumerate() {
        rows.push_str(&format!(
            "Which of w{number} to y{number} is right?,w{number},x{number},y{number},\"{option}\",D,It follows.\n"
        ));
    }
    let report = import(&world, 2003, rows).await;
    assert_eq!((report.new, report.rejected), (options.len() as u64, 0), "{:?}", report.problems);
    // All others stay where they are when options are shuffled, so that letters go on naming them.
    let wanted = ["Which of w11 to y11 is right?", "Which of w9 to y9 is right?"];
    assert_eq!(stems(&world, 2003, &[FaultKind::OptionsNamed]).await, wanted);
}

#[tokio::test]
async fn explanations_that_name_a_letter_are_found() {
    let world = World::demo().await;
    let explanations = [
        "Option C is correct because it is the third.",
        "The answer is C.",
        "C is right; A and B are traps.",
        "(c) follows from the law.",
    ];
    let mut rows = String::from("question,A,B,C,D,answer,answerDesc\n");
    for (number, explanation) in explanations.iter().enumerate() {
        rows.push_str(&format!("Letter {number}?,w{number},x{number},right {number},z{number},C,\"{explanation}\"\n"));
    }
    rows.push_str("No letter?,w,x,right,z,C,It follows from the law.\n");
    let report = import(&world, 2003, rows).await;
    assert_eq!((report.new, report.rejected), (5, 0), "{:?}", report.problems);
    let wanted = ["Letter 0?", "Letter 1?", "Letter 2?", "Letter 3?"];
    assert_eq!(stems(&world, 2003, &[FaultKind::LetterInExplanation]).await, wanted);
}
