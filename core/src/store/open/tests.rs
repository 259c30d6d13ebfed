//! Opens and closes stores in temporary folders, with faults.

use super::*;

/// The schema of these tests.
fn schema() -> Schema {
    Schema { definitions: vec!["DEFINE TABLE IF NOT EXISTS tries SCHEMALESS".into()], migrations: &[] }
}

/// A store in a folder, with little memory.
async fn open(folder: &Path) -> Store {
    Store::open(&address(folder, 0), &schema()).await.unwrap()
}

fn address(folder: &Path, reserve: u64) -> String {
    format!("rocksdb://{}?memory=32&reserve={reserve}", folder.display())
}

async fn write(store: &Store, n: i64) -> Result<()> {
    store.write("CREATE tries SET n = $n").bind(("n", n)).done().await
}

async fn read(store: &Store) -> Result<Vec<i64>> {
    store.query("SELECT VALUE n FROM tries ORDER BY n").all().await
}

/// Copies the folder as a process that is killed now would leave it.
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
    assert_eq!(store.condition(), Condition::Closed("closed".into()));
    let left: u64 = logs(&folder).iter().map(|log| fs::metadata(log).unwrap().len()).sum();
    assert_eq!(left, 0, "bytes of log are left to replay");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_failure_closes_the_store_until_it_is_reopened() {
    let data = tempfile::tempdir().unwrap();
    let store = open(&data.path().join("store")).await;
    write(&store, 1).await.unwrap();
    let fault = "There was a problem with a transaction: IO error: No space left on device";
    let error = store.convert_error(surrealdb::Error::internal(fault.into()));
    assert!(matches!(error, Error::Unavailable(_)), "{error}");
    store.wait_for_fault().await;
    for refused in [write(&store, 2).await, read(&store).await.map(drop), store.ping().await] {
        assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    }
    assert!(matches!(store.condition(), Condition::Closed(_)));

    let mut forgotten = false;
    store.reopen(async || forgotten = true).await.unwrap();
    assert!(forgotten, "what was read before must not be shown again");
    assert_eq!(read(&store).await.unwrap(), [1]);
    write(&store, 3).await.unwrap();
    assert_eq!(store.condition(), Condition::Ready);
}

/// The error for a store with tables damaged in this way, when it is opened or read.
async fn said_of(damage: impl Fn(&mut Vec<u8>)) -> String {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("store");
    let store = open(&folder).await;
    store.write("FOR $n IN 0..2000 { CREATE tries SET n = $n RETURN NONE }").done().await.unwrap();
    store.close().await;
    drop(store);
    let paths = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    for table in paths.filter(|path| path.extension().is_some_and(|end| end == "sst")) {
        let mut bytes = fs::read(&table).unwrap();
        damage(&mut bytes);
        fs::write(table, bytes).unwrap();
    }
    let refused = match Store::open(&address(&folder, 0), &schema()).await {
        Ok(store) => read(&store).await.map(drop),
        Err(error) => Err(error),
    };
    refused.unwrap_err().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_file_is_reported_with_advice_when_read_and_when_opened() {
    let flipped = said_of(|bytes| {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
    });
    let flipped = flipped.await;
    assert!(flipped.contains("Corruption") && flipped.contains("restore the last backup"), "{flipped}");
    let emptied = said_of(Vec::clear).await;
    assert!(emptied.contains("restore the last backup"), "{emptied}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_without_an_end_does_not_keep_a_failed_engine_open() {
    let data = tempfile::tempdir().unwrap();
    let store = open(&data.path().join("store")).await;
    write(&store, 1).await.unwrap();
    // On a failing disk, the engine retries some of its own writes forever inside a call.
    let endless = {
        let store = store.clone();
        tokio::spawn(async move { store.query("SLEEP 10m").done().await })
    };
    let is_called =
        || matches!(&*store.0.state.read().unwrap(), EngineState::Open(engine) if Arc::strong_count(engine) > 1);
    while !is_called() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    store.convert_error(surrealdb::Error::internal("IO error: No space left on device".into()));
    timeout(Duration::from_secs(300), store.reopen(async || ())).await.expect("in time").unwrap();
    assert!(matches!(endless.await.unwrap(), Err(Error::Unavailable(_))));
    assert_eq!(read(&store).await.unwrap(), [1]);
    write(&store, 2).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_read_from_and_not_written_to() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("store");
    let room = space::free(data.path()).unwrap() / (1024 * 1024);
    let refused = Store::open(&address(&folder, 2 * room), &schema()).await.map(drop).unwrap_err();
    assert!(refused.to_string().contains("disk is full"), "{refused}");

    let store = Store::open(&address(&folder, room / 4), &schema()).await.unwrap();
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
    let kept = kept.iter().find(|path| path.to_string_lossy().contains("hurt.damaged-")).expect("a folder of the logs");
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
    assert!(matches!(Store::open(&address(&folder, 0), &schema()).await.map(drop), Err(Error::Owned(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_on_a_full_disk_opens_and_is_read() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("store");
    let store = open(&folder).await;
    write(&store, 1).await.unwrap();
    store.close().await;
    drop(store);
    let room = space::free(data.path()).unwrap() / (1024 * 1024);
    let full = address(&folder, 2 * room);
    let store = Store::open(&full, &schema()).await.unwrap();
    assert!(matches!(store.condition(), Condition::Full(_)), "{:?}", store.condition());
    assert!(!store.condition().takes_changes());
    assert_eq!(read(&store).await.unwrap(), [1]);
    assert!(write(&store, 2).await.unwrap_err().to_string().contains("disk is full"));
    store.close().await;
    drop(store);
    // A store that must be upgraded first is not opened without the upgrade.
    let mut newer = schema();
    newer.definitions.push("DEFINE INDEX IF NOT EXISTS tries_n ON tries FIELDS n".into());
    let refused = Store::open(&full, &newer).await.map(drop).unwrap_err().to_string();
    assert!(refused.contains("disk is full") && refused.contains("must upgrade the store first"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_cannot_be_written_is_read_by_a_copy_until_it_can() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("store");
    let store = open(&folder).await;
    store.write("FOR $n IN 0..500 { CREATE tries SET n = $n RETURN NONE }").done().await.unwrap();
    let left = data.path().join("left");
    // Some of it is only in the log, as a killed process leaves it.
    killed(&folder, &left);
    fs::write(data.path().join("left.lock"), "").unwrap();
    drop(store);
    let files = || {
        let mut all: Vec<_> = fs::read_dir(&left).unwrap().map(|entry| entry.unwrap().path()).collect();
        all.sort_unstable();
        all.into_iter().map(|path| (fs::read(&path).unwrap(), path)).collect::<Vec<_>>()
    };
    let before = files();

    let hindered = || {
        let reason = ReadOnlyReason::NotWritable("the store's folder cannot be written".into());
        Store::open_read_only(Address::parse(&address(&left, 0)).unwrap(), reason)
    };
    let store = hindered().await.unwrap();
    let beside = hindered().await.unwrap();
    let refused = Store::open(&address(&left, 0), &schema()).await.map(drop);
    assert!(matches!(refused, Err(Error::Owned(_))), "nobody writes to it while it is read: {refused:?}");
    assert_eq!(read(&store).await.unwrap(), (0..500).collect::<Vec<_>>());
    assert_eq!(store.condition(), Condition::ReadOnly("the store's folder cannot be written".into()));
    assert!(write(&store, 500).await.unwrap_err().to_string().contains("cannot be written"));
    assert!(files() == before, "nothing of it was changed");

    assert!(store.reopen_in_place(async || ()).await.is_err(), "another process still reads it");
    assert_eq!(read(&store).await.unwrap().len(), 500);
    beside.close().await;
    drop(beside);
    let mut forgotten = false;
    store.reopen_in_place(async || forgotten = true).await.unwrap();
    assert!(forgotten && store.condition() == Condition::Ready);
    write(&store, 500).await.unwrap();
    assert_eq!(read(&store).await.unwrap().len(), 501);
    store.reopen_in_place(async || panic!("it was left already")).await.unwrap();
    assert!(store.0.copy.lock().unwrap().is_none(), "the copy is gone");
}
