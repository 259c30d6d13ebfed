use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::Size;

use super::*;
use crate::{
    keys::{Binding, TABLE},
    trial::{Console, after, now, offline, refused},
    wire::{Call, Content, Failure, FailureKind},
};

/// A console in which every key of a context has an effect.
fn amid(context: Context, action: Option<Action>) -> Console {
    let mut console = Console::listed(100, 30);
    match context {
        Context::List | Context::Global | Context::Anywhere => {
            // A search and a second page can be left, and there are rows above and below.
            console.press('/');
            console.type_words("a");
            console.code(KeyCode::Enter);
            console.serve();
            console.press('n');
            console.serve();
            console.press('j');
            console.press('j');
            if action == Some(Action::NextPage) {
                console.press('p');
                console.serve();
            }
        }
        Context::Search => {
            console.press('/');
            console.type_words("b");
        }
        Context::Choose => {
            console.press('e');
            console.serve();
            if action == Some(Action::Up) {
                console.code(KeyCode::Down);
            }
        }
        Context::Submission | Context::Remark | Context::SavedRemarks | Context::Confirm => {
            in_submission(&mut console, context, action);
        }
        Context::Report => {
            console.press('R');
            console.serve();
            console.send(Msg::Resized(Size { width: 80, height: 24 }));
            console.press('j');
            console.code(KeyCode::Enter);
            console.serve();
        }
        Context::Secret => console = Console::before_proof("prove-code"),
        Context::Request => {
            console.press('C');
            console.serve();
            console.model.stack.push(crate::screens::open(Destination::Request(Box::new(request()))));
        }
        Context::Message | Context::Words => {
            console.press('M');
            console.serve();
            console.code(KeyCode::Enter);
            console.serve();
            if context == Context::Words {
                console.press('r');
                console.type_words("We have fixed it.");
            }
        }
        Context::Statistics => {
            console.press('T');
            console.serve();
            console.send(Msg::Resized(Size { width: 80, height: 24 }));
        }
        Context::Help => {
            console.press('?');
            console.press('j');
        }
    }
    if scrolls_back(action) && !context.is_typed() && context != Context::Confirm {
        console.press(' ');
    }
    console
}

/// Whether an action needs a scrolled view.
fn scrolls_back(action: Option<Action>) -> bool {
    matches!(action, Some(Action::First | Action::PageUp | Action::Up))
}

fn in_submission(console: &mut Console, context: Context, action: Option<Action>) {
    console.press('j');
    console.press('j');
    console.press('j');
    console.code(KeyCode::Enter);
    console.serve();
    if action == Some(Action::PreviousAnswer) {
        console.press('n');
    }
    console.press('3');
    console.press('r');
    console.type_words("Name the unit.");
    if context == Context::Remark {
        return;
    }
    console.control('s');
    console.code(KeyCode::Enter);
    if context == Context::SavedRemarks {
        console.press('m');
        assert_eq!(console.model.context(), Context::SavedRemarks, "{}", console.said());
        return;
    }
    console.serve();
    if context == Context::Confirm {
        console.press('n');
        console.press('n');
        console.press('4');
        console.serve();
        console.press('D');
        assert_eq!(console.model.context(), Context::Confirm, "{}", console.said());
    } else {
        // The model answer is long.
        console.code(KeyCode::Tab);
        if action == Some(Action::Grade3) {
            console.press('2');
        }
    }
}

fn request() -> sabi_core::registration::RegistrationView {
    let titled = |id: &str| serde_json::json!({"_id": id, "title": id, "mandetory": false});
    serde_json::from_value(serde_json::json!({
        "_id": "r1", "user": "u1", "student": {"_id": "u1", "first_name": "Ada", "last_name": "Bello", "email": "ada@sabi.test"}, "exam": {"_id": "waec", "slug": "waec", "title": "WASSCE", "examType": "both", "maximumSubjects": 9},
        "category": null, "course": null, "university": null, "assessment": null, "examType": null, "selectedSubjects": [],
        "subjects": [titled("Physics"), titled("English")], "subjectsProcessed": ["Physics", "English"],
        "subjectsUpdate": [titled("English"), titled("Biology")], "updateRequest": false, "subscriptionPlan": null,
        "version": 0, "createdAt": now(),
    }))
    .unwrap()
}

/// Everything that a key can change.
fn state(console: &mut Console) -> String {
    console.model.requests = 0;
    format!("{:?} {}", console.model, console.said())
}

#[test]
fn every_key_of_the_table_does_something_in_every_context() {
    for binding in TABLE {
        for key in binding.keys {
            let mut console = amid(binding.context, Some(binding.action));
            console.asked.clear();
            console.effects.clear();
            if !matches!(binding.context, Context::Global | Context::Anywhere) {
                assert_eq!(console.model.context(), binding.context, "{}", console.said());
            }
            let before = state(&mut console);
            console.key(key.event());
            let changed = state(&mut console) != before;
            let asked = !console.asked.is_empty() || !console.effects.is_empty();
            assert!(changed || asked, "{} in {:?}:\n{}", key.label(), binding.context, console.said());
        }
    }
}

#[test]
fn no_key_of_the_footer_is_dead_and_every_context_has_a_footer() {
    for context in Context::ALL {
        if matches!(context, Context::Global | Context::Anywhere) {
            continue;
        }
        let console = amid(context, None);
        let said = console.said();
        let footer = said.lines().last().unwrap();
        assert!(!footer.is_empty(), "{context:?}");
        let brief = |binding: &&Binding| !binding.brief.is_empty() && binding.context == context;
        let shown = console.model.config.keys.layers(context).filter(brief).count();
        assert!(shown > 0, "{context:?} has nothing in its footer");
    }
}

#[test]
fn every_other_key_does_nothing() {
    let keys = (' '..='~').map(KeyCode::Char).chain([KeyCode::F(1), KeyCode::Insert]);
    for context in [Context::List, Context::Submission, Context::Report, Context::Confirm, Context::Help] {
        let mut console = amid(context, None);
        let before = state(&mut console);
        for code in keys.clone() {
            for modifiers in [KeyModifiers::NONE, KeyModifiers::ALT, KeyModifiers::CONTROL] {
                let key = KeyEvent::new(code, modifiers);
                if console.model.config.keys.action(context, &key).is_none() {
                    console.key(key);
                }
            }
        }
        assert_eq!(state(&mut console), before, "{context:?}");
    }
}

#[test]
fn quitting_waits_for_what_is_being_sent_and_a_second_time_for_nothing() {
    let mut console = amid(Context::Submission, None);
    console.effects.clear();
    console.press('q');
    assert!(matches!(console.effects.as_slice(), [Effect::Quit]));

    let mut console = amid(Context::Submission, None);
    console.press('1');
    console.effects.clear();
    console.press('q');
    assert!(console.effects.is_empty() && console.said().contains("Sending your grades"), "{}", console.said());
    console.serve();
    assert!(console.effects.iter().any(|effect| matches!(effect, Effect::Quit)));

    let mut console = amid(Context::Submission, None);
    console.press('1');
    console.fail(&offline());
    console.press('q');
    let said = console.said();
    assert!(said.contains("1 grade is not sent; kept on this machine until next time. q again quits."), "{said}");
    assert!(!console.effects.iter().any(|effect| matches!(effect, Effect::Quit)));
    console.press('q');
    assert!(console.effects.iter().any(|effect| matches!(effect, Effect::Quit)));

    let mut console = amid(Context::Submission, None);
    console.press('1');
    console.fail(&offline());
    console.send(Msg::SaveFailed(Some("no space".into())));
    assert!(console.said().contains("Grades cannot be kept on this machine: no space."), "{}", console.said());
    console.press('q');
    assert!(console.said().contains("CANNOT be kept on this machine: no space."), "{}", console.said());
}

#[test]
fn without_a_server_grades_wait_and_are_sent_when_it_is_back() {
    let mut console = amid(Context::Submission, None);
    console.press('1');
    console.fail(&offline());
    let said = console.said();
    assert!(said.contains("offline since 16:30, 1 to send") && said.contains("being sent"), "{said}");
    assert!(console.asked.is_empty(), "it is not asked again at once: {:?}", console.asked);
    console.press('n');
    console.press('n');
    console.press('4');
    assert!(console.asked.is_empty());
    console.send(Msg::Tick(after(3)));
    let again = console.take(|call| matches!(call, Call::Save(..)));
    let Call::Save(_, save) = &again.call else { unreachable!() };
    assert_eq!(save.grades.len(), 2, "both at once");
    console.asked.push(again);
    console.serve();
    let said = console.said();
    assert!(said.contains("● connected") && said.contains("saved"), "{said}");
    assert_eq!(console.model.outbox.waiting(), 0);
}

#[test]
fn an_ended_session_is_reported_and_continued_after_login() {
    let mut console = amid(Context::Submission, None);
    console.press('1');
    console.fail(&Failure {
        kind: FailureKind::SignedOut,
        reason: "unauthenticated".into(),
        words: "Unauthorised access".into(),
    });
    assert!(console.said().contains("signed out, 1 to send: `sabi login`, then Ctrl-R"), "{}", console.said());
    console.effects.clear();
    console.control('r');
    assert!(console.effects.iter().any(|effect| matches!(effect, Effect::Reconnect)));
    console.serve();
    assert_eq!(console.model.outbox.waiting(), 0);
}

#[test]
fn grades_left_by_an_earlier_console_are_sent() {
    let mut console = amid(Context::Submission, None);
    console.press('1');
    let kept = console.effects.iter().rev().find_map(|effect| match effect {
        Effect::Save(text) => Some(text.clone()),
        _ => None,
    });
    let size = Size { width: 100, height: 30 };
    let config = Config::parse("", crate::theme::Depth::None).unwrap();
    let (model, effects) = Model::start(Who::default(), config, Habits::default(), &kept.unwrap(), size, now());
    assert_eq!(model.outbox.waiting(), 1);
    let saves = |effect: &&Effect| matches!(effect, Effect::Ask(Request { call: Call::Save(..), .. }));
    assert_eq!(effects.iter().filter(saves).count(), 1);
    assert!(format!("{:?}", model.notice).contains("1 grade from last time"));
}

#[test]
fn below_its_smallest_size_there_is_a_sentence_and_nothing_is_steered() {
    for (width, height) in [(79, 24), (80, 23), (20, 5), (1, 1), (0, 0)] {
        let mut console = Console::listed(80, 24);
        console.send(Msg::Resized(Size { width, height }));
        for c in ['j', 'n', 's', '/', 'R', '?'] {
            console.press(c);
        }
        console.code(KeyCode::Enter);
        assert!(console.asked.is_empty() && console.model.stack.len() == 1, "{width}×{height}");
        console.said();
        console.effects.clear();
        console.press('q');
        assert!(matches!(console.effects.as_slice(), [Effect::Quit]));
    }
    let mut console = Console::listed(80, 24);
    console.send(Msg::Resized(Size { width: 60, height: 20 }));
    assert!(console.said().contains("The window is too small: the console needs 80×24"), "{}", console.said());
    console.send(Msg::Resized(Size { width: 80, height: 24 }));
    assert!(console.said().contains("Theory submissions"));
}

#[test]
fn the_mouse_scrolls_and_selects() {
    let mouse = |kind, column, row| Msg::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    let down = MouseEventKind::Down(MouseButton::Left);
    let mut console = Console::listed(80, 24);
    console.send(mouse(down, 10, 5));
    assert!(console.said().lines().nth(5).unwrap().starts_with('▶'), "{}", console.said());
    console.send(mouse(MouseEventKind::ScrollDown, 10, 5));
    assert!(console.said().lines().nth(6).unwrap().starts_with('▶'));
    console.send(mouse(down, 10, 6));
    console.serve();
    assert_eq!(console.model.context(), Context::Submission);
    let model = console.said().lines().position(|line| line.contains("Model answer")).unwrap();
    console.send(mouse(MouseEventKind::ScrollDown, 60, u16::try_from(model + 2).unwrap()));
    assert!(console.said().contains("2–"), "{}", console.said());
    console.send(mouse(down, 8, 1));
    assert!(console.said().contains("Nothing was written, so"), "the second answer: {}", console.said());
}

#[test]
fn administrators_alone_read_messages_and_requests() {
    let mut console = Console::with(80, 24, "", false);
    console.serve();
    for key in ['C', 'M'] {
        console.press(key);
        assert!(console.asked.is_empty() && console.said().contains("Only administrators"), "{}", console.said());
    }
}

#[test]
fn a_change_of_subjects_is_refused_in_words() {
    let mut console = amid(Context::Request, None);
    assert!(console.said().contains("Ada Bello"), "whose change it is: {}", console.said());
    console.press('x');
    assert_eq!(console.model.context(), Context::Words, "{}", console.said());
    console.type_words("Biology is full.");
    console.code(KeyCode::Enter);
    let asked = console.take(|call| matches!(call, Call::Refuse(..)));
    let Call::Refuse(id, ask) = &asked.call else { unreachable!() };
    assert_eq!((id.as_str(), ask.reason.as_str(), ask.version), ("r1", "Biology is full.", Some(0)));
    // The text stays if the server refuses it.
    console.answer(asked.number, Err(refused("changed", "Someone else has changed this.")));
    assert!(console.said().contains("Someone else has changed this"), "{}", console.said());
    console.press('x');
    console.code(KeyCode::Enter);
    let asked = console.take(|call| matches!(call, Call::Refuse(_, ask) if ask.reason == "Biology is full."));
    console.answer(asked.number, Ok(Content::Refused));
    assert!(console.said().contains("The change has been refused"), "{}", console.said());
}

#[test]
fn a_refusal_is_shown_and_the_server_counts_as_reachable() {
    let mut console = Console::listed(80, 24);
    console.code(KeyCode::Enter);
    console.fail(&refused("own-submission", "You cannot grade your own submission."));
    let said = console.said();
    assert!(said.contains("You cannot grade your own submission.") && said.contains("● connected"), "{said}");
}

#[test]
fn another_key_takes_back_the_wish_to_leave_and_its_notice() {
    let mut console = amid(Context::Submission, None);
    console.press('1');
    console.fail(&offline());
    console.press('q');
    assert!(console.said().contains("q again quits"), "{}", console.said());
    // A key without a meaning counts too.
    console.code(KeyCode::F(1));
    assert!(!console.said().contains("q again quits"), "{}", console.said());
    console.effects.clear();
    console.press('q');
    assert!(!console.effects.iter().any(|effect| matches!(effect, Effect::Quit)), "it is the first q again");
}

#[test]
fn nobody_is_shown_a_key_that_their_role_may_not_use() {
    for (is_admin, may) in [(true, true), (false, false)] {
        let mut console = Console::with(120, 60, "", is_admin);
        console.serve();
        console.press('?');
        let mut help = console.said();
        for _ in 0..4 {
            console.press(' ');
            help.push_str(&console.said());
        }
        for words in ["Subject changes requested by students", "Contact messages", "Correct the key"] {
            assert_eq!(help.contains(words), may, "{words}: {help}");
        }
        let mut console = Console::in_report(is_admin);
        console.serve();
        assert_eq!(console.said().contains("correct key"), may, "{}", console.said());
    }
}

#[test]
fn the_list_is_read_again_once_grades_of_an_earlier_console_were_sent() {
    let mut console = amid(Context::Submission, None);
    console.press('1');
    let kept = console.effects.iter().rev().find_map(|effect| match effect {
        Effect::Save(text) => Some(text.clone()),
        _ => None,
    });
    let mut console = Console::left_behind(&kept.unwrap());
    let save = console.take(|call| matches!(call, Call::Save(..)));
    console.serve();
    console.asked.push(save);
    console.serve_once();
    assert!(console.asked.iter().any(|request| matches!(request.call, Call::Submissions(_))), "{:?}", console.asked);
}
