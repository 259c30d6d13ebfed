//! The store: opening it, owning it, and closing it when its disk fails.

use std::{
    borrow::Cow,
    fs::{self, File},
    path::{Path, PathBuf},
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};

use super::{
    Call, Schema,
    address::Address,
    engine::{CORRUPTION, DAMAGED, Engine, GIVEN_UP, advised},
    log_copies,
    sessions::BUSY,
    set_aside, space, upgrade,
};
use crate::{
    Error, Result,
    metrics::{StoreMeters, Watched},
};

/// How long a database elsewhere may be silent.
const SILENCE: Duration = Duration::from_secs(5);
/// How long a close waits for the calls under way.
const CALLS: Duration = Duration::from_secs(1);

/// A handle to the open store. Clones share it.
#[derive(Clone)]
pub struct Store(Arc<Parts>);

struct Parts {
    address: Address,
    door: RwLock<Door>,
    /// The free space of the disk when it was last measured, in bytes.
    free: AtomicU64,
    fault: Notify,
    watched: Watched,
    /// Held for as long as the process uses the embedded store.
    _lock: Option<File>,
}

/// Whether the store takes calls.
enum Door {
    /// It does.
    Open(Arc<Engine>),
    /// The disk failed a commit, or a database elsewhere does not answer. What was read since might show what is
    /// not kept, so nothing is read or written until the engine has been opened anew.
    Faulty { cause: String, since: Instant, engine: Option<Arc<Engine>> },
    /// The process ends.
    Closed,
}

/// How the store stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// It takes calls.
    Ready,
    /// It takes calls, and the disk has only so many bytes left.
    Low(u64),
    /// It answers what is stored and takes nothing more: the disk has only so many bytes left.
    Full(u64),
    /// It answers nothing, for this reason.
    Shut(String),
}

impl Condition {
    /// What an operator should see to before it stops the server.
    pub fn warning(&self) -> Option<String> {
        match self {
            Self::Low(free) | Self::Full(free) => {
                Some(format!("The store's disk has only {} MiB left.", free / (1024 * 1024)))
            }
            Self::Ready | Self::Shut(_) => None,
        }
    }
}

impl Store {
    /// Opens the store at `url` (`rocksdb://PATH[?memory=MIB&reserve=MIB]`, `mem://`,
    /// `ws://[user:password@]HOST`) and brings it to `schema` before anything else writes.
    ///
    /// # Errors
    /// [`Error::Setting`] when the address cannot be understood, [`Error::Owned`] when another process
    /// holds the store, [`Error::Unavailable`] when it cannot be reached, does not open in time, its
    /// disk is full, or a newer version of Sabi wrote it.
    pub async fn open(url: &str, schema: &Schema) -> Result<Self> {
        let store = Self::open_as_it_is(url).await?;
        let state = upgrade::look(&store, schema).await?;
        if !state.pending.is_empty()
            && let Some(folder) = store.0.address.folder()
        {
            store.set_aside(folder, state.version).await?;
        }
        upgrade::apply(&store, schema, state.version).await?;
        Ok(store)
    }

    /// Whether an address can be understood; nothing is opened.
    ///
    /// # Errors
    /// [`Error::Setting`] when it cannot.
    pub fn check_address(url: &str) -> Result<()> {
        Address::parse(url).map(drop)
    }

    /// The folder of the embedded store that an address names; `None` for any other address.
    pub(crate) fn folder_of(url: &str) -> Option<PathBuf> {
        Address::parse(url).ok()?.folder().map(Path::to_owned)
    }

    /// How a store stands to `schema`; nothing of it is changed.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn look(url: &str, schema: &Schema) -> Result<upgrade::State> {
        let store = Self::open_as_it_is(url).await?;
        let state = upgrade::look(&store, schema).await;
        store.close().await;
        state
    }

    /// Keeps a copy of the folder as it is, closed meanwhile.
    async fn set_aside(&self, folder: &Path, version: usize) -> Result<()> {
        self.close().await;
        let copy = space::beside(folder, &format!("version-{version}"));
        set_aside::copy(folder, &copy).map_err(|error| Error::Unavailable(format!("{}: {error}", copy.display())))?;
        let engine = Arc::new(Engine::open(&self.0.address).await?);
        *self.0.door.write().unwrap_or_else(PoisonError::into_inner) = Door::Open(engine);
        tracing::info!(copy = %copy.display(), "the store before its upgrade is kept; delete it when all is well");
        Ok(())
    }

    /// Opens it with the shape that it has.
    pub(super) async fn open_as_it_is(url: &str) -> Result<Self> {
        let address = Address::parse(url)?;
        let lock = match address.folder() {
            Some(folder) => Some(own(folder)?),
            None => None,
        };
        let free = measured(&address)?;
        if free < address.reserve() {
            return Err(Error::Unavailable(full(&address, free)));
        }
        if !address.is_durable() {
            tracing::error!("this store acknowledges what is not on disk yet: a power cut will lose it (sync)");
        }
        let engine = Arc::new(Engine::open(&address).await?);
        let store = Self(Arc::new(Parts {
            address,
            door: RwLock::new(Door::Open(engine)),
            free: free.into(),
            fault: Notify::new(),
            watched: Watched::default(),
            _lock: lock,
        }));
        store.tell_space(Condition::Ready);
        Ok(store)
    }

    /// A question, to be bound and run; one that would change something is refused.
    pub fn query<'a>(&'a self, sql: impl Into<Cow<'a, str>>) -> Call<'a> {
        Call::of_store(self, sql)
    }

    /// A question about the rows of a list. The store's own library has written values into its text, which may
    /// be any words: nobody looks for those of a change.
    pub(crate) fn query_list<'a>(&'a self, sql: impl Into<Cow<'a, str>>) -> Call<'a> {
        Call::of_list(self, sql)
    }

    /// A write that is one commit by itself. What people change goes through a
    /// [`Change`](crate::records::Change), which keeps the record of it; this is for what they do not: the
    /// sheets of running tests, and what the server keeps for itself.
    pub fn write<'a>(&'a self, sql: impl Into<Cow<'a, str>>) -> Call<'a> {
        Call::of_write(self, sql)
    }

    /// The engine, for a call that `writes` or one that only reads.
    pub(super) fn engine(&self, writes: bool) -> Result<Arc<Engine>> {
        match &*self.0.door.read().unwrap_or_else(PoisonError::into_inner) {
            Door::Open(engine) if !writes || !self.is_full() => Ok(engine.clone()),
            Door::Open(_) => Err(Error::Unavailable(full(&self.0.address, self.free()))),
            Door::Faulty { cause, .. } => Err(Error::Unavailable(format!("closed after a fault: {cause}"))),
            Door::Closed => Err(Error::Unavailable("closed".into())),
        }
    }

    /// The error as the product knows it. One of the disk closes the store at once: the engine takes no
    /// more commits after it, and what was refused stands in what it reads. So does a lost connection.
    pub(super) fn judge(&self, error: surrealdb::Error) -> Error {
        if let known @ (GIVEN_UP | BUSY) = error.message() {
            return Error::Unavailable(known.into());
        }
        let is_lost = self.is_remote() && error.is_connection();
        let cause = if is_lost { Some(error.message()) } else { disk_fault(error.message()) };
        let Some(cause) = cause.map(str::to_owned) else {
            let error = Error::from(error);
            if matches!(error, Error::Contended) {
                self.0.watched.met();
            }
            return error;
        };
        self.shut(&cause);
        // Whether the change is kept is known only when the store was opened anew.
        Error::Unavailable(advised(&cause))
    }

    /// Closes the store for everyone until it was opened anew.
    fn shut(&self, cause: &str) {
        let mut door = self.0.door.write().unwrap_or_else(PoisonError::into_inner);
        let Door::Open(engine) = &*door else { return };
        if self.is_remote() {
            tracing::error!(
                %cause,
                "THE DATABASE IS AWAY. The store is closed for everyone until the database answers; nothing that was \
                 acknowledged is lost. It is tried again by itself"
            );
        } else if cause.starts_with(CORRUPTION) {
            tracing::error!(
                %cause,
                "A FILE OF THE STORE IS DAMAGED, and what stood there cannot be read any more. Stop the server, {DAMAGED}. \
                 Until then the store is closed for everyone each time that somebody needs it, and opened anew"
            );
        } else {
            tracing::error!(
                %cause,
                "THE DISK FAILED. The store is closed for everyone until it can be opened anew; nothing that was \
                 acknowledged is lost. Make room or mend the disk: it is tried again by itself"
            );
        }
        engine.give_up();
        let engine = Some(engine.clone());
        *door = Door::Faulty { cause: cause.to_owned(), since: Instant::now(), engine };
        self.0.fault.notify_one();
    }

    /// Asks a database elsewhere whether it still answers. One that does not is closed to everyone, and the calls
    /// that wait for it are told so, rather than when its client notices: that may be never.
    pub async fn feel(&self) {
        let Some(engine) = self.is_remote().then(|| self.engine(false).ok()).flatten() else { return };
        match timeout(SILENCE, engine.health()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => self.shut(error.message()),
            Err(_) => self.shut(&format!("it was silent for {} s", SILENCE.as_secs())),
        }
    }

    /// Measures its calls from now on.
    pub(crate) fn watch(&self, meters: StoreMeters) {
        self.0.watched.begin(meters);
    }

    pub(super) fn watched(&self) -> &Watched {
        &self.0.watched
    }

    /// The free bytes of its disk when it was last measured; `None` for a store without a disk of its own.
    pub fn disk_free(&self) -> Option<u64> {
        self.is_exclusive().then(|| self.free())
    }

    /// The free bytes of its disk that an embedded one leaves to the machine, and below which it takes nothing more.
    pub(crate) fn reserve(&self) -> u64 {
        self.0.address.reserve()
    }

    /// The folder of an embedded one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.0.address.folder()
    }

    /// The folders beside an embedded one in which logs were kept that the engine could not read to their end.
    pub(crate) fn damaged_logs(&self) -> Result<Vec<PathBuf>> {
        let Some(folder) = self.folder() else { return Ok(Vec::new()) };
        log_copies::kept(folder).map_err(|error| Error::Unavailable(format!("{}: {error}", folder.display())))
    }

    /// Whether no other process writes to it.
    pub fn is_exclusive(&self) -> bool {
        self.0.address.folder().is_some()
    }

    /// Whether its database is elsewhere, where other servers may use it too.
    pub fn is_remote(&self) -> bool {
        self.0.address.is_remote()
    }

    /// How the store stands.
    pub fn condition(&self) -> Condition {
        match &*self.0.door.read().unwrap_or_else(PoisonError::into_inner) {
            Door::Faulty { cause, .. } => return Condition::Shut(cause.clone()),
            Door::Closed => return Condition::Shut("closed".into()),
            Door::Open(_) => {}
        }
        match self.free() {
            free if self.is_full() => Condition::Full(free),
            free if free < 2 * self.0.address.reserve() => Condition::Low(free),
            _ => Condition::Ready,
        }
    }

    /// Measures the disk's free space and says so in the log when it changes how the store stands.
    pub fn measure(&self) {
        let before = self.condition();
        if let Ok(free) = measured(&self.0.address) {
            self.0.free.store(free, Ordering::Relaxed);
        }
        self.tell_space(before);
    }

    /// Returns when the store was closed by a fault, once for each time, also for one before this call.
    pub async fn failed(&self) {
        self.0.fault.notified().await;
    }

    /// Opens a store that a fault has closed, once there is room again. `forget` empties what the process
    /// keeps in memory, before anyone is let in.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the fault lasts; then it may be tried again.
    pub async fn reopen(&self, forget: impl AsyncFnOnce()) -> Result<()> {
        let (engine, since) = match &mut *self.0.door.write().unwrap_or_else(PoisonError::into_inner) {
            Door::Faulty { engine, since, .. } => (engine.take(), *since),
            Door::Open(_) | Door::Closed => return Ok(()),
        };
        if let Some(engine) = engine {
            engine.let_go().await;
        }
        self.measure();
        if self.is_full() {
            return Err(Error::Unavailable(full(&self.0.address, self.free())));
        }
        let engine = Arc::new(Engine::open(&self.0.address).await?);
        forget().await;
        let mut door = self.0.door.write().unwrap_or_else(PoisonError::into_inner);
        if let Door::Faulty { .. } = &*door {
            *door = Door::Open(engine);
            tracing::warn!(seconds = since.elapsed().as_secs(), "the store is open again after a fault");
        }
        Ok(())
    }

    /// Closes the store: what is in memory goes to tables, so that the next start has no log to replay.
    /// Calls made afterwards are refused.
    pub async fn close(&self) {
        let door = std::mem::replace(&mut *self.0.door.write().unwrap_or_else(PoisonError::into_inner), Door::Closed);
        let Door::Open(engine) = door else { return };
        let ended = async {
            while Arc::strong_count(&engine) > 1 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        if timeout(CALLS, ended).await.is_err() {
            tracing::warn!("some calls were still under way when the store closed");
        }
        engine.close().await;
    }

    /// Whether the store answers.
    pub async fn ping(&self) -> Result<()> {
        let engine = self.engine(false)?;
        let health = timeout(Duration::from_secs(2), engine.health());
        let late = |_| Error::Unavailable("no answer in time".into());
        health.await.map_err(late)?.map_err(|error| Error::Unavailable(error.to_string()))
    }

    fn free(&self) -> u64 {
        self.0.free.load(Ordering::Relaxed)
    }

    fn is_full(&self) -> bool {
        self.free() < self.0.address.reserve()
    }

    fn tell_space(&self, before: Condition) {
        let kind = std::mem::discriminant::<Condition>;
        let now = self.condition();
        match &now {
            now if kind(now) == kind(&before) => {}
            Condition::Ready => tracing::info!("the store's disk has room again"),
            Condition::Low(free) => tracing::warn!("the store's disk has only {} left", space::words(*free)),
            Condition::Full(free) => tracing::error!("{}", full(&self.0.address, *free)),
            Condition::Shut(_) => {}
        }
    }
}

/// The free space of the disk that an embedded store lies on; without end for any other.
fn measured(address: &Address) -> Result<u64> {
    let Some(folder) = address.folder() else { return Ok(u64::MAX) };
    space::free(folder).map_err(|error| Error::Unavailable(format!("{}: {error}", folder.display())))
}

fn full(address: &Address, free: u64) -> String {
    format!(
        "the store's disk is full: {} left, and {} are needed before anything is written",
        space::words(free),
        space::words(address.reserve())
    )
}

/// What the engine says of a fault of the disk, if that is what this error tells. Only what it says first
/// counts: a caller's own words may stand further behind.
fn disk_fault(message: &str) -> Option<&str> {
    const AROUND: [&str; 4] = [
        "The query was not executed due to a failed transaction. ",
        "Cannot COMMIT: ",
        "There was a problem with the key-value store: ",
        "There was a problem with a transaction: ",
    ];
    let said = AROUND.iter().fold(message, |said, around| said.strip_prefix(around).unwrap_or(said));
    ["IO error", CORRUPTION].iter().any(|fault| said.starts_with(fault)).then_some(said)
}

/// Makes the store's folder, for its owner alone, and takes the lock that says who owns it.
fn own(folder: &Path) -> Result<File> {
    let place = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", folder.display()));
    space::make_private(folder).and_then(|()| space::make_contents_private(folder)).map_err(place)?;
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
