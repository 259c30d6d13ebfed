//! The console's configuration file: keys, colours and switches.

use std::{collections::BTreeMap, io, path::Path};

use ratatui::style::Color;
use serde::Deserialize;

use sabi_core::files::ShownPath as _;

use crate::{
    keys::{Action, Context, Key, KeyMap},
    theme::{Depth, Palette, Role, Theme},
};

/// A person's configuration.
#[derive(Debug, Clone)]
pub struct Config {
    pub keys: KeyMap,
    pub theme: Theme,
    /// Whether the console captures the mouse at its start.
    pub mouse: bool,
    /// Whether grading an answer moves on to the next ungraded one, unless this is switched inside the console.
    pub advance: bool,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    palette: Palette,
    mouse: bool,
    advance: bool,
    /// Names such as `light-green`, or `#rrggbb`.
    colours: BTreeMap<Role, String>,
    keys: BTreeMap<Context, BTreeMap<Action, Vec<Key>>>,
}

impl Default for File {
    fn default() -> Self {
        Self {
            palette: Palette::default(),
            mouse: true,
            advance: false,
            colours: BTreeMap::new(),
            keys: BTreeMap::new(),
        }
    }
}

impl Config {
    /// Reads the file, for a terminal with this colour depth; defaults if there is no file.
    ///
    /// # Errors
    /// A message that names the file and the problem.
    pub fn read(path: &Path, depth: Depth) -> Result<Self, String> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(format!("{}: {error}", path.shown())),
        };
        Self::parse(&text, depth).map_err(|why| format!("{}: {why}.", path.shown()))
    }

    /// Parses the text of a file.
    ///
    /// # Errors
    /// The problem.
    pub fn parse(text: &str, depth: Depth) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            format!("line {line}: {}", error.message())
        })?;
        let color = |(role, name): (Role, String)| match name.parse::<Color>() {
            Ok(color) => Ok((role, color)),
            Err(_) => Err(format!("“{name}” is not a colour; use a name such as light-green, or #rrggbb")),
        };
        let colours = file.colours.into_iter().map(color).collect::<Result<_, _>>()?;
        Ok(Self {
            keys: KeyMap::with(file.keys)?,
            theme: Theme::new(file.palette, &colours, depth),
            mouse: file.mouse,
            advance: file.advance,
        })
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::*;

    #[test]
    fn keys_and_colours_are_set_in_a_file() {
        let text = "palette = \"dark\"\nadvance = true\n[colours]\nbrand = \"#ff0000\"\nwarn = \"yellow\"\n\
            [keys.submission]\ndeclare = [\"F9\", \"Ctrl-D\"]\n";
        let config = Config::parse(text, Depth::TrueColor).unwrap();
        assert_eq!(config.theme.brand.fg, Some(Color::Rgb(255, 0, 0)));
        assert!(config.advance && config.mouse);
        let press = |code, modifiers| config.keys.action(Context::Submission, &KeyEvent::new(code, modifiers));
        assert_eq!(press(KeyCode::F(9), KeyModifiers::NONE), Some(Action::Declare));
        assert_eq!(press(KeyCode::Char('d'), KeyModifiers::CONTROL), Some(Action::Declare));
        assert_eq!(press(KeyCode::Char('D'), KeyModifiers::SHIFT), None, "the old key is free");
    }

    #[test]
    fn errors_of_a_settings_file_are_reported() {
        let wrong = |text: &str| Config::parse(text, Depth::Sixteen).unwrap_err();
        assert_eq!(wrong("[keys.list]\nopen = [\"q\"]"), "q would be both Open and Quit in List");
        assert_eq!(wrong("[keys.list]\ndeclare = [\"q\"]"), "List has no action Declare to give a key");
        assert_eq!(wrong("[keys.list]\nopen = []"), "Open in List needs at least one key");
        assert!(wrong("\n[keys.list]\nopen = [\"Hyper-q\"]").starts_with("line 3: “Hyper-q” is not a key"));
        assert!(wrong("[colours]\nbrand = \"loud\"").starts_with("“loud” is not a colour"));
        assert!(wrong("colour = 1").contains("unknown field `colour`"));
        assert!(wrong("mouse = true\ncolour = 1").starts_with("line 2: unknown field"));
        assert!(wrong("palette = \"pink\"").contains("unknown variant `pink`"));
    }

    #[test]
    fn the_example_in_the_documentation_is_what_it_says() {
        let page = include_str!("../../docs/moderators.md");
        let (_, rest) = page.split_once("```toml\n").unwrap();
        let (example, _) = rest.split_once("```").unwrap();
        Config::parse(example, Depth::TrueColor).unwrap();
    }
}
