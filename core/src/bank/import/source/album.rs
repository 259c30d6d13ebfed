//! The pictures of an import: each is checked like an upload, and stored only with the rows that show it (ruling 35).

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    io,
    path::{Path, PathBuf},
};

use futures::{StreamExt as _, TryStreamExt as _, stream};
use tempfile::TempDir;

use crate::{
    App, Error, Result,
    bank::import::{
        report::{Progress, Stage},
        rows::Pictures,
    },
    html::upload_address,
    images::{PictureFormat, references},
    records::Entity,
};

/// Pictures that are read, and later stored, at once.
const AT_ONCE: usize = 2;
/// The field of errors in a picture's check; rows name their own column.
const FIELD: &str = "image";

/// Checked pictures, in temporary files until they are stored.
#[derive(Default)]
pub(in crate::bank) struct Album {
    /// Files and kinds, by the names under which they will be stored.
    checked: HashMap<String, (PathBuf, PictureFormat)>,
    folder: Option<TempDir>,
}

impl Album {
    /// Whether the import brought a picture of this name.
    pub(in crate::bank) fn holds(&self, name: &str) -> bool {
        self.checked.contains_key(name)
    }

    /// The file and the format of the picture of this name, if the import brought it.
    pub(in crate::bank) fn file(&self, name: &str) -> Option<(&Path, PictureFormat)> {
        self.checked.get(name).map(|(path, kind)| (path.as_path(), *kind))
    }

    fn folder(&mut self) -> io::Result<PathBuf> {
        let folder = match self.folder.take() {
            Some(folder) => folder,
            None => tempfile::tempdir()?,
        };
        Ok(self.folder.insert(folder).path().to_owned())
    }
}

impl App {
    /// Checks the pictures, two at a time, and writes each re-encoded file to disk, so that memory use does not depend
    /// on their number.
    pub(in crate::bank) async fn album(
        &self,
        files: BTreeMap<String, PathBuf>,
        folder: Option<TempDir>,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<(Album, Pictures)> {
        let total = files.len() as u64 + 1;
        let mut known = BTreeMap::new();
        let mut checked = HashMap::new();
        let reading = files.into_iter().map(|(name, path)| async move {
            let bytes = tokio::fs::read(&path).await.map_err(Error::internal)?;
            tokio::fs::remove_file(&path).await.map_err(Error::internal)?;
            let picture = self.checked(&name, bytes, path.parent().unwrap_or(&path)).await?;
            Ok::<_, Error>((name, picture))
        });
        let mut reading = stream::iter(reading).buffer_unordered(AT_ONCE);
        while let Some((name, picture)) = reading.try_next().await? {
            let address = picture.map(|(file, path, kind)| {
                let address = upload_address(&file);
                checked.insert(file, (path, kind));
                address
            });
            known.insert(name, address);
            progress(Progress { stage: Stage::Reading, done: known.len() as u64, total });
        }
        drop(reading);
        Ok((Album { checked, folder }, Pictures::new(known)))
    }

    /// Adds a picture from the bank's own file. Returns its future address, or its problem.
    pub(in crate::bank) async fn add_to_album(
        &self,
        album: &mut Album,
        name: &str,
        bytes: Vec<u8>,
    ) -> Result<Result<String, String>> {
        let folder = album.folder().map_err(Error::internal)?;
        let picture = self.checked(name, bytes, &folder).await?;
        Ok(picture.map(|(file, path, kind)| {
            let address = upload_address(&file);
            album.checked.insert(file, (path, kind));
            address
        }))
    }

    /// The name, the file in the folder and the kind of a re-encoded picture, or its problem.
    async fn checked(
        &self,
        name: &str,
        bytes: Vec<u8>,
        folder: &Path,
    ) -> Result<Result<(String, PathBuf, PictureFormat), String>> {
        let picture = match self.read_picture(FIELD, name.to_owned(), bytes.into()).await {
            Ok(picture) => picture,
            Err(error @ (Error::TooLarge(_) | Error::Unsupported(_))) => return Ok(Err(error.to_string())),
            Err(error) => return Err(error),
        };
        // Named by its content, so that the same picture twice is one.
        let file = picture.file_name();
        let kept = folder.join(&file);
        tokio::fs::write(&kept, &picture.bytes).await.map_err(Error::internal)?;
        Ok(Ok((file, kept, picture.kind)))
    }

    /// Stores the pictures that the entities show, before the entities are written. Pictures that are already stored
    /// are renewed, because unused ones could otherwise be deleted in the meantime.
    pub(in crate::bank) async fn store_shown<'a, E: Entity>(
        &self,
        album: &Album,
        entities: impl Iterator<Item = &'a E>,
    ) -> Result<()> {
        let shown = entities.flat_map(|entity| references::pictures(&entity.clone().into_value().into_json_value()));
        let shown: BTreeSet<String> = shown.map(|(name, _)| name).collect();
        let store = |name: String| async move {
            let Some((path, kind)) = album.checked.get(&name) else {
                // If the picture is gone by now, the write of its row reports it.
                return Ok(self.images.ensure_stored(&name, self.now()).await.map(drop)?);
            };
            let bytes = tokio::fs::read(path).await.map_err(Error::internal)?;
            Ok(self.images.put(&name, bytes.into(), kind.content_type()).await?)
        };
        stream::iter(shown).map(store).buffer_unordered(AT_ONCE).try_collect().await
    }
}
