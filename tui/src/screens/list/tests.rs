use crossterm::event::KeyCode;

use sabi_core::records::Page;

use crate::{
    app::{Effect, Msg},
    habits::Habits,
    keys::Context,
    trial::{Console, after, now, offline, task},
    wire::{Call, Content, PageRequest},
};

fn asked(console: &mut Console) -> PageRequest {
    match console.take(|call| matches!(call, Call::Submissions(_))).call {
        Call::Submissions(ask) => ask,
        other => panic!("{other:?}"),
    }
}

#[test]
fn rows_show_the_submission_and_who_holds_it() {
    let said = Console::listed(120, 40).said();
    for words in ["50 min ago", "Mathematics, Yorùbá", "Kwame Mensah-Bonsu", " you", "1–35 of 45", "45 waiting"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(!said.contains('\u{1b}'));
}

#[test]
fn states_go_round_and_filters_narrow() {
    let mut console = Console::listed(80, 24);
    let mut seen = Vec::new();
    for _ in 0..4 {
        console.press('s');
        seen.push(asked(&mut console).tab);
    }
    assert_eq!(seen, ["free", "mine", "declared", "waiting"]);
    console.serve();
    console.press('e');
    console.serve();
    assert_eq!(console.model.context(), Context::Choose);
    console.type_words("wass");
    console.code(KeyCode::Enter);
    console.press('b');
    console.code(KeyCode::Down);
    console.code(KeyCode::Enter);
    let asks: Vec<_> = std::iter::repeat_with(|| asked(&mut console)).take(2).collect();
    assert_eq!((asks[1].exam.as_deref(), asks[1].subject.as_deref()), (Some("waec"), Some("m")));
    console.code(KeyCode::Esc);
    assert_eq!(asked(&mut console).subject, None);
}

#[test]
fn a_search_follows_the_typing_and_is_dropped() {
    let mut console = Console::listed(80, 24);
    console.press('/');
    console.type_words("math");
    assert!(console.asked.is_empty(), "not at each letter");
    assert!(console.effects.iter().any(|effect| matches!(effect, Effect::Wake(_))));
    console.send(Msg::Tick(now()));
    assert_eq!(asked(&mut console).words, "math");
    console.type_words("s ");
    console.send(Msg::Paste("and\nmore".to_owned()));
    console.send(Msg::Tick(now()));
    assert_eq!(asked(&mut console).words, "maths and more");
    console.code(KeyCode::Esc);
    assert_eq!(asked(&mut console).words, "", "left with the list as it was");
    console.press('/');
    console.type_words("q");
    console.code(KeyCode::Enter);
    assert_eq!(asked(&mut console).words, "q");
    assert_eq!(console.model.context(), Context::List);
}

#[test]
fn a_list_is_read_again_by_itself_and_keeps_its_place() {
    let mut console = Console::listed(80, 24);
    for _ in 0..5 {
        console.press('j');
    }
    console.send(Msg::Tick(after(31)));
    assert!(console.asked.iter().any(|request| matches!(request.call, Call::Submissions(_))));
    console.serve();
    assert!(console.said().lines().nth(8).unwrap().starts_with('▶'), "{}", console.said());
}

#[test]
fn pages_follow_each_other_and_fit_the_window() {
    let mut console = Console::listed(80, 24);
    console.press('G');
    console.press('j');
    assert_eq!(asked(&mut console).page, 2, "the end of a page leads to the next");
    console.serve();
    console.send(Msg::Resized(ratatui::layout::Size { width: 120, height: 40 }));
    console.send(Msg::Tick(now()));
    assert_eq!(asked(&mut console).limit, 35);
}

#[test]
fn a_failure_is_shown_with_rows_and_without() {
    let mut console = Console::new(80, 24);
    console.fail(&offline());
    assert!(console.said().contains("Press Ctrl-R to try again."), "{}", console.said());
    console.control('r');
    console.serve();
    console.press('n');
    console.fail(&offline());
    let said = console.said();
    assert!(said.contains("Ctrl-R tries again") && said.contains("1–19 of 45"), "{said}");
}

#[test]
fn an_answer_that_was_overtaken_changes_nothing() {
    let mut console = Console::listed(80, 24);
    console.press('s');
    let late = console.take(|call| matches!(call, Call::Submissions(_)));
    console.press('s');
    console.answer(late.number, Err(offline()));
    assert!(!console.said().contains("cannot be reached"), "{}", console.said());
}

#[test]
fn enter_opens_the_first_submission_that_nobody_else_has_claimed() {
    let mut console = Console::new(80, 24);
    let asked = console.take(|call| matches!(call, Call::Submissions(_)));
    let mut rows: Vec<_> = (0..3).map(task).collect();
    rows[0].held_by = Some("Kwame Mensah".to_owned());
    console.answer(asked.number, Ok(Content::Submissions(Page { rows: rows.clone(), total: 3 })));
    console.code(KeyCode::Enter);
    assert!(matches!(&console.asked.last().unwrap().call, Call::Claim(id) if id.as_str() == "quiz2"), "quiz1 is held");
    // A manually selected row stays selected, so that it can be read.
    let mut console = Console::new(80, 24);
    let asked = console.take(|call| matches!(call, Call::Submissions(_)));
    console.answer(asked.number, Ok(Content::Submissions(Page { rows: rows.clone(), total: 3 })));
    console.press('k');
    console.send(Msg::Tick(after(31)));
    let asked = console.take(|call| matches!(call, Call::Submissions(_)));
    console.answer(asked.number, Ok(Content::Submissions(Page { rows, total: 3 })));
    console.code(KeyCode::Enter);
    assert!(matches!(&console.asked.last().unwrap().call, Call::Claim(id) if id.as_str() == "quiz1"));
}

#[test]
fn filters_are_remembered_by_list() {
    let mut console = Console::listed(80, 24);
    console.press('s');
    console.serve();
    console.press('e');
    console.serve();
    console.type_words("wass");
    console.code(KeyCode::Enter);
    console.serve();
    let remembered = console.effects.iter().rev().find_map(|effect| match effect {
        Effect::Remember(json) => Some(Habits::from_json(json)),
        _ => None,
    });
    let mut console = Console::with_habits(80, 24, "", true, remembered.unwrap());
    let ask = asked(&mut console);
    assert_eq!((ask.tab, ask.exam.as_deref()), ("free", Some("waec")));
    console.serve();
    assert!(console.said().contains("exam: WASSCE (WAEC SSCE)"), "{}", console.said());
    console.press('R');
    let reports = console.take(|call| matches!(call, Call::Reports(_)));
    assert!(matches!(reports.call, Call::Reports(ask) if ask.tab == "open" && ask.exam.is_none()));
}

#[test]
fn the_id_of_a_row_is_shown_and_copied() {
    let mut console = Console::listed(80, 24);
    console.press('i');
    assert!(matches!(console.effects.last(), Some(Effect::Copy(id)) if id == "quiz0"));
    assert!(console.said().contains("Id copied: quiz0"), "{}", console.said());
}

#[test]
fn a_reservation_shows_its_day_and_is_released_like_a_claim() {
    let mut console = Console::new(80, 24);
    let asked = console.take(|call| matches!(call, Call::Submissions(_)));
    let mut row = task(2);
    row.reserved_until = Some(after(7 * 24 * 3600));
    console.answer(asked.number, Ok(Content::Submissions(Page { rows: vec![row], total: 1 })));
    assert!(console.said().contains("you, 9 Mar"), "{}", console.said());
    console.code(KeyCode::Enter);
    console.serve();
    console.press('x');
    let release = console.take(|call| matches!(call, Call::Release(_)));
    assert!(matches!(&release.call, Call::Release(id) if id.as_str() == "quiz2"), "{release:?}");
}
