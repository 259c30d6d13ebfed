//! `server.json`: a file in the data folder with the address of the server that owns it, so that commands on the same
//! machine find it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use sabi_core::{Error, Result, files::write_private};
use serde::{Deserialize, Serialize};

/// The server that owns a data folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Server {
    /// Its address.
    pub url: String,
    /// The id of its process.
    pub pid: u32,
}

impl Server {
    fn path(data: &Path) -> PathBuf {
        data.join("server.json")
    }

    /// The server that owns this folder, according to the file.
    pub fn of(data: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(Self::path(data)).ok()?).ok()
    }
}

/// The note of this process; dropping it removes the file.
pub(crate) struct ServerNote {
    path: PathBuf,
    server: Server,
    text: Vec<u8>,
    is_written: bool,
}

impl ServerNote {
    /// The note that this process listens at `url`. It is not written yet.
    pub fn new(data: &Path, url: String) -> Result<Self> {
        let server = Server { url, pid: std::process::id() };
        let text = serde_json::to_vec(&server).map_err(Error::internal)?;
        Ok(Self { path: Server::path(data), server, text, is_written: false })
    }

    /// The path of `server.json`.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The address in the note.
    pub fn url(&self) -> &str {
        &self.server.url
    }

    /// Whether the file could be written.
    pub fn is_written(&self) -> bool {
        self.is_written
    }

    /// Writes the note atomically.
    pub fn write(&mut self) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        write_private(&self.path, &self.text)?;
        self.is_written = true;
        Ok(())
    }
}

impl Drop for ServerNote {
    fn drop(&mut self) {
        // A file that this process never wrote belongs to another process.
        if self.is_written {
            let _ = fs::remove_file(&self.path);
        }
    }
}
