//! The end of a command: an error message on stderr and an exit code.

use std::{
    io::{self, IsTerminal as _},
    process::ExitCode,
};

use sabi_api::client::ClientError;

use crate::{exit, output, refused::in_words, suggest::command};

/// The exit code of a command that finished, possibly although it was cancelled.
pub fn ended(is_interrupted: bool) -> ExitCode {
    if !is_interrupted {
        return ExitCode::SUCCESS;
    }
    output::fault("It was done before it could be cancelled.");
    ExitCode::from(exit::CANCELLED)
}

/// Prints an error and returns its exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if let Some(error) = error.downcast_ref::<clap::Error>() {
        return report_usage(error);
    }
    let _ = write_line(&error.to_string());
    let reason = error.downcast_ref::<ClientError>().map_or("", ClientError::reason);
    let hint = match reason {
        "prove-password" | "prove-code" => format!("Run `{}`, then try again.", command(&["login"])),
        "unauthenticated" => format!("Log in: `{}`.", command(&["login"])),
        "second-factor-needed" => format!("Use `{}`.", command(&["second-factor", "set-up"])),
        _ => return ExitCode::from(exit::code(error)),
    };
    let _ = write_line(&hint);
    ExitCode::from(exit::code(error))
}

/// Prints the help, or what is wrong with the command line.
fn report_usage(error: &clap::Error) -> ExitCode {
    let text = error.render();
    if !error.use_stderr() {
        let is_shown = io::stdout().is_terminal();
        let text = if is_shown { text.ansi().to_string() } else { text.to_string() };
        output::print(text.as_bytes());
        return output::printed().map_or_else(|error| report(&error), |()| ExitCode::SUCCESS);
    }
    let mut text = text.to_string();
    if let Some(cause) = std::error::Error::source(error).map(ToString::to_string) {
        text = text.replacen(&format!(": {cause}"), &format!(": {}", in_words(&cause)), 1);
    }
    let _ = write_line(text.strip_prefix("error: ").unwrap_or(&text).trim_end());
    ExitCode::from(exit::USAGE)
}

fn write_line(words: &str) -> io::Result<()> {
    use io::Write as _;
    writeln!(io::stderr(), "sabi: {}", output::plain(words))
}
