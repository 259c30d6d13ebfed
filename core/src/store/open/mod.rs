//! `Store`: opening, owning, and closing it when its disk fails.

use std::{
    borrow::Cow,
    fs::{self, File},
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use futures::FutureExt as _;
use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};

use super::{
    Call, Schema,
    address::Address,
    dialect::{disk_fault, is_corruption, is_unknown_outcome},
    engine::{DAMAGED, Engine, GIVEN_UP, advised},
    log_copies,
    reading_copy::{ReadingCopy, room_to_open},
    sessions::BUSY,
    space, upgrade, upgrade_copy,
};
use crate::{
    Error, Result, files,
    metrics::{StoreMeters, Watched},
};

/// How long a database server may be silent.
const SILENCE: Duration = Duration::from_secs(5);
/// How long a close waits for the calls in progress.
const CALLS: Duration = Duration::from_secs(1);

/// A handle to the open store. Clones share it.
#[derive(Clone)]
pub struct Store(Arc<Parts>);

struct Parts {
    address: Address,
    state: RwLock<EngineState>,
    /// Free disk space at the last measurement, in bytes.
    free: AtomicU64,
    fault: Notify,
    metrics: Watched,
    /// The open lock file. It is locked for as long as the process uses the embedded store.
    lock: Mutex<Option<File>>,
    /// The copy that is read in place of a store that cannot be written.
    copy: Mutex<Option<ReadingCopy>>,
}

/// Whether the store accepts calls.
enum EngineState {
    /// The store accepts calls.
    Open(Arc<Engine>),
    /// The store is read through a copy and accepts no changes, for this reason.
    Copy(Arc<Engine>, ReadOnlyReason),
    /// The disk failed a commit, or a database server does not answer. Reads could show data that was not stored, so
    /// nothing is read or written until the engine has been opened again.
    Faulty { cause: String, since: Instant, engine: Option<Arc<Engine>> },
    /// The process is ending.
    Closed,
}

/// Why a store cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ReadOnlyReason {
    /// Its disk is full.
    Full,
    /// Its folder is read-only; the system's message.
    NotWritable(String),
}

/// The condition of the store.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// It accepts calls.
    Ready,
    /// It accepts calls, but the disk has only this many bytes left.
    Low(u64),
    /// It is read-only: the disk has only this many bytes left.
    Full(u64),
    /// It is read-only: its folder cannot be written, for this reason.
    ReadOnly(String),
    /// It accepts no calls, for this reason.
    Closed(String),
}

impl Condition {
    /// A warning for the operator, before the problem stops the server.
    pub fn warning(&self) -> Option<String> {
        match self {
            Self::Low(free) | Self::Full(free) => {
                Some(format!("The store's disk has only {} MiB left.", free / (1024 * 1024)))
            }
            Self::ReadOnly(cause) => Some(format!("{cause}.")),
            Self::Ready | Self::Closed(_) => None,
        }
    }

    /// Whether it accepts changes.
    pub fn takes_changes(&self) -> bool {
        matches!(self, Self::Ready | Self::Low(_))
    }
}

impl Store {
    /// Opens the store at `url` (`rocksdb://PATH[?memory=MIB&reserve=MIB]`, `mem://`, `ws://[user:password@]HOST`)
    /// and upgrades it to `schema` before anything else writes. A store on a full disk or in a read-only folder opens
    /// too, without accepting changes, if it already has that schema.
    ///
    /// # Errors
    /// [`Error::Setting`] for an invalid address; [`Error::Owned`] if another process owns the store;
    /// [`Error::Unavailable`] if it cannot be reached, does not open in time, must be written and cannot, or was
    /// written by a newer version of Sabi.
    pub async fn open(url: &str, schema: &Schema) -> Result<Self> {
        let store = Self::open_or_degrade(url).boxed().await?;
        let state = upgrade::inspect(&store, schema).await?;
        if let Err(Error::Unavailable(cause)) = store.engine(true).map(drop) {
            if upgrade::is_current(&store, schema, &state).await? {
                return Ok(store);
            }
            store.close().await;
            return Err(Error::Unavailable(format!("{cause}; this version of Sabi must upgrade the store first")));
        }
        if !state.pending.is_empty()
            && let Some(folder) = store.0.address.folder()
        {
            store.copy_before_upgrade(folder, state.version).await?;
        }
        upgrade::apply(&store, schema, state.version).await?;
        Ok(store)
    }

    /// Checks an address without opening it.
    ///
    /// # Errors
    /// [`Error::Setting`] if it is invalid.
    pub fn check_address(url: &str) -> Result<()> {
        Address::parse(url).map(drop)
    }

    /// The folder of an embedded store's address; `None` for any other address.
    pub(crate) fn folder_of(url: &str) -> Option<PathBuf> {
        Address::parse(url).ok()?.folder().map(Path::to_owned)
    }

    /// Compares a store with `schema` without changing it.
    ///
    /// # Errors
    /// Same as [`Self::open`].
    pub async fn inspect(url: &str, schema: &Schema) -> Result<upgrade::State> {
        let store = Self::open_or_degrade(url).boxed().await?;
        let state = upgrade::inspect(&store, schema).await;
        store.close().await;
        state
    }

    /// Copies the folder. The store is closed while it is copied, and then opened again.
    async fn copy_before_upgrade(&self, folder: &Path, version: usize) -> Result<()> {
        self.close().await;
        let copy = space::beside(folder, &format!("version-{version}"));
        upgrade_copy::copy(folder, &copy)
            .map_err(|error| Error::Unavailable(format!("{}: {error}", copy.display())))?;
        let engine = Arc::new(Engine::open(&self.0.address).await?);
        *self.0.state.write().unwrap_or_else(PoisonError::into_inner) = EngineState::Open(engine);
        tracing::info!(copy = %copy.display(), "a copy of the store from before the upgrade is kept; delete it when all is well");
        Ok(())
    }

    /// Opens the store without an upgrade.
    pub(super) async fn open_without_upgrade(url: &str) -> Result<Self> {
        let address = Address::parse(url)?;
        let lock = match address.folder() {
            Some(folder) => Some(lock_exclusive(folder)?),
            None => None,
        };
        let free = measured(&address)?;
        if free < address.reserve() {
            return Err(Error::Unavailable(full(&address, free)));
        }
        if !address.is_durable() {
            tracing::error!(
                "this store acknowledges changes before they are on disk: a power cut will lose some (sync)"
            );
        }
        let engine = Arc::new(Engine::open(&address).await?);
        Ok(Self::with(address, EngineState::Open(engine), free, lock, None))
    }

    /// Opens the store without an upgrade. If it cannot be written, opens it read-only.
    async fn open_or_degrade(url: &str) -> Result<Self> {
        let address = Address::parse(url)?;
        let found = match address.folder() {
            Some(folder) => read_only_reason(&address, folder)?,
            None => None,
        };
        match found {
            Some(reason) => Self::open_read_only(address, reason).await,
            None => Self::open_without_upgrade(url).await,
        }
    }

    /// Opens a store that cannot be written: in place if its disk has room for the engine's own files, else through a
    /// copy.
    async fn open_read_only(address: Address, reason: ReadOnlyReason) -> Result<Self> {
        let folder = address.folder().unwrap_or(Path::new(""));
        let place = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", folder.display()));
        let free = measured(&address)?;
        if reason == ReadOnlyReason::Full && free >= room_to_open(folder).map_err(place)? {
            let lock = Some(lock_exclusive(folder)?);
            let engine = Arc::new(Engine::open(&address).await?);
            return Ok(Self::with(address, EngineState::Open(engine), free, lock, None));
        }
        let lock = lock_shared(folder)?;
        let copy = ReadingCopy::of(folder).map_err(|error| match &reason {
            ReadOnlyReason::Full => Error::Unavailable(format!("{}; {error}", full(&address, free))),
            ReadOnlyReason::NotWritable(cause) => Error::Unavailable(format!("{cause}; {error}")),
        })?;
        let engine = Arc::new(Engine::open(&address.at(copy.store())).await?);
        Ok(Self::with(address, EngineState::Copy(engine, reason), free, lock, Some(copy)))
    }

    fn with(address: Address, state: EngineState, free: u64, lock: Option<File>, copy: Option<ReadingCopy>) -> Self {
        let store = Self(Arc::new(Parts {
            address,
            state: RwLock::new(state),
            free: free.into(),
            fault: Notify::new(),
            metrics: Watched::default(),
            lock: Mutex::new(lock),
            copy: Mutex::new(copy),
        }));
        store.log_space_changes(Condition::Ready);
        store
    }

    /// A read query, to be bound and run. A statement that changes something is refused.
    pub fn query<'a>(&'a self, sql: impl Into<Cow<'a, str>>) -> Call<'a> {
        Call::of_store(self, sql)
    }

    /// A read query of a list. The store's library has written values into its text, and they may contain any words,
    /// so it is not searched for changing statements.
    pub(crate) fn query_list<'a>(&'a self, sql: impl Into<Cow<'a, str>>) -> Call<'a> {
        Call::of_list(self, sql)
    }

    /// A write that is its own commit. Changes by people go through a [`Change`](crate::records::Change), which
    /// audits them. This is for answer sheets of running tests and for the server's own records.
    pub fn write<'a>(&'a self, sql: impl Into<Cow<'a, str>>) -> Call<'a> {
        Call::of_write(self, sql)
    }

    /// The engine for a call; `writes` says whether it changes something.
    pub(super) fn engine(&self, writes: bool) -> Result<Arc<Engine>> {
        match &*self.0.state.read().unwrap_or_else(PoisonError::into_inner) {
            EngineState::Open(engine) if !writes || !self.is_full() => Ok(engine.clone()),
            EngineState::Copy(engine, _) if !writes => Ok(engine.clone()),
            // The disk is full, so no writes are accepted.
            EngineState::Open(_) | EngineState::Copy(_, ReadOnlyReason::Full) => {
                Err(Error::Unavailable(full(&self.0.address, self.free())))
            }
            EngineState::Copy(_, ReadOnlyReason::NotWritable(cause)) => Err(Error::Unavailable(cause.clone())),
            EngineState::Faulty { cause, .. } => Err(Error::Unavailable(format!("closed after a failure: {cause}"))),
            EngineState::Closed => Err(Error::Unavailable("closed".into())),
        }
    }

    /// Converts a database error. A disk fault closes the store at once: the engine accepts no more commits after it,
    /// and its reads show the refused change. A lost connection closes it too.
    pub(super) fn convert_error(&self, error: surrealdb::Error) -> Error {
        if let known @ (GIVEN_UP | BUSY) = error.message() {
            return Error::Unavailable(known.into());
        }
        if is_unknown_outcome(error.message()) {
            return Error::Unavailable(error.message().into());
        }
        let is_lost = self.is_remote() && error.is_connection();
        let cause = if is_lost { Some(error.message()) } else { disk_fault(error.message()) };
        let Some(cause) = cause.map(str::to_owned) else {
            let error = Error::from(error);
            if matches!(error, Error::Contended) {
                self.0.metrics.met();
            }
            return error;
        };
        self.close_after_fault(&cause);
        // It is unknown whether the change was stored until the store is opened again.
        Error::Unavailable(advised(&cause))
    }

    /// Closes the store for everyone until it is opened again.
    fn close_after_fault(&self, cause: &str) {
        let mut state = self.0.state.write().unwrap_or_else(PoisonError::into_inner);
        let EngineState::Open(engine) = &*state else { return };
        if self.is_remote() {
            tracing::error!(
                %cause,
                "the database does not respond. The store is closed for everyone until it does; nothing that was \
                 acknowledged is lost. Sabi retries automatically"
            );
        } else if is_corruption(cause) {
            tracing::error!(
                %cause,
                "a file of the store is damaged and its data cannot be read. Stop the server, {DAMAGED}. Until \
                 then the store closes for everyone whenever that data is needed, and is reopened"
            );
        } else {
            tracing::error!(
                %cause,
                "the disk failed. The store is closed for everyone until it can be reopened; nothing that was \
                 acknowledged is lost. Free some space or repair the disk. Sabi retries automatically"
            );
        }
        engine.cancel_calls();
        let engine = Some(engine.clone());
        *state = EngineState::Faulty { cause: cause.to_owned(), since: Instant::now(), engine };
        self.0.fault.notify_one();
    }

    /// Health check of a database server. If it does not answer, the store is closed for everyone and waiting calls
    /// fail at once. Its client might never notice.
    pub async fn health_check(&self) {
        let Some(engine) = self.is_remote().then(|| self.engine(false).ok()).flatten() else { return };
        match timeout(SILENCE, engine.health()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => self.close_after_fault(error.message()),
            Err(_) => self.close_after_fault(&format!("it was silent for {} s", SILENCE.as_secs())),
        }
    }

    /// Records metrics of its calls from now on.
    pub(crate) fn watch(&self, meters: StoreMeters) {
        self.0.metrics.begin(meters);
    }

    pub(super) fn metrics(&self) -> &Watched {
        &self.0.metrics
    }

    /// Free disk space at the last measurement, in bytes; `None` for a store without a disk of its own.
    pub fn disk_free(&self) -> Option<u64> {
        self.is_exclusive().then(|| self.free())
    }

    /// The disk space that an embedded store leaves free, in bytes. Below it, nothing is written.
    pub(crate) fn reserve(&self) -> u64 {
        self.0.address.reserve()
    }

    /// The folder of an embedded store.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.0.address.folder()
    }

    /// The folders beside an embedded store with logs that the engine could not read to their end.
    pub(crate) fn damaged_logs(&self) -> Result<Vec<PathBuf>> {
        let Some(folder) = self.folder() else { return Ok(Vec::new()) };
        log_copies::damaged_logs(folder).map_err(|error| Error::Unavailable(format!("{}: {error}", folder.display())))
    }

    /// Whether no other process writes to it: it is in a folder, whose `store.lock` this process holds. Tests in memory
    /// read as if others wrote to it.
    pub fn is_exclusive(&self) -> bool {
        self.0.address.folder().is_some()
    }

    /// Whether its database is on another server, which other Sabi servers may use too.
    pub fn is_remote(&self) -> bool {
        self.0.address.is_remote()
    }

    /// The condition of the store.
    pub fn condition(&self) -> Condition {
        match &*self.0.state.read().unwrap_or_else(PoisonError::into_inner) {
            EngineState::Faulty { cause, .. } => return Condition::Closed(cause.clone()),
            EngineState::Closed => return Condition::Closed("closed".into()),
            EngineState::Copy(_, ReadOnlyReason::Full) => return Condition::Full(self.free()),
            EngineState::Copy(_, ReadOnlyReason::NotWritable(cause)) => return Condition::ReadOnly(cause.clone()),
            EngineState::Open(_) => {}
        }
        match self.free() {
            free if self.is_full() => Condition::Full(free),
            free if free < 2 * self.0.address.reserve() => Condition::Low(free),
            _ => Condition::Ready,
        }
    }

    /// Measures the free disk space, and logs it if the condition of the store changes.
    pub fn measure(&self) {
        let before = self.condition();
        if let Ok(free) = measured(&self.0.address) {
            self.0.free.store(free, Ordering::Relaxed);
        }
        self.log_space_changes(before);
    }

    /// Returns when a fault has closed the store, once per fault, also for one before this call.
    pub async fn wait_for_fault(&self) {
        self.0.fault.notified().await;
    }

    /// Opens a store that a fault has closed, if there is room again. `forget` empties the caches before the store
    /// accepts calls.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the fault lasts; the caller may retry.
    pub async fn reopen(&self, forget: impl AsyncFnOnce()) -> Result<()> {
        let (engine, since) = match &mut *self.0.state.write().unwrap_or_else(PoisonError::into_inner) {
            EngineState::Faulty { engine, since, .. } => (engine.take(), *since),
            EngineState::Open(_) | EngineState::Copy(..) | EngineState::Closed => return Ok(()),
        };
        if let Some(engine) = engine {
            engine.release().await;
        }
        self.measure();
        if self.is_full() {
            return Err(Error::Unavailable(full(&self.0.address, self.free())));
        }
        let engine = Arc::new(Engine::open(&self.0.address).await?);
        forget().await;
        let mut state = self.0.state.write().unwrap_or_else(PoisonError::into_inner);
        if let EngineState::Faulty { .. } = &*state {
            *state = EngineState::Open(engine);
            tracing::warn!(seconds = since.elapsed().as_secs(), "the store is open again after a failure");
        }
        Ok(())
    }

    /// Opens a store in place that is read through a copy, if it can be written again. `forget` empties the caches, as
    /// in [`Self::reopen`].
    ///
    /// # Errors
    /// Same as [`Self::reopen`]; [`Error::Owned`] if another process owns it now.
    pub async fn reopen_in_place(&self, forget: impl AsyncFnOnce()) -> Result<()> {
        let is_copy = matches!(&*self.0.state.read().unwrap_or_else(PoisonError::into_inner), EngineState::Copy(..));
        let Some(folder) = self.folder().filter(|_| is_copy) else { return Ok(()) };
        if read_only_reason(&self.0.address, folder)?.is_some() {
            return Ok(());
        }
        {
            // Our shared lock would block our exclusive one.
            let mut lock = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
            drop(lock.take());
            *lock = lock_exclusive(folder).map(Some).inspect_err(|_| {
                // Another process is reading the store: take the shared lock again.
                *lock = lock_shared(folder).unwrap_or(None);
            })?;
        }
        {
            let mut state = self.0.state.write().unwrap_or_else(PoisonError::into_inner);
            let EngineState::Copy(engine, _) = &*state else { return Ok(()) };
            let engine = Some(engine.clone());
            *state = EngineState::Faulty { cause: "it could not be written".into(), since: Instant::now(), engine };
        }
        let opened = self.reopen(forget).await;
        self.drop_copy();
        opened
    }

    /// Closes the store and flushes it to tables, so that the next start has no log to replay. Later calls are
    /// refused.
    pub async fn close(&self) {
        let state =
            std::mem::replace(&mut *self.0.state.write().unwrap_or_else(PoisonError::into_inner), EngineState::Closed);
        let (EngineState::Open(engine) | EngineState::Copy(engine, _)) = state else { return };
        let ended = async {
            while Arc::strong_count(&engine) > 1 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        if timeout(CALLS, ended).await.is_err() {
            tracing::warn!("some calls were still running when the store closed");
        }
        engine.close().await;
        drop(engine);
        self.drop_copy();
    }

    fn drop_copy(&self) {
        *self.0.copy.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether the store answers.
    pub async fn ping(&self) -> Result<()> {
        let engine = self.engine(false)?;
        let health = timeout(Duration::from_secs(2), engine.health());
        let late = |_| Error::Unavailable("no response in time".into());
        health.await.map_err(late)?.map_err(|error| Error::Unavailable(error.to_string()))
    }

    fn free(&self) -> u64 {
        self.0.free.load(Ordering::Relaxed)
    }

    fn is_full(&self) -> bool {
        self.free() < self.0.address.reserve()
    }

    fn log_space_changes(&self, before: Condition) {
        let kind = std::mem::discriminant::<Condition>;
        let now = self.condition();
        match &now {
            now if kind(now) == kind(&before) => {}
            Condition::Ready => tracing::info!("the store's disk has enough space again"),
            Condition::Low(free) => tracing::warn!("the store's disk has only {} left", space::words(*free)),
            Condition::Full(free) => tracing::error!("{}", full(&self.0.address, *free)),
            Condition::ReadOnly(cause) => {
                tracing::error!("{cause}: Sabi is read-only until the store can be written again");
            }
            Condition::Closed(_) => {}
        }
    }
}

/// Free space on the disk of an embedded store; unlimited for any other.
fn measured(address: &Address) -> Result<u64> {
    let Some(folder) = address.folder() else { return Ok(u64::MAX) };
    space::free(folder).map_err(|error| Error::Unavailable(format!("{}: {error}", folder.display())))
}

fn full(address: &Address, free: u64) -> String {
    format!(
        "the store's disk is full: {} left, but {} are needed to write",
        space::words(free),
        space::words(address.reserve())
    )
}

/// Why an existing store cannot be written now; `None` if it can, or does not exist.
fn read_only_reason(address: &Address, folder: &Path) -> Result<Option<ReadOnlyReason>> {
    if !folder.join("CURRENT").exists() {
        return Ok(None);
    }
    match space::try_to_write(folder) {
        Ok(()) if measured(address)? < address.reserve() => Ok(Some(ReadOnlyReason::Full)),
        Ok(()) => Ok(None),
        Err(error) if matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => {
            Ok(Some(ReadOnlyReason::Full))
        }
        Err(error) if space::is_read_only(&error) => Ok(Some(ReadOnlyReason::NotWritable(format!(
            "the store's folder {} cannot be written: {error}",
            folder.display()
        )))),
        Err(error) => Err(Error::Unavailable(format!("{}: {error}", folder.display()))),
    }
}

/// Takes a shared lock of a store that is only read. `None` if the lock file does not exist.
fn lock_shared(folder: &Path) -> Result<Option<File>> {
    let place = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", folder.display()));
    let lock = match File::open(space::beside(folder, "lock")) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(place)?,
    };
    match lock.try_lock_shared() {
        Ok(()) => Ok(Some(lock)),
        Err(fs::TryLockError::WouldBlock) => Err(Error::Owned(folder.display().to_string())),
        Err(fs::TryLockError::Error(error)) => Err(place(error)),
    }
}

/// Creates the store's folder, readable by its owner only, and takes the lock of ownership.
fn lock_exclusive(folder: &Path) -> Result<File> {
    let place = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", folder.display()));
    files::make_private(folder).and_then(|()| files::make_contents_private(folder)).map_err(place)?;
    let lock = File::options().create(true).truncate(false).write(true).open(space::beside(folder, "lock"));
    let lock = lock.map_err(place)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(fs::TryLockError::WouldBlock) => Err(Error::Owned(folder.display().to_string())),
        Err(fs::TryLockError::Error(error)) => Err(place(error)),
    }
}

#[cfg(test)]
mod tests;
