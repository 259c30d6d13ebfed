//! Practice without a network (ruling 45): what a device may download, and how its results come back.

mod pack;
mod sync;

pub(crate) use pack::PackSizes;
pub use pack::{OnlyQuestions, Pack, PackDownloads, PackEntry, PackList, PackQuestion, PackRequest};
pub use sync::{HandInOffline, OfflineQuestion, OfflineSource, OfflineTest, PackGrant, SyncState, SyncedTest};

#[cfg(test)]
mod cases;
