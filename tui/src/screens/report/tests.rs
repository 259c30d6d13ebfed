use crossterm::event::KeyCode;

use sabi_core::reports::ReportState;

use crate::{
    keys::Context,
    trial::Console,
    wire::{Call, Content, Failure},
};

#[test]
fn a_moderator_reads_the_question_with_its_key_and_cannot_change_it() {
    let mut console = Console::in_report(false);
    console.serve();
    let said = console.said();
    assert!(said.contains("✓ A. 3") && said.contains("Count your fingers."), "{said}");
    console.press('c');
    assert!(console.said().contains("Only administrators can correct keys."), "{}", console.said());
    console.press('E');
    assert!(console.said().contains("Only administrators can edit questions."), "{}", console.said());
    assert!(console.asked.is_empty());
}

#[test]
fn a_question_that_is_gone_shows_how_it_began() {
    let mut console = Console::in_report(true);
    let asked = console.take(|call| matches!(call, Call::Question(_)));
    console.answer(asked.number, Ok(Content::Question(None)));
    let said = console.said();
    assert!(said.contains("What is 2 + 2? It is asked of every pupil."), "{said}");
    assert!(said.contains("has been deleted"), "{said}");
}

#[test]
fn a_key_is_corrected_after_the_password_was_given_again() {
    let mut console = Console::before_proof("prove-password");
    console.type_words("ekaabo");
    let said = console.said();
    assert!(said.contains("Your password again: ••••••") && !said.contains("ekaabo"), "{said}");
    console.code(KeyCode::Enter);
    let asked =
        console.take(|call| matches!(call, Call::Prove(proof) if proof.password == "ekaabo" && proof.otp.is_empty()));
    console.answer(asked.number, Ok(Content::Proved));
    let asked = console.take(|call| matches!(call, Call::CorrectKey(_, ask) if !ask.dry_run));
    console.answer(asked.number, Ok(Content::Rekeyed(Box::default())));
    assert!(console.said().contains("Key corrected"), "{}", console.said());
}

#[test]
fn a_code_may_be_wrong_or_not_given_and_the_key_stays() {
    let mut console = Console::before_proof("prove-code");
    console.type_words("123456");
    console.code(KeyCode::Enter);
    let asked = console.take(|call| matches!(call, Call::Prove(proof) if proof.otp == "123456"));
    let failure = Failure { words: "This code is wrong.".into(), ..Failure::default() };
    console.answer(asked.number, Err(failure));
    assert!(console.said().contains("This code is wrong."), "{}", console.said());
    assert!(console.asked.is_empty());
    let mut console = Console::before_proof("prove-code");
    console.code(KeyCode::Esc);
    assert!(console.said().contains("The key was not changed."), "{}", console.said());
    assert!(console.asked.is_empty());
}

#[test]
fn several_reports_of_one_question_are_decided_together() {
    let mut console = Console::in_report(false);
    console.serve();
    console.press('a');
    console.type_words("The key was wrong. It is corrected.");
    console.code(KeyCode::Enter);
    let said = console.said();
    assert!(said.contains("3 students reported this question.") && said.contains("y all · n only this one"), "{said}");
    console.press('y');
    let asked = console.take(|call| matches!(call, Call::DecideAll { .. }));
    let Call::DecideAll { report, question, decision } = &asked.call else { unreachable!() };
    assert_eq!((report.as_str(), question.as_str(), decision.state), ("report0", "q0", ReportState::Accepted));
    console.asked.push(asked);
    console.serve();
    assert!(console.said().contains("3 reports are accepted."), "{}", console.said());
    assert_eq!(console.model.context(), Context::List, "the others are no longer there to be opened");
}

#[test]
fn a_rejection_says_why() {
    let mut console = Console::in_report(false);
    console.serve();
    console.press('x');
    console.code(KeyCode::Enter);
    assert!(console.said().contains("Enter a reason. The student reads it."), "{}", console.said());
    assert!(console.asked.is_empty(), "nothing was sent");
    console.type_words("The key is right.");
    console.code(KeyCode::Enter);
    console.press('n');
    console.take(
        |call| matches!(call, Call::Decide(_, decision) if decision.words.as_deref() == Some("The key is right.")),
    );
}

#[test]
fn one_of_several_reports_is_decided_alone() {
    let mut console = Console::in_report(false);
    console.serve();
    console.press('x');
    console.type_words("The key is right.");
    console.code(KeyCode::Enter);
    console.press('n');
    console.take(|call| matches!(call, Call::Decide(_, decision) if decision.state == ReportState::Rejected));
}
