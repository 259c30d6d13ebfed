//! The transport of mails: a mail server, or a folder of `.eml` files.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{
    Mail,
    smtp::{AddressError, Smtp},
};
use crate::files::{self, write_private};

/// A way to deliver mails.
#[derive(Debug)]
pub enum Transport {
    /// A mail server.
    Smtp(Smtp),
    /// A folder with one file per mail, for trying Sabi out and for tests.
    Outbox(PathBuf),
}

/// Why a transport cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// An invalid setting. The message never contains the password.
    #[error("the address of the mail server cannot be used: {0}")]
    Address(#[from] AddressError),
    /// The folder cannot be created or made private.
    #[error("the outbox {0} cannot be used: {1}")]
    Outbox(PathBuf, io::Error),
}

/// Why a mail was not sent. The message is for the operator and contains no password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// Temporary: the server cannot be reached, is busy, or rejects our login.
    #[error("{0}")]
    Temporary(String),
    /// Permanent: the server rejected the mail itself, or the address is unusable.
    #[error("{0}")]
    Permanent(String),
}

impl Transport {
    /// Opens the server at `url` (see [`Smtp`] for its form) or, without one, the folder `outbox`, which is made
    /// private because mails contain links that give access to accounts. `ca` is a PEM file of certificate authorities
    /// to trust in addition to the system's.
    ///
    /// # Errors
    /// An invalid address, certificates that cannot be read, or an outbox that cannot be created.
    pub fn open(url: Option<&str>, ca: Option<&Path>, outbox: &Path) -> Result<Self, OpenError> {
        if let Some(url) = url {
            return Ok(Self::Smtp(Smtp::parse(url, ca)?));
        }
        files::make_private(outbox).map_err(|error| OpenError::Outbox(outbox.to_owned(), error))?;
        Ok(Self::Outbox(outbox.to_owned()))
    }

    /// Sends the mail. After `Ok` it is on the server, or durable in the outbox.
    ///
    /// # Errors
    /// See [`SendError`].
    pub async fn send(&self, mail: &Mail) -> Result<(), SendError> {
        let message = mail.message()?;
        match self {
            Self::Smtp(smtp) => smtp.send(&message).await,
            Self::Outbox(folder) => {
                // Date and id belong to the mail, so sending it again replaces the file.
                let name = format!("{}-{}.eml", mail.queued_at.format("%Y%m%dT%H%M%S%3fZ"), mail.id);
                let (path, bytes) = (folder.join(name), message.formatted());
                let written = tokio::task::spawn_blocking(move || write_private(&path, &bytes)).await;
                let written = written.unwrap_or_else(|error| Err(io::Error::other(error)));
                written.map_err(|error| SendError::Temporary(format!("outbox: {error}")))
            }
        }
    }
}
