use crossterm::event::KeyCode;
use ratatui::layout::Size;

use super::*;
use crate::{
    app::{Content, Msg},
    keys::Context,
    trial::{Console, answered, asked_page, now, page},
};

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
