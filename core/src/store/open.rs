//! Opening a store from its address, and owning it while it is open.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use surrealdb::{
    Surreal,
    engine::any::{Any, connect},
    method::Query,
    opt::auth::Root,
};

use super::schema;
use crate::{Error, Result};

/// A handle to the open store. Clones share it.
#[derive(Clone)]
pub struct Store {
    db: Surreal<Any>,
    /// Held for as long as the process uses the embedded store.
    _lock: Option<Arc<File>>,
}

impl Store {
    /// Opens the store at `url` (`rocksdb://PATH`, `mem://`, `ws://[user:password@]HOST`) and
    /// brings its schema up to date.
    ///
    /// # Errors
    /// [`Error::Owned`] when another process holds it, [`Error::Unavailable`] when it cannot be
    /// reached or its address cannot be understood.
    pub async fn open(url: &str) -> Result<Self> {
        let lock = match embedded_path(url) {
            Some(path) => Some(Arc::new(own(&path)?)),
            None => None,
        };
        let (url, credentials) = split_credentials(url)?;
        let db = connect(durable(&url)).await.map_err(unavailable)?;
        if let Some((username, password)) = credentials {
            db.signin(Root { username, password }).await.map_err(unavailable)?;
        }
        db.use_ns("sabi").use_db("sabi").await.map_err(unavailable)?;
        let store = Self { db, _lock: lock };
        schema::apply(&store).await?;
        Ok(store)
    }

    /// A query, to be bound and read through [`super::QueryExt`].
    pub fn query<'a>(&'a self, sql: &'a str) -> Query<'a, Any> {
        self.db.query(sql)
    }

    /// The client of a transaction.
    pub(super) fn client(&self) -> Surreal<Any> {
        self.db.clone()
    }

    /// Whether the store answers.
    pub async fn ping(&self) -> Result<()> {
        let health = tokio::time::timeout(Duration::from_secs(2), self.db.health());
        health.await.map_err(|_| Error::Unavailable("no answer in time".into()))?.map_err(unavailable)
    }
}

fn unavailable(error: surrealdb::Error) -> Error {
    Error::Unavailable(error.to_string())
}

/// Every commit is on disk before it is acknowledged, unless the address says otherwise.
fn durable(url: &str) -> String {
    if url.starts_with("rocksdb") && !url.contains("sync=") {
        return format!("{url}{}sync=every", if url.contains('?') { '&' } else { '?' });
    }
    url.into()
}

/// The folder of an embedded store, if the address names one.
fn embedded_path(url: &str) -> Option<PathBuf> {
    let rest = url.strip_prefix("rocksdb:")?;
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    Some(PathBuf::from(rest.split('?').next().unwrap_or(rest)))
}

/// Takes the lock that says who owns an embedded store.
fn own(path: &Path) -> Result<File> {
    let open = || -> std::io::Result<File> {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        File::options().create(true).truncate(false).write(true).open(path.with_extension("lock"))
    };
    let file = open().map_err(|e| Error::Unavailable(format!("{}: {e}", path.display())))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(Error::Owned(path.display().to_string())),
        Err(fs::TryLockError::Error(e)) => Err(Error::Unavailable(format!("{}: {e}", path.display()))),
    }
}

/// Takes `user:password@` out of an address.
fn split_credentials(url: &str) -> Result<(String, Option<(String, String)>)> {
    if !url.starts_with("ws:") && !url.starts_with("wss:") {
        return Ok((url.into(), None));
    }
    let wrong = |_| Error::Unavailable("the store's address is not a URL".into());
    let mut parsed = url::Url::parse(url).map_err(|_| wrong(()))?;
    if parsed.username().is_empty() {
        return Ok((url.into(), None));
    }
    let credentials = (parsed.username().to_owned(), parsed.password().unwrap_or_default().to_owned());
    parsed.set_username("").map_err(wrong)?;
    parsed.set_password(None).map_err(wrong)?;
    Ok((parsed.into(), Some(credentials)))
}
