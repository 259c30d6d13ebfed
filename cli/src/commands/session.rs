//! `sabi login`, `logout` and `whoami`: the account for commands with `--server`.

use std::{
    io::{self, IsTerminal as _},
    process::ExitCode,
};

use console::Term;
use sabi_api::client::{Client, SavedAccount, Url, Via};
use sabi_core::{people::LoginRequest, settings::is_of_this_machine};

use super::{password, second_factor, user};
use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    output,
};

/// The arguments of `sabi login`.
#[derive(Debug, clap::Args)]
pub struct Login {
    /// The account's address; prompted for if missing
    email: Option<String>,

    #[command(flatten)]
    password: password::PasswordArgs,

    /// The code of the authenticator app, or a recovery code; prompted for if needed
    #[arg(long)]
    code: Option<String>,

    /// Send the password unencrypted, to an http:// address on another machine, without asking
    #[arg(long)]
    yes: bool,
}

impl Login {
    /// Logs in and saves the session in the user's configuration folder.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let server = server(global)?;
        if !self.yes && server.scheme() == "http" && !is_of_this_machine(&server) {
            may_send_in_clear(&server)?;
        }
        let email = match self.email {
            Some(email) => email,
            None => ask_email(SavedAccount::of(&global.settings.home_dir(), &server)?)?,
        };
        let (password, client) = (self.password.read(false)?, Client::to_server(server.clone(), None)?);
        let request = LoginRequest { email, password, bearer: true, otp: self.code, page: None };
        let signed_in = match client.log_in(&request).await {
            Err(error) if error.reason() == "second-factor" => {
                let otp = Some(second_factor::ask()?);
                client.log_in(&LoginRequest { otp, ..request }).await?
            }
            other => other?,
        };
        let token = signed_in.token.unwrap_or_default();
        let account = SavedAccount { email: signed_in.user.email.clone(), token };
        let home = global.settings.home_dir();
        let before = SavedAccount::of(&home, &server)?.filter(|before| before.email != account.email);
        SavedAccount::save(&home, &server, Some(account))?;
        let instead = before.map_or_else(String::new, |before| format!(", instead of {}", before.email));
        output::line(format!("Logged in to {server} as {}{instead}.", user::describe(&signed_in.user)));
        Ok(ExitCode::SUCCESS)
    }
}

/// Asks for the address; an empty answer means the saved one.
///
/// # Errors
/// If there is no terminal or no answer.
fn ask_email(saved: Option<SavedAccount>) -> anyhow::Result<String> {
    let missing = || failure(exit::USAGE, "Name the account: `sabi login EMAIL`.");
    if !io::stdin().is_terminal() {
        return Err(missing());
    }
    let saved = saved.map(|account| account.email);
    let terminal = Term::stderr();
    terminal.write_str(&saved.as_ref().map_or_else(|| "Email: ".into(), |email| format!("Email [{email}]: ")))?;
    let typed = terminal.read_line()?.trim().to_owned();
    Some(typed).filter(|typed| !typed.is_empty()).or(saved).ok_or_else(missing)
}

/// Asks whether a password may be sent unencrypted.
///
/// # Errors
/// If the answer is no, or there is no terminal.
fn may_send_in_clear(server: &Url) -> anyhow::Result<()> {
    let warning = format!("The connection to {server} is not encrypted: others on the network can read the password.");
    if !io::stdin().is_terminal() {
        return Err(failure(exit::USAGE, format!("{warning} Use an https:// address, or --yes to send it anyway.")));
    }
    if output::confirm(&format!("{warning} Type yes to send it: "))? {
        return Ok(());
    }
    Err(failure(exit::REFUSED, "Nothing was sent."))
}

/// Ends the account's sessions and deletes the saved one.
pub async fn logout(global: &GlobalArgs) -> anyhow::Result<ExitCode> {
    let server = server(global)?;
    let ended = global.connect().await?.client.log_out().await;
    // Deleted from this machine, whatever the server responds.
    SavedAccount::save(&global.settings.home_dir(), &server, None)?;
    match ended {
        Err(error) if error.reason() != "unauthenticated" => Err(error.into()),
        _ => {
            output::line(format!("Logged out of {server}."));
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Shows where commands work, and as whom.
pub async fn whoami(global: &GlobalArgs) -> anyhow::Result<ExitCode> {
    let connected = global.connect().await?;
    match connected.via {
        Via::Server(url, _) => {
            let me = connected.client.me().await?;
            output::line(format!("{} at {url}", user::describe(&me)));
        }
        Via::Owner(url) => output::line(format!("operator at {url}")),
        Via::Store => output::line(format!("operator of {}", global.settings.store_url())),
    }
    Ok(ExitCode::SUCCESS)
}

fn server(global: &GlobalArgs) -> anyhow::Result<Url> {
    global.server.clone().ok_or_else(|| failure(exit::USAGE, "Name the server: --server URL (or SABI_SERVER)."))
}
