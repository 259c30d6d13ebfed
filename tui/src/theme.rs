//! The colours, and the colour depth of the terminal.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

/// The colour depth of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// No colours: only bold and reverse.
    None,
    Sixteen,
    TwoFiftySix,
    TrueColor,
}

impl Depth {
    /// The colour depth according to the environment.
    pub fn of(var: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| var(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        if set("NO_COLOR").is_some() || term == "dumb" {
            return Self::None;
        }
        match set("COLORTERM").as_deref() {
            Some("truecolor" | "24bit") => Self::TrueColor,
            _ if term.contains("direct") => Self::TrueColor,
            _ if term.contains("256color") => Self::TwoFiftySix,
            _ => Self::Sixteen,
        }
    }
}

/// The initial colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// The terminal's own colours, which are readable on its background.
    #[default]
    Terminal,
    /// For a dark background.
    Dark,
    /// For a light background.
    Light,
}

/// A part of the screen that has a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Names and headings.
    Brand,
    /// Success.
    Good,
    /// Something expires or waits.
    Warn,
    /// Errors.
    Wrong,
    /// Secondary text.
    Quiet,
    /// The background of the selection.
    Chosen,
}

/// The styles of the screen.
#[derive(Debug, Clone, Copy)]
pub struct Theme {
    pub brand: Style,
    pub good: Style,
    pub warn: Style,
    pub wrong: Style,
    pub quiet: Style,
    pub chosen: Style,
    /// The colour depth of the terminal.
    pub depth: Depth,
}

impl Theme {
    /// The styles of a palette with some colours replaced, reduced to the terminal's depth.
    pub fn new(palette: Palette, own: &BTreeMap<Role, Color>, depth: Depth) -> Self {
        let color = |role: Role| {
            let named = own.get(&role).copied().or_else(|| default(palette, role))?;
            lessened(named, depth)
        };
        let text = |role: Role, weight: Modifier| match color(role) {
            Some(color) => Style::new().fg(color).add_modifier(weight),
            None => Style::new().add_modifier(weight),
        };
        let quiet = match color(Role::Quiet) {
            Some(color) => Style::new().fg(color),
            None => Style::new().add_modifier(Modifier::DIM),
        };
        let chosen = match color(Role::Chosen) {
            Some(color) => Style::new().bg(color).add_modifier(Modifier::BOLD),
            None => Style::new().add_modifier(Modifier::REVERSED),
        };
        Self {
            brand: text(Role::Brand, Modifier::BOLD),
            good: text(Role::Good, Modifier::empty()),
            warn: text(Role::Warn, Modifier::BOLD),
            wrong: text(Role::Wrong, Modifier::BOLD),
            quiet,
            chosen,
            depth,
        }
    }
}

fn default(palette: Palette, role: Role) -> Option<Color> {
    let rgb = |code: u32| Some(Color::from_u32(code));
    match (palette, role) {
        (Palette::Terminal, Role::Brand | Role::Good) => Some(Color::Green),
        (Palette::Terminal, Role::Warn) => Some(Color::Yellow),
        (Palette::Terminal, Role::Wrong) => Some(Color::Red),
        (Palette::Terminal, Role::Quiet | Role::Chosen) => None,
        (Palette::Dark, Role::Brand) => rgb(0x005f_cf9a),
        (Palette::Dark, Role::Good) => rgb(0x008f_d694),
        (Palette::Dark, Role::Warn) => rgb(0x00f2_b25c),
        (Palette::Dark, Role::Wrong) => rgb(0x00ff_7b72),
        (Palette::Dark, Role::Quiet) => rgb(0x009a_a5a0),
        (Palette::Dark, Role::Chosen) => rgb(0x001f_4a38),
        (Palette::Light, Role::Brand) => rgb(0x000b_5d3b),
        (Palette::Light, Role::Good) => rgb(0x001a_6b2f),
        (Palette::Light, Role::Warn) => rgb(0x008a_4b00),
        (Palette::Light, Role::Wrong) => rgb(0x00a8_1c1c),
        (Palette::Light, Role::Quiet) => rgb(0x0059_635e),
        (Palette::Light, Role::Chosen) => rgb(0x00cf_ead9),
    }
}

/// The nearest colour of the terminal.
fn lessened(color: Color, depth: Depth) -> Option<Color> {
    let Color::Rgb(red, green, blue) = color else {
        return (depth != Depth::None).then_some(color);
    };
    match depth {
        Depth::None => None,
        Depth::TrueColor => Some(color),
        Depth::TwoFiftySix => Some(Color::Indexed(16 + 36 * cube(red) + 6 * cube(green) + cube(blue))),
        Depth::Sixteen => Some(nearest([red, green, blue])),
    }
}

/// The step of xterm's colour cube that is nearest to this component of a colour.
fn cube(share: u8) -> u8 {
    match share {
        0..48 => 0,
        48..115 => 1,
        _ => (share - 35) / 40,
    }
}

fn nearest(wanted: [u8; 3]) -> Color {
    const SIXTEEN: [(Color, [u8; 3]); 16] = [
        (Color::Black, [0, 0, 0]),
        (Color::Red, [205, 0, 0]),
        (Color::Green, [0, 205, 0]),
        (Color::Yellow, [205, 205, 0]),
        (Color::Blue, [0, 0, 238]),
        (Color::Magenta, [205, 0, 205]),
        (Color::Cyan, [0, 205, 205]),
        (Color::Gray, [229, 229, 229]),
        (Color::DarkGray, [127, 127, 127]),
        (Color::LightRed, [255, 0, 0]),
        (Color::LightGreen, [0, 255, 0]),
        (Color::LightYellow, [255, 255, 0]),
        (Color::LightBlue, [92, 92, 255]),
        (Color::LightMagenta, [255, 0, 255]),
        (Color::LightCyan, [0, 255, 255]),
        (Color::White, [255, 255, 255]),
    ];
    let far = |known: [u8; 3]| -> u32 {
        known.into_iter().zip(wanted).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    SIXTEEN.into_iter().min_by_key(|(_, known)| far(*known)).map_or(Color::Reset, |(color, _)| color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        let depth = |set: &[(&str, &str)]| {
            Depth::of(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
        };
        assert_eq!(depth(&[("TERM", "xterm")]), Depth::Sixteen);
        assert_eq!(depth(&[("TERM", "xterm-256color")]), Depth::TwoFiftySix);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::TrueColor);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]), Depth::TwoFiftySix);
        assert_eq!(depth(&[("TERM", "dumb")]), Depth::None);
    }

    #[test]
    fn colours_are_lessened_to_what_the_terminal_has() {
        let own = [(Role::Brand, Color::Rgb(255, 0, 0))].into();
        let brand = |depth| Theme::new(Palette::Dark, &own, depth).brand.fg;
        assert_eq!(brand(Depth::TrueColor), Some(Color::Rgb(255, 0, 0)));
        assert_eq!(brand(Depth::TwoFiftySix), Some(Color::Indexed(196)));
        assert_eq!(brand(Depth::Sixteen), Some(Color::LightRed));
        assert_eq!(brand(Depth::None), None);
        let plain = Theme::new(Palette::Light, &BTreeMap::new(), Depth::None);
        for style in [plain.brand, plain.good, plain.warn, plain.wrong, plain.quiet, plain.chosen] {
            assert_eq!((style.fg, style.bg), (None, None));
        }
        assert!(plain.chosen.add_modifier.contains(Modifier::REVERSED));
    }
}
