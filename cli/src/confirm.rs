//! Asks before what cannot be undone.

use std::io::{self, IsTerminal as _};

use console::Term;

use crate::exit::{self, failure};

/// Whether somebody at the terminal answers `yes`.
///
/// # Errors
/// When there is no terminal to ask.
pub fn asked(words: &str) -> anyhow::Result<bool> {
    if !io::stdin().is_terminal() {
        return Err(failure(exit::USAGE, "There is no terminal to ask: use --yes."));
    }
    let terminal = Term::stderr();
    terminal.write_str(words)?;
    Ok(terminal.read_line()?.trim() == "yes")
}
