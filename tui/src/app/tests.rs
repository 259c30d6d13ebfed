use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Size;

use super::*;
use crate::{
    keys::TABLE,
    trial::{Console, asked_page},
};

/// The model without what changes at each key.
fn state(console: &mut Console) -> String {
    console.model.requests = 0;
    format!("{:?}", console.model)
}

/// A console in which every key of a context has something to do.
fn amid(context: Context) -> Console {
    let mut console = Console::listed(80, 24, 70);
    console.press('/');
    console.type_words("a");
    console.code(KeyCode::Enter);
    console.fill(70);
    console.press('n');
    console.fill(70);
    console.code(KeyCode::PageDown);
    console.code(KeyCode::Up);
    match context {
        Context::List | Context::Global | Context::Anywhere => {}
        Context::Search => {
            console.press('/');
            console.type_words("b");
        }
        Context::Detail => {
            console.code(KeyCode::Enter);
            console.open();
            // The working of the first question is long; the second one has neighbours.
            console.press('n');
            console.press('p');
            console.focus(Pane::Model);
            console.code(KeyCode::PageDown);
        }
        Context::Help => {
            console.press('?');
            console.code(KeyCode::Down);
        }
    }
    console
}

#[test]
fn every_key_of_the_table_does_something() {
    for binding in TABLE {
        for key in binding.keys {
            let mut console = amid(binding.context);
            if binding.action == Action::PreviousQuestion {
                console.press('n');
            }
            let before = state(&mut console);
            let effects = console.key(key.event());
            let changed = state(&mut console) != before;
            assert!(changed || !effects.is_empty(), "{} in {:?}", key.label(), binding.context);
        }
    }
}

#[test]
fn every_other_key_does_nothing() {
    let keys = (' '..='~').map(KeyCode::Char).chain([KeyCode::F(1), KeyCode::Insert, KeyCode::Delete]);
    for context in [Context::List, Context::Detail, Context::Help] {
        let mut console = amid(context);
        let before = state(&mut console);
        for code in keys.clone() {
            for modifiers in [KeyModifiers::NONE, KeyModifiers::ALT, KeyModifiers::CONTROL] {
                let key = KeyEvent::new(code, modifiers);
                if context.action(&key).is_none() {
                    assert!(console.key(key).is_empty(), "{key:?} in {context:?}");
                }
            }
        }
        assert_eq!(state(&mut console), before, "{context:?}");
    }
}

#[test]
fn quitting_works_everywhere_but_q_is_a_letter_while_searching() {
    for context in [Context::List, Context::Detail, Context::Help] {
        assert_eq!(amid(context).press('q'), [Effect::Quit], "{context:?}");
    }
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    for context in Context::ALL {
        assert_eq!(amid(context).key(control_c), [Effect::Quit], "{context:?}");
    }
    let mut console = amid(Context::Search);
    assert!(console.press('q').is_empty());
    assert_eq!(console.model.list.search.as_ref().unwrap().value(), "abq");
    assert_eq!(console.send(Msg::Ended), [Effect::Quit]);
}

#[test]
fn failures_are_told_and_tried_again() {
    let mut console = Console::new(80, 24);
    console.fail("no\nserver\u{1b}");
    assert_eq!(console.model.list.failure.as_ref().unwrap().1, "no server");
    console.press('r');
    assert!(console.model.list.failure.is_none());
    console.fill(45);
    // A page that failed is the one that is tried again; until then the rows stay.
    console.press('n');
    console.fail("no server");
    assert_eq!(console.model.list.rows.len(), 20);
    console.press('r');
    assert_eq!(asked_page(&console), Some(2));
    console.fill(45);
    // The same for one submission.
    console.code(KeyCode::Enter);
    console.fail("no server");
    assert_eq!(console.model.detail.as_ref().unwrap().failure.as_deref(), Some("no server"));
    console.press('r');
    console.open();
    let detail = console.model.detail.as_ref().unwrap();
    assert!(detail.failure.is_none() && detail.opened.is_some());
}

#[test]
fn what_cannot_be_seen_is_not_steered() {
    for (width, height) in [(20, 5), (35, 24), (80, 9), (0, 0), (1, 1)] {
        let mut console = Console::listed(80, 24, 45);
        console.send(Msg::Resized(Size { width, height }));
        for c in ['j', 'n', 's', '/', 'r'] {
            assert!(console.press(c).is_empty(), "{c} at {width}×{height}");
        }
        console.code(KeyCode::Enter);
        assert_eq!((console.model.list.selected, console.model.detail.is_none()), (0, true));
        assert_eq!(console.press('q'), [Effect::Quit]);
    }
}

#[test]
fn the_help_opens_anywhere_scrolls_and_goes_away() {
    for context in [Context::List, Context::Detail] {
        for close in [KeyCode::Esc, KeyCode::Char('?')] {
            let mut console = amid(context);
            console.press('?');
            assert_eq!(console.model.help, Some(0));
            console.press('G');
            let last = console.model.help.unwrap();
            console.press('j');
            assert_eq!(console.model.help, Some(last));
            console.send(Msg::Resized(Size { width: 80, height: 100 }));
            assert_eq!(console.model.help, Some(0), "all of it fits");
            console.code(close);
            assert_eq!((console.model.help, console.model.context()), (None, context));
        }
    }
}
