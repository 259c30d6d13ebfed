use super::*;

#[test]
fn no_key_means_two_things_in_one_place() {
    KeyMap::with(BTreeMap::new()).unwrap();
}

#[test]
fn every_binding_is_reached_by_each_of_its_keys() {
    let map = KeyMap::default();
    for binding in TABLE {
        assert!(!binding.keys.is_empty() && !binding.help.is_empty(), "{binding:?}");
        for key in binding.keys {
            assert_eq!(map.action(binding.context, &key.event()), Some(binding.action), "{binding:?}");
            assert_eq!(Key::named(&key.label()), Some(*key), "{}", key.label());
        }
    }
}

#[test]
fn shift_is_in_the_character_and_other_modifiers_count() {
    let map = KeyMap::default();
    let press = |code, modifiers| map.action(Context::List, &KeyEvent::new(code, modifiers));
    assert_eq!(press(KeyCode::Char('G'), KeyModifiers::SHIFT), Some(Action::Last));
    assert_eq!(press(KeyCode::Char('?'), KeyModifiers::SHIFT), Some(Action::Help));
    assert_eq!(press(KeyCode::Char('q'), KeyModifiers::ALT), None);
    assert_eq!(press(KeyCode::Char('c'), KeyModifiers::NONE), None);
    assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Action::Quit));
}

#[test]
fn letters_are_words_while_they_are_typed() {
    let map = KeyMap::default();
    for context in [Context::Search, Context::Words, Context::Secret, Context::Choose] {
        for c in ('a'..='z').chain("?/G 0D".chars()) {
            let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
            assert_eq!(map.action(context, &key), None, "{c}");
        }
    }
}

#[test]
fn the_keys_that_graders_are_used_to_do_not_change() {
    let map = KeyMap::default();
    let fixed = [
        ('0', Action::Grade0),
        ('1', Action::Grade1),
        ('2', Action::Grade2),
        ('3', Action::Grade3),
        ('4', Action::Grade4),
        ('n', Action::NextAnswer),
        ('p', Action::PreviousAnswer),
        ('J', Action::NextSubmission),
        ('K', Action::PreviousSubmission),
        ('r', Action::Remark),
        ('u', Action::Undo),
        ('D', Action::Declare),
        ('x', Action::Release),
    ];
    for (c, action) in fixed {
        let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
        assert_eq!(map.action(Context::Submission, &key), Some(action), "{c}");
    }
    assert_eq!(map.name(Context::Confirm, Action::Yes), "y");
}
