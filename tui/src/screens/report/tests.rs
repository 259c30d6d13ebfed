use crossterm::event::KeyCode;

use crate::{
    app::Msg,
    trial::{Console, after},
    wire::{Call, Content},
};

/// With the first report opened, its question asked for and not yet there.
fn opened(is_admin: bool) -> Console {
    let mut console = Console::with(80, 24, "", is_admin);
    console.serve();
    console.send(Msg::Tick(after(0)));
    console.serve();
    console.press('R');
    console.serve();
    console.code(KeyCode::Enter);
    console
}

#[test]
fn a_moderator_reads_the_question_with_its_key_and_leaves_it_as_it_is() {
    let mut console = opened(false);
    console.serve();
    let said = console.said();
    assert!(said.contains("✓ A. 3") && said.contains("Count your fingers."), "{said}");
    console.press('c');
    assert!(console.said().contains("Administrators correct keys."), "{}", console.said());
    console.press('E');
    assert!(console.said().contains("Administrators edit questions."), "{}", console.said());
    assert!(console.asked.is_empty());
}

#[test]
fn a_question_that_is_gone_shows_how_it_began() {
    let mut console = opened(true);
    let asked = console.take(|call| matches!(call, Call::Question(_)));
    console.answer(asked.number, Ok(Content::Question(None)));
    let said = console.said();
    assert!(said.contains("What is 2 + 2? It is asked of every pupil."), "{said}");
    assert!(said.contains("not in the bank any more"), "{said}");
}
