//! `sabi console`: the moderators' console.

use std::{path::PathBuf, process::ExitCode};

use futures::future::BoxFuture;
use sabi_api::client::{Client, Connected, SavedAccount, Url, Via};
use sabi_core::{
    people::{Role, User},
    store::Id,
};
use sabi_tui::{Start, config::Config, screen::Who, theme::Depth};

use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    suggest::command,
};

/// The description of the console for `--help`.
const ABOUT: &str = "\
Theory submissions wait in a list, oldest first. Enter opens one and claims it for 15 minutes, so that nobody \
else grades it meanwhile; each key that you press renews the claim. The model answer is beside the student's \
answer.

  0 1 2 3 4   grade the answer: 0, 25, 50, 75, 100        r   write a remark to the student
  n p         next and previous answer                    u   undo
  J K         next and previous submission                D   declare, after a summary and a y
  ?           all keys                                    x   release it for others

Grades are saved as you give them. While the server cannot be reached, they are kept on this machine and sent \
later, also by the next console. R shows the reports of questions, T the statistics; administrators have C for \
subject changes and M for contact messages.

Log in first: sabi login you@example.com --server https://sabi.example
Keys and colours are set in console.toml in the folder of --home: see docs/moderators.md.";

/// The arguments of `sabi console`.
#[derive(Debug, clap::Args)]
#[command(after_help = ABOUT)]
pub struct ConsoleArgs {
    /// The file of keys and colours [default: console.toml beside the saved accounts]
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
}

impl ConsoleArgs {
    /// Runs the console until its user quits.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        if !sabi_tui::is_there() {
            let words = "The console needs a terminal; without one, use `sabi grading`.";
            return Err(failure(exit::USAGE, words));
        }
        let folder = global.settings.home_dir();
        let file = self.keys.unwrap_or_else(|| folder.join("console.toml"));
        #[expect(clippy::disallowed_methods, reason = "the terminal says so itself, it is no setting of Sabi's")]
        let depth = Depth::of(|name| std::env::var(name).ok());
        let config = Config::read(&file, depth).map_err(|why| failure(exit::USAGE, why))?;
        let Connected { client, via } = global.connect().await?;
        let (who, signed_in) = who(&client, &via).await?;
        let account = match &signed_in {
            Some(SignedIn { id, server }) => format!("{id} {}", server.as_str().trim_end_matches('/')),
            None => format!("operator {}", store(global)?),
        };
        let reconnect = {
            let (client, folder) = (client.clone(), folder.clone());
            move || -> BoxFuture<'static, anyhow::Result<Client>> {
                let (client, signed_in, folder) = (client.clone(), signed_in.clone(), folder.clone());
                Box::pin(async move {
                    let Some(SignedIn { id, server }) = signed_in else { return Ok(client) };
                    let token = SavedAccount::of(&folder, &server)?.map(|account| account.token);
                    let client = Client::to_server(server, token)?;
                    let me = client.me().await?;
                    // Unsent grades belong to the person who started the console.
                    anyhow::ensure!(me.id == id, "{} is logged in now: quit the console and start it again.", me.email);
                    Ok(client)
                })
            }
        };
        sabi_tui::run(Start { client, who, config, folder, account, reconnect: Box::new(reconnect) }).await?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The account of a console at a server.
#[derive(Clone)]
struct SignedIn {
    id: Id<User>,
    server: Url,
}

/// The identity of the store that the operator works in: its address, or the data folder.
fn store(global: &GlobalArgs) -> anyhow::Result<String> {
    match &global.settings.store {
        Some(address) => Ok(address.clone()),
        None => Ok(global.settings.data.canonicalize()?.display().to_string()),
    }
}

/// The user of the console, with their account unless it is the operator. Students are refused.
async fn who(client: &Client, via: &Via) -> anyhow::Result<(Who, Option<SignedIn>)> {
    let url = match via {
        Via::Server(url, _) => url,
        Via::Owner(url) => return Ok((operator(url.as_str()), None)),
        Via::Store => return Ok((operator("the store of this machine"), None)),
    };
    let me = match client.me().await {
        Err(error) if error.refusal().is_some_and(|refused| refused.status == 401) => {
            let words = format!("Log in first: `{}`.", command(&["login"]));
            return Err(failure(exit::NOT_ALLOWED, words));
        }
        ended => ended?,
    };
    if me.role == Role::User {
        let words = format!("The console is for moderators and administrators; {} is a student's account.", me.email);
        return Err(failure(exit::NOT_ALLOWED, words));
    }
    let place = url.host_str().map_or_else(
        || url.to_string(),
        |host| match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        },
    );
    let who = Who { name: format!("{} {}", me.first_name, me.last_name), place, is_admin: me.role == Role::Admin };
    Ok((who, Some(SignedIn { id: me.id, server: url.clone() })))
}

fn operator(place: &str) -> Who {
    Who { name: "the operator".to_owned(), place: place.to_owned(), is_admin: true }
}
