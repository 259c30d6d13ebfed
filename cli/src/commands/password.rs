//! Passwords: from stdin for scripts, from the terminal for people. Never from the command line, where other users of
//! the machine could read them.

use std::io::{self, BufRead as _, IsTerminal as _};

use console::Term;

use crate::exit::{self, failure};

/// The source of a password.
#[derive(Debug, clap::Args)]
pub struct PasswordArgs {
    /// Read the password from the first line of stdin instead of asking for it
    #[arg(long)]
    password_stdin: bool,
}

impl PasswordArgs {
    /// Reads the password; a new one is asked for twice.
    pub fn read(&self, new: bool) -> anyhow::Result<String> {
        if self.password_stdin {
            let mut line = String::new();
            io::stdin().lock().read_line(&mut line)?;
            return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
        }
        if !io::stdin().is_terminal() {
            return Err(failure(exit::USAGE, "There is no terminal to ask for the password: use --password-stdin."));
        }
        let password = ask("Password: ")?;
        if new && ask("Once more: ")? != password {
            return Err(failure(exit::USAGE, "The two passwords differ."));
        }
        Ok(password)
    }
}

fn ask(words: &str) -> io::Result<String> {
    let terminal = Term::stderr();
    terminal.write_str(words)?;
    terminal.read_secure_line()
}
