//! Pictures: checking and re-encoding uploads ([`accept`]), and storing them ([`Images`]).

mod accept;
mod collect;
mod held;
mod keep;
mod outline;
pub(crate) mod refer;
mod rendering;
mod shown;
mod upload;

pub use accept::{
    Kind, MAX_BYTES, MAX_PHOTOGRAPH, MAX_PIXELS, MAX_SIDE, Picture, Refused, accept, accept_photograph, from_base64,
};
pub use keep::{Images, KeepError, StoredImage};
pub use rendering::Size;
pub(crate) use shown::{MissingPicture, ShownPictures};

#[cfg(test)]
mod samples;
