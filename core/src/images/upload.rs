//! Uploads of pictures (ruling 25).

use bytes::Bytes;
use tokio::task::spawn_blocking;

use super::{MAX_BYTES, Picture, Refused, accept, accept_photograph, from_base64};
use crate::{App, Error, Refusal, Result, html::upload_address, messages};

impl App {
    /// Stores the picture of `field`, and returns its address on this server.
    ///
    /// # Errors
    /// [`Error::TooLarge`], or [`Error::Unsupported`] for anything but a complete picture; both name the field.
    pub async fn add_picture(&self, field: &str, name: String, bytes: Bytes) -> Result<String> {
        let picture = self.read_picture(field, name, bytes).await?;
        let file = picture.file_name();
        self.images.put(&file, picture.bytes.clone(), picture.kind.content_type()).await?;
        Ok(upload_address(&file))
    }

    /// Checks a picture in base64 (plain or a data URL) and holds it until its record is written. Returns its address.
    ///
    /// # Errors
    /// Same as [`Self::add_picture`].
    pub async fn hold_picture(&self, field: &str, name: String, text: &str) -> Result<String> {
        let bytes = from_base64(text).map_err(|error| refused(field, &error))?;
        let picture = self.read_picture(field, name, bytes.into()).await?;
        Ok(upload_address(&self.images.held.hold(picture)))
    }

    /// Checks a picture. Concurrency is limited, because large pictures take much memory.
    pub(crate) async fn read_picture(&self, field: &str, name: String, bytes: Bytes) -> Result<Picture> {
        if bytes.len() > MAX_BYTES {
            return Err(refused(field, &Refused::TooLarge));
        }
        self.decode(move || accept(&name, &bytes)).await?.map_err(|error| refused(field, &error))
    }

    /// Checks a photograph of a student's working (see [`accept_photograph`]).
    ///
    /// # Errors
    /// [`Error::TooLarge`], or [`Error::Unsupported`] for anything but a complete JPEG, PNG or WebP.
    pub(crate) async fn read_photograph(&self, bytes: Bytes) -> Result<Picture> {
        self.decode(move || accept_photograph(&bytes)).await?.map_err(|error| match error {
            Refused::TooLarge | Refused::TooManyPixels => {
                Error::TooLarge(Refusal::new("too-large", messages::PHOTOGRAPH_TOO_LARGE))
            }
            _ => Error::Unsupported(Refusal::new("not-a-picture", messages::NOT_A_PHOTOGRAPH)),
        })
    }

    /// Decodes where blocking is allowed, as soon as there is a permit.
    async fn decode(
        &self,
        read: impl FnOnce() -> Result<Picture, Refused> + Send + 'static,
    ) -> Result<Result<Picture, Refused>> {
        let permit = self.picture_permits.clone().acquire_owned().await.map_err(Error::internal)?;
        let read = move || {
            // The permit is held until the picture is decoded, even if the caller disconnects.
            let _permit = permit;
            read()
        };
        spawn_blocking(read).await.map_err(Error::internal)
    }
}

fn refused(field: &str, error: &Refused) -> Error {
    let refusal = |reason| Refusal::new(reason, error.to_string()).with(field, error.to_string());
    match error {
        Refused::TooLarge | Refused::TooManyPixels => Error::TooLarge(refusal("too-large")),
        _ => Error::Unsupported(refusal("not-a-picture")),
    }
}
