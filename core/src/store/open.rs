//! The store: opening it, owning it, and closing it when its disk fails.

use std::{
    borrow::Cow,
    fs::{self, File},
    path::Path,
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

use super::{Call, address::Address, engine::Engine, schema, space};
use crate::{Error, Result};

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
    /// Held for as long as the process uses the embedded store.
    _lock: Option<File>,
}

/// Whether the store takes calls.
enum Door {
    /// It does.
    Open(Arc<Engine>),
    /// The disk failed a commit. What was read since might show what is not kept, so nothing is read or
    /// written until the engine has been opened anew.
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

impl Store {
    /// Opens the store at `url` (`rocksdb://PATH[?memory=MIB&reserve=MIB]`, `mem://`,
    /// `ws://[user:password@]HOST`) and brings its schema up to date, before anything else writes.
    ///
    /// # Errors
    /// [`Error::Setting`] when the address cannot be understood, [`Error::Owned`] when another process
    /// holds the store, [`Error::Unavailable`] when it cannot be reached, does not open in time, or its
    /// disk is full.
    pub async fn open(url: &str) -> Result<Self> {
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
            _lock: lock,
        }));
        store.tell_space(Condition::Ready);
        schema::apply(&store).await?;
        Ok(store)
    }

    /// A query, to be bound and run.
    pub fn query<'a>(&'a self, sql: impl Into<Cow<'a, str>>) -> Call<'a> {
        Call::of_store(self, sql)
    }

    /// The engine, for a call that `writes` or one that only reads.
    pub(super) fn engine(&self, writes: bool) -> Result<Arc<Engine>> {
        match &*self.0.door.read().unwrap_or_else(PoisonError::into_inner) {
            Door::Open(engine) if !writes || !self.is_full() => Ok(engine.clone()),
            Door::Open(_) => Err(Error::Unavailable(full(&self.0.address, self.free()))),
            Door::Faulty { cause, .. } => Err(Error::Unavailable(format!("closed after a fault of the disk: {cause}"))),
            Door::Closed => Err(Error::Unavailable("closed".into())),
        }
    }

    /// The error as the product knows it. One of the disk closes the store at once: the engine takes no
    /// more commits after it, and what was refused stands in what it reads.
    pub(super) fn judge(&self, error: surrealdb::Error) -> Error {
        let Some(cause) = disk_fault(error.message()) else { return error.into() };
        let cause = cause.to_owned();
        let mut door = self.0.door.write().unwrap_or_else(PoisonError::into_inner);
        if let Door::Open(engine) = &*door {
            tracing::error!(
                %cause,
                "THE DISK FAILED. The store is closed for everyone until it can be opened anew; nothing that was \
                 acknowledged is lost. Make room or mend the disk: it is tried again by itself"
            );
            let engine = Some(engine.clone());
            *door = Door::Faulty { cause: cause.clone(), since: Instant::now(), engine };
            self.0.fault.notify_one();
        }
        // Whether the change is kept is known only when the store was opened anew.
        Error::Unavailable(cause)
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

    /// Returns when the store was closed by a fault; at once if it is.
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
        let engine = Arc::new(Engine::open_again(&self.0.address).await?);
        forget().await;
        let mut door = self.0.door.write().unwrap_or_else(PoisonError::into_inner);
        if let Door::Faulty { .. } = &*door {
            *door = Door::Open(engine);
            tracing::warn!(seconds = since.elapsed().as_secs(), "the store is open again after a fault of the disk");
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
    const AROUND: [&str; 3] = [
        "The query was not executed due to a failed transaction. ",
        "Cannot COMMIT: ",
        "There was a problem with a transaction: ",
    ];
    let said = AROUND.iter().fold(message, |said, around| said.strip_prefix(around).unwrap_or(said));
    ["IO error", "Corruption"].iter().any(|fault| said.starts_with(fault)).then_some(said)
}

/// Makes the store's folder, for its owner alone, and takes the lock that says who owns it.
fn own(folder: &Path) -> Result<File> {
    let place = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", folder.display()));
    space::make_private(folder).and_then(|()| space::make_contents_private(folder)).map_err(place)?;
    let lock = File::options().create(true).truncate(false).write(true).open(folder.with_extension("lock"));
    let lock = lock.map_err(place)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(fs::TryLockError::WouldBlock) => Err(Error::Owned(folder.display().to_string())),
        Err(fs::TryLockError::Error(error)) => Err(place(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_engine_s_own_words_are_a_fault_of_the_disk() {
        for message in [
            "There was a problem with a transaction: IO error: No space left on device: While appending to file: x.log",
            "IO error: While fsync: x.log: Input/output error",
            "Cannot COMMIT: There was a problem with a transaction: IO error: No space left on device",
            "The query was not executed due to a failed transaction. There was a problem with a transaction: IO error: x",
            "There was a problem with a transaction: Corruption: block checksum mismatch",
        ] {
            assert!(disk_fault(message).is_some(), "{message}");
        }
        for message in [
            "Database index `user_email` already contains 'IO error', with record `user:1`",
            "An error occurred: There was a problem with a transaction: IO error",
            "There was a problem with a transaction: Resource busy",
        ] {
            assert_eq!(disk_fault(message), None, "{message}");
        }
    }

    /// A store in a folder, with little memory.
    async fn open(folder: &Path) -> Store {
        Store::open(&address(folder, 0)).await.unwrap()
    }

    fn address(folder: &Path, reserve: u64) -> String {
        format!("rocksdb://{}?memory=32&reserve={reserve}", folder.display())
    }

    async fn write(store: &Store, n: i64) -> Result<()> {
        store.query("CREATE tries SET n = $n").bind(("n", n)).done().await
    }

    async fn read(store: &Store) -> Result<Vec<i64>> {
        store.query("SELECT VALUE n FROM tries ORDER BY n").all().await
    }

    /// The folder as a process that is killed now leaves it.
    fn killed(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }

    fn logs(folder: &Path) -> Vec<std::path::PathBuf> {
        let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|end| end == "log")).collect()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_closed_store_refuses_calls_and_leaves_no_log_to_replay() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("store");
        let store = open(&folder).await;
        for n in 0..20 {
            write(&store, n).await.unwrap();
        }
        store.close().await;
        assert!(matches!(read(&store).await, Err(Error::Unavailable(_))));
        assert_eq!(store.condition(), Condition::Shut("closed".into()));
        let left: u64 = logs(&folder).iter().map(|log| fs::metadata(log).unwrap().len()).sum();
        assert_eq!(left, 0, "bytes of log are left to replay");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_fault_of_the_disk_closes_the_store_until_it_is_opened_anew() {
        let data = tempfile::tempdir().unwrap();
        let store = open(&data.path().join("store")).await;
        write(&store, 1).await.unwrap();
        let fault = "There was a problem with a transaction: IO error: No space left on device";
        let error = store.judge(surrealdb::Error::internal(fault.into()));
        assert!(matches!(error, Error::Unavailable(_)), "{error}");
        store.failed().await;
        for refused in [write(&store, 2).await, read(&store).await.map(drop), store.ping().await] {
            assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
        }
        assert!(matches!(store.condition(), Condition::Shut(_)));

        let mut forgotten = false;
        store.reopen(async || forgotten = true).await.unwrap();
        assert!(forgotten, "what was read before must not be shown again");
        assert_eq!(read(&store).await.unwrap(), [1]);
        write(&store, 3).await.unwrap();
        assert_eq!(store.condition(), Condition::Ready);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_disk_is_read_from_and_not_written_to() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("store");
        let room = space::free(data.path()).unwrap() / (1024 * 1024);
        let refused = Store::open(&address(&folder, 2 * room)).await.map(drop).unwrap_err();
        assert!(refused.to_string().contains("disk is full"), "{refused}");

        let store = Store::open(&address(&folder, room / 4)).await.unwrap();
        write(&store, 1).await.unwrap();
        let reserve = store.0.address.reserve();
        store.0.free.store(reserve * 3 / 2, Ordering::Relaxed);
        assert_eq!(store.condition(), Condition::Low(reserve * 3 / 2));
        write(&store, 2).await.unwrap();
        store.0.free.store(reserve - 1, Ordering::Relaxed);
        assert_eq!(store.condition(), Condition::Full(reserve - 1));
        assert!(matches!(write(&store, 3).await, Err(Error::Unavailable(_))));
        assert!(matches!(store.begin().await.map(drop), Err(Error::Unavailable(_))));
        assert_eq!(read(&store).await.unwrap(), [1, 2]);
        store.measure();
        write(&store, 4).await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_flipped_bit_in_the_log_is_kept_for_the_operator() {
        let data = tempfile::tempdir().unwrap();
        let (folder, hurt) = (data.path().join("store"), data.path().join("hurt"));
        let store = open(&folder).await;
        for n in 0..300 {
            write(&store, n).await.unwrap();
        }
        killed(&folder, &hurt);
        let log = logs(&hurt).into_iter().max_by_key(|log| fs::metadata(log).unwrap().len()).unwrap();
        let whole = fs::read(&log).unwrap();
        let mut bytes = whole.clone();
        bytes[whole.len() / 2] ^= 1;
        fs::write(&log, &bytes).unwrap();

        let opened = open(&hurt).await;
        assert!(read(&opened).await.unwrap().len() < 300, "the engine goes on without what follows");
        let kept: Vec<_> = fs::read_dir(data.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        let kept =
            kept.iter().find(|path| path.to_string_lossy().contains("hurt.damaged-")).expect("a folder of the logs");
        assert_eq!(fs::read(kept.join(log.file_name().unwrap())).unwrap(), bytes);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_killed_store_opens_with_everything_and_keeps_no_copies() {
        let data = tempfile::tempdir().unwrap();
        let (folder, left) = (data.path().join("store"), data.path().join("left"));
        let store = open(&folder).await;
        for n in 0..50 {
            write(&store, n).await.unwrap();
        }
        killed(&folder, &left);
        assert_eq!(read(&open(&left).await).await.unwrap(), (0..50).collect::<Vec<_>>());
        let others: Vec<_> = fs::read_dir(data.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(!others.iter().any(|name| name.to_string_lossy().contains("opening")), "{others:?}");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn first_writes_to_a_table_do_not_meet() {
        let data = tempfile::tempdir().unwrap();
        let store = open(&data.path().join("store")).await;
        let writes = (0..32).map(|n| write(&store, n));
        for written in futures::future::join_all(writes).await {
            written.unwrap();
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_store_has_one_owner() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("store");
        let _store = open(&folder).await;
        assert!(matches!(Store::open(&address(&folder, 0)).await.map(drop), Err(Error::Owned(_))));
    }
}
