use super::*;

#[test]
fn no_key_means_two_things_in_one_place() {
    for context in Context::ALL {
        let keys: Vec<_> =
            context.layers().iter().flat_map(|layer| layer.bindings()).flat_map(|one| one.keys).collect();
        for (place, key) in keys.iter().enumerate() {
            assert!(!keys[..place].contains(key), "{} twice in {context:?}", key.label());
        }
    }
}

#[test]
fn every_binding_is_reached_by_each_of_its_keys() {
    for binding in TABLE {
        assert!(!binding.keys.is_empty() && !binding.help.is_empty(), "{binding:?}");
        for key in binding.keys {
            assert_eq!(binding.context.action(&key.event()), Some(binding.action), "{binding:?}");
        }
    }
}

#[test]
fn shift_is_in_the_character_and_other_modifiers_count() {
    let press = |code, modifiers| Context::List.action(&KeyEvent::new(code, modifiers));
    assert_eq!(press(KeyCode::Char('G'), KeyModifiers::SHIFT), Some(Action::Last));
    assert_eq!(press(KeyCode::Char('?'), KeyModifiers::SHIFT), Some(Action::Help));
    assert_eq!(press(KeyCode::Char('q'), KeyModifiers::ALT), None);
    assert_eq!(press(KeyCode::Char('r'), KeyModifiers::CONTROL), None);
    assert_eq!(press(KeyCode::Char('c'), KeyModifiers::NONE), None);
    assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Action::Quit));
}

#[test]
fn letters_are_words_while_searching() {
    for c in ('a'..='z').chain("?/G ".chars()) {
        assert_eq!(Context::Search.action(&key(KeyCode::Char(c)).event()), None, "{c}");
    }
}
