//! Pictures: checking and re-encoding uploads ([`accept`]), and storing them ([`Images`]).

mod accept;
mod collect;
mod held;
mod outline;
pub(crate) mod refer;
mod rendering;
mod shown;
mod storage;
mod upload;

pub use accept::{
    MAX_BYTES, MAX_PHOTOGRAPH, MAX_PIXELS, MAX_SIDE, Picture, PictureFormat, Refused, accept, accept_photograph,
    from_base64,
};
pub use rendering::Size;
pub(crate) use shown::{MissingPicture, ShownPictures};
pub use storage::{Images, StorageError, StoredImage};

#[cfg(test)]
mod samples;
