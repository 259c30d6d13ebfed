//! The sixteen basic colours in the codes that every terminal knows.
//!
//! crossterm writes them as entries of the 256-colour table (`38;5;2`), which terminals with sixteen colours
//! either ignore or misread; the basic code for the same colour is `32`.

use std::io::{self, Write};

use crate::theme::Depth;

/// A writer that buffers a frame until it is flushed, and converts it to basic codes on a terminal with sixteen
/// colours.
pub struct BasicColors<W> {
    inner: W,
    is_basic: bool,
    frame: Vec<u8>,
}

impl<W: Write> BasicColors<W> {
    pub fn new(inner: W, depth: Depth) -> Self {
        Self { inner, is_basic: depth == Depth::Sixteen, frame: Vec::new() }
    }
}

impl<W: Write> Write for BasicColors<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let frame = std::mem::take(&mut self.frame);
        let frame = if self.is_basic { basic(&frame) } else { frame };
        self.inner.write_all(&frame)?;
        self.inner.flush()
    }
}

/// The same frame with basic codes for the first sixteen colours.
fn basic(frame: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(frame.len());
    let mut rest = frame;
    while let Some(start) = rest.windows(2).position(|pair| pair == b"\x1b[") {
        let (before, sequence) = rest.split_at(start + 2);
        out.extend_from_slice(before);
        let end = sequence.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b';')).unwrap_or(sequence.len());
        let (parameters, after) = sequence.split_at(end);
        if after.first() == Some(&b'm') {
            out.extend_from_slice(&basic_parameters(parameters));
        } else {
            out.extend_from_slice(parameters);
        }
        rest = after;
    }
    out.extend_from_slice(rest);
    out
}

/// The parameters of a colour sequence (ECMA-48, SGR): `38;5;n` and `48;5;n` with n below 16 become 30 to 37,
/// 40 to 47, and for the bright ones 90 to 97 and 100 to 107.
fn basic_parameters(parameters: &[u8]) -> Vec<u8> {
    let codes: Vec<Option<u16>> = parameters
        .split(|byte| *byte == b';')
        .map(|code| std::str::from_utf8(code).ok().and_then(|code| code.parse().ok()))
        .collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < codes.len() {
        match codes[at..] {
            [Some(ground @ (38 | 48)), Some(5), Some(color @ 0..16), ..] => {
                let base = if color < 8 { ground - 8 } else { ground + 52 - 8 };
                out.push((base + color).to_string());
                at += 3;
            }
            [Some(38 | 48), Some(5), ..] | [Some(38 | 48), Some(2), ..] => {
                // All parameters of a colour that is not basic are skipped, because they are not codes.
                let length = if codes[at + 1] == Some(5) { 3 } else { 5 };
                out.extend(codes[at..].iter().take(length).map(|code| code.map_or(String::new(), |n| n.to_string())));
                at += length;
            }
            [code, ..] => {
                out.push(code.map_or(String::new(), |code| code.to_string()));
                at += 1;
            }
            [] => break,
        }
    }
    out.join(";").into_bytes()
}

#[cfg(test)]
mod tests {
    use ratatui::{
        Terminal, TerminalOptions, Viewport,
        backend::CrosstermBackend,
        layout::Rect,
        style::{Color, Style},
        text::Line,
    };

    use super::*;

    fn rewritten(frame: &str) -> String {
        String::from_utf8(basic(frame.as_bytes())).unwrap()
    }

    #[test]
    fn basic_colors_get_basic_codes() {
        for (written, wanted) in [
            ("\x1b[38;5;2mGood\x1b[39m", "\x1b[32mGood\x1b[39m"),
            ("\x1b[38;5;9m", "\x1b[91m"),
            ("\x1b[48;5;7m", "\x1b[47m"),
            ("\x1b[48;5;15m", "\x1b[107m"),
            ("\x1b[38;5;1;48;5;0m", "\x1b[31;40m"),
            ("\x1b[1;38;5;3m", "\x1b[1;33m"),
            ("\x1b[38;5;196m", "\x1b[38;5;196m"),
            ("\x1b[38;2;5;1;2m", "\x1b[38;2;5;1;2m"),
            ("\x1b[0m\x1b[m", "\x1b[0m\x1b[m"),
            ("\x1b[38;5;2H costs 38;5;2m", "\x1b[38;5;2H costs 38;5;2m"),
            ("\x1b[", "\x1b["),
        ] {
            assert_eq!(rewritten(written), wanted, "{written:?}");
        }
    }

    #[test]
    fn a_frame_on_a_terminal_with_sixteen_colors_names_no_entry_of_a_larger_table() {
        let painted = |depth| {
            let mut written = Vec::new();
            let viewport = Viewport::Fixed(Rect::new(0, 0, 20, 1));
            let backend = CrosstermBackend::new(BasicColors::new(&mut written, depth));
            let mut terminal = Terminal::with_options(backend, TerminalOptions { viewport }).unwrap();
            let line = Line::styled("Good", Style::new().fg(Color::Green).bg(Color::LightRed));
            terminal.draw(|frame| frame.render_widget(line, frame.area())).unwrap();
            drop(terminal);
            String::from_utf8(written).unwrap()
        };
        let basic = painted(Depth::Sixteen);
        assert!(basic.contains("32") && basic.contains("101") && !basic.contains("38;5"), "{basic:?}");
        assert!(painted(Depth::TwoFiftySix).contains("38;5;2"));
    }
}
