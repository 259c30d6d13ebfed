//! Making a backup, while the server goes on.

use std::{
    fs::File,
    io::Write as _,
    path::{Path, PathBuf},
};

use async_stream::try_stream;
use bytes::Bytes;
use futures::{Stream, StreamExt as _, TryStreamExt as _, pin_mut};
use surrealdb::types::Value;
use tokio::sync::OwnedSemaphorePermit;

use super::archive::{FORMAT, Head, Writer};
use crate::{App, Error, Refusal, Result, accounts::Actor, clock::Instant, messages};

/// Seconds after which one may ask again for a backup while another one is made.
const PATIENCE: u64 = 60;

impl App {
    /// A backup of this moment, piece by piece; what is written meanwhile is not in it. One at a time is made.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but the operator; [`Error::TooMany`] while another one is made. A piece that
    /// fails ends it: what came before is no backup.
    pub async fn back_up(&self, actor: &Actor) -> Result<impl Stream<Item = Result<Bytes>> + Send + use<>> {
        if !matches!(actor, Actor::Operator) {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let seat = self.backup_seat.clone().try_acquire_owned();
        let seat = seat.map_err(|_| Error::TooMany {
            refusal: Refusal::new("backup-running", "A backup is being made already."),
            retry_after: PATIENCE,
        })?;
        self.note_backup(actor).await?;
        Ok(self.backup_pieces(seat))
    }

    /// On the record, so that it is known when all of it left; a full disk keeps nobody from taking one.
    async fn note_backup(&self, actor: &Actor) -> Result<()> {
        let noted = async {
            let mut change = self.change(actor).await?;
            let entry = change.entry("backup", "store", "");
            change.note(entry);
            change.commit().await
        };
        match noted.await {
            Err(Error::Unavailable(cause)) => {
                tracing::warn!(%cause, "a backup is not on the record");
                Ok(())
            }
            other => other,
        }
    }

    pub(super) fn backup_pieces(&self, seat: OwnedSemaphorePermit) -> impl Stream<Item = Result<Bytes>> + Send + use<> {
        let app = self.clone();
        try_stream! {
            let _seat = seat;
            let _kept = app.keep_pictures().await?;
            let snapshot = app.store.snapshot().await?;
            let shape = snapshot.shape().await?;
            let sabi = env!("CARGO_PKG_VERSION").to_owned();
            let head = Head { format: FORMAT, sabi, at: app.now(), shape };
            let mut writer = Writer::new(&head)?;
            for table in snapshot.tables().await? {
                let mut behind = None;
                while let Some((rows, last)) = snapshot.rows(&table, behind.take()).await? {
                    behind = Some(last);
                    writer = written(writer, &table, rows).await?;
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
                // One that was just taken away is shown by nothing.
                if let Some(kept) = app.images.get(&name).await? {
                    writer.picture(&name, &kept.bytes)?;
                    yield writer.take();
                }
            }
            yield writer.finish()?;
        }
    }

    /// Makes a backup and keeps it in `folder` under a name that tells its moment, readable by its owner alone:
    /// whole and on disk when this returns, or not at all.
    pub(super) async fn keep_backup(&self, folder: &Path, at: Instant, seat: OwnedSemaphorePermit) -> Result<PathBuf> {
        let path = folder.join(format!("sabi-{}.tar.gz", at.format("%Y%m%dT%H%M%SZ")));
        let place = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", path.display()));
        let mut file = tempfile::NamedTempFile::with_prefix_in(".unfinished-", folder).map_err(place)?;
        let pieces = self.backup_pieces(seat);
        pin_mut!(pieces);
        while let Some(piece) = pieces.next().await {
            file.write_all(&piece?).map_err(place)?;
        }
        file.as_file().sync_all().map_err(place)?;
        file.persist(&path).map_err(|error| place(error.error))?;
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(place)?;
        Ok(path)
    }
}

/// Adds rows where they keep nobody waiting: a page of them takes some milliseconds to compress.
async fn written(mut writer: Writer, table: &str, rows: Vec<Value>) -> Result<Writer> {
    let table = table.to_owned();
    let work = move || {
        for row in &rows {
            writer.row(&table, row)?;
        }
        Ok(writer)
    };
    tokio::task::spawn_blocking(work).await.map_err(Error::internal)?
}
