//! Smaller renderings of pictures. Students pay for data, and a picture of [`MAX_SIDE`](super::accept::MAX_SIDE)
//! pixels is mostly viewed in a corner of a phone. A rendering is made on the first request.

use bytes::Bytes;
use moka::future::Cache;
use serde::Deserialize;
use tokio::task::spawn_blocking;

use super::{StoredImage, accept::shrink};
use crate::{App, Error, Result, cached};

/// The size of a requested picture. A smaller picture is returned unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// An icon beside a title: 64 pixels at triple density.
    Thumb,
    /// A picture in a text, or at the width of a phone: 200 pixels high at triple density.
    Small,
}

impl Size {
    /// All sizes.
    pub(super) const ALL: [Self; 2] = [Self::Thumb, Self::Small];

    /// The maximum width and height of the rendering, in pixels.
    pub const fn bounds(self) -> (u32, u32) {
        match self {
            Self::Thumb => (192, 192),
            Self::Small => (800, 600),
        }
    }

    /// The folder of these renderings, beside the pictures.
    pub(super) const fn folder(self) -> &'static str {
        match self {
            Self::Thumb => "thumb",
            Self::Small => "small",
        }
    }
}

/// Memory limit of the cache, in bytes.
const CAPACITY: u64 = 16 * 1024 * 1024;

/// A cache of recently requested renderings, so that a class that starts together renders each one once.
#[derive(Debug, Clone)]
pub(crate) struct Renderings(Cache<(String, Size), StoredImage>);

impl Renderings {
    pub(crate) fn new() -> Self {
        let weigh = |_: &_, kept: &StoredImage| u32::try_from(kept.bytes.len()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(CAPACITY).weigher(weigh).build())
    }

    /// Drops a deleted picture from the cache.
    pub(crate) async fn forget(&self, file_name: &str) {
        for size in Size::ALL {
            self.0.invalidate(&(file_name.to_owned(), size)).await;
        }
    }
}

impl App {
    /// A stored picture, in full size or smaller.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Unavailable`] if the picture storage fails.
    pub async fn find_picture(&self, file_name: &str, size: Option<Size>) -> Result<StoredImage> {
        let found = match size {
            None => self.images.get(file_name).await?,
            Some(size) => {
                let key = (file_name.to_owned(), size);
                cached::get_or_read(&self.images.renderings.0, &key, |_| true, self.rendering(file_name, size)).await?
            }
        };
        found.ok_or(Error::NotFound("Picture"))
    }

    /// The stored rendering, or a new one that is then stored; the picture itself if it needs none.
    async fn rendering(&self, file_name: &str, size: Size) -> Result<Option<StoredImage>> {
        if let Ok(Some(kept)) = self.images.get_rendering(file_name, size).await {
            return Ok(Some(kept));
        }
        let Some(picture) = self.images.get(file_name).await? else { return Ok(None) };
        let permit = self.picture_permits.clone().acquire_owned().await.map_err(Error::internal)?;
        let StoredImage { bytes, kind } = picture.clone();
        let shrink = move || {
            let _permit = permit;
            shrink(kind, &bytes, size.bounds())
        };
        // A picture that cannot be decoded, or would not get smaller, is returned unchanged.
        let small = spawn_blocking(shrink).await.ok().and_then(|small| small.ok().flatten());
        let Some(small) = small.filter(|small| small.len() < picture.bytes.len()) else { return Ok(Some(picture)) };
        let bytes = Bytes::from(small);
        if let Err(error) = self.images.put_rendering(file_name, size, bytes.clone()).await {
            tracing::warn!(%error, file_name, "a smaller picture could not be stored; it is made again on the next request");
        }
        Ok(Some(StoredImage { bytes, kind }))
    }
}
