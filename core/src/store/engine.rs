//! The engine below the store: RocksDB in this process, or the client of a database server.

use std::{
    fs,
    path::Path,
    sync::{Arc, Weak},
    time::Duration,
};

use backon::{ConstantBuilder, Retryable as _};
use rustix::process::{Pid, getpriority_process, setpriority_process};
use surrealdb::{
    IndexedResults, Result, Surreal,
    engine::{
        any::{Any, connect},
        local::Db,
    },
    method,
    opt::{Config, auth::Root},
    types::Variables,
};
use surrealdb_cnf::ConfigMap;
use surrealdb_core::kvs::Datastore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::{
    address::Address,
    dialect::{is_damaged, is_untrusted},
    log_copies::LogCopies,
    sessions::{PooledSession, SessionPool},
};
use crate::{Error, tls};

/// Timeout for opening. Replaying half a gigabyte of log takes seconds; a damaged table can make the engine wait
/// forever.
const OPENING: Duration = Duration::from_secs(120);
/// Timeout for connecting to a database server.
const REACHING: Duration = Duration::from_secs(10);
/// How long the engine may take to release its files after a close.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a close waits for compactions, in seconds. The data is safe before that.
const COMPACTION_SECONDS: u64 = 2;
/// How much nicer (`nice(7)`) the threads that compact tables are than the process: on a core that both want, they get
/// a tenth of the time. If they fall behind, the engine delays writes, which gives them the core.
const COMPACTION_NICENESS: i32 = 10;

/// Advice for a damaged file of an embedded store.
pub(super) const DAMAGED: &str = "copy the whole data folder away, check the disk, and restore the last backup";

/// An open database.
pub(super) enum Engine {
    /// RocksDB, in this process.
    Embedded {
        /// The client.
        db: Surreal<Db>,
        /// The database itself, for closing.
        datastore: Arc<Datastore>,
        /// Cancels the calls in progress and the engine's own maintenance. On a failing disk both may retry their
        /// writes forever and keep the files open.
        over: CancellationToken,
    },
    /// A database in memory.
    Memory(Surreal<Any>),
    /// A database on another server.
    Remote {
        /// The client.
        db: Surreal<Any>,
        /// The sessions for transactions.
        sessions: SessionPool,
        /// Cancels the calls in progress: the client would wait forever for a missing server.
        over: CancellationToken,
    },
}

/// An open transaction of an [`Engine`].
pub(super) enum Transaction {
    /// With the token that cancels the calls of the engine.
    Embedded(method::Transaction<Db>, CancellationToken),
    Memory(method::Transaction<Any>),
    /// With its borrowed session, which is given back afterwards.
    Remote(method::Transaction<Any>, PooledSession, CancellationToken),
}

/// The error of a call that was in progress when the engine was given up. Its outcome is unknown.
pub(super) const GIVEN_UP: &str = "the store was closed meanwhile";

/// Awaits a call, unless the engine is given up first.
async fn unless<T>(over: &CancellationToken, call: impl Future<Output = Result<T>>) -> Result<T> {
    over.run_until_cancelled(call).await.unwrap_or_else(|| Err(surrealdb::Error::internal(GIVEN_UP.into())))
}

impl Engine {
    async fn open_once(address: &Address) -> crate::Result<Self> {
        match address {
            Address::Embedded { path, sync, memory, .. } => Self::open_embedded(path, sync, *memory).await,
            Address::Memory(url) => {
                let db = connect(url).await.map_err(unavailable)?;
                db.use_ns("sabi").use_db("sabi").await.map_err(unavailable)?;
                Ok(Self::Memory(db))
            }
            Address::Remote { url, credentials, ca } => {
                let config = match url.starts_with("wss:") {
                    true => Config::new().rustls(tls::trusting(ca.as_deref())?),
                    false => Config::new(),
                };
                let opened = timeout(REACHING, Self::open_remote(url, config, credentials.clone())).await;
                let late = || Error::Unavailable(format!("{url} did not answer within {} s", REACHING.as_secs()));
                opened.map_err(|_| late())?.map_err(|error| match Error::from(error) {
                    // Another server is creating the same database: the caller retries.
                    met @ Error::Contended => met,
                    other if is_untrusted(&other.to_string()) => Error::Unavailable(format!(
                        "{url}: its certificate is not trusted here: give its authority (--store-ca)"
                    )),
                    other => Error::Unavailable(format!("{url}: {other}")),
                })
            }
        }
    }

    async fn open_remote(url: &str, config: Config, credentials: Option<(String, String)>) -> Result<Self> {
        let db = connect((url, config)).await?;
        if let Some((username, password)) = credentials {
            db.signin(Root { username, password }).await?;
        }
        db.use_ns("sabi").use_db("sabi").await?;
        // The client checks a session's database only when it is needed.
        db.query("RETURN 1").await?.check()?;
        Ok(Self::Remote { sessions: SessionPool::of(&db), db, over: CancellationToken::new() })
    }

    /// Opens the folder. The logs are set aside until the engine has confirmed that it read all of them.
    async fn open_embedded(path: &Path, sync: &str, memory: u64) -> crate::Result<Self> {
        let place = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", path.display()));
        let (copies, earlier) = LogCopies::set_aside(path).map_err(place)?;
        // Report it now: if this opening fails, nothing else does.
        if let Some(damage) = earlier {
            tracing::error!("{damage}");
        }
        // The engine opens without yielding, so it gets its own thread.
        let (at, config) = (format!("rocksdb://{}?sync={sync}", path.display()), sizes(memory));
        let runtime = tokio::runtime::Handle::current();
        let over = CancellationToken::new();
        let until = over.clone();
        let opening = tokio::task::spawn_blocking(move || runtime.block_on(build(&at, config, until)));
        let Ok(opened) = timeout(OPENING, opening).await else {
            return Err(Error::Unavailable(format!(
                "{} did not open within {} s: one of its files may be damaged. Its logs are kept in {}; {DAMAGED}",
                path.display(),
                OPENING.as_secs(),
                copies.folder().display()
            )));
        };
        let datastore = opened.map_err(Error::internal)?.map_err(|error| {
            let kept = copies.folder().display();
            let message = format!("{} does not open: {error}. Its logs are kept in {kept}", path.display());
            Error::Unavailable(advised(&message))
        })?;
        if let Some(damage) = copies.keep_if_damaged(path).map_err(place)? {
            tracing::error!("{damage}");
        }
        lower_compaction_priority();
        let db = Surreal::<Db>::unstable_from_datastore(datastore.clone(), None).await.map_err(unavailable)?;
        db.use_ns("sabi").use_db("sabi").await.map_err(unavailable)?;
        Ok(Self::Embedded { db, datastore, over })
    }

    /// Runs a query and returns every statement's result.
    pub async fn query(&self, sql: &str, variables: Variables) -> Result<IndexedResults> {
        match self {
            Self::Embedded { db, over, .. } => unless(over, db.query(sql).bind(variables).into_future()).await,
            Self::Memory(db) => db.query(sql).bind(variables).await,
            Self::Remote { db, over, .. } => unless(over, db.query(sql).bind(variables).into_future()).await,
        }
    }

    /// Begins a transaction.
    pub async fn begin(&self) -> Result<Transaction> {
        Ok(match self {
            Self::Embedded { db, over, .. } => {
                Transaction::Embedded(unless(over, db.clone().begin().into_future()).await?, over.clone())
            }
            Self::Memory(db) => Transaction::Memory(db.clone().begin().await?),
            Self::Remote { sessions, over, .. } => {
                let begun = async {
                    let (session, lent) = sessions.lend().await?;
                    Ok((session.begin().await?, lent))
                };
                let (tx, lent) = unless(over, begun).await?;
                Transaction::Remote(tx, lent, over.clone())
            }
        })
    }

    /// Whether it answers.
    pub async fn health(&self) -> Result<()> {
        match self {
            Self::Embedded { db, over, .. } => unless(over, db.health().into_future()).await,
            Self::Memory(db) => db.health().await,
            Self::Remote { db, over, .. } => unless(over, db.health().into_future()).await,
        }
    }

    /// Flushes everything to tables, so that the next start has no log to replay, and stops. Later calls fail.
    pub async fn close(&self) {
        if let Self::Embedded { datastore, .. } = self
            && let Err(error) = datastore.shutdown().await
        {
            tracing::error!(%error, "the store did not close cleanly; the next start replays its log");
        }
    }

    /// Opens the address. A store that this process has just released may keep its files a moment longer than its
    /// handles.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if it cannot be reached or does not open in time.
    pub async fn open(address: &Address) -> crate::Result<Self> {
        const HELD: &str = "lock hold by current process";
        let pauses = ConstantBuilder::default().with_delay(Duration::from_millis(50)).with_max_times(100);
        let passes = |error: &Error| matches!(error, Error::Contended) || error.to_string().contains(HELD);
        (async || Self::open_once(address).await).retry(pauses).when(passes).await
    }

    /// Cancels the calls to a database server that are in progress. Their outcome is unknown.
    pub fn cancel_calls(&self) {
        if let Self::Remote { over, .. } = self {
            over.cancel();
        }
    }

    /// Stops, cancels the calls in progress, and waits until the last handle is gone. The engine then closes itself.
    pub async fn release(self: Arc<Self>) {
        let held: Weak<Datastore> = match &*self {
            Self::Embedded { datastore, over, .. } => {
                over.cancel();
                Arc::downgrade(datastore)
            }
            Self::Remote { over, .. } => return over.cancel(),
            Self::Memory(_) => return,
        };
        drop(self);
        let gone = async {
            while held.strong_count() > 0 {
                sleep(Duration::from_millis(20)).await;
            }
        };
        if timeout(RELEASE_TIMEOUT, gone).await.is_err() {
            tracing::warn!("the engine still holds its files");
        }
    }
}

impl Transaction {
    /// Runs a query inside the transaction.
    pub async fn query(&self, sql: &str, variables: Variables) -> Result<IndexedResults> {
        match self {
            Self::Embedded(tx, over) => unless(over, tx.query(sql).bind(variables).into_future()).await,
            Self::Memory(tx) => tx.query(sql).bind(variables).await,
            Self::Remote(tx, _, over) => unless(over, tx.query(sql).bind(variables).into_future()).await,
        }
    }

    /// Commits.
    pub async fn commit(self) -> Result<()> {
        match self {
            Self::Embedded(tx, over) => unless(&over, tx.commit().into_future()).await.map(drop),
            Self::Memory(tx) => tx.commit().await.map(drop),
            Self::Remote(tx, lent, over) => {
                unless(&over, tx.commit().into_future()).await.map(|session| lent.give_back(session))
            }
        }
    }

    /// Rolls back.
    pub async fn cancel(self) -> Result<()> {
        match self {
            Self::Embedded(tx, _) => tx.cancel().await.map(drop),
            Self::Memory(tx) => tx.cancel().await.map(drop),
            Self::Remote(tx, lent, over) => {
                unless(&over, tx.cancel().into_future()).await.map(|session| lent.give_back(session))
            }
        }
    }
}

/// Builds the embedded database. Its maintenance tasks write, until the token is cancelled. So they start only after
/// the engine has written its format version, which must come first in a new store.
async fn build(
    at: &str,
    config: ConfigMap,
    until: CancellationToken,
) -> std::result::Result<Arc<Datastore>, Box<dyn std::error::Error + Send + Sync>> {
    let datastore = Datastore::builder()
        .with_config(config)
        .with_shutdown_cancel(until)
        .without_maintenance_tasks()
        .build_with_path(at)
        .await?;
    datastore.check_version().await?;
    datastore.bootstrap().await?;
    datastore.start_maintenance_tasks();
    Ok(datastore)
}

/// Lets requests go before compactions on a busy core. Flushes have threads of their own and keep their priority.
///
/// The threads belong to the process and exist once a store is open. They are recognised by their name, which is only
/// set with glibc; elsewhere they keep their priority.
fn lower_compaction_priority() {
    let own = getpriority_process(None).unwrap_or_default();
    for thread in compaction_threads() {
        if let Err(error) = setpriority_process(Some(thread), (own + COMPACTION_NICENESS).min(19)) {
            tracing::debug!(%error, "a thread that compacts the store keeps its priority");
        }
    }
}

/// The engine's threads for compactions. On Linux, a call that takes a process also takes a thread.
fn compaction_threads() -> Vec<Pid> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let is_compacting = |thread: &fs::DirEntry| {
        fs::read_to_string(thread.path().join("comm")).is_ok_and(|name| name.trim_end() == "rocksdb:low")
    };
    let id = |thread: fs::DirEntry| Pid::from_raw(thread.file_name().to_str()?.parse().ok()?);
    threads.filter(is_compacting).filter_map(id).collect()
}

/// The engine's buffer sizes for this memory, in MiB. Its default is up to half of the machine's memory.
///
/// Two write buffers of an eighth each are flushed to a table when full, which also keeps the log short. They count
/// against the read cache of three quarters. The rest is the engine's own.
fn sizes(memory: u64) -> ConfigMap {
    const MIB: u64 = 1024 * 1024;
    let buffer = (memory / 8).clamp(4, 128);
    [
        ("block_cache_size", memory / 4 * 3 * MIB),
        ("write_buffer_size", buffer * MIB),
        ("max_write_buffer_number", 2),
        ("min_write_buffer_number_to_merge", 1),
        ("target_file_size_base", buffer * MIB),
        ("blob_file_size", 4 * buffer * MIB),
        ("wal_size_limit", 0),
        ("keep_log_file_num", 5),
        ("shutdown_wait_for_compact_seconds", COMPACTION_SECONDS),
    ]
    .into_iter()
    .fold(ConfigMap::empty(), |map, (key, value)| map.with_key_value(format!("rocksdb_{key}"), value.to_string()))
}

/// The message, with advice if the engine found damaged or missing files.
pub(super) fn advised(message: &str) -> String {
    if is_damaged(message) { format!("{message}; {DAMAGED}") } else { message.to_owned() }
}

fn unavailable(error: surrealdb::Error) -> Error {
    Error::Unavailable(advised(error.message()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[tokio::test(flavor = "multi_thread")]
    async fn compactions_have_a_lower_priority_than_requests() {
        let data = tempfile::tempdir().unwrap();
        let url = format!("rocksdb://{}?memory=32&reserve=0", data.path().join("store").display());
        let store = Store::open_empty(&url).await.unwrap();
        let own = getpriority_process(None).unwrap();
        let threads = compaction_threads();
        assert!(!threads.is_empty(), "the engine names its threads");
        for thread in threads {
            assert_eq!(getpriority_process(Some(thread)).unwrap(), (own + COMPACTION_NICENESS).min(19));
        }
        store.close().await;
    }
}
