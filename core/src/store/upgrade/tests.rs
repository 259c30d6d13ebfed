//! Test migrations, on stores in memory and in folders.

use std::{
    fs,
    path::Path,
    sync::{
        LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use futures::FutureExt as _;
use tokio::sync::Barrier;

use super::*;

const TABLES: [&str; 2] = ["DEFINE TABLE IF NOT EXISTS user SCHEMALESS", "DEFINE TABLE IF NOT EXISTS pen SCHEMALESS"];

fn schema(migrations: &'static [Migration], more: &[&str]) -> Schema {
    Schema { definitions: TABLES.iter().chain(more).map(ToString::to_string).collect(), migrations }
}

/// A migration that would show if it ran twice.
const DOUBLE: Migration = Migration { name: "double the nibs", step: Step::Sql("UPDATE pen SET nibs = nibs * 2") };
const COLOUR: Migration = Migration {
    name: "colour the pens",
    step: Step::Rust(|tx| async { tx.query("UPDATE pen SET colour = 'blue'").done().await }.boxed()),
};
const BROKEN: Migration =
    Migration { name: "break a pen", step: Step::Sql("UPDATE pen SET nibs = 0; THROW 'no such pen'") };

async fn nibs(store: &Store) -> Vec<i64> {
    store.query("SELECT VALUE nibs FROM pen").all().await.unwrap()
}

fn at(folder: &Path) -> String {
    format!("rocksdb://{}?memory=32&reserve=0", folder.display())
}

/// A store of the first releases: tables, rows, and no recorded version.
async fn old(store: &Store) {
    store.write(format!("{}; CREATE pen SET nibs = 1", TABLES.join(";"))).done().await.unwrap();
}

/// Upgrades a store as opening does.
async fn upgrade(store: &Store, schema: &Schema) -> Result<()> {
    let State { version, .. } = inspect(store, schema).await?;
    apply(store, schema, version).await
}

async fn in_memory() -> Store {
    Store::open_without_upgrade("mem://").await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_store_has_the_version_of_its_schema_and_migrates_nothing() {
    let store = in_memory().await;
    let schema = schema(&[DOUBLE, COLOUR], &[]);
    assert_eq!(inspect(&store, &schema).await.unwrap(), State { version: 2, pending: vec![] });
    upgrade(&store, &schema).await.unwrap();
    assert_eq!(stored(&store).await.unwrap().unwrap().version, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_store_goes_through_each_migration_once() {
    let store = in_memory().await;
    old(&store).await;
    let first = schema(&[DOUBLE], &[]);
    assert_eq!(inspect(&store, &first).await.unwrap(), State { version: 0, pending: vec!["double the nibs"] });
    for _ in 0..2 {
        upgrade(&store, &first).await.unwrap();
        assert_eq!(nibs(&store).await, [2]);
    }
    let second = schema(&[DOUBLE, COLOUR], &[]);
    upgrade(&store, &second).await.unwrap();
    let colours: Vec<String> = store.query("SELECT VALUE colour FROM pen").all().await.unwrap();
    assert_eq!((colours, nibs(&store).await), (vec!["blue".to_owned()], vec![2]));
    assert_eq!(inspect(&store, &second).await.unwrap(), State { version: 2, pending: vec![] });
}

/// Both servers are inside the migration before either commits it.
static MEETING: LazyLock<Barrier> = LazyLock::new(|| Barrier::new(2));
static BEGUN: AtomicUsize = AtomicUsize::new(0);
const MEET: Migration = Migration {
    name: "meet",
    step: Step::Rust(|tx| {
        async {
            if BEGUN.fetch_add(1, Ordering::SeqCst) < 2 {
                MEETING.wait().await;
            }
            tx.query("UPDATE pen SET nibs = nibs * 2").done().await
        }
        .boxed()
    }),
};

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_that_start_together_migrate_once() {
    let store = in_memory().await;
    old(&store).await;
    let both = schema(&[MEET], &[]);
    let (one, other) = tokio::join!(upgrade(&store, &both), upgrade(&store, &both));
    one.and(other).unwrap();
    assert!(BEGUN.load(Ordering::SeqCst) >= 2, "they never met");
    assert_eq!(nibs(&store).await, [2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_that_fails_changes_nothing_and_is_named() {
    let store = in_memory().await;
    old(&store).await;
    let error = upgrade(&store, &schema(&[DOUBLE, BROKEN], &[])).await.unwrap_err().to_string();
    assert!(error.contains("migration 2 (break a pen)") && error.contains("no such pen"), "{error}");
    assert_eq!((nibs(&store).await, stored(&store).await.unwrap().unwrap().version), (vec![2], 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_of_a_newer_version_is_refused_in_a_sentence() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("store");
    let newer = schema(&[DOUBLE, COLOUR], &[]);
    Store::open(&at(&folder), &newer).await.unwrap().close().await;
    let refused = Store::open(&at(&folder), &schema(&[DOUBLE], &[])).await.map(drop).unwrap_err().to_string();
    assert!(refused.contains("newer version of Sabi") && refused.contains("schema is 2"), "{refused}");
    Store::open(&at(&folder), &newer).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_copy_made_before_an_upgrade_opens() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("store");
    let store = Store::open_without_upgrade(&at(&folder)).await.unwrap();
    old(&store).await;
    store.close().await;
    drop(store);

    // An upgrade that fails keeps a copy. Later changes are in the copy of the next upgrade.
    Store::open(&at(&folder), &schema(&[BROKEN], &[])).await.map(drop).unwrap_err();
    let store = Store::open_without_upgrade(&at(&folder)).await.unwrap();
    store.write("UPDATE pen SET nibs = 3").done().await.unwrap();
    store.close().await;
    drop(store);

    let now = schema(&[DOUBLE], &[]);
    assert_eq!(Store::inspect(&at(&folder), &now).await.unwrap().pending, ["double the nibs"]);
    let store = Store::open(&at(&folder), &now).await.unwrap();
    assert_eq!(nibs(&store).await, [6]);
    store.write("UPDATE pen SET nibs = 9").done().await.unwrap();
    let copy = data.path().join("store.version-0");
    let kept = Store::open(&at(&copy), &schema(&[], &[])).await.unwrap();
    assert_eq!(nibs(&kept).await, [3]);
    kept.close().await;
    drop(kept);
    // Opened under its own name, the copy is upgraded like any other store.
    let kept = Store::open(&at(&copy), &now).await.unwrap();
    assert_eq!(nibs(&kept).await, [6]);
    assert!(data.path().join("store.version-0.version-0").exists());
    let left: Vec<_> = fs::read_dir(data.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("copying")), "{left:?}");
    drop(store);
}

#[tokio::test(flavor = "multi_thread")]
async fn definitions_follow_the_schema() {
    const BY_NIBS: &str = "DEFINE INDEX IF NOT EXISTS pen_by ON pen FIELDS nibs";
    const BY_COLOUR: &str = "DEFINE INDEX IF NOT EXISTS pen_by ON pen FIELDS colour";
    let store = in_memory().await;
    old(&store).await;
    let index = async || -> String {
        let info: Option<Value> = store.query("INFO FOR TABLE pen").checked().await.unwrap().take(0).unwrap();
        info.unwrap()["indexes"]["pen_by"].as_str().unwrap_or_default().to_owned()
    };
    upgrade(&store, &schema(&[], &[BY_NIBS])).await.unwrap();
    assert!(index().await.contains("FIELDS nibs"));
    upgrade(&store, &schema(&[], &[BY_COLOUR])).await.unwrap();
    assert!(index().await.contains("FIELDS colour"), "a changed definition is applied");
    upgrade(&store, &schema(&[], &[])).await.unwrap();
    assert_eq!((index().await, nibs(&store).await), (String::new(), vec![1]), "one that is no more is removed");
}

#[test]
fn a_definition_names_its_table_and_field() {
    for (text, name) in [
        ("DEFINE TABLE IF NOT EXISTS pen SCHEMALESS", Some(("TABLE", "pen", None))),
        ("DEFINE INDEX IF NOT EXISTS pen_by ON pen FIELDS nibs", Some(("INDEX", "pen_by", Some("pen")))),
        ("DEFINE FIELD IF NOT EXISTS nibs ON pen TYPE int", Some(("FIELD", "nibs", Some("pen")))),
        ("REMOVE TABLE pen", None),
    ] {
        assert_eq!(named(text), name, "{text}");
    }
}
