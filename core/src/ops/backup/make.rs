//! Makes a backup while the server runs.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use async_stream::try_stream;
use bytes::Bytes;
use futures::{Stream, StreamExt as _, TryStreamExt as _, pin_mut};
use surrealdb::types::Value;
use tokio::sync::OwnedSemaphorePermit;

use super::archive::{BackupHeader, FORMAT, Writer};
use crate::{
    App, Error, Refusal, Result,
    clock::Instant,
    messages,
    people::Actor,
    store::{Store, space},
};

/// The `Retry-After` of the refusal while another backup is being made, in seconds.
const RETRY_AFTER: u64 = 60;
/// Free bytes to leave beyond the store's reserve, for a backup on the store's disk.
const MARGIN: u64 = 64 * 1024 * 1024;
/// Re-checks free space every this many bytes.
const BYTES_BETWEEN_CHECKS: usize = 4 * 1024 * 1024;
/// The prefix of an unfinished backup's name.
pub(super) const UNFINISHED: &str = ".unfinished-";
/// The refusal reason when there is not enough space.
pub(super) const NO_ROOM: &str = "no-room";

impl App {
    /// A snapshot of the current state, streamed in pieces. Only one is made at a time.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but the operator; [`Error::TooMany`] while another one is made. If a piece is an
    /// error, the stream ends and the earlier pieces are not a backup.
    pub async fn back_up(&self, actor: &Actor) -> Result<impl Stream<Item = Result<Bytes>> + Send + use<>> {
        if !matches!(actor, Actor::Operator) {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let permit = self.backup_permit.clone().try_acquire_owned();
        let permit = permit.map_err(|_| Error::TooMany {
            refusal: Refusal::new("backup-running", "A backup is already being made."),
            retry_after: RETRY_AFTER,
        })?;
        self.note_backup(actor).await?;
        Ok(self.backup_pieces(permit))
    }

    /// Audits the backup, because all data leaves with it. A full disk does not prevent the backup.
    async fn note_backup(&self, actor: &Actor) -> Result<()> {
        let noted = async {
            let mut change = self.change(actor).await?;
            let entry = change.entry("backup", "store", "");
            change.note(entry);
            change.commit().await
        };
        match noted.await {
            Err(Error::Unavailable(cause)) => {
                tracing::warn!(%cause, "a backup was not recorded in the audit log");
                Ok(())
            }
            other => other,
        }
    }

    pub(super) fn backup_pieces(
        &self,
        permit: OwnedSemaphorePermit,
    ) -> impl Stream<Item = Result<Bytes>> + Send + use<> {
        let app = self.clone();
        try_stream! {
            let _permit = permit;
            let _lease = app.prevent_deletion_of_pictures().await?;
            let snapshot = app.store.snapshot().await?;
            let schema = snapshot.schema().await?;
            let sabi = env!("CARGO_PKG_VERSION").to_owned();
            let header = BackupHeader { format: FORMAT, sabi, at: app.now(), schema };
            let mut writer = Writer::new(&header)?;
            for table in snapshot.tables().await? {
                let mut after = None;
                while let Some((rows, last)) = snapshot.rows(&table, after.take()).await? {
                    after = Some(last);
                    writer = with_rows(writer, &table, rows).await?;
                    let piece = writer.take();
                    if !piece.is_empty() {
                        yield piece;
                    }
                }
                writer.end_table(&table)?;
            }
            drop(snapshot);
            let mut names: Vec<String> = app.images.names().try_collect().await?;
            names.sort_unstable();
            for name in names {
                // A picture that was just deleted is not used by any record.
                if let Some(kept) = app.images.get(&name).await? {
                    writer = with_picture(writer, name, kept.bytes).await?;
                    yield writer.take();
                }
            }
            yield writer.finish(|contents| app.secrets.sign_backup(contents))?;
        }
    }

    /// Makes a backup in `folder` under a name with its time, readable by its owner only. Atomic: it is complete and on
    /// disk when this returns, or absent. Not started unless there is space for `expected` bytes.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason [`NO_ROOM`] before it would use the store's reserve.
    pub(super) async fn write_backup(
        &self,
        folder: &Path,
        at: Instant,
        expected: u64,
        permit: OwnedSemaphorePermit,
    ) -> Result<PathBuf> {
        let path = folder.join(format!("sabi-{}.tar.gz", at.format("%Y%m%dT%H%M%SZ")));
        let place = |error: io::Error| Error::Unavailable(format!("{}: {error}", path.display()));
        let left = left_free(&self.store, folder);
        check_room(folder, left.saturating_add(expected))?;
        let mut file = tempfile::NamedTempFile::with_prefix_in(UNFINISHED, folder).map_err(place)?;
        let pieces = self.backup_pieces(permit);
        pin_mut!(pieces);
        let mut unseen = 0;
        while let Some(piece) = pieces.next().await {
            let piece = piece?;
            unseen += piece.len();
            if unseen >= BYTES_BETWEEN_CHECKS {
                check_room(folder, left.saturating_add(piece.len() as u64))?;
                unseen = 0;
            }
            file.write_all(&piece).map_err(place)?;
        }
        let (to, folder) = (path.clone(), folder.to_owned());
        // Gigabytes may take the disk seconds.
        let keep = move || {
            file.as_file().sync_all()?;
            file.persist(&to).map_err(|error| error.error)?;
            File::open(folder)?.sync_all()
        };
        tokio::task::spawn_blocking(keep).await.map_err(Error::internal)?.map_err(place)?;
        Ok(path)
    }
}

/// The number of bytes that a backup must leave free on the disk of its folder: on the store's disk, the store's
/// reserve and a margin.
fn left_free(store: &Store, folder: &Path) -> u64 {
    let disk = |folder: &Path| fs::metadata(folder).map(|folder| folder.dev()).ok();
    let of_store = store.folder().and_then(disk);
    if of_store.is_some() && of_store == disk(folder) { store.reserve().saturating_add(MARGIN) } else { 0 }
}

/// Fails unless the disk of a folder has `needed` bytes free.
fn check_room(folder: &Path, needed: u64) -> Result<()> {
    let place = |error: io::Error| Error::Unavailable(format!("{}: {error}", folder.display()));
    let free = space::free(folder).map_err(place)?;
    if free >= needed {
        return Ok(());
    }
    Err(Error::conflict(
        NO_ROOM,
        format!(
            "not enough room for a backup in {}: the disk has {} left, and {} are needed, including what the \
             store needs to keep working; free some space, or put backups on another disk (--backups)",
            folder.display(),
            space::words(free),
            space::words(needed)
        ),
    ))
}

/// Adds rows on a blocking thread: compressing a page of them takes some milliseconds.
async fn with_rows(mut writer: Writer, table: &str, rows: Vec<Value>) -> Result<Writer> {
    let table = table.to_owned();
    let work = move || {
        for row in &rows {
            writer.row(&table, row)?;
        }
        Ok(writer)
    };
    tokio::task::spawn_blocking(work).await.map_err(Error::internal)?
}

/// Adds a picture on a blocking thread: compressing it takes up to some tens of milliseconds.
async fn with_picture(mut writer: Writer, name: String, bytes: Bytes) -> Result<Writer> {
    let work = move || writer.picture(&name, &bytes).map(|()| writer);
    tokio::task::spawn_blocking(work).await.map_err(Error::internal)?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_not_made_where_it_would_take_what_the_store_needs() {
        let folder = tempfile::tempdir().unwrap();
        check_room(folder.path(), 0).unwrap();
        let Err(Error::Conflict(refusal)) = check_room(folder.path(), u64::MAX) else { panic!("there is room") };
        assert_eq!(refusal.reason, NO_ROOM);
        assert!(refusal.message.contains(folder.path().to_str().unwrap()), "{}", refusal.message);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_backup_leaves_the_reserve_of_a_store_on_the_same_disk() {
        let data = tempfile::tempdir().unwrap();
        let definitions = vec!["DEFINE TABLE IF NOT EXISTS tries SCHEMALESS".into()];
        let schema = crate::store::Schema { definitions, migrations: &[] };
        let url = format!("rocksdb://{}?memory=32&reserve=1", data.path().join("store").display());
        let store = Store::open(&url, &schema).await.unwrap();
        assert_eq!(left_free(&store, data.path()), 1024 * 1024 + MARGIN);
        let in_memory = Store::open("mem://", &schema).await.unwrap();
        assert_eq!(left_free(&in_memory, data.path()), 0);
    }
}
