//! The storage of pictures: a folder, an S3 bucket or, for tests, memory. A name is the hash of the content, so a
//! picture never changes and can be cached forever.

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use bytes::Bytes;
use chrono::Duration;
use futures::{Stream, TryStreamExt as _};
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{
    Attribute, Attributes, Error as StoreError, ObjectStore, ObjectStoreExt as _, PutOptions, RetryConfig,
};
use tokio::sync::{Mutex, MutexGuard};

use super::{
    accept::PictureFormat,
    held::Held,
    rendering::{Renderings, Size},
};
use crate::{Error, Settings, clock::Instant};

/// The stored pictures. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Images {
    store: Arc<dyn ObjectStore>,
    /// The folder, if they are stored in one.
    folder: Option<PathBuf>,
    /// Pictures that wait for the commit of their record.
    pub(super) held: Held,
    /// Recently requested renderings.
    pub(super) renderings: Renderings,
    deleting: Arc<Mutex<()>>,
}

/// The age at which [`Images::ensure_stored`] renews a picture, well below the age for deletion.
const RENEWED: Duration = Duration::days(1);

/// A stored picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredImage {
    /// The file.
    pub bytes: Bytes,
    /// The file's format.
    pub kind: PictureFormat,
}

/// Why pictures cannot be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The setting is not a supported address.
    #[error("pictures cannot be stored at {0:?}: leave it out to use a folder, or give s3://bucket/prefix")]
    Address(String),
    /// The folder cannot be created or written.
    #[error("the folder of pictures, {}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Only names made by [`Picture::file_name`](super::Picture::file_name) are written.
    #[error("{0:?} is not the name of a picture")]
    Name(String),
    /// The folder or bucket failed.
    #[error("the store of pictures: {0}")]
    Store(#[from] StoreError),
}

impl From<StorageError> for Error {
    fn from(error: StorageError) -> Self {
        Self::Unavailable(format!("pictures: {error}"))
    }
}

impl Images {
    /// Opens the storage of the settings.
    ///
    /// # Errors
    /// [`Error::Setting`] if it cannot be opened, or a bucket key is given without its secret.
    pub fn of(settings: &Settings) -> crate::Result<Self> {
        match (&settings.images_key, &settings.images_secret) {
            (Some(_), None) => return Err(Error::setting("images-secret", "the key of images-key needs its secret")),
            (None, Some(_)) => return Err(Error::setting("images-key", "the secret of images-secret needs its key")),
            _ => {}
        }
        Self::open(settings.images.as_deref(), settings.images_keys(), &settings.data.join("uploads"))
            .map_err(|error| Error::setting("images", error))
    }

    /// Opens the storage at `address`: `folder` if there is none, created with its parents and readable by its owner
    /// only; `s3://bucket/prefix`, with region, endpoint and, without `keys`, credentials from the `AWS_…` variables;
    /// or `memory:`. A bucket is first contacted when a picture is read or written.
    ///
    /// # Errors
    /// An unknown address, a folder that cannot be created, or contradictory S3 settings.
    pub(crate) fn open(
        address: Option<&str>,
        keys: Option<(&str, &str)>,
        folder: &FilePath,
    ) -> Result<Self, StorageError> {
        let Some(address) = address else { return Self::in_folder(folder) };
        let store: Arc<dyn ObjectStore> =
            if address == "memory:" { Arc::new(InMemory::new()) } else { s3(address, keys)? };
        Ok(Self { store, folder: None, held: Held::new(), renderings: Renderings::new(), deleting: Arc::default() })
    }

    fn in_folder(folder: &FilePath) -> Result<Self, StorageError> {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .recursive(true)
            .create(folder)
            .map_err(|source| StorageError::Folder { path: folder.into(), source })?;
        Ok(Self {
            store: Arc::new(LocalFileSystem::new_with_prefix(folder)?),
            folder: Some(folder.into()),
            held: Held::new(),
            renderings: Renderings::new(),
            deleting: Arc::default(),
        })
    }

    /// Stores a picture durably, on disk or in the bucket, completely or not at all. Storing the same name again
    /// writes the same bytes, which repairs a file that a power cut truncated.
    ///
    /// # Errors
    /// [`StorageError::Name`] for a name that is not a picture's; a storage failure.
    pub async fn put(&self, file_name: &str, bytes: Bytes, content_type: &'static str) -> Result<(), StorageError> {
        let (path, _) = parse(file_name).ok_or_else(|| StorageError::Name(file_name.into()))?;
        self.write(&path, bytes, content_type).await
    }

    async fn write(&self, path: &Path, bytes: Bytes, content_type: &'static str) -> Result<(), StorageError> {
        // A folder cannot store the type and refuses it. A bucket may be read directly, where the type matters.
        let attributes = match self.folder {
            Some(_) => Attributes::new(),
            None => Attributes::from_iter([(Attribute::ContentType, content_type)]),
        };
        self.store.put_opts(path, bytes.into(), PutOptions::from(attributes)).await?;
        if let Some(folder) = &self.folder {
            let file = folder.join(path.as_ref());
            let synced = async {
                tokio::fs::File::open(&file).await?.sync_all().await?;
                tokio::fs::File::open(file.parent().unwrap_or(folder)).await?.sync_all().await
            };
            synced.await.map_err(|source| StorageError::Folder { path: folder.clone(), source })?;
        }
        Ok(())
    }

    /// The picture of this name, if there is one. Only names made by [`Picture::file_name`](super::Picture::file_name)
    /// are looked up, so a name cannot escape the folder.
    ///
    /// # Errors
    /// A storage failure.
    pub async fn get(&self, file_name: &str) -> Result<Option<StoredImage>, StorageError> {
        let Some((path, kind)) = parse(file_name) else { return Ok(None) };
        self.read(&path, kind).await
    }

    /// A stored rendering; `None` if it was not made yet.
    ///
    /// # Errors
    /// A storage failure.
    pub(super) async fn get_rendering(&self, file_name: &str, size: Size) -> Result<Option<StoredImage>, StorageError> {
        let Some((path, kind)) = parse(file_name) else { return Ok(None) };
        self.read(&rendered(&path, size), kind).await
    }

    /// Stores a rendering beside its picture, like [`Self::put`].
    ///
    /// # Errors
    /// Same as [`Self::put`].
    pub(super) async fn put_rendering(&self, file_name: &str, size: Size, bytes: Bytes) -> Result<(), StorageError> {
        let (path, kind) = parse(file_name).ok_or_else(|| StorageError::Name(file_name.into()))?;
        self.write(&rendered(&path, size), bytes, kind.content_type()).await
    }

    async fn read(&self, path: &Path, kind: PictureFormat) -> Result<Option<StoredImage>, StorageError> {
        match self.store.get(path).await {
            Ok(found) => Ok(Some(StoredImage { bytes: found.bytes().await?, kind })),
            Err(StoreError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl Images {
    /// Stores a waiting picture whose record is about to be written. A stored picture that might be deleted before that
    /// is renewed. Returns whether the picture exists.
    ///
    /// # Errors
    /// A storage failure.
    pub(crate) async fn ensure_stored(&self, file_name: &str, now: Instant) -> Result<bool, StorageError> {
        if let Some(picture) = self.held.get(file_name) {
            self.put(file_name, picture.bytes.clone(), picture.kind.content_type()).await?;
            return Ok(true);
        }
        let Some((path, kind)) = parse(file_name) else { return Ok(false) };
        match self.store.head(&path).await {
            Ok(found) if found.last_modified > now - RENEWED => return Ok(true),
            Ok(_) => {}
            Err(StoreError::NotFound { .. }) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        let _lock = self.deleting.lock().await;
        let Some(found) = self.read(&path, kind).await? else { return Ok(false) };
        self.write(&path, found.bytes, kind.content_type()).await?;
        Ok(true)
    }

    /// The lock that separates deleting a picture from renewing it.
    pub(super) async fn deleting(&self) -> MutexGuard<'_, ()> {
        self.deleting.lock().await
    }

    /// Whether a picture of this name is stored.
    ///
    /// # Errors
    /// A storage failure.
    pub(crate) async fn has(&self, file_name: &str) -> Result<bool, StorageError> {
        Ok(self.size(file_name).await?.is_some())
    }

    /// The bytes of the picture of this name, if it is stored.
    ///
    /// # Errors
    /// A storage failure.
    pub(crate) async fn size(&self, file_name: &str) -> Result<Option<u64>, StorageError> {
        let Some((path, _)) = parse(file_name) else { return Ok(None) };
        match self.store.head(&path).await {
            Ok(found) => Ok(Some(found.size)),
            Err(StoreError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The names of all pictures.
    pub(crate) fn names(&self) -> impl Stream<Item = Result<String, StorageError>> + use<> {
        let all = self.store.list(None).map_err(StorageError::from);
        all.try_filter_map(async |found| Ok(Some(found.location.to_string()).filter(|name| is_name(name))))
    }

    /// Stores a picture from a backup, like [`Self::put`].
    pub(crate) async fn put_again(&self, file_name: &str, bytes: Bytes) -> Result<(), StorageError> {
        let (_, kind) = parse(file_name).ok_or_else(|| StorageError::Name(file_name.into()))?;
        self.put(file_name, bytes, kind.content_type()).await
    }

    /// The names of the pictures that were last written before an instant.
    pub(super) fn last_written_before(
        &self,
        instant: Instant,
    ) -> impl Stream<Item = Result<String, StorageError>> + use<> {
        let all = self.store.list(None).map_err(StorageError::from);
        all.try_filter_map(move |found| async move {
            let name = found.location.to_string();
            Ok((found.last_modified < instant && is_name(&name)).then_some(name))
        })
    }

    /// Whether a picture is stored and was last written before an instant.
    pub(super) async fn was_last_written_before(
        &self,
        file_name: &str,
        instant: Instant,
    ) -> Result<bool, StorageError> {
        let Some((path, _)) = parse(file_name) else { return Ok(false) };
        match self.store.head(&path).await {
            Ok(found) => Ok(found.last_modified < instant),
            Err(StoreError::NotFound { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes a picture after its renderings, which can only be found through it.
    pub(super) async fn delete(&self, file_name: &str) -> Result<(), StorageError> {
        let (path, _) = parse(file_name).ok_or_else(|| StorageError::Name(file_name.into()))?;
        let renderings = Size::ALL.map(|size| rendered(&path, size));
        for path in renderings.iter().chain([&path]) {
            match self.store.delete(path).await {
                Ok(()) | Err(StoreError::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.renderings.forget(file_name).await;
        Ok(())
    }
}

/// Whether this can be the name of a stored picture.
pub(super) fn is_name(text: &str) -> bool {
    parse(text).is_some()
}

/// The bucket and the prefix in it, if any.
fn s3(address: &str, keys: Option<(&str, &str)>) -> Result<Arc<dyn ObjectStore>, StorageError> {
    let wrong = || StorageError::Address(address.into());
    let place = address.strip_prefix("s3://").ok_or_else(wrong)?;
    let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
    let prefix = Path::parse(prefix).map_err(|_| wrong())?;
    if bucket.is_empty() {
        return Err(wrong());
    }
    // A person waits for the response: the default of ten attempts in three minutes is meant for batch jobs.
    let retry =
        RetryConfig { max_retries: 3, retry_timeout: std::time::Duration::from_secs(15), ..RetryConfig::default() };
    let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_retry(retry);
    if let Some((key, secret)) = keys {
        builder = builder.with_access_key_id(key).with_secret_access_key(secret);
    }
    // A private S3 server often uses plain HTTP. An `http://` endpoint is taken as intended.
    let plain = builder.get_config_value(&AmazonS3ConfigKey::Endpoint).is_some_and(|at| at.starts_with("http://"));
    let store = if plain { builder.with_allow_http(true) } else { builder }.build()?;
    Ok(Arc::new(PrefixStore::new(store, prefix)))
}

/// The path and kind of `{64 lower-case hex digits}.{ext}`; `None` for any other name.
fn parse(file_name: &str) -> Option<(Path, PictureFormat)> {
    let (hash, ext) = file_name.split_once('.')?;
    let kind = [PictureFormat::Png, PictureFormat::Jpeg].into_iter().find(|kind| kind.ext() == ext)?;
    let hex = hash.len() == 64 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    hex.then(|| (Path::from(file_name), kind))
}

/// The path of a rendering.
fn rendered(picture: &Path, size: Size) -> Path {
    Path::from(size.folder()).join(picture.as_ref())
}

#[cfg(test)]
mod tests;
