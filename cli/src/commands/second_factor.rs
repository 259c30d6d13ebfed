//! `sabi second-factor`: the second factor of the caller's own account, for administrators and moderators.

use std::{io::IsTerminal as _, process::ExitCode};

use console::Term;
use sabi_api::client::Client;
use sabi_core::people::SecondFactorSetup;

use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    output,
};

/// The operations on a second factor.
#[derive(Debug, clap::Subcommand)]
pub enum SecondFactorCommand {
    /// Show whether it is on, and how many recovery codes are left
    Status,
    /// Set it up: show the secret as a QR code; it is on after the first correct code
    SetUp,
    /// Confirm with the app's first code, if the secret was shown before
    Confirm(Code),
    /// Make ten new recovery codes; the old ones stop working
    Codes(Code),
    /// Turn it off
    Remove(Code),
}

/// A code for authentication.
#[derive(Debug, clap::Args)]
pub struct Code {
    /// The code of the authenticator app, or a recovery code; prompted for if missing
    #[arg(long)]
    code: Option<String>,
}

impl SecondFactorCommand {
    /// Runs the command.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let client = global.connect().await?.client;
        match self {
            Self::Status => status(&client).await?,
            Self::SetUp => set_up(&client).await?,
            Self::Confirm(code) => confirm(&client, &code.read()?).await?,
            Self::Codes(code) => print_codes(&client.renew_recovery_codes(&code.read()?).await?.recovery_codes),
            Self::Remove(code) => {
                client.drop_second_factor(&code.read()?).await?;
                output::line("The second factor was removed. Logging in needs no code any more.");
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Code {
    fn read(self) -> anyhow::Result<String> {
        self.code.map_or_else(ask, Ok)
    }
}

/// Asks for a code in the terminal.
pub fn ask() -> anyhow::Result<String> {
    if !std::io::stdin().is_terminal() {
        return Err(failure(exit::USAGE, "There is no terminal to ask for the code: use --code."));
    }
    let terminal = Term::stderr();
    terminal.write_str("Code: ")?;
    Ok(terminal.read_line()?)
}

async fn status(client: &Client) -> anyhow::Result<()> {
    let state = client.second_factor().await?;
    output::line(match (state.since, state.required) {
        (Some(since), _) => format!(
            "The second factor has been on since {}. Recovery codes left: {}.",
            since.format("%Y-%m-%d %H:%M UTC"),
            state.recovery_codes
        ),
        (None, true) => "There is no second factor, and you must set one up: sabi second-factor set-up".into(),
        (None, false) => "No second factor is set up.".into(),
    });
    Ok(())
}

async fn set_up(client: &Client) -> anyhow::Result<()> {
    let SecondFactorSetup { secret, qr, .. } = client.begin_second_factor().await?;
    output::line(drawn(&qr));
    output::line(format!("Scan this with your authenticator app, or enter this key there: {secret}"));
    confirm(client, &ask()?).await
}

async fn confirm(client: &Client, code: &str) -> anyhow::Result<()> {
    let codes = client.confirm_second_factor(code).await?;
    output::line("From now on you need a code to log in.");
    print_codes(&codes.recovery_codes);
    Ok(())
}

fn print_codes(codes: &[String]) {
    output::line("Recovery codes, each valid once. They are shown only now: keep them in a safe place.");
    for code in codes {
        output::line(format!("  {code}"));
    }
}

/// A QR code as text, two rows per line, light on dark, with the light margin that cameras need.
fn drawn(rows: &[String]) -> String {
    const MARGIN: usize = 2;
    let width = rows.len();
    let is_light = |row: usize, column: usize| {
        let at = |n: usize| n.checked_sub(MARGIN).filter(|n| *n < width);
        let module = at(row).and_then(|row| rows[row].as_bytes().get(at(column)?));
        module.is_none_or(|module| *module == b'0')
    };
    let whole = width + 2 * MARGIN;
    let line = |row: usize| -> String {
        let cell = |column| match (is_light(row, column), row + 1 < whole && is_light(row + 1, column)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        (0..whole).map(cell).collect()
    };
    (0..whole).step_by(2).map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[test]
    fn a_code_is_drawn_two_rows_a_line_within_a_margin() {
        let rows = ["101".to_owned(), "110".to_owned(), "001".to_owned()];
        assert_eq!(drawn(&rows), "███████\n██ ▀▄██\n████▄██\n▀▀▀▀▀▀▀");
    }
}
