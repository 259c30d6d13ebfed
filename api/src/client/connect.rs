//! Connects to the API: through a given server, the server of the data folder, or the store itself.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    pin::pin,
    time::Duration,
};

use reqwest::Url;
use sabi_core::{
    App, Error, Settings,
    bank::import::Interrupted,
    files::{ShownPath as _, make_private_folder, write_private},
    people::Secrets,
};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep, timeout};

use super::{Client, ClientError, Result, transport::Transport};
use crate::Server;

/// How long the server of a data folder may take to prove that it has the installation's key.
const PROOF_TIMEOUT: Duration = Duration::from_secs(5);

/// How long to wait for a process that holds the store but has not announced its address. Before a server announces
/// itself, it replays its log and upgrades the store.
const STARTING: Duration = Duration::from_secs(30);
/// A wait that lasts longer than this is reported to the caller.
const SOON: Duration = Duration::from_secs(1);
/// The interval between two attempts.
const AGAIN: Duration = Duration::from_millis(200);

/// A client and its connection.
pub struct Connected {
    pub client: Client,
    /// How it is connected.
    pub via: Via,
}

/// The ways of connecting a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Via {
    /// A given server, with the account saved for it, if there is one.
    Server(Url, Option<String>),
    /// The server of the data folder, as the operator.
    Owner(Url),
    /// The store opened in this process, as the operator.
    Store,
}

impl Client {
    /// Connects to a server, logged in if there is a token.
    pub fn to_server(server: Url, token: Option<String>) -> Result<Self> {
        Ok(Self { transport: Transport::http(server, token)? })
    }

    /// Calls the router in this process, as the operator.
    pub fn in_process(app: App) -> Result<Self> {
        Ok(Self { transport: Transport::in_process(app)? })
    }

    /// Connects to `server` if given, otherwise to the server of the data folder, otherwise to the store itself. A
    /// remote store from the settings is always opened here. A server that is starting takes the store before it
    /// announces its address, so this waits for it.
    ///
    /// `on_progress` receives a description of each wait.
    ///
    /// # Errors
    /// [`Error::Owned`] if another process holds the store and cannot be reached.
    pub async fn connect(settings: &Settings, server: Option<Url>, on_progress: &dyn Fn(Wait)) -> Result<Connected> {
        if let Some(url) = server {
            let account = SavedAccount::of(&settings.home_dir(), &url)?;
            let (email, token) = account.map(|saved| (saved.email, saved.token)).unzip();
            let client = Self::to_server(url.clone(), token)?;
            return Ok(Connected { client, via: Via::Server(url, email) });
        }
        let is_own = settings.has_own_store();
        if is_own && let Some(owner) = Self::owner(&settings.data).await? {
            return Ok(owner);
        }
        let begun = Instant::now();
        let mut is_told = false;
        let app = loop {
            match App::open(settings.clone()).await {
                Err(error @ Error::Owned(_)) if is_own => {
                    // Checked first, because the server may announce itself at any time after that.
                    let is_starting = is_unsaid(&settings.data);
                    if let Some(owner) = Self::owner(&settings.data).await? {
                        return Ok(owner);
                    }
                    if !is_starting || begun.elapsed() >= STARTING {
                        return Err(error.into());
                    }
                    if !is_told && begun.elapsed() >= SOON {
                        on_progress(Wait::Locked);
                        is_told = true;
                    }
                    sleep(AGAIN).await;
                }
                opened => break opened?,
            }
        };
        finish_imports(&app, on_progress).await?;
        Ok(Connected { client: Self::in_process(app)?, via: Via::Store })
    }

    /// The announced server of this folder, if it responds. A killed server may have left an address that another
    /// program now uses, so the server must prove that it has our key.
    async fn owner(data: &Path) -> Result<Option<Connected>> {
        let Some(server) = Server::of(data) else { return Ok(None) };
        let Ok(url) = Url::parse(&server.url) else { return Ok(None) };
        let transport = Transport::operator(url.clone(), Secrets::open(data)?)?;
        let is_ours = matches!(timeout(PROOF_TIMEOUT, transport.prove()).await, Ok(Ok(())));
        Ok(is_ours.then_some(Connected { client: Self { transport }, via: Via::Owner(url) }))
    }
}

/// The reason for a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// Another process has the store and has not announced its address yet.
    Locked,
    /// An interrupted import is being finished.
    Import(Interrupted),
}

/// Finishes interrupted imports, and reports progress.
async fn finish_imports(app: &App, on_progress: &dyn Fn(Wait)) -> Result<()> {
    let Some(found) = app.interrupted_imports().await? else { return Ok(()) };
    on_progress(Wait::Import(found));
    let mut work = pin!(app.finish_imports());
    loop {
        tokio::select! {
            done = &mut work => {
                if let Err(error) = done {
                    tracing::warn!(%error, "an interrupted import could not be written to its end yet");
                }
                return Ok(());
            }
            () = sleep(AGAIN) => {
                if let Some(now) = app.interrupted_imports().await? {
                    on_progress(Wait::Import(Interrupted { rows: found.rows, ..now }));
                }
            }
        }
    }
}

/// An account of `sabi login`, saved in the user's configuration folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SavedAccount {
    /// The address used for the login.
    pub email: String,
    /// The session's token.
    pub token: String,
}

impl SavedAccount {
    fn path(folder: &Path) -> PathBuf {
        folder.join("accounts.json")
    }

    fn all(folder: &Path) -> Result<BTreeMap<String, Self>> {
        let path = Self::path(folder);
        match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|error| ClientError::Unreadable(format!("{}: {error}", path.shown()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
            Err(error) => Err(file(&path, &error)),
        }
    }

    /// Reads the account saved for this server.
    pub fn of(folder: &Path, server: &Url) -> Result<Option<Self>> {
        Ok(Self::all(folder)?.remove(&key(server)))
    }

    /// Saves the account for this server, readable by its owner only; `None` deletes it.
    pub fn save(folder: &Path, server: &Url, account: Option<Self>) -> Result<()> {
        let mut all = Self::all(folder)?;
        match account {
            Some(account) => all.insert(key(server), account),
            None => all.remove(&key(server)),
        };
        let path = Self::path(folder);
        let json = serde_json::to_vec_pretty(&all).map_err(Error::internal)?;
        let written = make_private_folder(folder).and_then(|()| write_private(&path, &json));
        written.map_err(|error| file(&path, &error))
    }
}

/// Whether no running process has announced itself as the server of this folder. A killed process leaves its
/// announcement behind, which does not count.
fn is_unsaid(data: &Path) -> bool {
    Server::of(data).is_none_or(|server| !Path::new("/proc").join(server.pid.to_string()).exists())
}

fn file(path: &Path, error: &io::Error) -> ClientError {
    Error::Unavailable(format!("{}: {error}", path.shown())).into()
}

fn key(server: &Url) -> String {
    server.as_str().trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_note_of_a_dead_server_is_ignored() {
        let data = tempfile::tempdir().unwrap();
        assert!(is_unsaid(data.path()));
        for (pid, says_nothing) in [(std::process::id(), false), (u32::MAX, true)] {
            let note = serde_json::to_vec(&Server { url: "http://127.0.0.1:1".into(), pid }).unwrap();
            fs::write(data.path().join("server.json"), note).unwrap();
            assert_eq!(is_unsaid(data.path()), says_nothing, "process {pid}");
        }
    }
}
