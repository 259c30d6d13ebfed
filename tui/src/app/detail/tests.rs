use crossterm::event::KeyCode;

use super::*;
use crate::{
    app::{Content, Msg},
    trial::{Console, answered, outcome},
};

fn opened(console: &Console) -> &Opened {
    console.model.detail.as_ref().unwrap().opened.as_ref().unwrap()
}

#[test]
fn content_of_a_submission_that_was_left_is_dropped() {
    let mut console = Console::listed(80, 24, 5);
    console.code(KeyCode::Enter);
    let first = console.asked.take().unwrap();
    console.code(KeyCode::Esc);
    console.send(answered(&first, Ok(Content::Result(Box::new(outcome())))));
    assert!(console.model.detail.is_none());
    console.press('j');
    console.code(KeyCode::Enter);
    console.send(answered(&first, Ok(Content::Result(Box::new(outcome())))));
    console.send(answered(&first, Err("too late".into())));
    let detail = console.model.detail.as_ref().unwrap();
    assert!(detail.opened.is_none() && detail.failure.is_none());
    console.open();
    assert!(console.model.detail.as_ref().unwrap().opened.is_some());
}

#[test]
fn questions_turn_within_their_number() {
    for (keys, at) in [("", 0), ("p", 0), ("n", 1), ("nn", 2), ("nnn", 2), ("nnp", 1)] {
        let mut console = Console::opened(80, 24, 1);
        keys.chars().for_each(|c| drop(console.press(c)));
        assert_eq!(opened(&console).at, at, "{keys}");
    }
    // In the list of questions the moving keys turn them.
    let mut console = Console::opened(80, 24, 1);
    console.focus(Pane::Questions);
    for (key, at) in [('j', 1), ('G', 2), ('k', 1), ('g', 0)] {
        console.press(key);
        assert_eq!(opened(&console).at, at, "{key}");
    }
}

#[test]
fn panes_go_round() {
    let mut console = Console::opened(80, 24, 1);
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push(console.model.detail.as_ref().unwrap().focus);
        console.code(KeyCode::Tab);
    }
    assert_eq!(seen, [Pane::Answer, Pane::Model, Pane::Questions, Pane::Question]);
    console.code(KeyCode::BackTab);
    assert_eq!(console.model.detail.as_ref().unwrap().focus, Pane::Question);
    // On a small terminal the question is read first.
    assert_eq!(Console::opened(40, 12, 1).model.detail.unwrap().focus, Pane::Question);
}

#[test]
fn each_pane_scrolls_by_itself_and_within_its_text() {
    let mut console = Console::opened(80, 24, 1);
    console.focus(Pane::Model);
    console.press('j');
    console.press('j');
    assert_eq!(opened(&console).sheets.each_ref().map(|sheet| sheet.scroll), [0, 0, 2]);
    console.press('G');
    let end = opened(&console).sheets[2].scroll;
    let room = crate::layout::panes(console.model.size, Pane::Model).room(Pane::Model);
    assert_eq!(end + room, opened(&console).sheets[2].lines.len());
    console.press('j');
    assert_eq!(opened(&console).sheets[2].scroll, end);
    // In another size it is wrapped anew and scrolled no further than its end.
    for (width, height) in [(120, 40), (40, 12), (200, 100), (20, 5), (80, 24)] {
        console.send(Msg::Resized(Size { width, height }));
        let panes = crate::layout::panes(console.model.size, Pane::Model);
        let sheet = &opened(&console).sheets[2];
        assert!(sheet.scroll <= sheet.lines.len().saturating_sub(panes.room(Pane::Model)), "{width}×{height}");
    }
    // Reading it again keeps the place; another question starts at its top.
    console.press('G');
    let end = opened(&console).sheets[2].scroll;
    console.press('r');
    console.open();
    assert_eq!(opened(&console).sheets[2].scroll, end);
    console.press('n');
    assert_eq!(opened(&console).sheets[2].scroll, 0);
}
