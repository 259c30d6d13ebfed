//! Pictures: checking and re-encoding uploads ([`accept`]), and storing them ([`Images`]).

mod accept;
mod collect;
mod held;
mod outline;
pub(crate) mod references;
mod rendering;
mod storage;
mod upload;
mod usage;

pub use accept::{
    MAX_BYTES, MAX_PHOTOGRAPH, MAX_PIXELS, MAX_SIDE, Picture, PictureFormat, Refused, accept, accept_photograph,
    from_base64,
};
pub use rendering::Size;
pub use storage::{Images, StorageError, StoredImage};
pub(crate) use usage::{MissingPicture, PictureUsage};

#[cfg(test)]
mod samples;
