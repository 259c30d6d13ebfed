use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Size;

use super::*;
use crate::{
    keys::TABLE,
    trial::{Console, answered, now, outcome, page},
};

fn asked_page(console: &Console) -> Option<u64> {
    console.asked.as_ref().map(|request| match &request.call {
        Call::List(ask) => ask.page,
        other @ Call::Open(_) => panic!("{other:?}"),
    })
}

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
fn rows_a_page_follow_the_height() {
    for (height, limit) in [(10, 10), (12, 10), (24, 20), (40, 36), (54, 50), (200, 50)] {
        let console = Console::new(80, height);
        let Some(Request { call: Call::List(ask), .. }) = &console.asked else { panic!() };
        assert_eq!((ask.page, ask.limit, ask.filter), (1, limit, Filter::Pending), "{height}");
    }
}

#[test]
fn moving_stays_within_the_page() {
    // Twenty rows fit; a screenful leaves one in sight.
    for (keys, selected) in
        [("", 0), ("j", 1), ("k", 0), ("jjk", 1), ("G", 19), ("Gj", 19), ("Gg", 0), ("d", 19), ("du", 0), ("jd", 19)]
    {
        let mut console = Console::listed(80, 24, 45);
        for c in keys.chars() {
            match c {
                'd' => console.code(KeyCode::PageDown),
                'u' => console.code(KeyCode::PageUp),
                c => console.press(c),
            };
        }
        assert_eq!(console.model.list.selected, selected, "{keys}");
    }
    let mut empty = Console::listed(80, 24, 0);
    for c in ['j', 'k', 'g', 'G', 'n', 'p'] {
        assert!(empty.press(c).is_empty());
        assert_eq!(empty.model.list.selected, 0);
    }
    assert!(empty.code(KeyCode::Enter).is_empty());
    assert!(empty.model.detail.is_none());
}

#[test]
fn paging_stays_within_the_pages() {
    // 45 submissions on pages of 20; several keys before an answer count on from the page awaited.
    for (keys, asked) in [
        ("p", None),
        ("n", Some(2)),
        ("nn", Some(3)),
        ("nnn", Some(3)),
        ("np", Some(1)),
        ("n!n!", Some(3)),
        ("n!n!n", None),
        ("n!p", Some(1)),
        ("n!p!p", None),
    ] {
        let mut console = Console::listed(80, 24, 45);
        for c in keys.chars() {
            match c {
                '!' => console.fill(45),
                c => drop(console.press(c)),
            }
        }
        let asked = asked.filter(|_| !keys.ends_with('!'));
        let awaited = console.model.list.awaited.as_ref().map(|(_, ask)| ask.page);
        assert_eq!(awaited.filter(|_| !keys.ends_with('!')), asked, "{keys}");
    }
}

#[test]
fn a_turned_page_starts_at_its_top_and_keeps_the_old_rows_until_it_comes() {
    let mut console = Console::listed(80, 24, 45);
    console.press('G');
    console.press('n');
    assert_eq!(console.model.list.rows.len(), 20);
    assert_eq!(console.model.list.selected, 19);
    console.fill(45);
    assert_eq!(console.model.list.selected, 0);
    assert_eq!(console.model.list.rows[0].id.as_str(), "quiz20");
}

#[test]
fn refreshing_stays_on_the_chosen_submission() {
    let mut console = Console::listed(80, 24, 15);
    for _ in 0..5 {
        console.press('j');
    }
    console.press('r');
    let request = console.asked.take().unwrap();
    // Two were declared meanwhile: the chosen one is further up.
    let rows = (2..15).map(crate::trial::submission).collect();
    console.send(answered(&request, Ok(Content::Page(UserTheoryPage { rows, total: 13 }))));
    assert_eq!(console.model.list.selected, 3);
    assert_eq!(console.model.list.chosen().unwrap().id.as_str(), "quiz5");
    // It is gone: the place is kept, within the page.
    console.press('G');
    console.press('r');
    console.fill(3);
    assert_eq!(console.model.list.selected, 2);
}

#[test]
fn a_page_that_is_no_longer_there_leads_to_the_last() {
    let mut console = Console::listed(80, 24, 45);
    console.press('n');
    console.fill(45);
    console.press('n');
    console.fill(10);
    assert_eq!(asked_page(&console), Some(1), "three pages became one");
    console.fill(10);
    assert_eq!((console.model.list.rows.len(), console.model.list.awaited.is_none()), (10, true));
    // All of them went: the first page is empty and that is the end of it.
    console.press('r');
    console.fill(0);
    assert!(console.asked.is_none());
}

#[test]
fn states_go_round_from_their_first_page() {
    let mut console = Console::listed(80, 24, 45);
    console.press('n');
    console.fill(45);
    for filter in [Filter::Declared, Filter::All, Filter::Pending] {
        console.press('s');
        let Some(Request { call: Call::List(ask), .. }) = &console.asked else { panic!() };
        assert_eq!((ask.filter, ask.page), (filter, 1));
        assert!(console.model.list.rows.is_empty(), "rows of another state are not shown");
        console.fill(45);
    }
}

#[test]
fn searching() {
    let words = |console: &Console| match &console.asked {
        Some(Request { call: Call::List(ask), .. }) => Some((ask.words.clone(), ask.page)),
        _ => None,
    };
    let mut console = Console::listed(80, 24, 45);
    console.press('n');
    console.fill(45);
    console.press('/');
    console.type_words(" Ọlá x");
    console.code(KeyCode::Backspace);
    console.code(KeyCode::Enter);
    assert_eq!(words(&console), Some(("Ọlá".to_owned(), 1)));
    console.fill(3);
    // Esc leaves without a change.
    console.press('/');
    assert_eq!(console.model.list.search.as_ref().unwrap().value(), "Ọlá");
    console.type_words("zzz");
    assert!(console.code(KeyCode::Esc).is_empty());
    assert_eq!((console.model.list.words.as_str(), console.model.context()), ("Ọlá", Context::List));
    // The same words ask nothing.
    console.press('/');
    assert!(console.code(KeyCode::Enter).is_empty());
    // Esc in the list drops the search, once.
    console.code(KeyCode::Esc);
    assert_eq!(words(&console), Some((String::new(), 1)));
    console.fill(45);
    assert!(console.code(KeyCode::Esc).is_empty());
}

#[test]
fn pasted_words_are_one_harmless_line_and_only_taken_while_searching() {
    let mut console = Console::listed(80, 24, 45);
    console.send(Msg::Paste("q".into()));
    assert!(console.model.list.search.is_none());
    console.press('/');
    console.send(Msg::Paste("a\nb\u{1b}[31m".into()));
    assert_eq!(console.model.list.search.as_ref().unwrap().value(), "a b[31m");
    console.send(Msg::Paste("x".repeat(1000)));
    console.type_words("yyy");
    assert_eq!(console.model.list.search.as_ref().unwrap().value().chars().count(), 100);
}

#[test]
fn answers_of_overtaken_requests_are_dropped() {
    let mut console = Console::new(80, 24);
    let first = console.asked.take().unwrap();
    console.press('s');
    let second = console.asked.take().unwrap();
    console.send(page(&first, 45));
    assert!(console.model.list.rows.is_empty());
    console.send(answered(&first, Err("too late".into())));
    assert!(console.model.list.failure.is_none());
    console.send(page(&second, 5));
    assert_eq!(console.model.list.rows.len(), 5);
    console.send(page(&second, 45));
    assert_eq!(console.model.list.rows.len(), 5, "answered already");
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
fn another_height_asks_once_for_the_page_that_holds_the_chosen_row() {
    let mut console = Console::listed(80, 24, 45);
    console.press('n');
    console.fill(45);
    for _ in 0..4 {
        console.press('j');
    }
    for height in [23, 20, 16] {
        assert!(console.send(Msg::Resized(Size { width: 80, height })).is_empty());
    }
    console.send(Msg::Tick(now()));
    // Row 24 of all, in pages of twelve.
    assert_eq!(asked_page(&console), Some(3));
    assert!(console.send(Msg::Tick(now())).is_empty(), "asked already");
    console.fill(45);
    assert_eq!(console.model.list.chosen().unwrap().id.as_str(), "quiz24");
    assert!(console.send(Msg::Tick(now())).is_empty());
}

#[test]
fn a_failure_is_not_asked_again_by_the_clock() {
    let mut console = Console::new(80, 24);
    console.fail("no server");
    console.send(Msg::Resized(Size { width: 80, height: 40 }));
    assert!(console.send(Msg::Tick(now())).is_empty());
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

fn opened(console: &Console) -> &Opened {
    console.model.detail.as_ref().unwrap().opened.as_ref().unwrap()
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
