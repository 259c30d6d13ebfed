use crossterm::event::KeyCode;
use sabi_core::grading::ClaimView;

use crate::{
    app::{Effect, Msg},
    habits::Habits,
    keys::Context,
    trial::{Console, after, refused, view},
    wire::{Call, Content},
};

#[test]
fn opening_claims_and_shows_how_long_it_holds() {
    let mut console = Console::listed(80, 24);
    console.code(KeyCode::Enter);
    let claim = console.take(|call| matches!(call, Call::Claim(_)));
    console.answer(claim.number, Ok(Content::Grading(Box::new(view("quiz0", &[(0, 75)], 4)))));
    let said = console.said();
    assert!(said.contains("yours 15:00") && said.contains("1 of 2 graded"), "{said}");
    assert!(said.contains(" 3:–"), "it opens at the first answer without a grade: {said}");
    console.send(Msg::Tick(after(61)));
    assert!(console.said().contains("yours 13:59"));
}

#[test]
fn a_claim_is_renewed_while_one_works_and_not_while_nobody_does() {
    let mut console = Console::opened(80, 24);
    console.asked.clear();
    console.send(Msg::Tick(after(300)));
    assert!(!console.asked.iter().any(|request| matches!(request.call, Call::Claim(_))), "nobody works");
    console.press('j');
    console.take(|call| matches!(call, Call::Claim(_)));
    console.press('j');
    assert!(!console.asked.iter().any(|request| matches!(request.call, Call::Claim(_))), "once is enough");
}

#[test]
fn an_expired_claim_is_reported_and_a_grade_claims_it_again() {
    let mut console = Console::opened(80, 24);
    console.send(Msg::Tick(after(901)));
    let said = console.said();
    assert!(said.contains("Your claim has expired.") && said.contains("read only"), "{said}");
    console.asked.clear();
    console.press('2');
    let save = console.take(|call| matches!(call, Call::Save(..)));
    console.answer(save.number, Err(refused("claim-expired", "Your claim has expired.")));
    console.serve();
    let said = console.said();
    assert!(said.contains("yours 15:00") && said.contains("Grade 50: Moderate Work Accuracy · saved"), "{said}");
}

#[test]
fn a_submission_that_another_holds_can_be_read_and_not_graded() {
    let mut console = Console::listed(80, 24);
    console.code(KeyCode::Enter);
    let claim = console.take(|call| matches!(call, Call::Claim(_)));
    console.answer(claim.number, Err(refused("claimed", "Kwame Mensah grades it until 15:40.")));
    let read = console.take(|call| matches!(call, Call::Read(_)));
    let mut others = view("quiz0", &[], 0);
    let claim = others.claim.as_mut().unwrap();
    (claim.by, claim.is_mine) = ("Kwame Mensah".to_owned(), false);
    console.answer(read.number, Ok(Content::Grading(Box::new(others))));
    console.press('3');
    assert!(console.asked.is_empty());
    let said = console.said();
    assert!(said.contains("read only") && said.contains("Kwame Mensah grades it."), "{said}");
}

#[test]
fn a_grade_is_sent_when_given_and_when_undone() {
    let mut console = Console::opened(80, 24);
    console.press('3');
    assert!(console.said().contains("Grade 75: High Work Accuracy · being sent"), "{}", console.said());
    let save = console.take(|call| matches!(call, Call::Save(..)));
    console.asked.push(save);
    console.serve();
    assert!(console.said().contains("Grade 75: High Work Accuracy · saved"));
    console.press('4');
    console.serve();
    console.press('n');
    console.press('u');
    let Call::Save(_, save) = console.take(|call| matches!(call, Call::Save(..))).call else { unreachable!() };
    assert_eq!(save.grades[0].ans_grade, Some(75));
    assert!(console.said().contains("Answer 1 was restored."));
}

#[test]
fn nothing_written_counts_as_nothing() {
    let mut console = Console::opened(80, 24);
    console.press('n');
    console.press('3');
    assert!(console.asked.is_empty());
    assert!(console.said().contains("Nothing was written, so it counts as 0."));
    console.press('0');
    console.take(|call| matches!(call, Call::Save(..)));
}

#[test]
fn a_remark_that_is_left_is_there_again() {
    let mut console = Console::opened(80, 24);
    console.press('r');
    console.type_words("Which unit?");
    console.code(KeyCode::Esc);
    assert!(console.said().contains("Not saved (r continues): Which unit?"), "{}", console.said());
    console.press('r');
    console.type_words(" And why?");
    console.code(KeyCode::Enter);
    let Call::Save(_, save) = console.take(|call| matches!(call, Call::Save(..))).call else { unreachable!() };
    assert_eq!(save.grades[0].remark.as_deref(), Some("Which unit? And why?"));
}

#[test]
fn a_remark_is_written_in_the_editor_too() {
    let mut console = Console::opened(80, 24);
    console.press('E');
    assert!(matches!(console.effects.last(), Some(Effect::Edit(text)) if text.is_empty()));
    console.send(Msg::Edited(Ok(Some("One\nTwo\n".to_owned()))));
    let Call::Save(_, save) = console.take(|call| matches!(call, Call::Save(..))).call else { unreachable!() };
    assert_eq!(save.grades[0].remark.as_deref(), Some("One\nTwo"));
    console.send(Msg::Edited(Err("vi could not be used".to_owned())));
    assert!(console.said().contains("vi could not be used"));
}

#[test]
fn declaring_wants_every_grade_asks_once_and_opens_the_next() {
    let mut console = Console::opened(80, 24);
    console.press('D');
    assert_eq!(console.model.context(), Context::Submission);
    assert!(console.said().contains("2 answers have no grade yet"), "{}", console.said());
    for key in ['3', 'N', '4'] {
        console.press(key);
    }
    console.serve();
    console.press('D');
    let said = console.said();
    assert!(said.contains("Average 58.33 % of 3 answers") && said.contains("Declare it? y yes"), "{said}");
    console.press('n');
    assert!(console.asked.is_empty(), "a no is a no");
    console.press('D');
    console.press('y');
    let declare = console.take(|call| matches!(call, Call::Declare(_)));
    console.asked.push(declare);
    console.serve();
    let said = console.said();
    assert!(said.contains("Declared: 58.33 %"), "{said}");
    assert_eq!(console.model.context(), Context::Submission, "the next one is there");
    // The second one is another moderator's.
    assert!(said.contains("WASSCE") || said.contains("JSCE"), "{said}");
}

#[test]
fn the_next_one_passes_over_those_of_others_and_what_was_looked_at_goes_back() {
    let mut console = Console::opened(80, 24);
    console.press('J');
    let release = console.take(|call| matches!(call, Call::Release(_)));
    assert!(format!("{release:?}").contains("quiz0"));
    let claim = console.take(|call| matches!(call, Call::Claim(_)));
    assert!(format!("{claim:?}").contains("quiz2"), "quiz1 is another's: {claim:?}");
    console.asked.extend([release, claim]);
    console.serve();
    console.press('1');
    console.serve();
    console.press('K');
    assert!(!console.asked.iter().any(|request| matches!(request.call, Call::Release(_))), "what was graded is kept");
    console.serve();
    console.press('K');
    assert!(console.said().contains("This is the first one."), "{}", console.said());
}

#[test]
fn released_it_goes_back_to_the_list() {
    let mut console = Console::opened(80, 24);
    console.press('3');
    console.press('x');
    console.serve();
    assert_eq!(console.model.context(), Context::List);
    assert!(console.said().contains("Submission released successfully."));
}

#[test]
fn a_grade_given_elsewhere_is_shown_at_its_answer() {
    let mut console = Console::opened(80, 24);
    console.press('1');
    let save = console.take(|call| matches!(call, Call::Save(..)));
    console.answer(save.number, Err(refused("stale-revision", "Changed elsewhere.")));
    let read = console.take(|call| matches!(call, Call::Read(_)));
    console.answer(read.number, Ok(Content::Grading(Box::new(view("quiz0", &[(0, 100)], 9)))));
    let said = console.said();
    assert!(said.contains("Graded elsewhere: 100 is kept, you gave 25."), "{said}");
    console.press('1');
    let Call::Save(_, save) = console.take(|call| matches!(call, Call::Save(..))).call else { unreachable!() };
    assert_eq!((save.revision, save.grades[0].ans_grade), (9, Some(25)));
}

#[test]
fn a_second_opinion_is_given_blind_and_ends_ones_own_work() {
    let mut console = Console::opened(80, 24);
    for key in ['3', 'N', '4'] {
        console.press(key);
    }
    console.serve();
    console.press('D');
    console.press('y');
    let declare = console.take(|call| matches!(call, Call::Declare(_)));
    let mut given = view("quiz0", &[(0, 75), (2, 100)], 3);
    given.is_given = true;
    console.answer(declare.number, Ok(Content::Grading(Box::new(given))));
    assert!(console.said().contains("Another moderator has to grade"), "{}", console.said());
}

#[test]
fn grades_go_on_to_the_next_answer_where_that_is_set() {
    let mut console = Console::with(80, 24, "advance = true", true);
    console.serve();
    console.code(KeyCode::Enter);
    console.serve();
    console.press('3');
    assert!(console.said().contains("Q3"), "the second was left open: {}", console.said());
}

#[test]
fn the_text_in_focus_is_copied_and_zoomed() {
    let mut console = Console::opened(80, 24);
    console.press('Y');
    assert!(matches!(console.effects.last(), Some(Effect::Copy(text)) if text.contains("because 3x + 2y = 24")));
    console.press('z');
    let said = console.said();
    assert!(said.contains("Student's answer") && !said.contains("Model answer"), "{said}");
}

#[test]
fn moving_on_after_a_grade_is_switched_in_the_console_and_remembered() {
    let mut console = Console::opened(80, 24);
    console.press('A');
    assert!(console.said().contains("After a grade, the next"), "{}", console.said());
    let remembered = console.effects.iter().rev().find_map(|effect| match effect {
        Effect::Remember(json) => Some(Habits::from_json(json)),
        _ => None,
    });
    console.press('3');
    assert!(console.said().contains("Q3"), "the second was left open: {}", console.said());
    let remembered = remembered.unwrap();
    assert_eq!(remembered.advance, Some(true));
    // A switch inside the console overrides the configuration file.
    let off = Habits { advance: Some(false), ..Habits::default() };
    let mut console = Console::with_habits(80, 24, "advance = true", true, off);
    console.serve();
    console.code(KeyCode::Enter);
    console.serve();
    console.press('3');
    assert!(console.said().contains(" Q1 · "), "{}", console.said());
}

#[test]
fn a_saved_remark_is_used_again_and_changed() {
    let mut console = Console::opened(80, 24);
    console.press('m');
    assert!(console.said().contains("No remark is saved yet."), "{}", console.said());
    console.press('r');
    console.type_words("Name the unit.");
    console.control('s');
    assert!(console.said().contains("Remark saved for reuse."), "{}", console.said());
    console.code(KeyCode::Enter);
    console.serve();
    console.press('N');
    console.press('m');
    console.type_words("unit");
    console.code(KeyCode::Enter);
    assert_eq!(console.model.context(), Context::Remark);
    console.type_words(" Always!");
    console.code(KeyCode::Enter);
    let Call::Save(_, save) = console.take(|call| matches!(call, Call::Save(..))).call else { unreachable!() };
    assert_eq!(save.grades[0].remark.as_deref(), Some("Name the unit. Always!"));
    console.press('m');
    console.control('d');
    assert!(console.said().contains("No remark is saved yet."), "{}", console.said());
}

#[test]
fn the_remark_that_was_used_last_is_offered_first() {
    let mut console = Console::opened(80, 24);
    for remark in ["Name the unit.", "Show your working."] {
        console.model.habits.save_remark(remark);
    }
    console.press('m');
    console.type_words("unit");
    console.code(KeyCode::Enter);
    assert_eq!(console.model.habits.remarks, ["Name the unit.", "Show your working."]);
}

#[test]
fn a_saved_remark_goes_behind_what_is_typed() {
    let mut console = Console::opened(80, 24);
    console.model.habits.save_remark("Name the unit.");
    console.press('r');
    console.type_words("Good start.");
    console.control('o');
    console.code(KeyCode::Enter);
    console.code(KeyCode::Enter);
    let Call::Save(_, save) = console.take(|call| matches!(call, Call::Save(..))).call else { unreachable!() };
    assert_eq!(save.grades[0].remark.as_deref(), Some("Good start.\nName the unit."));
}

/// A console with an opened declared submission.
fn declared(is_admin: bool) -> Console {
    let mut console = Console::with(80, 24, "", is_admin);
    console.serve();
    console.code(KeyCode::Enter);
    let claim = console.take(|call| matches!(call, Call::Claim(_)));
    let mut view = view("quiz0", &[(0, 75), (2, 100)], 4);
    (view.exam_result, view.claim) = ("declared".to_owned(), None);
    console.answer(claim.number, Ok(Content::Grading(Box::new(view))));
    console
}

#[test]
fn an_administrator_corrects_a_declared_result_with_a_reason() {
    let mut console = declared(true);
    console.press('4');
    assert_eq!(console.model.context(), Context::Words, "{}", console.said());
    console.code(KeyCode::Enter);
    assert!(console.said().contains("Give a reason"), "{}", console.said());
    console.type_words("Working was on page 2");
    console.code(KeyCode::Enter);
    assert!(console.asked.is_empty(), "nothing is changed by the reason alone");
    console.press('p');
    console.press('4');
    let Call::Save(id, save) = console.take(|call| matches!(call, Call::Save(..))).call else { unreachable!() };
    assert_eq!((id.as_str(), save.revision, save.why.as_deref()), ("quiz0", 4, Some("Working was on page 2")));
    assert_eq!((save.grades.len(), save.grades[0].ans_grade), (1, Some(100)));
    console.press('D');
    assert_eq!(console.model.context(), Context::Submission, "it is declared already");
}

#[test]
fn a_moderator_does_not_change_a_declared_result() {
    let mut console = declared(false);
    console.press('4');
    assert!(console.asked.is_empty());
    assert!(console.said().contains("Only an administrator can change it now."), "{}", console.said());
}

#[test]
fn one_key_shows_the_whole_question_and_the_same_key_leads_back() {
    let mut console = Console::opened(80, 24);
    console.code(KeyCode::Tab);
    let before = console.said();
    console.press('w');
    let said = console.said();
    assert!(said.contains("(b) How many moles of H₂SO₄ weigh 10³ g?"), "{said}");
    assert!(!said.contains("Model answer") && !said.contains("Student's answer"), "{said}");
    console.press('w');
    assert_eq!(console.said(), before);
}

#[test]
fn formulas_that_a_student_typed_are_drawn() {
    let mut console = Console::listed(80, 24);
    console.code(KeyCode::Enter);
    let claim = console.take(|call| matches!(call, Call::Claim(_)));
    let mut view = view("quiz0", &[], 0);
    view.answers[0].theory_answered = Some("So \\(x = \\frac{1}{2}\\), 5 < 6 & done".to_owned());
    console.answer(claim.number, Ok(Content::Grading(Box::new(view))));
    assert!(console.said().contains("So x = 1/2, 5 < 6 & done"), "{}", console.said());
}

#[test]
fn photographs_are_pointed_to() {
    let mut console = Console::listed(100, 24);
    console.code(KeyCode::Enter);
    let claim = console.take(|call| matches!(call, Call::Claim(_)));
    let mut view = view("quiz0", &[], 0);
    let photograph = |n: usize| sabi_core::exam::PhotographView {
        id: format!("photograph-{n}"),
        url: format!("/api/v1/attempts/quiz0/photographs/photograph-{n}"),
        theory: sabi_core::store::Id::new("theory0"),
        width: 1280,
        height: 960,
        bytes: 90_000,
        added_at: view.submitted_at,
    };
    let both = vec![photograph(1), photograph(2)];
    view.answers[0].photographs = both;
    console.answer(claim.number, Ok(Content::Grading(Box::new(view))));
    let said = console.said();
    assert!(said.contains("2 photographs: open in the browser:"), "{said}");
    assert!(said.contains("/admin/user-theories-exam/"), "{said}");
}

#[test]
fn one_question_is_graded_in_one_submission_after_the_other() {
    let mut console = Console::listed(80, 24);
    console.code(KeyCode::Enter);
    let claim = console.take(|call| matches!(call, Call::Claim(_)));
    console.answer(claim.number, Ok(Content::Grading(Box::new(view("quiz0", &[], 0)))));
    console.model.config.advance = true;
    console.press('N');
    console.press('Q');
    assert!(console.said().contains("The next submissions open at this question."), "{}", console.said());
    console.press('3');
    let release = console.take(|call| matches!(call, Call::Save(id, _) if id.as_str() == "quiz0"));
    console.asked.push(release);
    // Of the others of the year and subject, the first is claimed by somebody else; the next already has a grade for
    // the question.
    let claim = console.take(|call| matches!(call, Call::Claim(id) if id.as_str() == "quiz2"));
    console.answer(claim.number, Ok(Content::Grading(Box::new(view("quiz2", &[(2, 50)], 0)))));
    let claim = console.take(|call| matches!(call, Call::Claim(id) if id.as_str() == "quiz4"));
    console.answer(claim.number, Ok(Content::Grading(Box::new(view("quiz4", &[], 0)))));
    assert!(console.said().contains("Q3"), "{}", console.said());
    console.press('Q');
    assert!(console.said().contains("first ungraded answer again"), "{}", console.said());
}

#[test]
fn the_id_of_a_submission_is_shown_and_copied() {
    let mut console = Console::opened(80, 24);
    console.press('i');
    assert!(matches!(console.effects.last(), Some(Effect::Copy(id)) if id == "quiz0"));
    assert!(console.said().contains("Id copied: quiz0"), "{}", console.said());
}

#[test]
fn the_reservation_of_another_moderator_says_until_when() {
    let mut console = Console::listed(80, 24);
    console.code(KeyCode::Enter);
    let claim = console.take(|call| matches!(call, Call::Claim(_)));
    let mut reserved = view("quiz0", &[], 0);
    reserved.claim =
        Some(ClaimView { by: "Kwame Mensah".into(), is_mine: false, is_reserved: true, until: after(7 * 24 * 3600) });
    console.answer(claim.number, Ok(Content::Grading(Box::new(reserved))));
    let said = console.said();
    assert!(said.contains("Claimed by Kwame Mensah until 9 March, 16:30."), "{said}");
}
