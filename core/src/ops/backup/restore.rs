//! Restores a backup into an empty store, and verifies one in memory.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use chrono::SecondsFormat::Millis;
use serde::Serialize;
use tokio::{sync::mpsc, task::spawn_blocking};

use super::archive::{self, Amount, BackupHeader, BackupPart, Contents, ReadBackup, SignedContents, Sum};
use crate::{
    App, Error, Result, Settings,
    audit::Audit,
    clock::{Clock as _, Instant, SystemClock},
    files,
    images::Images,
    people::{Secrets, lost_second_factors},
    store::{Snapshot, Store, StoredSchema},
};

/// Parts read ahead of the store.
const AHEAD: usize = 2;

/// The progress of a restore.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Restoring {
    /// Reads the file to its end before anything is written.
    Checking,
    /// Writes rows and pictures.
    Writing,
    /// Reads the written rows and pictures back.
    Comparing,
}

/// Whether this installation made a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Signature {
    /// It is signed with this installation's secret.
    Own,
    /// Another installation signed it, or it was changed afterwards.
    Foreign,
    /// Not signed: made by an earlier version, or the signature was removed.
    Missing,
    /// Signed, but there is no secret here to check it.
    Unchecked,
}

/// The contents of a restored backup.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Restored {
    /// The time of the snapshot.
    pub at: Instant,
    /// The version of Sabi that made it.
    pub sabi: String,
    pub contents: Contents,
    /// After a restore, the accounts whose second factor cannot be decrypted with this installation's secret. They must
    /// set up another one.
    pub lost_second_factors: Vec<String>,
    #[serde(skip)]
    schema: StoredSchema,
    #[serde(skip)]
    signed: SignedContents,
}

impl Restored {
    /// The total number of rows.
    pub fn rows(&self) -> u64 {
        self.contents.tables.values().map(|amount| amount.count).sum()
    }

    /// Whether the installation with these secrets made it.
    pub fn signature(&self, secrets: Option<&Secrets>) -> Signature {
        match (&self.signed.signature, secrets) {
            (None, _) => Signature::Missing,
            (Some(_), None) => Signature::Unchecked,
            (Some(signature), Some(secrets)) if secrets.has_signed_backup(&self.signed.contents, signature) => {
                Signature::Own
            }
            (Some(_), Some(_)) => Signature::Foreign,
        }
    }
}

/// Reads a whole backup and checks its sums; nothing is written.
///
/// # Errors
/// [`Error::Conflict`] with reason `not-a-backup` if the file is damaged or not a backup, `unreadable` if it cannot be
/// opened.
pub async fn check_backup(path: &Path) -> Result<Restored> {
    read_whole(path).await
}

/// Restores a backup into the empty store of the settings, with its pictures, and compares the result with the file.
/// Afterwards the store has the schema of this version and can be opened. After an interruption, the next restore
/// starts again.
///
/// # Errors
/// Same as [`check_backup`], and as opening a store; [`Error::Conflict`] with reason `store-not-empty`.
pub async fn restore(
    settings: &Settings,
    path: &Path,
    on_progress: impl Fn(Restoring, u64, u64) + Send,
) -> Result<Restored> {
    on_progress(Restoring::Checking, 0, 1);
    let whole = read_whole(path).await?;
    let data = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", settings.data.display()));
    files::make_private(&settings.data).map_err(data)?;
    // Before anything is written: a key that cannot be read must not fail a restore that is complete.
    let secrets = Secrets::load(&settings.data)?;
    let images = Images::of(settings)?;
    let store = Store::open_empty(&settings.store_url()).await?;
    let done = async {
        fill(&store, &images, path, &whole, on_progress).await?;
        note(&store, &whole).await?;
        lost_second_factors(&store, secrets.as_ref()).await
    };
    let done = done.await;
    store.close().await;
    done.map(|lost_second_factors| Restored { lost_second_factors, ..whole })
}

/// Audits the restore in the restored audit log, which has no entries after the backup.
async fn note(store: &Store, whole: &Restored) -> Result<()> {
    let entry = Audit::of_operator("restore", "store", SystemClock.now())
        .with("backupOf", whole.at.to_rfc3339_opts(Millis, true))
        .with("sabi", whole.sabi.clone())
        .with("rows", whole.rows())
        .with("pictures", whole.contents.pictures.count);
    let write = store.write("CREATE ONLY $id CONTENT $entry RETURN NONE").bind(("id", entry.id.clone()));
    write.bind(("entry", entry)).done().await
}

/// Verifies a backup by restoring it into a store in memory, which needs memory for all its data.
///
/// # Errors
/// Like [`restore`].
pub async fn verify_backup(path: &Path, on_progress: impl Fn(Restoring, u64, u64) + Send) -> Result<Restored> {
    on_progress(Restoring::Checking, 0, 1);
    let whole = read_whole(path).await?;
    let images = Images::open(Some("memory:"), None, Path::new("")).map_err(Error::internal)?;
    let store = Store::open_empty("mem://").await?;
    fill(&store, &images, path, &whole, on_progress).await?;
    Ok(whole)
}

async fn read_whole(path: &Path) -> Result<Restored> {
    let path = path.to_owned();
    let read = spawn_blocking(move || archive::read(&path, |_| Ok(())));
    let ReadBackup { header: BackupHeader { at, sabi, schema, .. }, contents, signed } =
        read.await.map_err(Error::internal)??;
    let known = App::schema().version();
    if usize::try_from(schema.version).is_ok_and(|version| version <= known) {
        return Ok(Restored { at, sabi, contents, lost_second_factors: Vec::new(), schema, signed });
    }
    let words = format!("A newer version of Sabi ({sabi}) made this backup. Restore it with that version.");
    Err(Error::conflict("not-a-backup", words))
}

async fn fill(
    store: &Store,
    images: &Images,
    path: &Path,
    whole: &Restored,
    on_progress: impl Fn(Restoring, u64, u64) + Send,
) -> Result<()> {
    store.begin_restore(&whole.schema).await?;
    let total = whole.rows() + whole.contents.pictures.count;
    let (mut done, mut pictures) = (0, Vec::new());
    let mut written: BTreeMap<String, Sum> = BTreeMap::new();
    let (sender, mut parts) = mpsc::channel(AHEAD);
    let file: PathBuf = path.to_owned();
    let gone = || Error::internal("nobody receives what is read");
    let reading = spawn_blocking(move || archive::read(&file, |part| sender.blocking_send(part).map_err(|_| gone())));
    while let Some(part) = parts.recv().await {
        match part {
            BackupPart::Rows(table, rows) => {
                let rows = archive::rows(&rows)?;
                let sum = written.entry(table.clone()).or_default();
                rows.iter().try_for_each(|row| sum.add_row(row))?;
                done += rows.len() as u64;
                store.put_rows(&table, rows).await?;
            }
            BackupPart::Picture(name, bytes) => {
                done += 1;
                images.put_again(&name, bytes).await?;
                pictures.push(name);
            }
        }
        on_progress(Restoring::Writing, done, total);
    }
    // The file was read twice, so this checks that both reads were the same.
    let read = reading.await.map_err(Error::internal)??;
    if read.contents != whole.contents || read.header.schema.definitions != whole.schema.definitions {
        return Err(Error::conflict("not-a-backup", "The file was changed while it was read."));
    }
    on_progress(Restoring::Comparing, 0, 1);
    compare_rows(store, written).await?;
    compare_pictures(images, pictures, whole).await?;
    store.end_restore(&whole.schema, &App::schema()).await
}

/// Reads the rows that are in the store now.
///
/// # Errors
/// [`Error::Internal`] naming a table that differs from what was written.
async fn compare_rows(store: &Store, written: BTreeMap<String, Sum>) -> Result<()> {
    let written: BTreeMap<_, _> = written.into_iter().map(|(table, sum)| (table, sum.amount())).collect();
    let there = amounts(&store.snapshot().await?).await?;
    let none = Sum::default().amount();
    for table in there.keys().chain(written.keys()) {
        if there.get(table).unwrap_or(&none) != written.get(table).unwrap_or(&none) {
            return Err(Error::internal(format!("{table} now differs from the backup")));
        }
    }
    Ok(())
}

async fn compare_pictures(images: &Images, names: Vec<String>, whole: &Restored) -> Result<()> {
    let mut there = Sum::default();
    for name in names {
        if let Some(kept) = images.get(&name).await? {
            there.add_picture(&name, &kept.bytes);
        }
    }
    let is_same = there.amount() == whole.contents.pictures;
    is_same.then_some(()).ok_or_else(|| Error::internal("the pictures now differ from the backup"))
}

async fn amounts(snapshot: &Snapshot) -> Result<BTreeMap<String, Amount>> {
    let mut amounts = BTreeMap::new();
    for table in snapshot.tables().await? {
        let (mut sum, mut after) = (Sum::default(), None);
        while let Some((rows, last)) = snapshot.rows(&table, after.take()).await? {
            after = Some(last);
            rows.iter().try_for_each(|row| sum.add_row(row))?;
        }
        amounts.insert(table, sum.amount());
    }
    Ok(amounts)
}
