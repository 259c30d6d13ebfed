//! Snapshots of whole screens at each size.

use crossterm::event::KeyCode;

use crate::trial::{Console, offline};

/// The screen at each size.
fn snapshots(name: &str, console: impl Fn(u16, u16) -> Console) {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        insta::assert_snapshot!(format!("{name}-{width}x{height}"), console(width, height).said());
    }
}

#[test]
fn pictures_of_all_screens() {
    snapshots("submissions-loading", Console::new);
    snapshots("submissions", Console::listed);
    snapshots("submission", Console::opened);
    snapshots("submission-graded", |width, height| {
        let mut console = Console::opened(width, height);
        console.press('3');
        console.press('r');
        console.type_words("Name the unit.");
        console.code(KeyCode::Enter);
        console.serve();
        console
    });
    snapshots("submission-remark", |width, height| {
        let mut console = Console::opened(width, height);
        console.press('r');
        console.type_words("Ṣé o gbọ́? 漢字");
        console
    });
    snapshots("submission-declare", |width, height| {
        let mut console = Console::opened(width, height);
        for key in ['3', 'N', '4', 'D'] {
            console.press(key);
        }
        console
    });
    snapshots("submission-offline", |width, height| {
        let mut console = Console::opened(width, height);
        console.press('3');
        console.fail(&offline());
        console
    });
    snapshots("reports", |width, height| {
        let mut console = Console::listed(width, height);
        console.press('R');
        console.serve();
        console
    });
    snapshots("report", |width, height| {
        let mut console = Console::listed(width, height);
        console.press('R');
        console.serve();
        console.code(KeyCode::Enter);
        console.serve();
        console
    });
    snapshots("message", |width, height| {
        let mut console = Console::listed(width, height);
        console.press('M');
        console.serve();
        console.code(KeyCode::Enter);
        console.serve();
        console
    });
    snapshots("statistics", |width, height| {
        let mut console = Console::listed(width, height);
        console.press('T');
        console.serve();
        console
    });
    snapshots("help", |width, height| {
        let mut console = Console::listed(width, height);
        console.press('?');
        console
    });
}

/// The colours of an opened submission as text, the same in each palette.
#[test]
fn palettes_differ_in_colours_alone() {
    let said = |palette: &str| {
        let mut console = Console::with(120, 40, &format!("palette = \"{palette}\""), true);
        console.serve();
        console.code(KeyCode::Enter);
        console.serve();
        console.said()
    };
    assert_eq!(said("dark"), said("light"));
    assert_eq!(said("dark"), said("terminal"));
}
