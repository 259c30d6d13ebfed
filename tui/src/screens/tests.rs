use crossterm::event::KeyCode;
use ratatui::{Terminal, backend::TestBackend};

use crate::{
    app::{Content, Model, Msg, Pane},
    keys::{Context, TABLE},
    trial::{Console, answered, outcome},
};

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (40, 12)];

fn painted(model: &Model, width: u16, height: u16) -> TestBackend {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| super::draw(frame, model)).unwrap();
    terminal.backend().clone()
}

/// What the screen says, line by line, without the cells that a wide character hides.
fn said(model: &Model, width: u16, height: u16) -> String {
    let backend = painted(model, width, height);
    let buffer = backend.buffer();
    let mut out = String::new();
    for y in 0..height {
        let mut x = 0;
        while x < width {
            let symbol = buffer[(x, y)].symbol();
            out.push_str(symbol);
            x += u16::try_from(crate::text::columns(symbol).max(1)).unwrap();
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    }
    out
}

/// The screen at each size.
fn snapshots(name: &str, console: impl Fn(u16, u16) -> Console) {
    for (width, height) in SIZES {
        let console = console(width, height);
        insta::assert_snapshot!(format!("{name}-{width}x{height}"), said(&console.model, width, height));
    }
}

#[test]
fn the_list() {
    snapshots("list-loading", Console::new);
    snapshots("list", |width, height| {
        let mut console = Console::listed(width, height, 45);
        console.press('j');
        console
    });
    snapshots("list-empty", |width, height| Console::listed(width, height, 0));
    snapshots("list-failed", |width, height| {
        let mut console = Console::new(width, height);
        console.fail("http://127.0.0.1:8080 cannot be reached: connection refused.");
        console
    });
    snapshots("list-failed-beside-rows", |width, height| {
        let mut console = Console::listed(width, height, 45);
        console.press('n');
        console.fail("The service is busy. Please try again in a moment.");
        console
    });
    snapshots("list-second-page", |width, height| {
        let mut console = Console::listed(width, height, 40);
        console.press('n');
        console.fill(40);
        console.press('G');
        console
    });
    snapshots("list-of-all-states", |width, height| {
        let mut console = Console::listed(width, height, 40);
        console.press('s');
        console.press('s');
        console.fill(9);
        console
    });
}

#[test]
fn the_search() {
    snapshots("search-typing", |width, height| {
        let mut console = Console::listed(width, height, 3);
        console.press('/');
        console.type_words("Ọlá́wálé 李小龍 and some more words than fit on a phone");
        console
    });
    snapshots("search-found", |width, height| {
        let mut console = Console::listed(width, height, 45);
        console.press('/');
        console.type_words("okafor");
        console.code(KeyCode::Enter);
        console.fill(2);
        console
    });
    snapshots("search-nothing", |width, height| {
        let mut console = Console::listed(width, height, 45);
        console.press('/');
        console.type_words("nobody");
        console.code(KeyCode::Enter);
        console.fill(0);
        console
    });
}

#[test]
fn one_submission() {
    snapshots("detail-loading", |width, height| {
        let mut console = Console::listed(width, height, 5);
        console.code(KeyCode::Enter);
        console
    });
    snapshots("detail-failed", |width, height| {
        let mut console = Console::listed(width, height, 5);
        console.code(KeyCode::Enter);
        console.fail("Result not found");
        console
    });
    snapshots("detail", |width, height| Console::opened(width, height, 3));
    snapshots("detail-answer", |width, height| {
        let mut console = Console::opened(width, height, 1);
        console.press('n');
        console.press('n');
        console.focus(Pane::Answer);
        console.press('j');
        console
    });
    snapshots("detail-model", |width, height| {
        let mut console = Console::opened(width, height, 1);
        console.focus(Pane::Model);
        console.code(KeyCode::PageDown);
        console
    });
    snapshots("detail-questions", |width, height| {
        let mut console = Console::opened(width, height, 1);
        console.press('n');
        console.focus(Pane::Questions);
        console
    });
    snapshots("detail-without-theories", |width, height| {
        let mut console = Console::listed(width, height, 5);
        console.code(KeyCode::Enter);
        let request = console.asked.take().unwrap();
        let mut empty = outcome();
        empty.subject_results.clear();
        console.send(answered(&request, Ok(Content::Result(Box::new(empty)))));
        console
    });
    snapshots("detail-refresh-failed", |width, height| {
        let mut console = Console::opened(width, height, 1);
        console.press('r');
        console.fail("The service is busy. Please try again in a moment.");
        console
    });
}

#[test]
fn the_help() {
    snapshots("help", |width, height| {
        let mut console = Console::listed(width, height, 5);
        console.press('?');
        console
    });
    snapshots("help-of-a-submission", |width, height| {
        let mut console = Console::opened(width, height, 1);
        console.press('?');
        console.code(KeyCode::PageDown);
        console
    });
}

#[test]
fn every_key_of_the_table_is_in_the_help() {
    let mut console = Console::listed(100, 200, 5);
    console.press('?');
    let help = said(&console.model, 100, 200);
    for binding in TABLE {
        let line = help.lines().find(|line| line.contains(binding.help)).unwrap();
        for key in binding.keys {
            assert!(line.contains(&key.label()), "{binding:?}");
        }
    }
    for context in Context::ALL {
        assert!(help.contains(context.title()), "{context:?}");
    }
}

#[test]
fn the_footer_names_keys_of_the_table_only_and_always_the_help() {
    for (width, height) in [(36, 10), (40, 12), (80, 24), (200, 50)] {
        for mut console in [Console::listed(width, height, 5), Console::opened(width, height, 1)] {
            let context = console.model.context();
            let painted = said(&console.model, width, height);
            let footer = painted.lines().last().unwrap();
            assert!(footer.contains("? help") && footer.contains("q quit"), "{footer}");
            for word in footer.split("  ").filter(|word| !word.is_empty()) {
                let known = context.footer().any(|one| format!("{} {}", one.keys[0].label(), one.brief) == word.trim());
                assert!(known, "{word} at {width}");
            }
            console.press('/');
        }
    }
}

#[test]
fn every_size_is_painted() {
    for (width, height) in [(20, 5), (35, 10), (36, 9), (1, 1)] {
        let console = Console::listed(width, height, 5);
        if (width, height) == (20, 5) {
            insta::assert_snapshot!("too-small-20x5", said(&console.model, width, height));
        }
        painted(&console.model, width, height);
    }
    let mut opened = Console::opened(80, 24, 3);
    for width in [1, 20, 35, 36, 40, 59, 60, 61, 80, 99, 100, 109, 110, 140] {
        for height in [1, 5, 9, 10, 11, 12, 16, 17, 24, 45] {
            let console = &mut opened;
            console.send(Msg::Resized(ratatui::layout::Size { width, height }));
            for _ in 0..4 {
                painted(&console.model, width, height);
                console.code(KeyCode::Tab);
            }
            let mut console = Console::listed(width, height, 5);
            painted(&console.model, width, height);
            console.press('/');
            painted(&console.model, width, height);
            // The terminal has shrunk, and the model has not heard of it yet.
            painted(&console.model, 10, 3);
            painted(&console.model, width.saturating_sub(1).max(1), height.saturating_sub(1).max(1));
        }
    }
}

#[test]
fn the_cursor_stands_behind_the_words() {
    let mut console = Console::listed(80, 24, 5);
    console.press('/');
    console.type_words("李");
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| super::draw(frame, &console.model)).unwrap();
    terminal.backend_mut().assert_cursor_position((10, 1));
}
