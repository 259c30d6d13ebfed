//! The names of keys, for display and for the configuration.

use crossterm::event::{KeyCode, KeyModifiers};
use serde::{Deserialize, Deserializer, de::Error as _};

use super::Key;

const NAMED: [(KeyCode, &str); 14] = [
    (KeyCode::Up, "↑"),
    (KeyCode::Down, "↓"),
    (KeyCode::Left, "←"),
    (KeyCode::Right, "→"),
    (KeyCode::PageUp, "PgUp"),
    (KeyCode::PageDown, "PgDn"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::Enter, "Enter"),
    (KeyCode::Esc, "Esc"),
    (KeyCode::Tab, "Tab"),
    (KeyCode::BackTab, "Shift-Tab"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Delete, "Del"),
];

impl Key {
    /// The readable name of the key.
    pub fn label(self) -> String {
        let modifier = if self.modifiers.contains(KeyModifiers::CONTROL) {
            "Ctrl-"
        } else if self.modifiers.contains(KeyModifiers::ALT) {
            "Alt-"
        } else {
            ""
        };
        let named = NAMED.iter().find(|(code, _)| *code == self.code);
        match (self.code, named) {
            (_, Some((_, name))) => format!("{modifier}{name}"),
            (KeyCode::Char(' '), _) => format!("{modifier}Space"),
            (KeyCode::Char(c), _) if modifier.is_empty() => c.to_string(),
            (KeyCode::Char(c), _) => format!("{modifier}{}", c.to_ascii_uppercase()),
            (code, _) => format!("{modifier}{code}"),
        }
    }

    /// The key with this name: a letter, `Ctrl-X`, `Alt-x`, `Enter`, `Up`, `F5`.
    pub fn named(name: &str) -> Option<Self> {
        let (modifiers, rest) = match name.split_once('-') {
            Some(("Ctrl", rest)) if !rest.is_empty() => (KeyModifiers::CONTROL, rest),
            Some(("Alt", rest)) if !rest.is_empty() => (KeyModifiers::ALT, rest),
            _ => (KeyModifiers::NONE, name),
        };
        let words = [("Up", KeyCode::Up), ("Down", KeyCode::Down), ("Left", KeyCode::Left), ("Right", KeyCode::Right)];
        let named = NAMED.iter().find(|(_, known)| *known == rest).map(|(code, _)| *code);
        let word = words.iter().find(|(known, _)| *known == rest).map(|(_, code)| *code);
        let mut letters = rest.chars();
        let code = match (named.or(word), letters.next(), letters.as_str()) {
            (Some(code), ..) => code,
            (None, Some('S'), "pace") => KeyCode::Char(' '),
            (None, Some(c), "") if modifiers == KeyModifiers::CONTROL => KeyCode::Char(c.to_ascii_lowercase()),
            (None, Some(c), "") => KeyCode::Char(c),
            (None, Some('F'), number) => KeyCode::F(number.parse().ok().filter(|number| (1..=12).contains(number))?),
            _ => return None,
        };
        Some(Self { code, modifiers })
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        Self::named(&name)
            .ok_or_else(|| D::Error::custom(format!("“{name}” is not a key; use x, Ctrl-X, Enter, Up or F5")))
    }
}
